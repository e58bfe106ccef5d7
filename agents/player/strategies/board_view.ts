/** Reads the view of a board game in which two kinds of marks are put on cells. */
import { isJsonArray, isJsonObject, type Json } from '../../../SHARED/core/json.ts';

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
