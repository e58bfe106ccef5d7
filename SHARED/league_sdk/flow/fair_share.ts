/** Fair shares by key: slots that one subnet cannot hold alone, and a queue that serves the keys in turn. */

import type { Clock } from '../../core/clock.ts';
import { type Overload, shareOfOneAddress } from '../../core/limits.ts';

/** The share of all places that streams may take, which stay open as long as their clients like. */
const STREAMS_SHARE = 0.5;

interface Taken {
  all: number;
  streams: number;
}

/** A fixed number of slots, some of them for streams; one subnet may hold a share of either kind. */
export class FairSlots {
  readonly #most: Taken;
  readonly #mostOfOne: Taken;
  readonly #taken: Taken = { all: 0, streams: 0 };
  readonly #subnets = new Map<string, Taken>();

  constructor(most: number) {
    const streams = Math.max(1, Math.floor(most * STREAMS_SHARE));
    this.#most = { all: most, streams };
    this.#mostOfOne = { all: shareOfOneAddress(most), streams: shareOfOneAddress(streams) };
  }

  /** Takes a place until the returned function is called, or says why there is none. */
  take(subnet: string, isStream: boolean): Overload | (() => void) {
    const own = this.#subnets.get(subnet) ?? { all: 0, streams: 0 };
    if (isFull(own, this.#mostOfOne, isStream)) return 'caller';
    if (isFull(this.#taken, this.#most, isStream)) return 'here';
    this.#subnets.set(subnet, own);
    count(own, isStream, 1);
    count(this.#taken, isStream, 1);
    return () => {
      count(own, isStream, -1);
      count(this.#taken, isStream, -1);
      if (own.all === 0) this.#subnets.delete(subnet);
    };
  }
}

function isFull(taken: Taken, most: Taken, isStream: boolean): boolean {
  return taken.all >= most.all || (isStream && taken.streams >= most.streams);
}

function count(taken: Taken, isStream: boolean, by: 1 | -1): void {
  taken.all += by;
  if (isStream) taken.streams += by;
}

type Go = () => void;

/**
 * Subnets take turns, however much each of them wants, and none can fill the line alone. Work is what stands in
 * line: a caller that only waits for something to happen has left it.
 */
export class FairQueue {
  readonly #clock: Clock;
  readonly #most: number;
  /** The next key is first; the pieces of one subnet are done in their order. */
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

  /** Why so many pieces more of a subnet do not fit in. */
  overloadBy(subnet: string, pieces: number): Overload | undefined {
    const own = this.#waiting.get(subnet)?.length ?? 0;
    if (own + pieces > shareOfOneAddress(this.#most)) return 'caller';
    return this.#size + pieces > this.#most ? 'here' : undefined;
  }

  /** Resolves when it is this one's turn. What is then done before the next macrotask is done alone. */
  turn(subnet: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const own = this.#waiting.get(subnet);
    if (own === undefined) this.#waiting.set(subnet, [resolve]);
    else own.push(resolve);
    this.#size++;
    if (!this.#isMoving) void this.#move();
    return promise;
  }

  async #move(): Promise<void> {
    this.#isMoving = true;
    for (let next = this.#takeNext(); next !== undefined; next = this.#takeNext()) {
      next();
      // A microtask would not do: no socket is read before the event loop has turned.
      await this.#clock.poll();
    }
    this.#isMoving = false;
  }

  #takeNext(): Go | undefined {
    const [first] = this.#waiting;
    if (first === undefined) return undefined;
    const [subnet, own] = first;
    const next = own.shift();
    this.#size--;
    // A subnet that has had its turn goes to the end of the queue.
    this.#waiting.delete(subnet);
    if (own.length > 0) this.#waiting.set(subnet, own);
    return next;
  }
}
