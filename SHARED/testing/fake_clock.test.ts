import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sleep, timestamp } from '../core/clock.ts';
import { fakeClock } from './fake_clock.ts';

describe('virtual time', () => {
  test('time stands still until it is moved', async () => {
    const clock = fakeClock('2025-03-01T00:00:00Z');
    expect(clock.monotonic()).toBe(0);
    expect(timestamp(clock)).toBe('2025-03-01T00:00:00.000Z');
    await clock.advance(1_500);
    expect(clock.monotonic()).toBe(1_500);
    expect(timestamp(clock)).toBe('2025-03-01T00:00:01.500Z');
  });

  test('a start that is no time is refused', () => {
    expect(() => fakeClock('noon')).toThrow('not a point in time: noon');
  });

  test('timers run when they are due and not before, in order, equals in the order of their making', async () => {
    const clock = fakeClock();
    const seen: string[] = [];
    clock.after(20, () => seen.push(`late ${clock.monotonic()}`));
    clock.after(10, () => seen.push('first'));
    clock.after(10, () => seen.push('second'));
    clock.after(-5, () => seen.push(`at once ${clock.monotonic()}`));
    expect(seen).toEqual([]);
    await clock.advance(19);
    expect(seen).toEqual(['at once 0', 'first', 'second']);
    await clock.advance(1);
    expect(seen).toEqual(['at once 0', 'first', 'second', 'late 20']);
    expect(clock.scheduled).toBe(0);
  });

  test('a cancelled timer never runs, and cancelling twice or too late changes nothing', async () => {
    const clock = fakeClock();
    let runs = 0;
    const cancelled = clock.after(10, () => runs++);
    const kept = clock.after(10, () => runs++);
    cancelled();
    cancelled();
    expect(clock.scheduled).toBe(1);
    await clock.advance(10);
    kept();
    expect(runs).toBe(1);
    expect(clock.scheduled).toBe(0);
  });

  test('promises settle between two timers, however long the chain', async () => {
    const clock = fakeClock();
    const seen: string[] = [];
    void sleep(clock, 1).then(async () => {
      for (let i = 0; i < 1_000; i++) await undefined;
      seen.push('chain');
    });
    clock.after(1, () => seen.push('next'));
    await clock.advance(5);
    expect(seen).toEqual(['chain', 'next']);
  });

  test('who polls sees all that was pending, and time waits for it', async () => {
    const clock = fakeClock();
    const seen: string[] = [];
    const slow = async (): Promise<void> => {
      for (let i = 0; i < 100; i++) await undefined;
      seen.push('chain');
    };
    void sleep(clock, 1).then(async () => {
      void slow();
      await clock.poll();
      seen.push('polled once');
      await clock.poll();
      seen.push(`polled twice at ${clock.monotonic()}`);
    });
    clock.after(2, () => seen.push('next'));
    await clock.advance(2);
    expect(seen).toEqual(['chain', 'polled once', 'polled twice at 1', 'next']);
  });

  test('a timer made by a timer runs in the same advance when it falls due', async () => {
    const clock = fakeClock();
    let ended = -1;
    void sleep(clock, 10)
      .then(() => sleep(clock, 10))
      .then(() => {
        ended = clock.monotonic();
      });
    await clock.advance(100);
    expect(ended).toBe(20);
  });

  test('an error in a timer reaches who moves the clock, and the clock goes on', async () => {
    const clock = fakeClock();
    clock.after(1, () => {
      throw new Error('a bug');
    });
    await expect(clock.advance(5)).rejects.toThrow('a bug');
    await clock.advance(5);
    expect(clock.monotonic()).toBe(6);
  });
});

describe('running until something has happened', () => {
  test('time jumps from timer to timer and stops with the promise', async () => {
    const clock = fakeClock();
    clock.after(90_000, () => undefined);
    const value = await clock.runUntil(sleep(clock, 60_000).then(() => 'done'));
    expect(value).toBe('done');
    expect(clock.monotonic()).toBe(60_000);
    expect(clock.scheduled).toBe(1);
  });

  test('a rejection comes through', async () => {
    const clock = fakeClock();
    const failing = sleep(clock, 5).then(() => {
      throw new Error('lost');
    });
    await expect(clock.runUntil(failing)).rejects.toThrow('lost');
  });

  test('waiting for what cannot happen is an error, not a hang', async () => {
    const clock = fakeClock();
    clock.after(30, () => undefined);
    await expect(clock.runUntil(new Promise(() => undefined))).rejects.toThrow(
      'after 30 ms of virtual time nothing is scheduled any more',
    );
  });

  test('the limit holds', async () => {
    const clock = fakeClock();
    const tick = (): void => {
      clock.after(400, tick);
    };
    tick();
    await expect(clock.runUntil(new Promise(() => undefined), 1_000)).rejects.toThrow(
      'the limit of 1000 ms is reached',
    );
    expect(clock.monotonic()).toBe(800);
  });

  test('two cannot move one clock', async () => {
    const clock = fakeClock();
    const first = clock.advance(5);
    await expect(clock.advance(5)).rejects.toThrow('already moving');
    await first;
    expect(clock.monotonic()).toBe(5);
  });
});

test('any mix of timers and cancellations runs like a sorted list', async () => {
  const step = fc.record({ ms: fc.integer({ min: 0, max: 50 }), cancels: fc.option(fc.nat(200), { nil: undefined }) });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 200 }), async (steps) => {
      const clock = fakeClock();
      const seen: number[] = [];
      const cancelled = new Set<number>();
      const cancels = steps.map(({ ms }, index) => clock.after(ms, () => seen.push(index)));
      for (const { cancels: index } of steps) {
        if (index === undefined || index >= steps.length) continue;
        cancels[index]?.();
        cancelled.add(index);
      }
      const expected = steps
        .map(({ ms }, index) => ({ ms, index }))
        .filter(({ index }) => !cancelled.has(index))
        .sort((a, b) => a.ms - b.ms || a.index - b.index);
      expect(clock.scheduled).toBe(expected.length);
      await clock.advance(50);
      expect(seen).toEqual(expected.map(({ index }) => index));
    }),
    { numRuns: 50 },
  );
});

test('a hundred thousand timers that are cancelled take no room', async () => {
  const clock = fakeClock();
  let ran = 0;
  for (let i = 0; i < 100_000; i++) clock.after(30_000, () => ran++)();
  clock.after(10, () => ran++);
  await clock.advance(30_000);
  expect(ran).toBe(1);
  expect(clock.scheduled).toBe(0);
});
