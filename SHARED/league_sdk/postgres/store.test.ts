import { describe, expect, test, vi } from 'vitest';
import {
  hasPostgres,
  PASSWORD,
  type PostgresServer,
  sharedPostgres,
  startPostgres,
} from '../../../agents/trials/testing/postgres_server.ts';
import { type Clock, systemClock } from '../../core/clock.ts';
import { systemEntropy } from '../../core/entropy.ts';
import type { Json } from '../../core/json.ts';
import { ok, unwrap } from '../../core/result.ts';
import { fakeClock } from '../../testing/fake_clock.ts';
import { ledgerStoreLaws } from '../ledger/ledger_store_laws.ts';
import { type Database, database } from './database.ts';
import { postgresLedgerStore } from './store.ts';

const hasServer = await hasPostgres();
const LOCKED = { ok: false, error: { code: 'LOCKED' } };
/** As if the lease had run out: the holder has not been heard of for longer. */
const EXPIRE = `UPDATE league.runs SET expires = clock_timestamp() - interval '1 second'`;

function storeAt(url: string, clock: Clock = systemClock) {
  return postgresLedgerStore(url, { clock, entropy: systemEntropy });
}

let made: Promise<{ url: string; db: Database }> | undefined;

/** A database that nothing is in; its tables are there from the second time on. */
async function ready(): Promise<{ url: string; db: Database }> {
  made ??= fresh(sharedPostgres());
  const { db } = await made;
  if (await db.isPrepared()) await db.changed('TRUNCATE league.runs CASCADE');
  return made;
}

async function fresh(server: Promise<PostgresServer>): Promise<{ url: string; db: Database }> {
  const url = await (await server).database();
  return { url, db: database(url) };
}

describe.skipIf(!hasServer)('a store in PostgreSQL', () => {
  ledgerStoreLaws(async () => {
    const { url } = await ready();
    return () => storeAt(url);
  });
});

describe.skipIf(!hasServer)('a lease', () => {
  test('a manager that wakes up after another took over stores nothing, and hears of it', async () => {
    const { url, db } = await ready();
    const [old, young] = [storeAt(url), storeAt(url)];
    const first = unwrap(await old.open<Json>('cup'));
    await first.append('by the first');
    await old.document('cup', 'seats').replace('by the first');
    expect(await young.open('cup')).toEqual(LOCKED);
    await db.changed(EXPIRE);
    const second = unwrap(await young.open<Json>('cup'));
    const heard: unknown[] = [];
    first.onLost((why) => heard.push(why));
    await expect(old.document('cup', 'seats').replace('late')).rejects.toThrow(/taken .*cup\/seats over/);
    await expect(first.append('late')).rejects.toThrow(/another manager has taken .*cup over/);
    expect(String(heard)).toMatch(/another manager/);
    await expect(first.append('later')).rejects.toThrow(/another manager/);
    await expect(first.check()).rejects.toThrow(/another manager/);
    await expect(old.document('cup', 'seats').replace('later')).rejects.toThrow(/another manager/);
    await first.close();
    expect(await second.append('by the second')).toBe(2);
    await second.check();
    await second.close();
    expect(unwrap(await old.read('cup'))?.lines).toEqual([['by the first'], ['by the second']]);
    expect(await old.document('cup', 'seats').read()).toBe('by the first');
  });

  test('a lease that ran out while no other manager wanted it goes on', async () => {
    const { url, db } = await ready();
    const ledger = unwrap(await storeAt(url).open<Json>('cup'));
    await db.changed(EXPIRE);
    await ledger.append('late, and alone');
    expect(await storeAt(url).open('cup')).toEqual(LOCKED);
    await ledger.close();
  });

  test('a manager that was killed is replaced at once: its session ended with it', async () => {
    const { url, db } = await ready();
    const first = unwrap(await storeAt(url).open<Json>('cup'));
    await first.append('acknowledged');
    const lost = new Promise((hear) => first.onLost(hear));
    const end = `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND database =
      (SELECT oid FROM pg_database WHERE datname = current_database())`;
    // Sessions of tests before may be ending still.
    expect(await db.rows(end)).not.toHaveLength(0);
    expect(String(await lost)).toMatch(/the database postgres:\/\/localhost\/league_\w+ failed/);
    await expect(first.append('after that')).rejects.toThrow(/failed/);
    // A session tells that it ends before it gives its locks back; its lease lasts longer than this.
    const again = storeAt(url);
    const second = await vi.waitFor(async () => unwrap(await again.open<Json>('cup')), { timeout: 1_000 });
    expect(unwrap(await storeAt(url).read('cup'))).toEqual({ lines: [['acknowledged']], torn: false, closed: false });
    await second.close();
    await first.close();
  });

  test('the leader is told with its address, and is none from when its session or its lease has ended', async () => {
    const { url, db } = await ready();
    const [old, young] = [storeAt(url), storeAt(url)];
    expect(await young.leader('cup')).toBeUndefined();
    const first = unwrap(await old.open<Json>('cup'));
    expect(await young.leader('cup')).toMatchObject({ address: undefined, epoch: '1' });
    await old.announce('cup', 'http://127.0.0.2:8000/mcp');
    const told = await young.leader('cup');
    expect(told).toMatchObject({ address: 'http://127.0.0.2:8000/mcp', epoch: '1' });
    expect(told?.leftMs).toBeGreaterThan(0);
    expect(told?.leftMs).toBeLessThanOrEqual(4_000);
    await expect(young.announce('cup', 'http://127.0.0.3:8000/mcp')).rejects.toThrow(/not open here/);
    await db.changed(EXPIRE);
    expect(await young.leader('cup')).toBeUndefined();
    const second = unwrap(await young.open<Json>('cup'));
    expect(await old.leader('cup')).toMatchObject({ address: undefined, epoch: '2' });
    await expect(old.announce('cup', 'http://127.0.0.2:8000/mcp')).rejects.toThrow(/another manager has taken/);
    await young.announce('cup', 'http://127.0.0.3:8000/mcp');
    const lost = new Promise((hear) => second.onLost(hear));
    await db.rows(`SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND database =
      (SELECT oid FROM pg_database WHERE datname = current_database())`);
    await lost;
    await vi.waitFor(async () => expect(await old.leader('cup')).toBeUndefined());
    const third = unwrap(await old.open<Json>('cup'));
    await third.close();
    expect(await young.leader('cup')).toBeUndefined();
    for (const ledger of [first, second]) await ledger.close();
  });

  test('a leader that stands down says so to those that stand by, until the next one leads', async () => {
    const { url } = await ready();
    const [one, other] = [storeAt(url), storeAt(url)];
    const ledger = unwrap(await one.open<Json>('cup'));
    await expect(other.standDown('cup')).rejects.toThrow(/not open here/);
    await one.standDown('cup');
    await ledger.close();
    expect(await other.hasStoodDown('cup')).toBe(true);
    const next = unwrap(await other.open<Json>('cup'));
    expect(await one.hasStoodDown('cup')).toBe(false);
    await next.close();
  });

  test('two that want a league at once: one gets it', async () => {
    const { url } = await ready();
    const opened = await Promise.all([1, 2, 3, 4].map(() => storeAt(url).open('cup')));
    expect(opened.filter(({ ok }) => ok)).toHaveLength(1);
    for (const each of opened) if (each.ok) await each.value.close();
  });

  test('a manager that appends nothing keeps its lease', async () => {
    const { url, db } = await ready();
    const clock = fakeClock();
    const ledger = unwrap(await storeAt(url, clock).open<Json>('cup'));
    await db.changed(EXPIRE);
    await clock.advance(1_000);
    await ledger.append();
    await ledger.check();
    const held = await db.rows(`SELECT 1 FROM league.runs WHERE expires > clock_timestamp() + interval '2 seconds'`);
    expect(held).toHaveLength(1);
    await ledger.close();
  });

  test('a manager that the database does not answer takes nothing more before its lease has ended', async () => {
    const { url, db } = await ready();
    const clock = fakeClock();
    const ledger = unwrap(await storeAt(url, clock).open<Json>('cup'));
    await ledger.append('acknowledged');
    const other = await db.session();
    await other.rows('BEGIN');
    await other.rows('SELECT FROM league.runs FOR UPDATE');
    const waiting = ledger.append('never acknowledged');
    const answer = expect(waiting).rejects.toThrow(/could not be renewed in time/);
    await clock.advance(3_750);
    await answer;
    await expect(ledger.append('after that')).rejects.toThrow(/in time/);
    await ledger.close();
    other.release(true);
    expect(unwrap(await storeAt(url).read('cup'))?.lines[0]).toEqual(['acknowledged']);
    expect(clock.scheduled).toBe(0);
  });
});

describe.skipIf(!hasServer)('what is stored', () => {
  test('appends made together are one transaction', async () => {
    const { url, db } = await ready();
    const ledger = unwrap(await storeAt(url).open<Json>('cup'));
    await Promise.all(Array.from({ length: 50 }, (_, i) => ledger.append(i)));
    await ledger.close();
    expect(await db.rows('SELECT DISTINCT xmin::text FROM league.lines')).toHaveLength(1);
  });

  test.each([
    ['changed', `UPDATE league.lines SET line = replace(line, 'two', 'TWO')`, 2],
    ['taken out', 'DELETE FROM league.lines WHERE seq = 2', 2],
    ['taken off the end', 'DELETE FROM league.lines WHERE seq = 3', 2],
    ['put behind the end', 'INSERT INTO league.lines SELECT run, 4, line FROM league.lines WHERE seq = 3', 4],
  ])('a line that was %s is found', async (_, sql, line) => {
    const { url, db } = await ready();
    const ledger = unwrap(await storeAt(url).open<Json>('cup'));
    for (const event of ['one', 'two', 'three']) await ledger.append(event);
    await ledger.close();
    await db.changed(sql);
    const damage = { ok: false, error: { code: 'DAMAGED', line } };
    // To a reader, a line behind the last one that it knows of may be the newest.
    if (line <= 3) expect(await storeAt(url).read('cup')).toMatchObject(damage);
    else expect(unwrap(await storeAt(url).read('cup'))?.lines).toEqual([['one'], ['two'], ['three']]);
    expect(await storeAt(url).open('cup')).toMatchObject(damage);
    // What is damaged stays open to nobody, and can be put away.
    await storeAt(url).archive('cup', '2025-01-15T10:15:00.000Z');
    expect(await storeAt(url).read('cup')).toEqual(ok(undefined));
  });

  test('a record is stored with the append behind it, in its transaction or not at all', async () => {
    const { url, db } = await ready();
    const store = storeAt(url);
    const ledger = unwrap(await store.open<Json>('cup'));
    ledger.keepRecord?.('R1M1', '{"a": "\\u0000"}\n');
    ledger.keepRecord?.('R1M2', 'of another');
    const first = ledger.append('result of R1M1');
    ledger.keepRecord?.('R1M1', '{}\n');
    await Promise.all([first, ledger.append('again')]);
    expect(await store.record('cup', 'R1M1')).toBe('{}\n');
    expect(await store.recorded('cup')).toEqual(expect.arrayContaining(['R1M1', 'R1M2']));
    const transactions = 'SELECT xmin::text FROM league.lines UNION SELECT xmin::text FROM league.records';
    expect(await db.rows(transactions)).toHaveLength(1);
    await db.changed(EXPIRE);
    const second = unwrap(await storeAt(url).open<Json>('cup'));
    ledger.keepRecord?.('R1M3', 'late');
    await expect(ledger.append('late')).rejects.toThrow(/another manager/);
    expect(await store.record('cup', 'R1M3')).toBeUndefined();
    await ledger.close();
    await second.close();
    await store.archive('cup', '2025-01-15T10:15:00.000Z');
    expect(await store.record('cup', 'R1M2')).toBeUndefined();
    expect(await store.record('cup', 'R1M2', '2025-01-15T10-15-00-000Z')).toBe('of another');
  });

  test('a long ledger is opened from its newest snapshot, and read from its first line', async () => {
    const { url, db } = await ready();
    const store = () => postgresLedgerStore(url, { clock: systemClock, entropy: systemEntropy, longFrom: 400 });
    const ledger = unwrap(await store().open<Json>('cup'));
    expect(await ledger.snapshot()).toBeUndefined();
    const appends: Promise<unknown>[] = [];
    for (let i = 0; i < 4; i++) {
      appends.push(ledger.append(i, 'x'.repeat(40)));
      expect(ledger.isLong).toBe(i % 2 === 1);
      if (ledger.isLong) ledger.seal({ state: Uint8Array.of(i), pages: [Uint8Array.of(i, 255)], from: (i - 1) / 2 });
    }
    appends.push(ledger.append('behind it'));
    await Promise.all(appends);
    const sealed = { last: 8, state: Uint8Array.of(3), pages: [Uint8Array.of(1, 255), Uint8Array.of(3, 255)] };
    const snapshotOf = async (of: typeof ledger) => JSON.stringify(await of.snapshot());
    const expected = JSON.stringify({
      ...sealed,
      state: Buffer.from(sealed.state),
      pages: sealed.pages.map((page) => Buffer.from(page)),
    });
    expect(await snapshotOf(ledger)).toBe(expected);
    await ledger.close();
    // What lies before the snapshot is not read at a start, and is by a reader.
    await db.changed('UPDATE league.lines SET line = replace(line, $1, $2) WHERE seq = 1', ['xx', 'yy']);
    const again = unwrap(await store().open<Json>('cup'));
    expect(await snapshotOf(again)).toBe(expected);
    expect([again.last, again.isLong]).toEqual([9, false]);
    expect(await Array.fromAsync(again.replay(9))).toEqual([['behind it']]);
    await expect(Array.fromAsync(again.replay(1))).rejects.toThrow(/does not have the hash/);
    expect(await again.append('on')).toBe(10);
    await again.close();
    expect(await store().read('cup')).toMatchObject({ error: { code: 'DAMAGED', line: 1 } });
  });

  test('a league that is open is not put away', async () => {
    const { url } = await ready();
    const ledger = unwrap(await storeAt(url).open<Json>('cup'));
    await expect(storeAt(url).archive('cup', '2025-01-15T10:15:00.000Z')).rejects.toThrow(/a manager has it open/);
    await ledger.close();
  });
});

describe.skipIf(!hasServer)('a database', () => {
  test('commits are synced, though it is set up otherwise', async () => {
    const { url, db } = await fresh(sharedPostgres());
    const name = new URL(url).pathname.slice(1);
    await db.changed(`ALTER DATABASE ${name} SET synchronous_commit = off`);
    await db.changed(`ALTER DATABASE ${name} SET default_transaction_isolation = 'serializable'`);
    await db.end();
    const settings = `SELECT current_setting('synchronous_commit') AS synced,
      current_setting('transaction_isolation') AS isolation`;
    expect(await database(url).rows(settings)).toEqual([{ synced: 'on', isolation: 'read committed' }]);
  });

  test('what was acknowledged is there after it was killed, and nothing is acknowledged while it is gone', async () => {
    const server = await startPostgres();
    const { url } = await fresh(Promise.resolve(server));
    const ledger = unwrap(await storeAt(url).open<Json>('cup'));
    await ledger.append('acknowledged');
    await server.kill();
    const refusal = ledger.append('into nothing');
    await expect(refusal).rejects.toThrow(/the database postgres:\/\/localhost\/league_\w+ failed/);
    await expect(refusal).rejects.not.toThrow(PASSWORD);
    await ledger.close();
    await expect(storeAt(url).read('cup')).rejects.toThrow(/failed/);
    await server.start('fsync=off');
    await expect(storeAt(url).open('cup')).rejects.toThrow(/fsync = off/);
    await server.kill();
    await server.start();
    const again = unwrap(await storeAt(url).open<Json>('cup'));
    expect(unwrap(await storeAt(url).read('cup'))?.lines).toEqual([['acknowledged']]);
    await again.close();
  });

  test('one that cannot be reached, or is not there, is said in a line without its password', async () => {
    const { url } = await ready();
    const nowhere = `postgres://league:${PASSWORD}@127.0.0.1:1/cup`;
    for (const [address, why] of [
      [nowhere, /the database postgres:\/\/127\.0\.0\.1:1\/cup failed: .*ECONNREFUSED/],
      [url.replace(/league_\w+/, 'no_such_one'), /failed: .*"no_such_one" does not exist/],
    ] as const) {
      const failure = await storeAt(address).read('cup').catch(String);
      expect(failure).toMatch(why);
      expect(failure).not.toContain(PASSWORD);
      expect(storeAt(address).where('cup')).not.toContain(PASSWORD);
    }
  });

  test('tables of a later version are left alone', async () => {
    const { url, db } = await fresh(sharedPostgres());
    await (await storeAt(url).open('cup').then(unwrap)).close();
    await db.changed(`INSERT INTO league.migrations VALUES ('9999_later', '')`);
    await expect(storeAt(url).open('cup')).rejects.toThrow(/a later version .*9999_later/);
  });

  test('reading makes no tables', async () => {
    const { url, db } = await fresh(sharedPostgres());
    expect(await storeAt(url).leagues()).toEqual([]);
    expect(await db.rows(`SELECT 1 FROM pg_namespace WHERE nspname = 'league'`)).toEqual([]);
  });
});
