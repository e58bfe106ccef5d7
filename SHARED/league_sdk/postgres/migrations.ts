/** The tables of leagues in a database, as steps that are only ever added to: each is run once, in order, in one transaction. */
import type { Pool } from 'pg';
import { StoreError } from '../ledger/ledger.ts';
import type { DatabaseSession } from './database.ts';
import { QUEUE_TABLES } from './queue_tables.ts';
import { FIRST_VIEWS } from './views.ts';

/** What each step makes, by its name; names sort in the order of the steps. */
const STEPS: { readonly [name: string]: string } = {
  '0001_ledger': `
    CREATE TABLE league.runs (
      run bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      league_id text COLLATE "C" NOT NULL,
      archived text COLLATE "C",
      last bigint NOT NULL DEFAULT 0,
      hash text NOT NULL DEFAULT repeat('0', 64),
      epoch bigint NOT NULL DEFAULT 0,
      holder text,
      expires timestamptz
    ) WITH (fillfactor = 50);
    CREATE UNIQUE INDEX runs_present ON league.runs (league_id) WHERE archived IS NULL;
    CREATE UNIQUE INDEX runs_archived ON league.runs (league_id, archived);
    COMMENT ON TABLE league.runs IS 'One row for each run of a league; archived names those that were put away. A manager has a run open while it is the holder and expires lies ahead, by the clock of this database; each holder has an epoch of its own.';
    CREATE TABLE league.lines (
      run bigint NOT NULL REFERENCES league.runs,
      seq bigint NOT NULL,
      line text NOT NULL,
      PRIMARY KEY (run, seq)
    );
    COMMENT ON TABLE league.lines IS 'The ledgers: what was appended together, with the number of its first event, the hash of the line before and its own.';
    CREATE TABLE league.documents (
      run bigint NOT NULL REFERENCES league.runs,
      name text COLLATE "C" NOT NULL,
      content text NOT NULL,
      PRIMARY KEY (run, name)
    );
    COMMENT ON TABLE league.documents IS 'Secrets, the operator''s token, the run file and the seats of a run. Whoever can read this table can act as the league.';`,
  '0002_views': FIRST_VIEWS,
  '0003_records': `
    CREATE TABLE league.records (
      run bigint NOT NULL REFERENCES league.runs,
      match_id text COLLATE "C" NOT NULL,
      record text NOT NULL,
      PRIMARY KEY (run, match_id)
    );
    COMMENT ON TABLE league.records IS 'The match files of referees, stored in the transaction of their results.';`,
  '0004_snapshots': `
    CREATE TABLE league.snapshots (
      run bigint PRIMARY KEY REFERENCES league.runs,
      last bigint NOT NULL,
      hash text NOT NULL,
      line bigint NOT NULL,
      state bytea NOT NULL,
      pages int NOT NULL
    );
    CREATE TABLE league.pages (
      run bigint NOT NULL REFERENCES league.runs,
      page int NOT NULL,
      content bytea NOT NULL,
      PRIMARY KEY (run, page)
    );
    COMMENT ON TABLE league.snapshots IS 'What a manager had made of a long ledger up to an event, so that the next one need not read it all; the ledger is the truth.';`,
  '0005_leaders': `
    ALTER TABLE league.runs ADD COLUMN address text, ADD COLUMN stood_down boolean NOT NULL DEFAULT false;
    COMMENT ON COLUMN league.runs.address IS 'Where the holder listens.';
    COMMENT ON COLUMN league.runs.stood_down IS 'The last holder was told to end the league: managers that stand by end too.';`,
  '0006_queue': QUEUE_TABLES,
  '0007_cancelled_seasons': `
    ALTER TABLE league.seasons ADD COLUMN is_cancelled boolean NOT NULL DEFAULT false;
    COMMENT ON COLUMN league.seasons.is_cancelled IS 'It was called off as a whole, and gets no final.';`,
};

const TABLE = { migrationTableSchema: 'league', migrationTableName: 'migrations' } as const;

/** Whether all steps were run; rejects where the tables are of a later version than this code. */
export async function isUpToDate(rows: DatabaseSession['rows']): Promise<boolean> {
  const [found] = await rows<{ there: boolean }>(`SELECT to_regclass('league.migrations') IS NOT NULL AS there`);
  if (found?.there !== true) return false;
  const run = (await rows<{ name: string }>('SELECT name FROM league.migrations ORDER BY name')).map(
    ({ name }) => name,
  );
  const unknown = run.find((name) => STEPS[name] === undefined);
  if (unknown !== undefined)
    throw new StoreError(`the database is of a later version of this program (${unknown}): use that one`);
  return Object.keys(STEPS).every((name) => run.includes(name));
}

/** Runs the steps that are missing; of several processes at once, one does and the others wait. */
export async function bringUpToDate(pool: Pool): Promise<void> {
  const [{ Kysely, PostgresDialect, sql }, { Migrator }] = await Promise.all([
    import('kysely'),
    import('kysely/migration'),
  ]);
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const migrations = Object.fromEntries(
    Object.entries(STEPS).map(([name, text]) => [
      name,
      { up: async (on: typeof db) => void (await sql.raw(text).execute(on)) },
    ]),
  );
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    ...TABLE,
    migrationLockTableName: 'migrations_lock',
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}
