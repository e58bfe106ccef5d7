import { expect, test } from 'vitest';
import { fakeClock } from '../testing/fake_clock.ts';
import { later, sleep, systemClock, timestamp, watchOf } from './clock.ts';

test('a timestamp is written in one way', () => {
  expect(timestamp(fakeClock('2025-01-15T10:15:00Z'))).toBe('2025-01-15T10:15:00.000Z');
  expect(timestamp(systemClock)).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
});

test('sleeping takes its time and no more', async () => {
  const clock = fakeClock();
  const start = clock.monotonic();
  await clock.runUntil(sleep(clock, 250));
  expect(clock.monotonic()).toBe(later(start, 250));
});

test('the machine’s clock runs, fires what is due and forgets what is called off', async () => {
  const start = systemClock.monotonic();
  let calledOff = true;
  systemClock.after(0, () => {
    calledOff = false;
  })();
  await sleep(systemClock, 2);
  await systemClock.poll();
  expect(systemClock.monotonic()).toBeGreaterThan(start);
  expect(calledOff).toBe(true);
});

test('a watch sees how long the process stood still, and nothing after its end', async () => {
  const watch = systemClock.watch();
  const other = systemClock.watch();
  const until = systemClock.monotonic() + 400;
  while (systemClock.monotonic() < until);
  other.end();
  expect(other.stoodMs()).toBeGreaterThan(300);
  await sleep(systemClock, 50);
  expect(watch.stoodMs()).toBeGreaterThan(300);
  watch.end();
});

test('a watch counts from its beginning', () => {
  let sum = 7;
  const watch = watchOf(() => sum);
  sum = 10;
  expect(watch.stoodMs()).toBe(3);
  watch.end();
  sum = 20;
  expect(watch.stoodMs()).toBe(3);
});
