import { expect, test } from 'vitest';
import { randomFrom, seededEntropy, systemEntropy, uuid } from './entropy.ts';

test.each([
  ['the machine’s', systemEntropy],
  ['a seeded', seededEntropy(1)],
])('%s source gives as many bytes as are asked for, and version 4 UUIDs', (_, entropy) => {
  expect(entropy.bytes(32)).toHaveLength(32);
  const ids = Array.from({ length: 100 }, () => uuid(entropy));
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(ids).size).toBe(100);
});

test('a UUID keeps all bits but the six that say what it is', () => {
  expect(uuid({ bytes: (count) => new Uint8Array(count) })).toBe('00000000-0000-4000-8000-000000000000');
  expect(uuid({ bytes: (count) => new Uint8Array(count).fill(255) })).toBe('ffffffff-ffff-4fff-bfff-ffffffffffff');
});

test('a seeded source repeats itself, another seed does not', () => {
  expect(seededEntropy(5).bytes(8)).toEqual(seededEntropy(5).bytes(8));
  expect(seededEntropy(5).bytes(8)).not.toEqual(seededEntropy(6).bytes(8));
});

test('numbers from a source lie in [0, 1)', () => {
  expect(randomFrom({ bytes: (count) => new Uint8Array(count) })()).toBe(0);
  expect(randomFrom({ bytes: (count) => new Uint8Array(count).fill(255) })()).toBe(1 - 2 ** -48);
});
