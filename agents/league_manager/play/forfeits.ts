/** Matches that the manager decides itself: a player of theirs was removed, or suspended by the operator. */
import { MANAGER_ID } from '../../../SHARED/contracts/fields.ts';
import type { Judge } from '../../../SHARED/contracts/messages/result.ts';
import { unwrap } from '../../../SHARED/core/result.ts';
import type { MatchDecided } from '../league/events.ts';
import { exclusionOf, isOfWorth, type League, type Match, totalRounds } from '../league/state.ts';
import type { LeagueRules } from '../settings.ts';

/** The decision of an open match of which at least one player does not play; with both of them, both forfeit. */
export function forfeitOf(league: League, judge: Judge, match_id: string, at: string): MatchDecided {
  const { pairing, seed, epoch } = league.matches.get(match_id) as Match;
  const { options, scoring, double_forfeit } = league.rules as LeagueRules;
  const faults = pairing.seats.flatMap((player_id) => {
    const detail = exclusionOf(league, player_id);
    return detail === undefined ? [] : [{ player_id, cause: 'excluded' as const, evidence: { detail } }];
  });
  const { game_type } = league;
  const match = { game_type, options, draw_seed: seed, players: pairing.seats, scoring, double_forfeit };
  const result = unwrap(judge(match, { moves: [], faults }));
  return {
    ...{ type: 'match_decided', at, match_id, epoch, referee_id: MANAGER_ID, result, verified: true },
    record_sha256: null,
  };
}

/**
 * Whether the results of an agent that is removed now count: half of its matches, at least, are decided. A meeting that
 * would not be played now, with a late-comer that has not come or a player whose results do not count, is none of them.
 */
export function wouldCount(league: League, agent_id: string): boolean {
  const opened = league.matchesOf.get(agent_id) ?? [];
  const decided = opened.filter((match_id) => league.matches.get(match_id)?.decided !== undefined).length;
  const next = league.rounds.size + 1;
  const opponents = league.format?.outlook().opponentsOf?.(agent_id, next);
  const ahead = opponents?.filter((id) => isOfWorth(league, [agent_id, id])).length ?? totalRounds(league) - next + 1;
  return decided > 0 && 2 * decided >= opened.length + ahead;
}
