/** The record of one player: game by game, in all, and its longest streaks. Pure. */
import type { PlayedLeague } from './play_league.ts';

/** One game as one of its players lived it. */
export interface Outing {
  readonly result: 'won' | 'drawn' | 'lost';
  /** Why it forfeited; undefined when it played. */
  readonly fault: string | undefined;
  /** Whether its log tells of an error, or of a move the guard had to make for it. */
  readonly crashed: boolean;
}

/** Every game of a player in a league, in order. */
export function outingsOf(player_id: string, { matches, incidents }: PlayedLeague): readonly Outing[] {
  const crashed = incidents.some(({ agent_id }) => agent_id === player_id);
  return matches
    .filter(({ players }) => players.includes(player_id))
    .map(({ winner, faults }) => {
      const result = winner === null ? 'drawn' : (winner === player_id && 'won') || 'lost';
      return { result, fault: faults.get(player_id), crashed };
    });
}

export interface Tally {
  readonly games: number;
  readonly won: number;
  readonly drawn: number;
  readonly lost: number;
  /** Games it forfeited; they are also among those lost, or drawn when both forfeited. */
  readonly technical: number;
  readonly timeouts: number;
  readonly crashes: number;
}

export function tallyOf(outings: readonly Outing[]): Tally {
  const count = (isSo: (outing: Outing) => boolean) => outings.filter(isSo).length;
  return {
    games: outings.length,
    won: count(({ result }) => result === 'won'),
    drawn: count(({ result }) => result === 'drawn'),
    lost: count(({ result }) => result === 'lost'),
    technical: count(({ fault }) => fault !== undefined),
    timeouts: count(hasTimedOut),
    crashes: count(hasCrashed),
  };
}

export function hasTimedOut({ fault }: Outing): boolean {
  return fault === 'timeout';
}

export function hasCrashed({ crashed }: Outing): boolean {
  return crashed;
}

/** Neither silent nor broken, nor otherwise at fault. */
export function isClean({ fault, crashed }: Outing): boolean {
  return fault === undefined && !crashed;
}

/** The most games in a row of which something is so. */
export function longestRun(outings: readonly Outing[], isSo: (outing: Outing) => boolean): number {
  let longest = 0;
  let run = 0;
  for (const outing of outings) {
    run = isSo(outing) ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}
