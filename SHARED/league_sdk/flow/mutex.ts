/** Turns: a mutex for each key, and a semaphore that lets a number of tasks run at once. */

export class KeyedMutex {
  /** The end of each queue that has anybody in it. */
  readonly #ends = new Map<string, Promise<unknown>>();

  /** Runs the action when everything asked before under this name has ended, well or badly. */
  take<T>(name: string, action: () => Promise<T>): Promise<T> {
    const turn = (this.#ends.get(name) ?? Promise.resolve()).then(action, action);
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

/** So many agents are asked for a sign of life at the same time. */
export const AT_ONCE = 256;

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
