import { describe, expect, test } from 'vitest';
import { later } from '../../core/clock.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { fakeClock } from '../../testing/fake_clock.ts';
import { type RetryOptions, withRetry } from './retry.ts';

type Failure = 'DOWN' | 'FORBIDDEN';

/** Runs scripted attempts and tells when each began and how it all ended. */
async function run(
  script: readonly Result<string, Failure>[],
  options: Partial<RetryOptions<Failure>> = {},
): Promise<{ result: Result<string, Failure>; begun: number[]; endedAt: number }> {
  const clock = fakeClock();
  const begun: number[] = [];
  const attempt = async (number: number): Promise<Result<string, Failure>> => {
    begun.push(clock.monotonic());
    return script[Math.min(number, script.length) - 1] as Result<string, Failure>;
  };
  const retrying = withRetry(attempt, {
    clock,
    random: () => 1,
    retryable: (error) => error === 'DOWN',
    ...options,
  });
  return { result: await clock.runUntil(retrying), begun, endedAt: clock.monotonic() };
}

describe('the documented policy', () => {
  test('a success is not repeated', async () => {
    expect(await run([ok('yes')])).toEqual({ result: ok('yes'), begun: [0], endedAt: 0 });
  });

  test('three attempts in all, two and four seconds apart, then the last failure at once', async () => {
    expect(await run([err('DOWN')])).toEqual({ result: err('DOWN'), begun: [0, 2_000, 6_000], endedAt: 6_000 });
  });

  test('the first success ends it', async () => {
    expect(await run([err('DOWN'), ok('yes')])).toEqual({ result: ok('yes'), begun: [0, 2_000], endedAt: 2_000 });
  });

  test('a failure that is for good is not repeated', async () => {
    expect(await run([err('FORBIDDEN')])).toEqual({ result: err('FORBIDDEN'), begun: [0], endedAt: 0 });
  });
});

test('jitter takes up to half of a pause away, never more', async () => {
  expect((await run([err('DOWN')], { random: () => 0 })).begun).toEqual([0, 1_000, 3_000]);
  expect((await run([err('DOWN')], { random: () => 0.5 })).begun).toEqual([0, 1_500, 4_500]);
});

test('attempts, base and factor can be chosen', async () => {
  const { begun } = await run([err('DOWN')], { attempts: 4, baseMs: 100, factor: 3 });
  expect(begun).toEqual([0, 100, 400, 1_300]);
});

test('inside a deadline it goes on until the deadline has passed, and ends with it', async () => {
  const until = later(fakeClock().monotonic(), 1_000);
  const { result, begun, endedAt } = await run([err('DOWN')], {
    attempts: Number.POSITIVE_INFINITY,
    baseMs: 100,
    until: () => until,
  });
  expect(begun).toEqual([0, 100, 300, 700]);
  expect(endedAt).toBe(1_000);
  expect(result).toEqual(err('DOWN'));
});

test('a deadline that has passed leaves one attempt', async () => {
  const { begun } = await run([err('DOWN')], { until: () => later(fakeClock().monotonic(), -5) });
  expect(begun).toEqual([0]);
});
