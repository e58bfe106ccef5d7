import { expect, test } from 'vitest';
import { duel, meetings, moveOf, practiceMatch, practiceTurn } from '../testing/practice.ts';
import { alwaysPlaying } from './always.ts';
import { frequency } from './frequency.ts';
import { strategyLaws } from './strategy_laws.ts';

strategyLaws(frequency);

test('it plays the other thing than the opponent does most', async () => {
  expect(await moveOf(frequency, practiceTurn({ history: meetings('odd', 'even', 'odd') }))).toBe('even');
  expect(await moveOf(frequency, practiceTurn({ history: meetings('even', 'even', 'odd') }))).toBe('odd');
});

test('what others do does not count once the opponent is known', async () => {
  const history = [
    ...meetings('odd'),
    practiceMatch({ opponent_id: 'P03', opponent_choice: 'even' }),
    practiceMatch({ opponent_id: 'P03', opponent_choice: 'even' }),
  ];
  expect(await moveOf(frequency, practiceTurn({ history }))).toBe('even');
});

test('of a stranger it expects what everybody does', async () => {
  const history = [practiceMatch({ opponent_id: 'P03', opponent_choice: 'odd' })];
  expect(await moveOf(frequency, practiceTurn({ history, random: () => 0.99 }))).toBe('even');
});

test('it never draws again with somebody who always plays the same, and wins half of it', async () => {
  const { wins, draws, losses } = await duel(frequency, alwaysPlaying('odd'), 400);
  expect(draws).toBeLessThanOrEqual(1);
  expect(wins / 400).toBeCloseTo(0.5, 1);
  expect(losses / 400).toBeCloseTo(0.5, 1);
});
