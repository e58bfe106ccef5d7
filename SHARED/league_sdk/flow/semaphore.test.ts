import { expect, test } from 'vitest';
import { sleep } from '../../core/clock.ts';
import { fakeClock } from '../../testing/fake_clock.ts';
import { semaphore } from './mutex.ts';

test('no more go on at once than may, the others follow in the order they came, and each gets its own result', async () => {
  const clock = fakeClock();
  const turn = semaphore(2);
  const begun: string[] = [];
  const all = [1, 2, 3, 4, 5].map((n) =>
    turn(async () => {
      begun.push(`${n} at ${clock.monotonic()}`);
      await sleep(clock, n * 10);
      return n;
    }),
  );
  expect(await clock.runUntil(Promise.all(all))).toEqual([1, 2, 3, 4, 5]);
  expect(begun).toEqual(['1 at 0', '2 at 0', '3 at 10', '4 at 20', '5 at 40']);
});

test('work that throws tells who asked for it, and gives its place to the next', async () => {
  const turn = semaphore(1);
  const failing = turn(() => Promise.reject(new Error('broken')));
  const next = turn(async () => 'well');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('well');
});
