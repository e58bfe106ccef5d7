/**
 * A player of the league without a server: it asks the manager what to do, again and again. No port is opened, so it
 * plays from behind any router. How it decides is in the strategy file.
 *
 *     node player.mjs [MANAGER]
 *
 * MANAGER is the manager's address: else LEAGUE_MANAGER, else http://localhost:8000/mcp; an invite code stands behind
 * it as ?code=CODE.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { decide } from './strategy.mjs';

const { env, argv } = process;
const NAME = env.LEAGUE_PLAYER_NAME || 'My Player';
const MANAGER = argv[2] || env.LEAGUE_MANAGER || 'http://localhost:8000/mcp';
/** Beside this file, by manager: what proves whose seat it is, until the league is over. With it, the seat is kept over restarts. */
const TOKENS = join(dirname(fileURLToPath(import.meta.url)), `${NAME}.token`);
const PLACE = MANAGER.split('?')[0];
const history = [];

/** The manager's reason for refusing something, in one line. */
class Refused extends Error {}

/** A line for people, on stderr: stdout may be a pipe of the league. */
function say(line) {
  process.stderr.write(`${line}\n`);
}

function post(method, params, ms = 60_000) {
  const body = JSON.stringify({ jsonrpc: '2.0', method, params, id: 1 });
  const headers = { 'content-type': 'application/json' };
  return fetch(MANAGER, { method: 'POST', headers, body, signal: AbortSignal.timeout(ms) });
}

/** The manager's answer. A manager that is not there, or not there any more, is waited for. */
async function ask(method, params) {
  for (let attempt = 0; ; attempt++) {
    try {
      const response = await post(method, params);
      const text = await response.text();
      const refusal = `HTTP ${response.status} ${text.slice(0, 500)}`;
      if (response.ok) return resultIn(JSON.parse(text));
      if (![429, 503].includes(response.status)) throw new Refused(refusal);
      if (attempt === 0) say(`asking again until it is taken: ${refusal}`);
    } catch (problem) {
      if (problem instanceof Refused) throw problem;
      const why = problem.cause?.code ?? problem.message;
      if (attempt === 0) say(`waiting for the manager at ${new URL(MANAGER).host} (${why})`);
    }
    await sleep(1_000);
  }
}

function resultIn({ result, error }) {
  if (error !== undefined) throw new Refused(error.message);
  return result;
}

/** The seat of this player: the one it had, or a new one. */
async function takeSeat() {
  const { [PLACE]: seat_token } = keptTokens();
  const asked = { display_name: NAME, request_id: randomUUID() };
  const seat = await ask('join_league', { ...asked, seat_token }).catch((problem) => {
    if (seat_token === undefined) throw problem;
    say(`the seat of before is gone: ${problem.message}`);
    return ask('join_league', asked);
  });
  keepToken(seat.seat_token);
  say(`${NAME} is ${seat.player_id} in ${seat.league_id}`);
  return seat.seat_token;
}

function keptTokens() {
  try {
    return JSON.parse(readFileSync(TOKENS, 'utf8'));
  } catch {
    // None yet.
    return {};
  }
}

/** Keeps the token of the seat; undefined: it proves nothing any more. */
function keepToken(seat_token) {
  writeFileSync(TOKENS, JSON.stringify({ ...keptTokens(), [PLACE]: seat_token }));
}

/** The move of the strategy; where it fails, that is told and the first legal move is made. */
async function chosen({ game_type, match_id, opponent_id, step, view = null, legal_moves: moves }) {
  try {
    const turn = { game_type, match_id, opponent_id, step, view, moves, history: [...history] };
    const wish = JSON.stringify(await decide(turn));
    const move = moves.find((legal) => JSON.stringify(legal) === wish);
    if (move === undefined) throw new RangeError(`${wish} is none of ${JSON.stringify(moves)}`);
    return move;
  } catch (problem) {
    say(`${match_id}: decide failed, ${JSON.stringify(moves[0])} is played: ${problem}`);
    return moves[0];
  }
}

function remember({ match_id, opponent_id, your_move: my_choice, opponent_move: opponent_choice, why }) {
  say(`${match_id}: ${why}`);
  history.push({ match_id, opponent_id, my_choice, opponent_choice, why });
}

async function play() {
  const seat_token = await takeSeat();
  let heard;
  let word = { status: 'waiting' };
  while (word.status !== 'league_over' && word.status !== 'left') {
    const { status, match_id } = word;
    try {
      word =
        status === 'your_turn'
          ? await ask('make_move', { seat_token, match_id, move: await chosen(word), heard })
          : await ask('wait_for_turn', { seat_token, heard });
    } catch (problem) {
      if (status !== 'your_turn') throw problem;
      say(`${match_id}: ${problem.message}`);
      word = { status: 'waiting' };
    }
    for (const match of word.finished_matches ?? []) remember(match);
    heard = word.told_up_to ?? heard;
  }
  if (word.status === 'left') return say('the seat was left');
  say(endText(word));
  keepToken(undefined);
  // One call more says that the end was heard: the manager waits for it before it ends.
  await post('wait_for_turn', { seat_token, heard, wait_sec: 0 }, 5_000).catch(() => undefined);
}

/** The end in words: who won, and the place of this player. */
function endText({ your_place, champion, first_place_shared_by: shared = [] }) {
  const place = your_place ? `; this player is ${your_place}` : '';
  if (shared.length > 0) return `the league is over: ${shared.map(nameOf).join(' and ')} share the first place${place}`;
  return `the league is over: ${champion ? `${nameOf(champion)} is the champion` : 'there is no champion'}${place}`;
}

/** Names are texts of strangers: quoted, they do nothing to a terminal. */
function nameOf({ player_id, display_name }) {
  return display_name ? `${player_id} (${JSON.stringify(display_name)})` : player_id;
}

if (!URL.canParse(MANAGER)) {
  say('usage: node player.mjs http://MANAGER:8000/mcp');
  process.exit(2);
}
await play().catch(({ message }) => {
  say(`turned away: ${message}`);
  process.exitCode = 1;
});
