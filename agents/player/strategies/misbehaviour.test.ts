import { expect, test } from 'vitest';
import { sleep } from '../../../SHARED/core/clock.ts';
import { fakeClock } from '../../../SHARED/testing/fake_clock.ts';
import { guard } from '../guard.ts';
import type { Strategy } from '../strategy.ts';
import { practiceTurn } from '../testing/practice.ts';
import { crash } from './crash.ts';
import { invalid } from './invalid.ts';
import { timeout } from './timeout.ts';

const guarded = (strategy: Strategy, clock = fakeClock()) =>
  guard(strategy, {
    clock,
    log: () => {
      throw new Error('a strategy that misbehaves on purpose is not worth a warning');
    },
  });

test('invalid gets an illegal move past the guard', async () => {
  const decision = await guarded(invalid)(practiceTurn());
  expect(decision).toEqual({ move: 'nonsense', reasoning: 'illegal on purpose' });
});

test('invalid stays illegal whatever is legal', async () => {
  const { move } = await guarded(invalid)(practiceTurn({ moves: ['nonsense', 'nonsense!'] }));
  expect(move).toBe('nonsense!!');
});

test('crash gets its exception past the guard', async () => {
  await expect(guarded(crash)(practiceTurn())).rejects.toThrow('crashes on purpose');
});

test('timeout stays silent long after its time', async () => {
  const clock = fakeClock();
  const answer = guarded(timeout, clock)(practiceTurn({ clock }));
  const patience = sleep(clock, 3_600_000).then(() => 'an hour later');
  expect(await clock.runUntil(Promise.race([answer, patience]))).toBe('an hour later');
});
