/** Answers with a move that is not legal: for testing how a league deals with nonsense. */
import type { Strategy } from '../strategy.ts';

/** Its move is never among the legal ones; the guard lets it through. */
export const invalid: Strategy = {
  name: 'invalid',
  unguarded: true,
  decide({ moves }) {
    let move = 'nonsense';
    while (moves.includes(move)) move += '!';
    return { move, reasoning: 'illegal on purpose' };
  },
};
