/** Errors without an envelope: a message for people, and everything else in `details`. */

import { asText, isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import { ERRORS, type ErrorCode } from '../errors.ts';
import { GAME_ERROR } from '../messages/game_end.ts';
import { fitting } from '../read.ts';
import { type BareMessages, fieldsIn } from './bare_message.ts';
import { withoutUndefined } from './dialect.ts';
import { BARE_CHOICE, canonicalType } from './spellings.ts';

/** Fields of GAME_ERROR that stand in `details`, and what they are called there. */
const IN_DETAILS = {
  affected_player: 'player_id',
  action_required: 'expected_message',
  retryable: 'retryable',
  retry_count: 'retry_count',
  max_retries: 'max_retries',
  consequence: 'consequence',
} as const;
const DETAILS = Object.entries(IN_DETAILS) as readonly (readonly [keyof typeof IN_DETAILS, string])[];

const requires = {
  flat: [['error_code'], ['error_message', 'error_description']],
  v1: [['error_code'], ['error_message', 'error_description']],
} as const;

export const ERROR_MESSAGES: BareMessages = {
  GAME_ERROR: { flat: writeGameError, v1: writeGameError, read: readGameError, requires },
  LEAGUE_ERROR: { flat: writeMessage, v1: writeMessage, read: readLeagueError, requires },
};

function writeMessage({ error_description, ...message }: JsonObject): JsonObject {
  return withoutUndefined({ ...message, error_message: error_description });
}

function writeGameError(message: JsonObject): JsonObject {
  const inner: { [name: string]: Json } = { ...fieldsIn(message.details) };
  const outer: { [name: string]: Json } = { ...message };
  for (const [ours, theirs] of DETAILS) {
    const value = message[ours];
    delete outer[ours];
    if (value !== undefined && value !== null) inner[theirs] = ours === 'action_required' ? bareType(value) : value;
  }
  const { details: _, ...rest } = outer;
  return writeMessage(Object.keys(inner).length === 0 ? rest : { ...rest, details: inner });
}

function readGameError(wire: JsonObject): JsonObject {
  const { error_message, details, ...message } = wire;
  const rest: { [name: string]: Json } = { ...fieldsIn(details) };
  const hoisted: { [name: string]: Json } = {};
  for (const [ours, theirs] of DETAILS) {
    const told = ours === 'action_required' ? canonicalType(rest[theirs]) : rest[theirs];
    const value = fitting(GAME_ERROR.body.properties[ours], told);
    // A detail of the sender's own by the same name stays a detail.
    if (value === undefined) continue;
    delete rest[theirs];
    hoisted[ours] = value;
  }
  return withoutUndefined({
    ...hoisted,
    ...message,
    error_description: message.error_description ?? error_message,
    details: Object.keys(rest).length === 0 ? undefined : rest,
  });
}

function readLeagueError({ error_message, details, ...message }: JsonObject): JsonObject {
  const { error_code, error_name } = message;
  const known = Object.hasOwn(ERRORS, asText(error_code)) ? ERRORS[error_code as ErrorCode].name : error_code;
  return withoutUndefined({
    ...message,
    error_name: error_name ?? known,
    error_description: message.error_description ?? error_message,
    details: isJsonObject(details) ? details : undefined,
  });
}

/** The name these dialects have for an answer of ours. */
function bareType(type: Json): Json {
  return type === 'CHOOSE_PARITY_RESPONSE' ? BARE_CHOICE : type;
}
