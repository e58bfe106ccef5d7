/** Leagues that wait for a machine: submitted, taken by hosts that hold a lease, given back, and settled. */
import { database } from './database.ts';
import { LED } from './led.ts';

export type QueueState = 'WAITING' | 'RUNNING' | 'OVER' | 'CANCELLED' | 'FAILED';

/** A submitted league: its file, and the options of its manager. */
export interface Submission {
  readonly league_id: string;
  readonly game_type: string;
  readonly file: string;
  readonly settings: readonly string[];
}

/** How far a league is, as its host last heard. */
export interface Progress {
  readonly matches_completed: number;
  readonly total_matches: number;
  readonly players: number;
  /** Whether play has begun and is not over. */
  readonly is_playing: boolean;
}

/** A league that was submitted. */
export interface QueuedLeague extends Progress {
  readonly league_id: string;
  readonly state: QueueState;
  readonly why: string | null;
  /** The id of the host that has it, and its address while that host is there. */
  readonly host: string | null;
  readonly address: string | null;
  /** Where its manager listens, while there is one. */
  readonly manager: string | null;
  readonly is_cancelled: boolean;
  readonly submitted: Date;
  /** Since when it is in its state. */
  readonly changed: Date;
}

/** The leagues of one database, as hosts and operators see them. */
export interface LeagueQueue {
  /**
   * Puts a league into the queue; one that was cancelled or has failed is put there again, and with `isFresh` one that
   * is over. Otherwise says what it is.
   */
  submit(submission: Submission, isFresh?: boolean): Promise<'submitted' | QueueState>;
  /** Every league, in the order in which they were submitted. */
  list(): Promise<readonly QueuedLeague[]>;
  /** Those that wait or run. */
  live(): Promise<readonly QueuedLeague[]>;
  find(league_id: string): Promise<QueuedLeague | undefined>;
  /** What was submitted; undefined where it was not. */
  submission(league_id: string): Promise<Submission | undefined>;
  /** Cancels a league: one that waits never begins, one that runs is ended by its host, one that failed stays so. Gives the state it was in; undefined where there is none. */
  cancel(league_id: string, why: string): Promise<QueueState | undefined>;
  /** Keeps a host for the time of a lease. */
  renew(host: string, address: string): Promise<void>;
  /** Takes leagues that wait and those of hosts that are gone: a host's share of them, and `room` at most. */
  take(host: string, room: number): Promise<readonly string[]>;
  /** Takes note of how far a league of a host is. */
  note(host: string, league_id: string, progress: Progress): Promise<void>;
  /** Settles a league as it ended; false where another host has it by now, or it is settled already. */
  settle(host: string, league_id: string, state: QueueState, why?: string): Promise<boolean>;
  /** Removes a host, which is gone for good. */
  retire(host: string): Promise<void>;
  /** Whether the ledger of a league has its end, told to everybody. */
  isTold(league_id: string): Promise<boolean>;
  end(): Promise<void>;
}

/**
 * A host that has not been heard of for so long is gone. One that only stood still has its leagues moved, once their
 * managers have ended: that costs seconds, and no result.
 */
const LEASED_HOST = `clock_timestamp() + interval '3 seconds'`;

/** Rows of hosts that were killed are of no use to anybody. */
const LONG_GONE = `interval '1 hour'`;

const SUBMIT = `
  INSERT INTO league.queue (league_id, game_type, file, settings) VALUES ($1, $2, $3, $4)
  ON CONFLICT (league_id) DO UPDATE
  SET game_type = excluded.game_type, file = excluded.file, settings = excluded.settings, state = 'WAITING', why = NULL, host = NULL,
    is_cancelled = false, submitted = clock_timestamp(), changed = clock_timestamp(),
    matches_completed = 0, total_matches = 0, players = 0
  WHERE queue.state IN ('CANCELLED', 'FAILED') OR ($5 AND queue.state = 'OVER')`;
const LEAGUES = `
  SELECT league_id, state, why, queue.host, here.address, led.address AS manager, is_cancelled,
    matches_completed, total_matches, players, is_playing, submitted, changed
  FROM league.queue LEFT JOIN league.hosts AS here ON here.host = queue.host AND here.expires > clock_timestamp()
  LEFT JOIN ${LED} AS led USING (league_id)`;
const IN_ORDER = 'ORDER BY submitted, league_id';
/** A league that waits or has failed is cancelled at once, one that runs by its host, or by the next one. */
const CANCEL = `
  UPDATE league.queue AS it SET is_cancelled = true, why = $2,
    state = CASE it.state WHEN 'RUNNING' THEN it.state ELSE 'CANCELLED' END,
    changed = CASE it.state WHEN 'RUNNING' THEN it.changed ELSE clock_timestamp() END
  FROM (SELECT league_id, state FROM league.queue WHERE league_id = $1 FOR UPDATE) AS before
  WHERE it.league_id = before.league_id AND before.state IN ('WAITING', 'RUNNING', 'FAILED')`;
const RENEW = `
  INSERT INTO league.hosts (host, address, expires) VALUES ($1, $2, ${LEASED_HOST})
  ON CONFLICT (host) DO UPDATE SET expires = excluded.expires`;
/**
 * Rows that another host is about to take are passed over. The lease decides when a league may be taken; who may write
 * its ledger is decided there, by the epoch.
 */
const TAKE = `
  WITH alive AS (
    SELECT host FROM league.hosts WHERE expires > clock_timestamp()
  ), share AS (
    SELECT ceil(count(*) / (SELECT greatest(count(*), 1) FROM alive)::numeric)::int AS leagues
    FROM league.queue WHERE state = 'WAITING' OR (state = 'RUNNING' AND host NOT IN (SELECT host FROM alive))
  ), free AS (
    SELECT league_id FROM league.queue
    WHERE state = 'WAITING' OR (state = 'RUNNING' AND host NOT IN (SELECT host FROM alive))
    ORDER BY submitted, league_id LIMIT least($2::int, (SELECT leagues FROM share))
    FOR UPDATE SKIP LOCKED
  )
  UPDATE league.queue SET state = 'RUNNING', host = $1, changed = clock_timestamp()
  FROM free WHERE queue.league_id = free.league_id RETURNING queue.league_id`;
const NOTE = `
  UPDATE league.queue SET matches_completed = $3, total_matches = $4, players = $5, is_playing = $6
  WHERE league_id = $2 AND host = $1 AND state = 'RUNNING'`;
const SETTLE = `
  UPDATE league.queue
  SET state = $3, why = coalesce($4, why), changed = clock_timestamp(), is_playing = false,
    host = CASE $3 WHEN 'WAITING' THEN NULL ELSE host END,
    matches_completed = CASE $3 WHEN 'OVER' THEN total_matches ELSE matches_completed END
  WHERE league_id = $2 AND host = $1 AND state = 'RUNNING'`;
/** The last lines tell the end of a league, as an event of its own: what agents say may be worded like one. */
const TOLD = `
  SELECT EXISTS (
    SELECT FROM (
      SELECT line FROM league.lines JOIN league.runs USING (run)
      WHERE league_id = $1 AND archived IS NULL ORDER BY seq DESC LIMIT 20
    ) AS latest CROSS JOIN LATERAL json_array_elements(league.readable(line) -> 'events') AS told (event)
    WHERE event ->> 'type' = 'end_told'
  ) AS told`;

/** The queue of a database, by its address; its tables are made where they are missing. */
export function leagueQueue(url: string): LeagueQueue {
  const db = database(url);

  async function rows<Row extends object>(sql: string, ...values: readonly unknown[]): Promise<readonly Row[]> {
    await db.prepare();
    return db.rows<Row>(sql, values);
  }

  async function changed(sql: string, ...values: readonly unknown[]): Promise<number> {
    await db.prepare();
    return db.changed(sql, values);
  }

  async function stateOf(league_id: string): Promise<QueueState | undefined> {
    const found = await rows<{ state: QueueState }>('SELECT state FROM league.queue WHERE league_id = $1', league_id);
    return found[0]?.state;
  }

  return {
    async submit({ league_id, game_type, file, settings }, isFresh = false) {
      const added = await changed(SUBMIT, league_id, game_type, file, JSON.stringify(settings), isFresh);
      return added === 1 ? 'submitted' : ((await stateOf(league_id)) as QueueState);
    },
    list: () => rows<QueuedLeague>(`${LEAGUES} ${IN_ORDER}`),
    live: () => rows<QueuedLeague>(`${LEAGUES} WHERE state IN ('WAITING', 'RUNNING') ${IN_ORDER}`),
    find: async (league_id) => (await rows<QueuedLeague>(`${LEAGUES} WHERE league_id = $1`, league_id))[0],
    async submission(league_id) {
      const asked = 'SELECT game_type, file, settings FROM league.queue WHERE league_id = $1';
      const [found] = await rows<{ game_type: string; file: string; settings: string }>(asked, league_id);
      return found && { ...found, league_id, settings: JSON.parse(found.settings) as readonly string[] };
    },
    async cancel(league_id, why) {
      const before = await stateOf(league_id);
      await changed(CANCEL, league_id, why);
      return before;
    },
    async renew(host, address) {
      await changed(RENEW, host, address);
    },
    async take(host, room) {
      if (room <= 0) return [];
      return (await rows<{ league_id: string }>(TAKE, host, room)).map(({ league_id }) => league_id);
    },
    async note(host, league_id, { matches_completed, total_matches, players, is_playing }) {
      await changed(NOTE, host, league_id, matches_completed, total_matches, players, is_playing);
    },
    async settle(host, league_id, state, why) {
      return (await changed(SETTLE, host, league_id, state, why ?? null)) === 1;
    },
    async retire(host) {
      await changed(`DELETE FROM league.hosts WHERE host = $1 OR expires < clock_timestamp() - ${LONG_GONE}`, host);
    },
    async isTold(league_id) {
      return (await rows<{ told: boolean }>(TOLD, league_id))[0]?.told === true;
    },
    end: () => db.end(),
  };
}
