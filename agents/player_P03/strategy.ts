/** Agent Gamma: stays with a choice that has won, and leaves one that has lost. */

import { sameJson } from '../../SHARED/core/json.ts';
import { pick } from '../../SHARED/core/random.ts';
import { sameGame } from '../player/opponent_model.ts';
import { atRandom } from '../player/strategies/random.ts';
import type { Strategy } from '../player/strategy.ts';

/** Looks at nothing but its own last match of this game, against any opponent. */
export const strategy: Strategy = {
  name: 'gamma',
  decide(turn) {
    const last = sameGame(turn).at(-1);
    if (last === undefined) return atRandom(turn, 'the first match');
    const same = turn.moves.find((move) => sameJson(move, last.my_choice));
    // Two players that both shift after a draw draw again, so a draw is left to chance.
    if (same === undefined || last.result === 'DRAW') return atRandom(turn, `${last.result} with nothing to repeat`);
    if (last.result === 'WIN') return { move: same, reasoning: `${JSON.stringify(same)} has won: stay` };
    const others = turn.moves.filter((move) => move !== same);
    if (others.length === 0) return { move: same, reasoning: 'the only move' };
    return { move: pick(turn.random, others), reasoning: `${JSON.stringify(same)} has lost: shift` };
  },
};
