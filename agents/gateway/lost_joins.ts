/** Joins whose answer got lost: who may have the seat of one, when it asks again. */
import type { Clock, Monotonic } from '../../SHARED/core/clock.ts';
import { sha256 } from '../../SHARED/core/hash.ts';
import type { Seat } from './seat.ts';

/** Who asks for a seat, and under which name. */
export interface Wish {
  readonly display_name: string;
  /** The household it asks from. */
  readonly address: string;
  /** What only this client knows. */
  readonly request_id?: string;
}

/** So long after a join it can be asked again. */
const LOST_MS = 60_000;

/** The joins of this process alone: a seat that was read from disk is its owner's, whoever knows its name. */
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
   * The seat that was meant for whoever asks. Names are public, so that it takes the request_id of the join itself, from
   * the same address, a moment later, and a seat that nobody has used.
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
