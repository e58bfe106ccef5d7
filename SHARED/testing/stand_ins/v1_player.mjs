/**
 * A player written from the body of document 004 (league.v1): every message has all eight base fields, whoever sends it.
 * Usage: node v1_player.mjs MANAGER NAME
 */
import {
  complain,
  expectFields,
  is,
  leave,
  listen,
  listOf,
  matching,
  now,
  object,
  oneOf,
  post,
  say,
  text,
  utc,
  uuid,
  whole,
} from './stand_in.mjs';

const [manager, name] = process.argv.slice(2);
/** 004: "Unique identifier for the league instance", a UUID of whoever names it first. */
const league_id = crypto.randomUUID();
const VALUES = ['odd', 'even'];

const BASE = {
  ...{ protocol: is('league.v1'), message_type: text, league_id: is(league_id), round_id: whole },
  ...{ match_id: text, conversation_id: uuid, timestamp: utc },
};
const OF_A_MATCH = { match_id: matching(/^R\d+M\d+$/), sender: matching(/^referee(_.+)?$/) };
const OF_THE_LEAGUE = { sender: is('league_manager') };
const STANDINGS = listOf({ rank: whole, player_id: text, points: whole });
const NUMBER = oneOf(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
const VALUE = oneOf(...VALUES);
// 004 shows the result of a win only; of a draw it cannot say who won it.
const ifWon = (fits) => (value) => value === null || fits(value);

const MESSAGES = {
  LEAGUE_REGISTER_RESPONSE: {
    ...{ ...OF_THE_LEAGUE, round_id: is(0), match_id: is('REGISTRATION') },
    ...{ status: is('ACCEPTED'), player_id: text, auth_token: text },
  },
  ROUND_ANNOUNCEMENT: { ...OF_THE_LEAGUE, matches: listOf({ match_id: text, player_a: text, player_b: text }) },
  ROUND_COMPLETED: { ...OF_THE_LEAGUE, results: listOf({ match_id: text }) },
  LEAGUE_STANDINGS_UPDATE: { ...OF_THE_LEAGUE, standings: STANDINGS },
  LEAGUE_COMPLETED: { ...OF_THE_LEAGUE, final_standings: STANDINGS },
  SHUTDOWN_COMMAND: OF_THE_LEAGUE,
  GAME_INVITATION: {
    ...OF_A_MATCH,
    game_info: object({ game_type: is('even_odd'), opponent_id: text, timeout_seconds: whole }),
  },
  CHOOSE_PARITY_CALL: { ...OF_A_MATCH, game_state: object({ game_type: is('even_odd'), timeout_seconds: whole }) },
  GAME_OVER: {
    ...OF_A_MATCH,
    result: object({
      ...{ drawn_number: NUMBER, number_parity: VALUE, winner_id: ifWon(text), loser_id: ifWon(text) },
      ...{ winner_choice: ifWon(VALUE), loser_choice: ifWon(VALUE), points_awarded: whole },
    }),
  },
};

/** By match: its conversation, and what this player chose. */
const matches = new Map();
let me;

const endpoint = await listen(answer);
const registration = message('LEAGUE_REGISTER_REQUEST', {
  ...{ round_id: 0, match_id: 'REGISTRATION', conversation_id: crypto.randomUUID(), sender: 'player_candidate' },
  player_meta: {
    ...{ display_name: name, version: '1.0.0', protocol_version: '2.1.0' },
    ...{ game_types: ['even_odd'], contact_endpoint: endpoint },
  },
});
const response = await post(manager, registration);
check(response);
if (response.conversation_id !== registration.conversation_id) complain('the registration was answered elsewhere');
me = response.player_id;
say(`${me} is registered at ${endpoint}`);

function answer(told) {
  check(told);
  const { message_type, match_id, conversation_id } = told;
  const match = matches.get(match_id);
  switch (message_type) {
    case 'GAME_INVITATION':
      matches.set(match_id, { conversation_id, value: VALUES[matches.size % 2] });
      return replyTo(told, 'GAME_JOIN_ACK', {});
    case 'CHOOSE_PARITY_CALL':
      if (match?.conversation_id !== conversation_id) complain(`${match_id}: called for in another conversation`);
      return replyTo(told, 'PARITY_CHOICE', { choice: { value: match?.value, reasoning: 'It is their turn.' } });
    case 'GAME_OVER':
      checkResult(match_id, told.result, match?.value);
      say(`${match_id} was won by ${told.result.winner_id ?? 'DRAW'}`);
      return undefined;
    case 'SHUTDOWN_COMMAND':
      leave();
      return undefined;
    default:
      return undefined;
  }
}

function check(told) {
  const fields = MESSAGES[told.message_type];
  if (fields === undefined) complain(`004 has nothing like this: ${JSON.stringify(told)}`);
  else expectFields(told, { ...BASE, ...fields });
}

/** 004, "Game rules": who matches the parity of the number wins; equal choices draw. */
function checkResult(match_id, { drawn_number, number_parity, winner_id, loser_id, ...rest }, own) {
  if (number_parity !== VALUES[1 - (drawn_number % 2)])
    complain(`${match_id}: ${drawn_number} is not ${number_parity}`);
  if (winner_id !== null && ![winner_id, loser_id].includes(me)) complain(`${match_id}: played without ${me}`);
  if (winner_id !== null && (winner_id === me) !== (own === number_parity)) complain(`${match_id}: ${winner_id} won?`);
  if (winner_id !== null && rest.winner_choice === rest.loser_choice) complain(`${match_id}: a draw is won by nobody`);
  if (rest.points_awarded !== (winner_id === null ? 1 : 3)) complain(`${match_id}: ${rest.points_awarded} points`);
}

function replyTo({ round_id, match_id, conversation_id }, message_type, body) {
  return message(message_type, { round_id, match_id, conversation_id, sender: `player_${me}`, ...body });
}

function message(message_type, body) {
  return { protocol: 'league.v1', message_type, league_id, timestamp: now(), ...body };
}
