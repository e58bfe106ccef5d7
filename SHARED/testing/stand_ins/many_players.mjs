/**
 * Many players in one process, as somebody else might write them: a server and a port for each, plain node:http.
 * Usage: node many_players.mjs MANAGER COUNT. Prints a JSON line when all are registered, at the first round, and after
 * the last match of a round robin; it keeps answering until it is ended.
 */
import { createServer } from 'node:http';

const [manager, count] = process.argv.slice(2);
const matches = (count * (count - 1)) / 2;
const traffic = { exchanges: 0, bytes: 0 };
const results = {};
let startMs;
let endings = 0;

// It ends with whoever started it.
process.stdin.on('end', () => process.exit()).resume();

const say = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);

const choices = {
  handle_game_invitation: () => ({ message_type: 'GAME_JOIN_ACK', accept: true }),
  choose_parity: () => ({
    message_type: 'CHOOSE_PARITY_RESPONSE',
    parity_choice: Math.random() < 0.5 ? 'even' : 'odd',
  }),
};

function answer(method, { match_id, conversation_id, game_result }) {
  if (method === 'notify_round' && startMs === undefined) {
    startMs = performance.now();
    say({ begun: true });
  }
  if (method === 'notify_match_result') {
    results[game_result.status] = (results[game_result.status] ?? 0) + 1;
    endings += 1;
    if (endings === 2 * matches) say({ matches, seconds: (performance.now() - startMs) / 1000, results, ...traffic });
  }
  const choice = choices[method];
  if (choice === undefined) return { status: 'ok' };
  return { protocol: 'league.v2', conversation_id, match_id, ...choice() };
}

async function startPlayer(number) {
  const server = createServer(async (request, response) => {
    const text = Buffer.concat(await request.toArray()).toString();
    const { method, params = {}, id } = JSON.parse(text);
    const reply = JSON.stringify({ jsonrpc: '2.0', result: answer(method, params), id });
    traffic.exchanges += 1;
    traffic.bytes += text.length + reply.length;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(reply);
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  const contact_endpoint = `http://127.0.0.1:${server.address().port}/mcp`;
  const player_meta = {
    display_name: `Player ${number}`,
    version: '1.0.0',
    game_types: ['even_odd'],
    contact_endpoint,
  };
  const params = { protocol: 'league.v2', message_type: 'LEAGUE_REGISTER_REQUEST', player_meta };
  const body = JSON.stringify({ jsonrpc: '2.0', method: 'register_player', params, id: 1 });
  const response = await fetch(manager, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const { result } = await response.json();
  if (result?.status !== 'ACCEPTED') throw new Error(`player ${number} was not accepted: ${JSON.stringify(result)}`);
  return contact_endpoint;
}

const players = [];
for (let number = 1; number <= count; number++) players.push(await startPlayer(number));
say({ players });
