/** Guesses an opponent's next move and answers it: shared by all strategies that model an opponent. */
import { canonicalJson, type Json, sameJson } from '../../../SHARED/core/json.ts';
import type { Choice, Turn } from '../strategy.ts';
import { atRandom } from './random.ts';

/** The opponent's probable move, and the grounds for it. */
export interface Guess {
  readonly move: Json;
  readonly because: string;
}

/** How often each choice occurs, in the order of first appearance. */
export function tally(choices: readonly Json[]): readonly { readonly move: Json; readonly count: number }[] {
  const counts = new Map<string, { readonly move: Json; count: number }>();
  for (const move of choices) {
    const key = canonicalJson(move);
    const known = counts.get(key);
    if (known === undefined) counts.set(key, { move, count: 1 });
    else known.count += 1;
  }
  return [...counts.values()];
}

/** The most common choice; undefined when there is none, or when two are equally common and nothing can be said. */
export function favourite(choices: readonly Json[]): { readonly move: Json; readonly count: number } | undefined {
  const [first, second] = tally(choices).toSorted((a, b) => b.count - a.count);
  return first?.count === second?.count ? undefined : first;
}

/**
 * The move that differs from the guess where there are exactly two. Where there are more, nothing but the rules
 * says which of them answers it, and a strategy for every game knows no rules: then a random move, as without a guess.
 */
export function answerTo(guess: Guess | undefined, turn: Turn): Choice {
  if (guess === undefined) return atRandom(turn, `nothing is known of ${turn.opponent_id}`);
  const others = turn.moves.filter((move) => !sameJson(move, guess.move));
  const [other] = others;
  if (other === undefined || others.length !== 1 || turn.moves.length !== 2) {
    return atRandom(turn, `${guess.because}, which says nothing here`);
  }
  return { move: other, reasoning: `${guess.because}: the other one` };
}
