/** One HTTP server: takes posted texts, gives them to the listener at the path, and posts back the answers. */

import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http';
import type { Server as TlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Clock } from '../../../core/clock.ts';
import { cut } from '../../../core/json.ts';
import type { Overload } from '../../../core/limits.ts';
import { err, ok, type Result } from '../../../core/result.ts';
import type { HttpAsked, SideProtocol } from '../side_protocol.ts';
import type { Answer, Origin, Refused } from '../transport.ts';
import { type ClientConnection, ConnectionLimits } from './connection_limits.ts';
import type { CallerCheck } from './forwarded.ts';
import {
  faultInHead,
  HostCheck,
  type HostRules,
  isHealthCheck,
  plainRefusal,
  type RefusalStatus,
  type RefusalText,
  sendHealth,
  sendRefusal,
  takeTargetApart,
} from './hosts.ts';
import {
  answerMarks,
  awaitReader,
  bodyFault,
  hangUpOf,
  isHinted,
  originOf,
  pathOf,
  plainPath,
  takeIn,
  turnOf,
} from './incoming.ts';
import type { HttpLimits } from './limits.ts';
import { callerFault, type Tls } from './tls.ts';
import { answerUnreadable, createTlsServer, type HttpParseFault, SPEAKS_HTTP, SPEAKS_TLS } from './tls_server.ts';

/** A request and its answer, for parts that answer what is no message. */
export type HttpRequest = IncomingMessage;
export type HttpResponse = ServerResponse;

/**
 * Gets a request that is no POST to a listener's path; says whether it has taken care of it. Where it rejects, which is a
 * bug, its caller gets no answer. A stream that stays open calls `asked.settled` once it has begun: from then on it is none of the requests that are being answered.
 */
export type Rest = ((request: HttpRequest, response: HttpResponse, asked: HttpAsked) => boolean | Promise<boolean>) & {
  /** Ends its streams: the server closes, and waits for no reader. */
  readonly close?: () => void;
  /** What `/health` says; undefined: that all is well. */
  readonly health?: () => string | undefined;
};

export interface HttpServerOptions extends HostRules {
  readonly clock: Clock;
  readonly limits: HttpLimits;
  readonly rest?: Rest;
  /** The words of refusals; without it they are plain ones. */
  readonly refusalText?: RefusalText;
  /** Its certificate: it speaks TLS, and nothing else. */
  readonly tls?: Tls | undefined;
  /** Reads whom a request was passed on for; without it, callers are known by their connections alone. */
  readonly callers?: CallerCheck | undefined;
}

// Imported, it would also load WebSocket, fetch and all, which makes every process start 50 ms later.
const { createServer } = process.getBuiltinModule('node:http');
const NO_BODY = { 'content-length': 0 };
const OVERLOADS = { caller: 429, here: 503 } as const satisfies { readonly [O in Overload]: RefusalStatus };
const CLOSE = { connection: 'close' };
/** Streams of a session, and its end. */
const SIDE_METHODS: ReadonlySet<string> = new Set(['GET', 'DELETE']);
/** Of a path that a sender chose. */
const SHOWN_LENGTH = 80;
const CHANGED = 'the body is another than the one that was passed on';
const CRUMBLED = 'the body comes in too many small pieces; send larger ones';

/** The listener at a path. */
interface PathListener {
  readonly answer: Answer;
  readonly side: SideProtocol | undefined;
}

/** An error with the code that the system gave it. */
export type SystemError = NodeJS.ErrnoException;

/** A server on one host and port, shared by the listeners at its paths. */
export class HttpServer {
  readonly #options: HttpServerOptions;
  readonly #server: Server | TlsServer;
  readonly #listeners = new Map<string, PathListener>();
  readonly #connections: ConnectionLimits;
  readonly #hosts: HostCheck;
  readonly #text: RefusalText;
  #isClosing = false;

  /** Starts listening; port 0 is any free one. */
  static open(host: string, port: number, options: HttpServerOptions): Promise<Result<HttpServer, SystemError>> {
    const { promise, resolve } = Promise.withResolvers<Result<HttpServer, SystemError>>();
    const server = new HttpServer(options);
    const failed = (error: SystemError): void => resolve(err(error));
    server.#server.once('error', failed).listen(port, host, () => {
      server.#server.off('error', failed);
      resolve(ok(server));
    });
    return promise;
  }

  private constructor(options: HttpServerOptions) {
    const { limits, clock } = options;
    this.#options = options;
    this.#connections = new ConnectionLimits(clock, limits);
    this.#hosts = new HostCheck(options);
    this.#text = options.refusalText ?? plainRefusal;
    const settings: ServerOptions = {
      headersTimeout: limits.headMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: limits.checkMs,
      keepAliveTimeout: limits.serverIdleMs,
      maxHeaderSize: limits.maxHeadBytes,
      noDelay: true,
    };
    this.#server = options.tls === undefined ? this.#plainServer(settings) : this.#tlsServer(options.tls, settings);
    this.#server.on('clientError', (error: HttpParseFault, socket) => {
      const connection = this.#connections.find(socket as Socket);
      // Failures in the middle of a TLS handshake are handled by createTlsServer.
      if (connection === undefined) return;
      const reason = callerFault(error);
      if (options.tls !== undefined && reason !== undefined) this.#tellHandshake('TLS', connection, reason);
      const isTls = answerUnreadable(error, connection.socket, connection.pending > 0);
      if (isTls) this.#tellHandshake('HTTP 400', connection, SPEAKS_HTTP);
    });
  }

  #plainServer(settings: ServerOptions): Server {
    const server = createServer(settings, (request, response) => this.#receive(request, response));
    return server.on('connection', (socket) => void this.#connections.arrive(socket));
  }

  #tlsServer(tls: Tls, http: ServerOptions): TlsServer {
    return createTlsServer(
      {
        ...{ tls, http, connections: this.#connections },
        plainHttpBody: () => this.#text(400, SPEAKS_TLS),
        onFailedHandshake: (connection, reason) => this.#tellHandshake('TLS', connection, reason),
      },
      (request, response) => this.#receive(request, response),
    );
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get isUnused(): boolean {
    return this.#listeners.size === 0;
  }

  /** Gives the texts posted to a path to `answer`, unless the side protocol wants them; false when the path has a listener already. */
  add(path: string, answer: Answer, side?: SideProtocol): boolean {
    if (this.#listeners.has(path)) return false;
    this.#listeners.set(path, { answer, side });
    return true;
  }

  remove(path: string): void {
    this.#listeners.delete(path);
  }

  /** Stops accepting at once; answers that are being made have a moment to leave. Resolves when the port is free. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#options.rest?.close?.();
    this.#connections.closeSilent();
    const callOff = this.#options.clock.after(this.#options.limits.closingMs, () => this.#server.closeAllConnections());
    await new Promise((resolve) => this.#server.close(resolve));
    callOff();
  }

  #receive(request: IncomingMessage, response: ServerResponse): void {
    const connection = this.#connections.of(request.socket);
    const passed = this.#options.callers?.read(request);
    const caller = passed?.ok === true ? this.#connections.behind(connection, passed.value) : connection;
    this.#hosts.share(request, response);
    const overload = this.#connections.begin(caller);
    if (overload !== undefined) {
      this.#refuse(response, OVERLOADS[overload], undefined, caller.rejectReason === undefined ? {} : CLOSE);
      return;
    }
    takeTargetApart(request);
    const fault = faultInHead(request);
    // The server that passes a request on has looked at its host.
    const isOurs = fault !== undefined || passed?.ok === true;
    const asked = isOurs ? undefined : this.#hosts.objection(request.headers.host, request.headers.origin);
    const unproven = passed?.ok === false ? passed.error : undefined;
    const objection = unproven?.why ?? asked;
    if (fault !== undefined || objection !== undefined) {
      this.#connections.end(caller, 0);
      const answeredWith = fault === undefined ? unproven?.headers : CLOSE;
      this.#refuse(response, fault ?? unproven?.status ?? 403, objection, answeredWith);
      return;
    }
    if (this.#hosts.answerPreflight(request, response)) {
      this.#connections.end(caller, 0);
      awaitReader(response, caller.socket, this.#options);
      return;
    }
    const path = this.#pathOf(request);
    if (isHealthCheck(request, path)) {
      this.#connections.end(caller, 0);
      sendHealth(response, this.#options.rest?.health?.());
    } else if (request.method === 'POST' && this.#listeners.has(path)) this.#takePost(request, response, caller);
    else this.#handOn(request, response, path, caller);
  }

  /** The path of the listener that a request is for, in any case and with a slash at its end; without one, its own. */
  #pathOf(request: IncomingMessage): string {
    const path = pathOf(request);
    if (this.#listeners.has(path)) return path;
    const plain = plainPath(path);
    for (const [known, { answer }] of this.#listeners)
      if (plainPath(known) === plain || (answer.alsoAt === plain && request.method === 'POST')) return known;
    return path;
  }

  #takePost(request: IncomingMessage, response: ServerResponse, caller: ClientConnection): void {
    const fault = bodyFault(request);
    if (fault !== undefined) {
      this.#connections.end(caller, 0);
      this.#note(request, originOf(request, caller, this.#options.clock), 415, fault.noted);
      this.#refuse(response, 415, fault.why, fault.headers);
      return;
    }
    const give = (text: string, settled: () => void) => void this.#answer(request, response, text, { caller, settled });
    this.#read(request, response, caller, give);
  }

  #read(
    request: IncomingMessage,
    response: ServerResponse,
    caller: ClientConnection,
    whole: (text: string, settled: () => void) => void,
  ): void {
    const { maxRequestBytes: maxBytes } = this.#options.limits;
    takeIn(
      request,
      { connections: this.#connections, caller, maxBytes },
      {
        whole: (text, settled) => {
          if (caller.by?.caller.isBody(text) === false) {
            settled();
            this.#refuse(response, 400, CHANGED);
          } else whole(text, settled);
        },
        tooLong: (endless) => this.#refuse(response, 413, undefined, endless ? CLOSE : {}),
        crumbled: () => this.#refuse(response, 413, CRUMBLED, CLOSE),
        noRoom: (overload) => this.#refuse(response, OVERLOADS[overload], undefined, CLOSE),
      },
    );
  }

  async #answer(
    request: IncomingMessage,
    response: ServerResponse,
    text: string,
    { caller, settled }: { readonly caller: ClientConnection; readonly settled: () => void },
  ): Promise<void> {
    const path = this.#pathOf(request);
    const listener = this.#listeners.get(path);
    if (listener === undefined) {
      settled();
      // It was there when the request began.
      return this.#refuse(response, 503);
    }
    const { answer, side } = listener;
    const sender = originOf(request, caller, this.#options.clock);
    if (side?.wants(text, isHinted(request)) === true) {
      await side.http(request, response, text, { origin: sender, settled });
      return settled();
    }
    const { status, tooMany, unreadable } = answerMarks();
    const waits = () => {
      settled();
      return hangUpOf(response);
    };
    const origin = { ...sender, tooMany, unreadable, waits };
    const called = pathOf(request);
    const said = await answer(text, called === path ? origin : { ...origin, path: called });
    settled();
    if (this.#isClosing) response.setHeader('connection', 'close');
    if (said === undefined) return void response.writeHead(202, NO_BODY).end();
    response.writeHead(status(), { 'content-type': 'application/json', 'content-length': Buffer.byteLength(said) });
    response.end(said);
    if (caller.socket.writableLength > 0 || response.socket === null)
      awaitReader(response, caller.socket, this.#options);
  }

  /** Counts a request out that is no message, at the latest when it was answered. */
  #handOn(request: IncomingMessage, response: ServerResponse, path: string, caller: ClientConnection): void {
    const { settled, body } = turnOf(
      request,
      () => this.#connections.end(caller, 0),
      (whole) => this.#read(request, response, caller, whole),
    );
    const side = this.#listeners.get(path)?.side;
    const origin = originOf(request, caller, this.#options.clock);
    const asked = { origin, settled, body, isPassedOn: caller.by !== undefined };
    const answered =
      side !== undefined && SIDE_METHODS.has(request.method ?? '')
        ? side.http(request, response, undefined, asked)
        : this.#leaveToRest(request, response, { path, asked, caller });
    const failed = (cause: unknown): void => {
      this.#note(request, asked.origin, 500, String(cause instanceof Error ? cause.message : cause));
      response.destroy();
    };
    void answered.catch(failed).finally(settled);
  }

  async #leaveToRest(
    request: IncomingMessage,
    response: ServerResponse,
    { path, asked, caller }: { readonly path: string; readonly asked: HttpAsked; readonly caller: ClientConnection },
  ): Promise<void> {
    const { rest } = this.#options;
    if (rest !== undefined && (await rest(request, response, asked))) {
      if (response.writableEnded) awaitReader(response, caller.socket, this.#options);
      return;
    }
    if (this.#listeners.has(path)) {
      this.#note(request, asked.origin, 405, 'only POST is answered here');
      this.#refuse(response, 405, undefined, { allow: 'POST' });
    } else {
      const [right] = [...this.#listeners.values()].flatMap(({ answer }) => answer.right ?? []);
      const why = `nothing listens at this path${right === undefined ? '' : `; ${right}`}`;
      this.#note(request, asked.origin, 404, why);
      this.#refuse(response, 404, right === undefined ? undefined : why);
    }
  }

  /** Tells the listener of the path; of a path without one, the listener that has been here longest. */
  #note(request: IncomingMessage, origin: Origin, status: RefusalStatus | 500, detail: string): void {
    const path = pathOf(request);
    const what = cut(`${request.method} ${path}`, SHOWN_LENGTH);
    this.#tell(what, { code: `HTTP ${status}`, detail }, origin, this.#listeners.get(path));
  }

  #tell(what: string, refused: Refused, origin: Origin, listener?: PathListener): void {
    const [first] = this.#listeners.values();
    (listener ?? first)?.answer.onRefused?.(what, refused, origin);
  }

  #tellHandshake(code: string, { address }: ClientConnection, detail: string): void {
    this.#tell('a TLS handshake', { code, detail }, { address, receivedAt: this.#options.clock.monotonic() });
  }

  #refuse(
    response: ServerResponse,
    status: RefusalStatus,
    why?: string,
    headers: { readonly [name: string]: string } = {},
  ): void {
    sendRefusal(response, status, { text: this.#text, why, headers });
    awaitReader(response, response.req.socket, this.#options);
  }
}
