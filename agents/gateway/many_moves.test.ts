/** A game of many moves at a seat: the position and the moves come as the game gives them. */
import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../SHARED/core/json.ts';
import { seatedLeague } from './testing/seated_league.ts';

test('each turn shows the position and the legal moves, until the match is over', async () => {
  const league = await seatedLeague({ game: 'tic_tac_toe' });
  const seat_token = await league.seat('Model');
  await league.start();
  const turns: JsonObject[] = [];
  let word: JsonObject = {};
  while (word['status'] !== 'league_over') {
    word = await league.ask('wait_for_turn', { seat_token });
    if (word['status'] !== 'your_turn') continue;
    turns.push(word);
    const [move = null] = word['legal_moves'] as Json[];
    await league.ask('make_move', {
      seat_token,
      wait_sec: 0,
      match_id: word['match_id'] as Json,
      move: JSON.stringify(move),
    });
  }
  expect(turns.length).toBeGreaterThanOrEqual(3);
  expect(turns.map(({ step }) => step)).toEqual(turns.map((_, index) => index + 1));
  const left = turns.map(({ legal_moves }) => (legal_moves as Json[]).length);
  expect(left).toEqual([...left].sort((a, b) => b - a));
  expect(new Set(turns.map(({ view }) => JSON.stringify(view))).size).toBe(turns.length);
  const { matches } = league.manager().league;
  expect([...matches.values()].map(({ decided }) => decided?.result.details['termination'])).toEqual(['normal']);
  await league.close();
});
