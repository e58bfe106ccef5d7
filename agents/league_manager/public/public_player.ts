/** What anybody may know of one player: its row, and its newest matches that are decided. */
import type { Json, JsonObject } from '../../../SHARED/core/json.ts';
import type { League, Match } from '../league/state.ts';
import type { PublicSource } from './public_league.ts';

/** So many matches of a player are told at most, the newest of them. */
const MOST_MATCHES = 20;
/** In a league without end nobody looks back further than this many rounds. */
const MOST_ROUNDS = 40;

/** A player with its newest decided matches, oldest first; undefined when nobody of that id plays. */
export function publicPlayer({ league, rows }: PublicSource, player_id: string): JsonObject | undefined {
  const agent = league.agents.get(player_id);
  if (agent?.role !== 'player') return undefined;
  const row = rows().find((candidate) => candidate.player_id === player_id);
  return { ...(row ?? { player_id }), state: agent.state, newest_matches: newestMatches(league, player_id) };
}

/** The ids of those who play, in the order of the schedule or, before it, of their registration. */
export function playerIds({ league }: PublicSource): readonly string[] {
  return [...league.tallies.keys()];
}

function newestMatches(league: League, player_id: string): readonly JsonObject[] {
  const told: JsonObject[] = [];
  const newest = league.rounds.size;
  for (let round_id = newest; round_id > Math.max(0, newest - MOST_ROUNDS); round_id--) {
    const pairing = league.schedule?.matchOf(player_id, round_id);
    const match = pairing === undefined ? undefined : league.matches.get(pairing.match_id);
    if (match?.decided !== undefined) told.unshift(asSeenBy(player_id, match, match.decided.result));
    if (told.length === MOST_MATCHES) break;
  }
  return told;
}

function asSeenBy(
  player_id: string,
  { pairing }: Match,
  { winner, score, details }: NonNullable<Match['decided']>['result'],
): JsonObject {
  const { match_id, round_id, seats } = pairing;
  const opponent_id = seats[0] === player_id ? seats[1] : seats[0];
  const { termination, faults, reason = null, moves = null, choices = null } = details;
  return {
    ...{ match_id, round_id, opponent_id, outcome: outcomeFor(player_id, winner), score: { ...score }, termination },
    ...({ reason, moves, choices } satisfies { readonly [name: string]: Json }),
    at_fault: faults.map((fault) => fault.player_id),
  };
}

/** How a match went for one of its players. */
export function outcomeFor(player_id: string, winner: string | null): 'won' | 'lost' | 'not won by either' {
  if (winner === null) return 'not won by either';
  return winner === player_id ? 'won' : 'lost';
}
