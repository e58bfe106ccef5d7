import { describe, expect, test } from 'vitest';
import { systemClock } from '../../../SHARED/core/clock.ts';
import { systemEntropy } from '../../../SHARED/core/entropy.ts';
import { unwrap } from '../../../SHARED/core/result.ts';
import type { Leader } from '../../../SHARED/league_sdk/ledger/ledger.ts';
import { database } from '../../../SHARED/league_sdk/postgres/database.ts';
import { postgresLedgerStore } from '../../../SHARED/league_sdk/postgres/store.ts';
import { hasPostgres, sharedPostgres } from '../../trials/testing/postgres_server.ts';
import { until } from '../../trials/testing/rehearsal.ts';
import { holdLeague } from './read_league.ts';
import { type StandByOptions, standBy } from './stand_by.ts';

const AT = '2025-01-15T10:15:00.000Z';
const CREATED = { type: 'league_created', at: AT, run_id: 'run_1', league_id: 'cup', game_type: 'g', seeded: false };

async function stage() {
  const url = await (await sharedPostgres()).database();
  const store = () => postgresLedgerStore(url, { clock: systemClock, entropy: systemEntropy });
  const waiting = (more: Partial<StandByOptions> = {}) =>
    standBy({ store: store(), league_id: 'cup', clock: systemClock, ...more });
  return { url, store, waiting };
}

describe.skipIf(!(await hasPostgres()))('standing by', () => {
  test('a league without a leader is led at once, by one of those that want it', async () => {
    const { waiting } = await stage();
    const ending = new AbortController();
    const both = [waiting({ signal: ending.signal }), waiting({ signal: ending.signal })];
    const first = unwrap(await Promise.race(both));
    expect(first.leaderless).toBeUndefined();
    ending.abort();
    const ends = await Promise.all(both);
    expect(ends.filter(({ ok }) => ok)).toHaveLength(1);
    expect(ends).toContainEqual({ ok: false, error: 'told to end' });
    await first.held.ledger.close();
  });

  test('it hears who leads, and takes over when its session has ended, or its lease', async () => {
    const { store, waiting, url } = await stage();
    const old = store();
    const held = unwrap(await holdLeague(old, 'cup'));
    await held.ledger.append(CREATED);
    await old.announce('cup', 'http://10.0.0.1:8000/mcp');
    const heard: (Leader | undefined)[] = [];
    const next = waiting({ onLeader: (leader) => heard.push(leader) });
    await until('the leader to be heard of', () => (heard.length > 0 ? true : undefined));
    expect(heard[0]).toMatchObject({ address: 'http://10.0.0.1:8000/mcp', epoch: '1' });
    const ended = systemClock.monotonic();
    let isTaken = false;
    void next.then(() => {
      isTaken = true;
    });
    const db = database(url);
    // A leader that renews its lease before another has looked has it again.
    await until('the lease to be over', async () => {
      await db.changed(`UPDATE league.runs SET expires = clock_timestamp() WHERE epoch = 1`);
      return isTaken || undefined;
    });
    await db.end();
    const { held: mine, leaderless } = unwrap(await next);
    expect(mine.league.run_id).toBe('run_1');
    // When its lease was renewed last, and not when it was looked at last.
    expect(leaderless).toBeLessThan(ended - (heard[0]?.silentMs ?? 0) + 500);
    expect((heard[0]?.silentMs ?? 0) + (heard[0]?.leftMs ?? 0)).toBe(4_000);
    expect(heard.at(-1)).toBeUndefined();
    await expect(held.ledger.append({ late: true })).rejects.toThrow(/another manager/);
    await held.ledger.close();
    await mine.ledger.close();
  });

  test('a league that ended, or was stopped, is over for one that stood by, and not for a newcomer', async () => {
    const { store, waiting } = await stage();
    const leader = store();
    const held = unwrap(await holdLeague(leader, 'cup'));
    await held.ledger.append(CREATED);
    await leader.announce('cup', 'http://10.0.0.1:8000/mcp');
    const heard: (Leader | undefined)[] = [];
    const stopped = waiting({ onLeader: (leads) => heard.push(leads) });
    await until('the leader to be heard of', () => (heard.length > 0 ? true : undefined));
    await leader.standDown('cup');
    await held.ledger.close();
    expect(await stopped).toEqual({ ok: false, error: 'the league was stopped' });
    expect(await waiting({ hasStoodBy: true })).toEqual({ ok: false, error: 'the league was stopped' });
    const again = unwrap(await waiting());
    await again.held.ledger.append({ type: 'league_closed', at: AT, champion: null }, { type: 'end_told', at: AT });
    await again.held.ledger.close();
    expect(await waiting({ hasStoodBy: true })).toEqual({ ok: false, error: 'the league is over' });
    const newcomer = unwrap(await waiting());
    expect(newcomer.held.league.told).toBe(true);
    await newcomer.held.ledger.close();
  });

  test('a database that is away is told and waited for', async () => {
    const { store } = await stage();
    const nowhere = postgresLedgerStore('postgres://league@127.0.0.1:1/cup', {
      clock: systemClock,
      entropy: systemEntropy,
    });
    const ending = new AbortController();
    const why: unknown[] = [];
    const onTrouble = (thrown: unknown) => {
      why.push(thrown);
      if (why.length === 2) ending.abort();
    };
    const end = await standBy({
      store: nowhere,
      league_id: 'cup',
      clock: systemClock,
      onTrouble,
      signal: ending.signal,
    });
    expect([end, String(why[0])]).toEqual([
      { ok: false, error: 'told to end' },
      expect.stringMatching(/127\.0\.0\.1:1\/cup failed/),
    ]);
    await store().end();
  });
});
