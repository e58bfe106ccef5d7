/** The prisoner's dilemma by the oldest rule: begin kindly, then do as was done to you. */
import type { Strategy } from '../strategy.ts';
import { atRandom } from './random.ts';
import { roundsIn } from './view.ts';

const KIND = 'cooperate';

/**
 * Cooperates for as long as it is cooperated with. It never has more than its opponent in the end and trails it by one
 * temptation at most: it wins no match, but among many players of its kind it earns more than the winners do.
 * In other games random.
 */
export const titForTat: Strategy = {
  name: 'tit_for_tat',
  decide(turn) {
    if (turn.game_type !== 'prisoners_dilemma') return atRandom(turn, 'this is not the prisoner’s dilemma');
    const rounds = roundsIn(turn.view);
    if (rounds === undefined) return atRandom(turn, 'the rounds so far are not to be seen');
    const last = rounds.at(-1);
    if (last === undefined) return { move: KIND, reasoning: 'a kind beginning' };
    return { move: last.theirs, reasoning: `${turn.opponent_id} chose ${JSON.stringify(last.theirs)}: the same` };
  },
};
