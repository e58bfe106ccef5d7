/** Who is being answered by MCP, or listens to a stream: the places are shared, and streams can never take all of them. */
import { type Overload, shareOfOneAddress } from '../../core/limits.ts';

/** So much of all places may be taken by streams, which stay open as long as their clients like. */
const STREAMS_SHARE = 0.5;

interface Taken {
  all: number;
  streams: number;
}

/** A fixed number of places; one household has its share of them, and so it has of those for streams. */
export class FairSlots {
  readonly #most: Taken;
  readonly #mostOfOne: Taken;
  readonly #taken: Taken = { all: 0, streams: 0 };
  readonly #households = new Map<string, Taken>();

  constructor(most: number) {
    const streams = Math.max(1, Math.floor(most * STREAMS_SHARE));
    this.#most = { all: most, streams };
    this.#mostOfOne = { all: shareOfOneAddress(most), streams: shareOfOneAddress(streams) };
  }

  /** Takes a place until the returned function is called, or says why there is none. */
  take(household: string, isStream: boolean): Overload | (() => void) {
    const own = this.#households.get(household) ?? { all: 0, streams: 0 };
    if (isFull(own, this.#mostOfOne, isStream)) return 'caller';
    if (isFull(this.#taken, this.#most, isStream)) return 'here';
    this.#households.set(household, own);
    count(own, isStream, 1);
    count(this.#taken, isStream, 1);
    return () => {
      count(own, isStream, -1);
      count(this.#taken, isStream, -1);
      if (own.all === 0) this.#households.delete(household);
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
