import { describe, expect, test } from 'vitest';
import { MANAGER_ID } from '../../../SHARED/contracts/fields.ts';
import type { JsonObject } from '../../../SHARED/core/json.ts';
import { fakeClock } from '../../../SHARED/testing/fake_clock.ts';
import { decision, matchIn } from '../testing/rehearsal.ts';
import type { Script } from '../testing/rehearsal_cast.ts';
import { dispatching } from '../testing/rehearsal_dispatcher.ts';

/** A league in which every referee is there and has all the places it needs. */
async function begun(referees: number, players = 4, script: Script = {}) {
  const ids = Array.from({ length: referees }, (_, i) => `REF0${i + 1}`);
  const agents = Object.fromEntries(ids.map((id) => [id, { max_concurrent_matches: 9 }]));
  const stage = dispatching(fakeClock(), { players, referees, agents });
  for (const id of ids) await stage.cast.agent(id, id === 'REF01' ? script : {});
  await stage.start();
  const refereeOf = (match_id: string) => stage.league.matches.get(match_id)?.referee_id;
  return { ...stage, refereeOf };
}

const FAULT = 'the game dice threw at dice.ts:7, TypeError: nothing';
const ENDING = `the rules fail again and again: ${FAULT}, 3 times; mend them`;
const NO_MOVES = 'details.moves is missing';

describe('rules that fail', () => {
  test('in the same way three times by the word of two referees end the league, and are told once', async () => {
    const { dispatcher, told, refereeOf, clock } = await begun(2);
    const heard: (string | undefined)[] = [];
    for (const match_id of ['R1M1', 'R1M2', 'R1M1']) {
      expect(told.ends).toEqual([]);
      heard.push(refereeOf(match_id));
      void dispatcher.rulesFailed(match_id, FAULT);
      await clock.advance(10_000);
    }
    expect(heard).toEqual(['REF01', 'REF02', 'REF02']);
    expect(told).toEqual({ gameFaults: [`REF01: ${FAULT}`], pauses: [], ends: [ENDING] });
  });

  test('by the word of one referee of two end no league', async () => {
    const { dispatcher, told, refereeOf, decide, clock } = await begun(2, 16);
    const its = ['R1M1', 'R1M3', 'R1M5', 'R1M7'];
    for (const match_id of its) {
      expect(refereeOf(match_id)).toBe('REF01');
      void dispatcher.rulesFailed(match_id, FAULT);
      await clock.advance(10_000);
      expect(refereeOf(match_id)).toBe('REF02');
      await decide(match_id);
    }
    expect(told.ends).toEqual([]);
    expect(told.pauses).toEqual([]);
  });

  test('by the word of the only referee end the league', async () => {
    const { dispatcher, told, clock } = await begun(1);
    for (let i = 0; i < 3; i++) {
      void dispatcher.rulesFailed('R1M1', FAULT);
      await clock.advance(60_000);
    }
    expect(told.ends).toEqual([ENDING]);
    expect(told.pauses).toEqual([]);
  });

  test('in another way each time pause the league as any fault of ours does', async () => {
    const { dispatcher, told, clock } = await begun(2);
    for (const line of [1, 2, 3]) {
      void dispatcher.rulesFailed('R1M1', `${FAULT} in ${line}`);
      await clock.advance(60_000);
    }
    expect(told.gameFaults).toHaveLength(3);
    expect(told.ends).toEqual([]);
    expect(told.pauses).toEqual([expect.stringContaining('3 runs of R1M1 came to nothing')]);
  });
});

describe('a referee whose reports are refused', () => {
  test('three times in a row gets no further match, and the status says why', async () => {
    const { dispatcher, refereeOf, decide, clock, logged, told } = await begun(2, 16);
    for (const match_id of ['R1M1', 'R1M3', 'R1M5']) {
      void dispatcher.refused(match_id, NO_MOVES);
      await clock.advance(10_000);
      expect(refereeOf(match_id)).toBe('REF02');
      await decide(match_id);
    }
    expect(dispatcher.isUnavailable('REF01')).toBe(true);
    expect(dispatcher.refusedReports()).toEqual([{ referee_id: 'REF01', refused: 3, reason: NO_MOVES }]);
    expect(logged.filter((line) => line.startsWith('REFEREE_BARRED'))).toHaveLength(1);
    void dispatcher.reassign('R1M2', { why: 'a test' });
    await clock.advance(60_000);
    expect(refereeOf('R1M2')).toBe('REF02');
    expect(told.pauses).toEqual([]);
  });

  test('hands on the matches that wait for it', async () => {
    const stage = dispatching(fakeClock(), { players: 16, referees: 2 });
    const { dispatcher, league, clock, cast, start, decide } = stage;
    for (const id of ['REF01', 'REF02']) await cast.agent(id);
    await start();
    for (const match_id of ['R1M1', 'R1M3', 'R1M5']) {
      void dispatcher.refused(match_id, NO_MOVES);
      await clock.advance(10_000);
      await decide(match_id);
    }
    await clock.advance(10_000);
    expect(league.matches.get('R1M7')?.referee_id).toBe('REF02');
  });

  test('and taken in between keeps its place', async () => {
    const { dispatcher, decide, clock } = await begun(2, 16);
    void dispatcher.refused('R1M1', NO_MOVES);
    void dispatcher.refused('R1M3', NO_MOVES);
    await clock.advance(10_000);
    await decide('R1M5');
    void dispatcher.refused('R1M7', NO_MOVES);
    await clock.advance(10_000);
    expect(dispatcher.isUnavailable('REF01')).toBe(false);
  });

  test('is not forgiven by a match that the manager decided itself', async () => {
    const { dispatcher, league, store, clock } = await begun(2, 16);
    void dispatcher.refused('R1M1', NO_MOVES);
    void dispatcher.refused('R1M3', NO_MOVES);
    await clock.advance(10_000);
    await store.commit({ ...decision(matchIn(league, 'R1M5'), 'draw'), referee_id: MANAGER_ID });
    void dispatcher.refused('R1M7', NO_MOVES);
    await clock.advance(10_000);
    expect(dispatcher.isUnavailable('REF01')).toBe(true);
    expect(dispatcher.longRunning().map(({ match_id }) => match_id)).not.toContain('R1M5');
  });

  test('and is the only one pauses the league, which goes on at the operator’s word', async () => {
    const { dispatcher, told, clock, orders } = await begun(1, 8);
    for (const match_id of ['R1M1', 'R1M2', 'R1M3']) {
      void dispatcher.refused(match_id, NO_MOVES);
      await clock.advance(1);
    }
    const why = `no referee is left whose reports can be taken; REF01: ${NO_MOVES}`;
    expect(told.pauses).toEqual([why]);
    expect(dispatcher.paused()).toBe(why);
    const before = orders().length;
    await clock.advance(300_000);
    expect(orders()).toHaveLength(before);
    dispatcher.goOn();
    await clock.advance(60_000);
    expect(dispatcher.refusedReports()).toEqual([]);
    expect(orders().length).toBeGreaterThan(before);
  });
});

describe('a referee whose answer to an order cannot be used', () => {
  const saying = (answer: JsonObject): Script => ({ RUN_MATCH: () => answer });
  const ordersTo = (orders: readonly string[], id: string) => orders.filter((order) => order.startsWith(id));

  test.each<{ says: string; answer: JsonObject; why: string }>([
    { says: 'a status of its own', answer: { status: 'idle' }, why: 'it answered RUN_MATCH with the status "idle"' },
    { says: 'no status', answer: { ok: true }, why: 'it answered RUN_MATCH with no status' },
    {
      says: 'that it knows no such method',
      answer: { jsonrpc: '2.0', error: { code: -32601, message: 'Method not found' } },
      why: 'it does not know RUN_MATCH: Method not found',
    },
  ])('because it says $says loses its matches at once, and gets no further one', async ({ answer, why }) => {
    const { dispatcher, matches, refereeOf, clock, logged, told, orders } = await begun(2, 16, saying(answer));
    await clock.advance(100);
    expect(new Set(matches.map(refereeOf))).toEqual(new Set(['REF02']));
    expect(dispatcher.excludedReferees()).toEqual([{ referee_id: 'REF01', reason: why }]);
    expect(logged.filter((line) => line.startsWith('REFEREE_BARRED'))).toHaveLength(1);
    const before = ordersTo(orders(), 'REF01').length;
    void dispatcher.reassign('R1M2', { why: 'a test' });
    await clock.advance(60_000);
    expect(ordersTo(orders(), 'REF01')).toHaveLength(before);
    expect(told.pauses).toEqual([]);
  });

  test('because it cannot be read is asked three times, and no more', async () => {
    const { dispatcher, refereeOf, clock, orders } = await begun(2, 2, saying({ jsonrpc: '1.0' }));
    await clock.advance(60_000);
    expect([refereeOf('R1M1'), ordersTo(orders(), 'REF01').length]).toEqual(['REF02', 3]);
    expect(dispatcher.excludedReferees()).toMatchObject([{ reason: expect.stringContaining('cannot be read') }]);
  });

  test('is believed where it says yes in words of its own, until no report comes', async () => {
    const { dispatcher, refereeOf, decide, clock } = await begun(2, 8, saying({ status: 'STARTED' }));
    await clock.advance(1_000);
    expect([refereeOf('R1M1'), refereeOf('R1M3')]).toEqual(['REF01', 'REF01']);
    await decide('R1M1');
    expect(dispatcher.isUnavailable('REF01')).toBe(false);
    await clock.advance(900_000);
    expect(refereeOf('R1M3')).toBe('REF02');
    const reason = 'it answered RUN_MATCH with the status "STARTED", and sent no report';
    expect(dispatcher.excludedReferees()).toEqual([{ referee_id: 'REF01', reason }]);
  });

  test('and is the only one pauses the league, which goes on at the operator’s word', async () => {
    const { dispatcher, told, clock, orders } = await begun(1, 4, saying({ status: 'idle' }));
    await clock.advance(300_000);
    const why = 'no referee is left that can run a match; REF01: it answered RUN_MATCH with the status "idle"';
    expect(told.pauses).toEqual([why]);
    const before = orders().length;
    dispatcher.goOn();
    await clock.advance(60_000);
    expect(orders().length).toBeGreaterThan(before);
  });

  test('is told from one that refuses a match for now, which is given the next one', async () => {
    const busy = { match_id: 'R1M1', status: 'refused', reason: 'already 1 matches at once' };
    const { dispatcher, clock } = await begun(2, 8, saying(busy));
    await clock.advance(10_000);
    expect(dispatcher.excludedReferees()).toEqual([]);
  });
});

describe('a referee that leaves', () => {
  const leaving: Script = {
    RUN_MATCH: ({ match_id = '' }, nth) => ({
      message_type: 'RUN_MATCH_ACK',
      match_id,
      ...(nth > 1
        ? { status: 'refused', reason: 'the referee is stopping', leaving: true }
        : { status: 'acknowledged' }),
    }),
  };

  test('keeps the match it has, and all others go to the next referee at once', async () => {
    const { dispatcher, orders, refereeOf, logged, told, clock } = await begun(2, 8, leaving);
    await clock.advance(100);
    expect(['R1M1', 'R1M2', 'R1M3', 'R1M4'].map(refereeOf)).toEqual(['REF01', 'REF02', 'REF02', 'REF02']);
    expect(orders().filter((order) => order.startsWith('REF01'))).toEqual(['REF01 R1M1 1', 'REF01 R1M3 1']);
    expect(logged.filter((line) => line.startsWith('REFEREE_LEAVING'))).toHaveLength(1);
    expect(dispatcher.isUnavailable('REF01')).toBe(true);
    expect([dispatcher.excludedReferees(), told.pauses]).toEqual([[], []]);
  });

  test('is given matches again when it is back', async () => {
    const { dispatcher, clock } = await begun(2, 8, leaving);
    await clock.advance(100);
    dispatcher.refereeIsBack('REF01');
    expect(dispatcher.isUnavailable('REF01')).toBe(false);
  });

  test('and is the only one is asked again, with growing pauses', async () => {
    const { orders, clock, told } = await begun(1, 4, leaving);
    await clock.advance(60_000);
    expect(orders().length).toBeGreaterThan(3);
    expect(orders().length).toBeLessThan(12);
    expect(told.pauses).toEqual([]);
  });
});
