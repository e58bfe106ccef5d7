/** Tests of the game: the laws that every game keeps, and its own rules. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Game } from '../../../../SHARED/games/game.ts';
import { gameLaws } from '../../../../SHARED/games/game_laws.ts';
import { game } from './my_game.ts';

for (const { name, breach } of gameLaws(game as unknown as Game))
  test(`law: ${name}`, () => assert.equal(breach(), undefined));

test('the seat that reaches 21 wins', () => {
  const last = game.play({ total: 19, turn: 1 }, new Map([[1, 2]]), Math.random);
  assert.deepEqual(game.status(last), { over: true, outcome: { scores: [0, 1], facts: { total: 21 } } });
});

test('no move goes beyond 21', () => {
  assert.deepEqual(game.moves({ total: 20, turn: 0 }, 0), [1]);
});
