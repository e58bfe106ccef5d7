/**
 * MCP over HTTP by the official SDK: revision 2026-07-28, which knows no sessions, by its handler; clients of the 2025
 * revisions by a transport for each session.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  createMcpHandler,
  isLegacyRequest,
  type McpHandlerRequestOptions,
  type McpHttpHandler,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { Clock } from '../../core/clock.ts';
import type { Entropy } from '../../core/entropy.ts';
import { isJsonArray, isJsonObject, type Json, parseJson } from '../../core/json.ts';
import { ok } from '../../core/result.ts';
import type { HttpAsked } from '../transport/side_protocol.ts';
import type { Origin } from '../transport/transport.ts';
import {
  type Admitted,
  invalid,
  McpAdmission,
  type McpLimits,
  overloaded,
  overloadedReply,
  refused,
  unreadable,
} from './admission.ts';
import type { Catalog } from './catalog.ts';
import { canTakeStream, headOf, writeResponse } from './http_messages.ts';
import { authInfoOf } from './request_facts.ts';
import { type Shown, serveMcp } from './serve_mcp.ts';
import { type Session, Sessions } from './sessions.ts';
import { listenObjection, requestId, unknownName } from './validate_body.ts';

export interface McpOverHttpOptions extends Shown {
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly limits: McpLimits;
}

/** One request on its way to its response. */
interface Exchange {
  readonly admitted: Admitted;
  readonly origin: Origin;
  readonly url: string | undefined;
  /** Aborted when the client hangs up or the agent closes. */
  readonly signal: AbortSignal;
  /** Whether the client can read a stream. */
  readonly takesStream: boolean;
  readonly request: Request;
  readonly body: Json | undefined;
  /** Called when the response was sent or given up. */
  readonly ends: (() => void)[];
}

const NO_SESSION = 'Session not found: it has ended, or never was; begin anew with initialize';
const NO_BATCHES = 'a batch of MCP is not taken: send each message by itself';
const ID_IN_USE = 'a request with this id is being answered';

/** The clients of one agent over HTTP. */
export class McpOverHttp {
  readonly #options: McpOverHttpOptions;
  readonly #catalog: Catalog;
  readonly #newest: McpHttpHandler;
  readonly #sessions: Sessions;
  readonly #admission: McpAdmission;
  /** Abort the requests that are not answered yet. */
  readonly #unanswered = new Set<AbortController>();
  readonly #stopTelling: (() => void) | undefined;
  #isClosed = false;

  constructor(catalog: Catalog, options: McpOverHttpOptions) {
    const { limits, clock } = options;
    this.#options = options;
    this.#catalog = catalog;
    this.#admission = new McpAdmission(clock, limits);
    this.#newest = createMcpHandler(() => this.#makeServer('none'), {
      legacy: 'reject',
      maxSubscriptions: limits.exchanges,
      keepAliveMs: limits.keepAliveMs,
    });
    this.#sessions = new Sessions({ ...options, makeServer: () => this.#makeServer('subscribed') });
    this.#stopTelling = catalog.resources?.onChange((uri) => this.#newest.notify.resourceUpdated(uri));
  }

  /** Answers a request whose body, where it has one, is read already; resolves when the response is over. */
  async answer(
    request: IncomingMessage,
    response: ServerResponse,
    text: string | undefined,
    { origin, settled }: HttpAsked,
  ): Promise<void> {
    const admitted = this.#admission.admit(origin.address, request.method === 'GET');
    if (typeof admitted === 'string') {
      const { status, headers, body } = overloadedReply(admitted);
      response.writeHead(status, headers).end(body);
      return;
    }
    const leaving = new AbortController();
    const { signal } = leaving;
    const ends: Exchange['ends'] = [() => admitted.leave(), () => this.#unanswered.delete(leaving)];
    this.#unanswered.add(leaving);
    response.once('close', () => leaving.abort());
    // A client that left while the SDK was being loaded sends no `close` any more.
    if (response.destroyed) leaving.abort();
    try {
      await admitted.turn();
      const takesStream = canTakeStream(request);
      const exchange = {
        request: headOf(request, signal),
        url: request.url,
        origin,
        takesStream,
        admitted,
        signal,
        ends,
      };
      const answering = this.#answerTo(text, exchange);
      settled();
      await writeResponse(await answering, response, this.#options);
    } finally {
      for (const end of ends) end();
    }
  }

  /** Ends all sessions and streams; requests that wait for an answer are refused. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stopTelling?.();
    for (const leaving of this.#unanswered) leaving.abort();
    await Promise.all([this.#sessions.close(), this.#newest.close()]);
  }

  #makeServer(updates: 'none' | 'subscribed'): McpServer {
    return serveMcp(this.#catalog, { ...this.#options, updates });
  }

  async #answerTo(text: string | undefined, exchange: Omit<Exchange, 'body'>): Promise<Response> {
    const { signal, admitted } = exchange;
    if (this.#isClosed || signal.aborted) return ending();
    const parsed = text === undefined ? ok(undefined) : parseJson(text);
    if (!parsed.ok) return unreadable(parsed.error);
    const { value: body } = parsed;
    const refusal = body === undefined ? undefined : objectionTo(body, admitted);
    if (refusal !== undefined) return refusal;
    // The SDK never answers a plain request whose server is closed meanwhile.
    const aborted = new Promise<undefined>((resolve) => signal.addEventListener('abort', () => resolve(undefined)));
    return (await Promise.race([this.#route({ ...exchange, body }), aborted])) ?? ending();
  }

  async #route(exchange: Exchange): Promise<Response> {
    const { request, body, takesStream } = exchange;
    if (body !== undefined && !(await isLegacyRequest(request, body)))
      return this.#newest.fetch(request, sdkOptions(exchange, takesStream));
    const id = request.headers.get('mcp-session-id');
    const session = id === null ? undefined : this.#sessions.find(id);
    if (session !== undefined) return this.#continueSession(session, exchange);
    if (isJsonObject(body) && body['method'] === 'initialize') return this.#beginSession(exchange);
    if (id !== null) return refused(404, -32001, NO_SESSION);
    if (body === undefined)
      return refused(405, -32000, 'Method not allowed outside a session', { headers: { allow: 'POST' } });
    return this.#answerOnce(exchange);
  }

  async #beginSession(exchange: Exchange): Promise<Response> {
    const { admitted, takesStream, request, ends } = exchange;
    const session = await this.#sessions.create(admitted.subnet, takesStream);
    if (session === undefined) return refused(503, -32000, 'Too many sessions; end one, or try again later');
    const response = await session.transport.handleRequest(request, sdkOptions(exchange, takesStream));
    if (session.transport.sessionId === undefined) await session.server.close();
    else ends.push(this.#sessions.enter(session));
    return response;
  }

  async #continueSession(session: Session, exchange: Exchange): Promise<Response> {
    const { pendingIds, transport, isStream } = session;
    const { request, body, ends } = exchange;
    const id = body === undefined ? null : requestId(body);
    const key = JSON.stringify(id);
    if (id !== null) {
      if (pendingIds.has(key)) return invalid(ID_IN_USE, id);
      pendingIds.add(key);
      ends.push(() => pendingIds.delete(key));
    }
    ends.push(this.#sessions.enter(session));
    return transport.handleRequest(request, sdkOptions(exchange, isStream));
  }

  /** Answers a request outside any session by a server of its own. */
  async #answerOnce(exchange: Exchange): Promise<Response> {
    const { request, takesStream, signal, ends } = exchange;
    const server = this.#makeServer('none');
    const end = (): void => void server.close();
    ends.push(end);
    signal.addEventListener('abort', end);
    const { keepAliveMs } = this.#options.limits;
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: !takesStream, keepAliveMs });
    await server.connect(transport);
    return transport.handleRequest(request, sdkOptions(exchange, takesStream));
  }
}

/** The options by which the SDK gets the body and hands the facts of a request to its handler. */
function sdkOptions({ body, origin, signal, url }: Exchange, isStream: boolean): McpHandlerRequestOptions {
  return { authInfo: authInfoOf({ origin, hungUp: signal, isStream, url }), parsedBody: body };
}

function ending(): Response {
  return refused(503, -32000, 'This agent is about to end');
}

/** The refusal of a body that the SDK is not given, if there is one; a `subscriptions/listen` takes the place of a stream. */
function objectionTo(body: Json, admitted: Admitted): Response | undefined {
  if (isJsonArray(body)) return invalid(NO_BATCHES);
  const unknown = unknownName(body);
  if (unknown !== undefined) return refused(200, -32602, unknown, { id: requestId(body) });
  if (!isJsonObject(body) || body['method'] !== 'subscriptions/listen') return undefined;
  const objection = listenObjection(body);
  if (objection !== undefined) return refused(400, -32602, objection, { id: requestId(body) });
  const overload = admitted.holdStream();
  return overload === undefined ? undefined : overloaded(overload);
}
