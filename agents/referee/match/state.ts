/** What this referee knows of one match while it runs it, and the signals by which a run is told to stop or to hurry. */
import type { Clock } from '../../../SHARED/core/clock.ts';
import type { Entropy } from '../../../SHARED/core/entropy.ts';
import { Wakeup } from '../../../SHARED/league_sdk/flow/wakeup.ts';
import type { Decided } from '../result/report.ts';
import { type MatchOrder, type Pair, playersOf, seatsFor } from './order.ts';
import { Phase } from './phase.ts';
import type { Seat } from './seat.ts';

/** One assignment of a match. A newer assignment of the same match is another `Match`. */
export class Match {
  readonly seats: Pair<Seat>;
  readonly phase = new Phase();
  /** Rings when the order came again: a report that waits for its next attempt is sent at once. */
  readonly orderedAgain: Wakeup;
  /** Set by the run of the match as soon as it is decided, and by nothing else. */
  decided: Decided | undefined;
  readonly #abandoned = new AbortController();
  #order: MatchOrder;

  constructor(order: MatchOrder, entropy: Entropy, clock: Clock) {
    this.#order = order;
    this.seats = seatsFor(order, entropy);
    this.orderedAgain = new Wakeup(clock);
  }

  /** The order as it came last. */
  get order(): MatchOrder {
    return this.#order;
  }

  /** Aborted when another assignment took its place or the referee stopped: what the run still does counts for nothing. */
  get abandoned(): AbortSignal {
    return this.#abandoned.signal;
  }

  abandon(): void {
    this.#abandoned.abort();
  }

  /** The order came again: its players may have moved elsewhere, and its report is wanted now. */
  renew(order: MatchOrder): void {
    this.#order = order;
    for (const [i, { endpoint: address, dialect, echo }] of playersOf(order).entries()) {
      this.seats[i]?.readdress({ address, dialect, echo });
    }
    this.orderedAgain.ring();
  }
}
