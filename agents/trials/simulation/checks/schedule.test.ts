import { expect, test } from 'vitest';
import type { Case, Placed } from './evidence.ts';
import { meetings, roundsInOrder } from './schedule.ts';

const started = {
  ...{ type: 'league_started', seats_matter: false, rules: {} },
  players: ['P01', 'P02', 'P03', 'P04'],
};
const decided = (match_id: string, a: string, b: string) => ({
  type: 'match_decided',
  match_id,
  result: { score: { [a]: 1, [b]: 1 } },
});
const opened = (round_id: number, ...matches: readonly (readonly [string, string, string])[]) => ({
  type: 'round_opened',
  round_id,
  matches: matches.map(([match_id, ...seats]) => ({ match_id, seats, seed: '', referee_id: 'REF01' })),
});
/** A round that is opened, and its matches played. */
const round = (round_id: number, ...matches: readonly (readonly [string, string, string])[]) => [
  opened(round_id, ...matches),
  ...matches.map((match) => decided(...match)),
];
const closed = (round_id: number) => ({ type: 'round_closed', round_id });

function caseOf(...events: readonly object[]): Case {
  const ledger = events.map((event, i) => ({ event, end: i + 1 })) as unknown as readonly Placed[];
  return { ledger, events: [], safe: new Int32Array(0), ended: false } as unknown as Case;
}

test('two who meet again are noticed', () => {
  const first = round(1, ['R1M1', 'P01', 'P02']);
  const twice = caseOf(started, ...first, ...round(2, ['R2M1', 'P02', 'P01']));
  expect(meetings(twice)).toMatchObject({ invariant: 'I3', detail: expect.stringMatching(/P01.*P02 met 2 times/) });
  expect(meetings(caseOf(started, ...first, ...round(2, ['R2M1', 'P01', 'P03'])))).toBeUndefined();
});

test('a player with two matches in a round is noticed', () => {
  const twice = caseOf(started, ...round(1, ['R1M1', 'P01', 'P02'], ['R1M2', 'P01', 'P03']));
  expect(meetings(twice)).toMatchObject({ invariant: 'I3', detail: 'P01 has two matches in one round: R1M2' });
});

test('a league that ends before all have met is noticed', () => {
  const short = { ...caseOf(started, ...round(1, ['R1M1', 'P01', 'P02'])), ended: true };
  expect(meetings(short)).toMatchObject({ invariant: 'I3', detail: expect.stringMatching(/P01.*P03 met 0 times/) });
});

test('a match of others than it was opened for is noticed', () => {
  const other = caseOf(started, opened(1, ['R1M1', 'P01', 'P02']), decided('R1M1', 'P01', 'P03'));
  expect(meetings(other)).toMatchObject({ invariant: 'I3', detail: expect.stringContaining('R1M1 was opened for') });
});

test('a round that opens or closes too early is noticed', () => {
  const [one, other] = [opened(1, ['R1M1', 'P01', 'P02']), opened(2, ['R2M1', 'P01', 'P03'])];
  expect(roundsInOrder(caseOf(one, other))).toMatchObject({ invariant: 'I7' });
  expect(
    roundsInOrder(
      caseOf(opened(1, ['R1M1', 'P01', 'P02'], ['R1M2', 'P03', 'P04']), decided('R1M1', 'P01', 'P02'), closed(1)),
    ),
  ).toMatchObject({
    invariant: 'I7',
    detail: 'round 1 was closed without R1M2',
  });
});

test.each([
  ['by the manager that holds the league', 'LM01#2', { invariant: 'I7', detail: expect.stringContaining('R2M2') }],
  ['by an earlier one, which cannot know it', 'LM01#1', undefined],
])('a match that is given out in a pause %s: the pause is in a later segment of the ledger', (_by, life, found) => {
  const ledgerText = 'x'.repeat(110);
  const synced = { kind: 'synced', at: 1, life: 'LM01#2', path: '/ledger.00002.jsonl', length: 10 };
  const text = '{"message_type":"RUN_MATCH","match_id":"R2M2","assignment_epoch":1}';
  const sent = { kind: 'sent', at: 2, begun: 2, life, text };
  const of = {
    ...{ manager: 'LM01', terms: new Map(), ledgerText },
    ledger: [{ event: { type: 'league_paused' }, end: 110 }],
    events: [synced, sent],
    safe: Int32Array.of(100, 110),
  } as unknown as Case;
  if (found === undefined) expect(roundsInOrder(of)).toBeUndefined();
  else expect(roundsInOrder(of)).toMatchObject(found);
});
