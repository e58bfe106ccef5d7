/** Seasons: leagues that were submitted together, and the final that is made of their first, once. */
import { FINAL } from '../../core/ids.ts';
import { database } from './database.ts';
import { type QueueState, SUBMITTING, type Submission } from './queue.ts';

/** A season and what became of its leagues. */
export interface Season {
  readonly season_id: string;
  readonly file: string;
  /** The id of the final; null before it is made. */
  readonly final: string | null;
  /** Whether it was called off as a whole. */
  readonly is_cancelled: boolean;
  readonly leagues: readonly { readonly league_id: string; readonly state: QueueState }[];
}

/** One of the first of a division. */
export interface Finalist {
  readonly league_id: string;
  readonly display_name: string;
  /** The hash of the invite code it came by, where there was one. */
  readonly code_sha256: string | null;
}

export interface Seasons {
  /** Puts a season and its divisions into the queue, all or none; false where one of these ids, or the final's, is taken. */
  submit(season: Pick<Season, 'season_id' | 'file'>, divisions: readonly Submission[]): Promise<boolean>;
  /** A season by its own id or that of one of its leagues. */
  find(id: string): Promise<Season | undefined>;
  /** Seasons without a final whose divisions have all ended. */
  due(): Promise<readonly Season[]>;
  /** The first of each division that was played to its end; equals in the order of its table. */
  firsts(season_id: string, first: number): Promise<readonly Finalist[]>;
  /** Puts the final into the queue; false where another host has done so. `why` says why it cannot be played. */
  makeFinal(season_id: string, final: Submission, why?: string): Promise<boolean>;
  /** Calls a season off: it gets no final. What it is then; undefined where there is none. */
  cancel(season_id: string): Promise<Season | undefined>;
  end(): Promise<void>;
}

const SEASONS = `
  SELECT season_id, seasons.file, final, seasons.is_cancelled,
    json_agg(json_build_object('league_id', league_id, 'state', state) ORDER BY queue.submitted, league_id) AS leagues
  FROM league.seasons JOIN league.queue USING (season_id)`;
const OF_SEASON = 'GROUP BY season_id, seasons.file, final, seasons.is_cancelled';
/** No two of these may be the same, for an address names a league, or a season, or leads to a final. */
const SUBMIT_SEASON = `
  WITH season AS (
    INSERT INTO league.seasons (season_id, file) SELECT $1::text, $2
    WHERE NOT EXISTS (SELECT FROM league.queue WHERE league_id IN ($1, $1 || '${FINAL}'))
      AND NOT EXISTS (
        SELECT FROM league.seasons AS other
        WHERE ARRAY[other.season_id, other.season_id || '${FINAL}'] && ($3::text[] || ARRAY[$1, $1 || '${FINAL}']))
    RETURNING season_id
  )
  INSERT INTO league.queue (league_id, season_id, game_type, file, settings)
  SELECT added.league_id, season_id, added.game_type, added.file, added.settings
  FROM season, unnest($3::text[], $4::text[], $5::text[], $6::text[]) AS added (league_id, game_type, file, settings)`;
const FIRSTS = `
  SELECT league_id, display_name, (
    SELECT event ->> 'code_sha256' FROM league.events
    WHERE events.run = ranked.run AND type = 'agent_registered' AND event ->> 'agent_id' = player_id
    ORDER BY seq DESC LIMIT 1
  ) AS code_sha256
  FROM (
    SELECT standings.*, submitted, row_number() OVER (PARTITION BY run ORDER BY rank, length(player_id), player_id) AS place
    FROM league.standings JOIN league.queue USING (league_id)
    WHERE season_id = $1 AND archived IS NULL AND state = 'OVER'
      AND (mark IS NULL OR mark NOT IN ('removed', 'disqualified'))
  ) AS ranked
  WHERE place <= $2 ORDER BY submitted, league_id, place`;
/** The row of the season is changed once, and the final comes into the queue with that. */
const MAKE_FINAL = `
  WITH made AS (
    UPDATE league.seasons SET final = $2 WHERE season_id = $1 AND final IS NULL AND NOT is_cancelled RETURNING season_id
  )
  INSERT INTO league.queue (league_id, season_id, game_type, file, settings, state, why)
  SELECT $2, season_id, $3, $4, $5, CASE WHEN $6::text IS NULL THEN 'WAITING' ELSE 'FAILED' END, $6 FROM made`;

/** What the server says where an id is taken. */
const TAKEN = /duplicate key/;

/** The seasons of a database, by its address. */
export function seasonsAt(url: string): Seasons {
  const db = database(url);
  const rows: typeof db.rows = async (sql, values) => {
    await db.prepare();
    return db.rows(sql, values);
  };

  async function find(id: string): Promise<Season | undefined> {
    const ofId = 'WHERE season_id = coalesce((SELECT season_id FROM league.queue WHERE league_id = $1), $1)';
    return (await rows<Season>(`${SEASONS} ${ofId} ${OF_SEASON}`, [id]))[0];
  }

  return {
    async submit({ season_id, file }, divisions) {
      await db.prepare();
      const column = (of: (division: Submission) => string) => divisions.map(of);
      const values = [
        ...[season_id, file],
        ...[column(({ league_id }) => league_id), column(({ game_type }) => game_type)],
        ...[column((division) => division.file), column(({ settings }) => JSON.stringify(settings))],
      ];
      try {
        const added = await db.withLock(SUBMITTING, (session) => session.changed(SUBMIT_SEASON, values));
        return added === divisions.length;
      } catch (problem) {
        if (problem instanceof Error && TAKEN.test(problem.message)) return false;
        throw problem;
      }
    },
    find,
    async cancel(season_id) {
      await db.prepare();
      await db.changed('UPDATE league.seasons SET is_cancelled = true WHERE season_id = $1', [season_id]);
      return find(season_id);
    },
    due: () =>
      rows<Season>(
        `${SEASONS} WHERE final IS NULL AND NOT seasons.is_cancelled ${OF_SEASON} HAVING bool_and(state IN ('OVER', 'CANCELLED'))`,
      ),
    firsts: (season_id, first) => rows<Finalist>(FIRSTS, [season_id, first]),
    async makeFinal(season_id, { league_id, game_type, file, settings }, why) {
      const values = [season_id, league_id, game_type, file, JSON.stringify(settings), why ?? null];
      return (await db.changed(MAKE_FINAL, values)) === 1;
    },
    end: () => db.end(),
  };
}
