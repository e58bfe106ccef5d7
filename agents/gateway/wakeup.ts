/** Wakes whoever waits for something to happen. */
import type { Clock } from '../../SHARED/core/clock.ts';

export class Wakeup {
  readonly #clock: Clock;
  readonly #waiting = new Set<() => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
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

  ring(): void {
    for (const wake of [...this.#waiting]) wake();
  }
}
