import { expect, test } from 'vitest';
import { moveOf, practiceTurn } from '../testing/practice.ts';
import { always, alwaysPlaying } from './always.ts';
import { strategyLaws } from './strategy_laws.ts';

strategyLaws(always);
strategyLaws(alwaysPlaying('odd'));

test('it plays the first move', async () => {
  expect(await moveOf(always, practiceTurn())).toBe('even');
});

test.each([
  ['odd', 'odd'],
  ['ODD', 'odd'],
  ['4', 4],
  ['seven', 'even'],
])('always:%s plays %j', async (wanted, move) => {
  expect(await moveOf(alwaysPlaying(wanted), practiceTurn({ moves: ['even', 'odd', 4] }))).toBe(move);
});
