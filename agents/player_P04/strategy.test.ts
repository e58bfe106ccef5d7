import { expect, test } from 'vitest';
import { always } from '../player/strategies/always.ts';
import { strategyLaws } from '../player/strategies/strategy_laws.ts';
import type { Strategy } from '../player/strategy.ts';
import { duel, meetings, moveOf, practiceTurn } from '../player/testing/practice.ts';
import { strategy as alpha } from '../player_P01/strategy.ts';
import { strategy as beta } from '../player_P02/strategy.ts';
import { strategy as gamma } from '../player_P03/strategy.ts';
import { strategy } from './strategy.ts';

strategyLaws(strategy);

test('Delta does not look at the past', async () => {
  for (const history of [[], meetings('even', 'even', 'even'), meetings('odd', 'odd', 'odd')]) {
    expect(await moveOf(strategy, practiceTurn({ history, random: () => 0.49 }))).toBe('even');
    expect(await moveOf(strategy, practiceTurn({ history, random: () => 0.51 }))).toBe('odd');
  }
});

test.each<[string, Strategy]>([
  ['Alpha', alpha],
  ['Beta', beta],
  ['Gamma', gamma],
  ['somebody who never changes', always],
])('against %s too, half the matches are drawn and the rest are shared', async (_, opponent) => {
  const { wins, draws, losses } = await duel(strategy, opponent, 1_000);
  expect(draws / 1_000).toBeCloseTo(0.5, 1);
  expect(wins / 1_000).toBeCloseTo(0.25, 1);
  expect(losses / 1_000).toBeCloseTo(0.25, 1);
});
