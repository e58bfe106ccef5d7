import { expect, test } from 'vitest';
import { checkUnusedExports } from './unused_exports.ts';

const SEAT = { path: 'agents/referee/match/seat.ts', text: 'export const SEATS = 2;' };
const USE = "import { SEATS } from './seat.ts';";

test('a value that no other file of code names is found; a document does not count', () => {
  expect(checkUnusedExports([SEAT, { path: 'agents/referee/match/README.md', text: 'SEATS' }])).toEqual([
    { path: SEAT.path, line: 0, what: 'exports SEATS, which no other file names: leave out the export' },
  ]);
});

test('a value that production or a test names may be exported, and so may every type', () => {
  expect(checkUnusedExports([SEAT, { path: 'agents/referee/match/play.ts', text: USE }])).toEqual([]);
  expect(checkUnusedExports([SEAT, { path: 'agents/referee/match/seat.test.ts', text: USE }])).toEqual([]);
  expect(checkUnusedExports([{ ...SEAT, text: 'export interface Seats {}' }])).toEqual([]);
});

test('exports of tests, laws and test doubles do not count', () => {
  for (const name of ['seat.test.ts', 'seat_laws.ts', 'testing/seat.ts'])
    expect(checkUnusedExports([{ ...SEAT, path: `agents/referee/match/${name}` }])).toEqual([]);
});
