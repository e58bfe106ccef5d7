import { expect, test } from 'vitest';
import { rockPaperScissors } from '../../../SHARED/games/rock_paper_scissors.ts';
import type { Strategy } from '../strategy.ts';
import { bout, roundRobin } from '../testing/bout.ts';
import { moveOf, practiceMatch, practiceTurn } from '../testing/practice.ts';
import { alwaysPlaying } from './always.ts';
import { markov } from './markov.ts';
import { random } from './random.ts';
import { strategyLaws } from './strategy_laws.ts';
import { roundsIn } from './view.ts';

strategyLaws(markov);

const bestOfThree = rockPaperScissors.make({});
const HANDS = ['rock', 'paper', 'scissors'] as const;

/** Shows one hand after the other, and begins every match with the first. */
const cycle: Strategy = { name: 'cycle', decide: ({ step }) => HANDS[(step - 1) % 3] as string };

/** Shows what the other showed last; at first anything. */
const copycat: Strategy = {
  name: 'copycat',
  decide: (turn) => roundsIn(turn.view)?.at(-1)?.theirs ?? random.decide(turn),
};

const turnAfter = (choices: readonly (readonly string[])[], parts = {}) =>
  practiceTurn({
    game_type: 'rock_paper_scissors',
    moves: HANDS,
    view: { your_seat: 0, past: choices.map((pair) => ({ choices: pair })) },
    ...parts,
  });

test('a habit within the match is enough', async () => {
  const rounds = [
    ['paper', 'scissors'],
    ['rock', 'scissors'],
  ];
  expect(await moveOf(markov, turnAfter(rounds))).toBe('rock');
});

test('a habit from earlier matches counts from the first round on', async () => {
  const facts = { rounds: [{ choices: ['paper', 'rock'] }, { choices: ['scissors', 'paper'] }] };
  const match = practiceMatch({
    game_type: 'rock_paper_scissors',
    facts,
    my_choice: 'scissors',
    opponent_choice: 'paper',
  });
  expect(await moveOf(markov, turnAfter([], { history: [match, match] }))).toBe('paper');
  const stranger = { history: [match, match], opponent_id: 'P03', random: () => 0.99 };
  expect(await moveOf(markov, turnAfter([], stranger))).toBe('scissors');
});

test('a habit is seen even where a match ended with equal hands, if the match has its steps', async () => {
  const steps = [
    { mine: 'scissors', theirs: 'rock' },
    { mine: 'paper', theirs: 'paper' },
  ];
  const facts = { rounds: steps.map(({ mine, theirs }) => ({ choices: [mine, theirs] })) };
  const parts = { game_type: 'rock_paper_scissors', facts, my_choice: 'paper', opponent_choice: 'paper' };
  const match = practiceMatch({ ...parts, steps });
  expect(await markov.decide(turnAfter([], { history: [match, match] }))).toMatchObject({
    move: 'paper',
    reasoning: expect.stringContaining('2 times of 2'),
  });
});

test('what came after the same hand says more than what came most often', async () => {
  const rounds = ['rock', 'paper', 'rock', 'paper', 'rock', 'rock', 'rock', 'paper', 'rock'].map((hand) => [
    'rock',
    hand,
  ]);
  // Rock is shown most, but what followed rock was paper.
  expect(await moveOf(markov, turnAfter(rounds))).toBe('scissors');
});

test.each([alwaysPlaying('rock'), cycle, copycat])('$name is beaten in nine of ten matches', async (opponent) => {
  const { wins } = await bout(bestOfThree, [markov, opponent], 200);
  expect(wins).toBeGreaterThan(180);
});

test('chance is beaten as often as it wins', async () => {
  const { wins, losses } = await bout(bestOfThree, [markov, random], 400);
  expect(Math.abs(wins - losses)).toBeLessThan(40);
});

test('a league ranks it first where others have habits', async () => {
  const table = await roundRobin(bestOfThree, [alwaysPlaying('rock'), random, cycle, markov], 50);
  expect(table[0]?.name).toBe('markov');
});

test('an opponent whose hands it does not know is met at random', async () => {
  const rounds = [
    ['rock', 'well'],
    ['rock', 'well'],
  ];
  expect(await markov.decide(turnAfter(rounds))).toMatchObject({ reasoning: expect.stringMatching(/at random$/) });
});
