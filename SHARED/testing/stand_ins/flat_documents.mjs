/** The messages of documents 000, 001 and 003, field by field, as a stranger reads them there. */
import { complain, expectFields, is, listOf, maybe, now, object, oneOf, text, utc, uuid, whole } from './stand_in.mjs';

/** The fields that the tables of 000 and 001 give every message of a match. */
const OF_A_MATCH = {
  league_id: text,
  round_id: whole,
  match_id: text,
  conversation_id: uuid,
  sender: text,
  timestamp: utc,
};
const STANDINGS = listOf({
  ...{ rank: whole, player_id: text, wins: whole, losses: whole },
  ...{ draws: whole, points: whole, games_played: whole },
});
// The table of 001 has small letters, its example has capitals, and the list of winners says DRAW.
const CHOICE = oneOf('EVEN', 'ODD');

const MESSAGES = {
  // 000: what players send.
  LEAGUE_REGISTER_REQUEST: { player_id: text, endpoint: text },
  GAME_JOIN_ACK: OF_A_MATCH,
  PARITY_CHOICE: { ...OF_A_MATCH, choice: CHOICE },
  // 001: what referees send.
  GAME_INVITATION: { ...OF_A_MATCH, player_id: text, opponent_id: text },
  CHOOSE_PARITY_CALL: { ...OF_A_MATCH, player_id: text },
  GAME_OVER: {
    ...OF_A_MATCH,
    ...{ winner: text, drawn_number: oneOf(1, 2, 3, 4, 5, 6, 7, 8, 9, 10) },
    ...{ player_a_choice: CHOICE, player_b_choice: CHOICE },
  },
  MATCH_RESULT_REPORT: { ...OF_A_MATCH, player_a: text, player_b: text, winner: text },
  RUN_MATCH_ACK: { match_id: text, status: is('acknowledged') },
  GAME_ERROR: { ...OF_A_MATCH, error_code: text, error_message: text, details: maybe(object({})) },
  // 003: registrations, and what the manager sends.
  REFEREE_REGISTER_REQUEST: { referee_id: text, endpoint: text },
  REFEREE_REGISTER_RESPONSE: { referee_id: text, auth_token: text, status: oneOf('registered', 'error') },
  LEAGUE_REGISTER_RESPONSE: {
    ...{ player_id: text, league_id: text, auth_token: text },
    status: oneOf('registered', 'error'),
  },
  ROUND_ANNOUNCEMENT: {
    ...{ league_id: text, round_id: whole, total_rounds: whole },
    matches: listOf({ match_id: text, player_a: text, player_b: text, referee_id: text }),
  },
  RUN_MATCH: {
    ...{ league_id: text, round_id: whole, match_id: text, referee_id: text },
    ...{ player_a: text, player_a_endpoint: text, player_b: text, player_b_endpoint: text },
  },
  MATCH_RESULT_ACK: { match_id: text, status: is('recorded') },
  ROUND_COMPLETED: {
    ...{ league_id: text, round_id: whole },
    results: listOf({ match_id: text, winner: text, player_a: text, player_b: text }),
  },
  LEAGUE_STANDINGS_UPDATE: { league_id: text, round_id: whole, standings: STANDINGS },
  LEAGUE_COMPLETED: { league_id: text, total_matches: whole, final_standings: STANDINGS },
  LEAGUE_ERROR: { league_id: text, error_code: text, error_message: text, details: maybe(object({})) },
  // 000 names it among the messages a player gets, and no document shows it.
  SHUTDOWN_COMMAND: {},
};

/** Complains of whatever in a message is not as the documents say; `expected` is what else is known of its fields. */
export function checkMessage(message, expected = {}) {
  const fields = MESSAGES[message.message_type];
  if (fields === undefined) complain(`no flat document has this: ${JSON.stringify(message)}`);
  else expectFields(message, { protocol: is('league.v2'), ...fields, ...expected });
}

/** A message of league.v2. */
export function flat(message_type, body) {
  return { protocol: 'league.v2', message_type, ...body };
}

/** An answer to a message of a match: its league, round, match and conversation are those of the question. */
export function answerTo({ league_id, round_id, match_id, conversation_id }, message_type, sender, body = {}) {
  const base = { league_id, round_id, match_id, conversation_id, sender, timestamp: now() };
  return flat(message_type, { ...base, ...body });
}
