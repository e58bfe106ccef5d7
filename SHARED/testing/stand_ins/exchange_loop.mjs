/**
 * The ten HTTP exchanges that a match costs, with two players and nothing else: no referee, no check, no file.
 * Usage: node exchange_loop.mjs MATCHES PLAYER PLAYER… Every two players have a match at the same time. Prints the seconds.
 */
import { Agent, request } from 'node:http';

const [matches, ...players] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true });
/** Five steps with both players. Orders and reports, which go between manager and referee, are the `ping` here. */
const STEPS = ['notify_round', 'handle_game_invitation', 'choose_parity', 'ping', 'notify_match_result'];
const sender = { protocol: 'league.v2', sender: 'referee:REF01', league_id: 'league', match_id: 'R1M1', round_id: 1 };
const conversation = { conversation_id: '880e8400-e29b-41d4-a716-446655440003', timestamp: '2025-12-20T10:00:00.000Z' };
const params = { ...sender, ...conversation, auth_token: 'x'.repeat(64), game_result: { status: 'DRAW' } };

function ask(player, method) {
  const body = JSON.stringify({ jsonrpc: '2.0', method, params, id: 1 });
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  return new Promise((settle, fail) => {
    const asked = request(player, { method: 'POST', agent, headers }, (response) => {
      const pieces = [];
      response.on('data', (piece) => pieces.push(piece));
      response.on('end', () => settle(JSON.parse(Buffer.concat(pieces).toString()).result));
    });
    asked.on('error', fail);
    asked.end(body);
  });
}

let left = Number(matches);
async function playPair(pair) {
  while (left-- > 0) for (const step of STEPS) await Promise.all(pair.map((player) => ask(player, step)));
}

const startMs = performance.now();
const pairs = Array.from({ length: Math.floor(players.length / 2) }, (_, i) => players.slice(2 * i, 2 * i + 2));
await Promise.all(pairs.map(playPair));
process.stdout.write(`${JSON.stringify({ seconds: (performance.now() - startMs) / 1000 })}\n`);
agent.destroy();
