import { describe, expect, test } from 'vitest';
import { fakeClock } from '../../testing/fake_clock.ts';
import { Wakeup } from './mutex.ts';

/** A waiter, and whether it has been woken. */
function waiting(wakeup: Wakeup, ms: number, signal = new AbortController().signal) {
  const waiter = { isAwake: false };
  void wakeup.wait(ms, signal).then(() => {
    waiter.isAwake = true;
  });
  return waiter;
}

describe('a waiter', () => {
  test('sleeps until its time has passed', async () => {
    const clock = fakeClock();
    const waiter = waiting(new Wakeup(clock), 100);
    await clock.advance(99);
    expect(waiter.isAwake).toBe(false);
    await clock.advance(1);
    expect(waiter.isAwake).toBe(true);
  });

  test('wakes with all others at a ring, and its timer is gone', async () => {
    const clock = fakeClock();
    const wakeup = new Wakeup(clock);
    const waiters = [waiting(wakeup, 100), waiting(wakeup, 200)];
    wakeup.ring();
    await clock.advance(0);
    expect(waiters.map(({ isAwake }) => isAwake)).toEqual([true, true]);
  });

  test('wakes when its own signal is aborted, and the others sleep on', async () => {
    const clock = fakeClock();
    const wakeup = new Wakeup(clock);
    const enough = new AbortController();
    const [called, other] = [waiting(wakeup, 100, enough.signal), waiting(wakeup, 100)];
    enough.abort();
    await clock.advance(0);
    expect([called.isAwake, other.isAwake]).toEqual([true, false]);
  });

  test('does not fall asleep on a signal that is aborted already', async () => {
    const clock = fakeClock();
    const wakeup = new Wakeup(clock);
    const waiter = waiting(wakeup, 100, AbortSignal.abort());
    await clock.advance(0);
    expect(waiter.isAwake).toBe(true);
  });
});

test('a ring without a waiter is not remembered', async () => {
  const clock = fakeClock();
  const wakeup = new Wakeup(clock);
  wakeup.ring();
  const waiter = waiting(wakeup, 100);
  await clock.advance(0);
  expect(waiter.isAwake).toBe(false);
});
