/** Allowances: so much at once, and more with time. Who has used up theirs has to wait; nobody else does. */
import type { Monotonic } from '../../core/clock.ts';

export interface Rate {
  /** How much may be taken at once by somebody who has taken nothing for long. */
  readonly burst: number;
  /** How much grows back in a second. */
  readonly perSec: number;
}

/** What one party may still take. */
export class TokenBucket {
  readonly #rate: Rate;
  #left: number;
  #since: Monotonic;

  constructor(rate: Rate, now: Monotonic) {
    this.#rate = rate;
    this.#left = rate.burst;
    this.#since = now;
  }

  /** Takes one, if there is one left. */
  take(now: Monotonic): boolean {
    this.#grow(now);
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }

  /** Whether nothing was taken lately, so that forgetting it changes nothing. */
  isFull(now: Monotonic): boolean {
    this.#grow(now);
    return this.#left >= this.#rate.burst;
  }

  #grow(now: Monotonic): void {
    this.#left = Math.min(this.#rate.burst, this.#left + ((now - this.#since) / 1_000) * this.#rate.perSec);
    this.#since = now;
  }
}

/** At most so many parties are remembered; forgetting one gives it a fresh allowance and costs nothing else. */
const REMEMBERED = 10_000;

/** An allowance for each party, all with one rate. */
export class TokenBuckets {
  readonly #rate: Rate;
  readonly #now: () => Monotonic;
  readonly #parties = new Map<string, TokenBucket>();

  constructor(rate: Rate, now: () => Monotonic) {
    this.#rate = rate;
    this.#now = now;
  }

  /** Takes one of this party's, if it has one left. */
  take(party: string): boolean {
    const now = this.#now();
    let allowance = this.#parties.get(party);
    if (allowance === undefined) {
      allowance = new TokenBucket(this.#rate, now);
      this.#parties.set(party, allowance);
      if (this.#parties.size > REMEMBERED) this.#parties.delete(this.#parties.keys().next().value as string);
    }
    return allowance.take(now);
  }
}
