/** One HTTP server: takes posted texts, gives them to whoever listens at the path, and posts back the answers. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../core/clock.ts';
import { err, ok, type Result } from '../core/result.ts';
import type { HttpLimits } from './http_limits.ts';
import type { Answer, ListenFailure, Origin } from './transport.ts';
import { joined, textOf } from './utf8.ts';

/** Gets whatever is not a POST to a path where somebody listens; says whether it has taken care of it. Never rejects. */
export type Rest = (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>;

export interface HttpServerOptions {
  readonly clock: Clock;
  readonly limits: HttpLimits;
  readonly rest?: Rest;
}

// Imported, it would also load WebSocket, fetch and all, which makes every process start 50 ms later.
const { createServer } = process.getBuiltinModule('node:http');
const NO_BODY = { 'content-length': 0 };
const JSON_TYPE = /^application\/json[ \t]*(?:;|$)/i;
const BEARER = /^bearer +(\S+)$/i;
/** So much of a body that is too long is still read, because who is cut off while sending does not see why. */
const POLITE_BYTES = 1_048_576;

/** A server on one host and port, shared by those who listen at its paths. */
export class HttpServer {
  readonly #options: HttpServerOptions;
  readonly #server: Server;
  readonly #answers = new Map<string, Answer>();
  #isClosing = false;

  /** Starts listening; port 0 is any free one. */
  static open(host: string, port: number, options: HttpServerOptions): Promise<Result<HttpServer, ListenFailure>> {
    const { promise, resolve } = Promise.withResolvers<Result<HttpServer, ListenFailure>>();
    const server = new HttpServer(options);
    const failed = (error: NodeJS.ErrnoException): void => {
      const taken = error.code === 'EADDRINUSE';
      const detail = taken ? `port ${port} of ${host} is in use` : error.message;
      resolve(err({ code: taken ? 'PORT_IN_USE' : 'INVALID_ADDRESS', detail }));
    };
    server.#server.once('error', failed).listen(port, host, () => {
      server.#server.off('error', failed);
      resolve(ok(server));
    });
    return promise;
  }

  private constructor(options: HttpServerOptions) {
    const { limits } = options;
    this.#options = options;
    this.#server = createServer(
      {
        headersTimeout: limits.headMs,
        requestTimeout: limits.requestMs,
        connectionsCheckingInterval: limits.checkMs,
        keepAliveTimeout: limits.serverIdleMs,
        maxHeaderSize: limits.maxHeadBytes,
        noDelay: true,
      },
      (request, response) => this.#receive(request, response),
    );
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get isUnused(): boolean {
    return this.#answers.size === 0;
  }

  /** Gives the texts posted to a path to `answer`; false when somebody has that path already. */
  add(path: string, answer: Answer): boolean {
    if (this.#answers.has(path)) return false;
    this.#answers.set(path, answer);
    return true;
  }

  remove(path: string): void {
    this.#answers.delete(path);
  }

  /** Stops accepting at once; answers that are being made have a moment to leave. Resolves when the port is free. */
  async close(): Promise<void> {
    this.#isClosing = true;
    const callOff = this.#options.clock.after(this.#options.limits.closingMs, () => this.#server.closeAllConnections());
    await new Promise((resolve) => this.#server.close(resolve));
    callOff();
  }

  #receive(request: IncomingMessage, response: ServerResponse): void {
    const path = pathOf(request);
    if (request.method !== 'POST' || !this.#answers.has(path)) {
      void this.#handOn(request, response, path);
      return;
    }
    if (!JSON_TYPE.test(request.headers['content-type'] ?? '')) {
      refuse(response, 415);
      return;
    }
    const { maxRequestBytes } = this.#options.limits;
    const pieces: Buffer[] = [];
    let size = 0;
    request.on('data', (piece: Buffer) => {
      size += piece.length;
      if (size <= maxRequestBytes) pieces.push(piece);
      else if (size > maxRequestBytes + POLITE_BYTES) refuse(response, 413, { connection: 'close' });
    });
    request.on('end', () => {
      const answer = this.#answers.get(path);
      if (size > maxRequestBytes) refuse(response, 413);
      else if (answer === undefined) refuse(response, 404);
      else void this.#reply(response, answer(textOf(joined(pieces)), this.#originOf(request)));
    });
  }

  async #reply(response: ServerResponse, answering: ReturnType<Answer>): Promise<void> {
    const text = await answering;
    if (this.#isClosing) response.setHeader('connection', 'close');
    if (text === undefined) {
      response.writeHead(202, NO_BODY).end();
      return;
    }
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
    response.end(text);
  }

  async #handOn(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const { rest } = this.#options;
    if (rest !== undefined && (await rest(request, response))) return;
    if (this.#answers.has(path)) refuse(response, 405, { allow: 'POST' });
    else refuse(response, 404);
  }

  #originOf(request: IncomingMessage): Origin {
    const address = (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
    const receivedAt = this.#options.clock.monotonic();
    const bearer = BEARER.exec(request.headers.authorization ?? '')?.[1];
    return bearer === undefined ? { address, receivedAt } : { address, bearer, receivedAt };
  }
}

function pathOf({ url = '/' }: IncomingMessage): string {
  const query = url.indexOf('?');
  return query < 0 ? url : url.slice(0, query);
}

/** One line for whoever writes a client; plain ASCII, so that its length is its size. */
const WHY: { readonly [status: number]: string } = {
  404: 'nobody listens here; post to /mcp',
  405: 'use POST',
  413: 'the body is too large',
  415: 'the body must be JSON: send it with content-type: application/json',
};

function refuse(response: ServerResponse, status: number, headers: { readonly [name: string]: string } = {}): void {
  if (response.headersSent) return;
  const line = `${WHY[status] ?? 'refused'}\n`;
  response.writeHead(status, { 'content-type': 'text/plain', 'content-length': line.length, ...headers }).end(line);
}
