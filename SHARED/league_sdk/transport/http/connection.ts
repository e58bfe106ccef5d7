/** Kept HTTP connections: one request at a time on each, a pool of idle ones for each place. */

import { ADDRCONFIG, lookup as systemLookup } from 'node:dns';
import { connect, type LookupFunction, Socket } from 'node:net';
import { err, ok, type Result } from '../../../core/result.ts';
import { type Guard, isLocalhost, localhostAddress, pinOf, plainAddress, usualGuard } from '../net_address.ts';
import type { HttpLimits } from './limits.ts';
import { type HttpFault, type HttpReply, HttpReplyReader } from './reply.ts';
import { CONNECTING, inWords, type Tls } from './tls.ts';

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
  /** Milliseconds on a clock that never jumps. */
  readonly now: () => number;
}

/** A name may stand for several addresses. The default of 250 ms for each would fail when this process is busy. */
const PER_ADDRESS_MS = 1_000;

/** An answer that nobody waits for any more is still taken so long after its deadline. */
const LATE_ANSWER_MS = 10_000;

/** The most connections to one place that are kept for late answers at once. */
export const MAX_LATE = 16;

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
  readonly #now: () => number;

  /** `gone` is called when the connection is closed by either side. */
  constructor(place: HttpPlace, limits: HttpLimits, gone: (connection: HttpConnection) => void) {
    this.pinned = place.pinned();
    this.#now = place.now;
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
        gone(this);
      });
  }

  /** Whether it was never asked but once. */
  get isFirst(): boolean {
    return this.#requests === 1;
  }

  /** Sends a whole request, head and body. Only when no other is under way. */
  request(text: string, caller: HttpCaller): void {
    this.#caller = caller;
    this.#requests++;
    this.#isWritten = false;
    this.#lateUntil = undefined;
    this.#reader.restart();
    this.#socket.write(text, 'utf8', this.#onWritten);
  }

  /** The waiting request has no time left: an answer is still taken for a while. */
  expire(): void {
    this.#lateUntil = this.#now() + Math.min(this.#idleMs, LATE_ANSWER_MS);
    this.#endAt(this.#lateUntil);
  }

  #endAt(instant: number): void {
    const leftMs = Math.ceil(instant - this.#now());
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
export function openSocket({ secure, tls, host, port, guard, lookup }: Omit<HttpPlace, 'pinned' | 'now'>): Socket {
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

/** Keeps the connections that wait for their next request; those in use belong to their requests. */
export class HttpPool {
  readonly #place: HttpPlace;
  readonly #limits: HttpLimits;
  readonly #idle: HttpConnection[] = [];
  readonly #late = new Set<HttpConnection>();
  readonly #gone = (connection: HttpConnection): void => {
    this.#late.delete(connection);
    const at = this.#idle.indexOf(connection);
    if (at >= 0) this.#idle.splice(at, 1);
  };

  constructor(place: HttpPlace, limits: HttpLimits) {
    this.#place = place;
    this.#limits = limits;
  }

  /**
   * A kept connection, the one used last, so that those not needed any more grow old. One that was opened before the host
   * was pinned elsewhere is closed.
   */
  take(): HttpConnection | undefined {
    const pinned = this.#place.pinned();
    for (let kept = this.#idle.pop(); kept !== undefined; kept = this.#idle.pop()) {
      if (kept.pinned === pinned) return kept;
      kept.destroy();
    }
    return undefined;
  }

  open(): HttpConnection {
    return new HttpConnection(this.#place, this.#limits, this.#gone);
  }

  giveBack(connection: HttpConnection): void {
    this.#late.delete(connection);
    this.#idle.push(connection);
  }

  /** Takes a connection whose request has no time left: its answer may still come, unless too many are waited for. */
  expire(connection: HttpConnection): void {
    if (this.#late.size >= MAX_LATE) {
      connection.destroy();
      return;
    }
    this.#late.add(connection);
    connection.expire();
  }

  /** Closes the idle connections, and those kept for late answers. */
  close(): void {
    for (const connection of [...this.#idle.splice(0), ...this.#late]) connection.destroy();
  }
}

/** All addresses of a name, or why there are none. */
type Resolve = (host: string) => Promise<Result<readonly string[], string>>;

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

/** Asks the machine what a name stands for. */
export const systemResolve: Resolve = (host) =>
  new Promise((resolve) => {
    systemLookup(host, { all: true, hints: ADDRCONFIG }, (error, found) => {
      resolve(error ? err(error.message) : ok(found.map(({ address }) => address)));
    });
  });

/**
 * The address of this machine from which another host is reached, as the system routes it; undefined where it cannot be
 * known. Nothing is sent.
 */
export async function sourceTowards(host: string, resolve: Resolve = systemResolve): Promise<string | undefined> {
  const literal = plainAddress(host);
  const found = literal === undefined ? await resolve(host) : ok([literal]);
  const [to] = found.ok ? [...found.value].sort((a, b) => familyOf(a) - familyOf(b)) : [];
  if (to === undefined) return undefined;
  const socket = process.getBuiltinModule('node:dgram').createSocket(familyOf(to) === 6 ? 'udp6' : 'udp4');
  return new Promise((settle) => {
    const close = (address: string | undefined) => {
      socket.close();
      settle(address);
    };
    socket.once('error', () => close(undefined));
    socket.connect(ANY_PORT, to, () => close(plainAddress(socket.address().address)));
  });
}

/** A route depends on the host alone. */
const ANY_PORT = 9;

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

function familyOf(address: string): 4 | 6 {
  return address.includes(':') ? 6 : 4;
}
