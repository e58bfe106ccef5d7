/** Which referee gets a match: by turns, and only one that speaks with both players. */
import type { DialectName } from '../../../SHARED/contracts/dialects/dialect.ts';
import { byNaturalOrder } from '../../../SHARED/core/ids.ts';
import { type Agent, agentsOf, type League } from '../league/state.ts';
import type { Pairing } from './format.ts';

/**
 * Match k of the whole league, counted from 0, goes to referee k mod R; if that one speaks no dialect of a player, to
 * the next that does. The referees are found out once, for all the matches of a round; they hold until the league's
 * next event.
 */
export function refereesByTurns(league: League): (pairing: Pairing, k: number) => Agent | undefined {
  const all = activeReferees(league);
  return (pairing, k) => {
    const players = playersOf(league, pairing);
    for (let turn = 0; turn < all.length; turn++) {
      const referee = all[(k + turn) % all.length] as Agent;
      if (speaksWith(referee, players)) return referee;
    }
    return undefined;
  };
}

/** The active referees that speak a dialect of both players, in natural order. */
export function candidates(league: League, pairing: Pairing): readonly Agent[] {
  const players = playersOf(league, pairing);
  return activeReferees(league).filter((referee) => speaksWith(referee, players));
}

function activeReferees(league: League): readonly Agent[] {
  return agentsOf(league, 'referee')
    .filter((referee) => referee.state === 'ACTIVE')
    .sort((a, b) => byNaturalOrder(a.id, b.id));
}

function playersOf(league: League, { seats }: Pairing): readonly Agent[] {
  return seats.flatMap((id) => league.agents.get(id) ?? []);
}

function speaksWith(referee: Agent, players: readonly Agent[]): boolean {
  return players.every((player) => sharedDialect(referee, player) !== undefined);
}

/** How a referee writes to a player: as the player registered, or else in a dialect both speak. */
export function sharedDialect(referee: Agent, player: Agent): DialectName | undefined {
  return [player.dialect, ...player.dialects].find((dialect) => referee.dialects.includes(dialect));
}
