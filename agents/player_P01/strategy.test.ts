import { expect, test } from 'vitest';
import { alwaysPlaying } from '../player/strategies/always.ts';
import { strategyLaws } from '../player/strategies/strategy_laws.ts';
import { duel, meetings, moveOf, practiceMatch, practiceTurn } from '../player/testing/practice.ts';
import { strategy } from './strategy.ts';

strategyLaws(strategy);

const others = (...theirs: readonly string[]) =>
  theirs.map((opponent_choice) => practiceMatch({ opponent_id: 'P03', opponent_choice }));

test('Alpha plays the other thing than the opponent does most', async () => {
  expect(await moveOf(strategy, practiceTurn({ history: meetings('odd', 'even', 'odd') }))).toBe('even');
  expect(await moveOf(strategy, practiceTurn({ history: meetings('even', 'odd', 'even') }))).toBe('odd');
});

test('Alpha expects of a stranger what everybody does', async () => {
  const turn = practiceTurn({ history: others('odd', 'odd', 'even'), random: () => 0.99 });
  expect(await moveOf(strategy, turn)).toBe('even');
});

test('one choice of the opponent weighs less than the habit of everybody, and three weigh more', async () => {
  const habit = others('even', 'even', 'even', 'even', 'even', 'even', 'even', 'even');
  expect(await moveOf(strategy, practiceTurn({ history: [...habit, ...meetings('odd')] }))).toBe('odd');
  expect(await moveOf(strategy, practiceTurn({ history: [...habit, ...meetings('odd', 'odd', 'odd')] }))).toBe('even');
});

test('when both are equally likely, chance decides', async () => {
  const history = meetings('even', 'odd');
  expect(await moveOf(strategy, practiceTurn({ history, random: () => 0 }))).toBe('even');
  expect(await moveOf(strategy, practiceTurn({ history, random: () => 0.99 }))).toBe('odd');
});

test('Alpha stops drawing with somebody who never changes, and wins no more than half', async () => {
  const { wins, draws } = await duel(strategy, alwaysPlaying('odd'), 400);
  expect(draws).toBeLessThanOrEqual(1);
  expect(wins / 400).toBeCloseTo(0.5, 1);
});

test.each([1, 2, 3, 4])('two of Alpha soon settle on different choices and draw no more: seed %i', async (seed) => {
  const { draws } = await duel(strategy, strategy, 200, seed);
  expect(draws).toBeLessThan(20);
});
