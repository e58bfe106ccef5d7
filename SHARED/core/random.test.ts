import { describe, expect, test } from 'vitest';
import { chanceStream, fastStream, intBetween, pick, seeded } from './random.ts';

/** First six bytes of SHA-256(seed, block as four bytes big-endian), worked out by another program. */
const VECTORS = [
  { seed: `${'0'.repeat(63)}f`, block: 0, bytes: 201_765_243_849_139 },
  { seed: `${'0'.repeat(63)}f`, block: 1, bytes: 43_597_740_567_081 },
  { seed: `${'0'.repeat(63)}f`, block: 3, bytes: 70_246_967_494_459 },
  { seed: '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f', block: 255, bytes: 217_748_710_851_331 },
  { seed: '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f', block: 256, bytes: 166_307_173_399_359 },
];

test.each(VECTORS)('block $block of a match’s chance is what anyone computes', ({ seed, block, bytes }) => {
  const random = chanceStream(seed);
  const numbers = Array.from({ length: block + 1 }, random);
  expect(numbers[block]).toBe(bytes / 2 ** 48);
});

test('two streams of one seed say the same and do not disturb each other', () => {
  const [first, second] = [chanceStream('ab'.repeat(32)), chanceStream('ab'.repeat(32))];
  const numbers = [first(), first(), first()];
  expect([second(), second(), second()]).toEqual(numbers);
  expect(new Set(numbers).size).toBe(3);
});

describe('a seeded stream', () => {
  test('is the known one', () => {
    const random = seeded(7);
    expect([random(), random(), random()].map((x) => x * 2 ** 32)).toEqual([50_271_532, 266_108_690, 4_195_786_334]);
  });

  test('stays in [0, 1) and is spread over it', () => {
    const random = seeded(1);
    const numbers = Array.from({ length: 10_000 }, random);
    expect(numbers.every((x) => x >= 0 && x < 1)).toBe(true);
    const mean = numbers.reduce((sum, x) => sum + x, 0) / numbers.length;
    expect(Math.abs(mean - 0.5)).toBeLessThan(0.02);
  });
});

describe('a fast stream', () => {
  test('is the known one, as another program worked it out', () => {
    const random = fastStream('000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f');
    const numbers = Array.from({ length: 1_000 }, () => random() * 2 ** 32);
    expect([...numbers.slice(0, 3), numbers.at(-1)]).toEqual([269_686_297, 1_483_042_039, 832_000_489, 2_907_527_612]);
  });

  test('stays in [0, 1) and is spread over it', () => {
    const random = fastStream('f'.repeat(64));
    const tenths = Array.from({ length: 100_000 }, () => intBetween(random, 1, 10));
    const counts = Array.from({ length: 10 }, (_, at) => tenths.filter((number) => number === at + 1).length);
    for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(500);
  });
});

test('a whole number lies between its ends, both included', () => {
  expect(intBetween(() => 0, 1, 10)).toBe(1);
  expect(intBetween(() => 1 - 2 ** -48, 1, 10)).toBe(10);
  expect(intBetween(() => 0.5, 3, 3)).toBe(3);
});

test('one of the items is picked, and nothing from nothing', () => {
  expect(pick(() => 0, ['a', 'b'])).toBe('a');
  expect(pick(() => 0.99, ['a', 'b'])).toBe('b');
  expect(() => pick(() => 0, [])).toThrow('nothing to pick from');
});
