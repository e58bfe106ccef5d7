/** A keep-alive HTTP connection: the endpoints it may go to, and one request at a time on it. */
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
import type { Address } from '../transport.ts';
import type { HttpLimits } from './limits.ts';
import { type HttpFault, type HttpReply, HttpReplyReader } from './reply.ts';
import { type Resolve, systemResolve } from './routes.ts';
import { CONNECTING, inWords, type Tls } from './tls.ts';

/** The events of a request. Exactly one of `onReply` and `onFailure` is called, unless the connection is destroyed before. */
export interface RequestEvents {
  /** The handshake of a new connection begins. */
  onConnecting(): void;
  /** The other side has taken the connection. */
  onConnected(): void;
  /** All bytes of the request have left. */
  onSent(): void;
  /** `isReusable` tells whether the connection takes another request. */
  onReply(reply: HttpReply, isReusable: boolean): void;
  /** `isStale` tells that a connection of an earlier request broke without a byte of an answer. */
  onFailure(fault: HttpFault, isStale: boolean): void;
}

/** The other end of connections, and the rules for the way there. */
export interface HttpEndpoint {
  readonly secure: boolean;
  readonly tls?: Tls | undefined;
  readonly host: string;
  readonly port: number;
  /** Judges a host that is an address; names are judged by `lookup`. */
  readonly guard: Guard;
  readonly lookup: LookupFunction;
  /** The address that the host is pinned to at present, if any. */
  readonly pinned: () => string | undefined;
  readonly clock: Clock;
}

/** Reads an http or https address; undefined for any other text. */
export function httpUrl(address: Address): URL | undefined {
  const url = URL.parse(address);
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url : undefined;
}

/** The endpoint of an http or https URL. */
export function endpointOf(url: URL, rules: ReachRules, clock: Clock): HttpEndpoint {
  const pin = pinOf(url);
  const secure = url.protocol === 'https:';
  const usualPort = secure ? 443 : 80;
  return {
    secure,
    tls: rules.tls,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? usualPort : Number(url.port),
    guard: rules.guard ?? usualGuard,
    lookup: guardedLookup(url, rules),
    pinned: () => rules.pins?.get(pin),
    clock,
  };
}

/** A name may stand for several addresses. The default of 250 ms for each would fail when this process is busy. */
const PER_ADDRESS_MS = 1_000;

/** Wait for an answer after its deadline. */
const LATE_ANSWER_MS = 10_000;

/** Connections to one endpoint that wait for late answers at once. */
export const MAX_LATE = 16;

/** A connection that opens when it is made, and takes its first request at once. */
export class HttpConnection {
  /** The pin of its host when it was opened. */
  readonly pinned: string | undefined;
  readonly #socket: Socket;
  readonly #reader: HttpReplyReader;
  readonly #onSent: (error?: Error | null) => void;
  #events: RequestEvents | undefined;
  #requests = 0;
  #isSent = false;
  readonly #idleMs: number;
  /** End of the wait for a late answer. */
  #lateUntil: number | undefined;
  readonly #clock: Clock;

  constructor(endpoint: HttpEndpoint, limits: HttpLimits, onClosed?: (connection: HttpConnection) => void) {
    this.pinned = endpoint.pinned();
    this.#clock = endpoint.clock;
    this.#idleMs = limits.clientIdleMs;
    this.#reader = new HttpReplyReader(limits);
    this.#onSent = (error) => {
      if (error) return;
      this.#isSent = true;
      this.#events?.onSent();
    };
    this.#socket = openSocket(endpoint)
      // A waiting request has a timer running; a connection alone keeps no process from ending.
      .unref()
      .setTimeout(limits.clientIdleMs)
      .on('connectionAttempt', () => this.#events?.onConnecting())
      .on(endpoint.secure ? 'secureConnect' : 'connect', () => this.#events?.onConnected())
      .on('timeout', () => {
        if (this.#events === undefined || this.#lateUntil !== undefined) this.destroy();
      })
      .on('data', (piece: Buffer) => {
        if (this.#events === undefined) this.destroy();
        else this.#settle(this.#reader.feed(piece));
        // An answer that comes by the byte is never idle, and gets no more time by it.
        if (this.#lateUntil !== undefined) this.#destroyAt(this.#lateUntil);
      })
      .on('end', () => this.#settle(this.#reader.end()))
      .on('error', (error) => this.#settle(err({ code: 'UNREACHABLE', detail: reasonOf(error) })))
      .on('close', () => {
        this.#settle(this.#reader.end());
        onClosed?.(this);
      });
  }

  /** True until its second request. */
  get isFirst(): boolean {
    return this.#requests === 1;
  }

  /** True once all bytes of the newest request have left. */
  get isSent(): boolean {
    return this.#isSent;
  }

  /** Sends a request; the one before must be over. */
  request(head: string, body: string, events: RequestEvents): void {
    this.#events = events;
    this.#requests++;
    this.#isSent = false;
    this.#lateUntil = undefined;
    this.#reader.restart();
    this.#socket.write(`${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`, 'utf8', this.#onSent);
  }

  /** Keeps the connection open for an answer after the deadline, for a limited time. */
  awaitLate(): void {
    this.#lateUntil = this.#clock.monotonic() + Math.min(this.#idleMs, LATE_ANSWER_MS);
    this.#destroyAt(this.#lateUntil);
  }

  #destroyAt(instant: number): void {
    const leftMs = Math.ceil(instant - this.#clock.monotonic());
    if (leftMs > 0) this.#socket.setTimeout(leftMs);
    else this.destroy();
  }

  /** Closes the connection at once, without another event. */
  destroy(): void {
    this.#events = undefined;
    this.#socket.destroy();
  }

  /** Closes the connection at once; its waiting request fails. */
  abort(): void {
    this.#settle(err({ code: 'UNREACHABLE', detail: 'the answers before it were out of step' }));
    this.destroy();
  }

  #settle(result: Result<HttpReply, HttpFault> | undefined): void {
    const events = this.#events;
    if (result === undefined || events === undefined) return;
    // An answer that came before the whole request had left leaves the rest of that request in the way of the next.
    if (result.ok && result.value.reusable && this.#isSent) {
      if (this.#lateUntil !== undefined) this.#socket.setTimeout(this.#idleMs);
      this.#lateUntil = undefined;
      this.#events = undefined;
      events.onReply(result.value, true);
      return;
    }
    this.destroy();
    if (result.ok) events.onReply(result.value, false);
    else events.onFailure(result.error, this.#requests > 1 && !this.#reader.hasBegun);
  }
}

/** Opens a socket to an endpoint; to a forbidden one, a socket that fails with the reason. */
export function openSocket({ secure, tls, host, port, guard, lookup }: HttpEndpoint): Socket {
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

/** The reason of a failed connection, in words. */
export function reasonOf(error: Error): string {
  // A name with several addresses fails once for each, and the sum of it has no words.
  if (error instanceof AggregateError) return error.errors.map((each: Error) => each.message).join('; ');
  return error.message;
}

/** Rules for the addresses that a client may call. */
export interface ReachRules {
  /** Default: `usualGuard`. */
  readonly guard?: Guard;
  /** Default: the resolver of this machine. */
  readonly resolve?: Resolve;
  /** Addresses of names at a port, by `pinOf`: such a name is never looked up. Read at every connection. */
  readonly pins?: ReadonlyMap<string, string>;
  /** The TLS of this process; default: that of any client. */
  readonly tls?: Tls | undefined;
}

/** Resolves a name to the addresses that may be called; the error says why none may. */
function guardedLookup(url: URL, { guard = usualGuard, resolve = systemResolve, pins }: ReachRules): LookupFunction {
  const pin = pinOf(url);

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
