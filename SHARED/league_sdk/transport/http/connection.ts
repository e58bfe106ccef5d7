/** A kept HTTP connection: where it may go, and one request at a time on it. */
import { connect, type LookupFunction, Socket } from 'node:net';
import type { Clock } from '../../../core/clock.ts';
import { err, ok, type Result } from '../../../core/result.ts';
import {
  familyOf,
  type Guard,
  isLocalhost,
  localhostAddress,
  pinOf,
  plainAddress,
  usualGuard,
} from '../net_address.ts';
import type { HttpLimits } from './limits.ts';
import { type HttpFault, type HttpReply, HttpReplyReader } from './reply.ts';
import { type Resolve, systemResolve } from './routes.ts';
import { CONNECTING, inWords, type Tls } from './tls.ts';

/** Where requests to one address go, and the head that all of them have, up to the length of the body. */
export interface HttpTarget {
  readonly head: string;
}

/** A request that waits for its answer. Exactly one of `replied` and `broke` is called, unless the connection is destroyed before. */
export interface HttpCaller {
  /** A connection has to be opened first, and its handshake begins. */
  connecting(): void;
  /** The other side has taken the connection. */
  connected(): void;
  /** The bytes of the request have left. */
  written(): void;
  /** `reusable` tells whether the connection will take another request. */
  replied(reply: HttpReply, reusable: boolean): void;
  /** `unheard`: a connection kept from an earlier request broke without a byte of an answer. */
  broke(fault: HttpFault, unheard: boolean): void;
}

/** Where a connection goes. */
export interface HttpPlace {
  readonly secure: boolean;
  readonly tls?: Tls | undefined;
  readonly host: string;
  readonly port: number;
  /** Asked about a host that is an address; names are for `lookup` to judge. */
  readonly guard: Guard;
  readonly lookup: LookupFunction;
  /** The address that the host is pinned to at present, if any. */
  readonly pinned: () => string | undefined;
  readonly clock: Clock;
}

/** A name may stand for several addresses. The default of 250 ms for each would fail when this process is busy. */
const PER_ADDRESS_MS = 1_000;

/** An answer that nobody waits for any more is still taken so long after its deadline. */
const LATE_ANSWER_MS = 10_000;

/** The most requests to one place whose late answers are waited for at once. */
export const MAX_LATE = 16;

/** The pool that a connection belongs to. */
export interface ConnectionHome {
  /** It was closed by either side. */
  gone(connection: HttpConnection): void;
  /** It can be asked again. */
  giveBack(connection: HttpConnection): void;
  /** Its caller waits no longer, and wants to hear of a late answer. */
  expire(connection: HttpConnection): void;
}

/** Opens when it is made, and can be asked at once. */
export class HttpConnection {
  /** The pin of its host when it was opened. */
  readonly pinned: string | undefined;
  readonly #socket: Socket;
  readonly #reader: HttpReplyReader;
  readonly #onWritten: (error?: Error | null) => void;
  #caller: HttpCaller | undefined;
  #requests = 0;
  #isWritten = false;
  readonly #idleMs: number;
  /** Where nobody waits for the answer any more: when the connection is given up. An answer until then is told as late. */
  #lateUntil: number | undefined;
  readonly #clock: Clock;
  readonly #home: ConnectionHome;

  constructor(place: HttpPlace, limits: HttpLimits, home: ConnectionHome) {
    this.pinned = place.pinned();
    this.#home = home;
    this.#clock = place.clock;
    this.#idleMs = limits.clientIdleMs;
    this.#reader = new HttpReplyReader(limits);
    this.#onWritten = (error) => {
      if (error) return;
      this.#isWritten = true;
      this.#caller?.written();
    };
    this.#socket = openSocket(place)
      // A waiting request has a timer running; a connection alone keeps no process from ending.
      .unref()
      .setTimeout(limits.clientIdleMs)
      .on('connectionAttempt', () => this.#caller?.connecting())
      .on(place.secure ? 'secureConnect' : 'connect', () => this.#caller?.connected())
      .on('timeout', () => {
        if (this.#caller === undefined || this.#lateUntil !== undefined) this.destroy();
      })
      .on('data', (piece: Buffer) => {
        if (this.#caller === undefined) this.destroy();
        else this.#settle(this.#reader.feed(piece));
        // An answer that comes by the byte is never idle, and gets no more time by it.
        if (this.#lateUntil !== undefined) this.#endAt(this.#lateUntil);
      })
      .on('end', () => this.#settle(this.#reader.end()))
      .on('error', (error) => this.#settle(err({ code: 'UNREACHABLE', detail: reasonOf(error) })))
      .on('close', () => {
        this.#settle(this.#reader.end());
        home.gone(this);
      });
  }

  /** Whether it was never asked but once. */
  get isFirst(): boolean {
    return this.#requests === 1;
  }

  /** Only when no other is under way. */
  request({ head }: HttpTarget, text: string, caller: HttpCaller): void {
    this.#caller = caller;
    this.#requests++;
    this.#isWritten = false;
    this.#lateUntil = undefined;
    this.#reader.restart();
    this.#socket.write(`${head}${Buffer.byteLength(text)}\r\n\r\n${text}`, 'utf8', this.#onWritten);
  }

  /** Its caller waits no longer. A late answer comes, if at all, to a request whose bytes have left. */
  expire(wantsLate: boolean): void {
    if (wantsLate && this.#isWritten) this.#home.expire(this);
    else this.destroy();
  }

  /** Its answer was taken; `keep` it for the next request. */
  release(keep: boolean): void {
    if (keep) this.#home.giveBack(this);
    else this.destroy();
  }

  /** The waiting request has no time left: an answer is still taken for a while. */
  awaitLate(): void {
    this.#lateUntil = this.#clock.monotonic() + Math.min(this.#idleMs, LATE_ANSWER_MS);
    this.#endAt(this.#lateUntil);
  }

  #endAt(instant: number): void {
    const leftMs = Math.ceil(instant - this.#clock.monotonic());
    if (leftMs > 0) this.#socket.setTimeout(leftMs);
    else this.destroy();
  }

  /** Closes the connection at once; its waiting request is not called any more. */
  destroy(): void {
    this.#caller = undefined;
    this.#socket.destroy();
  }

  /** Closes the connection at once; its waiting request hears that nothing came. */
  breakOff(): void {
    this.#settle(err({ code: 'UNREACHABLE', detail: 'the answers before it were out of step' }));
    this.destroy();
  }

  #settle(result: Result<HttpReply, HttpFault> | undefined): void {
    const caller = this.#caller;
    if (result === undefined || caller === undefined) return;
    // An answer that came before the whole request had left leaves the rest of that request in the way of the next.
    if (result.ok && result.value.reusable && this.#isWritten) {
      if (this.#lateUntil !== undefined) this.#socket.setTimeout(this.#idleMs);
      this.#lateUntil = undefined;
      this.#caller = undefined;
      caller.replied(result.value, true);
      return;
    }
    this.destroy();
    if (result.ok) caller.replied(result.value, false);
    else caller.broke(result.error, this.#requests > 1 && !this.#reader.hasBegun);
  }
}

/** A connection to a place, or one that fails with the reason why the place is forbidden. */
export function openSocket({ secure, tls, host, port, guard, lookup }: Omit<HttpPlace, 'pinned' | 'clock'>): Socket {
  const isAddress = plainAddress(host) !== undefined;
  const objection = isAddress ? guard(host, host) : undefined;
  if (objection !== undefined) return new Socket().destroy(new Error(objection));
  const options = { host, port, lookup, noDelay: true, autoSelectFamilyAttemptTimeout: PER_ADDRESS_MS };
  if (!secure) return connect(options);
  const how = tls?.connecting ?? CONNECTING;
  // Imported, it would load its certificates in every process, and most never need them.
  const { connect: connectSecurely } = process.getBuiltinModule('node:tls');
  return inWords(connectSecurely({ ...options, ...how, servername: isAddress ? '' : host }), host);
}

/** Why a connection failed, in words. */
export function reasonOf(error: Error): string {
  // A name with several addresses fails once for each, and the sum of it has no words.
  if (error instanceof AggregateError) return error.errors.map((each: Error) => each.message).join('; ');
  return error.message;
}

export interface ReachRules {
  /** Without it, the usual one. */
  readonly guard?: Guard;
  /** Without it, the machine's own way. */
  readonly resolve?: Resolve;
  /** Names whose address at a port is settled (by `pinOf`): they are never looked up there. Read at every connection. */
  readonly pins?: ReadonlyMap<string, string>;
  /** The TLS of this process; without it, https addresses are called as any client would. */
  readonly tls?: Tls | undefined;
}

/** Looks names up for connections to one place: those addresses of a name that may be called, or an error that says why none may. */
export function guardedLookup(
  place: URL,
  { guard = usualGuard, resolve = systemResolve, pins }: ReachRules,
): LookupFunction {
  const pin = pinOf(place);

  async function allowed(host: string): Promise<Result<readonly string[], string>> {
    const pinned = pins?.get(pin);
    const settled = pinned ?? (isLocalhost(host) ? localhostAddress() : undefined);
    const found = settled === undefined ? await resolve(host) : ok([settled]);
    if (!found.ok) return found;
    const objections = found.value.map((address) => guard(host, address));
    const good = found.value.filter((_, i) => objections[i] === undefined);
    return good.length > 0 ? ok(good) : err(objections[0] ?? `${host} has no address`);
  }

  return (host, options, callback) => {
    void allowed(host).then((found) => {
      const [first = ''] = found.ok ? found.value : [];
      if (!found.ok) callback(new Error(found.error), '', 0);
      else if (options.all === true)
        callback(
          null,
          found.value.map((address) => ({ address, family: familyOf(address) })),
        );
      else callback(null, first, familyOf(first));
    });
  };
}
