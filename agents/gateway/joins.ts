/** Joins that failed: the reasons, and how a client whose answer was lost finds the seat that was kept for it. */

import { REJECTIONS, type Refusal, type Rejection, refusal } from '../../SHARED/contracts/errors.ts';
import type { PlayerKind } from '../../SHARED/contracts/fields.ts';
import type { Clock, Monotonic } from '../../SHARED/core/clock.ts';
import { sha256 } from '../../SHARED/core/hash.ts';
import type { StartFailure } from '../../SHARED/league_sdk/effects.ts';
import type { Seat } from './seat.ts';

/** A client that asks for a seat, and the name it wants. */
export interface Wish {
  readonly display_name: string;
  /** The subnet it asks from. */
  readonly address: string;
  /** A secret of this client. */
  readonly request_id?: string;
  /** What chooses its moves; absent: a program. */
  readonly kind?: NonNullable<PlayerKind>;
  /** What it shows that may be its invite code. */
  readonly codes?: readonly string[];
}

/** For this long after a join, a repeated one finds the same seat. */
const LOST_MS = 60_000;

/** The joins of this process alone: the name of a seat that was read from disk is no proof of its owner. */
export class LostJoins {
  readonly #clock: Clock;
  readonly #joins = new WeakMap<Seat, { readonly request: string; readonly at: Monotonic }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A seat was given; without a request_id it can never be asked for again. */
  note(seat: Seat, { request_id }: Wish): void {
    if (request_id !== undefined) this.#joins.set(seat, { request: sha256(request_id), at: this.#clock.monotonic() });
  }

  /**
   * The seat that was meant for the client that asks. Names are public, so it takes the request_id of the join, from
   * the same address, a moment later, and a seat that was not used.
   */
  find(seats: readonly Seat[], { display_name, address, request_id }: Wish): Seat | undefined {
    if (request_id === undefined) return undefined;
    return seats.find((seat) => {
      const join = this.#joins.get(seat);
      if (join?.request !== sha256(request_id) || this.#clock.monotonic() - join.at > LOST_MS) return false;
      const { kept, isUntouched } = seat;
      return isUntouched && kept.display_name === display_name && kept.address === address;
    });
  }
}

/** The refusal of a seat that is asked for too early. */
export const NOT_YET = refusal('E007', 'the league manager does not listen yet; try again in a moment');

/** The advice to a client; agents that register themselves are advised otherwise. */
const ADVICE: { readonly [R in Rejection]?: string } = {
  DUPLICATE_NAME:
    'another player has this name, or one that looks like it: choose another display_name; if it is your own, hand in the seat_token you were given',
  INVALID_NAME:
    'this is no name: it is an id or a word of the league, holds what cannot be seen, or mixes scripts in a word: choose another display_name',
  NOT_INVITED:
    'this league takes players by invite code, and you have shown none of its: hand yours in as invite_code, as "Authorization: Bearer CODE", or by writing ?code=CODE behind the manager’s URL',
  CODE_IN_USE:
    'another player has taken the seat of this code: hand in the seat_token you were given, or try again once that player has been silent for half a minute',
  LEAGUE_FULL: 'every place is taken: wait for the next run of the league',
  REGISTRATION_CLOSED: 'players join before the league begins, and it has begun: wait for its next run',
};

/** The code and the reason that any other player would have been given. */
export function rejectedBy(rejection: Rejection): Refusal {
  const { code, reason } = REJECTIONS[rejection];
  return refusal(code, ADVICE[rejection] ?? `the league does not take the player of your seat; ${ASK}`, reason);
}

/** The reason why there is no seat although its player was started; the details are for the operator alone. */
export function turnedAway({ rejection, code }: StartFailure): Refusal {
  if (rejection !== undefined) return rejectedBy(rejection);
  return refusal('E020', `the player for your seat does not start (${code}); ${ASK}`);
}

const ASK = 'the operator of the league can read why where its manager runs';
