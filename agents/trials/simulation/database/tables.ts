/**
 * The tables of a simulated PostgreSQL, and what each statement of a ledger does to them: at one moment, whole or not at
 * all, with the rows and counts that PostgreSQL gives. A test holds it to a real one.
 */
import { BEGINNING } from '../../../../SHARED/league_sdk/ledger/text.ts';
import * as SQL from '../../../../SHARED/league_sdk/postgres/statements.ts';

/** Columns are as `pg` reads them: a bigint is a text. */
export interface RunRow {
  readonly run: string;
  readonly league_id: string;
  archived: string | null;
  last: number;
  hash: string;
  epoch: number;
  holder: string | null;
  /** By the clock of the database. */
  expires: number | null;
  address: string | null;
  stood_down: boolean;
}

interface SnapshotRow {
  readonly last: number;
  readonly hash: string;
  readonly line: number;
  readonly state: Buffer;
  readonly pages: number;
}

/** The committed rows: they outlive every session, and the server. */
export interface Tables {
  /** The number of the newest run, which one that was not inserted has used up too. */
  runs: number;
  readonly byRun: Map<string, RunRow>;
  /** By run: lines by the number of their first event. */
  readonly lines: Map<string, Map<number, string>>;
  readonly records: Map<string, Map<string, string>>;
  readonly documents: Map<string, Map<string, string>>;
  readonly snapshots: Map<string, SnapshotRow>;
  readonly pages: Map<string, Map<number, Buffer>>;
}

/** The session that carries a statement out, with its database. */
export interface Caller {
  readonly tables: Tables;
  /** The database's own time of day. */
  readonly now: number;
  /** Locks of all sessions, by name; how often each is held by its session. */
  readonly locks: Map<string, { readonly session: object; times: number }>;
  readonly session: object;
}

export interface Answered {
  readonly rows: readonly object[];
  readonly count: number;
}

export type Values = readonly unknown[];
export type Statement = (by: Caller, values: Values) => Answered;

export function emptyTables(): Tables {
  return {
    runs: 0,
    byRun: new Map(),
    lines: new Map(),
    records: new Map(),
    documents: new Map(),
    snapshots: new Map(),
    pages: new Map(),
  };
}

const text = (value: unknown) => String(value);
const rowsOf = (rows: readonly object[]): Answered => ({ rows, count: rows.length });
const changes = (count: number): Answered => ({ rows: [], count });

function within<K, V>(table: Map<string, Map<K, V>>, run: string): Map<K, V> {
  const found = table.get(run) ?? new Map<K, V>();
  table.set(run, found);
  return found;
}

/** The run of a league, or the one that was put away under a name. */
export function runOf({ byRun }: Tables, league_id: unknown, archived: unknown): RunRow | undefined {
  return [...byRun.values()].find((row) => row.league_id === league_id && row.archived === (archived ?? null));
}

export function isOpenTo(row: RunRow, now: number): boolean {
  return row.holder === null || (row.expires !== null && row.expires <= now);
}

/** The row of a run, where it is its holder's that asks. */
function fenced({ tables }: Caller, run: unknown, epoch: unknown): RunRow | undefined {
  const row = tables.byRun.get(text(run));
  return row !== undefined && row.epoch === Number(epoch) && row.holder !== null ? row : undefined;
}

export const append: Statement = (by, [run, epoch, last, ...rest]) => {
  const row = fenced(by, run, epoch);
  return row === undefined || row.last !== Number(last) ? changes(0) : appended(by, row, rest);
};

/** Stores lines at the end of a run, whoever asks. */
export function appended(
  { tables, now }: Caller,
  row: RunRow,
  [last, hash, seqs, joined, ids = [], texts = []]: Values,
): Answered {
  const lines = within(tables.lines, row.run);
  const added = text(seqs).slice(1, -1).split(',').map(Number);
  const written = text(joined).split('\n');
  if (added.length !== written.length) throw new Error('null value in column of relation "lines"');
  if (added.some((seq, nth) => lines.has(seq) || added.indexOf(seq) !== nth))
    throw new Error('duplicate key value violates unique constraint "lines_pkey"');
  row.last = Number(last);
  row.hash = text(hash);
  row.expires = now + SQL.LEASE_MS;
  for (const [nth, seq] of added.entries()) lines.set(seq, written[nth] as string);
  const records = within(tables.records, row.run);
  for (const [nth, id] of (ids as readonly string[]).entries())
    records.set(id, (texts as readonly string[])[nth] ?? '');
  return changes(added.length);
}

const lock = (values: Values) => `${text(values[0])}|${text(values[1])}`;

/** Every statement of a ledger, by its text. */
export const STATEMENTS: ReadonlyMap<string, Statement> = new Map<string, Statement>([
  [SQL.FSYNC, () => rowsOf([{ setting: 'on' }])],
  [
    SQL.NEW_RUN,
    ({ tables }, [league_id]) => {
      const run = text(++tables.runs);
      if (runOf(tables, league_id, null) !== undefined) return changes(0);
      const row = { run, league_id: text(league_id), archived: null, last: 0, hash: BEGINNING };
      tables.byRun.set(run, { ...row, epoch: 0, holder: null, expires: null, address: null, stood_down: false });
      return changes(1);
    },
  ],
  [
    SQL.RUN,
    ({ tables, now }, [league_id, archived]) => {
      const row = runOf(tables, league_id, archived);
      if (row === undefined) return rowsOf([]);
      const { run, last, hash, epoch, holder } = row;
      const held = { is_closed: holder === null, is_held: !isOpenTo(row, now) };
      return rowsOf([{ run, last: text(last), hash, epoch: text(epoch), ...held }]);
    },
  ],
  [
    SQL.TAKE,
    ({ tables, now }, [run, epoch, holder, isOrphan]) => {
      const row = tables.byRun.get(text(run));
      if (row === undefined || row.epoch !== Number(epoch) || row.archived !== null) return changes(0);
      if (isOrphan !== true && !isOpenTo(row, now)) return changes(0);
      row.epoch += 1;
      row.holder = text(holder);
      row.expires = now + SQL.LEASE_MS;
      row.address = null;
      row.stood_down = false;
      return changes(1);
    },
  ],
  [
    SQL.RENEW,
    (by, [run, epoch]) => {
      const row = fenced(by, run, epoch);
      if (row !== undefined) row.expires = by.now + SQL.LEASE_MS;
      return changes(row === undefined ? 0 : 1);
    },
  ],
  [SQL.HELD, (by, [run, epoch]) => rowsOf(fenced(by, run, epoch) === undefined ? [] : [{ '?column?': 1 }])],
  [
    SQL.RELEASE,
    ({ tables }, [run, epoch]) => {
      const row = tables.byRun.get(text(run));
      if (row === undefined || row.epoch !== Number(epoch)) return changes(0);
      row.holder = null;
      row.expires = null;
      row.address = null;
      return changes(1);
    },
  ],
  [
    SQL.PUT_AWAY,
    ({ tables, now }, [league_id, archived]) => {
      const row = runOf(tables, league_id, null);
      if (row === undefined || !isOpenTo(row, now)) return changes(0);
      if (runOf(tables, league_id, archived) !== undefined)
        throw new Error('duplicate key value violates unique constraint "runs_archived"');
      row.archived = text(archived);
      return changes(1);
    },
  ],
  [
    SQL.LEADER,
    ({ tables, now, locks }, [league_id]) => {
      const row = runOf(tables, league_id, null);
      if (row === undefined || isOpenTo(row, now) || !locks.has(lock([`league.runs ${row.run}`, row.epoch])))
        return rowsOf([]);
      return rowsOf([{ address: row.address, epoch: text(row.epoch), left_ms: text((row.expires ?? now) - now) }]);
    },
  ],
  [
    SQL.ANNOUNCE,
    (by, [run, epoch, address]) => {
      const row = fenced(by, run, epoch);
      if (row !== undefined) row.address = text(address);
      return changes(row === undefined ? 0 : 1);
    },
  ],
  [
    SQL.STAND_DOWN,
    (by, [run, epoch]) => {
      const row = fenced(by, run, epoch);
      if (row !== undefined) row.stood_down = true;
      return changes(row === undefined ? 0 : 1);
    },
  ],
  [
    SQL.HAS_STOOD_DOWN,
    ({ tables }, [league_id]) => rowsOf(runOf(tables, league_id, null)?.stood_down === true ? [{ '?column?': 1 }] : []),
  ],
  [
    SQL.LOCK_LIFE,
    ({ locks, session }, values) => {
      const held = locks.get(lock(values));
      const done = held === undefined || held.session === session;
      if (done) locks.set(lock(values), { session, times: (held?.times ?? 0) + 1 });
      return rowsOf([{ done }]);
    },
  ],
  [
    SQL.UNLOCK_LIFE,
    ({ locks, session }, values) => {
      const held = locks.get(lock(values));
      if (held === undefined || held.session !== session) return rowsOf([{ done: false }]);
      if (--held.times === 0) locks.delete(lock(values));
      return rowsOf([{ done: true }]);
    },
  ],
  [SQL.APPEND, append],
  [SQL.APPEND_WITH_RECORDS, append],
  [
    SQL.LINES,
    ({ tables }, [run, from, until, most]) => {
      const lines = [...within(tables.lines, text(run))].filter(([seq]) => seq > Number(from) && seq <= Number(until));
      lines.sort(([a], [b]) => a - b);
      return rowsOf(lines.slice(0, Number(most)).map(([, line]) => ({ line })));
    },
  ],
  [
    SQL.BEHIND,
    ({ tables }, [run, last]) => {
      const behind = [...within(tables.lines, text(run)).keys()].filter((seq) => seq > Number(last));
      return rowsOf(behind.map(() => ({ '?column?': 1 })));
    },
  ],
  [
    SQL.RECORD,
    ({ tables }, [league_id, archived, match_id]) => {
      const record = tables.records.get(runOf(tables, league_id, archived)?.run ?? '')?.get(text(match_id));
      return rowsOf(record === undefined ? [] : [{ record }]);
    },
  ],
  [
    SQL.RECORDED,
    ({ tables }, [league_id, archived]) => {
      const records = tables.records.get(runOf(tables, league_id, archived)?.run ?? '');
      return rowsOf([...(records?.keys() ?? [])].map((match_id) => ({ match_id })));
    },
  ],
  [
    SQL.SEAL,
    (by, [run, epoch, last, hash, line, state, from, contents]) => {
      const row = fenced(by, run, epoch);
      if (row === undefined) return changes(0);
      const { tables, now } = by;
      row.expires = now + SQL.LEASE_MS;
      const added = contents as readonly Buffer[];
      const pages = within(tables.pages, row.run);
      for (const [nth, content] of added.entries()) pages.set(Number(from) + nth, content);
      const mark = { last: Number(last), hash: text(hash), line: Number(line) };
      tables.snapshots.set(row.run, { ...mark, state: state as Buffer, pages: Number(from) + added.length });
      return changes(1);
    },
  ],
  [
    SQL.SEALED,
    ({ tables }, [run, until]) => {
      const found = tables.snapshots.get(text(run));
      if (found === undefined || found.last > Number(until)) return rowsOf([]);
      const { last, hash, line } = found;
      return rowsOf([{ last: text(last), hash, line: text(line) }]);
    },
  ],
  [
    SQL.STATE,
    ({ tables }, [run, last]) => {
      const found = tables.snapshots.get(text(run));
      return rowsOf(found?.last === Number(last) ? [{ state: found.state, pages: found.pages }] : []);
    },
  ],
  [
    SQL.PAGES,
    ({ tables }, [run, below]) => {
      const pages = [...within(tables.pages, text(run))].filter(([page]) => page < Number(below));
      return rowsOf(pages.sort(([a], [b]) => a - b).map(([, content]) => ({ content })));
    },
  ],
  [
    SQL.DOCUMENT,
    ({ tables }, [league_id, archived, name]) => {
      const content = tables.documents.get(runOf(tables, league_id, archived)?.run ?? '')?.get(text(name));
      return rowsOf(content === undefined ? [] : [{ content }]);
    },
  ],
  [
    SQL.REPLACE,
    ({ tables }, [league_id, archived, name, content, run, epoch]) => {
      const row = runOf(tables, league_id, archived);
      if (row === undefined) return changes(0);
      const isTheirs = row.run === text(run) && row.epoch === Number(epoch) && row.holder !== null;
      if (run !== null && !isTheirs) return changes(0);
      within(tables.documents, row.run).set(text(name), text(content));
      return changes(1);
    },
  ],
  [SQL.LEAGUES, ({ tables }) => rowsOf(begun(tables, false).map(({ league_id }) => ({ league_id })))],
  [
    SQL.ARCHIVES,
    ({ tables }) => {
      const put = begun(tables, true).map(({ league_id, archived }) => ({ league_id, archived }));
      return rowsOf(put.sort((a, b) => (`${a.league_id}\n${a.archived}` < `${b.league_id}\n${b.archived}` ? -1 : 1)));
    },
  ],
]);

function begun({ byRun }: Tables, isPutAway: boolean): readonly RunRow[] {
  return [...byRun.values()].filter(({ last, archived }) => last > 0 && (archived !== null) === isPutAway);
}

/** Carries a statement out; unknown statements, and those that PostgreSQL refuses, throw. */
export function carryOut(statements: typeof STATEMENTS, by: Caller, sql: string, values: Values): Answered {
  const statement = statements.get(sql);
  if (statement === undefined) throw new Error(`not simulated: ${sql.trim().replace(/\s+/g, ' ')}`);
  if (values.some((value) => typeof value === 'string' && value.includes('\0')))
    throw new Error('invalid byte sequence for encoding "UTF8": 0x00');
  return statement(by, values);
}
