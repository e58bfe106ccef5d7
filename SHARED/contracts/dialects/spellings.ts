/** Other spellings that any agent may use, read into the canonical ones. */
import { cut, isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import { LeagueId, PlayerId, RoundId, Timestamp } from '../fields.ts';
import { moveIn, wordsFor } from '../moves.ts';
import { fitting, withZ } from '../read.ts';
import { eachIn, inside, withoutUndefined } from './dialect.ts';
import { ONLY_GAME, readResult, readWinner } from './results.ts';

/** The name of a choice in the dialects without an envelope. */
export const BARE_CHOICE = 'PARITY_CHOICE';
/** Names of message types that mean another. */
export const TYPE_NAMES: ReadonlyMap<Json | undefined, string> = new Map([
  [BARE_CHOICE, 'CHOOSE_PARITY_RESPONSE'],
  ['TIMEOUT_ERROR', 'GAME_ERROR'],
  ['INVALID_MOVE_ERROR', 'GAME_ERROR'],
]);

interface ReadContext {
  /** Whether the message came in a response and is the answer, good or bad. */
  readonly isAnswer: boolean;
  /** The game of results that name none. */
  readonly usualGame: string | undefined;
}

/** How the fields of one type are read. */
type Reading = (message: JsonObject, context: ReadContext) => JsonObject;

const READINGS: ReadonlyMap<string | undefined, Reading> = new Map<string, Reading>([
  ['REFEREE_REGISTER_RESPONSE', (message) => readAdmission(message, 'referee_id')],
  ['LEAGUE_REGISTER_RESPONSE', (message) => readAdmission(message, 'player_id')],
  ['RUN_MATCH_ACK', readTaking],
  ['MATCH_RESULT_ACK', readReceipt],
  ['CHOOSE_PARITY_RESPONSE', readChoice],
  ['GAME_MOVE_RESPONSE', readMoveData],
  ['GAME_JOIN_ACK', readArrival],
  ['ROUND_ANNOUNCEMENT', (message) => eachIn(message, 'matches', renamed)],
  ['ROUND_COMPLETED', (message, how) => eachIn(message, 'results', (it) => readEnding(it, 'winner', it, how))],
  ['MATCH_RESULT_REPORT', readReport],
  [
    'GAME_OVER',
    (message, how) => inside(message, 'game_result', (it) => readEnding(it, 'winner_player_id', message, how)),
  ],
]);

/** The canonical name of a message type; a value that is no such name is returned as it is. */
export function canonicalType<T extends Json | undefined>(type: T): T | string {
  return TYPE_NAMES.get(type) ?? type;
}

/**
 * Reads every spelling the documents know of a choice, a winner, a player and an error. `usualGame`: the game of
 * results that name none, where there is but one.
 */
export function readSpellings(wire: JsonObject, awaited?: string, usualGame?: string): JsonObject {
  const read = canonicallyNamed(renamed(wire));
  const { message_type } = read;
  const type = typeof message_type === 'string' ? message_type : awaited;
  const reading = READINGS.get(type);
  if (reading === undefined) return read;
  const isAnswer = awaited !== undefined && message_type !== undefined;
  return reading(PLACED.has(type) ? sensiblyPlaced(read) : read, { isAnswer, usualGame });
}

/** Answers to a referee: the question has said which league and round they belong to, so nothing depends on them. */
const PLACED: ReadonlySet<string | undefined> = new Set([
  'GAME_JOIN_ACK',
  'CHOOSE_PARITY_RESPONSE',
  'GAME_MOVE_RESPONSE',
]);

function sensiblyPlaced(message: JsonObject): JsonObject {
  const { league_id, round_id } = message;
  const isSensible = league_id === fitting(LeagueId, league_id) && round_id === fitting(RoundId, round_id);
  if (isSensible) return message;
  return withoutUndefined({
    ...message,
    league_id: fitting(LeagueId, league_id),
    round_id: fitting(RoundId, round_id),
  });
}

/** A message under the canonical name of its type; a meaning that only the old name had becomes a field. */
function canonicallyNamed(message: JsonObject): JsonObject {
  const type = TYPE_NAMES.get(message['message_type']);
  return type === undefined ? message : { ...errorNamedBy(message), ...message, message_type: type };
}

/** The fields of GAME_ERROR that follow from a message type of spec 004 that is itself an error. */
function errorNamedBy({ message_type: type, game_type }: JsonObject): JsonObject {
  if (type === 'TIMEOUT_ERROR') return { error_code: 'E001', error_description: type };
  if (type !== 'INVALID_MOVE_ERROR') return {};
  // Spec 004 knows one game only.
  const { invalid } = wordsFor(typeof game_type === 'string' ? game_type : ONLY_GAME);
  return { error_code: invalid, error_description: type };
}

/** Words for an accepted and a rejected registration: those of the documents, and of managers in the wild. */
const ADMISSIONS: ReadonlyMap<Json | undefined, string> = new Map<Json | undefined, string>([
  ...['registered', 'accepted', 'success', true].map((word) => [word, 'ACCEPTED'] as const),
  ...['rejected', 'error', 'failed', 'refused', false].map((word) => [word, 'REJECTED'] as const),
]);
/** A league whose manager did not name it. */
export const UNNAMED_LEAGUE = 'unknown';

/** A manager need give no more than the status; an id without one is a yes. */
function readAdmission(message: JsonObject, id: string): JsonObject {
  const { auth_token, accepted, success, error_message, error } = message;
  const given = fitting(PlayerId, message[id]);
  const word = message['status'] ?? accepted ?? success ?? (given === undefined ? undefined : true);
  const status = ADMISSIONS.get(typeof word === 'string' ? word.trim().toLowerCase() : word) ?? word;
  const why = status === 'REJECTED' ? [message['reason'], error_message, error] : [message['reason']];
  return withoutUndefined({
    ...message,
    status,
    [id]: given ?? null,
    auth_token: typeof auth_token === 'string' && auth_token !== '' ? auth_token : null,
    league_id: fitting(LeagueId, message['league_id']) ?? UNNAMED_LEAGUE,
    reason: why.find((text) => typeof text === 'string') ?? null,
  });
}

/** Words of referees in the wild for an order that they carry out. */
const TAKEN: ReadonlySet<string> = new Set([
  ...['acknowledged', 'ack', 'accepted', 'ok', 'received', 'started', 'running', 'in_progress', 'success'],
]);

/** An answer to an order in other words than the documents': a yes is a yes, and anything else a no with the reason. */
function readTaking(message: JsonObject): JsonObject {
  const { status } = message;
  if (status === 'acknowledged' || status === 'refused') return message;
  const word = typeof status === 'string' ? status.trim().toLowerCase() : undefined;
  if (word !== undefined && TAKEN.has(word)) return { ...message, status: 'acknowledged' };
  const said = status === undefined ? 'no status' : `the status ${cut(JSON.stringify(status), 100)}`;
  return { ...message, status: 'refused', reason: `it answered RUN_MATCH with ${said}` };
}

/** Words of managers in the wild for a report that they have taken; none is as good. */
const RECORDED: ReadonlySet<Json> = new Set([
  'ok',
  'ack',
  'acknowledged',
  'received',
  'accepted',
  'success',
  'recorded',
]);

function readReceipt(message: JsonObject): JsonObject {
  const { status = 'ok', success } = message;
  const isTaken = success !== false && RECORDED.has(typeof status === 'string' ? status.toLowerCase() : status);
  return isTaken ? { ...message, status: 'recorded' } : message;
}

/** Longer reasons for a choice are cut: no reason is worth a lost match. */
const LONGEST_REASONING = 1_000;

/** An answer without a choice is judged like one with a bad choice, so it gets one: none. */
function readChoice(message: JsonObject, { isAnswer }: ReadContext): JsonObject {
  const { choice, reasoning: because, ...rest } = message;
  const named = message['parity_choice'] ?? (isJsonObject(choice) ? choice['value'] : choice);
  const given = named === undefined ? moveIn(message) : named;
  if (given === undefined) return isAnswer ? { ...rest, parity_choice: null } : rest;
  const reasoning = because ?? (isJsonObject(choice) ? choice['reasoning'] : undefined);
  const why = typeof reasoning === 'string' ? cut(reasoning, LONGEST_REASONING) : '';
  const parity_choice = typeof given === 'string' ? given.toLowerCase() : given;
  return { ...rest, parity_choice, ...(why === '' ? {} : { reasoning: why }) };
}

function readMoveData(message: JsonObject, { isAnswer }: ReadContext): JsonObject {
  const { choice: told, ...rest } = message;
  const data = message['move_data'];
  if (isJsonObject(data) && data['choice'] !== undefined) return rest;
  // Games may have objects for moves; one with a value is the choice of v1.
  const choice = isJsonObject(told) && told['value'] !== undefined ? told['value'] : (told ?? message['parity_choice']);
  if (choice !== undefined) return { ...rest, move_data: { choice } };
  return isAnswer ? { ...rest, move_data: { choice: null } } : rest;
}

/** The time of an arrival is only noted: in a form that is no UTC time it is none. */
function readArrival(message: JsonObject): JsonObject {
  const { arrival_timestamp: said, ...rest } = message;
  const arrival_timestamp = said === undefined ? undefined : fitting(Timestamp, withZ(said));
  if (arrival_timestamp === said) return message;
  return arrival_timestamp === undefined ? rest : { ...rest, arrival_timestamp };
}

/** A result in our words: a winner is a player's id or null, by any of its names. */
function readEnding(result: JsonObject, field: string, of: JsonObject, { usualGame }: ReadContext): JsonObject {
  const read = readResult(result, of['game_type'] ?? usualGame);
  const winner = readWinner(result[field], of);
  return winner === result[field] ? read : withoutUndefined({ ...read, [field]: winner });
}

function readReport(message: JsonObject, how: ReadContext): JsonObject {
  const game_type = message['game_type'] ?? how.usualGame;
  return inside(message, 'result', (result) =>
    inside(readEnding(result, 'winner', message, how), 'details', (details) => readResult(details, game_type)),
  );
}

function renamed(message: JsonObject): JsonObject {
  const { player_A_id: a, player_B_id: b } = message;
  if (a === undefined && b === undefined) return message;
  const read: { [field: string]: Json } = {};
  if (a !== undefined) read['player_a'] = a;
  if (b !== undefined) read['player_b'] = b;
  for (const field of Object.keys(message)) {
    if (field !== 'player_A_id' && field !== 'player_B_id') read[field] = message[field] as Json;
  }
  return read;
}
