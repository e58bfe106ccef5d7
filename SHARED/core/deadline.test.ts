import { expect, test } from 'vitest';
import { fakeClock } from '../testing/fake_clock.ts';
import { type Clock, later, type Monotonic, oncePassed } from './clock.ts';

test('a deadline has passed when its time has come, and not before', async () => {
  const clock = fakeClock();
  let passedAt: number | undefined;
  oncePassed(clock, later(clock.monotonic(), 100), () => {
    passedAt = clock.monotonic();
  });
  await clock.advance(99);
  expect(passedAt).toBeUndefined();
  await clock.advance(1);
  expect(passedAt).toBe(100);
});

test('what the last poll brings in still calls it off', async () => {
  const clock = fakeClock();
  const poll = Promise.withResolvers<void>();
  let passed = false;
  const callOff = oncePassed({ ...clock, poll: () => poll.promise }, later(clock.monotonic(), 100), () => {
    passed = true;
  });
  await clock.advance(100);
  expect(clock.scheduled).toBe(0);
  callOff();
  poll.resolve();
  await clock.advance(100);
  expect(passed).toBe(false);
});

test('called off in time, it leaves no timer behind', () => {
  const clock = fakeClock();
  oncePassed(clock, later(clock.monotonic(), 100), () => undefined)();
  expect(clock.scheduled).toBe(0);
});

test('a timer that fires early does not make a deadline pass early', async () => {
  const clock = fakeClock();
  const hasty: Clock = { ...clock, after: (ms, action) => clock.after(ms > 5 ? ms - 5 : ms, action) };
  let passedAt: number | undefined;
  oncePassed(hasty, later(clock.monotonic(), 100), () => {
    passedAt = clock.monotonic();
  });
  await clock.advance(1_000);
  expect(passedAt).toBe(100);
});

test('a deadline further away than a timer can count is kept all the same', async () => {
  const clock = fakeClock();
  let passed = false;
  const never = oncePassed(clock, Number.POSITIVE_INFINITY as Monotonic, () => {
    passed = true;
  });
  await clock.advance(2 ** 33);
  expect(passed).toBe(false);
  never();
  expect(clock.scheduled).toBe(0);
});

test('time in which the process stood still does not count, up to once the whole time again', async () => {
  const clock = fakeClock();
  const passedAt: number[] = [];
  oncePassed(clock, later(clock.monotonic(), 100), () => passedAt.push(clock.monotonic()));
  clock.stall(60);
  await clock.advance(99);
  expect(passedAt).toEqual([]);
  await clock.advance(1);
  expect(passedAt).toEqual([160]);
  oncePassed(clock, later(clock.monotonic(), 100), () => passedAt.push(clock.monotonic()));
  clock.stall(1_000);
  await clock.advance(0);
  expect(passedAt).toEqual([160, 1_160]);
});
