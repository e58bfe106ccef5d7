/** The time of a duel: virtual, so that no game waits for a timer and the same seed gives the same games. */
import { type Clock, type Monotonic, systemClock, watchOf } from '../../../SHARED/core/clock.ts';
import { becomesIdle } from '../processes/threads.ts';

const START_MS = Date.parse('2025-01-15T10:00:00.000Z');
/** A strategy that thinks until its time is over must come to that point: every look at the clock takes so long. */
const LOOK_MS = 1;
/** Time of the machine is added in such steps. */
const STEP_MS = 5;
/** An `async` function that waits for nothing has answered after so many turns of promises. */
const TURNS = 4;

interface Timer {
  readonly due: number;
  readonly action: () => void;
}

/**
 * A clock that strategies read and wait on. While a strategy has work in progress (a poll, a file, a socket, a timer of the
 * machine) it moves with the machine's time; when there is none it jumps to the next of its timers.
 */
export class DuelClock implements Clock {
  #elapsed = 0;
  #timers: Timer[] = [];

  now(): Date {
    return new Date(START_MS + this.monotonic());
  }

  monotonic(): Monotonic {
    this.#elapsed += LOOK_MS;
    return this.#elapsed as Monotonic;
  }

  after(ms: number, action: () => void): () => void {
    // A timer that is set again and again by itself takes time as well.
    const timer = { due: this.#elapsed + Math.max(LOOK_MS, ms), action };
    // Of two that are due together the older one is first.
    const at = this.#timers.findLastIndex(({ due }) => due <= timer.due);
    this.#timers.splice(at + 1, 0, timer);
    return () => {
      this.#timers = this.#timers.filter((each) => each !== timer);
    };
  }

  poll(): Promise<void> {
    return systemClock.poll();
  }

  watch() {
    return watchOf(() => 0);
  }

  /** The answer, or undefined if it has not come after `limitMs` of this clock; a hopeless wait takes no time of the machine. */
  async within<T>(answer: Promise<T>, limitMs: number): Promise<T | undefined> {
    let reply: { readonly value: T } | undefined;
    const work = answer.then((value) => {
      reply = { value };
    });
    const deadline = this.#elapsed + limitMs;
    for (let turn = 0; turn < TURNS && reply === undefined; turn++) await undefined;
    while (reply === undefined && this.#elapsed < deadline) {
      const began = systemClock.monotonic();
      const isIdle = await becomesIdle(work, STEP_MS);
      if (reply !== undefined) break;
      const nextTimer = Math.min(this.#timers[0]?.due ?? deadline, deadline);
      const now = isIdle ? nextTimer : this.#elapsed + (systemClock.monotonic() - began);
      this.#elapsed = Math.max(this.#elapsed, now);
      this.#runDueTimers();
    }
    return (reply as { readonly value: T } | undefined)?.value;
  }

  /** Runs the timers that are due now. A timer set meanwhile waits for the next run, though each look moves the clock. */
  #runDueTimers(): void {
    const now = this.#elapsed;
    for (let [next] = this.#timers; next !== undefined && next.due <= now; [next] = this.#timers) {
      this.#timers.shift();
      next.action();
    }
  }
}
