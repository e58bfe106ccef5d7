/** Throws instead of answering: for testing how a league deals with a player that breaks. */
import type { Strategy } from '../strategy.ts';

/** Always throws; the guard lets the exception through. */
export const crash: Strategy = {
  name: 'crash',
  unguarded: true,
  decide() {
    throw new Error('this strategy crashes on purpose');
  },
};
