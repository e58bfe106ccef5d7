/**
 * A league manager written from document 003: it takes in players and one referee, and when they are there it plays one
 * round of one match with the first two players. It sends what the document shows, and nothing more.
 * Usage: node flat_manager.mjs
 */
import { checkMessage, flat } from './flat_documents.mjs';
import { complain, is, listen, post, say } from './stand_in.mjs';

const league_id = 'league_of_a_stranger';
const match_id = 'R1M1';
const players = [];
let referee;
let reported;
const result = new Promise((resolve) => {
  reported = resolve;
});

const endpoint = await listen(answer);
say(`the manager listens at ${endpoint}`);

function answer(message) {
  const { message_type, player_id, referee_id, endpoint: at } = message;
  checkMessage(
    message,
    message_type === 'MATCH_RESULT_REPORT' ? { league_id: is(league_id), sender: is(referee?.id) } : {},
  );
  switch (message_type) {
    case 'LEAGUE_REGISTER_REQUEST':
      players.push({ id: player_id, at });
      startIfComplete();
      return flat('LEAGUE_REGISTER_RESPONSE', { player_id, league_id, ...credentialsOf(player_id) });
    case 'REFEREE_REGISTER_REQUEST':
      referee = { id: referee_id, at };
      startIfComplete();
      return flat('REFEREE_REGISTER_RESPONSE', { referee_id, ...credentialsOf(referee_id) });
    case 'MATCH_RESULT_REPORT':
      reported(message);
      return flat('MATCH_RESULT_ACK', { match_id, status: 'recorded' });
    default:
      complain(`no message for a manager: ${JSON.stringify(message)}`);
      return flat('LEAGUE_ERROR', { league_id, error_code: 'E003', error_message: 'What is this?' });
  }
}

function credentialsOf(id) {
  return { auth_token: `tok_${id}_abc123`, status: 'registered' };
}

function startIfComplete() {
  if (players.length !== 2 || referee === undefined) return;
  // The answer to the last registration leaves first.
  setTimeout(() => play().catch((problem) => complain(problem.stack)), 100);
}

async function play() {
  const [a, b] = players;
  const pairing = { player_a: a.id, player_b: b.id };
  const matches = [{ match_id, ...pairing, referee_id: referee.id }];
  await tellAll(flat('ROUND_ANNOUNCEMENT', { league_id, round_id: 1, total_rounds: 1, matches }));
  const addresses = { player_a_endpoint: a.at, player_b_endpoint: b.at };
  const order = { league_id, round_id: 1, match_id, referee_id: referee.id, ...pairing, ...addresses };
  checkMessage(await post(referee.at, flat('RUN_MATCH', order)), { message_type: is('RUN_MATCH_ACK') });

  const { winner } = await result;
  const standings = players.map(({ id }) => row(id, winner)).sort((one, other) => one.rank - other.rank);
  await tellAll(flat('LEAGUE_STANDINGS_UPDATE', { league_id, round_id: 1, standings }));
  await tellAll(flat('ROUND_COMPLETED', { league_id, round_id: 1, results: [{ match_id, winner, ...pairing }] }));
  await tellAll(flat('LEAGUE_COMPLETED', { league_id, total_matches: 1, final_standings: standings }));
  await tellAll(flat('SHUTDOWN_COMMAND', {}));
  say(`${match_id} was won by ${winner}`);
  process.exit();
}

function row(player_id, winner) {
  const [won, drawn] = [winner === player_id, winner === 'DRAW'];
  const points = won ? 3 : Number(drawn);
  const counts = { wins: Number(won), losses: Number(!won && !drawn), draws: Number(drawn) };
  return { rank: won || drawn ? 1 : 2, player_id, ...counts, points, games_played: 1 };
}

async function tellAll(message) {
  for (const { at } of [referee, ...players]) {
    const reply = await post(at, message);
    if (reply.message_type?.endsWith('_ERROR')) complain(`to ${message.message_type}: ${JSON.stringify(reply)}`);
  }
}
