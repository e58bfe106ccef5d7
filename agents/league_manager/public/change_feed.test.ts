import { expect, test } from 'vitest';
import { unwrap } from '../../../SHARED/core/result.ts';
import { fakeClock } from '../../../SHARED/testing/fake_clock.ts';
import { memoryLedgerStore } from '../../../SHARED/testing/memory_ledger_store.ts';
import { judge } from '../../../SHARED/testing/shipped_games.ts';
import type { LeagueEvent } from '../league/events.ts';
import { KEPT_EVENTS } from '../league/read_league.ts';
import { apply } from '../league/state.ts';
import { CREATED, folded, registration } from '../testing/rehearsal.ts';
import { type Plays, stage } from '../testing/rehearsal_stage.ts';
import { type Batch, changeFeed } from './change_feed.ts';

/** A league without a ledger, whose events are durable when the test says so. */
function ledgerless() {
  const league = folded([CREATED]);
  const clock = fakeClock();
  const listeners = new Set<(events: readonly LeagueEvent[]) => void>();
  let synced = Promise.resolve();
  const store = {
    onCommit(hear: (events: readonly LeagueEvent[]) => void) {
      listeners.add(hear);
      return () => void listeners.delete(hear);
    },
    durable: () => synced,
  };
  const feed = changeFeed({ league, store, clock });
  const batches: Batch[] = [];
  feed.onBatch((batch) => void batches.push(batch));
  return {
    ...{ league, clock, feed, batches, listeners },
    happen(...events: readonly LeagueEvent[]) {
      for (const event of events) apply(league, event);
      for (const hear of listeners) hear(events);
    },
    /** Keeps what happens from being durable until the returned function is called. */
    hold() {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      synced = promise;
      return { resolve, reject };
    },
  };
}

const CONFIRMED: LeagueEvent = { type: 'token_confirmed', at: '2025-01-15T10:00:00.000Z', agent_id: 'P01' };

test('what happens in a fifth of a second is one batch, with every event and its place in the ledger', async () => {
  const { feed, batches, happen, clock } = ledgerless();
  happen(registration('P01'));
  await clock.advance(199);
  happen(CONFIRMED, registration('P02'));
  expect([batches.length, feed.sequence]).toEqual([0, 1]);
  await clock.advance(1);
  expect(batches).toHaveLength(1);
  expect(batches[0]?.events.map(({ type }) => type)).toEqual([
    'agent_registered',
    'token_confirmed',
    'agent_registered',
  ]);
  expect(batches[0]?.told.map(({ sequence, agent_id }) => [sequence, agent_id])).toEqual([
    [2, 'P01'],
    [4, 'P02'],
  ]);
  expect([batches[0]?.sequence, feed.sequence, feed.first]).toEqual([4, 4, 2]);
});

test('nothing is told before it is durable, and batches keep their order', async () => {
  const { batches, happen, clock, hold } = ledgerless();
  const first = hold();
  happen(registration('P01'));
  await clock.advance(300);
  happen(registration('P02'));
  await clock.advance(10_000);
  expect(batches).toEqual([]);
  hold().resolve();
  await clock.advance(10_000);
  expect(batches).toEqual([]);
  first.resolve();
  await clock.advance(1_000);
  expect(batches.map(({ told }) => told.map(({ agent_id }) => agent_id))).toEqual([['P01'], ['P02']]);
});

test('of a ledger that cannot be written nothing is told', async () => {
  const { batches, happen, clock, hold } = ledgerless();
  const writing = hold();
  happen(registration('P01'));
  await clock.advance(200);
  writing.reject(new Error('no space left'));
  await clock.advance(1_000);
  expect(batches).toEqual([]);
});

test('the newest events are kept, and the feed says from which on', async () => {
  const { feed, happen, clock } = ledgerless();
  for (let i = 0; i < 3 * KEPT_EVENTS; i++) {
    happen(registration(`P${i}`), CONFIRMED);
    if (i % 100 === 0) await clock.advance(200);
  }
  await clock.advance(200);
  const kept = feed.after(0);
  expect(kept.length).toBeGreaterThanOrEqual(KEPT_EVENTS);
  expect(kept.length).toBeLessThanOrEqual(2 * KEPT_EVENTS);
  expect(kept[0]?.sequence).toBe(feed.first);
  expect(feed.after(feed.sequence)).toEqual([]);
  expect(feed.after(feed.sequence - 4).map(({ sequence }) => sequence)).toEqual([feed.sequence - 3, feed.sequence - 1]);
});

test('a feed that is closed tells nothing more and leaves no timer', async () => {
  const { feed, batches, happen, clock, listeners } = ledgerless();
  happen(registration('P01'));
  feed.close();
  await clock.advance(1_000);
  expect([batches.length, clock.scheduled, listeners.size]).toEqual([0, 0, 0]);
});

test('all that a whole league tells is true of its ledger, place by place', async () => {
  const plays: Plays = ({ player_a, player_b }) => ({
    moves: [{ [player_a as string]: 'even', [player_b as string]: 'odd' }],
  });
  const on = stage({ clock: fakeClock(), judge, plays });
  const manager = unwrap(await on.start({ settings: { keep: true } }));
  const feed = changeFeed({ ...manager, clock: on.clock });
  const seen: { readonly sequence: number; readonly type: string }[] = [];
  const before = feed.sequence;
  let sequence = before;
  manager.store.onCommit((events) => {
    for (const { type } of events) seen.push({ sequence: ++sequence, type });
  });
  await on.assemble(['P01', 'P02', 'P03', 'P04'], ['REF01']);
  await on.startLeague();
  await on.clock.advance(10_000);
  expect(manager.league.phase).toBe('LEAGUE_COMPLETE');
  expect(feed.sequence).toBe(manager.league.sequence);
  const told = feed.after(before);
  expect(told.map(({ sequence, type }) => ({ sequence, type }))).toEqual(
    seen.filter(({ type }) => !['token_confirmed', 'endpoint_settled', 'end_told'].includes(type)),
  );
  const decided = told.filter(({ type }) => type === 'match_decided');
  expect(decided.map(({ match_id, winner }) => [match_id, winner])).toEqual(
    decided.map(({ match_id }) => [match_id, manager.league.matches.get(match_id as string)?.decided?.result.winner]),
  );
  expect(decided).toHaveLength(6);
});

test('a league that goes on tells what happened before its manager was started anew', async () => {
  const on = stage({ clock: fakeClock(), judge, plays: () => undefined });
  const store = memoryLedgerStore();
  const first = unwrap(await on.start({ ledgers: store }));
  await on.assemble(['P01'], []);
  await on.clock.runUntil(first.stop('enough'));
  const manager = unwrap(await on.start({ ledgers: store }));
  const told = changeFeed({ ...manager, clock: on.clock }).after(0);
  expect(told.map(({ sequence, type }) => [sequence, type])).toContainEqual([1, 'league_created']);
  expect(told.map(({ agent_id }) => agent_id)).toContain('P01');
  expect(told.at(-1)?.sequence).toBe(manager.league.sequence);
});

test('a feed with a past tells the newest of it under the places it has in the ledger', () => {
  const past = Array.from({ length: 2 * KEPT_EVENTS }, (_, i) => registration(`P${i}`));
  const league = folded(past);
  const newest = () => past.slice(-KEPT_EVENTS - 7);
  const store = { onCommit: () => () => undefined, durable: async () => undefined, newest };
  const feed = changeFeed({ league, store, clock: fakeClock() });
  expect([feed.sequence, feed.first]).toEqual([2 * KEPT_EVENTS, KEPT_EVENTS + 1]);
  const told = feed.after(0);
  expect([told.length, told[0]?.sequence, told.at(-1)?.agent_id]).toEqual([
    KEPT_EVENTS,
    feed.first,
    `P${2 * KEPT_EVENTS - 1}`,
  ]);
  expect(feed.after(feed.sequence - 1)).toHaveLength(1);
});
