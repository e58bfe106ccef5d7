/** Circuit breakers (spec 004): an address that failed again and again is left alone for a while. */
import type { Clock, Monotonic } from '../../core/clock.ts';
import { next, type Table } from '../../core/machine.ts';
import { unwrap } from '../../core/result.ts';
import type { Address } from './transport.ts';

/** CLOSED: calls pass. OPEN: none does. HALF_OPEN: one is on trial. */
export type BreakerState = 'CLOSED' | 'OPEN' | 'HALF_OPEN';
type BreakerEvent = 'success' | 'threshold' | 'reset_timeout';

/** Life of a circuit breaker, in the specification's words. */
const breakerLife = {
  CLOSED: { success: 'CLOSED', threshold: 'OPEN' },
  OPEN: { success: 'CLOSED', threshold: 'OPEN', reset_timeout: 'HALF_OPEN' },
  HALF_OPEN: { success: 'CLOSED', threshold: 'OPEN', reset_timeout: 'HALF_OPEN' },
} as const satisfies Table<BreakerState, BreakerEvent>;

/** Five failures in a row open it, a minute later one trial is let through. */
export const BREAKER_POLICY = { failureThreshold: 5, resetTimeoutMs: 60_000 } as const;
export interface BreakerPolicy {
  readonly failureThreshold: number;
  readonly resetTimeoutMs: number;
}

/** Counts what happened to one endpoint and says whether to try it. */
export class CircuitBreaker {
  readonly #clock: Clock;
  readonly #policy: BreakerPolicy;
  #state: BreakerState = 'CLOSED';
  #failures = 0;
  /** The last failure, or the start of the trial. */
  #since: Monotonic;

  constructor(clock: Clock, policy: BreakerPolicy = BREAKER_POLICY) {
    this.#clock = clock;
    this.#policy = policy;
    this.#since = clock.monotonic();
  }

  get state(): BreakerState {
    return this.#state;
  }

  /** Whether to try now. True in HALF_OPEN is the one trial, so ask only when you will try, and record how it went. */
  canExecute(): boolean {
    if (this.#state === 'CLOSED') return true;
    // A trial whose end was never recorded is given up after the same time, or there would never be another.
    if (this.#clock.monotonic() - this.#since < this.#policy.resetTimeoutMs) return false;
    this.#move('reset_timeout');
    return true;
  }

  /** Closes it, also when the call was made without asking. */
  recordSuccess(): void {
    this.#failures = 0;
    this.#move('success');
  }

  /** The waiting time counts from the last failure. */
  recordFailure(): void {
    this.#failures++;
    this.#since = this.#clock.monotonic();
    if (this.#failures >= this.#policy.failureThreshold) this.#move('threshold');
  }

  #move(event: BreakerEvent): void {
    if (event === 'reset_timeout') this.#since = this.#clock.monotonic();
    this.#state = unwrap(next<BreakerState, BreakerEvent>(breakerLife, this.#state, event));
  }
}

export interface BreakersOptions extends Partial<BreakerPolicy> {
  /** How many endpoints are remembered; the one not asked about for longest is forgotten, and starts CLOSED again. */
  readonly capacity?: number;
}

export interface Breakers {
  /** The breaker of an endpoint, made when first asked for. The key is the whole address: one dead agent never costs its neighbours. */
  of(endpoint: Address): CircuitBreaker;
}

/** A breaker for each endpoint, all with one policy. */
export function breakers(clock: Clock, options: BreakersOptions = {}): Breakers {
  const { capacity = 20_000, ...policy } = { ...BREAKER_POLICY, ...options };
  const known = new Map<Address, CircuitBreaker>();
  return {
    of(endpoint) {
      const breaker = known.get(endpoint) ?? new CircuitBreaker(clock, policy);
      known.delete(endpoint);
      known.set(endpoint, breaker);
      if (known.size > capacity) known.delete(known.keys().next().value as Address);
      return breaker;
    },
  };
}
