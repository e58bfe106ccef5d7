/** Agent Beta: models the opponent as a Markov chain of order two over its own choices. */
import { canonicalJson, type Json } from '../../SHARED/core/json.ts';
import { against, opponentModel, sameGame } from '../player/opponent_model.ts';
import { answerTo, favourite, type Guess } from '../player/strategies/guess.ts';
import type { Strategy, Turn } from '../player/strategy.ts';

/** Expects by the longest context it has evidence for; plays at random until it has met an opponent twice. */
export const strategy: Strategy = {
  name: 'beta',
  decide: (turn) => answerTo(expected(turn), turn),
};

const ORDERS = [2, 1, 0] as const;
const ENOUGH_EVIDENCE = 2;

function expected(turn: Turn): Guess | undefined {
  const choices = opponentModel(against(turn.opponent_id, sameGame(turn))).their_choices;
  for (const order of ORDERS) {
    const successors = successorsOf(choices, order);
    const likely = successors.length < ENOUGH_EVIDENCE ? undefined : favourite(successors);
    if (likely === undefined) continue;
    const evidence = `${likely.count} times of ${successors.length} after its last ${order}`;
    return { move: likely.move, because: `${turn.opponent_id} chose ${JSON.stringify(likely.move)} ${evidence}` };
  }
  return undefined;
}

/** The choices that followed whenever the last `order` choices were as they are now. */
function successorsOf(choices: readonly Json[], order: number): readonly Json[] {
  const words = choices.map(canonicalJson);
  const context = words.slice(words.length - order);
  return choices.filter(
    (_, next) => next >= order && context.every((word, offset) => words[next - order + offset] === word),
  );
}
