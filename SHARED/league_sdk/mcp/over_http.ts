/** MCP over HTTP: the newest revision, which knows no sessions, and 2025 clients, which have theirs. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  createMcpHandler,
  isLegacyRequest,
  type McpHandlerRequestOptions,
  type McpHttpHandler,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { Clock } from '../../core/clock.ts';
import type { Entropy } from '../../core/entropy.ts';
import { isJsonArray, isJsonObject, type Json, parseJson } from '../../core/json.ts';
import { ok } from '../../core/result.ts';
import type { HttpAsked } from '../transport/side_protocol.ts';
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
import { about, Conversation } from './conversation.ts';
import { asBatch, canTakeStream, headOf, writeResponse } from './http_messages.ts';
import { type Shown, serveMcp } from './serve_mcp.ts';
import { mayBeBatch, OWN_KEEP_ALIVE, Sessions } from './sessions.ts';
import { batchObjection, listenObjection, messagesOf, requestId, unknownName } from './validate_body.ts';

export interface McpOverHttpOptions extends Shown {
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly limits: McpLimits;
  readonly sessionKey?: Promise<string> | undefined;
}

/** One request on its way to its response. */
interface Exchange {
  readonly request: Request;
  readonly how: McpHandlerRequestOptions;
  readonly subnet: string;
  /** Whether the client said that it can read a stream. */
  readonly takesStream: boolean;
  /** What is left to do when the response has been sent or given up. */
  readonly ends: (() => void)[];
}

const NO_SESSION = 'Session not found: it has ended, or never was; begin anew with initialize';
const NO_BATCHES = 'this revision of the protocol has no batches';

/** The conversations of one agent with all its clients over HTTP. */
export class McpOverHttp {
  readonly #options: McpOverHttpOptions;
  readonly #catalog: Catalog;
  readonly #newest: McpHttpHandler;
  readonly #sessions: Sessions;
  readonly #admission: McpAdmission;
  /** How to end each of those that answer one request, with what its client hears then. */
  readonly #once = new Set<(lastWord: Response) => void>();
  readonly #stopTelling: (() => void) | undefined;
  #isClosed = false;

  constructor(catalog: Catalog, options: McpOverHttpOptions) {
    const { limits, clock } = options;
    this.#options = options;
    this.#catalog = catalog;
    this.#admission = new McpAdmission(clock, limits);
    this.#newest = createMcpHandler(() => serveMcp(catalog, { ...options, updates: 'none' }), {
      legacy: 'reject',
      maxSubscriptions: limits.exchanges,
      ...OWN_KEEP_ALIVE,
    });
    const makeServer = (goesOn: boolean) =>
      serveMcp(catalog, { ...options, updates: goesOn ? 'unless declined' : 'subscribed' });
    this.#sessions = new Sessions({ ...options, makeServer });
    this.#stopTelling = catalog.resources?.onChange((uri) => this.#newest.notify.resourceUpdated(uri));
  }

  /** Answers a request whose body, where it has one, is read already; resolves when the response is over. */
  async answer(
    request: IncomingMessage,
    response: ServerResponse,
    text: string | undefined,
    asked: HttpAsked,
  ): Promise<void> {
    const { clock, limits } = this.#options;
    const admitted = this.#admission.admit(asked.origin.address, request.method === 'GET');
    if (typeof admitted === 'string') {
      const { status, headers, body } = overloadedReply(admitted);
      response.writeHead(status, headers).end(body);
      return;
    }
    const leaving = new AbortController();
    const ends: Exchange['ends'] = [() => admitted.leave()];
    response.once('close', () => leaving.abort());
    // A client that left while the SDK was being loaded sends no `close` any more.
    if (response.destroyed) leaving.abort();
    try {
      await admitted.turn();
      const answering = this.#answerTo(request, text, { ...asked, admitted, ends, signal: leaving.signal });
      asked.settled();
      await writeResponse(await answering, response, { clock, ...limits });
    } finally {
      for (const end of ends) end();
    }
  }

  /** Ends every conversation. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stopTelling?.();
    for (const end of [...this.#once]) end(ending());
    await Promise.all([this.#sessions.close(), this.#newest.close()]);
  }

  async #answerTo(
    request: IncomingMessage,
    text: string | undefined,
    {
      origin,
      admitted,
      ends,
      signal,
    }: Pick<HttpAsked, 'origin'> &
      Pick<Exchange, 'ends'> & { readonly admitted: Admitted; readonly signal: AbortSignal },
  ): Promise<Response> {
    if (this.#isClosed) return ending();
    // A client that has gone gets no work done, and no answer.
    if (signal.aborted) return new Response();
    const parsed = text === undefined ? ok(undefined) : parseJson(text);
    if (!parsed.ok) return unreadable(parsed.error);
    const { value: parsedBody } = parsed;
    const refusal = parsedBody === undefined ? undefined : objectionTo(parsedBody, admitted);
    if (refusal !== undefined) return refusal;
    const takesStream = canTakeStream(request);
    const isBatch = isJsonArray(parsedBody);
    // One message has had its turn; of a batch, each has its own.
    const line = { hungUp: signal, isStream: takesStream && !isBatch, url: request.url };
    const authInfo = about(origin, line, isBatch ? admitted.turn : undefined);
    const how = parsedBody === undefined ? { authInfo } : { authInfo, parsedBody };
    return this.#route({
      request: headOf(request, takesStream, signal),
      how,
      takesStream,
      ends,
      subnet: admitted.subnet,
    });
  }

  async #route(exchange: Exchange): Promise<Response> {
    const { request, how } = exchange;
    const body = how.parsedBody as Json | undefined;
    if (body !== undefined && !(await isLegacyRequest(request, body))) return this.#newest.fetch(request, how);
    const id = request.headers.get('mcp-session-id');
    if (id !== null) return this.#goOn(id, exchange);
    if (body === undefined)
      return refused(405, -32000, 'Method not allowed outside a session', { headers: { allow: 'POST' } });
    return isJsonObject(body) && body['method'] === 'initialize' ? this.#begin(exchange) : this.#answerOnce(exchange);
  }

  async #goOn(id: string, { request, how, subnet, ends }: Exchange): Promise<Response> {
    const session = await this.#sessions.find(id, subnet, request.headers.get('mcp-protocol-version'));
    if (session === undefined) return refused(404, -32001, NO_SESSION);
    if (isJsonArray(how.parsedBody) && !session.takesBatches()) return invalid(NO_BATCHES);
    const messages = how.parsedBody === undefined ? [] : messagesOf(how.parsedBody as Json);
    const objection = session.conversation.claim(messages);
    if (objection !== undefined)
      return invalid(objection, messages.length === 1 ? requestId(messages[0] as Json) : null);
    ends.push(this.#sessions.enter(id));
    const last = request.headers.get('last-event-id');
    if (last !== null && (await session.beginsAnewAfter(last))) request.headers.delete('last-event-id');
    const response = await session.conversation.handleRequest(request, how);
    if (!response.ok) session.conversation.release(messages);
    return response;
  }

  async #begin({ request, how, subnet, ends }: Exchange): Promise<Response> {
    const conversation = await this.#sessions.begin(subnet);
    if (conversation === undefined) return refused(503, -32000, 'Too many sessions; end one, or try again later');
    const response = await conversation.handleRequest(request, how);
    if (conversation.sessionId === undefined) await conversation.close();
    else ends.push(this.#sessions.enter(conversation.sessionId));
    return response;
  }

  /** A request outside any session is answered by a server of its own, which then ends. */
  async #answerOnce({ request, how, takesStream, ends }: Exchange): Promise<Response> {
    const isBatch = isJsonArray(how.parsedBody);
    if (isBatch && !mayBeBatch(request.headers.get('mcp-protocol-version'))) return invalid(NO_BATCHES);
    const server = serveMcp(this.#catalog, { ...this.#options, updates: 'none' });
    const transport = new WebStandardStreamableHTTPServerTransport({
      enableJsonResponse: isBatch || !takesStream,
      ...OWN_KEEP_ALIVE,
    });
    // What is closed while it is being answered as plain JSON is never answered at all, and its client waits for it.
    const ended = Promise.withResolvers<Response>();
    const end = (lastWord: Response): void => {
      this.#once.delete(end);
      void server.close();
      ended.resolve(lastWord);
    };
    const endUnheard = (): void => end(new Response());
    this.#once.add(end);
    ends.push(endUnheard);
    request.signal.addEventListener('abort', endUnheard);
    const conversation = new Conversation(transport, this.#options.onBug);
    await server.connect(conversation);
    const answered = conversation.handleRequest(request, how);
    return Promise.race([isBatch ? answered.then(asBatch) : answered, ended.promise]);
  }
}

function ending(): Response {
  return refused(503, -32000, 'This agent is about to end');
}

/** Why a body is not taken, if it is not: a batch may be wrong as a whole, or too much, and so may one more stream. */
function objectionTo(body: Json, admitted: Admitted): Response | undefined {
  if (isJsonArray(body)) {
    const objection = batchObjection(body);
    if (objection !== undefined) return invalid(objection);
    const overload = admitted.more(body.length - 1);
    return overload === undefined ? undefined : overloaded(overload);
  }
  const unknown = unknownName(body);
  if (unknown !== undefined) return refused(200, -32602, unknown, { id: requestId(body) });
  if (!isJsonObject(body) || body['method'] !== 'subscriptions/listen') return undefined;
  const objection = listenObjection(body);
  if (objection !== undefined) return refused(400, -32602, objection, { id: requestId(body) });
  const overload = admitted.holdStream();
  return overload === undefined ? undefined : overloaded(overload);
}
