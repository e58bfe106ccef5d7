/** The shortest player there is: it joins every match and always chooses odd. Usage: node shortest_player.mjs MANAGER NAME */
import { createServer } from 'node:http';

const [manager, display_name] = process.argv.slice(2);
const answers = {
  handle_game_invitation: { accept: true },
  choose_parity: { parity_choice: 'odd' },
};

const server = createServer(async (request, response) => {
  try {
    const { method, id } = JSON.parse(Buffer.concat(await request.toArray()).toString());
    const result = answers[method] ?? { status: 'ok' };
    response.end(JSON.stringify({ jsonrpc: '2.0', result, id }), () => {
      if (method === 'shutdown') server.close();
    });
  } catch {
    // Nonsense must not end the program.
    response.writeHead(400).end();
  }
});

server.listen(0, '127.0.0.1', async () => {
  const contact_endpoint = `http://127.0.0.1:${server.address().port}/mcp`;
  const player_meta = { display_name, game_types: ['even_odd'], contact_endpoint };
  const params = { protocol: 'league.v2', message_type: 'LEAGUE_REGISTER_REQUEST', player_meta };
  const body = JSON.stringify({ jsonrpc: '2.0', method: 'register_player', params, id: 1 });
  const response = await fetch(manager, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const { result } = await response.json();
  if (result.status !== 'ACCEPTED') throw new Error(`turned away: ${JSON.stringify(result)}`);
  process.stdout.write(`${result.player_id} is registered at ${contact_endpoint}\n`);
});
