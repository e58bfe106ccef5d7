/** Any legal move, each as likely as the others. */
import { pick } from '../../../SHARED/core/random.ts';
import type { Choice, Strategy, Turn } from '../strategy.ts';

/** Plays any game, and is the yardstick of the others. */
export const random: Strategy = {
  name: 'random',
  decide: (turn) => atRandom(turn, 'no plan'),
};

/** A random move with the reason for it: the fallback of strategies whose idea does not apply. */
export function atRandom({ moves, random }: Turn, because: string): Choice {
  return { move: pick(random, moves), reasoning: `${because}: a move at random` };
}
