/** The shortest player there is: it joins every match and always chooses odd. Usage: node shortest_player.mjs MANAGER NAME */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [manager, display_name] = process.argv.slice(2);
// With it the player comes back to its place after a crash.
const tokenFile = `${display_name}.token`;
const answers = {
  handle_game_invitation: { accept: true },
  choose_parity: { parity_choice: 'odd' },
};
let me = {};

const server = createServer(async (request, response) => {
  try {
    const { method, params, id } = JSON.parse(Buffer.concat(await request.toArray()).toString());
    if (method.includes('error')) process.stdout.write(`${params.error_code} ${params.error_description}\n`);
    const result = answers[method] ?? { status: 'ok' };
    response.end(JSON.stringify({ jsonrpc: '2.0', result, id }), () => {
      if (method === 'shutdown' && params.auth_token === me.manager_token) server.close();
    });
  } catch {
    // Nonsense must not end the program.
    response.writeHead(400).end();
  }
});

server.listen(0, '127.0.0.1', async () => {
  const contact_endpoint = `http://127.0.0.1:${server.address().port}/mcp`;
  const player_meta = { display_name, game_types: ['even_odd'], contact_endpoint };
  const auth_token = existsSync(tokenFile) ? readFileSync(tokenFile, 'utf8') : undefined;
  const params = { protocol: 'league.v2', message_type: 'LEAGUE_REGISTER_REQUEST', auth_token, player_meta };
  const body = JSON.stringify({ jsonrpc: '2.0', method: 'register_player', params, id: 1 });
  const response = await fetch(manager, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  me = (await response.json()).result;
  if (me.status !== 'ACCEPTED') throw new Error(`turned away: ${JSON.stringify(me)}`);
  writeFileSync(tokenFile, me.auth_token);
  process.stdout.write(`${me.player_id} is registered at ${contact_endpoint}\n`);
});
