/** A small keep-alive HTTP client that posts a text, brings back a text, and knows when the bytes left. */
import { type Clock, type LoopWatch, type Monotonic, oncePassed } from '../../../core/clock.ts';
import { cut } from '../../../core/json.ts';
import { err, ok, type Result } from '../../../core/result.ts';
import { pinOf, usualGuard } from '../net_address.ts';
import type { Address, Departure, OnLate, Reply, SendFailure, SendOptions, Transport } from '../transport.ts';
import {
  guardedLookup,
  type HttpCaller,
  type HttpConnection,
  type HttpPlace,
  type HttpTarget,
  openSocket,
  type ReachRules,
  reasonOf,
} from './connection.ts';
import type { HttpLimits } from './limits.ts';
import { HttpPool } from './pool.ts';
import type { HttpFault, HttpReply } from './reply.ts';

interface Target extends HttpTarget {
  readonly pool: HttpPool;
}

const WORDS_OF_A_REFUSAL = 300;

/** Posts texts to http and https addresses over connections that are kept. Redirects are never followed. */
export class HttpClient {
  readonly #clock: Clock;
  readonly #limits: HttpLimits;
  readonly #rules: ReachRules;
  readonly #targets = new Map<Address, Target>();
  readonly #pools = new Map<string, HttpPool>();

  constructor(clock: Clock, limits: HttpLimits, rules: ReachRules = {}) {
    this.#clock = clock;
    this.#limits = limits;
    this.#rules = rules;
  }

  /** Never rejects; every timer and connection it needed is let go of or kept for the next. */
  send(...[to, text, deadline, how]: Parameters<Transport['send']>): ReturnType<Transport['send']> {
    const target = this.#targets.get(to) ?? this.#learn(to);
    if (target !== undefined) return new Exchange(this.#clock, target, { ...how, text, deadline }).run();
    return Promise.resolve(this.#notHttp(to));
  }

  /** Opens a connection and closes it without a word. */
  async knock(to: Address, deadline: Monotonic): Promise<Result<void, SendFailure>> {
    const url = httpUrl(to);
    if (url === undefined) return this.#notHttp(to);
    const socket = openSocket(placeOf(url, this.#rules, this.#clock));
    const opened = await new Promise<Result<void, { readonly code: SendFailure['code']; readonly detail: string }>>(
      (resolve) => {
        const callOff = oncePassed(this.#clock, deadline, () => {
          resolve(err({ code: 'DEADLINE_PASSED', detail: 'no answer in time' }));
        });
        socket
          .once('close', callOff)
          .once('connect', () => resolve(ok(undefined)))
          .once('error', (error) => resolve(err({ code: 'UNREACHABLE', detail: reasonOf(error) })));
      },
    );
    socket.on('error', () => socket.destroy()).destroy();
    return opened.ok ? opened : err({ ...opened.error, failedAt: this.#clock.monotonic() });
  }

  #notHttp(to: Address): Result<never, SendFailure> {
    const detail = `${cut(to, 200)} is not an http or https address`;
    return err({ code: 'UNREACHABLE', detail, failedAt: this.#clock.monotonic() });
  }

  /** Closes the connections that no request waits on. */
  close(): void {
    for (const pool of this.#pools.values()) pool.close();
  }

  #learn(address: Address): Target | undefined {
    const url = httpUrl(address);
    if (url === undefined) return undefined;
    if (this.#targets.size >= this.#limits.maxAddresses) {
      this.close();
      this.#targets.clear();
      this.#pools.clear();
    }
    const pool = this.#pools.get(url.origin) ?? new HttpPool(placeOf(url, this.#rules, this.#clock), this.#limits);
    this.#pools.set(url.origin, pool);
    const head = [
      `POST ${url.pathname}${url.search} HTTP/1.1`,
      `host: ${url.host}`,
      'accept: application/json',
      'content-type: application/json',
      'content-length: ',
    ].join('\r\n');
    const target = { pool, head };
    this.#targets.set(address, target);
    return target;
  }
}

function httpUrl(address: Address): URL | undefined {
  const url = URL.parse(address);
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url : undefined;
}

function placeOf(url: URL, rules: ReachRules, clock: Clock): HttpPlace {
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

/** A text to be sent, and until when its answer counts. */
interface Sending extends SendOptions {
  readonly text: string;
  readonly deadline: Monotonic;
}

/** One text on its way and its answer on the way back. */
class Exchange implements HttpCaller {
  readonly #clock: Clock;
  readonly #target: Target;
  readonly #text: string;
  readonly #deadline: Monotonic;
  readonly #onLate: OnLate | undefined;
  readonly #isAlone: boolean;
  #isOver = false;
  #connection: HttpConnection;
  #sentAt: Monotonic | undefined;
  /** Until the bytes have left. */
  readonly #watch: LoopWatch;
  /** The handshake that is under way: since when, and what this process had stood still by then. */
  #handshake: { readonly since: Monotonic; readonly stoodMs: number } | undefined;
  #handshakeMs = 0;
  #callOff!: () => void;
  #resolve!: (result: Result<Reply, SendFailure>) => void;

  constructor(clock: Clock, target: Target, { text, deadline, onLate, alone = false }: Sending) {
    this.#clock = clock;
    this.#target = target;
    this.#text = text;
    this.#deadline = deadline;
    this.#onLate = onLate;
    this.#isAlone = alone;
    this.#watch = clock.watch();
    this.#connection = alone ? target.pool.open() : target.pool.take();
  }

  run(): Promise<Result<Reply, SendFailure>> {
    return new Promise((resolve) => {
      this.#resolve = resolve;
      this.#callOff = oncePassed(this.#clock, this.#deadline, () => {
        this.#isOver = true;
        this.#connection.expire(this.#onLate !== undefined);
        this.#fail('DEADLINE_PASSED', 'no answer in time');
      });
      this.#connection.request(this.#target, this.#text, this);
    });
  }

  connecting(): void {
    this.#handshake ??= { since: this.#clock.monotonic(), stoodMs: this.#watch.stoodMs() };
  }

  connected(): void {
    if (this.#handshake === undefined) return;
    const { since, stoodMs } = this.#handshake;
    this.#handshake = undefined;
    this.#handshakeMs += Math.max(0, this.#clock.monotonic() - since - (this.#watch.stoodMs() - stoodMs));
  }

  written(): void {
    this.#sentAt ??= this.#clock.monotonic();
    this.#watch.end();
  }

  /** Whose the time was before the bytes left, or until it was given up. */
  #departure(): { readonly departure?: Departure } {
    this.#watch.end();
    this.connected();
    const [handshakeMs, stoodMs] = [this.#handshakeMs, this.#watch.stoodMs()];
    return handshakeMs === 0 && stoodMs === 0 ? {} : { departure: { handshakeMs, stoodMs } };
  }

  replied({ status, text }: HttpReply, reusable: boolean): void {
    const { isFirst } = this.#connection;
    if (reusable) this.#connection.release(!this.#isAlone);
    if (this.#isOver) {
      this.#onLate?.(this.#clock.monotonic());
      return;
    }
    if (status >= 300) {
      const detail = text === '' ? `HTTP ${status}` : `HTTP ${status}: ${cut(text, WORDS_OF_A_REFUSAL)}`;
      this.#fail(
        'REFUSED',
        detail,
        status < 400 || text === '' ? { status } : { status, text, ...(isFirst ? { alone: true } : {}) },
      );
      return;
    }
    this.#callOff();
    const receivedAt = this.#clock.monotonic();
    const connection = this.#connection;
    const distrust = () => connection.breakOff();
    const sentAt = this.#sentAt ?? receivedAt;
    const said = { text: text === '' ? undefined : text, sentAt, ...this.#departure(), receivedAt, distrust };
    this.#resolve(ok(isFirst ? { ...said, alone: true } : said));
  }

  broke(fault: HttpFault, unheard: boolean): void {
    if (this.#isOver) return;
    if (!unheard) {
      this.#fail(
        fault.code,
        fault.detail,
        fault.code === 'UNREACHABLE' && this.#sentAt !== undefined ? { hungUp: true } : {},
      );
      return;
    }
    // The server closed a kept connection while our request was on its way. It may have read the request
    // all the same, which is safe: a message of ours that comes twice is answered twice and counts once.
    // A connection that is new cannot break like this, so this ends. The bytes have left with the first: a peer that
    // reads a request, waits and hangs up gets no more time by it.
    this.#connection = this.#target.pool.open();
    this.#connection.request(this.#target, this.#text, this);
  }

  #fail(
    code: SendFailure['code'],
    detail: string,
    how: Pick<SendFailure, 'status' | 'text' | 'alone' | 'hungUp'> = {},
  ): void {
    this.#callOff();
    const sent = this.#sentAt === undefined ? undefined : { sentAt: this.#sentAt };
    this.#resolve(err({ code, detail, ...how, ...sent, ...this.#departure(), failedAt: this.#clock.monotonic() }));
  }
}
