import { expect, test } from 'vitest';
import { unwrap } from '../core/result.ts';
import { gameLaws } from './game_laws.ts';
import { replay } from './judge.ts';
import { playthrough } from './playthrough.ts';
import { rockPaperScissors } from './rock_paper_scissors.ts';

const bestOf = (best_of: number) => rockPaperScissors.make({ best_of });
const bestOfThree = rockPaperScissors.make({});

const HANDS = { r: 'rock', p: 'paper', s: 'scissors' } as const;
type Hand = keyof typeof HANDS;

/** Rounds as `rp`: the first seat shows rock and the second paper. */
const rounds = (...pairs: readonly `${Hand}${Hand}`[]) =>
  pairs.map((pair) => ({ 0: HANDS[pair[0] as Hand], 1: HANDS[pair[1] as Hand] }));

test.each(gameLaws(bestOf(7)))('best of seven obeys: $name', (law) => {
  expect(law.breach()).toBeUndefined();
});

test.each([
  ['rs', [1, 0]],
  ['sp', [1, 0]],
  ['pr', [1, 0]],
  ['sr', [0, 1]],
  ['ps', [0, 1]],
  ['rp', [0, 1]],
  ['rr', [0, 0]],
  ['pp', [0, 0]],
  ['ss', [0, 0]],
] as const)('%s is worth %j', (pair, scores) => {
  expect(unwrap(replay(bestOf(1), '00', rounds(pair))).scores).toEqual(scores);
});

test('two rounds won are the best of three, and the third is not played', () => {
  const outcome = unwrap(replay(bestOfThree, '00', rounds('rs', 'pr')));
  expect(outcome).toEqual({
    scores: [2, 0],
    facts: {
      rounds: [
        { choices: ['rock', 'scissors'], scores: [1, 0] },
        { choices: ['paper', 'rock'], scores: [1, 0] },
      ],
      rounds_won: [2, 0],
    },
  });
  expect(bestOfThree.explain(outcome)).toBe('rounds won: 2 to 0, {0} wins');
  expect(replay(bestOfThree, '00', rounds('rs', 'pr', 'rr'))).toMatchObject({ error: { code: 'EXTRA_MOVES' } });
});

test('a round of equal hands is played again', () => {
  expect(replay(bestOfThree, '00', rounds('rs', 'rr', 'sr'))).toMatchObject({ error: { code: 'UNFINISHED' } });
  expect(unwrap(replay(bestOfThree, '00', rounds('rs', 'rr', 'sr', 'rp'))).scores).toEqual([1, 2]);
});

test('after 2n-1 rounds the higher score wins, and equal is a draw', () => {
  expect(unwrap(replay(bestOfThree, '00', rounds('rr', 'pp', 'ss', 'rr', 'rp'))).scores).toEqual([0, 1]);
  const drawn = unwrap(replay(bestOfThree, '00', rounds('rr', 'pp', 'ss', 'rs', 'sr')));
  expect(drawn.scores).toEqual([1, 1]);
  expect(bestOfThree.explain(drawn)).toBe('rounds won: 1 each, a draw');
});

test('a seat sees the rounds so far and the score', () => {
  const random = () => 0;
  const hands = new Map([
    [0, 'paper'],
    [1, 'rock'],
  ]);
  const second = bestOfThree.play(bestOfThree.start(random), hands, random);
  expect(bestOfThree.view(second, 1)).toEqual({
    best_of: 3,
    your_seat: 1,
    round: 2,
    rounds: 5,
    scores: [1, 0],
    past: [{ choices: ['paper', 'rock'], scores: [1, 0], facts: {} }],
  });
});

test.each([0, 2, -1, 1.5, 101])('nobody plays the best of %d', (best_of) => {
  const says = `option "best_of" must be an odd number from 1 to 99, not ${best_of}`;
  expect(() => bestOf(best_of)).toThrow(new RangeError(says));
});

test('a whole game reads as it always did', async () => {
  await expect(playthrough(bestOfThree, 8)).toMatchFileSnapshot('rock_paper_scissors.playthrough.txt');
});
