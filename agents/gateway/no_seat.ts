/** Why somebody gets no seat, in words for clients. */
import { REJECTIONS, type Refusal, type Rejection, refusal } from '../../SHARED/contracts/errors.ts';
import type { StartFailure } from '../../SHARED/league_sdk/effects.ts';

/** Of a seat that is asked for too early. */
export const NOT_YET: StartFailure = {
  code: 'REGISTRATION_FAILED',
  detail: 'the league manager does not listen yet; try again in a moment',
};

/** What a client can do about it; agents that register themselves are advised otherwise. */
const ADVICE: { readonly [R in Rejection]?: string } = {
  DUPLICATE_NAME:
    'another player has this name, or one that looks like it: choose another display_name; if it is your own, hand in the seat you were given',
  LEAGUE_FULL: 'every place is taken: wait for the next run of the league',
  REGISTRATION_CLOSED: 'players join before the league begins, and it has begun: wait for its next run',
};

/** Why there is no seat, with the code and the reason that any other player would have been given. */
export function turnedAway({ rejection, detail }: StartFailure): Refusal {
  if (rejection === undefined) return refusal('E020', `the player for your seat does not start: ${detail}`);
  const { code, reason } = REJECTIONS[rejection];
  return refusal(code, ADVICE[rejection] ?? detail, reason);
}
