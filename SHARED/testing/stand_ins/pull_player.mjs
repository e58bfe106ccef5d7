/** A player without a server, which always makes the last legal move. Usage: node pull_player.mjs MANAGER NAME */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const [manager, display_name] = process.argv.slice(2);
// With it the player comes back to its seat after a crash.
const file = `${display_name}.seat`;
const say = (line) => process.stdout.write(`${line}\n`);

/** The result of a method; undefined where it is refused, or the manager is away for a moment. */
async function call(method, params) {
  const body = JSON.stringify({ jsonrpc: '2.0', method, params, id: 1 });
  try {
    const response = await fetch(manager, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    const { result, error } = await response.json();
    if (result !== undefined) return result;
    say(`${method} was refused: ${error.message ?? error}`);
  } catch (problem) {
    say(`${method} had no answer: ${problem.message}`);
  }
  await pause(1_000);
}

const kept = existsSync(file) ? { display_name, seat_token: readFileSync(file, 'utf8') } : undefined;
const seat = (kept && (await call('join_league', kept))) ?? (await call('join_league', { display_name }));
if (seat === undefined) process.exit(1);
const { player_id, seat_token } = seat;
writeFileSync(file, seat_token);
say(`${player_id} has a seat at ${manager}`);
for (let word = {}; word.status !== 'league_over'; ) {
  const own = { seat_token, heard: word.told_up_to };
  word =
    (word.status === 'your_turn'
      ? await call('make_move', { ...own, match_id: word.match_id, move: word.legal_moves.at(-1) })
      : await call('wait_for_turn', own)) ?? {};
  for (const { match_id, result, why } of word.finished_matches ?? []) say(`${match_id} ${result} ${why}`);
}
