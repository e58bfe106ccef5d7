/** A match without an envelope: the invitation, the call, the choice, and how it ended. */

import { asText, isJsonArray, type Json, type JsonObject } from '../../core/json.ts';
import { GameType } from '../fields.ts';
import { CHOOSE_PARITY_CALL, GAME_INVITATION } from '../messages/gameflow.ts';
import { fitting } from '../read.ts';
import { Type } from '../schema_builder.ts';
import { type BareMessages, fieldsIn, seatingOf } from './bare_message.ts';
import { BARE_GAME_OVER, BARE_MATCH_RESULT_REPORT } from './bare_results.ts';
import { type Addressee, type Hints, type Seating, withoutUndefined } from './dialect.ts';
import { FLAT_WORDING, ONLY_GAME, readMove, SEATS } from './results.ts';
import { BARE_CHOICE } from './spellings.ts';

export const MATCH: BareMessages = {
  GAME_INVITATION: {
    flat: (message, to) =>
      withoutUndefined({ ...message, player_id: message.player_id ?? to.id, role_in_match: seatSaid(message) }),
    v1: ({ game_type, opponent_id, ...message }, to) => {
      const timeout_seconds = secondsFor(message, to, GAME_INVITATION.head.reply.withinMs);
      const game_info = withoutUndefined({ game_type, opponent_id, timeout_seconds });
      return withoutUndefined({ ...message, role_in_match: seatSaid(message), game_info });
    },
    read: readInvitation,
    requires: { flat: [['player_id', 'role_in_match'], ['opponent_id']], v1: [['game_info', 'opponent_id']] },
  },
  CHOOSE_PARITY_CALL: {
    flat: ({ valid_options, ...message }) =>
      withoutUndefined({
        ...message,
        valid_options: isJsonArray(valid_options) ? valid_options.map(FLAT_WORDING.choice) : undefined,
      }),
    v1: ({ game_type, ...message }, to) => {
      const timeout_seconds = secondsFor(message, to, CHOOSE_PARITY_CALL.head.reply.withinMs);
      return { ...message, game_state: withoutUndefined({ game_type, timeout_seconds }) };
    },
    read: readCall,
    requires: { flat: [['player_id']], v1: [['game_state', 'game_type']] },
  },
  CHOOSE_PARITY_RESPONSE: {
    type: BARE_CHOICE,
    flat: ({ parity_choice = null, ...message }) => ({ ...message, choice: FLAT_WORDING.choice(parity_choice) }),
    v1: ({ parity_choice = null, reasoning = '', ...message }) => ({
      ...message,
      choice: { value: parity_choice, reasoning },
    }),
    requires: { flat: [['choice', 'parity_choice']], v1: [['choice', 'parity_choice']] },
    fields: {
      flat: { choice: word('EVEN|ODD|even|odd') },
      v1: { choice: Type.Object({ value: word('even|odd'), reasoning: Type.Optional(Type.String()) }) },
    },
  },
  GAME_OVER: BARE_GAME_OVER,
  MATCH_RESULT_REPORT: BARE_MATCH_RESULT_REPORT,
};

function word(words: string) {
  return Type.String({ pattern: `^(${words})$`, description: 'The choice.' });
}

function seatSaid({ role_in_match }: JsonObject): Json | undefined {
  return role_in_match === NO_SEAT ? undefined : role_in_match;
}

/** The time an answer may take: the sender's limit, else the message's deadline, else the usual limit. */
function secondsFor({ deadline, timestamp }: JsonObject, { withinMs }: Addressee, usualMs: number): number {
  const saidMs = Date.parse(asText(deadline)) - Date.parse(asText(timestamp));
  const ms = withinMs ?? (saidMs > 0 ? saidMs : usualMs);
  return Math.ceil(Math.round(ms) / 1_000);
}

/** A seat that these dialects do not name. */
const NO_SEAT = 'UNKNOWN';
/** A player that these dialects do not name. */
export const UNNAMED_PLAYER = 'unknown';

function readInvitation({ game_info, ...wire }: JsonObject, hints: Hints): JsonObject {
  const { game_type, opponent_id } = fieldsIn(game_info);
  const { me } = hints;
  const { role_in_match } = GAME_INVITATION.body.properties;
  return withoutUndefined({
    ...wire,
    game_type: fitting(GameType, wire.game_type ?? game_type) ?? ONLY_GAME,
    opponent_id: wire.opponent_id ?? opponent_id,
    player_id: wire.player_id ?? me,
    role_in_match: fitting(role_in_match, wire.role_in_match) ?? seatOf(me, seatingOf(wire, hints)),
  });
}

function seatOf(me: string | undefined, { player_a, player_b }: Seating): string {
  if (me === undefined) return NO_SEAT;
  if (me === player_a) return SEATS[0];
  return me === player_b ? SEATS[1] : NO_SEAT;
}

function readCall({ game_state, ...wire }: JsonObject, hints: Hints): JsonObject {
  const { timeout_seconds } = fieldsIn(game_state);
  const { valid_options, round_id = 0 } = wire;
  const { me, now } = hints;
  const { opponent_id = UNNAMED_PLAYER } = seatingOf(wire, hints);
  const nothingSaid = { opponent_id, round_id, your_standings: { wins: 0, losses: 0, draws: 0 } };
  const { context, deadline } = CHOOSE_PARITY_CALL.body.properties;
  return withoutUndefined({
    ...wire,
    // Only one game is called for like this, whether or not it is named.
    game_type: ONLY_GAME,
    player_id: wire.player_id ?? me,
    context: fitting(context, { ...nothingSaid, ...fieldsIn(wire.context) }) ?? nothingSaid,
    valid_options: isJsonArray(valid_options) ? valid_options.map(readMove) : undefined,
    deadline: fitting(deadline, wire.deadline) ?? deadlineAfter(now?.() ?? wire.timestamp, timeout_seconds),
  });
}

/** No call of any document gives longer. */
const LONGEST_SEC = 3_600;

/** The end of the stated time, or else of the usual one, from now on. */
function deadlineAfter(from: Json | undefined, seconds: Json | undefined): string | undefined {
  const isSaid = typeof seconds === 'number' && seconds > 0 && seconds <= LONGEST_SEC;
  const ms = isSaid ? seconds * 1_000 : CHOOSE_PARITY_CALL.head.reply.withinMs;
  const end = new Date(Date.parse(asText(from)) + ms);
  return Number.isNaN(end.getTime()) ? undefined : end.toISOString();
}
