/** Agent Delta: mixes all moves evenly, so that there is nothing to learn about it. */
import { pick } from '../../SHARED/core/random.ts';
import type { Strategy } from '../player/strategy.ts';

/** Every legal move is as likely as the others, and independent of all earlier ones. */
export const strategy: Strategy = {
  name: 'delta',
  decide: ({ moves, random }) => ({ move: pick(random, moves), reasoning: 'nothing that could be guessed' }),
};
