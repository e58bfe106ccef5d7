/** The time of a duel: virtual, so that no game waits for a timer and the same seed gives the same games. */
import { type Clock, type Monotonic, sleep, systemClock, watchOf } from '../../../SHARED/core/clock.ts';

const START_MS = Date.parse('2025-01-15T10:00:00.000Z');
/** A strategy that thinks until its time is over must come to that point: every look at the clock takes so long. */
const LOOK_MS = 1;
/** The interval in which a strategy that waits for the machine itself is looked at. */
const MACHINE_MS = 5;
/** An `async` function that waits for nothing has answered after so many turns of promises. */
const TURNS = 4;
/** What keeps a worker alive without a strategy. */
const OWN = new Set(['MessagePort', 'Immediate']);

interface Timer {
  readonly due: number;
  readonly action: () => void;
}

/** A clock that strategies read and wait on; its timers fall due when nothing else is left to do. */
export class DuelClock implements Clock {
  #elapsed = 0;
  #timers: Timer[] = [];
  readonly #machine: Clock;

  constructor(machine = systemClock) {
    this.#machine = machine;
  }

  now(): Date {
    return new Date(START_MS + this.monotonic());
  }

  monotonic(): Monotonic {
    this.#elapsed += LOOK_MS;
    return this.#elapsed as Monotonic;
  }

  after(ms: number, action: () => void): () => void {
    const timer = { due: this.#elapsed + Math.max(0, ms), action };
    // Of two that are due together the older one is first.
    const at = this.#timers.findLastIndex(({ due }) => due <= timer.due);
    this.#timers.splice(at + 1, 0, timer);
    return () => {
      this.#timers = this.#timers.filter((each) => each !== timer);
    };
  }

  poll(): Promise<void> {
    return this.#machine.poll();
  }

  watch() {
    return watchOf(() => 0);
  }

  /**
   * The answer, unless so much time passes before: of this clock, or of the machine's where the answer depends on a file, a
   * socket or a timer of its own. An answer that nothing is left to bring is not waited for.
   */
  async within<T>(answer: Promise<T>, limitMs: number): Promise<T | undefined> {
    let came: { readonly value: T } | undefined;
    const coming = answer.then((value) => {
      came = { value };
    });
    const deadline = this.#elapsed + limitMs;
    const began = this.#machine.monotonic();
    for (let turn = 0; turn < TURNS && came === undefined; turn++) await undefined;
    while (came === undefined) {
      await this.#machine.poll();
      if (came !== undefined) break;
      const [next] = this.#timers;
      if (next !== undefined && next.due <= deadline) {
        this.#timers.shift();
        this.#elapsed = Math.max(this.#elapsed, next.due);
        next.action();
      } else if (this.#machine.monotonic() - began < limitMs && isBusy()) {
        await Promise.race([coming, sleep(this.#machine, MACHINE_MS)]);
      } else break;
    }
    this.#elapsed = came === undefined ? Math.max(this.#elapsed, deadline) : this.#elapsed;
    return (came as { readonly value: T } | undefined)?.value;
  }
}

function isBusy(): boolean {
  return process.getActiveResourcesInfo().some((resource) => !OWN.has(resource));
}
