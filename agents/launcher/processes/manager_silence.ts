/** How long a manager that gives no answer is believed to be busy. */
import type { Clock, Monotonic } from '../../../SHARED/core/clock.ts';

/** When its silence is told, and when it is given up. */
export interface ManagerPatience {
  readonly worryMs: number;
  readonly endMs: number;
  /** Looks in a row without an answer that it takes at least, so that whoever was asleep here itself blames nobody. */
  readonly looks: number;
}

/** Far more than a manager of thousands of players has ever needed for a look, on however busy a machine. */
export const MANAGER_PATIENCE: ManagerPatience = { worryMs: 20_000, endMs: 60_000, looks: 2 };

/** One silence after another: each is told once. */
export class ManagerSilence {
  readonly #clock: Clock;
  readonly #patience: ManagerPatience;
  #heardAt: Monotonic;
  #missed = 0;
  #isTold = false;

  constructor(clock: Clock, patience: ManagerPatience) {
    this.#clock = clock;
    this.#patience = patience;
    this.#heardAt = clock.monotonic();
  }

  heard(): void {
    this.#heardAt = this.#clock.monotonic();
    this.#missed = 0;
    this.#isTold = false;
  }

  /** Once more there was no answer: what to make of it, and how long there has been none. */
  missed(): { readonly verdict: 'patient' | 'worrying' | 'hopeless'; readonly seconds: number } {
    const { worryMs, endMs, looks } = this.#patience;
    const silentMs = this.#clock.monotonic() - this.#heardAt;
    const seconds = Math.round(silentMs / 1_000);
    this.#missed++;
    if (this.#missed < looks || silentMs < worryMs) return { verdict: 'patient', seconds };
    if (silentMs >= endMs && this.#isTold) return { verdict: 'hopeless', seconds };
    if (this.#isTold) return { verdict: 'patient', seconds };
    this.#isTold = true;
    return { verdict: 'worrying', seconds };
  }
}
