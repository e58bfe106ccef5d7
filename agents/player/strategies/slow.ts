/** Takes most of the time it has, and then plays at random: for testing the patience of a league. */
import { sleep } from '../../../SHARED/core/clock.ts';
import type { Strategy } from '../strategy.ts';
import { atRandom } from './random.ts';

const SHARE_OF_TIME = 0.75;

/** Late, legal and always in time. */
export const slow: Strategy = {
  name: 'slow',
  async decide(turn) {
    await sleep(turn.clock, turn.timeLeftMs * SHARE_OF_TIME);
    return atRandom(turn, `after ${SHARE_OF_TIME * 100} % of the time`);
  },
};
