/** The admission of MCP clients: limits, slots and rates by subnet, and the refusals that say so. */
import { RPC_ERRORS } from '../../contracts/errors.ts';
import type { Clock } from '../../core/clock.ts';
import type { Json, JsonFault } from '../../core/json.ts';
import { NETWORK_LIMITS, type Overload } from '../../core/limits.ts';
import { FairQueue, FairSlots } from '../flow/fair_share.ts';
import { TokenBuckets } from '../flow/token_bucket.ts';
import { nameOfFault } from '../messaging/envelope.ts';
import { kindOf, subnetOf } from '../transport/net_address.ts';

/** A subnet may ask this many times its usual amount for a moment. */
const BURST = 4;

/** An admitted request. */
export interface Admitted {
  /** All of one home are counted together. */
  readonly subnet: string;
  /** Resolves when it may be worked for. */
  turn(): Promise<void>;
  /** From now on it holds a stream, of which there are fewer. */
  holdStream(): Overload | undefined;
  /** To be called when everything is answered. */
  leave(): void;
}

export class McpAdmission {
  readonly #allowances: TokenBuckets;
  readonly #places: FairSlots;
  readonly #line: FairQueue;

  constructor(clock: Clock, { exchanges, waiting, requestsPerSec: perSec }: McpLimits) {
    this.#allowances = new TokenBuckets({ burst: BURST * perSec, perSec }, () => clock.monotonic());
    this.#places = new FairSlots(exchanges);
    this.#line = new FairQueue(clock, waiting);
  }

  /** Admits a request, or says why not. */
  admit(address: string, isStream: boolean): Admitted | Overload {
    const subnet = subnetOf(address);
    const overload = this.#line.overloadBy(subnet, 1);
    if (overload !== undefined) return overload;
    if (kindOf(address) !== 'loopback' && !this.#allowances.take(subnet)) return 'caller';
    const place = this.#places.take(subnet, isStream);
    if (typeof place === 'string') return place;
    let leave = place;
    return {
      subnet,
      turn: () => this.#line.turn(subnet),
      holdStream: () => {
        const stream = this.#places.take(subnet, true);
        if (typeof stream === 'string') return stream;
        leave();
        leave = stream;
        return undefined;
      },
      leave: () => leave(),
    };
  }
}

export interface McpLimits {
  /** Conversations of 2025 clients over HTTP at once. */
  readonly sessions: number;
  /** And of one address. */
  readonly sessionsPerAddress: number;
  /** How long a conversation may be silent. */
  readonly idleMs: number;
  /** How many of its last messages a conversation can give again to a client whose line broke. */
  readonly keptMessages: number;
  /** And how many characters they have together. */
  readonly keptCharacters: number;
  /** Requests being answered at once, streams included; one address has its share. */
  readonly exchanges: number;
  /** Messages that wait to be worked on, of all subnets and of one. */
  readonly waiting: number;
  /** Messages of one address a second, for long, and four times as many for a moment; this machine's own are not counted. */
  readonly requestsPerSec: number;
  /** How long a client may take to read what is written to it. */
  readonly unreadMs: number;
  /** How often a comment on a stream keeps it alive, by the timers of the SDK. */
  readonly keepAliveMs: number;
}

/** The limits unless told otherwise. */
export const MCP_LIMITS: McpLimits = {
  sessions: NETWORK_LIMITS.mcpSessions,
  sessionsPerAddress: NETWORK_LIMITS.mcpSessionsPerAddress,
  idleMs: 600_000,
  keptMessages: 256,
  // A thousand conversations keep no more than 64 MB of text together.
  keptCharacters: 65_536,
  exchanges: NETWORK_LIMITS.mcpExchanges,
  waiting: 1_000,
  requestsPerSec: NETWORK_LIMITS.mcpRequestsPerSecPerAddress,
  unreadMs: 10_000,
  keepAliveMs: 20_000,
};

const OVERLOADS = {
  caller: [429, 'Too much at once from your address; try again a little later'],
  here: [503, 'Too much to do at present; try again a little later'],
} as const satisfies { readonly [O in Overload]: readonly [number, string] };

/** A refusal as a response. */
export function refused(
  status: number,
  code: number,
  message: string,
  { id = null, headers = {} }: { readonly id?: Json; readonly headers?: Record<string, string> } = {},
): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id }, { status, headers });
}

const RETRY = { 'retry-after': '1' };

/** To whom asks too much. */
export function overloaded(overload: Overload): Response {
  const [status, message] = OVERLOADS[overload];
  return refused(status, -32000, message, { headers: RETRY });
}

/** The same for a request that is not admitted, ready to be written: this must cost next to nothing. */
export function overloadedReply(overload: Overload) {
  const [status, message] = OVERLOADS[overload];
  const body = JSON.stringify({ jsonrpc: '2.0', error: { code: -32000, message }, id: null });
  return {
    status,
    body,
    headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...RETRY },
  };
}

/** To an unreadable text. */
export function unreadable(fault: JsonFault): Response {
  const { code, message } = RPC_ERRORS[nameOfFault(fault)];
  return refused(400, code, `${message}: ${fault.detail}`);
}

/** To a request that is no request. */
export function invalid(why: string, id: Json = null): Response {
  return refused(400, -32600, `Invalid Request: ${why}`, { id });
}
