/** Turns and wake-ups: a mutex for each key, a semaphore that lets a number of tasks run at once, and a condition to wait for. */
import type { Clock } from '../../core/clock.ts';

export class KeyedMutex {
  /** The end of each queue that has anybody in it. */
  readonly #ends = new Map<string, Promise<unknown>>();

  /** Runs the action when everything asked before under this name has ended, well or badly. */
  take<T>(name: string, action: () => Promise<T>): Promise<T> {
    return this.#enter(name, (this.#ends.get(name) ?? Promise.resolve()).then(action, action));
  }

  /** As `take`, but where nothing was asked before that has not ended, the action begins before this returns. */
  takeAtOnce<T>(name: string, action: () => T | Promise<T>): Promise<T> {
    if (this.#ends.has(name)) return this.take(name, async () => action());
    try {
      const done = action();
      return done instanceof Promise ? this.#enter(name, done) : Promise.resolve(done);
    } catch (thrown) {
      return Promise.reject(thrown);
    }
  }

  #enter<T>(name: string, turn: Promise<T>): Promise<T> {
    this.#ends.set(name, turn);
    const leave = () => {
      if (this.#ends.get(name) === turn) this.#ends.delete(name);
    };
    turn.then(leave, leave);
    return turn;
  }

  /** Resolves when every queue is empty; rejects with what went wrong in the last of any. */
  async settled(): Promise<void> {
    await Promise.all(this.#ends.values());
  }
}

/** Work on a name that serves every caller from before it began: callers that come while it is done share the next. */
export class SharedTurns {
  readonly #turns = new KeyedMutex();
  /** The work that has not begun. */
  readonly #next = new Map<string, Promise<void>>();

  share(name: string, work: (name: string) => Promise<void>): Promise<void> {
    const next = this.#next.get(name);
    if (next !== undefined) return next;
    const turn = this.#turns.take(name, () => {
      this.#next.delete(name);
      return work(name);
    });
    this.#next.set(name, turn);
    return turn;
  }
}

/** Begins work at once while fewer than `atOnce` are under way, else in the order it came; resolves as the work does. */
export function semaphore(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let underWay = 0;

  return async (work) => {
    // A woken waiter takes over the slot of the one that woke it, so that no newcomer slips in between.
    if (underWay < atOnce) underWay++;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) underWay--;
      else next();
    }
  };
}

/** Waiters wake together, in the order in which they began to wait. */
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

  /** Wakes every waiter; without one it changes nothing. */
  ring(): void {
    for (const wake of [...this.#waiting]) wake();
  }
}
