import { expect, test } from 'vitest';
import type { Strategy } from '../strategy.ts';
import { duel, meetings, moveOf, practiceTurn } from '../testing/practice.ts';
import { pattern } from './pattern.ts';
import { strategyLaws } from './strategy_laws.ts';

strategyLaws(pattern);

test.each([
  [['even', 'odd', 'even', 'odd'], 'even'],
  [['odd', 'odd', 'even', 'odd', 'odd'], 'even'],
  [['even', 'even', 'even'], 'even'],
])('after %j it expects %j', async (theirs, expected) => {
  const move = await moveOf(pattern, practiceTurn({ history: meetings(...theirs) }));
  expect(move).toBe(expected === 'even' ? 'odd' : 'even');
});

test('a longer memory beats a shorter and a younger beats an older', async () => {
  // "odd, even" was followed by even most recently, but "odd, odd, even" by odd.
  const longer = meetings('odd', 'odd', 'even', 'odd', 'even', 'odd', 'even', 'even', 'odd', 'odd', 'even');
  expect(await moveOf(pattern, practiceTurn({ history: longer }))).toBe('even');
  const younger = meetings('even', 'odd', 'even', 'x', 'even', 'odd', 'odd', 'y', 'even', 'odd');
  expect(await moveOf(pattern, practiceTurn({ history: younger }))).toBe('even');
});

test.each([[[]], [['odd']], [['odd', 'odd']], [['even', 'odd', 'odd']]])('%j is no pattern yet', async (theirs) => {
  const history = meetings(...theirs);
  expect(await moveOf(pattern, practiceTurn({ history, random: () => 0 }))).toBe('even');
  expect(await moveOf(pattern, practiceTurn({ history, random: () => 0.99 }))).toBe('odd');
});

test('somebody who repeats three moves soon draws no more, and both win half', async () => {
  const waltz: Strategy = {
    name: 'waltz',
    decide: ({ history }) => ['odd', 'even', 'even'][history.length % 3] as string,
  };
  const { wins, draws } = await duel(pattern, waltz, 400);
  expect(draws).toBeLessThan(8);
  expect(wins / 400).toBeCloseTo(0.5, 1);
});
