/** Habits in requests to agents and in their replies: nothing here is called for an agent that keeps to the documents. */

import { asText, isJsonArray, isJsonObject, type Json, type JsonObject, parseJson } from '../../core/json.ts';
import type { Contract } from '../contract.ts';
import { RPC_ERRORS } from '../errors.ts';
import type { DialectName, Echo } from './dialect.ts';
import type { HabitName } from './habits.ts';

/** A request as it is written for an agent with habits. */
export interface Wording {
  readonly method: string;
  readonly params: JsonObject;
}

/** Other names for the call of the first game, in the order in which they are tried. */
const MOVE_NAMES = ['parity_choose', 'CHOOSE_PARITY_REQUEST'];

/** The request in the way of an agent with these habits; `tools` are the names of its tools, `nth` the name of a move that is tried. */
export function habitualRequest(
  { type, method }: Contract['head'],
  message: JsonObject,
  {
    habits,
    tools = [],
    nth = 0,
  }: { readonly habits: Habits; readonly tools?: readonly string[]; readonly nth?: number | undefined },
): Wording {
  const name = methodFor(type, method as string, habits, nth);
  const params = habits.includes('nested_copies') ? withCopies(type, message) : message;
  if (habits.includes('tool_calls'))
    return { method: 'tools/call', params: { name: toolFor(type, name, tools), arguments: params } };
  if (habits.includes('message_param')) return { method: 'handle_message', params: { message: params } };
  return { method: name, params };
}

type Habits = readonly HabitName[];

function methodFor(type: string, method: string, habits: Habits, nth: number): string {
  if (type === 'CHOOSE_PARITY_CALL' && habits.includes('other_move_names')) return MOVE_NAMES[nth] ?? method;
  if (!habits.includes('types_as_methods')) return method;
  return habits.includes('lower_types') ? type.toLowerCase() : type;
}

/** The names by which the same once more is looked for inside a message. */
const COPIES: ReadonlyMap<string, string> = new Map([
  ['GAME_INVITATION', 'game_invitation'],
  ['CHOOSE_PARITY_CALL', 'parity_context'],
]);

function withCopies(type: string, message: JsonObject): JsonObject {
  const name = COPIES.get(type);
  // The copy has what either place has: some look there for the opponent, some for the match.
  return name === undefined ? message : { ...message, [name]: { ...objectIn(message['context']), ...message } };
}

function objectIn(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** By what the tool for a message is known, the surest sign first. */
const TOOL_SIGNS: ReadonlyMap<string, readonly RegExp[]> = new Map([
  ['GAME_INVITATION', [/invit/i, /join/i]],
  ['CHOOSE_PARITY_CALL', [/parity/i, /cho(ose|ice)/i, /move/i]],
  ['GAME_MOVE_CALL', [/game_move/i, /move/i]],
  ['GAME_OVER', [/game_over/i, /match_?result/i, /result/i]],
  ['GAME_ERROR', [/game_?error/i]],
  ['ROUND_ANNOUNCEMENT', [/round_?announce/i, /notify_?round$/i]],
  ['ROUND_COMPLETED', [/round_?complete/i]],
  ['LEAGUE_STANDINGS_UPDATE', [/standings/i]],
  ['LEAGUE_COMPLETED', [/league_?complete/i]],
]);

/** The tool for a message: one of exactly the name of its method or type, one that shows a sign, or the method itself. */
function toolFor(type: string, method: string, tools: readonly string[]): string {
  const exact = tools.find((tool) => tool === method || tool.toLowerCase() === type.toLowerCase());
  const signs = TOOL_SIGNS.get(type) ?? [];
  return exact ?? signs.flatMap((sign) => tools.find((tool) => sign.test(tool)) ?? [])[0] ?? method;
}

/** The longest name of a tool. */
const TOOL_NAME_LENGTH = 64;

/** The names in an answer to `tools/list`; the first hundred, and none that is too long. */
export function toolNames({ tools }: JsonObject): readonly string[] {
  if (!isJsonArray(tools)) return [];
  return tools
    .slice(0, 100)
    .flatMap((tool) => (isJsonObject(tool) && typeof tool['name'] === 'string' ? [tool['name']] : []))
    .filter((name) => name.length <= TOOL_NAME_LENGTH);
}

/** A reply with its habits taken off, and their names. */
export interface Plain<T> {
  readonly value: T;
  readonly habits: readonly HabitName[];
}

/** An envelope whose answer stands in `params`, as one with a result. */
export function plainEnvelope(value: JsonObject): Plain<JsonObject> {
  const { jsonrpc, method, params, result, error } = value;
  const isRequest = jsonrpc !== undefined && typeof method === 'string' && isJsonObject(params);
  if (!isRequest || result !== undefined || (error ?? null) !== null) return { value, habits: [] };
  const { message } = params;
  const said = isJsonObject(message) ? message : params;
  return { value: { jsonrpc, id: value['id'] ?? null, result: said }, habits: ['answers_in_params'] };
}

/** The result of a tool as the object it says; one that is no result of a tool is left as it is. */
export function plainResult(result: Json): Plain<Json> {
  if (!isJsonObject(result)) return { value: result, habits: [] };
  const { structuredContent, content } = result;
  const [first] = isJsonArray(content) ? content : [];
  if (isJsonObject(structuredContent)) return { value: structuredContent, habits: ['answers_as_tool'] };
  if (!isJsonObject(first) || typeof first['text'] !== 'string') return { value: result, habits: [] };
  const parsed = parseJson(first['text']);
  const said = parsed.ok && isJsonObject(parsed.value) ? parsed.value : undefined;
  if (result['isError'] === true) return { value: { error: first['text'] }, habits: ['answers_as_tool'] };
  return said === undefined
    ? { value: result, habits: [] }
    : { value: plainEnvelopeOf(said), habits: ['answers_as_tool'] };
}

/** A tool may answer with the whole of an envelope. */
function plainEnvelopeOf(said: JsonObject): JsonObject {
  return said['jsonrpc'] !== undefined && isJsonObject(said['result']) ? said['result'] : said;
}

/** Words of a status that takes a seat, in any case. */
const JOINING: ReadonlySet<string> = new Set(['ack', 'received', 'accepted', 'ok']);

/** The body of an answer of this type in the names of the documents. */
export function plainBody(body: JsonObject, awaited: string, dialect: DialectName): Plain<JsonObject> {
  const habits: HabitName[] = [];
  let said = body;
  const { data, message_type } = body;
  if (
    isJsonObject(data) &&
    (data['parity_choice'] ?? data['choice'] ?? data['accept'] ?? data['accepted']) !== undefined
  ) {
    said = { ...body, ...data };
    habits.push('answers_in_params');
  }
  if (typeof message_type === 'string' && message_type !== awaited && message_type.toUpperCase() === awaited) {
    said = { ...said, message_type: awaited };
    habits.push('lower_types');
  }
  if (awaited === 'GAME_JOIN_ACK' && said['accept'] === undefined) {
    if (typeof said['accepted'] === 'boolean') {
      said = { ...said, accept: said['accepted'] };
      habits.push('other_names');
    } else if (JOINING.has(asText(said['status']).trim().toLowerCase()) && !isError(said)) {
      said = { ...said, accept: true };
      habits.push('status_joins');
    }
  }
  // The dialects without an envelope have no other word for it.
  if (dialect === 'rpc' && awaited === 'CHOOSE_PARITY_RESPONSE' && said['parity_choice'] === undefined) {
    const choice = said['choice'] ?? said['parity_choose'];
    if (typeof choice === 'string') {
      said = { ...said, parity_choice: choice };
      habits.push('choice_too');
    }
  }
  return { value: said, habits };
}

function isError({ message_type, error }: JsonObject): boolean {
  return (error ?? null) !== null || /ERROR/.test(asText(message_type));
}

/** Fields whose absence an agent complains of by their names. */
const WANTS_COPIES = /game_invitation|parity_context/;

/** A request that was not answered, as far as a habit may explain it. */
export interface Unheard {
  readonly code: string;
  readonly detail: string;
  readonly rpc_code?: number;
  readonly status?: number | undefined;
  readonly foreignId?: true;
}

/** Habits that say in which words an agent wants to be called, as far as its registration tells. */
const WAYS: readonly HabitName[] = ['types_as_methods', 'lower_types', 'message_param', 'tool_calls'];

/** The habits among these that word a request; none: it is worded as the documents say. */
export function wayIn(habits: Habits): Habits {
  return habits.length === 0 ? habits : habits.filter((habit) => WAYS.includes(habit));
}

/** The echo of an agent, with this way of wording instead of its own. */
export function inWay(echo: Echo | undefined, way: Habits): Echo {
  const others = (echo?.habits ?? []).filter((habit) => !WAYS.includes(habit));
  return { ...echo, habits: [...others, ...way] };
}

/** The words of the documents, for an agent that registered in words which it does not know itself. */
export const DOCUMENTS = 'documents';
/** A remedy for a request that was not understood: a habit, or the words of the documents. */
export type Suspicion = HabitName | typeof DOCUMENTS;

/** The remedies that were tried in vain. */
export interface Tried {
  /** The habits that the last request was worded by. */
  readonly habits: Habits;
  /** The number of other names of a move. */
  readonly names: number;
  /** Every way of wording it so far. */
  readonly before: ReadonlySet<Suspicion>;
}

/** The ways of wording that a first request by these habits is. */
export function waysTried(habits: Habits): Set<Suspicion> {
  const way = wayIn(habits);
  return new Set<Suspicion>(way.length === 0 ? [DOCUMENTS] : way);
}

/** The remedy for a request that was not understood; undefined where there is none. */
export function suspectedHabit(error: Unheard, type: string, { habits, names, before }: Tried): Suspicion | undefined {
  if (error.foreignId) return habits.includes('own_ids') ? undefined : 'own_ids';
  if (error.code !== 'ERROR_REPLY' && error.code !== 'REFUSED') return undefined;
  if (error.rpc_code === RPC_ERRORS.METHOD_NOT_FOUND.code) {
    const way = wayIn(habits);
    if (way.length === 1 && way[0] === 'types_as_methods') return 'lower_types';
    if (way.length > 0) return before.has(DOCUMENTS) ? undefined : DOCUMENTS;
    if (type === 'CHOOSE_PARITY_CALL') return names < MOVE_NAMES.length ? 'other_move_names' : undefined;
    return type === 'GAME_INVITATION' && !before.has('types_as_methods') ? 'types_as_methods' : undefined;
  }
  const isBusy = error.status === 429 || error.status === 503;
  return COPIES.has(type) && !isBusy && !habits.includes('nested_copies') && WANTS_COPIES.test(error.detail)
    ? 'nested_copies'
    : undefined;
}
