/** The bodies of the manager's broadcasts, sliced for each receiver in big leagues. */
import type { BodyOf } from '../../../SHARED/contracts/contract.ts';
import { toldDetails } from '../../../SHARED/contracts/files/match.ts';
import type { All } from '../../../SHARED/contracts/index.ts';
import { sharedList, withOwnEntries } from '../../../SHARED/contracts/shared_list.ts';
import type { JsonObject } from '../../../SHARED/core/json.ts';
import { type Agent, type League, type Match, type Round, totalMatches, totalRounds } from '../league/state.ts';
import { commitmentOf, type DerivedTokens } from '../registration/tokens.ts';
import { championOf, type Row } from '../tournament/standings.ts';

/** Up to so many players every agent is told everything (DECISIONS section 6). */
export const MAX_WHOLE_TABLE = 100;
/** Above, every agent is told of so many at the top. */
const TOP = 10;

type Announced = BodyOf<All['ROUND_ANNOUNCEMENT']>['matches'][number];

/** ROUND_ANNOUNCEMENT for each agent: all matches, and the ticket of the receiver's own. */
export function announcements(
  league: League,
  round: Round,
  tokens: DerivedTokens,
): (agent: Agent) => BodyOf<All['ROUND_ANNOUNCEMENT']> {
  const matches = round.matches.map((id) => league.matches.get(id) as Match);
  const shared = sharedList(matches.map((match) => announced(league, match)));
  const base = {
    league_id: league.league_id,
    round_id: round.round_id,
    total_rounds: totalRounds(league),
  };
  const big = league.players.length > MAX_WHOLE_TABLE;
  const places = placesByAgent(matches);
  return (agent) => {
    const own = places.get(agent.id) ?? [];
    const entry = (i: number) => ticketed(league, shared[i] as Announced, agent, tokens);
    if (big) return { ...base, total_matches: matches.length, matches: own.map(entry) };
    if (agent.role !== 'player') return { ...base, matches: shared };
    return {
      ...base,
      matches: withOwnEntries(
        shared,
        own.map((i) => [i, entry(i)]),
      ),
    };
  };
}

/** The announcement of one match alone, after it was assigned anew. */
export function announcementOf(
  league: League,
  match: Match,
  player: Agent,
  tokens: DerivedTokens,
): BodyOf<All['ROUND_ANNOUNCEMENT']> {
  const { round_id } = match.pairing;
  const entry = ticketed(league, announced(league, match), player, tokens);
  return { league_id: league.league_id, round_id, total_rounds: totalRounds(league), matches: [entry] };
}

function announced(league: League, match: Match): Announced {
  const [player_a, player_b] = match.pairing.seats;
  return {
    match_id: match.pairing.match_id,
    game_type: league.game_type,
    player_a,
    player_b,
    referee_id: match.referee_id,
    referee_endpoint: league.agents.get(match.referee_id)?.endpoint ?? 'unknown:',
    draw_commitment: commitmentOf(match.seed, match.pairing.match_id),
    assignment_epoch: match.epoch,
  };
}

/** Players of a referee that sends no tickets are given none, so that they ask for none. */
function ticketed(league: League, entry: Announced, agent: Agent, tokens: DerivedTokens): Announced {
  const { referee_id, match_id, assignment_epoch = 1 } = entry;
  if (agent.role !== 'player' || league.agents.get(referee_id)?.tickets !== true) return entry;
  return { ...entry, ticket: tokens.ticket(agent.id, match_id, assignment_epoch) };
}

/** Where in a round each player and each referee has its matches: asked once for every agent of a league. */
function placesByAgent(matches: readonly Match[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  for (const [i, { pairing, referee_id }] of matches.entries()) {
    for (const id of [...pairing.seats, referee_id]) {
      const list = places.get(id);
      if (list === undefined) places.set(id, [i]);
      else list.push(i);
    }
  }
  return places;
}

/** The rows each agent is told: all, or the first and its own. The table is gone through once for all agents. */
export function slicesOf(
  rows: readonly Row[],
): (agent: Agent) => { readonly rows: Row[]; readonly total_players?: number } {
  const top = sharedList(rows.length <= MAX_WHOLE_TABLE ? rows : rows.slice(0, TOP));
  if (rows.length <= MAX_WHOLE_TABLE) return () => ({ rows: top });
  const below = new Map(rows.slice(TOP).map((row) => [row.player_id, row]));
  const total_players = rows.length;
  return (agent) => {
    const own = below.get(agent.id);
    return { rows: withOwnEntries(top, own === undefined ? [] : [[TOP, own]]), total_players };
  };
}

/** LEAGUE_STANDINGS_UPDATE for each agent. */
export function standingsUpdates(
  league: League,
  round_id: number,
  rows: readonly Row[],
): (agent: Agent) => BodyOf<All['LEAGUE_STANDINGS_UPDATE']> {
  const sliceFor = slicesOf(rows);
  return (agent) => {
    const { rows: standings, ...total } = sliceFor(agent);
    return { league_id: league.league_id, round_id, standings, ...total };
  };
}

/** ROUND_COMPLETED for each agent; the receiver's own match comes with everything GAME_OVER has. */
export function roundCompletions(league: League, round: Round): (agent: Agent) => BodyOf<All['ROUND_COMPLETED']> {
  const matches = round.matches.map((id) => league.matches.get(id) as Match);
  const short = sharedList(matches.map((match) => roundResult(match)));
  const decided = matches.map((match) => match.decided?.result.details.status);
  const next_round_id = league.rounds.has(round.round_id + 1) ? round.round_id + 1 : null;
  const base = {
    league_id: league.league_id,
    round_id: round.round_id,
    matches_played: matches.length,
    next_round_id,
    summary: {
      total_matches: matches.length,
      wins: decided.filter((status) => status === 'WIN').length,
      draws: decided.filter((status) => status === 'DRAW').length,
      technical_losses: decided.filter((status) => status === 'TECHNICAL_LOSS').length,
    },
  };
  const big = league.players.length > MAX_WHOLE_TABLE;
  const places = placesByAgent(matches);
  /** Both players of a match are told the same of it. */
  const fulls: Result[] = [];
  const full = (i: number) => (fulls[i] ??= fullResult(league, matches[i] as Match, short[i] as Result));
  return (agent) => {
    const mine = agent.role === 'player' ? (places.get(agent.id) ?? []) : [];
    if (big) return { ...base, results: mine.map(full) };
    return {
      ...base,
      results: withOwnEntries(
        short,
        mine.map((i) => [i, full(i)]),
      ),
    };
  };
}

type Result = BodyOf<All['ROUND_COMPLETED']>['results'][number];

function roundResult(match: Match): Result {
  const [player_a, player_b] = match.pairing.seats;
  const { winner, score, details } = (match.decided as NonNullable<Match['decided']>).result;
  const { status, termination } = details;
  return {
    match_id: match.pairing.match_id,
    player_a,
    player_b,
    winner,
    status,
    score,
    termination: termination as Result['termination'],
  };
}

function fullResult(league: League, match: Match, short: Result): Result {
  const { details } = (match.decided as NonNullable<Match['decided']>).result;
  // What a player sent and when is between it and the referee: the others hear who failed at what.
  const faults = details.faults.map(({ player_id, cause }) => ({ player_id, cause, evidence: {} }));
  const told = { ...(toldDetails(details) as JsonObject), faults };
  return { ...told, ...short, game_type: league.game_type, draw_seed: match.seed };
}

/** LEAGUE_COMPLETED for each agent. */
export function leagueCompletions(
  league: League,
  rows: readonly Row[],
): (agent: Agent) => BodyOf<All['LEAGUE_COMPLETED']> {
  const first = championOf(rows) === null ? undefined : rows[0];
  const champion =
    first === undefined ? null : { player_id: first.player_id, display_name: first.display_name, points: first.points };
  const sliceFor = slicesOf(rows);
  return (agent) => {
    const { rows: final_standings, ...total } = sliceFor(agent);
    const [total_rounds, total_matches] = [totalRounds(league), totalMatches(league)];
    return { league_id: league.league_id, total_rounds, total_matches, champion, final_standings, ...total };
  };
}
