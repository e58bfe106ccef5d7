/** The HTTP client: posts a text, returns the answer, and measures when the bytes left. */
import { type Clock, type LoopWatch, type Monotonic, oncePassed } from '../../../core/clock.ts';
import { cut } from '../../../core/json.ts';
import { err, ok, type Result } from '../../../core/result.ts';
import type { Address, Departure, OnLate, Reply, SendFailure, SendOptions, Transport } from '../transport.ts';
import {
  endpointOf,
  type HttpConnection,
  httpUrl,
  openSocket,
  type ReachRules,
  type RequestEvents,
  reasonOf,
} from './connection.ts';
import type { HttpLimits } from './limits.ts';
import { HttpPool } from './pool.ts';
import type { HttpFault, HttpReply } from './reply.ts';

/** A known address: its connections, and the head of its requests up to the length of the body. */
interface Target {
  readonly pool: HttpPool;
  readonly head: string;
}

/** Characters of a refusal's body that its failure repeats. */
const SHOWN_REFUSAL = 300;

/** Posts texts to http and https addresses over keep-alive connections. Redirects are never followed. */
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

  /** Never rejects, and leaves no timer behind. */
  send(...[to, text, deadline, options]: Parameters<Transport['send']>): ReturnType<Transport['send']> {
    const target = this.#targets.get(to) ?? this.#learn(to);
    if (target !== undefined) return new Exchange(this.#clock, target, { ...options, text, deadline }).run();
    return Promise.resolve(this.#notHttp(to));
  }

  /** Opens a connection and closes it without a word. */
  async knock(to: Address, deadline: Monotonic): Promise<Result<void, SendFailure>> {
    const url = httpUrl(to);
    if (url === undefined) return this.#notHttp(to);
    const socket = openSocket(endpointOf(url, this.#rules, this.#clock));
    const opened = await new Promise<Result<void, { readonly code: SendFailure['code']; readonly detail: string }>>(
      (resolve) => {
        const cancel = oncePassed(this.#clock, deadline, () => {
          resolve(err({ code: 'DEADLINE_PASSED', detail: 'no answer in time' }));
        });
        socket
          .once('close', cancel)
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

  /** Closes the connections without a waiting request. */
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
    const pool = this.#pools.get(url.origin) ?? new HttpPool(endpointOf(url, this.#rules, this.#clock), this.#limits);
    this.#pools.set(url.origin, pool);
    const head = [
      `POST ${url.pathname}${url.search} HTTP/1.1`,
      `host: ${url.host}`,
      'accept: application/json',
      'content-type: application/json',
      '',
    ].join('\r\n');
    const target = { pool, head };
    this.#targets.set(address, target);
    return target;
  }
}

interface Sending extends SendOptions {
  readonly text: string;
  readonly deadline: Monotonic;
}

/** One request and its answer. */
class Exchange implements RequestEvents {
  readonly #clock: Clock;
  readonly #target: Target;
  readonly #text: string;
  readonly #deadline: Monotonic;
  readonly #onLate: OnLate | undefined;
  readonly #isAlone: boolean;
  #isExpired = false;
  #connection: HttpConnection;
  #sentAt: Monotonic | undefined;
  /** Runs until the bytes have left. */
  readonly #watch: LoopWatch;
  /** The handshake under way: its begin, and how long this process had stood still by then. */
  #handshake: { readonly since: Monotonic; readonly stoodMs: number } | undefined;
  #handshakeMs = 0;
  #cancelDeadline!: () => void;
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
      this.#cancelDeadline = oncePassed(this.#clock, this.#deadline, () => {
        this.#isExpired = true;
        // A late answer comes, if at all, to a request whose bytes have left.
        if (this.#onLate !== undefined && this.#connection.isSent) this.#target.pool.awaitLate(this.#connection);
        else this.#connection.destroy();
        this.#fail('DEADLINE_PASSED', 'no answer in time');
      });
      this.#connection.request(this.#target.head, this.#text, this);
    });
  }

  onConnecting(): void {
    this.#handshake ??= { since: this.#clock.monotonic(), stoodMs: this.#watch.stoodMs() };
  }

  onConnected(): void {
    if (this.#handshake === undefined) return;
    const { since, stoodMs } = this.#handshake;
    this.#handshake = undefined;
    this.#handshakeMs += Math.max(0, this.#clock.monotonic() - since - (this.#watch.stoodMs() - stoodMs));
  }

  onSent(): void {
    this.#sentAt ??= this.#clock.monotonic();
    this.#watch.end();
  }

  /** The time before the bytes left, or until the request was given up. */
  #departure(): { readonly departure?: Departure } {
    this.#watch.end();
    this.onConnected();
    const [handshakeMs, stoodMs] = [this.#handshakeMs, this.#watch.stoodMs()];
    return handshakeMs === 0 && stoodMs === 0 ? {} : { departure: { handshakeMs, stoodMs } };
  }

  onReply({ status, text }: HttpReply, isReusable: boolean): void {
    const connection = this.#connection;
    const alone = connection.isFirst ? ({ alone: true } as const) : {};
    if (this.#isAlone) connection.destroy();
    else if (isReusable) this.#target.pool.release(connection);
    if (this.#isExpired) {
      this.#onLate?.(this.#clock.monotonic());
      return;
    }
    if (status >= 300) {
      const detail = text === '' ? `HTTP ${status}` : `HTTP ${status}: ${cut(text, SHOWN_REFUSAL)}`;
      this.#fail('REFUSED', detail, status < 400 || text === '' ? { status } : { status, text, ...alone });
      return;
    }
    this.#cancelDeadline();
    const receivedAt = this.#clock.monotonic();
    const distrust = () => connection.abort();
    const sentAt = this.#sentAt ?? receivedAt;
    const body = text === '' ? undefined : text;
    this.#resolve(ok({ text: body, sentAt, ...this.#departure(), receivedAt, distrust, ...alone }));
  }

  onFailure({ code, detail }: HttpFault, isStale: boolean): void {
    if (this.#isExpired) return;
    if (!isStale) {
      this.#fail(code, detail, code === 'UNREACHABLE' && this.#sentAt !== undefined ? { hungUp: true } : {});
      return;
    }
    // The server closed an idle connection while our request was on its way. The request may have been read all the
    // same, which is safe: a message of ours that comes twice is answered twice and counts once. A new connection is
    // never stale, so this ends. The first departure counts: a peer that reads a request, waits and hangs up gets no
    // more time by it.
    this.#connection = this.#target.pool.open();
    this.#connection.request(this.#target.head, this.#text, this);
  }

  #fail(
    code: SendFailure['code'],
    detail: string,
    extra: Pick<SendFailure, 'status' | 'text' | 'alone' | 'hungUp'> = {},
  ): void {
    this.#cancelDeadline();
    const sent = this.#sentAt === undefined ? undefined : { sentAt: this.#sentAt };
    this.#resolve(err({ code, detail, ...extra, ...sent, ...this.#departure(), failedAt: this.#clock.monotonic() }));
  }
}
