import { expect, test } from 'vitest';
import { unwrap } from '../core/result.ts';
import { gameLaws } from './game_laws.ts';
import { replay } from './judge.ts';
import { simultaneous, toldByTotals } from './simultaneous.ts';

const beats = { rock: 'scissors', paper: 'rock', scissors: 'paper' } as const;

const threeRounds = simultaneous({
  type: 'rock_paper_scissors',
  version: '1.0.0',
  rounds: 3,
  moves: ['rock', 'paper', 'scissors'],
  score: (first, second) => ({ scores: [Number(beats[first] === second), Number(beats[second] === first)], facts: {} }),
  explain: ({ scores }) => `${scores.join(' to ')} in rounds`,
});

const steps = [
  { 0: 'rock', 1: 'scissors' },
  { 0: 'paper', 1: 'paper' },
  { 0: 'rock', 1: 'scissors' },
];

test.each(gameLaws(threeRounds))('a game of several rounds obeys: $name', (law) => {
  expect(law.breach()).toBeUndefined();
});

test('scores add up over the rounds', () => {
  expect(unwrap(replay(threeRounds, '00', steps)).scores).toEqual([2, 0]);
});

test('the facts of several rounds are listed round by round', () => {
  expect(unwrap(replay(threeRounds, '00', steps)).facts).toEqual({
    rounds: [
      { choices: ['rock', 'scissors'], scores: [1, 0], facts: {} },
      { choices: ['paper', 'paper'], scores: [0, 0], facts: {} },
      { choices: ['rock', 'scissors'], scores: [1, 0], facts: {} },
    ],
  });
});

test('a seat sees where it sits, the rounds that are over, and how many there will be', () => {
  const random = () => 0;
  const moves = new Map([
    [0, 'rock' as const],
    [1, 'paper' as const],
  ]);
  const second = threeRounds.play(threeRounds.start(random), moves, random);
  expect(threeRounds.view(second, 0)).toEqual({
    your_seat: 0,
    round: 2,
    rounds: 3,
    scores: [0, 1],
    past: [{ choices: ['rock', 'paper'], scores: [0, 1], facts: {} }],
  });
  expect(threeRounds.view(second, 1)).toMatchObject({ your_seat: 1, scores: [0, 1] });
});

test('rules may end a game early, say what the record keeps, and tell both seats their terms', () => {
  const firstPoint = simultaneous({
    type: 'first_point',
    version: '1.0.0',
    rounds: 5,
    moves: ['a', 'b'],
    terms: { goal: 1 },
    score: (first, second) => ({ scores: [Number(first > second), Number(second > first)], facts: {} }),
    isDecided: (totals) => Math.max(...totals) === 1,
    ...toldByTotals('points_made'),
  });
  expect(
    firstPoint.view(
      firstPoint.start(() => 0),
      1,
    ),
  ).toMatchObject({ goal: 1, your_seat: 1, rounds: 5 });
  const even = { 0: 'a', 1: 'a' };
  const outcome = unwrap(replay(firstPoint, '00', [even, { 0: 'a', 1: 'b' }]));
  expect(outcome.scores).toEqual([0, 1]);
  expect(outcome.facts).toEqual({
    rounds: [
      { choices: ['a', 'a'], scores: [0, 0] },
      { choices: ['a', 'b'], scores: [0, 1] },
    ],
    points_made: [0, 1],
  });
  expect(firstPoint.explain(outcome)).toBe('points made: 0 to 1, {1} wins');
  expect(firstPoint.explain(unwrap(replay(firstPoint, '00', Array(5).fill(even))))).toBe('points made: 0 each, a draw');
});
