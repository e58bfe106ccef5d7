/** Builds whole, checked messages from their fields: one builder for all, and those of documents 000, 001 and 003. */
import { type Clock, timestamp } from '../core/clock.ts';
import type { JsonObject } from '../core/json.ts';
import { err, ok, type Result } from '../core/result.ts';
import type { Contract, MessageOf } from './contract.ts';
import { withoutUndefined } from './dialects/dialect.ts';
import { flat } from './dialects/flat.ts';
import { type Refusal, refusal } from './errors.ts';
import { PROTOCOL } from './fields.ts';
import { type All, CONTRACTS, type Message, type MessageType } from './index.ts';
import { readMessage } from './read.ts';

/** The arguments of `build`: all of a message but protocol and type. The time is among them, for it is handed in. */
export type FieldsOf<C extends Contract> = Omit<MessageOf<C>, 'protocol' | 'message_type'>;

const SAID_BY_THE_SENDER = ['sender', 'timestamp', 'conversation_id'] as const;
const NOTHING_IS_MISSING = { timestamp: () => '', conversation_id: () => '' };

/**
 * A message of this type; E002, E003 or E021 when a field is wrong, missing, or no UTC time.
 *
 * @example
 * const envelope = { sender: 'referee:REF01', timestamp: '2025-01-15T10:15:00.000Z', conversation_id: 'c1' };
 * const ack = build('RUN_MATCH_ACK', { ...envelope, match_id: 'R1M1', status: 'acknowledged' });
 */
export function build<T extends MessageType>(type: T, fields: FieldsOf<All[T]>): Result<Message<T>, Refusal> {
  const said = fields as JsonObject;
  const missing = SAID_BY_THE_SENDER.filter((name) => said[name] === undefined);
  if (missing.length > 0) return err(refusal('E003', `missing required field: ${missing.join(', ')}`));
  const message = { ...said, protocol: PROTOCOL, message_type: type };
  return readMessage(CONTRACTS[type], message, NOTHING_IS_MISSING) as Result<Message<T>, Refusal>;
}

/** The builders that documents 000, 001 and 003 name, and what each builds. */
export const BUILDER_NAMES = {
  build_game_join_ack: 'GAME_JOIN_ACK',
  build_parity_choice: 'CHOOSE_PARITY_RESPONSE',
  build_league_register_request: 'LEAGUE_REGISTER_REQUEST',
  build_game_invitation: 'GAME_INVITATION',
  build_choose_parity_call: 'CHOOSE_PARITY_CALL',
  build_game_over: 'GAME_OVER',
  build_match_result_report: 'MATCH_RESULT_REPORT',
  build_game_error: 'GAME_ERROR',
  build_run_match_ack: 'RUN_MATCH_ACK',
  build_referee_register_request: 'REFEREE_REGISTER_REQUEST',
  build_referee_register_response: 'REFEREE_REGISTER_RESPONSE',
  build_league_register_response: 'LEAGUE_REGISTER_RESPONSE',
  build_start_league: 'START_LEAGUE',
  build_league_status: 'LEAGUE_STATUS',
  build_run_match: 'RUN_MATCH',
  build_match_result_ack: 'MATCH_RESULT_ACK',
  build_round_announcement: 'ROUND_ANNOUNCEMENT',
  build_round_completed: 'ROUND_COMPLETED',
  build_league_completed: 'LEAGUE_COMPLETED',
  build_league_standings_update: 'LEAGUE_STANDINGS_UPDATE',
  build_league_error: 'LEAGUE_ERROR',
} as const satisfies { readonly [name: string]: MessageType };

export type BuilderName = keyof typeof BUILDER_NAMES;
/** Takes the fields its document shows, the time excepted, and gives the flat message that is shown there. */
export type FlatBuilder = (fields: JsonObject) => Result<JsonObject, Refusal>;

/** The builders by their names in the documents; the time of a message is that of the clock. */
export function flatBuilders(clock: Pick<Clock, 'now'>): { readonly [N in BuilderName]: FlatBuilder } {
  const entries = Object.entries(BUILDER_NAMES).map(([name, type]) => [
    name,
    (fields: JsonObject) => buildFlat(type, fields, timestamp(clock as Clock)),
  ]);
  return Object.fromEntries(entries) as { readonly [N in BuilderName]: FlatBuilder };
}

/** Stand-ins for fields that our contracts need and the documents leave out; they are no part of the message. */
const UNSAID = { conversation_id: 'unsaid', seed: '0'.repeat(64), sender: 'unsaid' };

function buildFlat(type: MessageType, fields: JsonObject, now: string): Result<JsonObject, Refusal> {
  const wire = withoutUndefined({
    timestamp: now,
    ...withSender(type, fields),
    protocol: PROTOCOL,
    message_type: type,
  });
  const [missing] = flat.lacks(wire);
  if (missing !== undefined) return err(refusal('E003', `missing required field: ${missing}`));
  const canonical = flat.read(wire, { now: () => now, seed: () => UNSAID.seed });
  const read = readMessage(CONTRACTS[type], withoutUndefined({ sender: UNSAID.sender, ...canonical }), {
    timestamp: () => now,
    conversation_id: () => UNSAID.conversation_id,
  });
  if (!read.ok) return read;
  const written = flat.write(read.value as unknown as JsonObject);
  // The writer leaves a missing league or match empty.
  const unsaid = ['league_id', 'match_id'].find((name) => written[name] === '');
  if (unsaid !== undefined) return err(refusal('E003', `missing required field: ${unsaid}`));
  const known = (CONTRACTS[type].schema as unknown as { readonly properties: object }).properties;
  const odd = Object.keys(wire).find((name) => !(name in written) && !(name in known));
  if (odd !== undefined) return err(refusal('E002', `${type} has no field ${odd}`));
  const spelled = Object.entries(wire).map(([name, value]) => {
    const inFlat = written[name];
    return [name, typeof value === 'string' && typeof inFlat === 'string' ? inFlat : value] as const;
  });
  return ok(Object.fromEntries(spelled));
}

/** The one call that the documents show names the player, and no sender. */
function withSender(type: MessageType, { player_id, ...fields }: JsonObject): JsonObject {
  if (type === 'CHOOSE_PARITY_RESPONSE' && fields['sender'] === undefined) {
    return withoutUndefined({ ...fields, sender: player_id });
  }
  return withoutUndefined({ ...fields, player_id });
}
