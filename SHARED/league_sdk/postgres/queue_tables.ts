/** The tables of leagues that wait for a machine, of the machines, and of referees that go where they are needed. */

/**
 * The statements that make them, as a step of the migrations; a later change is a later step. Nobody reads the table of
 * seasons or `season_id` any more: they stay for hosts of version 0.3.0 that share the database.
 */
export const QUEUE_TABLES = `
  CREATE TABLE league.hosts (
    host text COLLATE "C" PRIMARY KEY,
    address text NOT NULL,
    since timestamptz NOT NULL DEFAULT clock_timestamp(),
    expires timestamptz NOT NULL
  );
  COMMENT ON TABLE league.hosts IS 'A row is a process that runs managers; it is there while expires lies ahead, by the clock of this database.';
  CREATE TABLE league.seasons (
    season_id text COLLATE "C" PRIMARY KEY,
    file text NOT NULL,
    final text COLLATE "C",
    submitted timestamptz NOT NULL DEFAULT clock_timestamp()
  );
  COMMENT ON TABLE league.seasons IS 'A row is a season: leagues that are its divisions, and a final of their first, whose id is here once it is made.';
  CREATE TABLE league.queue (
    league_id text COLLATE "C" PRIMARY KEY,
    season_id text COLLATE "C" REFERENCES league.seasons,
    game_type text NOT NULL,
    file text NOT NULL,
    settings text NOT NULL,
    state text NOT NULL DEFAULT 'WAITING' CHECK (state IN ('WAITING', 'RUNNING', 'OVER', 'CANCELLED', 'FAILED')),
    why text,
    host text COLLATE "C",
    is_cancelled boolean NOT NULL DEFAULT false,
    matches_completed int NOT NULL DEFAULT 0,
    total_matches int NOT NULL DEFAULT 0,
    players int NOT NULL DEFAULT 0,
    is_playing boolean NOT NULL DEFAULT false,
    submitted timestamptz NOT NULL DEFAULT clock_timestamp(),
    changed timestamptz NOT NULL DEFAULT clock_timestamp()
  );
  CREATE INDEX queue_live ON league.queue (submitted) WHERE state IN ('WAITING', 'RUNNING');
  CREATE INDEX queue_season ON league.queue (season_id) WHERE season_id IS NOT NULL;
  COMMENT ON TABLE league.queue IS 'A row is a league that was submitted: its league file, the options of its manager, and what became of it.';
  CREATE TABLE league.fleet (
    referee text COLLATE "C" PRIMARY KEY,
    league_id text COLLATE "C",
    since timestamptz NOT NULL DEFAULT clock_timestamp(),
    expires timestamptz NOT NULL
  );
  COMMENT ON TABLE league.fleet IS 'A row is a referee that serves leagues in turn, and the league it serves now.';`;
