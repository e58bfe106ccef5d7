/** Referees that serve whichever league needs one: each has a place in the fleet by a lease, and at most one league at a time. */
import { database } from './database.ts';
import { LED } from './led.ts';

/** A league that is being played, as a referee that looks for one sees it. */
interface Wanting {
  readonly league_id: string;
  /** Null while none leads it: its manager is being started, or moves. */
  readonly manager: string | null;
  /** Other referees of the fleet that serve it. */
  readonly others: number;
  /** Matches that are still to be played; before the start as many as its players would have. */
  readonly waiting: number;
  /** Referees that it can use. */
  readonly places: number;
}

/** A referee of the fleet, and what it can do. */
export interface FleetReferee {
  readonly referee: string;
  readonly game_types: readonly string[];
  readonly max_concurrent_matches: number;
  /** The most referees of the fleet that serve one league. */
  readonly perLeague: number;
}

/** The league that a referee serves from now on, and where its manager is; null: not known at present. */
export interface Assignment {
  readonly league_id: string;
  readonly manager: string | null;
}

export interface Fleet {
  /** Renews the place of a referee, and says which league it is to serve; undefined where none needs it. */
  assign(referee: FleetReferee): Promise<Assignment | undefined>;
  /** Gives the place up. */
  leave(referee: string): Promise<void>;
  end(): Promise<void>;
}

/** A referee that has not been heard of for so long is gone. */
const LEASED_REFEREE = `clock_timestamp() + interval '8 seconds'`;
const PRESENT = 'SELECT league_id FROM league.fleet WHERE referee = $1';
const WANTING = `
  SELECT league_id, led.address AS manager, coalesce(served.referees, 0)::int AS others,
    greatest(CASE total_matches WHEN 0 THEN players * (players - 1) / 2 ELSE total_matches - matches_completed END, 1) AS waiting,
    least($4::int, greatest(ceil(players / 2.0 / $3::int), 1))::int AS places
  FROM league.queue LEFT JOIN ${LED} AS led USING (league_id)
  LEFT JOIN (
    SELECT league_id, count(*) AS referees FROM league.fleet
    WHERE referee <> $1 AND expires > clock_timestamp() GROUP BY league_id
  ) AS served USING (league_id)
  WHERE state IN ('WAITING', 'RUNNING') AND NOT is_cancelled AND game_type = ANY ($2)
  ORDER BY submitted, league_id`;
const SERVE = `
  INSERT INTO league.fleet (referee, league_id, expires) VALUES ($1, $2, ${LEASED_REFEREE})
  ON CONFLICT (referee) DO UPDATE SET expires = excluded.expires, league_id = excluded.league_id,
    since = CASE WHEN fleet.league_id IS DISTINCT FROM excluded.league_id THEN clock_timestamp() ELSE fleet.since END`;

/** The fleet of a database, by its address. */
export function refereeFleet(url: string): Fleet {
  const db = database(url);
  return {
    async assign({ referee, game_types, max_concurrent_matches, perLeague }) {
      await db.prepare();
      // Two that choose at the same time would choose the same league for the same reason.
      return db.withLock('league.fleet', async (session) => {
        const [present] = await session.rows<{ league_id: string | null }>(PRESENT, [referee]);
        const asked = [referee, game_types, max_concurrent_matches, perLeague];
        const wanting = await session.rows<Wanting>(WANTING, asked);
        const chosen = chooseLeague(wanting, present?.league_id ?? undefined);
        await session.rows(SERVE, [referee, chosen?.league_id ?? null]);
        return chosen;
      });
    },
    async leave(referee) {
      const gone = `DELETE FROM league.fleet WHERE referee = $1 OR expires < clock_timestamp() - interval '1 hour'`;
      await db.changed(gone, [referee]);
    },
    end: () => db.end(),
  };
}

/**
 * The league that a referee serves next. It stays where it is, also while that league moves to another host, unless that
 * league is over, or has another referee while one has none; else it goes where referees are fewest for the matches that
 * wait.
 */
export function chooseLeague(wanting: readonly Wanting[], present: string | undefined): Assignment | undefined {
  const here = wanting.find(({ league_id }) => league_id === present);
  const led = wanting.filter(({ manager }) => manager !== null);
  const isStarving = led.some(({ league_id, others }) => others === 0 && league_id !== present);
  if (here !== undefined && !(isStarving && here.others > 0)) return here;
  const open = led.filter(({ league_id, others, places }) => others < places || league_id === present);
  const shares = open.map((league) => ({ league, share: league.others / league.waiting }));
  return shares.sort((a, b) => a.share - b.share || b.league.waiting - a.league.waiting)[0]?.league;
}
