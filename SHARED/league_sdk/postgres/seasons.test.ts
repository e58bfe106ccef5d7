import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasPostgres, sharedPostgres } from '../../../agents/trials/testing/postgres_server.ts';
import { type Database, database } from './database.ts';
import { type LeagueQueue, leagueQueue } from './queue.ts';
import { type Seasons, seasonsAt } from './seasons.ts';

const submission = (league_id: string) => ({ league_id, game_type: 'even_odd', file: '{}', settings: [] });
const YEAR = { season_id: 'year', file: '{}' };

describe.skipIf(!(await hasPostgres()))('the seasons of a database', () => {
  let db: Database;
  let queue: LeagueQueue;
  let [seasons, others]: Seasons[] = [];
  beforeAll(async () => {
    const url = await (await sharedPostgres()).database();
    [db, queue, seasons, others] = [database(url), leagueQueue(url), seasonsAt(url), seasonsAt(url)];
  });
  afterAll(async () => {
    await Promise.all([db?.end(), queue?.end(), seasons?.end(), others?.end()]);
  });

  test('all leagues of a season are submitted, or none', async () => {
    await queue.submit(submission('year_b'));
    expect(await seasons?.submit(YEAR, [submission('year_a'), submission('year_b')])).toBe(false);
    expect((await queue.list()).map(({ league_id }) => league_id)).toEqual(['year_b']);
    await queue.cancel('year_b', 'in the way');
    await queue.forget('year_b');
    expect(await seasons?.submit(YEAR, [submission('year_a'), submission('year_b')])).toBe(true);
    expect(await seasons?.submit(YEAR, [submission('year_c')])).toBe(false);
    const leagues = [
      { league_id: 'year_a', state: 'WAITING' },
      { league_id: 'year_b', state: 'WAITING' },
    ];
    for (const id of ['year', 'year_a']) expect(await seasons?.find(id)).toEqual({ ...YEAR, final: null, leagues });
    expect(await seasons?.find('none')).toBeUndefined();
  });

  test('a final is due when all divisions have ended, and is made once, however many hosts see that', async () => {
    const settle = (league_id: string, state: string) =>
      db.changed('UPDATE league.queue SET state = $2 WHERE league_id = $1', [league_id, state]);
    await settle('year_a', 'OVER');
    expect(await seasons?.due()).toEqual([]);
    await settle('year_b', 'FAILED');
    expect(await seasons?.due()).toEqual([]);
    await settle('year_b', 'CANCELLED');
    expect(await seasons?.due()).toEqual([expect.objectContaining({ season_id: 'year' })]);
    const made = await Promise.all(
      [seasons, others, seasons].map((by) => by?.makeFinal('year', submission('year_final'))),
    );
    expect(made.filter(Boolean)).toEqual([true]);
    expect(await seasons?.due()).toEqual([]);
    expect(await seasons?.find('year_final')).toMatchObject({ final: 'year_final' });
    expect(await queue.find('year_final')).toMatchObject({ state: 'WAITING', season_id: 'year' });
    expect(await seasons?.firsts('year', 2)).toEqual([]);
  });
});
