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
import { setTimeout as sleep } from 'node:timers/promises';
import { decide } from './strategy.mjs';

const { env, argv } = process;
const NAME = env.LEAGUE_PLAYER_NAME || 'My Player';
const MANAGER = argv[2] || env.LEAGUE_MANAGER || 'http://localhost:8000/mcp';
/** By manager, what proves whose seat it is: with it, the seat is kept over restarts. */
const TOKENS = `${NAME}.token`;
const history = [];

/** The manager's reason for refusing something, in one line. */
class Refused extends Error {}

/** A line for people, on stderr: stdout may be a pipe of the league. */
function say(line) {
  process.stderr.write(`${line}\n`);
}

/** The manager's answer. A manager that is not there, or not there any more, is waited for. */
async function ask(method, params) {
  const body = JSON.stringify({ jsonrpc: '2.0', method, params, id: 1 });
  const headers = { 'content-type': 'application/json' };
  for (let attempt = 0; ; attempt++) {
    try {
      const response = await fetch(MANAGER, { method: 'POST', headers, body, signal: AbortSignal.timeout(60_000) });
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
async function join() {
  const place = MANAGER.split('?')[0];
  const tokens = keptTokens();
  const asked = { display_name: NAME, request_id: randomUUID() };
  const seat = await ask('join_league', { ...asked, seat_token: tokens[place] }).catch((problem) => {
    if (tokens[place] === undefined) throw problem;
    say(`the seat of before is gone: ${problem.message}`);
    return ask('join_league', asked);
  });
  writeFileSync(TOKENS, JSON.stringify({ ...tokens, [place]: seat.seat_token }));
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
  const seat_token = await join();
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
  say(`the league is over: rank ${word.your_rank}, champion ${JSON.stringify(word.champion)}`);
}

if (!URL.canParse(MANAGER)) {
  say('usage: node player.mjs http://MANAGER:8000/mcp');
  process.exit(2);
}
await play().catch(({ message }) => {
  say(`turned away: ${message}`);
  process.exitCode = 1;
});
