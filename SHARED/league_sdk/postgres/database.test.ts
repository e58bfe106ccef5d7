import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { databaseProxy } from '../../../agents/trials/chaos/database/proxy.ts';
import { hasPostgres, sharedPostgres } from '../../../agents/trials/testing/postgres_server.ts';
import { systemClock } from '../../core/clock.ts';
import { database } from './database.ts';

describe.skipIf(!(await hasPostgres()))('a database whose machine vanishes without a word', () => {
  const [LIMIT_MS, SILENT_MS] = [500, 3_000];
  async function reached() {
    const server = await sharedPostgres();
    const wire = await databaseProxy('127.0.0.1', server.socket);
    const { username, pathname } = new URL(await server.database());
    const db = database(`postgres://${username}@127.0.0.1:${wire.port}${pathname}`, LIMIT_MS);
    onTestFinished(async () => {
      await db.end();
      wire.close();
    });
    const isBack = () =>
      vi.waitFor(async () => expect(await db.rows('SELECT 3 AS three')).toEqual([{ three: 3 }]), { timeout: 20_000 });
    return { db, wire, isBack };
  }

  test('keeps no statement waiting, and the next one goes by a new connection', async () => {
    const { db, wire, isBack } = await reached();
    expect(await db.rows('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    wire.silence(SILENT_MS);
    const since = systemClock.monotonic();
    await expect(db.rows('SELECT 2 AS two')).rejects.toThrow(/failed: it has not answered within 0.5 s/);
    expect(systemClock.monotonic() - since).toBeLessThan(SILENT_MS);
    await isBack();
  });

  test('is noticed by a session that asks for a limit, and by what waits in it', async () => {
    const { db, wire, isBack } = await reached();
    const session = await db.session(LIMIT_MS);
    const lost: Error[] = [];
    session.onLost((why) => void lost.push(why));
    await session.rows('BEGIN');
    wire.silence(SILENT_MS);
    const [first, second] = await Promise.allSettled([session.rows('SELECT 1'), session.changed('COMMIT')]);
    expect([first.status, second.status]).toEqual(['rejected', 'rejected']);
    expect(lost.map(({ message }) => message)).toEqual([expect.stringContaining('has not answered')]);
    session.release();
    await isBack();
  });

  test('a statement of a session without a limit takes as long as it takes', async () => {
    const { db } = await reached();
    const session = await db.session();
    expect(await session.rows(`SELECT pg_sleep(1)::text AS slept`)).toEqual([{ slept: '' }]);
    session.release();
    await expect(db.rows(`SELECT pg_sleep(1)`)).rejects.toThrow(/has not answered/);
  });
});
