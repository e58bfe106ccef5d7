/** A condition that waiters sleep on until it is signalled, a time has passed, or their own signal is aborted. */
import type { Clock } from '../../core/clock.ts';

/** Waiters wake together, in the order in which they began to wait. */
export class Wakeup {
  readonly #clock: Clock;
  readonly #waiting = new Set<() => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether there is a waiter that a ring would wake. */
  get isAwaited(): boolean {
    return this.#waiting.size > 0;
  }

  /** Resolves at the next ring, after `ms`, or when the signal is aborted, whichever is first. */
  wait(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        callOff();
        this.#waiting.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      const callOff = this.#clock.after(ms, wake);
      this.#waiting.add(wake);
      signal.addEventListener('abort', wake);
      if (signal.aborted) wake();
    });
  }

  /** Wakes every waiter; without one it changes nothing. */
  ring(): void {
    for (const wake of [...this.#waiting]) wake();
  }
}
