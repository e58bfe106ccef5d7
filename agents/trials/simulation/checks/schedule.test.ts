import { expect, test } from 'vitest';
import type { Case, Placed } from './evidence.ts';
import { meetings, roundsInOrder } from './schedule.ts';

const started = { type: 'league_started', players: ['P01', 'P02', 'P03', 'P04'] };
const decided = (match_id: string, a: string, b: string) => ({
  type: 'match_decided',
  match_id,
  result: { score: { [a]: 1, [b]: 1 } },
});
const opened = (round_id: number, ...ids: readonly string[]) => ({
  type: 'round_opened',
  round_id,
  matches: ids.map((match_id) => ({ match_id, seed: '', referee_id: 'REF01' })),
});
const closed = (round_id: number) => ({ type: 'round_closed', round_id });

function caseOf(...events: readonly object[]): Case {
  const ledger = events.map((event, i) => ({ event, end: i + 1 })) as unknown as readonly Placed[];
  return { ledger, events: [], safe: new Int32Array(0), ended: false } as unknown as Case;
}

test('two who meet again are noticed', () => {
  const twice = caseOf(started, decided('R1M1', 'P01', 'P02'), decided('R2M1', 'P02', 'P01'));
  expect(meetings(twice)).toMatchObject({ invariant: 'I3', detail: 'P01-P02 met again in R2M1' });
  expect(meetings(caseOf(started, decided('R1M1', 'P01', 'P02'), decided('R2M1', 'P01', 'P03')))).toBeUndefined();
});

test('a player with two matches in a round is noticed', () => {
  const twice = caseOf(started, decided('R1M1', 'P01', 'P02'), decided('R1M2', 'P01', 'P03'));
  expect(meetings(twice)).toMatchObject({ invariant: 'I3', detail: expect.stringContaining('P01 in round 1') });
});

test('a league that ends before all have met is noticed', () => {
  const short = { ...caseOf(started, decided('R1M1', 'P01', 'P02')), ended: true };
  expect(meetings(short)).toMatchObject({ invariant: 'I3', detail: '1 pairs of 4 players met' });
});

test('a round that opens or closes too early is noticed', () => {
  expect(roundsInOrder(caseOf(opened(1, 'R1M1'), opened(2, 'R2M1')))).toMatchObject({ invariant: 'I7' });
  expect(roundsInOrder(caseOf(opened(1, 'R1M1', 'R1M2'), decided('R1M1', 'P01', 'P02'), closed(1)))).toMatchObject({
    invariant: 'I7',
    detail: 'round 1 was closed without R1M2',
  });
});
