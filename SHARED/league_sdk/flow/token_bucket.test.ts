import { expect, test } from 'vitest';
import type { Monotonic } from '../../core/clock.ts';
import { TokenBucket, TokenBuckets } from './token_bucket.ts';

const at = (ms: number) => ms as Monotonic;
const RATE = { burst: 3, perSec: 2 };

/** How many of five in a row are granted. */
const granted = (take: () => boolean) => Array.from({ length: 5 }, take).filter(Boolean).length;

test('so much at once, and then as much as has grown back', () => {
  const allowance = new TokenBucket(RATE, at(0));
  expect(granted(() => allowance.take(at(0)))).toBe(3);
  expect(allowance.take(at(499))).toBe(false);
  expect(allowance.take(at(500))).toBe(true);
  expect(granted(() => allowance.take(at(1_500)))).toBe(2);
  expect(granted(() => allowance.take(at(99_999)))).toBe(3);
});

test('nothing taken lately is a full one', () => {
  const allowance = new TokenBucket(RATE, at(0));
  expect(allowance.isFull(at(0))).toBe(true);
  allowance.take(at(0));
  expect(allowance.isFull(at(499))).toBe(false);
  expect(allowance.isFull(at(500))).toBe(true);
});

test('one party that takes too much costs no other anything', () => {
  const allowances = new TokenBuckets(RATE, () => at(0));
  expect(granted(() => allowances.take('loud'))).toBe(3);
  expect(granted(() => allowances.take('quiet'))).toBe(3);
  expect(allowances.take('loud')).toBe(false);
});

test('of very many parties the first are forgotten, and begin anew', () => {
  const allowances = new TokenBuckets({ burst: 1, perSec: 0 }, () => at(0));
  expect([allowances.take('first'), allowances.take('first')]).toEqual([true, false]);
  for (let i = 0; i < 10_000; i++) allowances.take(`party ${i}`);
  expect(allowances.take('first')).toBe(true);
});
