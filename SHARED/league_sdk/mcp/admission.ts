/** Whether somebody may ask something of MCP now: how often, how much at once, and how much that is not worked on yet. */

import type { Clock } from '../../core/clock.ts';
import type { Overload } from '../../core/limits.ts';
import { FairQueue } from '../flow/fair_queue.ts';
import { FairSlots } from '../flow/fair_slots.ts';
import { TokenBuckets } from '../flow/token_bucket.ts';
import { kindOf, neighbourhoodOf } from '../transport/net_address.ts';
import type { McpLimits } from './limits.ts';

/** So many times its usual amount one household may ask for a moment. */
const BURST = 4;

/** Somebody who was let in. */
export interface Admitted {
  /** All of one home are counted together. */
  readonly household: string;
  /** Resolves when it may be worked for. */
  turn(): Promise<void>;
  /** Whether so many messages more may be brought along; what costs more is asked about before it is done. */
  more(messages: number): Overload | undefined;
  /** From now on it holds a stream, of which there are fewer. */
  holdStream(): Overload | undefined;
  /** To be called when everything is answered. */
  leave(): void;
}

export class Admission {
  readonly #allowances: TokenBuckets;
  readonly #places: FairSlots;
  readonly #line: FairQueue;

  constructor(clock: Clock, { exchanges, waiting, requestsPerSec: perSec }: McpLimits) {
    this.#allowances = new TokenBuckets({ burst: BURST * perSec, perSec }, () => clock.monotonic());
    this.#places = new FairSlots(exchanges);
    this.#line = new FairQueue(clock, waiting);
  }

  /** Lets somebody in, or says why not. */
  admit(address: string, isStream: boolean): Admitted | Overload {
    const household = neighbourhoodOf(address);
    const overload = this.#moreOf(household, address, 1);
    if (overload !== undefined) return overload;
    const place = this.#places.take(household, isStream);
    if (typeof place === 'string') return place;
    let leave = place;
    return {
      household,
      turn: () => this.#line.turn(household),
      more: (messages) => this.#moreOf(household, address, messages),
      holdStream: () => {
        const stream = this.#places.take(household, true);
        if (typeof stream === 'string') return stream;
        leave();
        leave = stream;
        return undefined;
      },
      leave: () => leave(),
    };
  }

  #moreOf(household: string, address: string, messages: number): Overload | undefined {
    const overload = this.#line.overloadBy(household, messages);
    if (overload !== undefined || kindOf(address) === 'loopback') return overload;
    for (let taken = 0; taken < messages; taken++) if (!this.#allowances.take(household)) return 'caller';
    return undefined;
  }
}
