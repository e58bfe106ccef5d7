/** The clock of a duel where the machine works: virtual time goes on with the machine's, and ends a strategy at its limit. */
import { expect, test } from 'vitest';
import { sleep, systemClock } from '../../../SHARED/core/clock.ts';
import { DuelClock } from './duel_clock.ts';

test('a strategy that polls for ever ends at its limit', async () => {
  const clock = new DuelClock();
  const poller = { isStopped: false };
  async function pollForever(): Promise<string> {
    while (!poller.isStopped) await clock.poll();
    return 'never in time';
  }
  const began = systemClock.monotonic();
  expect(await clock.within(pollForever(), 100)).toBeUndefined();
  poller.isStopped = true;
  expect(systemClock.monotonic() - began).toBeGreaterThan(90);
});

test('a timer falls due while the strategy polls', async () => {
  const clock = new DuelClock();
  async function pollUntilAlarm(): Promise<string> {
    let isOver = false;
    clock.after(20, () => {
      isOver = true;
    });
    while (!isOver) await clock.poll();
    return 'done';
  }
  expect(await clock.within(pollUntilAlarm(), 24_000)).toBe('done');
});

test('a timer set during a wait for the machine falls due as well', async () => {
  const clock = new DuelClock();
  const work = sleep(systemClock, 10).then(() => sleep(clock, 20));
  expect(
    await clock.within(
      work.then(() => 'done'),
      24_000,
    ),
  ).toBe('done');
});

test('a search in long steps sees the time of the machine and stops before its limit', async () => {
  const clock = new DuelClock();
  let steps = 0;
  async function search(): Promise<string> {
    const began = clock.monotonic();
    for (; clock.monotonic() - began < 500; steps++) await sleep(systemClock, 10);
    return 'done';
  }
  expect(await clock.within(search(), 2_000)).toBe('done');
  expect(steps).toBeLessThan(100);
});

test('a timer that sets itself again without a delay ends at the limit', async () => {
  const clock = new DuelClock();
  const again = (): void => void clock.after(0, again);
  again();
  expect(await clock.within(new Promise<string>(() => {}), 50)).toBeUndefined();
});

test('a timer that sets itself again and looks at the clock holds up neither an answer nor the limit', async () => {
  const clock = new DuelClock();
  let isDone = false;
  const again = (): void => {
    if (isDone) return;
    clock.after(0, again);
    clock.monotonic();
  };
  again();
  expect(await clock.within(new Promise<string>(() => {}), 50)).toBeUndefined();
  const done = sleep(clock, 10).then(() => {
    isDone = true;
    return 'done';
  });
  expect(await clock.within(done, 50)).toBe('done');
});
