/**
 * A player that knows its pipe and nothing else: a JSON-RPC request a line on stdin, a response a line on stdout.
 *
 * Usage: node line_player.mjs ADDRESS ID
 */
import { createInterface } from 'node:readline';

const [contact_endpoint, player_id] = process.argv.slice(2);
const say = (line) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...line })}\n`);
const ANSWERS = {
  handle_game_invitation: { message_type: 'GAME_JOIN_ACK', accept: true },
  choose_parity: { message_type: 'CHOOSE_PARITY_RESPONSE', parity_choice: 'even' },
};

const player_meta = {
  display_name: 'Line Player',
  version: '1.0.0',
  game_types: ['even_odd'],
  contact_endpoint,
  player_id,
};
const params = {
  protocol: 'league.v2',
  message_type: 'LEAGUE_REGISTER_REQUEST',
  sender: player_id,
  timestamp: new Date().toISOString(),
  conversation_id: crypto.randomUUID(),
  player_meta,
};
say({ id: 'register', method: 'register_player', params });

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, result } = JSON.parse(line);
  if (method === undefined) process.stderr.write(`${result.status} as ${result.player_id}\n`);
  else if (id !== undefined) say({ id, result: ANSWERS[method] ?? { status: 'ok' } });
}
