import { expect, test } from 'vitest';
import { fromHex, hmac, sameSecret, sha256, sha256Bytes, toHex } from './hash.ts';

const ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';

test('SHA-256 is SHA-256, of a whole or of its parts', () => {
  expect(sha256('abc')).toBe(ABC);
  expect(sha256('a', new Uint8Array([98]), 'c')).toBe(ABC);
  expect(toHex(sha256Bytes('ab', 'c'))).toBe(ABC);
});

test('HMAC is HMAC', () => {
  expect(hmac(new TextEncoder().encode('key'), 'The quick brown fox jumps over the lazy dog')).toBe(
    'f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8',
  );
});

test('hex goes both ways', () => {
  expect(fromHex('00ff10')).toEqual(new Uint8Array([0, 255, 16]));
  expect(toHex(new Uint8Array([0, 255, 16]))).toBe('00ff10');
});

test('secrets are the same or not, whatever their lengths', () => {
  expect(sameSecret('token', 'token')).toBe(true);
  expect(sameSecret('token', 'token ')).toBe(false);
  expect(sameSecret('', 'x'.repeat(1_000))).toBe(false);
  expect(sameSecret('tokeñ', 'tokeñ')).toBe(true);
  // As many characters, and not as many bytes; half a character is no other one.
  expect(sameSecret('tokeñ', 'token')).toBe(false);
  expect(sameSecret('token', 'toke\ud800')).toBe(false);
});
