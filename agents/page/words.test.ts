import { expect, test } from 'vitest';
import type { LeagueDocument } from '../../SHARED/contracts/api/league.ts';
import type { PlayerDocument } from '../../SHARED/contracts/api/one.ts';
import {
  bothForfeited,
  counted,
  duration,
  figure,
  matchState,
  meetingsOf,
  movementOf,
  orderIn,
  outcomeWord,
  roughly,
  sentence,
  stateOf,
  wonBy,
} from './words.ts';

const league = (more: Partial<LeagueDocument>): LeagueDocument =>
  ({
    status: 'running',
    paused: null,
    players: 4,
    referees: 1,
    rounds: { current: 3, closed: 2, total: 9 },
    matches: { decided: 5, running: 2, queued: 0, total: 18 },
    ...more,
  }) as LeagueDocument;

test.each([
  [{ status: 'waiting', players: 0 }, 'Waiting for players'],
  [{ status: 'waiting' }, 'Waiting for the start: 4 players and 1 referee have registered'],
  [{}, 'Round 3 of 9 is being played'],
  [{ rounds: { current: 3, closed: 2, total: null } }, 'Round 3 is being played'],
  [{ matches: { decided: 6, running: 0, queued: 0, total: 18 } }, 'Round 3 of 9 is about to go on'],
  [{ paused: 'lunch' }, 'Paused: lunch'],
  [{ status: 'completed', paused: 'lunch' }, 'The league is over'],
] as const)('the state of a league in words: %o', (more, said) => {
  expect(stateOf(league(more))).toBe(said);
});

test.each([
  [{ status: 'waiting' }, 'Saved before its first round'],
  [{ paused: 'lunch' }, 'Saved before its end, in round 3 of 9'],
  [{ status: 'completed' }, 'The league is over'],
] as const)('a saved league is not said to be played: %o', (more, said) => {
  expect(stateOf(league(more), true)).toBe(said);
});

test('in a file no match is said to be played', () => {
  expect([matchState('RUNNING', false), matchState('RUNNING', true)]).toEqual(['being played', 'not decided']);
  expect(matchState('SCHEDULED', true)).toBe('to come');
  expect([outcomeWord('running', false), outcomeWord('running', true)]).toEqual(['being played', 'not decided']);
  expect(outcomeWord('won', true)).toBe('won');
});

test('a draw by play is called so, and a match that both forfeited is won by nobody', () => {
  expect(wonBy({ winner: 'P01', termination: 'timeout' })).toBe('P01 won');
  expect(wonBy({ winner: null, termination: 'normal' })).toBe('draw');
  expect(wonBy({ winner: null, termination: 'timeout' })).toBe('nobody won');
});

test('a sentence has one end', () => {
  expect(['', 'Both choose', 'Both choose.'].map(sentence)).toEqual(['', 'Both choose.', 'Both choose.']);
});

test('figures and times are said as people say them', () => {
  expect([figure(999), figure(10_000), figure(1_234_567)]).toEqual(['999', '10\u202f000', '1\u202f234\u202f567']);
  expect([counted(1, 'match', 'matches'), counted(2, 'match', 'matches')]).toEqual(['1 match', '2 matches']);
  expect([0, 59.6, 60, 365, 3_720].map(duration)).toEqual(['0 s', '1 min', '1 min', '6 min 5 s', '1 h 02 min']);
  expect([5, 61, 3_599, 4_100].map(roughly)).toEqual([
    'less than a minute',
    'about 1 min',
    'about 1 h 00 min',
    'about 1 h 10 min',
  ]);
});

test('a movement is a shape, a figure and words', () => {
  expect(movementOf(2)).toEqual({ sign: '▲ 2', said: 'up 2 places' });
  expect(movementOf(-1)).toEqual({ sign: '▼ 1', said: 'down 1 place' });
  expect(movementOf(0)).toEqual({ sign: '=', said: 'same place' });
  expect(movementOf(null)).toEqual({ sign: '', said: '' });
});

test('meetings are told where they are known', () => {
  expect(meetingsOf({ about: null, meetings: { least: 1, most: 1 } })).toBe('Each two meet once.');
  expect(meetingsOf({ about: null, meetings: { least: 0, most: 2 } })).toBe('Two players meet 0 to 2 times.');
  expect(meetingsOf({ about: null, meetings: null })).toBe('');
});

test('what both players forfeited is said to count as the league counts it', () => {
  const scoring = (double_forfeit: 'draw' | 'loss') => ({ double_forfeit }) as LeagueDocument['scoring'];
  const matches = (...outcomes: string[]) => outcomes.map((outcome) => ({ outcome })) as PlayerDocument['matches'];
  expect(bothForfeited(scoring('draw'), matches('won', 'forfeited', 'drawn'))).toBe('');
  expect(bothForfeited(scoring('draw'), matches('both_forfeited', 'forfeited', 'both_forfeited'))).toBe(
    '2 matches that both players forfeited count as drawn.',
  );
  expect(bothForfeited(scoring('loss'), matches('both_forfeited'))).toBe(
    '1 match that both players forfeited counts as lost by both.',
  );
});

test('the order of a table names what tells players apart, and not the id', () => {
  expect(orderIn({ tiebreakers: ['points', 'head_to_head', 'player_id'] })).toBe(
    'The order: points, then head to head; players level in all of it share a rank.',
  );
});
