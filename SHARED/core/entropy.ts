/** Unguessable bytes, handed in: tokens, tickets, conversation ids, seeds, jitter. */
import { randomBytes } from 'node:crypto';
import { toHex } from './hash.ts';
import { type Random, seeded } from './random.ts';

/** A source of bytes; those of `systemEntropy` cannot be guessed. */
export interface Entropy {
  bytes(count: number): Uint8Array;
}

/** The machine's own source. Many bytes cost as much as few, so they are fetched ahead; none is given twice. */
export const systemEntropy: Entropy = {
  bytes(count) {
    if (count > POOL_BYTES) return randomBytes(count);
    if (used + count > pool.length) {
      pool = randomBytes(POOL_BYTES);
      used = 0;
    }
    used += count;
    return Uint8Array.prototype.slice.call(pool, used - count, used);
  },
};
const POOL_BYTES = 4_096;
let pool = Buffer.alloc(0);
let used = 0;

/** A repeatable source for simulations; never for a league that counts. */
export function seededEntropy(seed: number): Entropy {
  const random = seeded(seed);
  return { bytes: (count) => new Uint8Array(count).map(() => Math.floor(random() * 256)) };
}

/** A version 4 UUID. */
export function uuid(entropy: Entropy): string {
  const bytes = entropy.bytes(16);
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  const hex = toHex(bytes);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Numbers in [0, 1) from the same source, for jitter and the like. */
export function randomFrom(entropy: Entropy): Random {
  return () => Buffer.from(entropy.bytes(6)).readUIntBE(0, 6) / 2 ** 48;
}
