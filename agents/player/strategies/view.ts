/** Reads the view of a turn: the board of a game in which two kinds of marks are put on cells, and the rounds of simultaneous games, also of remembered matches. */
import { isJsonArray, isJsonObject, type Json, sameJson } from '../../../SHARED/core/json.ts';
import type { PastMatch } from '../strategy.ts';

/** One sign per cell. */
export const MINE = 'm';
export const THEIRS = 't';
export const EMPTY = '.';

/** The cells in order, one sign each; undefined when the view shows no such board of this many cells. */
export function boardIn(view: Json, cells: number): string | undefined {
  if (!isJsonObject(view)) return undefined;
  const { board, your_mark } = view;
  if (!isJsonArray(board) || board.length !== cells || typeof your_mark !== 'string') return undefined;
  return board.map((mark) => signOf(mark, your_mark)).join('');
}

function signOf(mark: Json, mine: string): string {
  if (mark === null) return EMPTY;
  return mark === mine ? MINE : THEIRS;
}

/** The choices of both sides in one round. */
export interface Round {
  readonly mine: Json;
  readonly theirs: Json;
}

/** The rounds before this turn, oldest first; undefined when the view does not show them. */
export function roundsIn(view: Json): readonly Round[] | undefined {
  if (!isJsonObject(view)) return undefined;
  const { past, your_seat } = view;
  if (!isJsonArray(past) || (your_seat !== 0 && your_seat !== 1)) return undefined;
  const rounds = past.map((round) => roundOf(round, your_seat));
  return rounds.every((round) => round !== undefined) ? rounds : undefined;
}

/**
 * The ways to read the rounds of a finished match, each oldest first. A match with its steps has one. Without them the
 * facts know seats, and memory knows the last move of each player: where those moves differ there is one way; where
 * they are equal there are two, one of them true.
 */
export function readingsOf({ facts, my_choice, opponent_choice, steps }: PastMatch): readonly (readonly Round[])[] {
  if (steps !== undefined) return [steps.filter(({ mine, theirs }) => mine !== null && theirs !== null)];
  const { rounds } = facts;
  if (!isJsonArray(rounds)) return [];
  const end = { mine: my_choice, theirs: opponent_choice };
  return ([0, 1] as const)
    .filter((seat) => sameJson(roundOf(rounds.at(-1), seat), end))
    .map((seat) => rounds.flatMap((round) => roundOf(round, seat) ?? []));
}

function roundOf(round: Json | undefined, seat: 0 | 1): { mine: Json; theirs: Json } | undefined {
  if (!isJsonObject(round) || !isJsonArray(round.choices)) return undefined;
  const { [seat]: mine, [1 - seat]: theirs } = round.choices;
  return mine === undefined || theirs === undefined ? undefined : { mine, theirs };
}
