/** Why somebody gets no seat, in words for clients: the code and a plain reason, and nothing of what is inside. */
import { REJECTIONS, type Refusal, type Rejection, refusal } from '../../SHARED/contracts/errors.ts';
import type { StartFailure } from '../../SHARED/league_sdk/effects.ts';

/** Of a seat that is asked for too early. */
export const NOT_YET = refusal('E007', 'the league manager does not listen yet; try again in a moment');

/** What a client can do about it; agents that register themselves are advised otherwise. */
const ADVICE: { readonly [R in Rejection]?: string } = {
  DUPLICATE_NAME:
    'another player has this name, or one that looks like it: choose another display_name; if it is your own, hand in the seat you were given',
  LEAGUE_FULL: 'every place is taken: wait for the next run of the league',
  REGISTRATION_CLOSED: 'players join before the league begins, and it has begun: wait for its next run',
};

/** The code and the reason that any other player would have been given. */
export function rejectedBy(rejection: Rejection): Refusal {
  const { code, reason } = REJECTIONS[rejection];
  return refusal(code, ADVICE[rejection] ?? `the league does not take the player of your seat; ${ASK}`, reason);
}

/** Why there is no seat although its player was started; what exactly went wrong is for the operator alone. */
export function turnedAway({ rejection, code }: StartFailure): Refusal {
  if (rejection !== undefined) return rejectedBy(rejection);
  return refusal('E020', `the player for your seat does not start (${code}); ${ASK}`);
}

const ASK = 'the operator of the league can read why where its manager runs';
