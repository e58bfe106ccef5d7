/** Leagues as tables that a person can query: views over the events of their ledgers, made by a step of the migrations. */

/** What a ledger may hold and a text of PostgreSQL may not: the character zero, and halves of a character. */
const READABLE = String.raw`
  CREATE FUNCTION league.readable(line text) RETURNS json LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS
  $$ SELECT regexp_replace(line, '\\u(0000|d[89a-f][0-9a-f]{2})', '\\ufffd', 'gi')::json $$;`;

const EVENTS = `
  CREATE VIEW league.events AS
  SELECT run, league_id, archived, lines.seq + told.nth - 1 AS seq, told.event ->> 'type' AS type,
    (told.event ->> 'at')::timestamptz AS at, told.event
  FROM league.lines JOIN league.runs USING (run)
  CROSS JOIN LATERAL json_array_elements(league.readable(line) -> 'events') WITH ORDINALITY AS told (event, nth);
  COMMENT ON VIEW league.events IS 'Every event of every ledger. The seeds of matches to come are among them: for the organiser alone.';`;

const MATCHES = `
  CREATE VIEW league.matches AS
  WITH opened AS (
    SELECT run, league_id, archived, (event ->> 'round_id')::int AS round_id, match ->> 'match_id' AS match_id,
      match ->> 'referee_id' AS referee_id, match -> 'seats' AS seats
    FROM league.events CROSS JOIN LATERAL json_array_elements(event -> 'matches') AS each (match)
    WHERE type = 'round_opened'
  ), reassigned AS (
    SELECT DISTINCT ON (run, event ->> 'match_id') run, event ->> 'match_id' AS match_id,
      event ->> 'referee_id' AS referee_id
    FROM league.events WHERE type = 'match_reassigned' ORDER BY run, event ->> 'match_id', seq DESC
  ), decided AS (
    SELECT DISTINCT ON (run, event ->> 'match_id') run, event ->> 'match_id' AS match_id, at,
      event ->> 'referee_id' AS referee_id, (event ->> 'verified')::boolean AS verified, event -> 'result' AS result
    FROM league.events WHERE type = 'match_decided' ORDER BY run, event ->> 'match_id', seq
  ), seated AS (
    SELECT opened.run, league_id, archived, round_id, match_id, decided.at AS decided_at, verified, result,
      coalesce(decided.referee_id, reassigned.referee_id, opened.referee_id) AS referee_id,
      coalesce(seats ->> 0, (SELECT json_object_keys(result -> 'score') LIMIT 1)) AS player_a,
      coalesce(seats ->> 1, (SELECT json_object_keys(result -> 'score') OFFSET 1 LIMIT 1)) AS player_b
    FROM opened LEFT JOIN reassigned USING (run, match_id) LEFT JOIN decided USING (run, match_id)
  )
  SELECT run, league_id, archived, round_id, match_id, player_a, player_b, referee_id, decided_at,
    result ->> 'winner' AS winner, result -> 'details' ->> 'status' AS status,
    (result -> 'score' ->> player_a)::numeric AS points_a, (result -> 'score' ->> player_b)::numeric AS points_b,
    result -> 'details' ->> 'termination' AS termination, result -> 'details' ->> 'reason' AS reason, verified, result
  FROM seated;
  COMMENT ON VIEW league.matches IS 'Every match that was opened, and how it was decided, where it is.';`;

const MOVES = `
  CREATE VIEW league.moves AS
  SELECT run, league_id, archived, match_id, steps.step, made.key AS player_id, made.value #>> '{}' AS move
  FROM league.matches
  CROSS JOIN LATERAL json_array_elements(coalesce(result -> 'details' -> 'moves', '[]')) WITH ORDINALITY AS steps (moves, step)
  CROSS JOIN LATERAL json_each(steps.moves) AS made;
  COMMENT ON VIEW league.moves IS 'Every move of every decided match.';`;

const FAULTS = `
  CREATE VIEW league.faults AS
  SELECT run, league_id, archived, match_id, fault ->> 'player_id' AS player_id, fault ->> 'cause' AS cause,
    fault -> 'evidence' ->> 'detail' AS detail, fault -> 'evidence' AS evidence
  FROM league.matches
  CROSS JOIN LATERAL json_array_elements(coalesce(result -> 'details' -> 'faults', '[]')) AS each (fault);
  COMMENT ON VIEW league.faults IS 'Why players did not finish matches, with the evidence.';`;

/** The table with one more tiebreaker: k1, k2 and so on, of which higher is better. */
function tieBroken(nth: number, before: string): string {
  const equal = Array.from({ length: nth }, (_, k) => `other.k${k} = one.k${k}`).join(' AND ');
  return `broken_${nth} AS (
    SELECT one.*, CASE tiebreakers[${nth}]
      WHEN 'points' THEN points
      WHEN 'wins' THEN wins
      WHEN 'head_to_head' THEN (
        SELECT CASE WHEN count(*) > 100 THEN 0 ELSE coalesce(sum(against.points), 0) END
        FROM ${before} AS other LEFT JOIN against
          ON against.run = one.run AND against.player_id = one.player_id AND against.opponent_id = other.player_id
        WHERE other.run = one.run AND ${equal})
      ELSE 0 END AS k${nth}
    FROM ${before} AS one)`;
}

const STANDINGS = `
  CREATE VIEW league.standings AS
  WITH registered AS (
    SELECT DISTINCT ON (run, event ->> 'agent_id') run, league_id, archived, event ->> 'agent_id' AS player_id,
      event ->> 'display_name' AS display_name
    FROM league.events WHERE type = 'agent_registered' AND event ->> 'role' = 'player'
    ORDER BY run, event ->> 'agent_id', seq DESC
  ), started AS (
    SELECT run, seq, event -> 'rules' AS rules FROM league.events WHERE type = 'league_started'
  ), removed AS (
    SELECT DISTINCT ON (run, event ->> 'agent_id') run, seq, event ->> 'agent_id' AS player_id, event ->> 'by' AS by,
      event ->> 'reason' AS reason, (event ->> 'counted')::boolean AS counted
    FROM league.events WHERE type = 'agent_removed' ORDER BY run, event ->> 'agent_id', seq DESC
  ), suspended AS (
    SELECT DISTINCT ON (run, event ->> 'agent_id') run, event ->> 'agent_id' AS player_id, type,
      event ->> 'reason' AS reason
    FROM league.events WHERE type IN ('agent_suspended', 'agent_readmitted') ORDER BY run, event ->> 'agent_id', seq DESC
  ), worth AS (
    SELECT matches.*, faults, json_array_length(faults) > 1 AND rules ->> 'double_forfeit' = 'loss' AS both_lose
    FROM league.matches JOIN started USING (run)
    CROSS JOIN LATERAL coalesce(result -> 'details' -> 'faults', '[]') AS faults
    WHERE decided_at IS NOT NULL AND NOT EXISTS (
      SELECT FROM removed WHERE removed.run = matches.run AND NOT counted AND player_id IN (player_a, player_b))
  ), results AS (
    SELECT run, winner, both_lose, faults, player_a AS player_id, player_b AS opponent_id, points_a AS points FROM worth
    UNION ALL
    SELECT run, winner, both_lose, faults, player_b, player_a, points_b FROM worth
  ), against AS (
    SELECT run, player_id, opponent_id, sum(points) AS points FROM results GROUP BY run, player_id, opponent_id
  ), judged AS (
    SELECT *, winner = player_id AS is_won, winner IS NULL AND NOT both_lose AS is_drawn FROM results
  ), tallies AS (
    SELECT run, player_id, count(*) AS played, count(*) FILTER (WHERE is_won) AS wins,
      count(*) FILTER (WHERE is_drawn) AS draws,
      count(*) FILTER (WHERE NOT is_drawn AND is_won IS NOT TRUE) AS losses,
      count(*) FILTER (WHERE NOT is_drawn AND is_won IS NOT TRUE AND EXISTS (
        SELECT FROM json_array_elements(faults) AS each (fault) WHERE fault ->> 'player_id' = judged.player_id
      )) AS technical_losses,
      sum(points) AS points
    FROM judged GROUP BY run, player_id
  ), broken_0 AS (
    SELECT run, registered.league_id, registered.archived, player_id, display_name, coalesce(played, 0) AS played,
      coalesce(wins, 0) AS wins, coalesce(draws, 0) AS draws, coalesce(losses, 0) AS losses,
      coalesce(technical_losses, 0) AS technical_losses, coalesce(points, 0) AS points,
      CASE WHEN removed.by = 'rule' THEN 'disqualified' WHEN removed.by IS NOT NULL THEN 'removed'
        WHEN suspended.type = 'agent_suspended' THEN 'suspended' END AS mark,
      CASE WHEN removed.by IS NOT NULL THEN removed.reason
        WHEN suspended.type = 'agent_suspended' THEN suspended.reason END AS reason,
      CASE WHEN removed.by IS NULL THEN 1 ELSE 0 END AS k0,
      order_of[:coalesce(array_position(order_of, 'player_id') - 1, 3)] AS tiebreakers
    FROM registered LEFT JOIN started USING (run) LEFT JOIN removed USING (run, player_id)
      LEFT JOIN suspended USING (run, player_id) LEFT JOIN tallies USING (run, player_id)
      CROSS JOIN LATERAL (
        SELECT array_agg(breaker) FROM json_array_elements_text(
          coalesce(rules -> 'scoring' -> 'tiebreakers', '["points", "wins", "head_to_head"]')) AS each (breaker)
      ) AS breakers (order_of)
    WHERE removed.by IS DISTINCT FROM 'operator' OR removed.seq > started.seq
  ), ${tieBroken(1, 'broken_0')}, ${tieBroken(2, 'broken_1')}, ${tieBroken(3, 'broken_2')}
  SELECT run, league_id, archived, rank() OVER (PARTITION BY run ORDER BY k0 DESC, k1 DESC, k2 DESC, k3 DESC) AS rank,
    player_id, display_name, points, played, wins, draws, losses, technical_losses, mark, reason
  FROM broken_3;
  COMMENT ON VIEW league.standings IS 'The table of every league, by points and the tiebreakers of its rules.';`;

/** The statements that make the views; a later change is a later step, and these stay as they are. */
export const FIRST_VIEWS = [READABLE, EVENTS, MATCHES, MOVES, FAULTS, STANDINGS].join('\n');
