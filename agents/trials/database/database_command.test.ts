import { describe, expect, test } from 'vitest';
import { scratchOnDisk } from '../scratch_folder.ts';
import { hasPostgres } from '../testing/postgres_server.ts';
import { freePortBase, ran } from '../testing/rehearsal.ts';

describe.skipIf(!(await hasPostgres()))('league database', () => {
  test('starts a database by the address it prints, keeps what is in it, and ends it', async () => {
    const scratch = await scratchOnDisk('database-');
    const port = String(await freePortBase(1, 1));
    const words = ['database', '--data', scratch.path];
    const nowhere = await ran(...words, '--stop');
    const started = await ran(...words, '--port', port);
    const url = /LEAGUE_DATABASE_URL=(\S+)/.exec(started.out)?.[1] as string;
    const { default: pg } = await import('pg');
    const asked = async (sql: string) => {
      const client = new pg.Client(url);
      await client.connect();
      return (await client.query(sql).finally(() => client.end())).rows;
    };
    const untilStopped = async <T>(use: () => Promise<T>): Promise<T> => {
      try {
        return await use();
      } finally {
        await ran(...words, '--stop');
      }
    };
    const again = await untilStopped(async () => {
      await asked('CREATE TABLE kept AS SELECT 1 AS row');
      return ran(...words);
    });
    await ran(...words, '--port', port);
    const kept = await untilStopped(() => asked('SELECT row FROM kept'));
    const idle = await ran(...words, '--stop');
    await scratch.remove();
    expect(nowhere).toMatchObject({ code: 2, err: expect.stringContaining('there is no database in') });
    expect(started.code, started.err).toBe(0);
    // It says where the running one is, whatever port is asked for.
    expect(again.out).toContain(url);
    expect(kept).toEqual([{ row: 1 }]);
    expect(idle.out).toBe('It was not running.\n');
  });
});
