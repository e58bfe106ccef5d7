/**
 * A simulated PostgreSQL: what was committed stays, and nothing else is promised. Its sessions end when it notices, its
 * clock is its own, it may be killed at any moment, and a statement may wait, arrive late, or be answered to nobody.
 */
import type { Clock } from '../../../../SHARED/core/clock.ts';
import { intBetween, type Random } from '../../../../SHARED/core/random.ts';
import * as SQL from '../../../../SHARED/league_sdk/postgres/statements.ts';
import type { Trace, TraceEvent } from '../trace.ts';
import {
  type Answered,
  carryOut,
  emptyTables,
  isOpenTo,
  runOf,
  STATEMENTS,
  type Tables,
  type Values,
} from './tables.ts';

export interface ServerOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly trace: Trace;
  readonly count: (fault: string) => void;
  /** What statements do; absent: what they say. */
  readonly statements?: typeof STATEMENTS | undefined;
  /** The file that a ledger of this league would be, for the trace. */
  readonly ledgerPath: string;
}

/** The end of a connection that the server has: its session. */
export interface Backend {
  readonly life: string;
  isOpen: boolean;
  /** Statements that it carries out, one after the other. */
  busy: number;
  /** The connection has ended: so does the session, when it is done. */
  isLeaving: boolean;
  /** Tells the other end that the session is gone. */
  readonly hangUp: (why: string) => void;
}

export type Executed = { readonly ok: true; readonly value: Answered } | { readonly ok: false; readonly why: string };

export interface Server {
  readonly isUp: boolean;
  readonly tables: Tables;
  /** Its own time of day, in milliseconds. */
  now(): number;
  /** A new session; undefined while the server is away. */
  connect(life: string, hangUp: Backend['hangUp']): Backend | undefined;
  /** Carries a statement out when it gets to it; nothing is told where the server is killed before. */
  execute(backend: Backend, sql: string, values: Values, answer: (executed: Executed) => void): void;
  /** The other end has gone, as far as the server can see. */
  leave(backend: Backend): void;
  /** Ends as by SIGKILL, and is back after a while. */
  kill(awayMs: number): void;
  /** Makes every statement take up to this long; 0 ends it. */
  slowDown(upToMs: number): void;
  stepClock(byMs: number): void;
  /** The life that took the league last, and the one that appended to its ledger last. */
  readonly holder: string | undefined;
  readonly writer: string | undefined;
  /** What the ledger of a league is, as far as it was committed. */
  ledgerText(league_id: string): string;
}

interface Asked {
  readonly sql: string;
  readonly values: Values;
}
type Held = NonNullable<Extract<TraceEvent, { kind: 'stored' }>['from']>;

const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(SQL).flatMap(([name, sql]) => (typeof sql === 'string' ? [[sql, name] as const] : [])),
);
/** Statements that change something, with the place of the epoch among their values. */
const CHANGING: ReadonlyMap<string, number> = new Map([
  ...[SQL.TAKE, SQL.RENEW, SQL.RELEASE, SQL.APPEND, SQL.APPEND_WITH_RECORDS].map((sql) => [sql, 1] as const),
  ...[SQL.SEAL, SQL.ANNOUNCE, SQL.STAND_DOWN].map((sql) => [sql, 1] as const),
  [SQL.REPLACE, 5],
]);
const AN_HOUR_MS = 3_600_000;

/** The name of a statement. */
export function nameOf(sql: string): string {
  return NAMES.get(sql) ?? 'a statement';
}

export function startServer(options: ServerOptions): Server {
  const { clock, random, trace, count, statements = STATEMENTS, ledgerPath } = options;
  const tables = emptyTables();
  const backends = new Set<Backend>();
  const locks: Parameters<typeof carryOut>[1]['locks'] = new Map();
  /** The session that took each run last. */
  const takers = new Map<string, Backend>();
  // As far from every other clock as a clock that nobody sets, and a little too fast or too slow.
  let offsetMs = intBetween(random, -AN_HOUR_MS, AN_HOUR_MS);
  const drift = (random() - 0.5) * 0.02;
  let [isUp, upToMs] = [true, 0];
  let writer: string | undefined;

  const now = () => clock.now().getTime() + offsetMs + Math.round(clock.monotonic() * drift);

  function end(backend: Backend): void {
    backend.isOpen = false;
    backends.delete(backend);
    for (const [name, { session }] of locks) if (session === backend) locks.delete(name);
  }

  function leave(backend: Backend): void {
    backend.isLeaving = true;
    if (backend.busy === 0) end(backend);
  }

  function lengthOf(run: string): number {
    return [...(tables.lines.get(run)?.values() ?? [])].reduce((sum, line) => sum + line.length + 1, 0);
  }

  /** What a statement meant to the league is on record: who stored what by which epoch. */
  function note({ life }: Backend, { sql, values }: Asked, before: Held, changed: number): void {
    const at = CHANGING.get(sql);
    if (at === undefined) return;
    const epoch = values[at] === null ? undefined : Number(values[at]) + (sql === SQL.TAKE ? 1 : 0);
    const known = { at: clock.monotonic(), life, statement: nameOf(sql), epoch, changed };
    trace.note({ kind: 'stored', ...known, ...(sql === SQL.TAKE ? { from: before } : {}) });
    if (changed === 0) return;
    if (sql !== SQL.APPEND && sql !== SQL.APPEND_WITH_RECORDS) return;
    writer = life;
    trace.note({ kind: 'synced', at: known.at, life, path: ledgerPath, length: lengthOf(String(values[0])) });
  }

  /** What there was to be seen of the holder of a run. */
  function held(run: string): Held {
    const row = tables.byRun.get(run);
    const isAlive = takers.get(run)?.isOpen === true;
    if (row === undefined || row.holder === null) return { lease: 'none', isAlive };
    return { lease: isOpenTo(row, now()) ? 'ended' : 'lasts', isAlive };
  }

  return {
    tables,
    now,
    get isUp() {
      return isUp;
    },
    get holder() {
      return [...takers.values()].at(-1)?.life;
    },
    get writer() {
      return writer;
    },
    connect(life, hangUp) {
      if (!isUp) return undefined;
      const backend: Backend = { life, isOpen: true, busy: 0, isLeaving: false, hangUp };
      backends.add(backend);
      return backend;
    },
    execute(backend, sql, values, answer) {
      backend.busy += 1;
      const run = (): void => {
        // The server was killed, or the session ended, before it came to it.
        if (!backend.isOpen) return;
        backend.busy -= 1;
        const before = held(String(values[0]));
        let executed: Executed;
        try {
          const value = carryOut(statements, { tables, now: now(), locks, session: backend }, sql, values);
          note(backend, { sql, values }, before, value.count);
          if (sql === SQL.TAKE && value.count > 0) takers.set(String(values[0]), backend);
          executed = { ok: true, value };
        } catch (thrown) {
          executed = { ok: false, why: (thrown as Error).message };
        }
        if (backend.isLeaving && backend.busy === 0) end(backend);
        answer(executed);
      };
      if (upToMs === 0) run();
      else {
        count('slow statement');
        clock.after(intBetween(random, 0, upToMs), run);
      }
    },
    leave,
    kill(awayMs) {
      if (!isUp) return;
      isUp = false;
      count('database killed');
      trace.note({ kind: 'fault', at: clock.monotonic(), what: 'killed', where: 'database' });
      const gone = [...backends];
      for (const backend of gone) end(backend);
      for (const { hangUp } of gone) hangUp('the server was killed');
      clock.after(awayMs, () => {
        isUp = true;
        trace.note({ kind: 'fault', at: clock.monotonic(), what: 'is back', where: 'database' });
      });
    },
    slowDown(ms) {
      upToMs = ms;
    },
    stepClock(byMs) {
      offsetMs += byMs;
    },
    ledgerText(league_id) {
      const lines = [...(tables.lines.get(runOf(tables, league_id, null)?.run ?? '') ?? [])];
      return lines
        .sort(([a], [b]) => a - b)
        .map(([, line]) => `${line}\n`)
        .join('');
    },
  };
}
