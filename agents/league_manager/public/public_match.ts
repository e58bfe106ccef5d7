/** The public data of one match and of one player. */
import { MatchRecord, recordHash } from '../../../SHARED/contracts/files/match.ts';
import type { Json, JsonObject } from '../../../SHARED/core/json.ts';
import { readDocument } from '../../../SHARED/league_sdk/files/document.ts';
import { dataPaths } from '../../../SHARED/league_sdk/paths.ts';
import type { MatchDecided } from '../league/events.ts';
import { isOfWorth, type League, type Match } from '../league/state.ts';
import { commitmentOf } from '../registration/tokens.ts';
import { headOf, type PublicSource } from './public_league.ts';
import { pairingOf, planned } from './queries.ts';

/** A match, planned, open or decided; undefined when the league has no such match. */
export async function publicMatch(source: PublicSource, match_id: string): Promise<JsonObject | undefined> {
  const { league } = source;
  const pairing = pairingOf(league, match_id);
  if (pairing === undefined) return undefined;
  const base = { ...headOf(league), game_type: league.game_type, ...planned(league, pairing) };
  const match = league.matches.get(match_id);
  if (match === undefined) return base;
  const { seed, epoch, decided } = match;
  const open = { ...base, assignment_epoch: epoch, draw_commitment: commitmentOf(seed, match_id) };
  if (decided === undefined) return { ...open, hidden: 'Moves and seed are told once the match is decided.' };
  return {
    ...open,
    decided_at: decided.at,
    verified: decided.verified,
    ...(isOfWorth(league, pairing.seats) ? {} : { annulled: true }),
    draw_seed: seed,
    result: { ...decided.result },
    ...(await recordIn(source, decided)),
  };
}

/** A player with its newest decided matches, oldest first; undefined when no player has that id. */
export function publicPlayer({ league, rows }: PublicSource, player_id: string): JsonObject | undefined {
  const agent = league.agents.get(player_id);
  if (agent?.role !== 'player') return undefined;
  const row = rows().find((candidate) => candidate.player_id === player_id);
  const { removed, suspended } = agent;
  const out = removed === undefined ? {} : { removed: { ...removed } };
  const held = suspended === undefined ? {} : { suspended };
  return {
    ...(row ?? { player_id }),
    state: agent.state,
    ...out,
    ...held,
    newest_matches: newestMatches(league, player_id),
  };
}

/** The ids of the players, in the order of the schedule or, before it, of their registration. */
export function playerIds({ league }: PublicSource): readonly string[] {
  return [...league.tallies.keys()];
}

/** The outcome of a match for one of its players. */
export function outcomeFor(player_id: string, winner: string | null): 'won' | 'lost' | 'not won by either' {
  if (winner === null) return 'not won by either';
  return winner === player_id ? 'won' : 'lost';
}

/** The referee's record with all messages of the match, if it is here and is the one that was reported. */
async function recordIn({ league, disk, data }: PublicSource, decided: MatchDecided): Promise<JsonObject> {
  const path = dataPaths(data).match(league.league_id, decided.match_id);
  const read = await readDocument(disk, path, MatchRecord);
  if (!read.ok) return missing('the file of the match is damaged');
  if (read.value === undefined) return missing('the file of the match is where its referee runs, or not written yet');
  if (recordHash(read.value) !== decided.record_sha256)
    return missing('the file of the match is not what was reported');
  return { record: read.value as unknown as JsonObject };
}

function missing(why: string): JsonObject {
  return { record: null, record_missing: `${why}; the result above is what the league manager's ledger says` };
}

/** The most matches of a player that are told: the newest of them. */
const MOST_MATCHES = 20;

function newestMatches(league: League, player_id: string): readonly JsonObject[] {
  // One more than is told: the newest may be open.
  const newest = (league.matchesOf.get(player_id) ?? []).slice(-MOST_MATCHES - 1);
  return newest
    .flatMap((match_id) => {
      const match = league.matches.get(match_id);
      return match?.decided === undefined ? [] : [asSeenBy(player_id, match, match.decided.result)];
    })
    .slice(-MOST_MATCHES);
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
