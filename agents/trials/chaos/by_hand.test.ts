import { expect, test } from 'vitest';
import type { LeagueEvent } from '../../league_manager/league/events.ts';
import { checkByHand } from './by_hand.ts';

const START = Date.parse('2025-01-15T10:00:00.000Z');
const at = (ms: number) => new Date(START + ms).toISOString();
const moment = (id: string, ms: number) => ({ id, at: START + ms });
const line = (ms: number, event_type: string) =>
  `${JSON.stringify({ timestamp: at(ms), component: 'league_manager', event_type, level: 'INFO' })}\n`;
const wentOn = (ms: number) => line(3_000, 'LEAGUE_RESUMED') + line(ms, 'ROLL_ENDED');
const decided = (
  ms: number,
  choices: { readonly [id: string]: string | null },
  silent: readonly string[] = [],
): LeagueEvent => ({
  type: 'match_decided',
  at: at(ms),
  match_id: `R1M${ms}`,
  epoch: 1,
  referee_id: 'REF01',
  result: {
    winner: null,
    score: { P01: 1, P02: 1 },
    details: {
      choices,
      moves: [],
      status: silent.length > 0 ? 'TECHNICAL_LOSS' : 'DRAW',
      termination: silent.length > 0 ? 'timeout' : 'normal',
      faults: silent.map((player_id) => ({ player_id, cause: 'unreachable', evidence: {} })),
    },
  },
  verified: true,
  record_sha256: null,
});

/** P02 was killed with its manager and came back later. */
const WHOLE = {
  events: [decided(100, { P01: 'even', P02: 'even' })],
  log: wentOn(9_500),
  ids: ['LM01', 'REF01', 'P01', 'P02'],
  usurpers: [],
  starts: [moment('P01', 0), moment('P02', 0), moment('P02', 9_000)],
  deaths: [moment('P02', 2_000)],
};

test('a league that went on when all were back, with moves of their owners alone, is whole', () => {
  expect(checkByHand(WHOLE)).toEqual([]);
});

test('a player that died just after it answered was back', () => {
  expect(checkByHand({ ...WHOLE, deaths: [...WHOLE.deaths, moment('P01', 9_400)] })).toEqual([]);
});

test.each([3_100, 8_000])('a league that went on after %s ms, while a player was away, went on too soon', (ms) => {
  expect(checkByHand({ ...WHOLE, log: wentOn(ms) })).toEqual([
    { wrong: 'too soon', detail: expect.stringMatching(/^P02 was not back when play went on/) },
  ]);
});

test('a player that had been silent in three matches is not waited for', () => {
  const silent = [1_000, 1_100, 1_200].map((ms) => decided(ms, { P01: 'even' }, ['P02']));
  expect(checkByHand({ ...WHOLE, log: wentOn(8_000), events: silent })).toEqual([]);
});

test('a player that a launcher started, or that says what its owner never says, took a seat', () => {
  const events = [decided(100, { P01: 'odd', P02: 'even' }), decided(200, { P01: null, P02: 'even' }, ['P01'])];
  const found = checkByHand({ ...WHOLE, usurpers: ['P02'], events });
  expect(found.map(({ wrong, detail }) => [wrong, detail.slice(0, 30)])).toEqual([
    ['usurped', 'a launcher started P02, which '],
    ['usurped', 'P01 said "odd" in R1M100, whic'],
  ]);
});
