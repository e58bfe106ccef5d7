import { expect, test } from 'vitest';
import type { Cause, Fault, Terms } from '../contracts/messages/result.ts';
import { evenOdd } from './even_odd.ts';
import type { Outcome } from './game.ts';
import { type Ending, verdict } from './verdict.ts';

const scoring = { win_points: 3, draw_points: 1, loss_points: 0, technical_loss_points: -1 };
const terms: Terms = { game_type: 'even_odd', players: ['P01', 'P02'], scoring, double_forfeit: 'draw' };
const moves = [{ P01: 'even', P02: 'odd' }];

const played = (scores: readonly number[], drawn_number: number): Ending => {
  const outcome: Outcome = { scores, facts: { drawn_number, number_parity: drawn_number % 2 === 0 ? 'even' : 'odd' } };
  return { by: 'play', outcome, explain: evenOdd.explain };
};
const fault = (player_id: string, cause: Cause): Fault => ({ player_id, cause, evidence: { detail: 'x' } });
const forfeit = (...faults: readonly Fault[]): Ending => ({ by: 'forfeit', faults });

test('the higher score wins and gets the points of a win', () => {
  expect(verdict(terms, moves, played([1, 0], 8))).toEqual({
    winner: 'P01',
    score: { P01: 3, P02: 0 },
    details: {
      drawn_number: 8,
      number_parity: 'even',
      choices: { P01: 'even', P02: 'odd' },
      moves,
      status: 'WIN',
      termination: 'normal',
      faults: [],
      reason: 'The number 8 is even: P01 chose even and wins.',
    },
  });
  expect(verdict(terms, moves, played([0, 1], 7))).toMatchObject({ winner: 'P02', score: { P01: 0, P02: 3 } });
});

test('equal scores are a draw with draw points for both', () => {
  const both = [{ P01: 'odd', P02: 'odd' }];
  expect(verdict(terms, both, played([0, 0], 8))).toMatchObject({
    winner: null,
    score: { P01: 1, P02: 1 },
    details: { status: 'DRAW', termination: 'normal', reason: 'The number 8 is even: both chose odd, a draw.' },
  });
});

test('a game that ends its sentence itself gets no second full stop', () => {
  const ending = { ...played([1, 0], 8), explain: () => '{0} wins.' };
  expect(verdict(terms, moves, ending).details.reason).toBe('P01 wins.');
});

test('who is at fault loses technically, and what was not played out is null', () => {
  expect(verdict(terms, [{ P01: 'even' }], forfeit(fault('P02', 'timeout')))).toEqual({
    winner: 'P01',
    score: { P01: 3, P02: -1 },
    details: {
      drawn_number: null,
      number_parity: null,
      choices: { P01: 'even', P02: null },
      moves: [{ P01: 'even' }],
      status: 'TECHNICAL_LOSS',
      termination: 'timeout',
      faults: [fault('P02', 'timeout')],
      reason: 'P02 did not answer in time: x; P01 wins.',
    },
  });
});

test.each([
  ['unreachable', 'P01 could not be reached: x; P02 wins.'],
  ['invalid_choice', 'P01 made no valid choice: x; P02 wins.'],
  ['declined', 'P01 declined the invitation; P02 wins.'],
  ['bad_answer', 'P01 gave no usable answer: x; P02 wins.'],
] as const)('a forfeit by %s says so', (cause, reason) => {
  expect(verdict(terms, [], forfeit(fault('P01', cause)))).toMatchObject({
    winner: 'P02',
    details: { termination: cause, reason },
  });
});

test('with both at fault the policy decides, and the first seat names the cause', () => {
  const both = forfeit(fault('P02', 'declined'), fault('P01', 'timeout'));
  expect(verdict(terms, [], both)).toMatchObject({
    winner: null,
    score: { P01: 1, P02: 1 },
    details: {
      status: 'TECHNICAL_LOSS',
      termination: 'timeout',
      faults: [{ player_id: 'P01' }, { player_id: 'P02' }],
      reason: 'P01 did not answer in time: x, and P02 declined the invitation; both forfeit, a draw.',
    },
  });
  expect(verdict({ ...terms, double_forfeit: 'loss' }, [], both)).toMatchObject({
    winner: null,
    score: { P01: -1, P02: -1 },
    details: {
      reason: 'P01 did not answer in time: x, and P02 declined the invitation; both forfeit, a loss for both.',
    },
  });
});

test('games without words of their own have no facts to leave null', () => {
  const { details } = verdict({ ...terms, game_type: 'chess' }, [], forfeit(fault('P01', 'timeout')));
  expect(Object.keys(details)).toEqual(['choices', 'moves', 'status', 'termination', 'faults', 'reason']);
});

test('a forfeit without a fault is a mistake of ours', () => {
  expect(() => verdict(terms, [], forfeit())).toThrow(new RangeError('a forfeit needs somebody at fault'));
});
