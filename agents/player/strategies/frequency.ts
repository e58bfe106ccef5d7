/** Counts the opponent's choices so far, and plays the other move than its most common one. */
import { against, opponentModel, sameGame } from '../opponent_model.ts';
import type { Strategy, Turn } from '../strategy.ts';
import { answerTo, favourite, type Guess } from './guess.ts';

/** Counts in games of two moves; plays at random in others, and while nothing is known. */
export const frequency: Strategy = {
  name: 'frequency',
  decide: (turn) => answerTo(mostCommon(turn), turn),
};

function mostCommon(turn: Turn): Guess | undefined {
  const matches = sameGame(turn);
  const own = opponentModel(against(turn.opponent_id, matches)).their_choices;
  // A new opponent is taken to choose as all others do.
  const choices = own.length > 0 ? own : opponentModel(matches).their_choices;
  const most = favourite(choices);
  if (most === undefined) return undefined;
  const who = own.length > 0 ? turn.opponent_id : 'everybody';
  return {
    move: most.move,
    because: `${who} chose ${JSON.stringify(most.move)} ${most.count} times of ${choices.length}`,
  };
}
