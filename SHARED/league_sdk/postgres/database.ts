/** Access to a PostgreSQL database: connections that commit synced, tables that are as new as this code, errors without passwords. */
import type { Client, PoolClient, Pool as PoolOfPg, QueryConfig, QueryResultRow } from 'pg';
import { reasonOf } from '../../core/result.ts';
import { StoreError } from '../ledger/ledger.ts';

/** One connection, for statements that come one after the other. */
export interface DatabaseSession {
  /** The rows of one statement, which is a transaction of its own; rejects with a line of text. */
  rows<Row extends QueryResultRow>(sql: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  /** How many rows one statement changed; one with a name is prepared, and cheaper the second time. */
  changed(sql: string, values?: readonly unknown[], name?: string): Promise<number>;
  /** Hears once why the connection is lost. */
  onLost(hear: (why: Error) => void): void;
  /** Gives the connection back, or with `isBroken` ends it. */
  release(isBroken?: boolean): void;
}

export interface Database extends Pick<DatabaseSession, 'rows' | 'changed'> {
  /** Where it is, without user and password. */
  readonly where: string;
  /** Whether the tables are there; looks and changes nothing. */
  isPrepared(): Promise<boolean>;
  /** Makes the tables, or brings them up to date; several processes may do so at once. */
  prepare(): Promise<void>;
  /** A connection that no other caller uses until it is released; each of its statements has so long, where that is said. */
  session(limitMs?: number): Promise<DatabaseSession>;
  /** Ends all connections. */
  end(): Promise<void>;
}

/** A database as hosts and referees share it. */
interface SharedDatabase extends Database {
  /** Does work in one transaction while nobody else does work of this name; what it sees is what the last one left. */
  withLock<T>(name: string, work: (session: DatabaseSession) => Promise<T>): Promise<T>;
}

/** One statement as the driver takes it. */
interface Statement {
  readonly text: string;
  readonly values: unknown[];
  readonly name: string | undefined;
  readonly query_timeout: number | undefined;
}

/** A connection that is not there by then is none. */
const CONNECT_MS = 5_000;
/** A statement that is not answered by then never is: the machine of the database may have vanished without a word. */
const STATEMENT_MS = 5_000;
/** A process that stands still in its turn, or is gone, loses it before the next one gives up waiting for its own. */
const BEGIN_SHORT = `
  BEGIN;
  SET LOCAL idle_in_transaction_session_timeout = '2s';
  SET LOCAL lock_timeout = '4s'`;
/** What the driver says of such a statement. */
const TOO_LATE = 'Query read timeout';
/** Connections beside those that hold a league. */
const MOST_CONNECTIONS = 8;

/** Whether a text is the address of a PostgreSQL database. */
export function isDatabaseUrl(text: string): boolean {
  return /^postgres(ql)?:$/.test(URL.parse(text)?.protocol ?? '');
}

/**
 * The database at an address. Nothing is opened before the first statement, and idle connections keep no process alive. A
 * statement by itself has a time limit; a session has none unless it asks for one.
 */
export function database(url: string, statementMs: number = STATEMENT_MS): SharedDatabase {
  const where = databasePlace(url);
  const secret = secretsIn(url);
  let pool: Promise<PoolOfPg> | undefined;
  let preparing: Promise<void> | undefined;

  /** What went wrong, as one line; the server's own words, without what the address says of its user. */
  function told(thrown: unknown): Error {
    const text = messageOf(thrown) || 'it cannot be reached';
    const line = secret.reduce((said, word) => said.replaceAll(word, '***'), text).replace(/\s+/g, ' ');
    return new StoreError(`the database ${where} failed: ${line}`);
  }

  function opened(): Promise<PoolOfPg> {
    // Loaded where a database is named, so that a league of files does not pay for it.
    pool ??= import('pg').then(({ Pool }) => {
      const made = new Pool({
        connectionString: url,
        application_name: 'league',
        max: MOST_CONNECTIONS,
        allowExitOnIdle: true,
        connectionTimeoutMillis: CONNECT_MS,
        keepAlive: true,
        onConnect: settle,
      });
      // An idle connection that breaks is replaced by the next one.
      made.on('error', () => undefined);
      return made;
    });
    return pool;
  }

  async function statement<Row extends QueryResultRow>(
    by: { query: Client['query'] },
    asked: Statement,
    onLate: (why: Error) => void,
  ): Promise<{ readonly rows: readonly Row[]; readonly rowCount: number | null }> {
    try {
      return await by.query<Row>(asked as QueryConfig);
    } catch (thrown) {
      if (messageOf(thrown) !== TOO_LATE) throw told(thrown);
      const late = new Error(`it has not answered within ${(asked.query_timeout ?? 0) / 1_000} s`);
      // Whatever comes by this connection still is no answer to the next statement.
      onLate(late);
      throw told(late);
    }
  }

  async function connected(): Promise<PoolClient> {
    try {
      return await (await opened()).connect();
    } catch (thrown) {
      throw told(thrown);
    }
  }

  async function once<T>(use: (session: DatabaseSession) => Promise<T>): Promise<T> {
    const session = await start(statementMs);
    try {
      return await use(session);
    } finally {
      session.release();
    }
  }

  async function start(limitMs?: number): Promise<DatabaseSession> {
    const client = await connected();
    let [lost, isReleased]: [Error | undefined, boolean] = [undefined, false];
    let before: Promise<unknown> = Promise.resolve();
    /** Statements go one after the other: the driver will not keep those that come at once in order for ever. */
    const queued = <T>(run: () => Promise<T>): Promise<T> => {
      const done = before.then(run);
      before = done.catch(() => undefined);
      return done;
    };
    const hearing: ((why: Error) => void)[] = [];
    const onError = (thrown: unknown) => {
      lost ??= told(thrown);
      for (const hear of hearing.splice(0)) hear(lost);
    };
    client.on('error', onError);
    const ask = (sql: string, values: readonly unknown[], name?: string) =>
      queued(async () => {
        if (lost !== undefined && limitMs !== undefined) throw lost;
        return statement(client, { text: sql, values: [...values], name, query_timeout: limitMs }, onError);
      });
    return {
      rows: async (sql, values = []) => (await ask(sql, values)).rows as never,
      changed: async (sql, values = [], name = undefined) => (await ask(sql, values, name)).rowCount ?? 0,
      onLost(hear) {
        if (lost === undefined) hearing.push(hear);
        else hear(lost);
      },
      release(isBroken = false) {
        if (isReleased) return;
        isReleased = true;
        client.off('error', onError);
        client.release(isBroken || lost !== undefined);
      },
    };
  }

  const rows: DatabaseSession['rows'] = (sql, values) => once((session) => session.rows(sql, values));

  async function isPrepared(): Promise<boolean> {
    const [found] = await rows<{ there: boolean }>(`SELECT to_regclass('league.runs') IS NOT NULL AS there`);
    return found?.there === true;
  }

  async function migrate(): Promise<void> {
    const { bringUpToDate, isUpToDate } = await import('./migrations.ts');
    if (await isUpToDate(rows)) return;
    try {
      await bringUpToDate(await opened());
    } catch (thrown) {
      throw told(thrown);
    }
  }

  return {
    where,
    rows,
    changed: (sql, values) => once((session) => session.changed(sql, values)),
    isPrepared,
    prepare() {
      preparing ??= migrate().catch((thrown) => {
        preparing = undefined;
        throw thrown;
      });
      return preparing;
    },
    session: start,
    async withLock(name, work) {
      const session = await start(statementMs);
      let isBroken = true;
      try {
        await session.rows(BEGIN_SHORT);
        await session.rows('SELECT pg_advisory_xact_lock(hashtext($1))', [name]);
        const done = await work(session);
        await session.rows('COMMIT');
        isBroken = false;
        return done;
      } finally {
        session.release(isBroken);
      }
    },
    async end() {
      await (await pool)?.end();
    },
  };
}

/** What the promises of a ledger need of every connection, however server and user are set up. */
async function settle(client: { query: Client['query'] }): Promise<void> {
  const text = `
    SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off';
    SET default_transaction_isolation = 'read committed';
    SET client_encoding = 'UTF8'`;
  await client.query({ text, query_timeout: STATEMENT_MS } as QueryConfig);
}

/** Where a database is, without user and password. */
export function databasePlace(url: string): string {
  const { hostname, port, pathname, searchParams } = new URL(url);
  const host = searchParams.get('host') ?? hostname;
  return `postgres://${host.startsWith('/') ? 'localhost' : host}${port === '' ? '' : `:${port}`}${pathname}`;
}

/** The address as a line may show it. */
export function withoutPassword(url: string): string {
  return secretsIn(url)
    .filter((word) => word !== url)
    .reduce((shown, word) => shown.replaceAll(word, '***'), url);
}

/** The words of an address that no line may show, as they are typed and as they are meant. */
function secretsIn(url: string): readonly string[] {
  const { password, searchParams } = new URL(url);
  const words = [url, password, decoded(password), searchParams.get('password') ?? ''];
  return words.filter((word) => word !== '');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // It is meant as it stands.
    return text;
  }
}

/** A host with several addresses fails with an error for each, and says nothing itself. */
function messageOf(thrown: unknown): string {
  if (thrown instanceof AggregateError) return thrown.errors.map(messageOf).join('; ');
  return reasonOf(thrown);
}
