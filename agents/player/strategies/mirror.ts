/** Copies the last move the opponent is known to have made. */
import { sameJson } from '../../../SHARED/core/json.ts';
import { against, opponentModel, sameGame } from '../opponent_model.ts';
import type { Strategy } from '../strategy.ts';
import { atRandom } from './random.ts';

/** Copies the opponent's move in any game where it is legal; else plays at random. */
export const mirror: Strategy = {
  name: 'mirror',
  decide(turn) {
    const last = opponentModel(against(turn.opponent_id, sameGame(turn))).their_choices.at(-1);
    if (last === undefined) return atRandom(turn, `nothing is known of ${turn.opponent_id}`);
    const move = turn.moves.find((candidate) => sameJson(candidate, last));
    if (move === undefined) return atRandom(turn, `${JSON.stringify(last)} cannot be copied here`);
    return { move, reasoning: `${turn.opponent_id} chose ${JSON.stringify(last)} last time: the same` };
  },
};
