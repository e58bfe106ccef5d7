/** Referees of the fleet that are told to end in the middle of a match: real processes, a real database. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sleep, systemClock } from '../../SHARED/core/clock.ts';
import { unwrap } from '../../SHARED/core/result.ts';
import { leagueQueue } from '../../SHARED/league_sdk/postgres/queue.ts';
import { machine } from '../launcher/world/installation.ts';
import { networkTransport } from '../launcher/world/wires_http.ts';
import { startPlayer } from '../player/player.ts';
import { random } from '../player/strategies/random.ts';
import { OwnStage } from './testing/own_stage.ts';
import { hasPostgres, sharedPostgres } from './testing/postgres_server.ts';
import { ran, until } from './testing/rehearsal.ts';

const stage = new OwnStage();

describe.skipIf(!(await hasPostgres()))('the only process of the fleet', () => {
  test('it is told to end in the middle of a match, finishes it, and the league ends with it', async () => {
    const url = await (await sharedPostgres()).database();
    const database = ['--database', url];
    const file = join(stage.folder, 'cup.json');
    const cup = {
      league_id: 'cup',
      display_name: 'cup',
      game_type: 'even_odd',
      participants: { auto_start_players: 2 },
    };
    await writeFile(file, JSON.stringify(cup));
    expect(await ran('submit', file, ...database)).toMatchObject({ code: 0 });
    const host = stage.started('host', ...database, '--host', '127.0.0.1', '--port', '0');
    const [, door = ''] = await host.says(/Host listens at (http:\S+) and/);
    const referees = stage.started('referee', ...database, '--drain-seconds', '60');
    const { promise: isPlaying, resolve } = Promise.withResolvers<void>();
    const strategy: typeof random = {
      ...random,
      async decide(turn) {
        resolve();
        await sleep(turn.clock, 3_000);
        return random.decide(turn);
      },
    };
    const manager = `${door}/cup/mcp`;
    for (const display_name of ['Ann', 'Ben']) {
      const places = { data: join(stage.folder, display_name), logs: join(stage.folder, `${display_name}-logs`) };
      const effects = { ...machine(), transport: networkTransport('agent', undefined, manager) };
      const about = { effects, places, display_name, manager, strategy, game_types: ['even_odd'] };
      const waiting = { ms: 30_000, tell: () => undefined };
      unwrap(await startPlayer({ ...about, listen: 'http://127.0.0.1:0/mcp', waiting }));
    }
    await isPlaying;
    referees.signal('SIGTERM');
    expect(await referees.ended()).toBe(0);
    expect(referees.out()).toContain('Referees end when their matches under way are over, within 60 s.');
    const queue = leagueQueue(url);
    await until('the league to be over', async () => {
      await sleep(systemClock, 100);
      return (await queue.list())[0]?.state === 'OVER' ? true : undefined;
    });
    await queue.end();
  });
});

test('referees for a database that is not there say so, and end', async () => {
  const { code, err } = await ran('referee', '--database', 'postgres://league@127.0.0.1:1/cup', ...stage.where);
  expect([code, err]).toEqual([1, expect.stringMatching(/^league: the database .*cup failed: .*\n$/)]);
});
