/** A model on a server of this machine that speaks the APIs of the providers; what it thinks is a function. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textIn } from 'node:stream/consumers';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../core/json.ts';
import { asWanted, MODEL_APIS, type ModelRequest, readRequest, type Said } from './model_apis.ts';

export type { ModelRequest } from './model_apis.ts';

/** The reply of a model: a text, calls of tools, a failure of its provider, or nothing at all. */
export type ModelReply =
  | Said
  | { readonly status: number; readonly headers?: { readonly [name: string]: string }; readonly body?: Json }
  | { readonly hang: true };

/** Decides one answer; requests are counted from 1. */
export type Think = (request: ModelRequest, nth: number) => ModelReply | Promise<ModelReply>;

export interface ModelServer {
  /** Where clients of OpenAI and of Anthropic are sent to, `/v1` included. */
  readonly baseUrl: string;
  /** Every request so far, in the order of arrival. */
  readonly requests: readonly ModelRequest[];
  /** Breaks every connection; afterwards the address is unreachable. */
  close(): Promise<void>;
}

/** Listens at a free port of loopback; a path is known by its end, so that a client may put any prefix before it. */
export async function modelServer(think: Think): Promise<ModelServer> {
  const requests: ModelRequest[] = [];

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const api = (Object.keys(MODEL_APIS) as ModelRequest['api'][]).find((name) => path.endsWith(MODEL_APIS[name].path));
    if (api === undefined || request.method !== 'POST')
      return send(response, 404, { error: { message: `no ${request.method} ${path} here`, type: 'not_found' } });
    const raw = JSON.parse(await textIn(request)) as Json;
    if (!isJsonObject(raw)) throw new Error('a request is an object');
    const asked = readRequest(api, raw);
    const nth = requests.push(asked);
    const reply = await think(asked, nth);
    if ('hang' in reply) return;
    const { write, stream, failed } = MODEL_APIS[api];
    if ('status' in reply) return send(response, reply.status, reply.body ?? failed(reply.status), reply.headers);
    const whole = write(asWanted(reply, asked), asked, nth);
    if (raw['stream'] !== true) return send(response, 200, whole);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const event of stream(whole, asked)) response.write(eventText(event));
    response.end(api === 'chat' ? 'data: [DONE]\n\n' : '');
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((problem: unknown) => send(response, 400, { error: { message: String(problem) } }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      return closed;
    },
  };
}

function send(response: ServerResponse, status: number, body: Json, headers: { readonly [name: string]: string } = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

/** An event with its type before it, where it has one. */
function eventText(event: JsonObject): string {
  const { type } = event;
  return `${typeof type === 'string' ? `event: ${type}\n` : ''}data: ${JSON.stringify(event)}\n\n`;
}

/** The last word of a league player that played to the end. */
export const OVER = 'The league is over.';

/**
 * Plays a league by tools alone, under the name of its model: it knows the names of three tools, fills the fields of
 * their schemas from what tools answered before, and moves as `choose` says, first legal move first.
 *
 * @example
 * const server = await modelServer(leaguePlayer());
 */
export function leaguePlayer(choose: (moves: readonly Json[], turn: JsonObject) => Json = ([first]) => first ?? null) {
  return ({ model, messages, tools }: ModelRequest): ModelReply => {
    const said = messages.filter(({ role }) => role === 'tool').map(({ text }) => text);
    const answers = said.flatMap(objectsIn);
    const unread = said.at(-1) ?? '{}';
    if (objectsIn(unread).length === 0) return { text: `I cannot read the answer of a tool: ${unread}` };
    const word = answers.findLast((each) => 'status' in each || 'error_code' in each) ?? {};
    if (word['status'] === 'league_over') return { text: OVER };
    const known: { [field: string]: Json } = { display_name: model };
    const [seat, heard] = ['seat_token', 'told_up_to'].map(
      (field) => answers.findLast((each) => field in each)?.[field],
    );
    if (seat !== undefined) known['seat_token'] = seat;
    if (heard !== undefined) known['heard'] = heard;
    const { legal_moves, match_id } = word;
    const isTurn = word['status'] === 'your_turn' && isJsonArray(legal_moves) && match_id !== undefined;
    if (isTurn) Object.assign(known, { match_id, move: choose(legal_moves, word) });
    if (seat === undefined && 'error_code' in word) return { text: `I may not join: ${JSON.stringify(word)}` };
    const toPlay = isTurn ? 'make_move' : 'wait_for_turn';
    const wanted = seat === undefined ? 'join_league' : toPlay;
    // A client may put the name of the server before that of the tool.
    const tool = tools.find(({ name }) => name.endsWith(wanted));
    if (tool === undefined) return { text: `There is no tool ${wanted}.` };
    const fields = Object.keys((tool.schema['properties'] ?? {}) as JsonObject).filter((field) => field in known);
    const given = Object.fromEntries(fields.map((field) => [field, known[field] as Json]));
    return { calls: [{ name: tool.name, arguments: given }] };
  };
}

/** Every object in a text, the outermost first: clients wrap the answer of a tool in JSON once more, or twice. */
function objectsIn(value: Json | undefined): readonly JsonObject[] {
  if (typeof value === 'string') return /^\s*[[{]/.test(value) ? objectsIn(parsed(value)) : [];
  if (isJsonArray(value)) return value.flatMap(objectsIn);
  if (!isJsonObject(value)) return [];
  return [value, ...objectsIn(value['content']), ...objectsIn(value['text']), ...objectsIn(value['structuredContent'])];
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
