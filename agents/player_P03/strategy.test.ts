import { expect, test } from 'vitest';
import { seeded } from '../../SHARED/core/random.ts';
import { always } from '../player/strategies/always.ts';
import { strategyLaws } from '../player/strategies/strategy_laws.ts';
import { duel, moveOf, practiceMatch, practiceTurn } from '../player/testing/practice.ts';
import { strategy } from './strategy.ts';

strategyLaws(strategy);

const lastly = (result: 'WIN' | 'LOSS' | 'DRAW' | 'TECHNICAL_LOSS', my_choice: string | null) => [
  practiceMatch({ result: 'DRAW', my_choice: 'even' }),
  practiceMatch({ result, my_choice }),
];

test('Gamma stays with a choice that has won', async () => {
  expect(await moveOf(strategy, practiceTurn({ history: lastly('WIN', 'odd'), random: () => 0 }))).toBe('odd');
  expect(await moveOf(strategy, practiceTurn({ history: lastly('WIN', 'even'), random: () => 0.99 }))).toBe('even');
});

test('Gamma leaves a choice that has lost', async () => {
  expect(await moveOf(strategy, practiceTurn({ history: lastly('LOSS', 'odd'), random: () => 0.99 }))).toBe('even');
  expect(await moveOf(strategy, practiceTurn({ history: lastly('TECHNICAL_LOSS', 'even'), random: () => 0 }))).toBe(
    'odd',
  );
});

test.each([
  ['a draw', lastly('DRAW', 'odd')],
  ['a match without a choice', lastly('TECHNICAL_LOSS', null)],
  ['nothing at all', []],
])('after %s chance decides', async (_, history) => {
  expect(await moveOf(strategy, practiceTurn({ history, random: () => 0 }))).toBe('even');
  expect(await moveOf(strategy, practiceTurn({ history, random: () => 0.99 }))).toBe('odd');
});

test('the last match counts, whoever it was against', async () => {
  const history = [...lastly('WIN', 'even'), practiceMatch({ opponent_id: 'P04', result: 'LOSS', my_choice: 'even' })];
  expect(await moveOf(strategy, practiceTurn({ history }))).toBe('odd');
});

test('where there are more than two moves, any other one will do after a loss', async () => {
  const turn = practiceTurn({
    moves: ['rock', 'paper', 'scissors'],
    history: lastly('LOSS', 'rock'),
    random: seeded(3),
  });
  const played = await Promise.all(Array.from({ length: 20 }, () => moveOf(strategy, turn)));
  expect(new Set(played)).toEqual(new Set(['paper', 'scissors']));
});

test('where there is one move only, even a loser stays', async () => {
  expect(await moveOf(strategy, practiceTurn({ moves: ['pass'], history: lastly('LOSS', 'pass') }))).toBe('pass');
});

test('two of Gamma draw two matches of three', async () => {
  const { draws } = await duel(strategy, strategy, 1_500);
  expect(draws / 1_500).toBeCloseTo(2 / 3, 1);
});

test('against somebody who never changes Gamma fares as against chance', async () => {
  const { wins, draws } = await duel(strategy, always, 1_000);
  expect(draws / 1_000).toBeCloseTo(0.5, 1);
  expect(wins / 1_000).toBeCloseTo(0.25, 1);
});
