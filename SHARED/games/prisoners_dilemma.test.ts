import { expect, test } from 'vitest';
import { unwrap } from '../core/result.ts';
import { gameLaws } from './game_laws.ts';
import { replay } from './judge.ts';
import { playthrough } from './playthrough.ts';
import { prisonersDilemma } from './prisoners_dilemma.ts';

const tenRounds = prisonersDilemma.make({});

/** Rounds as `cd`: the first seat cooperates and the second defects. */
const rounds = (...pairs: readonly ('cc' | 'cd' | 'dc' | 'dd')[]) => {
  const deed = (letter: string | undefined) => (letter === 'c' ? 'cooperate' : 'defect');
  return pairs.map((pair) => ({ 0: deed(pair[0]), 1: deed(pair[1]) }));
};

test.each(gameLaws(prisonersDilemma.make({ rounds: 25, temptation: 2.5, reward: 2, sucker: -3 })))(
  'other payoffs obey: $name',
  (law) => {
    expect(law.breach()).toBeUndefined();
  },
);

test.each([
  ['cc', [3, 3]],
  ['cd', [0, 5]],
  ['dc', [5, 0]],
  ['dd', [1, 1]],
] as const)('%s pays %j', (pair, scores) => {
  expect(unwrap(replay(prisonersDilemma.make({ rounds: 1 }), '00', rounds(pair))).scores).toEqual(scores);
});

test('the scores are the payoffs of all rounds together', () => {
  const game = prisonersDilemma.make({ rounds: 3 });
  const outcome = unwrap(replay(game, '00', rounds('cc', 'cd', 'dd')));
  expect(outcome).toEqual({
    scores: [4, 9],
    facts: {
      rounds: [
        { choices: ['cooperate', 'cooperate'], scores: [3, 3] },
        { choices: ['cooperate', 'defect'], scores: [0, 5] },
        { choices: ['defect', 'defect'], scores: [1, 1] },
      ],
      total_payoffs: [4, 9],
    },
  });
  expect(game.explain(outcome)).toBe('total payoffs: 4 to 9, {1} wins');
});

test('ten rounds are played', () => {
  const outcome = unwrap(replay(tenRounds, '00', rounds(...Array(10).fill('cc'))));
  expect(outcome.scores).toEqual([30, 30]);
  expect(tenRounds.explain(outcome)).toBe('total payoffs: 30 each, a draw');
});

test('a seat sees what was done so far, and what it pays', () => {
  const random = () => 0;
  const deeds = new Map([
    [0, 'defect'],
    [1, 'cooperate'],
  ]);
  expect(tenRounds.view(tenRounds.play(tenRounds.start(random), deeds, random), 0)).toEqual({
    payoffs: { temptation: 5, reward: 3, punishment: 1, sucker: 0 },
    your_seat: 0,
    round: 2,
    rounds: 10,
    scores: [5, 0],
    past: [{ choices: ['defect', 'cooperate'], scores: [5, 0], facts: {} }],
  });
});

test.each([
  [{ rounds: 0 }, 'option "rounds" must be a whole number from 1 to 200, not 0'],
  [{ rounds: 2.5 }, 'option "rounds" must be a whole number from 1 to 200, not 2.5'],
  [{ rounds: 201 }, 'option "rounds" must be a whole number from 1 to 200, not 201'],
  [{ temptation: 3 }, 'option "temptation" (3) must be more than "reward" (3)'],
  [{ punishment: 4 }, 'option "reward" (3) must be more than "punishment" (4)'],
  [{ sucker: 1 }, 'option "punishment" (1) must be more than "sucker" (1)'],
  [{ temptation: 6 }, 'option "reward" (3) must be more than the mean of "temptation" (6) and "sucker" (0)'],
])('%j is no prisoner’s dilemma', (options, says) => {
  expect(() => prisonersDilemma.make(options)).toThrow(new RangeError(says));
});

test('a whole game reads as it always did', async () => {
  await expect(playthrough(tenRounds, 7)).toMatchFileSnapshot('prisoners_dilemma.playthrough.txt');
});
