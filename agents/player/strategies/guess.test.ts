import { expect, test } from 'vitest';
import { practiceTurn } from '../testing/practice.ts';
import { answerTo, favourite, tally } from './guess.ts';

test('equal moves are counted together, whatever the order of their keys', () => {
  expect(tally([{ a: 1, b: 2 }, 'x', { b: 2, a: 1 }])).toEqual([
    { move: { a: 1, b: 2 }, count: 2 },
    { move: 'x', count: 1 },
  ]);
});

test('the favourite is the most common choice', () => {
  expect(favourite(['odd', 'even', 'even'])).toEqual({ move: 'even', count: 2 });
  expect(favourite(['odd'])).toEqual({ move: 'odd', count: 1 });
});

test('nobody has a favourite who chose nothing, or two things equally often', () => {
  expect(favourite([])).toBeUndefined();
  expect(favourite(['odd', 'even'])).toBeUndefined();
});

test('of two moves, the one that was not guessed is the answer', () => {
  const guess = { move: 'even', because: 'it likes even' };
  expect(answerTo(guess, practiceTurn())).toEqual({ move: 'odd', reasoning: 'it likes even: the other one' });
});

test.each([
  [['even', 'odd', 'zero'], 'even'],
  [['even'], 'even'],
  [['even', 'odd'], 'seven'],
])('with %j open and %j guessed, chance decides', (moves, move) => {
  const last = answerTo({ move, because: 'a hunch' }, practiceTurn({ moves, random: () => 0.99 }));
  const first = answerTo({ move, because: 'a hunch' }, practiceTurn({ moves, random: () => 0 }));
  expect(last).toMatchObject({ move: moves.at(-1) });
  expect(first).toMatchObject({ move: moves[0] });
});
