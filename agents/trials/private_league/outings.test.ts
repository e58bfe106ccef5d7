import { expect, test } from 'vitest';
import { hasTimedOut, isClean, longestRun, type Outing, outingsOf, tallyOf } from './outings.ts';

const league = {
  matches: [
    { players: ['P01', 'P02'], winner: 'P01', faults: new Map() },
    { players: ['P03', 'P01'], winner: null, faults: new Map() },
    { players: ['P02', 'P03'], winner: 'P02', faults: new Map([['P03', 'timeout']]) },
  ],
  incidents: [{ agent_id: 'P02', what: 'STRATEGY_FALLBACK' }],
} as const;

test('a game is won, drawn or lost by the one who asks', () => {
  expect(outingsOf('P01', league)).toEqual([
    { result: 'won', fault: undefined, crashed: false },
    { result: 'drawn', fault: undefined, crashed: false },
  ]);
  expect(outingsOf('P03', league)).toEqual([
    { result: 'drawn', fault: undefined, crashed: false },
    { result: 'lost', fault: 'timeout', crashed: false },
  ]);
});

test('an error in its log is a crash of that player and of nobody else', () => {
  expect(outingsOf('P02', league).map(({ crashed }) => crashed)).toEqual([true, true]);
});

test('a tally adds up', () => {
  const all = ['P01', 'P02', 'P03'].flatMap((id) => outingsOf(id, league));
  expect(tallyOf(all)).toEqual({ games: 6, won: 2, drawn: 2, lost: 2, technical: 1, timeouts: 1, crashes: 2 });
});

test('the longest run counts games in a row', () => {
  const [silent, played]: readonly Outing[] = [
    { result: 'lost', fault: 'timeout', crashed: false },
    { result: 'won', fault: undefined, crashed: false },
  ];
  const outings = [silent, played, silent, silent, played].filter((outing) => outing !== undefined);
  expect(longestRun(outings, hasTimedOut)).toBe(2);
  expect(longestRun(outings, isClean)).toBe(1);
  expect(longestRun([], isClean)).toBe(0);
});
