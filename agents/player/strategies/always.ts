/** Plays the same move every time. */
import { canonicalJson, type Json } from '../../../SHARED/core/json.ts';
import type { Strategy } from '../strategy.ts';

/** The first legal move. */
export const always: Strategy = {
  name: 'always',
  decide: ({ moves }) => ({ move: moves[0] as Json, reasoning: 'always the first' }),
};

/** The move with this spelling, in any case, whenever it is legal; else the first legal one. */
export function alwaysPlaying(wanted: string): Strategy {
  return {
    name: `always:${wanted}`,
    decide(turn) {
      const move = turn.moves.find((candidate) => spelling(candidate) === wanted.toLowerCase());
      if (move === undefined)
        return { move: turn.moves[0] as Json, reasoning: `${wanted} is not legal: the first that is` };
      return { move, reasoning: `always ${wanted}` };
    },
  };
}

/** How a move is written behind `always:`, in small letters. */
export function spelling(move: Json): string {
  return (typeof move === 'string' ? move : canonicalJson(move)).toLowerCase();
}
