/** How often one party can make us write to a log: what it provokes beyond that is counted and told with the next line. */

import type { Clock } from '../../core/clock.ts';
import { type Rate, TokenBuckets } from './token_bucket.ts';

/** For what somebody did wrong: enough to see what goes on, whatever goes on. */
export const REFUSALS_LOGGED: Rate = { burst: 1_000, perSec: 1 };
/** For messages of one player to the manager, which are few in any league. */
export const MESSAGES_LOGGED: Rate = { burst: 5_000, perSec: 20 };
/** For messages of all who are not registered yet: the largest league gets in, several times over. */
export const STRANGERS_LOGGED: Rate = { burst: 50_000, perSec: 20 };

/** So many parties are counted for; beyond that, some counts are lost and nothing else. */
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
