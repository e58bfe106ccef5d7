/** Tests of the strategy. Run them with: node --test */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decide } from './strategy.mjs';

const turn = (moves, history = []) => ({
  ...{ game_type: 'even_odd', match_id: 'R1M1', opponent_id: 'P02', step: 1, view: null },
  ...{ moves, history },
});

test('a move is legal whatever is played', async () => {
  for (const moves of [
    ['even', 'odd'],
    ['rock', 'paper', 'scissors'],
    [0, 4, 8],
  ])
    for (let times = 0; times < 50; times++) assert.ok(moves.includes(await decide(turn(moves))));
});

test('a move is legal after a match', async () => {
  const why = 'the number 8 is even: P02 chose even and wins';
  const lost = { match_id: 'R1M1', opponent_id: 'P02', my_choice: 'odd', opponent_choice: null, why };
  assert.ok(['even', 'odd'].includes(await decide(turn(['even', 'odd'], [lost]))));
});
