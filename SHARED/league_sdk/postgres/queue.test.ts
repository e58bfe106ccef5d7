import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hasPostgres, sharedPostgres } from '../../../agents/trials/testing/postgres_server.ts';
import { systemClock } from '../../core/clock.ts';
import { systemEntropy } from '../../core/entropy.ts';
import type { JsonObject } from '../../core/json.ts';
import { unwrap } from '../../core/result.ts';
import { type Database, database } from './database.ts';
import { type LeagueQueue, leagueQueue } from './queue.ts';
import { postgresLedgerStore } from './store.ts';

/** As if a host had not been heard of for longer than its lease. */
const LOSE = `UPDATE league.hosts SET expires = clock_timestamp() - interval '1 second' WHERE host = $1`;
const CUP = { game_type: 'even_odd', file: '{"league_id":"cup"}', settings: ['--seed', '7'] };

describe.skipIf(!(await hasPostgres()))('a queue of leagues', () => {
  let url: string;
  let db: Database;
  let queue: LeagueQueue;

  beforeAll(async () => {
    url = await (await sharedPostgres()).database();
    [db, queue] = [database(url), leagueQueue(url)];
  });
  beforeEach(async () => {
    await db.prepare();
    await db.changed('TRUNCATE league.queue, league.hosts');
  });
  afterAll(async () => {
    await Promise.all([db?.end(), queue?.end()]);
  });

  const submitted = async (...ids: readonly string[]) => {
    const became: string[] = [];
    for (const league_id of ids) became.push(await queue.submit({ league_id, ...CUP }));
    return became;
  };
  const states = async () =>
    (await queue.list()).map(({ league_id, state, host, why }) => [league_id, state, host, why]);

  test('a league waits as it was submitted, and is not submitted twice', async () => {
    expect(await submitted('cup')).toEqual(['submitted']);
    expect(await submitted('cup')).toEqual(['WAITING']);
    expect(await queue.submission('cup')).toEqual({ league_id: 'cup', ...CUP });
    expect(await queue.submission('none')).toBeUndefined();
    expect(await states()).toEqual([['cup', 'WAITING', null, null]]);
  });

  test('several hosts take each league once, and share them', async () => {
    for (let i = 10; i < 16; i++) await submitted(`cup_${i}`);
    await queue.renew('a', 'http://a');
    await queue.renew('b', 'http://b');
    const taken = await Promise.all([queue.take('a', 10), queue.take('b', 10)]);
    expect(taken.flat().length).toBeLessThanOrEqual(6);
    for (const shares of taken) expect(shares.length).toBeLessThanOrEqual(3);
    const later = [...(await queue.take('b', 1)), ...(await queue.take('a', 10)), ...(await queue.take('b', 10))];
    const all = [...taken.flat(), ...later, ...(await queue.take('a', 10))];
    expect([...all].sort()).toEqual(['cup_10', 'cup_11', 'cup_12', 'cup_13', 'cup_14', 'cup_15']);
    expect(await queue.take('a', 10)).toEqual([]);
  });

  test('the leagues of a host that is gone are taken by another, and what the first says of them then is not heard', async () => {
    await submitted('cup');
    await queue.renew('a', 'http://a');
    expect(await queue.take('a', 5)).toEqual(['cup']);
    await queue.renew('b', 'http://b');
    expect(await queue.take('b', 5)).toEqual([]);
    await db.changed(LOSE, ['a']);
    expect(await queue.take('b', 5)).toEqual(['cup']);
    await queue.settle('a', 'cup', 'FAILED', 'it woke up');
    await queue.note('a', 'cup', { matches_completed: 9, total_matches: 9, players: 9, is_playing: true });
    expect(await queue.list()).toEqual([
      expect.objectContaining({ state: 'RUNNING', host: 'b', address: 'http://b', players: 0, why: null }),
    ]);
  });

  test('a league that is given up waits for the next host; one that is over is not taken again', async () => {
    await submitted('cup', 'gown');
    await queue.renew('a', 'http://a');
    expect((await queue.take('a', 5)).length).toBe(2);
    await queue.settle('a', 'cup', 'WAITING');
    await queue.settle('a', 'gown', 'OVER');
    await queue.retire('a');
    await queue.renew('b', 'http://b');
    expect(await queue.take('b', 5)).toEqual(['cup']);
    expect(await submitted('gown')).toEqual(['OVER']);
    expect(await queue.submit({ league_id: 'cup', ...CUP }, true)).toBe('RUNNING');
    expect(await queue.submit({ league_id: 'gown', ...CUP }, true)).toBe('submitted');
    expect(await states()).toEqual([
      ['cup', 'RUNNING', 'b', null],
      ['gown', 'WAITING', null, null],
    ]);
  });

  test('a league is cancelled while it waits, asked to end while it runs, and may be submitted again', async () => {
    await submitted('cup', 'gown');
    expect(await queue.cancel('cup', 'too early')).toBe('WAITING');
    expect(await queue.cancel('cup', 'twice')).toBe('CANCELLED');
    expect(await queue.cancel('none', 'never')).toBeUndefined();
    await queue.renew('a', 'http://a');
    expect(await queue.take('a', 5)).toEqual(['gown']);
    expect(await queue.cancel('gown', 'too late')).toBe('RUNNING');
    expect((await queue.list()).map(({ state, is_cancelled, why }) => [state, is_cancelled, why])).toEqual([
      ['CANCELLED', true, 'too early'],
      ['RUNNING', true, 'too late'],
    ]);
    expect(await submitted('cup')).toEqual(['submitted']);
    expect((await queue.list()).find(({ league_id }) => league_id === 'cup')).toMatchObject({
      ...{ state: 'WAITING', why: null, is_cancelled: false },
    });
  });

  test('a division of a season that an earlier version submitted is taken and submitted again as any league is', async () => {
    await db.changed(`INSERT INTO league.seasons (season_id, file) VALUES ('year', '{}')`);
    await db.changed(`INSERT INTO league.queue (league_id, season_id, game_type, file, settings)
      VALUES ('year_north', 'year', 'even_odd', '{}', '[]')`);
    await queue.renew('a', 'http://a');
    expect(await queue.take('a', 5)).toEqual(['year_north']);
    await queue.settle('a', 'year_north', 'OVER');
    expect(await queue.submit({ league_id: 'year_north', ...CUP }, true)).toBe('submitted');
    expect(await submitted('year_final', 'year')).toEqual(['submitted', 'submitted']);
  });

  test('the end of a league is known by its ledger alone', async () => {
    const store = postgresLedgerStore(url, { clock: systemClock, entropy: systemEntropy });
    const ledger = unwrap(await store.open<{ type: string; name: string; details?: JsonObject }>('cup'));
    await ledger.append({ type: 'begun', name: '"type":"end_told"' });
    await ledger.append({ type: 'match_decided', name: 'a referee says', details: { type: 'end_told' } });
    expect(await queue.isTold('cup')).toBe(false);
    await ledger.append({ type: 'end_told', name: 'all' });
    expect([await queue.isTold('cup'), await queue.isTold('none')]).toEqual([true, false]);
    await ledger.close();
    await store.end();
  });
});
