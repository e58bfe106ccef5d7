/**
 * A player of the league that is a server: it listens, registers, and answers. How it decides is in the strategy file.
 *
 *     node player.mjs [MANAGER [ENDPOINT]]
 *
 * MANAGER is the manager's address: else LEAGUE_MANAGER, else http://localhost:8000/mcp; an invite code stands behind
 * it as ?code=CODE. ENDPOINT is the address by which the league calls this player: else PLAYER_ENDPOINT, else this
 * machine's own address and any free port.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { decide } from './strategy.mjs';

const { env, argv } = process;
const NAME = env.LEAGUE_PLAYER_NAME || 'My Player';
const EVERY_GAME = 'even_odd rock_paper_scissors prisoners_dilemma tic_tac_toe connect_four';
const GAMES = (env.LEAGUE_GAME || EVERY_GAME).split(' ');
const MANAGER = argv[2] || env.LEAGUE_MANAGER || 'http://localhost:8000/mcp';
const ENDPOINT = argv[3] || env.PLAYER_ENDPOINT;
/** Beside this file, by manager: what proves who this player is: with it, it has its place back after a crash. */
const TOKENS = join(dirname(fileURLToPath(import.meta.url)), `${NAME}.token`);

/** The manager's answer to the registration: player_id, auth_token, … */
let me = {};
/** By match, what its referee has to show. */
const tickets = new Map();
/** By match and step: a question that is asked again is answered alike. */
const choices = new Map();
const history = [];

/** A line for people, on stderr: stdout may be a pipe of the league. */
function say(line) {
  process.stderr.write(`${line}\n`);
}

/** The error for a sender that does not prove itself. */
function refused(error_description) {
  return { message_type: 'GAME_ERROR', error_code: 'E012', error_name: 'AUTH_TOKEN_INVALID', error_description };
}

/** The result for one message of the league. */
async function answer(method, message) {
  const { match_id, conversation_id, auth_token } = message;
  const isOfManager = ['notify_round', 'notify_league_completed', 'shutdown'].includes(method);
  const isOurs = auth_token === (me.manager_token ?? auth_token) && (me.status || method === 'notify_round');
  if (isOfManager && !isOurs) return refused('another manager’s token');
  if ('error_code' in message) say(`${message.message_type} ${message.error_code} ${message.error_description}`);
  if (method === 'notify_round')
    for (const { match_id, ticket } of message.matches) if (ticket !== undefined) tickets.set(match_id, ticket);
  if (method === 'notify_match_result') remember(match_id, message.game_result);
  if (!['handle_game_invitation', 'choose_parity', 'game_move'].includes(method)) return { status: 'ok' };

  const reply = { protocol: 'league.v2', conversation_id, match_id };
  if (auth_token !== (tickets.get(match_id) ?? auth_token)) return { ...reply, ...refused('another ticket') };
  if (method === 'handle_game_invitation') return { ...reply, message_type: 'GAME_JOIN_ACK', accept: true };
  if (method === 'choose_parity') {
    const parity_choice = await chosen(message, message.valid_options, message.context ?? {});
    return { ...reply, message_type: 'CHOOSE_PARITY_RESPONSE', parity_choice };
  }
  const { move_type, valid_options, context } = message.move_request;
  const move_data = { move_type, choice: await chosen(message, valid_options, context) };
  return { ...reply, message_type: 'GAME_MOVE_RESPONSE', step: message.step, move_data };
}

/** The move of the strategy, asked once for each step. */
function chosen({ match_id, step = 1, game_type }, moves, { opponent_id, view = null }) {
  const key = JSON.stringify([match_id, step, moves]);
  if (!choices.has(key))
    choices.set(key, moveOf({ game_type, match_id, step, moves, opponent_id, view, history: [...history] }));
  return choices.get(key);
}

/** Where the strategy fails, that is told and the first legal move is made. */
async function moveOf(turn) {
  const { match_id, moves } = turn;
  try {
    const wish = JSON.stringify(await decide(turn));
    const move = moves.find((legal) => JSON.stringify(legal) === wish);
    if (move === undefined) throw new RangeError(`${wish} is none of ${JSON.stringify(moves)}`);
    return move;
  } catch (problem) {
    say(`${match_id}: decide failed, ${JSON.stringify(moves[0])} is played: ${problem}`);
    return moves[0];
  }
}

function remember(match_id, { reason: why, choices: made }) {
  say(`${match_id}: ${why}`);
  const [opponent_id = null, opponent_choice = null] =
    Object.entries(made ?? {}).find(([id]) => id !== me.player_id) ?? [];
  const my_choice = made?.[me.player_id] ?? null;
  history.push({ match_id, opponent_id, my_choice, opponent_choice, why });
}

const server = createServer(async (request, response) => {
  response.setHeader('content-type', 'application/json');
  // For launchers that look whether it is there.
  if (request.method === 'GET') return response.end(JSON.stringify({ status: 'ok' }));
  let [method, id, reply] = [undefined, null, {}];
  try {
    const asked = JSON.parse(Buffer.concat(await request.toArray()).toString());
    ({ method, id = null } = asked);
    if (typeof method !== 'string') throw new TypeError('no method');
    reply = { result: await answer(method, asked.params ?? {}) };
  } catch (problem) {
    // Nonsense must end neither the connection nor the program.
    reply = { error: { code: -32600, message: String(problem) } };
  }
  response.end(JSON.stringify({ jsonrpc: '2.0', ...reply, id }), () => {
    const isHeard = reply.result?.status === 'ok';
    if (isHeard && method === 'shutdown') end();
    // Where no shutdown follows.
    if (isHeard && method === 'notify_league_completed') setTimeout(end, 10_000).unref();
  });
});

function end() {
  server.close();
  server.closeAllConnections();
}

/** This machine's own address on the way to the manager, once that is there. */
async function waitFor({ protocol, hostname, port: named }) {
  const host = hostname.replace(/^\[|\]$/g, '');
  const port = Number(named || (protocol === 'https:' ? 443 : 80));
  for (let attempt = 0; ; attempt++) {
    try {
      return await new Promise((resolve, reject) => {
        const line = connect({ host, port }, () => {
          resolve(line.localAddress);
          line.destroy();
        });
        line.once('error', reject);
      });
    } catch (problem) {
      if (attempt === 0) say(`waiting for the manager at ${hostname}:${port} (${problem.code ?? problem.message})`);
      await sleep(1_000);
    }
  }
}

/** Tells the manager who is here and where; ends the program where it is turned away. */
async function register(contact_endpoint) {
  const place = MANAGER.split('?')[0];
  const tokens = keptTokens();
  const player_meta = { display_name: NAME, version: '1.0.0', game_types: GAMES, contact_endpoint };
  const message = { protocol: 'league.v2', message_type: 'LEAGUE_REGISTER_REQUEST', player_meta };
  const params = { ...message, auth_token: tokens[place] };
  const body = JSON.stringify({ jsonrpc: '2.0', method: 'register_player', params, id: 1 });
  const response = await fetch(MANAGER, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const text = await response.text();
  const { result = {} } = text.startsWith('{') ? JSON.parse(text) : {};
  if (result.status !== 'ACCEPTED') {
    say(`turned away: ${result.reason ?? result.error_description ?? `HTTP ${response.status} ${text.slice(0, 500)}`}`);
    process.exit(1);
  }
  me = result;
  writeFileSync(TOKENS, JSON.stringify({ ...tokens, [place]: me.auth_token }));
  say(`${NAME} is ${me.player_id} and listens at ${contact_endpoint}`);
}

function keptTokens() {
  try {
    return JSON.parse(readFileSync(TOKENS, 'utf8'));
  } catch {
    // None yet.
    return {};
  }
}

if (!URL.canParse(MANAGER) || (ENDPOINT && !URL.canParse(ENDPOINT))) {
  say('usage: node player.mjs http://MANAGER:8000/mcp [http://THIS_MACHINE:8101/mcp]');
  process.exit(2);
}
server.once('error', ({ message }) => {
  say(`cannot listen: ${message}`);
  process.exit(1);
});
// Where the endpoint is known, it listens there already while it waits.
if (ENDPOINT) await listen(new URL(ENDPOINT));
const here = await waitFor(new URL(MANAGER));
const own = new URL(ENDPOINT ?? `http://${here.includes(':') ? `[${here}]` : here}:0/mcp`);
if (!ENDPOINT) own.port = await listen(own);
await register(own.href);

/** Listens at this address; the port it has there. */
async function listen({ hostname, port }) {
  await new Promise((resolve) => server.listen(Number(port || 80), hostname.replace(/^\[|\]$/g, ''), resolve));
  return String(server.address().port);
}
