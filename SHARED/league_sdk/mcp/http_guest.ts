/** MCP over HTTP: the newest revision, which knows no sessions, and 2025 clients, which have theirs. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  createMcpHandler,
  isLegacyRequest,
  type McpHandlerRequestOptions,
  type McpHttpHandler,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { Clock } from '../core/clock.ts';
import type { Entropy } from '../core/entropy.ts';
import { isJsonArray, isJsonObject, type JsonFault, parseJson } from '../core/json.ts';
import { ok } from '../core/result.ts';
import type { Origin } from '../transport/transport.ts';
import type { Face } from './face.ts';
import type { McpLimits } from './limits.ts';
import { ORIGIN, type Shown, serveMcp } from './serve_mcp.ts';
import { mayBeBatch, Sessions } from './sessions.ts';
import { writeResponse } from './write_response.ts';

export interface HttpGuestOptions extends Shown {
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly limits: McpLimits;
}

/** One request on its way to its response. */
interface Exchange {
  readonly request: Request;
  readonly how: McpHandlerRequestOptions;
  readonly origin: Origin;
  /** Whether the client said that it can read a stream. */
  readonly takesStream: boolean;
  /** What is left to do when the response has been sent or given up. */
  readonly ends: (() => void)[];
}

const STREAM_TYPE = 'text/event-stream';
const MCP_HEADERS = /^(accept|content-type|last-event-id|mcp-.+)$/;
const NO_SESSION = 'Session not found: it has ended, or never was; begin anew with initialize';

/** The conversations of one agent with all its clients over HTTP. */
export class HttpGuest {
  readonly #options: HttpGuestOptions;
  readonly #face: Face;
  readonly #newest: McpHttpHandler;
  readonly #sessions: Sessions;
  /** Those that answer one request. */
  readonly #once = new Set<McpServer>();
  readonly #stopTelling: (() => void) | undefined;
  #exchanges = 0;
  #isClosed = false;

  constructor(face: Face, options: HttpGuestOptions) {
    const { limits } = options;
    this.#options = options;
    this.#face = face;
    this.#newest = createMcpHandler(() => serveMcp(face, { ...options, updates: 'none' }), {
      legacy: 'reject',
      maxSubscriptions: limits.exchanges,
    });
    const makeServer = () => serveMcp(face, { ...options, updates: 'subscribed' });
    this.#sessions = new Sessions({ ...options, makeServer });
    this.#stopTelling = face.resources?.onChange((uri) => this.#newest.notify.resourceUpdated(uri));
  }

  /** Answers a request whose body, where it has one, is read already; resolves when the response is over. */
  async answer(
    request: IncomingMessage,
    response: ServerResponse,
    text: string | undefined,
    origin: Origin,
  ): Promise<void> {
    const { clock, limits } = this.#options;
    const leaving = new AbortController();
    const ends: Exchange['ends'] = [];
    response.once('close', () => leaving.abort());
    this.#exchanges++;
    try {
      const answered = await this.#answerTo(request, text, { origin, ends, signal: leaving.signal });
      await writeResponse(answered, response, { clock, unreadMs: limits.unreadMs });
    } finally {
      this.#exchanges--;
      for (const end of ends) end();
    }
  }

  /** Ends every conversation. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stopTelling?.();
    const once = [...this.#once].map((server) => server.close());
    await Promise.all([...once, this.#sessions.close(), this.#newest.close()]);
  }

  async #answerTo(
    request: IncomingMessage,
    text: string | undefined,
    { signal, ...about }: Pick<Exchange, 'origin' | 'ends'> & { readonly signal: AbortSignal },
  ): Promise<Response> {
    const parsed = text === undefined ? ok(undefined) : parseJson(text);
    if (!parsed.ok) return unreadable(parsed.error);
    if (this.#exchanges > this.#options.limits.exchanges)
      return refused(503, -32000, 'Too much at once; try again later');
    const parsedBody = parsed.value;
    const takesStream = request.headers.accept?.includes(STREAM_TYPE) === true;
    const asked = headOf(request, takesStream, signal);
    const authInfo = { token: '', clientId: '', scopes: [], extra: { [ORIGIN]: about.origin } };
    const how = parsedBody === undefined ? { authInfo } : { authInfo, parsedBody };
    if (this.#isClosed) return refused(503, -32000, 'This agent is about to end');
    return this.#route({ ...about, request: asked, how, takesStream });
  }

  async #route(exchange: Exchange): Promise<Response> {
    const { request, how } = exchange;
    const body = how.parsedBody;
    if (body !== undefined && !(await isLegacyRequest(request, body))) return this.#newest.fetch(request, how);
    const id = request.headers.get('mcp-session-id');
    if (id !== null) return this.#goOn(id, exchange);
    if (body === undefined) return refused(405, -32000, 'Method not allowed outside a session', { allow: 'POST' });
    return isJsonObject(body) && body['method'] === 'initialize' ? this.#begin(exchange) : this.#answerOnce(exchange);
  }

  async #goOn(id: string, { request, how, ends }: Exchange): Promise<Response> {
    const session = this.#sessions.get(id);
    if (session === undefined) return refused(404, -32001, NO_SESSION);
    if (isJsonArray(how.parsedBody) && !session.takesBatches()) return batchRefused();
    ends.push(this.#sessions.enter(id));
    return session.transport.handleRequest(request, how);
  }

  async #begin({ request, how, origin, ends }: Exchange): Promise<Response> {
    const transport = await this.#sessions.begin(origin.address);
    if (transport === undefined) return refused(503, -32000, 'Too many sessions; end one, or try again later');
    const response = await transport.handleRequest(request, how);
    if (transport.sessionId === undefined) await transport.close();
    else ends.push(this.#sessions.enter(transport.sessionId));
    return response;
  }

  /** Who asks one thing and begins no session gets its answer, and is forgotten. */
  async #answerOnce({ request, how, takesStream, ends }: Exchange): Promise<Response> {
    if (isJsonArray(how.parsedBody) && !mayBeBatch(request.headers.get('mcp-protocol-version'))) return batchRefused();
    const server = serveMcp(this.#face, { ...this.#options, updates: 'none' });
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: !takesStream });
    const end = (): void => {
      this.#once.delete(server);
      void server.close();
    };
    this.#once.add(server);
    ends.push(end);
    request.signal.addEventListener('abort', end);
    await server.connect(transport);
    return transport.handleRequest(request, how);
  }
}

/** As much of a request as MCP is about: its body is read already, and there is no token in it and nothing a stranger made up. */
function headOf({ method = 'GET', headers }: IncomingMessage, takesStream: boolean, signal: AbortSignal): Request {
  const known = Object.entries(headers).filter(([name]) => MCP_HEADERS.test(name));
  const head = new Headers(known.map(([name, value]) => [name, String(value)]));
  // Plain clients leave it out.
  if (method === 'POST' && !takesStream) head.set('accept', `application/json, ${STREAM_TYPE}`);
  return new Request('http://localhost/', { method, headers: head, signal });
}

function unreadable({ kind, detail }: JsonFault): Response {
  return kind === 'syntax'
    ? refused(400, -32700, `Parse error: ${detail}`)
    : refused(400, -32600, `Invalid Request: ${detail}`);
}

function batchRefused(): Response {
  return refused(400, -32600, 'Invalid Request: this revision of the protocol has no batches');
}

function refused(status: number, code: number, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status, headers });
}
