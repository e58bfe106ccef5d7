/** Asking many without asking all of them at once. */

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
