import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasPostgres, sharedPostgres } from '../../../agents/trials/testing/postgres_server.ts';
import { systemClock } from '../../core/clock.ts';
import { systemEntropy } from '../../core/entropy.ts';
import type { JsonObject } from '../../core/json.ts';
import { unwrap } from '../../core/result.ts';
import { type Database, database } from './database.ts';
import { type LeagueQueue, leagueQueue } from './queue.ts';
import { type Seasons, seasonsAt } from './seasons.ts';
import { postgresLedgerStore } from './store.ts';

const submission = (league_id: string) => ({ league_id, game_type: 'even_odd', file: '{}', settings: [] });
const YEAR = { season_id: 'year', file: '{}' };

describe.skipIf(!(await hasPostgres()))('the seasons of a database', () => {
  let url: string;
  let db: Database;
  let queue: LeagueQueue;
  let [seasons, others]: Seasons[] = [];
  beforeAll(async () => {
    url = await (await sharedPostgres()).database();
    [db, queue, seasons, others] = [database(url), leagueQueue(url), seasonsAt(url), seasonsAt(url)];
  });
  afterAll(async () => {
    await Promise.all([db?.end(), queue?.end(), seasons?.end(), others?.end()]);
  });

  const settle = (league_id: string, state: string) =>
    db.changed('UPDATE league.queue SET state = $2 WHERE league_id = $1', [league_id, state]);

  test('all leagues of a season are submitted, or none', async () => {
    await queue.submit(submission('year_b'));
    expect(await seasons?.submit(YEAR, [submission('year_a'), submission('year_b')])).toBe(false);
    expect((await queue.list()).map(({ league_id }) => league_id)).toEqual(['year_b']);
    await db.changed('DELETE FROM league.queue');
    expect(await seasons?.submit(YEAR, [submission('year_a'), submission('year_b')])).toBe(true);
    expect(await seasons?.submit(YEAR, [submission('year_c')])).toBe(false);
    const leagues = [
      { league_id: 'year_a', state: 'WAITING' },
      { league_id: 'year_b', state: 'WAITING' },
    ];
    for (const id of ['year', 'year_a'])
      expect(await seasons?.find(id)).toEqual({ ...YEAR, final: null, is_cancelled: false, leagues });
    expect(await seasons?.find('none')).toBeUndefined();
  });

  test('of a season and a league, or two seasons, that want one id in the same instant, one has it', async () => {
    for (let nth = 0; nth < 100; nth++) {
      const [first, second] = [`s${nth}`, `t${nth}`];
      const both = [
        [
          queue.submit(submission(`${first}_final`)),
          seasons?.submit({ ...YEAR, season_id: first }, [submission(`${first}_a`)]),
        ],
        [
          seasons?.submit({ ...YEAR, season_id: second }, [submission(`${second}_a`)]),
          others?.submit({ ...YEAR, season_id: `${second}_final` }, [submission(`${second}_final_a`)]),
        ],
      ];
      for (const pair of both) {
        const became = await Promise.all(pair);
        expect(
          became.filter((each) => each === true || each === 'submitted'),
          first,
        ).toHaveLength(1);
      }
    }
    await db.changed(`DELETE FROM league.queue WHERE league_id ~ '^[st][0-9]'`);
    await db.changed(`DELETE FROM league.seasons WHERE season_id ~ '^[st][0-9]'`);
  });

  test('a final is due when all divisions have ended, and is made once, however many hosts see that', async () => {
    await settle('year_a', 'OVER');
    expect(await seasons?.due()).toEqual([]);
    await settle('year_b', 'FAILED');
    expect(await seasons?.due()).toEqual([]);
    expect(await queue.cancel('year_b', 'without it')).toBe('FAILED');
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

  test('ids that name a season, its leagues or its final are nobody else’s', async () => {
    expect(await queue.submit(submission('ids_final'))).toBe('submitted');
    expect(await seasons?.submit({ season_id: 'ids', file: '{}' }, [submission('ids_a')])).toBe(false);
    expect(await seasons?.submit({ season_id: 'own', file: '{}' }, [submission('own_a')])).toBe(true);
    for (const id of ['own', 'own_final']) {
      expect(await queue.submit(submission(id))).toBe('reserved');
      expect(await seasons?.submit({ season_id: 'other', file: '{}' }, [submission(id)])).toBe(false);
      expect(await seasons?.submit({ season_id: id, file: '{}' }, [submission(`${id}_b`)])).toBe(false);
    }
    expect(await seasons?.find('own')).toMatchObject({ leagues: [{ league_id: 'own_a' }] });
    await settle('own_a', 'OVER');
    await seasons?.makeFinal('own', submission('own_final'), 'its file is wrong');
    expect(await queue.submit(submission('own_final'))).toBe('submitted');
  });

  test('a season that is called off has no final, and a division that begins anew stays one of its season', async () => {
    for (const season_id of ['off', 'on'])
      await seasons?.submit({ season_id, file: '{}' }, [submission(`${season_id}_a`)]);
    await settle('on_a', 'OVER');
    expect(await queue.submit(submission('on_a'), true)).toBe('submitted');
    expect(await seasons?.find('on_a')).toMatchObject({ season_id: 'on', leagues: [{ state: 'WAITING' }] });
    expect(await seasons?.cancel('off')).toMatchObject({ is_cancelled: true, final: null });
    expect(await seasons?.cancel('none')).toBeUndefined();
    await queue.cancel('off_a', 'rain');
    expect(await seasons?.due()).toEqual([]);
    expect(await seasons?.makeFinal('off', submission('off_final'))).toBe(false);
    await settle('on_a', 'OVER');
    expect(await seasons?.due()).toEqual([expect.objectContaining({ season_id: 'on' })]);
  });

  test('the first of a division are those of its table: by rank, equals in its order, without those that were removed', async () => {
    await seasons?.submit({ season_id: 'first', file: '{}' }, ['first_a', 'first_b'].map(submission));
    const at = '2026-01-01T00:00:00.000Z';
    const codes: Readonly<Record<string, string>> = { P01: 'a'.repeat(64), P03: 'c'.repeat(64) };
    const player = (agent_id: string) => ({
      ...{ type: 'agent_registered', at, role: 'player', agent_id, display_name: `Player ${agent_id}` },
      ...(codes[agent_id] === undefined ? {} : { code_sha256: codes[agent_id] }),
    });
    const won = (match_id: string, winner: string, loser: string) => ({
      ...{ type: 'match_decided', at, match_id, referee_id: 'REF01', verified: true },
      result: { winner, score: { [winner]: 3, [loser]: 0 }, details: { status: 'WIN' } },
    });
    const opened = [
      { match_id: 'R1M1', referee_id: 'REF01', seats: ['P01', 'P03'] },
      { match_id: 'R1M2', referee_id: 'REF01', seats: ['P02', 'P04'] },
    ];
    const events = [
      ...['P100', 'P04', 'P03', 'P99', 'P02', 'P01'].map(player),
      { type: 'league_started', at, rules: { scoring: { tiebreakers: ['points', 'wins', 'player_id'] } } },
      { type: 'round_opened', at, round_id: 1, matches: opened },
      ...[won('R1M1', 'P03', 'P01'), won('R1M2', 'P02', 'P04')],
      { type: 'agent_removed', at, agent_id: 'P02', reason: 'rules', by: 'rule', counted: true },
    ];
    const store = postgresLedgerStore(url, { clock: systemClock, entropy: systemEntropy });
    for (const league_id of ['first_a', 'first_b']) {
      const ledger = unwrap(await store.open<JsonObject>(league_id));
      for (const event of events) await ledger.append(event);
      await ledger.close();
    }
    await store.end();
    await settle('first_a', 'OVER');
    await settle('first_b', 'CANCELLED');
    const firsts = async (first: number) =>
      (await seasons?.firsts('first', first))?.map(({ league_id, display_name, code_sha256 }) => [
        ...[league_id, display_name.replace('Player ', ''), code_sha256?.[0]],
      ]);
    expect(await firsts(1)).toEqual([['first_a', 'P03', 'c']]);
    expect(await firsts(9)).toEqual([
      ['first_a', 'P03', 'c'],
      ['first_a', 'P01', 'a'],
      ['first_a', 'P04', undefined],
      ['first_a', 'P99', undefined],
      ['first_a', 'P100', undefined],
    ]);
  });
});
