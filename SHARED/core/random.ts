/** Chance as a stream of numbers, for rules, strategies and simulations. */
import { fromHex, sha256Bytes } from './hash.ts';

/** A stream of numbers in [0, 1). A game's comes from the match seed; `() => 0` is one too. */
export type Random = () => number;

/**
 * The public chance stream of a 64-hex-digit seed: block k is SHA-256(seed ‖ uint32be(k)),
 * and a number is its first six bytes divided by 2^48. Anyone can compute it again.
 */
export function chanceStream(seedHex: string): Random {
  const seed = fromHex(seedHex);
  /** The seed, and the number of the block behind it. */
  const input = new Uint8Array(seed.length + 4);
  input.set(seed);
  const view = new DataView(input.buffer);
  let block = 0;
  return () => {
    view.setUint32(seed.length, block++);
    const bytes = sha256Bytes(input);
    const { buffer, byteOffset } = bytes;
    const words = new DataView(buffer, byteOffset);
    return (words.getUint32(0) * 2 ** 16 + words.getUint16(4)) / 2 ** 48;
  };
}

/** A fast stream for tests and simulations, the same for the same number. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    // mulberry32: 32 bits of state are plenty where there is no adversary.
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * A fast stream of a 64-hex-digit seed with 128 bits of state, for many millions of numbers where there is no adversary.
 */
export function fastStream(seedHex: string): Random {
  // sfc32: small, fast, and without a known weakness in the usual batteries of tests.
  const word = (at: number) => Number.parseInt(seedHex.slice(8 * at, 8 * at + 8), 16) | 0;
  let [a, b, c, counter] = [word(0), word(1), word(2), word(3)];
  return () => {
    const next = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + next) | 0;
    return (next >>> 0) / 2 ** 32;
  };
}

/** A whole number from low to high, both included. */
export function intBetween(random: Random, low: number, high: number): number {
  return low + Math.floor(random() * (high - low + 1));
}

/** One of the items, each as likely as the others. */
export function pick<T>(random: Random, items: readonly T[]): T {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new RangeError('nothing to pick from');
  return item;
}
