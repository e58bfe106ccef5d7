/** The line in front of the work for MCP: one piece between two turns of the event loop, so that the league never waits for more than one. */
import type { Clock } from '../../core/clock.ts';
import { type Overload, shareOfOneAddress } from '../../core/limits.ts';

type Go = () => void;

/**
 * Households take turns, however much each of them wants, and none can fill the line alone. Work is what stands in
 * line: who only waits for something to happen has left it.
 */
export class FairQueue {
  readonly #clock: Clock;
  readonly #most: number;
  /** Whoever is next stands first; the pieces of one household are done in their order. */
  readonly #waiting = new Map<string, Go[]>();
  #size = 0;
  #isMoving = false;

  constructor(clock: Clock, most: number) {
    this.#clock = clock;
    this.#most = most;
  }

  /** Pieces of work that stand in line. */
  get size(): number {
    return this.#size;
  }

  /** Why so many pieces more of a household do not fit in. */
  overloadBy(household: string, pieces: number): Overload | undefined {
    const own = this.#waiting.get(household)?.length ?? 0;
    if (own + pieces > shareOfOneAddress(this.#most)) return 'caller';
    return this.#size + pieces > this.#most ? 'here' : undefined;
  }

  /** Resolves when it is this one's turn. What is then done before the next macrotask is done alone. */
  turn(household: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const own = this.#waiting.get(household);
    if (own === undefined) this.#waiting.set(household, [resolve]);
    else own.push(resolve);
    this.#size++;
    if (!this.#isMoving) void this.#move();
    return promise;
  }

  async #move(): Promise<void> {
    this.#isMoving = true;
    for (let next = this.#takeNext(); next !== undefined; next = this.#takeNext()) {
      next();
      // A microtask would not do: nobody is read before the event loop has turned.
      await this.#clock.poll();
    }
    this.#isMoving = false;
  }

  #takeNext(): Go | undefined {
    const [first] = this.#waiting;
    if (first === undefined) return undefined;
    const [household, own] = first;
    const next = own.shift();
    this.#size--;
    // Whoever has had a turn goes to the end of the line.
    this.#waiting.delete(household);
    if (own.length > 0) this.#waiting.set(household, own);
    return next;
  }
}
