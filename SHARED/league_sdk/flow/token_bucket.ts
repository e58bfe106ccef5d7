/** Token buckets: how much one key may ask in a time, and how many lines of a kind go into a log. */
import type { Clock, Monotonic } from '../../core/clock.ts';

/** How fast a bucket is filled, and how much it holds. */
export interface Rate {
  /** How much may be taken at once from a full bucket. */
  readonly burst: number;
  /** How much grows back in a second. */
  readonly perSec: number;
}

/** The bucket of one key: what it may still take. */
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

/** For refused messages: enough to see what goes on. */
export const REFUSALS_LOGGED: Rate = { burst: 1_000, perSec: 1 };
/** For the terminal of an agent, which a person reads: in all, and of one kind from one address. */
export const REFUSALS_SHOWN: Rate = { burst: 30, perSec: 0.2 };
export const REFUSALS_OF_A_KIND: Rate = { burst: 1, perSec: 1 / 60 };
/** For messages of one player to the manager, which are few in any league. */
export const MESSAGES_LOGGED: Rate = { burst: 5_000, perSec: 20 };
/** For messages of agents that are not registered yet: the largest league gets in, several times over. */
export const STRANGERS_LOGGED: Rate = { burst: 50_000, perSec: 20 };

/** The most parties that are counted for; beyond that, some counts are lost and nothing else. */
const COUNTED = 10_000;

export class LogBudget {
  readonly #allowances: TokenBuckets;
  readonly #unsaid = new Map<string, number>();

  constructor(rate: Rate, clock: Clock) {
    this.#allowances = new TokenBuckets(rate, () => clock.monotonic());
  }

  /** How many lines of this party went unsaid since its last one, if one may be written now; undefined if not. */
  spend(party: string): number | undefined {
    const unsaid = this.#unsaid.get(party) ?? 0;
    if (this.#allowances.take(party)) {
      if (unsaid > 0) this.#unsaid.delete(party);
      return unsaid;
    }
    if (unsaid > 0 || this.#unsaid.size < COUNTED) this.#unsaid.set(party, unsaid + 1);
    return undefined;
  }
}
