/** SHA-256 and HMAC as hex, and a comparison of secrets in constant time. */
import { createHmac, hash, timingSafeEqual } from 'node:crypto';

/** The hash of the parts, one after the other, in hex. */
export function sha256(...parts: readonly (string | Uint8Array)[]): string {
  return hash('sha256', joined(parts), 'hex');
}

/** The same as bytes. */
export function sha256Bytes(...parts: readonly (string | Uint8Array)[]): Uint8Array {
  // To have bytes at once takes twice as long as to have them spelled.
  return Buffer.from(hash('sha256', joined(parts), 'latin1'), 'latin1');
}

/** One call on the whole is several times as fast as a hash object that is fed its parts. */
function joined(parts: readonly (string | Uint8Array)[]): string | Uint8Array {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  if (parts.every((part) => typeof part === 'string')) return parts.join('');
  return Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
}

/** The HMAC-SHA-256 of a text in hex. */
export function hmac(key: Uint8Array, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex');
}

/** Whether two secrets are the same. Time tells whether they are as long as each other, as everybody may know, and nothing else. */
export function sameSecret(a: string, b: string): boolean {
  const [mine, theirs] = [Buffer.from(a), Buffer.from(b)];
  return mine.length === theirs.length && timingSafeEqual(mine, theirs);
}

/** The bytes that a hex text spells. */
export function fromHex(hex: string): Uint8Array {
  return new Uint8Array(Buffer.from(hex, 'hex'));
}

/** Bytes as hex. */
export function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
