/** The statements of a ledger in PostgreSQL, each a transaction of its own, each with a name. */
import { HELD_NOW } from './led.ts';

/** A holder that has not been heard of for so long has lost the league. */
export const LEASE_MS = 4_000;
/** The lease as the database counts it, from now on. */
const LEASED = `clock_timestamp() + interval '${LEASE_MS} milliseconds'`;
/** The lease says when another may take the league; who may write is said by the epoch alone, which changes with that. */
const FENCE = 'run = $1 AND epoch = $2 AND holder IS NOT NULL';

/** Runs of leagues: who has one, and until when. */
export const NEW_RUN = `
  INSERT INTO league.runs (league_id) VALUES ($1) ON CONFLICT (league_id) WHERE archived IS NULL DO NOTHING`;
export const RUN = `
  SELECT run, last, hash, epoch, holder IS NULL AS is_closed,
    holder IS NOT NULL AND expires > clock_timestamp() AS is_held
  FROM league.runs WHERE league_id = $1 AND archived IS NOT DISTINCT FROM $2`;
export const TAKE = `
  UPDATE league.runs SET epoch = epoch + 1, holder = $3, expires = ${LEASED}, address = NULL, stood_down = false
  WHERE run = $1 AND epoch = $2 AND archived IS NULL AND ($4 OR holder IS NULL OR expires <= clock_timestamp())`;
export const RENEW = `UPDATE league.runs SET expires = ${LEASED} WHERE ${FENCE}`;
export const HELD = `SELECT 1 FROM league.runs WHERE ${FENCE}`;
export const RELEASE =
  'UPDATE league.runs SET holder = NULL, expires = NULL, address = NULL WHERE run = $1 AND epoch = $2';
export const PUT_AWAY = `
  UPDATE league.runs SET archived = $2
  WHERE league_id = $1 AND archived IS NULL AND (holder IS NULL OR expires <= clock_timestamp())`;
export const LEAGUES = 'SELECT league_id FROM league.runs WHERE archived IS NULL AND last > 0';
export const ARCHIVES =
  'SELECT league_id, archived FROM league.runs WHERE archived IS NOT NULL AND last > 0 ORDER BY 1, 2';

/** A session holds this for the epoch it has a run by, so that its end is seen before its lease has ended. */
const LIFE = 'hashtextextended($1::text, $2::bigint)';
export const LOCK_LIFE = `SELECT pg_try_advisory_lock(${LIFE}) AS done`;
export const UNLOCK_LIFE = `SELECT pg_advisory_unlock(${LIFE}) AS done`;
/** The session of a holder has its lock until it ends: one that is gone is seen before its lease has ended. */
export const LEADER = `
  SELECT address, epoch, EXTRACT(EPOCH FROM expires - clock_timestamp()) * 1000 AS left_ms
  FROM league.runs
  WHERE league_id = $1 AND ${HELD_NOW}
    AND EXISTS (
      SELECT FROM pg_locks
      WHERE locktype = 'advisory' AND granted AND objsubid = 1
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
        AND (classid::bigint << 32) | objid::bigint = hashtextextended('league.runs ' || run, epoch)
    )`;
export const ANNOUNCE = `UPDATE league.runs SET address = $3 WHERE ${FENCE}`;
export const STAND_DOWN = `UPDATE league.runs SET stood_down = true WHERE ${FENCE}`;
export const HAS_STOOD_DOWN = 'SELECT 1 FROM league.runs WHERE league_id = $1 AND archived IS NULL AND stood_down';

export const FSYNC = `SELECT current_setting('fsync') AS setting`;

/** Lines have no line ends, so that many of them are one value. */
const appending = (alsoKept: string) => `
  WITH fence AS (
    UPDATE league.runs SET last = $4, hash = $5, expires = ${LEASED} WHERE ${FENCE} AND last = $3 RETURNING run
  )${alsoKept}
  INSERT INTO league.lines (run, seq, line)
  SELECT run, added.seq, added.line
  FROM fence, unnest($6::bigint[], string_to_array($7, E'\\n')) AS added (seq, line)`;
export const APPEND = appending('');
export const APPEND_WITH_RECORDS = appending(`, kept AS (
    INSERT INTO league.records (run, match_id, record)
    SELECT run, added.match_id, added.record FROM fence, unnest($8::text[], $9::text[]) AS added (match_id, record)
    ON CONFLICT (run, match_id) DO UPDATE SET record = excluded.record
  )`);
export const LINES = 'SELECT line FROM league.lines WHERE run = $1 AND seq > $2 AND seq <= $3 ORDER BY seq LIMIT $4';
export const BEHIND = 'SELECT 1 FROM league.lines WHERE run = $1 AND seq > $2';

const RECORDS = `
  FROM league.records JOIN league.runs USING (run) WHERE league_id = $1 AND archived IS NOT DISTINCT FROM $2`;
export const RECORD = `SELECT record ${RECORDS} AND match_id = $3`;
export const RECORDED = `SELECT match_id ${RECORDS}`;

/** Snapshots of long ledgers. */
export const SEAL = `
  WITH fence AS (
    UPDATE league.runs SET expires = ${LEASED} WHERE ${FENCE} RETURNING run
  ), added AS (
    INSERT INTO league.pages (run, page, content)
    SELECT run, $7 + nth - 1, content FROM fence, unnest($8::bytea[]) WITH ORDINALITY AS page (content, nth)
    ON CONFLICT (run, page) DO UPDATE SET content = excluded.content
  )
  INSERT INTO league.snapshots (run, last, hash, line, state, pages)
  SELECT run, $3, $4, $5, $6, $7 + cardinality($8::bytea[]) FROM fence
  ON CONFLICT (run) DO UPDATE SET last = excluded.last, hash = excluded.hash, line = excluded.line,
    state = excluded.state, pages = excluded.pages`;
export const SEALED = 'SELECT last, hash, line FROM league.snapshots WHERE run = $1 AND last <= $2';
export const STATE = 'SELECT state, pages FROM league.snapshots WHERE run = $1 AND last = $2';
export const PAGES = 'SELECT content FROM league.pages WHERE run = $1 AND page < $2 ORDER BY page';

export const DOCUMENT = `
  SELECT content FROM league.documents JOIN league.runs USING (run)
  WHERE league_id = $1 AND archived IS NOT DISTINCT FROM $2 AND name = $3`;
/** With a lease it is fenced by it: the row of the run stays as it is until the document is stored. */
export const REPLACE = `
  WITH fence AS (
    SELECT run FROM league.runs
    WHERE league_id = $1 AND archived IS NOT DISTINCT FROM $2
      AND ($5::bigint IS NULL OR (run = $5 AND epoch = $6 AND holder IS NOT NULL))
    FOR SHARE
  )
  INSERT INTO league.documents (run, name, content) SELECT run, $3, $4 FROM fence
  ON CONFLICT (run, name) DO UPDATE SET content = excluded.content`;
