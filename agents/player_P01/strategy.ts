/** Agent Alpha: estimates how likely each choice of the opponent is, and plays the other move than the likeliest. */
import { type Json, sameJson } from '../../SHARED/core/json.ts';
import { against, opponentModel, sameGame } from '../player/opponent_model.ts';
import { answerTo, type Guess } from '../player/strategies/guess.ts';
import type { Strategy, Turn } from '../player/strategy.ts';

/** Counts with smoothing where there are two moves; plays at random where counting says nothing. */
export const strategy: Strategy = {
  name: 'alpha',
  decide: (turn) => answerTo(likeliest(turn), turn),
};

// The choices of all opponents together weigh as much as this many choices of the opponent itself.
const WEIGHT_OF_ALL = 2;

function likeliest(turn: Turn): Guess | undefined {
  const matches = sameGame(turn);
  const everybody = opponentModel(matches).their_choices;
  const own = opponentModel(against(turn.opponent_id, matches)).their_choices;
  const [first, second] = turn.moves
    .map((move) => {
      const share = (count(move, everybody) + 1) / (everybody.length + turn.moves.length);
      return { move, chance: (count(move, own) + WEIGHT_OF_ALL * share) / (own.length + WEIGHT_OF_ALL) };
    })
    .toSorted((a, b) => b.chance - a.chance);
  if (first === undefined || first.chance === second?.chance) return undefined;
  const expected = `${JSON.stringify(first.move)} at ${Math.round(first.chance * 100)} %`;
  return { move: first.move, because: `${turn.opponent_id} is expected to choose ${expected}` };
}

function count(move: Json, choices: readonly Json[]): number {
  return choices.filter((choice) => sameJson(choice, move)).length;
}
