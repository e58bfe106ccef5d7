/** Work that is begun at once while there is room for it, waits in line while there is not, and is refused when too much waits. */
import { type Refusal, refusal } from '../../contracts/errors.ts';
import { URGENCIES, type Urgency } from '../../contracts/urgency.ts';
import { err, ok, type Result } from '../../core/result.ts';

export interface WorkBounds {
  /** So much is in work at once. */
  readonly atOnce: number;
  /** So much more may wait; what comes then is refused. */
  readonly room: number;
}

/** What is in work and what waits for it, the most urgent first; nothing is dropped that was taken. */
export class WorkQueue {
  readonly #bounds: WorkBounds;
  readonly #line = new PriorityQueue<() => void>();
  #inWork = 0;

  constructor(bounds: WorkBounds) {
    this.#bounds = bounds;
  }

  /**
   * The promise of the work: the very one that `work` gives where it is begun at once, and then its urgency is not
   * asked for. E014 when the queue is full. Work never rejects. Work whose `signal` is aborted leaves
   * the queue and is begun beside it, so that it can see that it is not wanted any more.
   */
  offer<T>(urgency: () => Urgency, work: () => Promise<T>, signal?: AbortSignal): Result<Promise<T>, Refusal> {
    if (this.#inWork < this.#bounds.atOnce) return ok(this.#begin(work));
    if (this.#line.length >= this.#bounds.room) {
      const detail = `${this.#inWork} are in work here and ${this.#line.length} wait; try again a little later`;
      return err(refusal('E014', detail));
    }
    return ok(
      new Promise((resolve) => {
        const begin = (): void => resolve(this.#begin(work));
        this.#line.push(urgency(), begin);
        signal?.addEventListener('abort', () => {
          if (this.#line.remove(begin)) resolve(work());
        });
      }),
    );
  }

  #begin<T>(work: () => Promise<T>): Promise<T> {
    this.#inWork++;
    const done = work();
    // Beside the work and not behind it: counting costs the caller no turn of the event loop.
    done.then(this.#end, this.#end);
    return done;
  }

  readonly #end = (): void => {
    this.#inWork--;
    this.#line.take(1)[0]?.();
  };
}

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
