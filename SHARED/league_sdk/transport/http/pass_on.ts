/** Passes requests on to another server, in the name of their callers, and streams the answers back. */
import type { Agent, IncomingMessage, RequestOptions, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { type Clock, later } from '../../../core/clock.ts';
import type { Entropy } from '../../../core/entropy.ts';
import type { HttpAsked } from '../side_protocol.ts';
import type { Address } from '../transport.ts';
import { endpointOf, type HttpEndpoint, openSocket } from './connection.ts';
import { CALLER_HEADER, callerHeader, ELSEWHERE } from './forwarded.ts';
import { plainRefusal, type RefusalText, sendRefusal } from './hosts.ts';
import { isHinted } from './incoming.ts';
import { HTTP_LIMITS } from './limits.ts';
import type { Tls } from './tls.ts';

/** A server that takes what is passed on. */
export interface Destination {
  readonly address: Address;
  /** The secret of the league it serves, which vouches for callers. */
  readonly secret: string;
}

/** Says where requests go at present; those that wait for an answer go on from an old place to the new one. */
export class Signpost {
  #now: Destination | undefined;
  readonly #hearing = new Set<() => void>();

  get now(): Destination | undefined {
    return this.#now;
  }

  /** Points elsewhere, or nowhere for a while. */
  point(to: Destination | undefined): void {
    if (this.#now?.address === to?.address && this.#now?.secret === to?.secret) return;
    this.#now = to;
    for (const hear of [...this.#hearing]) hear();
  }

  /** Hears whenever it points elsewhere, until what is returned is called. */
  onChange(hear: () => void): () => void {
    this.#hearing.add(hear);
    return () => void this.#hearing.delete(hear);
  }
}

export interface PassOnOptions {
  readonly clock: Clock;
  readonly entropy: Entropy;
  /** The TLS of this process. */
  readonly tls?: Tls | undefined;
  /** The words of refusals; without it they are plain ones. */
  readonly refusalText?: RefusalText;
  /** How long a request waits for a place that takes it. */
  readonly waitMs?: number;
}

/** How one request is passed on. */
export interface PassOnHow {
  readonly to: Signpost;
  /** The path and query to ask for there; absent: those that were asked for here. */
  readonly as?: string;
  /** What is waited for where there is no place, in words. */
  readonly awaited: string;
}

/** Longer than it takes until another leads. */
const WAIT_MS = 7_000;
const AGAIN_MS = 200;
const OF_ONE_CONNECTION = ['connection', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade'];
const NOT_ASKED_WITH = new Set([
  ...['host', 'expect', 'content-length', 'proxy-authorization', CALLER_HEADER],
  ...OF_ONE_CONNECTION,
]);
const NOT_ANSWERED_WITH = new Set(['proxy-authenticate', ...OF_ONE_CONNECTION]);
/** `unheard`: not a byte of an answer came, and the request may be repeated; `lost`: it may not. */
type Outcome = 'answered' | 'unheard' | 'lost';
interface Attempt {
  readonly text: string | undefined;
  readonly path: string;
  readonly to: Destination;
  readonly post: Signpost;
}

/** Passes on by connections that are kept for the next request. */
export class PassingOn {
  readonly #options: PassOnOptions;
  #kept: Agent | undefined;

  constructor(options: PassOnOptions) {
    this.#options = options;
  }

  /**
   * Passes a request on, with its body; resolves when the answer has begun. A place that is not there, or changes before
   * it has answered, is waited for: the caller sees a slower answer. Messages of a league can be repeated; what a client
   * of MCP asks is repeated only where nothing of it can have arrived.
   */
  async take(request: IncomingMessage, response: ServerResponse, asked: HttpAsked, how: PassOnHow): Promise<true> {
    const { clock, waitMs = WAIT_MS, refusalText: text = plainRefusal } = this.#options;
    const hasBody = request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length']) > 0;
    const body = hasBody ? await asked.body?.() : undefined;
    if (response.headersSent || response.destroyed) return true;
    // The server that passed it on looks again for itself: no request goes round in circles.
    if (asked.isPassedOn === true) return refuse('it is not here', ELSEWHERE);
    const path = how.as ?? request.url ?? '/';
    for (let until = later(clock.monotonic(), waitMs); clock.monotonic() < until; ) {
      const to = how.to.now;
      if (to !== undefined) {
        const outcome = await this.#attempt(request, response, asked, { text: body, path, to, post: how.to });
        if (outcome === 'answered' || response.destroyed) return true;
        if (outcome === 'lost') return refuse('it was lost before it had answered; ask again');
      }
      // However long the old place was silent, the new one has its time.
      if (how.to.now === to) await this.#changed(how.to);
      else until = later(clock.monotonic(), waitMs);
      if (response.destroyed) return true;
    }
    return refuse('none is there yet; ask again');

    function refuse(why: string, headers = {}): true {
      sendRefusal(response, 503, { text, why: `this server passes on to ${how.awaited}: ${why}`, headers });
      return true;
    }
  }

  /** Resolves when a signpost points elsewhere, or after a while. */
  #changed(post: Signpost): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const callOff = this.#options.clock.after(AGAIN_MS, resolve);
    const stop = post.onChange(resolve);
    return promise.finally(() => {
      callOff();
      stop();
    });
  }

  /** Closes the kept connections. */
  close(): void {
    this.#kept?.destroy();
    this.#kept = undefined;
  }

  #attempt(request: IncomingMessage, response: ServerResponse, asked: HttpAsked, of: Attempt): Promise<Outcome> {
    const { method = 'GET' } = request;
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    const header = callerHeader(
      { secret: of.to.secret, address: asked.origin.address },
      { method, target: of.path, text: of.text },
      this.#options,
    );
    const { request: ask } = process.getBuiltinModule('node:http');
    const asking = ask({
      ...this.#endpointOf(of.to.address),
      method,
      path: of.path,
      headers: {
        ...without(request.headers, NOT_ASKED_WITH),
        host: new URL(of.to.address).host,
        [CALLER_HEADER]: header,
        ...(of.text === undefined ? {} : { 'content-length': Buffer.byteLength(of.text) }),
      },
    });
    let isConnected = false;
    const stop = of.post.onChange(() => asking.destroy(new Error('it goes elsewhere')));
    void promise.finally(stop);
    const leave = () => void asking.destroy();
    asking.once('socket', (socket) => {
      isConnected = !socket.connecting;
      // A kept connection would collect listeners that never hear anything.
      if (isConnected) return;
      socket.once('connect', () => {
        isConnected = true;
      });
    });
    asking.on('error', () => {
      const isRepeatable = !isConnected || !isHinted(request);
      response.off('close', leave);
      resolve(isRepeatable ? 'unheard' : 'lost');
    });
    asking.once('response', (answer) => {
      if (answer.headers[CALLER_HEADER] === ELSEWHERE[CALLER_HEADER]) {
        answer.resume();
        response.off('close', leave);
        resolve('unheard');
        return;
      }
      asked.settled();
      response.writeHead(answer.statusCode ?? 502, without(answer.headers, NOT_ANSWERED_WITH));
      this.#stream(answer, response, of.post);
      resolve('answered');
    });
    response.once('close', leave);
    asking.end(of.text);
    return promise;
  }

  /** Streams an answer as fast as it is read; one that is not read, or comes from an old place, is cut off. */
  #stream(answer: IncomingMessage, response: ServerResponse, post: Signpost): void {
    const { clock } = this.#options;
    let callOff = () => {};
    const cut = () => void (answer.complete || response.destroy());
    const stop = post.onChange(cut);
    response.flushHeaders();
    answer
      .on('data', (piece: Buffer) => {
        if (response.write(piece)) return;
        answer.pause();
        callOff = clock.after(HTTP_LIMITS.unreadMs, () => response.destroy());
      })
      .once('end', () => response.end())
      .once('error', cut)
      .once('close', cut);
    response
      .on('drain', () => {
        callOff();
        answer.resume();
      })
      .once('close', () => {
        callOff();
        stop();
      });
  }

  #endpointOf(address: Address): RequestOptions {
    const { tls, clock } = this.#options;
    // The league has chosen the address.
    const guard = () => undefined;
    const endpoint = endpointOf(new URL(address), { guard, tls }, clock);
    // The connection is what is secure; to the request it is one like any other.
    const { host, port } = endpoint;
    return { protocol: 'http:', host, port, agent: this.#agent(), endpoint } as RequestOptions;
  }

  #agent(): Agent {
    if (this.#kept !== undefined) return this.#kept;
    const { Agent } = process.getBuiltinModule('node:http');
    const open = (options: object): Duplex => openSocket((options as { readonly endpoint: HttpEndpoint }).endpoint);
    const made = new Agent({ keepAlive: true, timeout: HTTP_LIMITS.clientIdleMs });
    this.#kept = Object.assign(made, { createConnection: open });
    return made;
  }
}

/** The headers without these, and without those that belong to one connection by their own word. */
function without(
  headers: IncomingMessage['headers'],
  dropped: ReadonlySet<string>,
): { [name: string]: string | string[] } {
  const own = new Set(
    String(headers.connection ?? '')
      .split(',')
      .map((name) => name.trim().toLowerCase()),
  );
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || dropped.has(name) || own.has(name) ? [] : [[name, value]],
    ),
  );
}
