/** A line of waiting things: the most urgent first, and those of one urgency in the order they came. */
import { URGENCIES, type Urgency } from '../../contracts/urgency.ts';

/** A queue without a bound of its own: callers look at its length before they push. */
export class PriorityQueue<T> {
  readonly #lanes: readonly T[][] = URGENCIES.map(() => []);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** How urgent the first in line is; undefined when the queue is empty. */
  get urgency(): Urgency | undefined {
    return this.#length === 0 ? undefined : URGENCIES[this.#lanes.findIndex((lane) => lane.length > 0)];
  }

  push(urgency: Urgency, item: T): void {
    (this.#lanes[URGENCIES.indexOf(urgency)] as T[]).push(item);
    this.#length++;
  }

  /** Takes one out wherever it stands; whether it was there. */
  remove(item: T): boolean {
    for (const lane of this.#lanes) {
      const at = lane.indexOf(item);
      if (at < 0) continue;
      lane.splice(at, 1);
      this.#length--;
      return true;
    }
    return false;
  }

  /** Takes the first out, at most so many. */
  take(atMost: number): T[] {
    const taken: T[] = [];
    for (const lane of this.#lanes) {
      if (taken.length >= atMost) break;
      if (lane.length > 0) taken.push(...lane.splice(0, atMost - taken.length));
    }
    this.#length -= taken.length;
    return taken;
  }
}
