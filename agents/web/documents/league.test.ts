import { expect, test } from 'vitest';
import { remainingSec } from './league.ts';

const START = Date.parse('2026-01-15T10:00:00.000Z');

/** Rounds of ten matches, opened at these seconds. */
function played(opened: readonly number[]) {
  const rounds = opened.map((sec, nth) => {
    return [nth + 1, { opened_at: new Date(START + sec * 1_000).toISOString(), decided: 10 }] as const;
  });
  return { phase: 'RUNNING_LEAGUE', rounds: new Map(rounds) } as const;
}

test('the pace of short rounds is that of the last twenty seconds, and not of a moment', () => {
  // One round a second, and of the last five each took a tenth.
  const league = played([...Array.from({ length: 30 }, (_, nth) => nth), 29.1, 29.2, 29.3, 29.4, 29.5]);
  expect(remainingSec(league, 100, START + 30_000)).toBe(8);
});

test('the pace of long rounds is that of the last five, whatever was before them', () => {
  const league = played([0, 100, 200, 10_000, 10_100, 10_200, 10_300, 10_400]);
  expect(remainingSec(league, 10, START + 10_500_000)).toBe(100);
});

test('the time left is told of a league that is played, once there is a match', () => {
  expect(remainingSec({ ...played([0]), phase: 'LEAGUE_COMPLETE' }, 0, START)).toBe(null);
  expect(remainingSec(played([]), 10, START)).toBe(null);
});
