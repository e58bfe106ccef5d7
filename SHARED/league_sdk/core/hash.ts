/** SHA-256 and HMAC as hex, and a comparison of secrets that takes the same time whatever they are. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

export function sha256(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}

export function sha256Bytes(...parts: readonly (string | Uint8Array)[]): Uint8Array {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

export function hmac(key: Uint8Array, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex');
}

/** Compares digests, never the secrets themselves, so lengths do not matter and time tells nothing. */
export function sameSecret(a: string, b: string): boolean {
  return timingSafeEqual(sha256Bytes(a), sha256Bytes(b));
}

export function fromHex(hex: string): Uint8Array {
  return Uint8Array.from(Buffer.from(hex, 'hex'));
}

export function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
