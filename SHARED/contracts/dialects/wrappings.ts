/** Requests as agents with habits send them, taken out of their wrappings: one reading for each row of the table. */
import { cut, isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import { PROTOCOL } from '../fields.ts';
import { CONTRACTS, contractByMethod, contractByType } from '../index.ts';
import { incompatibility } from '../protocol_version.ts';
import { fieldsIn } from './bare_message.ts';
import { type Echo, withoutUndefined } from './dialect.ts';
import { HABIT_NAMES, HABITS, type Habit, type HabitName, habitSentence } from './habits.ts';
import { canonicalType } from './spellings.ts';

/** The circumstances in which a request came. */
export interface Place {
  /** The path that was called, where it is not the one that is listened at. */
  readonly path?: string | undefined;
  /** The game of the league, for registrations that name none. */
  readonly game_type?: string | undefined;
}

/** A request as its sender meant it. */
export interface Meant {
  /** The message type; undefined where neither method nor message says one that is known. */
  readonly type: string | undefined;
  /** The message with everything filled in that follows from a habit. */
  readonly message: JsonObject;
  /** The message as it came, out of its wrapping. */
  readonly wire: JsonObject;
  /** The habits it shows, in the order of the table. */
  readonly habits: readonly HabitName[];
  /** It is a call of a tool, and its answer the result of one. */
  readonly isTool: boolean;
}

/** The method of MCP that calls a tool by its name. */
export const TOOL_CALL = 'tools/call';
/** The path at which agents with the habits of REST register. */
export const REST_PATH = '/register';
/** The path at which agents listen. */
export const USUAL_PATH = '/mcp';

/** Other names of message types, in lower case. */
const OTHER_TYPES: ReadonlyMap<string, string> = new Map([
  ['player_register_request', 'LEAGUE_REGISTER_REQUEST'],
  ['league_register', 'LEAGUE_REGISTER_REQUEST'],
  ['referee_register', 'REFEREE_REGISTER_REQUEST'],
]);
const TYPES: ReadonlyMap<string, string> = new Map([
  ...Object.keys(CONTRACTS).map((type) => [type.toLowerCase(), type] as const),
  ...OTHER_TYPES,
]);
const METAS: ReadonlyMap<string | undefined, string> = new Map([
  ['LEAGUE_REGISTER_REQUEST', 'player_meta'],
  ['REFEREE_REGISTER_REQUEST', 'referee_meta'],
]);

/** A message type by its name in any case, or by another name of it. */
function typeNamed(name: Json | undefined): string | undefined {
  return typeof name === 'string' ? TYPES.get(canonicalType(name).toLowerCase()) : undefined;
}

/** Whether a method or tool of this name registers an agent. */
export function namesRegistration(name: Json | undefined): boolean {
  const type = typeof name === 'string' ? (contractByMethod(name)?.head.type ?? typeNamed(name)) : undefined;
  return METAS.has(type);
}

/** Habits in the order of the table, each once. */
export function inOrder(habits: Iterable<HabitName>): HabitName[] {
  const met = new Set(habits);
  return HABIT_NAMES.filter((name) => met.has(name));
}

/** The echo of an agent, with more habits. */
export function withHabits(echo: Echo | undefined, habits: readonly HabitName[]): Echo {
  return { ...echo, habits: inOrder([...(echo?.habits ?? []), ...habits]) };
}

/** Habits that show in answers, or that the operator told: a registration neither shows nor ends them. */
export const NOT_REGISTERED_WITH: readonly HabitName[] = [
  ...(['answers_in_params', 'own_ids', 'status_joins', 'choice_too', 'answers_as_tool'] as const),
  ...(['other_move_names', 'nested_copies'] as const),
];

/** Habits that a later request of an agent may add: those that change nothing in what is written to it. */
export function addedLater(habits: readonly HabitName[], { habits: known = [] }: Echo = {}): readonly HabitName[] {
  return habits.filter((name) => !known.includes(name) && (HABITS[name] as Habit).writes === undefined);
}

/** Habits that change what is written to an agent, and leave it the envelope and the methods that it knows. */
const HARMLESS: readonly HabitName[] = ['own_ids', 'nested_copies', 'lower_types'];

/**
 * Habits that the report of a referee may add. A referee may lie or err: no report changes the envelope or the method in
 * which a player is written to; every referee finds those out by itself.
 */
export function addedByReport(habits: readonly HabitName[], { habits: known = [] }: Echo = {}): readonly HabitName[] {
  return habits.filter((name) => {
    const { writes, forAll }: Habit = HABITS[name];
    if (known.includes(name) || (name === 'lower_types' && known.includes('types_as_methods'))) return false;
    return writes === undefined || forAll === true || HARMLESS.includes(name);
  });
}

/** The name that an agent gives itself in a registration of any form; empty where it gives none. */
export function nameIn(wire: JsonObject): string {
  const name = (nestedMeta(wire) ?? wire)['display_name'];
  return typeof name === 'string' ? cut(name, 64) : '';
}

/** A request as a line on it tells: the name its agent gives itself, empty where none, and its method and wrapping. */
export function sentAs(request: JsonObject): { readonly name: string; readonly wrapping: string } {
  const { method } = request;
  if (typeof method !== 'string') return { name: nameIn(request), wrapping: 'no envelope' };
  const params = fieldsIn(request['params']);
  const isTool = method === TOOL_CALL;
  const fields = isTool ? fieldsIn(params['arguments']) : params;
  const inner = unwrapped(fields, new Set());
  const called = isTool ? `tools/call of ${cut(String(params['name']), 64)}` : `method ${cut(method, 64)}`;
  return { name: nameIn(inner), wrapping: inner === fields ? called : `${called} with params.message` };
}

/** The end of a refusal where habits explain it and are not read; empty where there are none. */
export function refusedHabits(habits: readonly HabitName[]): string {
  if (habits.length === 0) return '';
  return `; ${habitSentence(habits)}; under violations: disqualify habits are not read`;
}

/** The result of a call of a tool, as clients of MCP read it. */
export function toolResult(result: Json): JsonObject {
  return { content: [{ type: 'text', text: JSON.stringify(result) }], structuredContent: result };
}

/** A JSON-RPC request as it is meant. */
export function meantBy(method: string, params: JsonObject, place: Place): Meant {
  const met = new Set<HabitName>();
  const isTool = method === TOOL_CALL && typeof params['name'] === 'string';
  if (isTool) met.add('tool_calls');
  const name = isTool ? String(params['name']) : method;
  const wire = unwrapped(isTool ? fieldsIn(params['arguments']) : params, met);
  const said = saidType(wire);
  const byMethod = contractByMethod(name)?.head.type;
  const byName = byMethod === undefined ? typeNamed(name) : undefined;
  const type = byMethod ?? byName ?? said;
  if (byName !== undefined) met.add('types_as_methods');
  else if (byMethod === undefined && type !== undefined && name !== ANY_MESSAGE) met.add('type_not_method');
  return meant(type, wire, met, place);
}

/** The method that carries any message (spec 004); which one, its message_type says. */
export const ANY_MESSAGE = 'mcp_message';

/** A request without an envelope as it is meant. */
export function meantBare(body: JsonObject, place: Place): Meant {
  const met = new Set<HabitName>();
  const said = saidType(body);
  const type = said ?? restType(body, place);
  if (said === undefined && type !== undefined) met.add('rest_paths');
  return meant(type, body, met, place);
}

/** The type of a body that says none: a registration, where it is posted as one or has the fields of one. */
export function restType(body: JsonObject, { path }: Place): string | undefined {
  if (RPC_FIELDS.some((name) => body[name] !== undefined)) return undefined;
  const meta = nestedMeta(body) ?? body;
  const hasFields = meta['display_name'] !== undefined && (meta['contact_endpoint'] ?? meta['endpoint']) !== undefined;
  if (!hasFields && !isRest(path)) return undefined;
  const isReferee = body['referee_meta'] !== undefined || meta['referee_id'] !== undefined;
  return isReferee ? 'REFEREE_REGISTER_REQUEST' : 'LEAGUE_REGISTER_REQUEST';
}

const RPC_FIELDS = ['jsonrpc', 'method', 'message_type'];

function isRest(path: string | undefined): boolean {
  return path !== undefined && REST.test(path);
}

const REST = new RegExp(`^${REST_PATH}/?$`, 'i');

function meant(type: string | undefined, wire: JsonObject, met: Set<HabitName>, place: Place): Meant {
  if (place.path !== undefined) met.add(isRest(place.path) ? 'rest_paths' : 'odd_paths');
  const typed = type === undefined ? wire : withType(wire, type, met);
  const message = inUtc(registration(typed, METAS.get(type), met, place), met);
  return { type, message, wire, habits: inOrder(met), isTool: met.has('tool_calls') };
}

function unwrapped(params: JsonObject, met: Set<HabitName>): JsonObject {
  const inner = params['message'];
  if (!isJsonObject(inner) || params['message_type'] !== undefined) return params;
  met.add('message_param');
  const { auth_token } = params;
  return auth_token === undefined || inner['auth_token'] !== undefined ? inner : { ...inner, auth_token };
}

/** The type that a message says, where it is one. */
function saidType({ message_type }: JsonObject): string | undefined {
  if (typeof message_type !== 'string') return undefined;
  const type = canonicalType(message_type);
  return contractByType(type) === undefined ? OTHER_TYPES.get(type.toLowerCase()) : type;
}

/** Type and protocol follow from the method; a type under another name is under its own. */
function withType(wire: JsonObject, type: string, met: Set<HabitName>): JsonObject {
  const { message_type, protocol } = wire;
  if (message_type === undefined || protocol === undefined) met.add('type_from_method');
  const said = saidType(wire);
  if (said === type && contractByType(canonicalType(String(message_type))) === undefined) met.add('meta_at_top');
  // A type that is said and is another one is a fault, and is told as one.
  const named = message_type === undefined || said === type ? type : message_type;
  return { ...wire, message_type: named, protocol: protocol ?? PROTOCOL };
}

const UTC_FORM = /^(\d{4})-?(\d\d)-?(\d\d)[T ](\d\d):?(\d\d):?(\d\d)(\.\d{1,9})?(?:Z|[+-]00:?00)$/;

/** A UTC time in another form is the same time as it is written here; another zone stays what it is. */
function inUtc(message: JsonObject, met: Set<HabitName>): JsonObject {
  const usual = usualTime(message['timestamp']);
  if (usual === undefined) return message;
  met.add('offset_times');
  return { ...message, timestamp: usual };
}

/** A UTC time in another form as it is written here; undefined for any other value. */
export function usualTime(timestamp: Json | undefined): string | undefined {
  const parts = typeof timestamp === 'string' && timestamp.length <= 40 ? UTC_FORM.exec(timestamp) : null;
  if (parts === null) return undefined;
  const [, year, month, day, hour, minute, second, fraction = ''] = parts;
  const usual = `${year}-${month}-${day}T${hour}:${minute}:${second}${fraction}Z`;
  return usual === timestamp ? undefined : usual;
}

/** A registration with the description of its agent where its contract has it. */
function registration(message: JsonObject, field: string | undefined, met: Set<HabitName>, place: Place): JsonObject {
  if (field === undefined) return message;
  const nested = isJsonObject(message[field]) ? undefined : (nestedMeta(message) ?? topMeta(message, met));
  if (nested !== undefined) met.add('meta_at_top');
  const meta = nested ?? message[field];
  if (isJsonObject(meta)) return { ...message, [field]: readMeta(meta, met, place) };
  const { endpoint } = message;
  return endpoint === undefined ? message : { ...message, endpoint: withPath(endpoint, met, place) };
}

/** The description of an agent in `data` or `payload`, or in a field that is called so. */
function nestedMeta(message: JsonObject): JsonObject | undefined {
  const parts = [message, message['data'], message['payload']].filter(isJsonObject);
  const meta = parts.flatMap((part) => [part['player_meta'], part['referee_meta']]).find(isJsonObject);
  return meta ?? parts[1];
}

/** Fields of a description that may stand in the message itself. */
const META_FIELDS = [
  ...['display_name', 'version', 'protocol_version', 'game_types', 'contact_endpoint', 'endpoint', 'batches'],
  ...['dialects', 'player_id', 'referee_id', 'invite_code', 'max_concurrent_matches', 'tickets'],
];

/**
 * In `flat` id and endpoint stand at the top by its documents, and names nowhere: such a message is none of these. One
 * that is posted and says nothing else of what it is, is a description, whatever it lacks.
 */
function topMeta(message: JsonObject, met: ReadonlySet<HabitName>): JsonObject | undefined {
  const { display_name, contact_endpoint, endpoint, player_id, referee_id } = message;
  const isFlat = endpoint !== undefined && (player_id ?? referee_id) !== undefined;
  const isPosted = met.has('rest_paths') && met.has('type_from_method') && !isFlat;
  if (display_name === undefined && contact_endpoint === undefined && !isPosted) return undefined;
  return withoutUndefined(Object.fromEntries(META_FIELDS.map((name) => [name, message[name]])));
}

/** A description with what its agent left out or called otherwise. */
function readMeta(meta: JsonObject, met: Set<HabitName>, place: Place): JsonObject {
  const { game_type } = place;
  const { endpoint, protocol_version: version, ...rest } = meta;
  const isOdd = typeof version === 'string' && incompatibility(version) === undefined && !/^v?\d/i.test(version);
  if (isOdd) met.add('odd_version');
  if (endpoint !== undefined && rest['contact_endpoint'] === undefined) met.add('other_names');
  const called = rest['contact_endpoint'] ?? endpoint;
  const games = rest['game_types'] ?? rest['supported_games'] ?? (game_type === undefined ? undefined : [game_type]);
  if (rest['game_types'] === undefined && rest['supported_games'] === undefined) met.add('type_from_method');
  return withoutUndefined({
    ...rest,
    protocol_version: isOdd ? undefined : version,
    contact_endpoint: called === undefined ? undefined : withPath(called, met, place),
    game_types: games,
  });
}

const NO_PATH = /^https?:\/\/[^/?#]+$/i;

function withPath(endpoint: Json, met: Set<HabitName>, { path = USUAL_PATH }: Place): Json {
  if (typeof endpoint !== 'string' || !NO_PATH.test(endpoint)) return endpoint;
  met.add('odd_paths');
  return `${endpoint}${isRest(path) ? USUAL_PATH : path}`;
}
