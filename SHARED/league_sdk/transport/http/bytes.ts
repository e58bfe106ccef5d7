/** The bytes of one body as they come in: however small the pieces, they take hardly more memory than their number. */
import { textOf } from './utf8.ts';

/** What a body in pieces takes at least, so that the first few do not have it copied again and again. */
const LEAST = 1_024;
const NOTHING = Buffer.alloc(0);

/** Collects the pieces of a body; a single piece is not copied and must stay as it is, of several none is kept. */
export class GatheredBytes {
  readonly #most: number;
  #buffer: Buffer = NOTHING;
  #isOurs = false;
  #size = 0;

  /** `most` is how long the body is expected to become at most. */
  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#size;
  }

  /** How many bytes of memory more it takes to add a piece of this length. */
  costOf(length: number): number {
    return this.#capacityWith(length) - this.#buffer.length;
  }

  add(piece: Buffer): void {
    if (this.#size === 0) this.#buffer = piece;
    else if (piece.length > 0) this.#copy(piece);
    this.#size += piece.length;
  }

  /** All of it as text; bytes that are no UTF-8 give a text that is no JSON. */
  text(): string {
    return textOf(this.#isOurs ? this.#buffer.subarray(0, this.#size) : this.#buffer);
  }

  /** Lets go of all of it, ready for another body. */
  forget(): void {
    this.#buffer = NOTHING;
    this.#isOurs = false;
    this.#size = 0;
  }

  #copy(piece: Buffer): void {
    const capacity = this.#capacityWith(piece.length);
    if (!this.#isOurs || capacity > this.#buffer.length) {
      // Not from the pool: a slice of it would keep the whole.
      const larger = Buffer.allocUnsafeSlow(capacity);
      this.#buffer.copy(larger, 0, 0, this.#size);
      this.#buffer = larger;
      this.#isOurs = true;
    }
    piece.copy(this.#buffer, this.#size);
  }

  #capacityWith(length: number): number {
    const needed = this.#size + length;
    if (this.#size === 0 || (this.#isOurs && needed <= this.#buffer.length))
      return Math.max(needed, this.#buffer.length);
    return length === 0 ? needed : Math.max(needed, Math.min(this.#most, Math.max(LEAST, 2 * needed)));
  }
}
