/** Turns the entries of a player's `history.json` into past matches, and those into a model of an opponent. */

import { factsOf } from '../../SHARED/contracts/files/history.ts';
import { UNNAMED_GAME } from '../../SHARED/contracts/moves.ts';
import { isJsonArray, isJsonObject, type Json } from '../../SHARED/core/json.ts';
import type { PastMatch, Turn } from './strategy.ts';

/** An entry of `matches` in `history.json`; a field not named here is a fact of the game, such as a drawn number. */
export interface HistoryEntry {
  readonly match_id: string;
  readonly opponent_id: string;
  readonly result: PastMatch['result'];
  readonly my_choice: Json;
  readonly opponent_choice: Json;
  readonly game_type?: string;
  readonly [name: string]: Json | undefined;
}

/** A model of one opponent, in the words of `opponent_history` in `history.json`. */
export interface OpponentModel {
  readonly matches_played: number;
  readonly wins: number;
  readonly losses: number;
  /** The last move of each match in which it made one, oldest first. */
  readonly their_choices: readonly Json[];
}

/** The entries as strategies see them, in the same order. */
export function pastMatches(entries: readonly HistoryEntry[]): readonly PastMatch[] {
  return entries.map((entry) => ({
    match_id: entry.match_id,
    game_type: entry.game_type ?? UNNAMED_GAME,
    opponent_id: entry.opponent_id,
    result: entry.result,
    my_choice: entry.my_choice,
    opponent_choice: entry.opponent_choice,
    facts: factsOf(entry),
    ...stepsOf(entry),
  }));
}

/** Records name players, strategies know two sides: the player that is not the opponent is this one. */
function stepsOf({ moves, opponent_id }: HistoryEntry): Pick<PastMatch, 'steps'> {
  if (!isJsonArray(moves)) return {};
  const steps = moves.map((step) => sidesOf(step, opponent_id));
  return steps.every((step) => step !== undefined) ? { steps } : {};
}

function sidesOf(step: Json, opponent_id: string): { readonly mine: Json; readonly theirs: Json } | undefined {
  if (!isJsonObject(step)) return undefined;
  const { [opponent_id]: theirs = null, ...others } = step;
  const [mine = null, stranger] = Object.values(others);
  return stranger === undefined ? { mine, theirs } : undefined;
}

/** The matches of the game that is being played, oldest first, against any opponent. */
export function sameGame({ history, game_type }: Pick<Turn, 'history' | 'game_type'>): readonly PastMatch[] {
  return history.filter((match) => match.game_type === game_type);
}

/** The matches against one opponent. */
export function against(opponent_id: string, matches: readonly PastMatch[]): readonly PastMatch[] {
  return matches.filter((match) => match.opponent_id === opponent_id);
}

/** The model of the other side that follows from these matches, against one opponent or against all of them. */
export function opponentModel(matches: readonly PastMatch[]): OpponentModel {
  return {
    matches_played: matches.length,
    wins: matches.filter(({ result }) => result === 'WIN').length,
    losses: matches.filter(({ result }) => result === 'LOSS' || result === 'TECHNICAL_LOSS').length,
    their_choices: matches.flatMap(({ opponent_choice }) => (opponent_choice === null ? [] : [opponent_choice])),
  };
}
