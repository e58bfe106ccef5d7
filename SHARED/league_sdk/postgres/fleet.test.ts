import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { databaseProxy } from '../../../agents/trials/chaos/database/proxy.ts';
import { hasPostgres, sharedPostgres } from '../../../agents/trials/testing/postgres_server.ts';
import { type Database, database } from './database.ts';
import { chooseLeague, type Fleet, refereeFleet } from './fleet.ts';

const league = (league_id: string, others: number, waiting: number, places = 9) => ({
  ...{ league_id, manager: 'http://m', others, waiting, places },
});

describe('a referee of the fleet', () => {
  test.each([
    ['goes where referees are fewest for the matches that wait', [league('a', 2, 10), league('b', 2, 40)], 'x', 'b'],
    ['goes to a league without any, before one of many matches', [league('a', 1, 900), league('b', 0, 1)], 'x', 'b'],
    ['of leagues without any, goes where more wait', [league('a', 0, 1), league('b', 0, 2)], undefined, 'b'],
    ['stays where it is', [league('a', 5, 10), league('b', 2, 40)], 'a', 'a'],
    ['leaves for a league that has none, where another stays', [league('a', 1, 10), league('b', 0, 1)], 'a', 'b'],
    ['stays as the only one, whoever has none', [league('a', 0, 10), league('b', 0, 90)], 'a', 'a'],
    ['is not one more than a league can use', [league('a', 2, 10, 2)], undefined, undefined],
    ['stays while its league moves', [{ ...league('a', 0, 10), manager: null }, league('b', 1, 9)], 'a', 'a'],
    ['does not wait for a league without a manager', [{ ...league('a', 0, 10), manager: null }], undefined, undefined],
    ['has nothing to do where nothing is played', [], 'a', undefined],
  ])('%s', (_, wanting, present, chosen) => {
    expect(chooseLeague(wanting, present)?.league_id).toBe(chosen);
  });
});

describe.skipIf(!(await hasPostgres()))('a fleet', () => {
  let url: string;
  let db: Database;
  let fleet: Fleet;
  beforeAll(async () => {
    url = await (await sharedPostgres()).database();
    [db, fleet] = [database(url), refereeFleet(url)];
    await db.prepare();
    for (const [league_id, players, game] of [
      ['big', 40, 'even_odd'],
      ['small', 4, 'even_odd'],
      ['other', 90, 'go'],
    ]) {
      await db.changed(
        `INSERT INTO league.queue (league_id, game_type, file, settings, state, players) VALUES ($1, $2, '', '[]', 'RUNNING', $3)`,
        [league_id, game, players],
      );
      await db.changed(
        `INSERT INTO league.runs (league_id, holder, address, expires) VALUES ($1, 'h', $2, clock_timestamp() + interval '1 hour')`,
        [league_id, `http://${league_id}`],
      );
    }
  });
  afterAll(async () => {
    await Promise.all([db?.end(), fleet?.end()]);
  });
  const assign = async (referee: string) =>
    (await fleet.assign({ referee, game_types: ['even_odd'], max_concurrent_matches: 8, perLeague: 2 }))?.league_id;

  test('referees that ask at once are shared out among the leagues of their games, within the limit of each', async () => {
    const chosen = await Promise.all(['r1', 'r2', 'r3', 'r4', 'r5'].map(assign));
    expect([...chosen].sort()).toEqual(['big', 'big', 'small', undefined, undefined].sort());
  });

  test('the place of a referee that is gone is another’s', async () => {
    const places = await db.rows<{ referee: string }>(`SELECT referee FROM league.fleet WHERE league_id = 'small'`);
    expect(await assign('r9')).toBeUndefined();
    await db.changed(`UPDATE league.fleet SET expires = clock_timestamp() WHERE referee = $1`, [places[0]?.referee]);
    expect(await assign('r9')).toBe('small');
    await fleet.leave('r9');
    expect(await assign('r8')).toBe('small');
  });

  test('one that vanishes while it chooses keeps the others waiting for a moment only', async () => {
    const wire = await databaseProxy('127.0.0.1', (await sharedPostgres()).socket);
    const { username, pathname } = new URL(url);
    const vanishing = refereeFleet(`postgres://${username}@127.0.0.1:${wire.port}${pathname}`);
    const barrier = await db.session();
    await barrier.rows('BEGIN; LOCK TABLE league.fleet');
    const asked = { referee: 'r10', game_types: ['even_odd'], max_concurrent_matches: 8, perLeague: 2 };
    const lost = vanishing.assign(asked).catch((problem: Error) => problem.message);
    const choosing = `SELECT 1 FROM pg_locks JOIN pg_database ON database = pg_database.oid
      WHERE locktype = 'advisory' AND granted AND datname = current_database()`;
    await vi.waitFor(async () => expect(await db.rows(choosing)).toHaveLength(1), { timeout: 3_000 });
    wire.silence(60_000);
    await barrier.rows('COMMIT');
    barrier.release();
    expect(await assign('r8')).toBe('small');
    expect(await lost).toMatch(/has not answered/);
    await vanishing.end();
    wire.close();
  });
});
