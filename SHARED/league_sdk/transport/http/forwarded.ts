/** The caller of a request that another server of the same league passes on: a header that the league's secret vouches for. */
import type { IncomingMessage } from 'node:http';
import type { Clock } from '../../../core/clock.ts';
import type { Entropy } from '../../../core/entropy.ts';
import { hmac, sameSecret, sha256, toHex } from '../../../core/hash.ts';
import { err, ok, type Result } from '../../../core/result.ts';
import { plainAddress } from '../net_address.ts';

/** Its name; a server takes it from nobody but those that know the secret. */
export const CALLER_HEADER = 'x-league-caller';

/** The header in the answer of a server that does not have the league, or does not yet: the request has done nothing there. */
export const ELSEWHERE = { [CALLER_HEADER]: 'elsewhere' };

/** A request as the header is made for it: it is good for no other. */
export interface PassedRequest {
  readonly method: string;
  readonly target: string;
  /** The text of its body, if it has one. */
  readonly text?: string | undefined;
}

/** The caller that a header names. */
export interface PassedCaller {
  readonly address: string;
  /** Whether this is the body that the header was made for. */
  isBody(text: string): boolean;
}

/** Why a request that was passed on is not taken. */
interface Untaken {
  readonly status: 403 | 503;
  readonly why: string;
  readonly headers: { readonly [name: string]: string };
}

/** How far the clocks of two machines may be apart; a header is good for so long, and once. */
const CLOCKS_APART_MS = 30_000;
const VERSION = '1';
const NO_BODY = '-';
const UNPROVEN: Untaken = {
  status: 403,
  why:
    `the ${CALLER_HEADER} header is not from a server of this league: leave it out, or, where it is one, ` +
    'see that the clocks of the machines agree and both use the same database',
  headers: {},
};
const TOO_EARLY: Untaken = {
  status: 503,
  why: `this server cannot check the ${CALLER_HEADER} header yet; ask again`,
  headers: ELSEWHERE,
};

/** The header for a request that is passed on in a caller's name. */
export function callerHeader(
  { secret, address }: { readonly secret: string; readonly address: string },
  request: PassedRequest,
  { clock, entropy }: { readonly clock: Clock; readonly entropy: Entropy },
): string {
  const body = request.text === undefined ? NO_BODY : sha256(request.text);
  const said = [VERSION, address, String(clock.now().getTime()), toHex(entropy.bytes(12)), body];
  return [...said, proof(keyOf(secret), said, request)].join(' ');
}

/** Reads the header for one league; without its secret, no request that has one is taken. */
export class CallerCheck {
  readonly #clock: Clock;
  #key: Uint8Array | undefined;
  /** The proofs of the present and the last span of time; a header that is older than both is refused by its age. */
  #seen: [Set<string>, Set<string>] = [new Set(), new Set()];
  #since = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** From now on, servers that know this secret are believed. */
  trust(secret: string): void {
    // The empty one is known to everybody.
    if (secret !== '') this.#key = keyOf(secret);
  }

  /** The caller that a request was passed on for; undefined where it came by itself, an error where its header proves nothing. */
  read({ headers, method = '', url = '' }: IncomingMessage): Result<PassedCaller, Untaken> | undefined {
    const header = headers[CALLER_HEADER];
    if (header === undefined) return undefined;
    if (this.#key === undefined) return err(TOO_EARLY);
    const parts = String(header).split(' ');
    const [version, address = '', at = '', , body = '', proven = ''] = parts;
    const apartMs = Math.abs(this.#clock.now().getTime() - Number(at));
    const isWhole = parts.length === 6 && version === VERSION && plainAddress(address) === address;
    if (!isWhole || !(apartMs <= CLOCKS_APART_MS)) return err(UNPROVEN);
    if (!sameSecret(proof(this.#key, parts.slice(0, 5), { method, target: url }), proven)) return err(UNPROVEN);
    if (!this.#isNew(proven)) return err(UNPROVEN);
    return ok({ address, isBody: (text) => (body === NO_BODY ? text === '' : sha256(text) === body) });
  }

  #isNew(proven: string): boolean {
    const now = this.#clock.monotonic();
    if (now - this.#since > 2 * CLOCKS_APART_MS) {
      this.#seen = [new Set(), this.#seen[0]];
      this.#since = now;
    }
    const [present, last] = this.#seen;
    if (present.has(proven) || last.has(proven)) return false;
    present.add(proven);
    return true;
  }
}

function keyOf(secret: string): Uint8Array {
  return Buffer.from(hmac(Buffer.from(secret), 'requests that are passed on'), 'hex');
}

function proof(key: Uint8Array, said: readonly string[], { method, target }: PassedRequest): string {
  return hmac(key, JSON.stringify([...said, method, target]));
}
