/** The state of one match while this referee runs it, and the signals by which a run is told to stop or to hurry. */
import {
  type MatchEvent,
  type MatchState,
  matchCourse,
  type RefereeEvent,
  type RefereePhase,
  refereePhases,
} from '../../../SHARED/contracts/states.ts';
import type { Clock } from '../../../SHARED/core/clock.ts';
import type { Entropy } from '../../../SHARED/core/entropy.ts';
import { next, type Table } from '../../../SHARED/core/machine.ts';
import { unwrap } from '../../../SHARED/core/result.ts';
import { Wakeup } from '../../../SHARED/league_sdk/flow/mutex.ts';
import type { Decided } from '../result/report.ts';
import { type MatchOrder, type Pair, playersOf, seatsFor } from './order.ts';
import type { Seat } from './seat.ts';

/** One assignment of a match. A newer assignment of the same match is another `Match`. */
export class Match {
  readonly seats: Pair<Seat>;
  readonly phase = new Phase();
  /** Rings when the order came again: a report that waits for its next attempt is sent at once. */
  readonly orderedAgain: Wakeup;
  /** Set by the run of the match as soon as it is decided, and by nothing else. */
  decided: Decided | undefined;
  /** The referee ends: what waits to be tried again is tried once more, and then left to the outbox. */
  isEnding = false;
  /** The referee ends when its matches are over: its manager hears so with the report. */
  isLast = false;
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

  /** Does at once, for the last time, what waits to be tried again. */
  hurry(): void {
    this.isEnding = true;
    this.orderedAgain.ring();
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

const FILE_EVENTS: ReadonlySet<string> = new Set(Object.values(matchCourse).flatMap((events) => Object.keys(events)));
const UNDECIDED: ReadonlySet<RefereePhase> = new Set([
  'IDLE',
  'WAITING_FOR_PLAYERS',
  'COLLECTING_CHOICES',
  'DRAWING_NUMBER',
]);

/** Where one match stands; it only moves along the tables. */
export class Phase {
  current: RefereePhase = 'IDLE';
  state: MatchState = 'WAITING_FOR_PLAYERS';
  /** Is told of every step. */
  onPhase: ((phase: RefereePhase) => void) | undefined;

  /** The match was decided before: only its report and the news of it are left. */
  resume(): void {
    this.current = 'REPORTING_RESULT';
    this.state = 'FINISHED';
    this.onPhase?.(this.current);
  }

  /** Goes on; throws where the tables know no such way, because then the code is wrong. */
  advance(event: RefereeEvent): void {
    this.current = unwrap(next<RefereePhase, RefereeEvent>(refereePhases, this.current, event));
    this.onPhase?.(this.current);
    if (!FILE_EVENTS.has(event)) return;
    const table: Table<MatchState, MatchEvent> = matchCourse;
    this.state = unwrap(next(table, this.state, event as MatchEvent));
  }

  /** Whether the result is still open. */
  get undecided(): boolean {
    return UNDECIDED.has(this.current);
  }
}
