/**
 * A referee written from document 001, with what 003 says of registering and of RUN_MATCH. An answer counts wherever it
 * comes: in the response, or as a message of its own. It knows no forfeits: who does not answer is complained of.
 * Usage: node flat_referee.mjs MANAGER ID [--bearer]
 * With --bearer its reports show its auth_token in the header: 003 gives it "for future requests", and names no field.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { answerTo, checkMessage, flat } from './flat_documents.mjs';
import { complain, is, leave, listen, post, say } from './stand_in.mjs';

/** 001, section 5. */
const JOIN_MS = 5_000;
const CHOICE_MS = 30_000;
const PARITIES = ['EVEN', 'ODD'];

const [manager, me, bearer] = process.argv.slice(2);
/** Who waits for answers that are posted: by match, player and type. */
const awaited = new Map();

const endpoint = await listen(answer);
const response = await post(manager, flat('REFEREE_REGISTER_REQUEST', { referee_id: me, endpoint }));
checkMessage(response, { status: is('registered'), referee_id: is(me) });
const headers = bearer === undefined ? {} : { authorization: `Bearer ${response.auth_token}` };
say(`${me} is registered at ${endpoint}`);

function answer(message) {
  const { message_type, match_id, sender } = message;
  checkMessage(message, message_type === 'RUN_MATCH' ? { referee_id: is(me) } : {});
  if (message_type === 'RUN_MATCH') {
    // Acknowledged at once, played afterwards.
    run(message).catch((problem) => complain(`${match_id}: ${problem.stack}`));
    return flat('RUN_MATCH_ACK', { match_id, status: 'acknowledged' });
  }
  awaited.get(`${match_id} ${sender} ${message_type}`)?.(message);
  if (message_type.endsWith('_ERROR')) complain(`${me} was told of an error: ${JSON.stringify(message)}`);
  if (message_type === 'SHUTDOWN_COMMAND') leave();
  return { status: 'ok' };
}

/** A whole match: both join, both choose, a number is drawn, and everybody is told. */
async function run({ league_id, round_id, match_id, player_a, player_a_endpoint, player_b, player_b_endpoint }) {
  const match = { league_id, round_id, match_id, conversation_id: crypto.randomUUID() };
  const seats = [
    { player_id: player_a, opponent_id: player_b, at: player_a_endpoint },
    { player_id: player_b, opponent_id: player_a, at: player_b_endpoint },
  ];
  const ofBoth = (ask) => Promise.all(seats.map(ask));
  await ofBoth(({ at, player_id, opponent_id }) => {
    const invitation = answerTo(match, 'GAME_INVITATION', me, { player_id, opponent_id });
    return askFor('GAME_JOIN_ACK', at, invitation, JOIN_MS);
  });
  const [{ choice: player_a_choice }, { choice: player_b_choice }] = await ofBoth(({ at, player_id }) =>
    askFor('PARITY_CHOICE', at, answerTo(match, 'CHOOSE_PARITY_CALL', me, { player_id }), CHOICE_MS),
  );
  const drawn_number = 1 + Math.floor(10 * Math.random());
  const guessedRight = player_a_choice === PARITIES[drawn_number % 2] ? player_a : player_b;
  const winner = player_a_choice === player_b_choice ? 'DRAW' : guessedRight;
  const over = answerTo(match, 'GAME_OVER', me, { winner, drawn_number, player_a_choice, player_b_choice });
  await ofBoth(({ at }) => post(at, over));
  const report = answerTo(match, 'MATCH_RESULT_REPORT', me, { player_a, player_b, winner });
  checkMessage(await post(manager, report, headers), { message_type: is('MATCH_RESULT_ACK'), match_id: is(match_id) });
  say(`${match_id}: ${player_a} chose ${player_a_choice}`);
  say(`${match_id}: ${player_b} chose ${player_b_choice}`);
  say(`${match_id} was won by ${winner}`);
}

/** Asks a player; its answer is what the document says of it, and fits the question. */
async function askFor(message_type, at, question, withinMs) {
  const { league_id, round_id, match_id, conversation_id, player_id } = question;
  const posted = new Promise((resolve) => awaited.set(`${match_id} ${player_id} ${message_type}`, resolve));
  const given = post(at, question).then((reply) => (reply.message_type === undefined ? posted : reply));
  const late = sleep(withinMs).then(() => Promise.reject(new Error(`${player_id} sent no ${message_type}`)));
  const answered = await Promise.race([given, late]);
  const expected = { message_type, league_id, round_id, match_id, conversation_id, sender: player_id };
  checkMessage(answered, Object.fromEntries(Object.entries(expected).map(([name, value]) => [name, is(value)])));
  return answered;
}
