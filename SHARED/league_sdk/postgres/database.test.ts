import { describe, expect, onTestFinished, test } from 'vitest';
import { hasPostgres, sharedPostgres } from '../../../agents/trials/testing/postgres_server.ts';
import { postgresWire } from '../../../agents/trials/testing/postgres_wire.ts';
import { systemClock } from '../../core/clock.ts';
import { database } from './database.ts';

describe.skipIf(!(await hasPostgres()))('a database whose machine vanishes without a word', () => {
  const LIMIT_MS = 500;
  async function reached() {
    const server = await sharedPostgres();
    const wire = await postgresWire(server, await server.database());
    const db = database(wire.url, LIMIT_MS);
    onTestFinished(() => db.end());
    return { db, wire };
  }

  test('keeps no statement waiting, and the next one goes by a new connection', async () => {
    const { db, wire } = await reached();
    expect(await db.rows('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    wire.cut();
    const since = systemClock.monotonic();
    await expect(db.rows('SELECT 2 AS two')).rejects.toThrow(/failed: it has not answered within 0.5 s/);
    expect(systemClock.monotonic() - since).toBeLessThan(10 * LIMIT_MS);
    expect(await db.rows('SELECT 3 AS three')).toEqual([{ three: 3 }]);
  });

  test('is noticed by a session that asks for a limit, and by what waits in it', async () => {
    const { db, wire } = await reached();
    const session = await db.session(LIMIT_MS);
    const lost: Error[] = [];
    session.onLost((why) => void lost.push(why));
    await session.rows('BEGIN');
    wire.cut();
    const [first, second] = await Promise.allSettled([session.rows('SELECT 1'), session.changed('COMMIT')]);
    expect([first.status, second.status]).toEqual(['rejected', 'rejected']);
    expect(lost.map(({ message }) => message)).toEqual([expect.stringContaining('has not answered')]);
    session.release();
    expect(await db.rows('SELECT 3 AS three')).toEqual([{ three: 3 }]);
  });

  test('a statement of a session without a limit takes as long as it takes', async () => {
    const { db } = await reached();
    const session = await db.session();
    expect(await session.rows(`SELECT pg_sleep(1)::text AS slept`)).toEqual([{ slept: '' }]);
    session.release();
    await expect(db.rows(`SELECT pg_sleep(1)`)).rejects.toThrow(/has not answered/);
  });
});
