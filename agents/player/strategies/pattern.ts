/** Looks for the opponent's latest choices earlier in its past, and expects the choice that followed them there. */
import { canonicalJson, type Json } from '../../../SHARED/core/json.ts';
import { against, opponentModel, sameGame } from '../opponent_model.ts';
import type { Strategy, Turn } from '../strategy.ts';
import { answerTo, type Guess } from './guess.ts';

/** Expects repetition in games of two moves; plays at random in others, and while nothing repeats. */
export const pattern: Strategy = {
  name: 'pattern',
  decide: (turn) => answerTo(whatFollows(turn), turn),
};

// One choice that was made before is no pattern, and more than eight say nothing that eight do not.
const SHORTEST = 2;
const LONGEST = 8;

function whatFollows(turn: Turn): Guess | undefined {
  const choices = opponentModel(against(turn.opponent_id, sameGame(turn))).their_choices;
  const words = choices.map(canonicalJson);
  for (let length = Math.min(LONGEST, words.length - 1); length >= SHORTEST; length--) {
    const next = lastOccurrence(words, length) + length;
    if (next < length) continue;
    const seen = choices.slice(-length).map((choice) => JSON.stringify(choice));
    return { move: choices[next] as Json, because: `after ${seen.join(', ')} came ${JSON.stringify(choices[next])}` };
  }
  return undefined;
}

/** Where the last `length` words begin for the last time before they do at the end; -1 when they never did. */
function lastOccurrence(words: readonly string[], length: number): number {
  const end = words.slice(-length);
  for (let start = words.length - length - 1; start >= 0; start--) {
    if (end.every((word, offset) => words[start + offset] === word)) return start;
  }
  return -1;
}
