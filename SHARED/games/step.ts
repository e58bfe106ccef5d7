/** The moves of one step: as rules read them, and as records keep them. */
import type { Json } from '../core/json.ts';
import type { Seat } from './game.ts';

/** One step in a record: the seat as text, and its move. `{ "0": "even", "1": "odd" }` */
export type Step = { readonly [seat: string]: Json };

/** The move of a seat; throws when there is none, because a step always brings one for every seat to move. */
export function moveOf<Move extends Json>(moves: ReadonlyMap<Seat, Move>, seat: Seat): Move {
  const move = moves.get(seat);
  if (move === undefined) throw new RangeError(`seat ${seat} has no move in this step`);
  return move;
}

/** The same moves as a record keeps them. */
export function recordOf(moves: ReadonlyMap<Seat, Json>): Step {
  return Object.fromEntries([...moves].map(([seat, move]) => [String(seat), move]));
}
