/** The simulated PostgreSQL beside a real one: the same statements, the same rows and counts. */
import { describe, expect, test } from 'vitest';
import { systemClock } from '../../../../SHARED/core/clock.ts';
import { intBetween, pick, type Random, seeded } from '../../../../SHARED/core/random.ts';
import { type Database, type DatabaseSession, database } from '../../../../SHARED/league_sdk/postgres/database.ts';
import * as SQL from '../../../../SHARED/league_sdk/postgres/statements.ts';
import { hasPostgres, sharedPostgres } from '../../testing/postgres_server.ts';
import { until } from '../../testing/rehearsal.ts';
import { type Caller, carryOut, emptyTables, STATEMENTS, type Values } from './tables.ts';

const hasServer = await hasPostgres();
const SESSIONS = 3;
const AN_HOUR_MS = 3_600_000;
const HOURS = `UPDATE league.runs SET expires = expires - interval '1 hour'`;

/** A statement of a session; that of no session lets an hour go by, in which every lease ends. */
interface Step {
  readonly session: number;
  readonly sql: string;
  readonly values: Values;
}

/** A database in this process, without a network. */
class Simulated {
  readonly tables = emptyTables();
  readonly #locks: Caller['locks'] = new Map();
  readonly #sessions = Array.from({ length: SESSIONS }, () => ({}));
  #now = 0;

  run({ session, sql, values }: Step): string {
    if (sql === HOURS) this.#now += AN_HOUR_MS;
    if (sql === HOURS) return 'an hour';
    const by = { tables: this.tables, now: this.#now, locks: this.#locks, session: this.#sessions[session] ?? {} };
    try {
      const { rows, count } = carryOut(STATEMENTS, by, sql, values);
      return told(rows, count);
    } catch {
      return 'refused';
    }
  }
}

/** Rows in any order, where a statement promises none. */
function told(rows: readonly object[], count: number): string {
  return `${count}: ${rows
    // The time that is left is never the same.
    .map((row) => JSON.stringify(row, (key, value) => (key === 'left_ms' ? Number(value) > 0 : value)))
    .sort()
    .join()}`;
}

const isChange = (sql: string) => !asRead.has(sql) && sql !== HOURS;
const asRead: ReadonlySet<string> = new Set(
  Object.values(SQL).filter((sql) => /^\s*SELECT/.test(String(sql))) as string[],
);

async function really(sessions: readonly DatabaseSession[], { session, sql, values }: Step): Promise<string> {
  const by = sessions[session] as DatabaseSession;
  try {
    if (asRead.has(sql)) {
      const rows = await by.rows(sql, values);
      return told(rows, rows.length);
    }
    const count = await by.changed(sql, values);
    return sql === HOURS ? 'an hour' : told([], count);
  } catch {
    return 'refused';
  }
}

/** A step that may well succeed: it knows how things are. */
function someStep(random: Random, { tables }: Simulated, isWanted: (sql: string) => boolean = () => true): Step {
  const session = intBetween(random, 0, SESSIONS - 1);
  const league = pick(random, ['cup', 'cup', 'bowl']);
  const present = [...tables.byRun.values()].filter(({ archived }) => archived === null);
  const row = present.length > 0 && random() < 0.9 ? pick(random, present) : undefined;
  const run = row?.run ?? String(intBetween(random, 1, 4));
  const near = (value: number | undefined) => (random() < 0.8 ? (value ?? 0) : intBetween(random, 0, 3));
  const [epoch, last] = [near(row?.epoch), near(row?.last)];
  const archived = random() < 0.8 ? null : pick(random, ['2023', '2024']);
  const match = pick(random, ['R1M1', 'R1M2']);
  const lines = intBetween(random, 1, 3);
  const seqs = Array.from({ length: lines }, (_, nth) => last + 1 + 2 * nth);
  const written = seqs.map((seq) => `line ${seq} by ${epoch}`).join('\n');
  const added = [run, epoch, last, last + 2 * lines, `hash ${last}`, `{${seqs.join(',')}}`, written];
  const page = Buffer.from([last, epoch, 255]);
  const held = random() < 0.7 ? [run, epoch] : [null, null];
  const steps: readonly (readonly [string, Values])[] = [
    [HOURS, []],
    [SQL.NEW_RUN, [league]],
    [SQL.RUN, [league, archived]],
    ...Array.from({ length: 4 }, () => [SQL.TAKE, [run, epoch, `holder ${session}`, random() < 0.3]] as const),
    [SQL.RENEW, [run, epoch]],
    [SQL.HELD, [run, epoch]],
    [SQL.RELEASE, [run, epoch]],
    [SQL.PUT_AWAY, [league, pick(random, ['2023', '2024'])]],
    [SQL.LEAGUES, []],
    [SQL.ARCHIVES, []],
    [SQL.LEADER, [league]],
    [SQL.ANNOUNCE, [run, epoch, `http://host${session}/mcp`]],
    [SQL.STAND_DOWN, [run, epoch]],
    [SQL.HAS_STOOD_DOWN, [league]],
    [SQL.LOCK_LIFE, [`league.runs ${run}`, epoch]],
    [SQL.UNLOCK_LIFE, [`league.runs ${run}`, epoch]],
    [SQL.FSYNC, []],
    [SQL.APPEND, added],
    [SQL.APPEND, added],
    [SQL.APPEND_WITH_RECORDS, [...added, [match, 'R2M1'], [`record ${last}`, '{}']]],
    [SQL.LINES, [run, intBetween(random, 0, 4), 20, intBetween(random, 1, 9)]],
    [SQL.BEHIND, [run, last - 1]],
    [SQL.RECORD, [league, archived, match]],
    [SQL.RECORDED, [league, archived]],
    [SQL.SEAL, [run, epoch, last, `hash ${last}`, 3, page, intBetween(random, 0, 2), [page, page]]],
    [SQL.SEALED, [run, last]],
    [SQL.STATE, [run, last]],
    [SQL.PAGES, [run, intBetween(random, 0, 4)]],
    [SQL.DOCUMENT, [league, archived, 'seats']],
    [SQL.REPLACE, [league, archived, 'seats', `by ${epoch}`, ...held]],
    [SQL.REPLACE, [league, archived, 'seats', random() < 0.1 ? 'a\0b' : 'text', ...held]],
  ];
  const [sql, values] = pick(
    random,
    steps.filter(([each]) => isWanted(each)),
  );
  return { session, sql, values };
}

function after(steps: readonly Step[]): Simulated {
  const simulated = new Simulated();
  for (const step of steps) simulated.run(step);
  return simulated;
}

/** Two leagues, one of which has been put away before, and is held. */
const BEGINNING: readonly Step[] = (
  [
    [SQL.NEW_RUN, ['cup']],
    [SQL.TAKE, [1, 0, 'holder', false]],
    [SQL.APPEND_WITH_RECORDS, [1, 1, 0, 2, 'hash', '{1,2}', 'one\ntwo', ['R1M1'], ['{}']]],
    [SQL.SEAL, [1, 1, 2, 'hash', 2, Buffer.from([1]), 0, [Buffer.from([2]), Buffer.from([3])]]],
    [SQL.SEALED, [1, 2]],
    [SQL.STATE, [1, 2]],
    [SQL.PAGES, [1, 2]],
    [SQL.RELEASE, [1, 1]],
    [SQL.PUT_AWAY, ['cup', '2023']],
    [SQL.NEW_RUN, ['cup']],
    [SQL.NEW_RUN, ['bowl']],
    [SQL.LOCK_LIFE, ['league.runs 2', 1]],
    [SQL.TAKE, [2, 0, 'holder', false]],
    [SQL.LEADER, ['cup']],
    [SQL.STAND_DOWN, [2, 1]],
    [SQL.APPEND, [2, 1, 0, 1, 'hash', '{1}', 'one']],
    [SQL.LINES, [2, 0, 9, 9]],
    [SQL.HAS_STOOD_DOWN, ['cup']],
  ] as const
).map(([sql, values]) => ({ session: 0, sql, values }));

/** Everything there is to be seen. */
const LOOKS: readonly Step[] = [
  ...[null, '2023', '2024'].flatMap((archived) =>
    ['cup', 'bowl'].flatMap((league) =>
      [
        [SQL.RUN, [league, archived]] as const,
        [SQL.RECORDED, [league, archived]] as const,
        [SQL.LEADER, [league]] as const,
        [SQL.DOCUMENT, [league, archived, 'seats']] as const,
      ].map(([sql, values]) => ({ session: 0, sql, values })),
    ),
  ),
  ...[1, 2, 3, 4].map((run) => ({ session: 0, sql: SQL.LINES, values: [run, 0, 99, 99] })),
];

let made: Promise<{ db: Database; sessions: readonly DatabaseSession[] }> | undefined;

/** A real database in which nothing is, and sessions that hold no lock. */
async function ready(): Promise<{ db: Database; sessions: readonly DatabaseSession[] }> {
  made ??= (async () => {
    const db = database(await (await sharedPostgres()).database());
    await db.prepare();
    return { db, sessions: await Promise.all(Array.from({ length: SESSIONS }, () => db.session())) };
  })();
  const { db, sessions } = await made;
  await db.changed('TRUNCATE league.runs RESTART IDENTITY CASCADE');
  for (const session of sessions) await session.rows('SELECT pg_advisory_unlock_all()');
  return made;
}

/** Plays steps on a real database; undefined where that took so long that leases ended meanwhile. */
async function played<T>(play: (on: Awaited<ReturnType<typeof ready>>) => Promise<T>): Promise<T> {
  for (;;) {
    const on = await ready();
    const begun = systemClock.monotonic();
    const found = await play(on);
    if (systemClock.monotonic() - begun < SQL.LEASE_MS / 2) return found;
  }
}

test('every statement of a ledger is simulated', () => {
  const all = Object.values(SQL).filter((sql) => typeof sql === 'string');
  expect([...STATEMENTS.keys()].sort()).toEqual(all.sort());
});

describe.skipIf(!hasServer)('the simulated database', () => {
  test('gives the rows and counts that PostgreSQL gives, whatever is asked in whatever order', async () => {
    const counts = new Map<string, number>();
    for (let seed = 1; seed <= 10; seed++) {
      const random = seeded(seed);
      const simulated = new Simulated();
      const steps: Step[] = [];
      const expected: string[] = [];
      for (let nth = 0; nth < 70; nth++) {
        const step = BEGINNING[nth] ?? someStep(random, simulated);
        steps.push(step);
        expected.push(simulated.run(step));
        if (expected.at(-1)?.startsWith('0') === false) counts.set(step.sql, (counts.get(step.sql) ?? 0) + 1);
      }
      const found = await played(async ({ sessions }) => {
        const answers: string[] = [];
        for (const step of steps) answers.push(await really(sessions, step));
        return answers;
      });
      for (const [nth, answer] of found.entries())
        expect(answer, `seed ${seed}, step ${nth}: ${JSON.stringify(steps[nth])}`).toBe(expected[nth]);
    }
    // A sequence in which nothing ever succeeds would be alike for any database.
    for (const sql of STATEMENTS.keys()) expect(counts.get(sql) ?? 0, sql).toBeGreaterThan(0);
  }, 120_000);

  test('statements that overlap give what one of their two orders gives', async () => {
    let waited = 0;
    for (let seed = 1; seed <= 20; seed++) {
      const random = seeded(1_000 + seed);
      const simulated = new Simulated();
      const before = Array.from({ length: BEGINNING.length + 6 }, (_, nth) => {
        const step = BEGINNING[nth] ?? someStep(random, simulated);
        simulated.run(step);
        return step;
      });
      const [first, second] = [changing(0), changing(1)];
      const found = await played(async ({ db, sessions }) => {
        for (const step of before) await really(sessions, step);
        const [one, other] = sessions as readonly [DatabaseSession, DatabaseSession];
        const pid = (await other.rows<{ pid: number }>('SELECT pg_backend_pid() AS pid'))[0]?.pid;
        await one.rows('BEGIN');
        const firstly = await really(sessions, first);
        let isDone = false;
        const asked = really(sessions, second).then((answer) => {
          isDone = true;
          return answer;
        });
        await until('the second statement to be answered, or to wait', async () => {
          if (isDone) return true;
          const [row] = await db.rows<{ by: number }>('SELECT cardinality(pg_blocking_pids($1)) AS by', [pid]);
          return row?.by === 1 ? true : undefined;
        });
        if (!isDone) waited += 1;
        await one.rows('COMMIT');
        const answers = { firstly, secondly: await asked, looks: [] as string[] };
        for (const look of LOOKS) answers.looks.push(await really(sessions, look));
        return answers;
      });
      /** A step that changes something where it is the next. */
      function changing(session: number): Step {
        for (;;) {
          const step = { ...someStep(random, simulated, isChange), session };
          if (/^[1-9]/.test(after(before).run(step))) return step;
        }
      }
      const inTurn = (isFirstFirst: boolean) => {
        const alike = after(before);
        const [a, b] = isFirstFirst ? [first, second] : [second, first];
        const [one, other] = [alike.run(a), alike.run(b)];
        const looks = LOOKS.map((look) => alike.run(look));
        return { firstly: isFirstFirst ? one : other, secondly: isFirstFirst ? other : one, looks };
      };
      expect([inTurn(true), inTurn(false)], `seed ${seed}: ${first.sql} and ${second.sql}`).toContainEqual(found);
    }
    expect(waited).toBeGreaterThan(3);
  }, 120_000);
});
