/** Breaches of the protocol are counted by kind, survive as the ledger does, and cost what the league file says. */
import { describe, expect, test } from 'vitest';
import { fakeClock } from '../../../SHARED/testing/fake_clock.ts';
import { judge } from '../../../SHARED/testing/shipped_games.ts';
import { eventFault } from '../audit/audit_events.ts';
import type { LeagueEvent, ViolationNoted } from '../league/events.ts';
import { type League, tableOf } from '../league/state.ts';
import { AT, decision, folded, matchIn, running, settingsWith, storeOf, tokens } from '../testing/rehearsal.ts';
import { makeConductWatch, reasonAgainst } from './conduct.ts';

const STARTED = running({ players: 4 });

function watching(league: League, violations: 'count' | 'disqualify' = 'count') {
  const events: LeagueEvent[] = [];
  const out: string[] = [];
  const logged: [string, unknown][] = [];
  const { commit } = storeOf(league);
  const watch = makeConductWatch({
    ...{ league, tokens, clock: fakeClock(), settings: settingsWith({}, { violations }) },
    log: (event, details) => void logged.push([event, details?.['agent_id']]),
    commit: (...made) => {
      events.push(...made.map((event) => (typeof event === 'function' ? event() : event)));
      return commit(...made);
    },
    book: { ownerOf: () => undefined },
    disqualify: async ({ id }, reason) => void out.push(`${id} ${reason}`),
  });
  return { watch, events, out, logged };
}

/** The first match of the league, with breaches of one of its players. */
function reported(league: League, player_id: string, count?: number): LeagueEvent {
  const decided = decision(matchIn(league, 'R1M1'), 'draw');
  const entry = {
    player_id,
    kind: 'wrong_type',
    example: 'a number',
    ...(count === undefined ? {} : { count }),
  } as const;
  const details = { ...decided.result.details, violations: [entry], messages: { P01: 2, P02: 2 } };
  return { ...decided, result: { ...decided.result, details } };
}

describe('breaches the manager sees', () => {
  test('of one kind are in the ledger at once, and again when their number has doubled', () => {
    const { watch, events } = watching(folded(STARTED));
    for (let i = 0; i < 1_000; i++) watch.note('P01', 'schema', `the ${i}th`);
    expect(events.map((event) => (event as ViolationNoted).count)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512]);
    expect(events[0]).toMatchObject({ type: 'violation_noted', agent_id: 'P01', kind: 'schema', example: 'the 0th' });
  });

  test('after the end are in the log alone, so that the final table is the same in every copy', () => {
    const league = folded([...STARTED, { type: 'league_closed', at: AT, champion: 'P01' }]);
    const before = tableOf(league);
    const { watch, events, logged } = watching(league);
    watch.note('P01', 'schema', 'bad');
    expect(events).toEqual([]);
    expect(logged).toEqual([['VIOLATION_NOTED', 'P01']]);
    expect(tableOf(league)).toEqual(before);
  });

  test('go on from the ledger after a kill, and the audit takes each of them once', () => {
    const first = watching(folded(STARTED));
    for (let i = 0; i < 5; i++) first.watch.note('P01', 'schema', 'bad');
    const league = folded([...STARTED, ...first.events]);
    expect(league.conduct.get('P01')?.kinds.get('schema')).toEqual({ count: 4, example: 'bad' });
    const second = watching(league);
    for (let i = 0; i < 4; i++) second.watch.note('P01', 'schema', 'bad');
    expect(second.events.map((event) => (event as ViolationNoted).count)).toEqual([8]);
    expect(eventFault(folded(STARTED), first.events[0] as LeagueEvent, judge)).toBeUndefined();
    expect(eventFault(league, first.events[0] as LeagueEvent, judge)).toBe('P01: 1 of schema cannot follow 8');
  });

  test('of a stranger are in no ledger', () => {
    const { watch, events } = watching(folded(STARTED));
    watch.note('P99', 'schema', 'bad');
    expect(events).toEqual([]);
    const noted = { type: 'violation_noted', at: AT, agent_id: 'P99', kind: 'schema', count: 1, example: '' } as const;
    expect(eventFault(folded(STARTED), noted, judge)).toBe('nobody is called P99');
  });
});

describe('breaches in reports', () => {
  test('are counted with the answers that were judged, and stand in the table', () => {
    const league = folded([...STARTED, reported(folded(STARTED), 'P01', 3)]);
    expect(league.conduct.get('P01')).toMatchObject({ messages: 2 });
    expect(league.conduct.get('P01')?.kinds.get('wrong_type')).toEqual({
      ...{ count: 3, example: 'a number', match_id: 'R1M1' },
    });
    const rows = tableOf(league).map(({ player_id, violations }) => [player_id, violations]);
    expect(Object.fromEntries(rows)).toEqual({
      P01: { wrong_type: 3 },
      P02: undefined,
      P03: undefined,
      P04: undefined,
    });
  });

  test('about a player of another match are not believed', () => {
    expect(folded([...STARTED, reported(folded(STARTED), 'P04')]).conduct.has('P04')).toBe(false);
  });
});

describe('what a breach costs', () => {
  test('under count it is nothing, and what would have followed can be told', () => {
    const league = folded([...STARTED, reported(folded(STARTED), 'P01')]);
    const { watch, out } = watching(league);
    watch.enforce('P01');
    expect(out).toEqual([]);
    expect(reasonAgainst(league, 'P01')).toBe(
      'condition 3 of 8 (wrong_type) in R1M1: A field has the wrong type. a number',
    );
    expect(reasonAgainst(league, 'P02')).toBeUndefined();
  });

  test('under disqualify it is the league, once, by the first breach', () => {
    const { watch, out } = watching(folded([...STARTED, reported(folded(STARTED), 'P01')]), 'disqualify');
    watch.note('P01', 'crash', 'gone');
    watch.enforce('P01');
    watch.enforce('P02');
    expect(out).toEqual(['P01 condition 3 of 8 (wrong_type) in R1M1: A field has the wrong type. a number']);
  });

  test('a manager that was killed before it came to that does it when it starts', () => {
    const { watch, out } = watching(folded([...STARTED, reported(folded(STARTED), 'P01')]), 'disqualify');
    watch.catchUp();
    expect(out).toHaveLength(1);
  });

  test('a referee is counted, and not disqualified', () => {
    const { watch, events, out } = watching(folded(STARTED), 'disqualify');
    watch.note('REF01', 'schema', 'bad');
    expect(events).toHaveLength(1);
    expect(out).toEqual([]);
  });
});

test('of the applicants of one address ten are on record, of the manager’s own machine as many as of all', () => {
  const { watch, events } = watching(folded(STARTED));
  const tries = (address: string) => {
    const before = events.length;
    for (let i = 0; i < 30; i++) watch.noteApplicant({ name: `Invented ${i}`, address }, 'schema', 'bad');
    return events.length - before;
  };
  expect(['10.0.0.7', '2001:db8::7', '10.0.0.8', '127.0.0.1'].map(tries)).toEqual([10, 10, 10, 30]);
  expect(events[0]).toMatchObject({ agent_id: 'Invented 0 (10.0.0.7)', unregistered: true });
});
