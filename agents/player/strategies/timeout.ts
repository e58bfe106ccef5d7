/** Never answers: for testing how a league deals with silence. */
import type { Strategy } from '../strategy.ts';

/** Its promise never settles; the guard lets it be silent. */
export const timeout: Strategy = {
  name: 'timeout',
  unguarded: true,
  decide: () => new Promise(() => undefined),
};
