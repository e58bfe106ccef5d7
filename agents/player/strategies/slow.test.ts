import { expect, test } from 'vitest';
import { fakeClock } from '../../../SHARED/testing/fake_clock.ts';
import { moveOf, practiceTurn } from '../testing/practice.ts';
import { slow } from './slow.ts';
import { strategyLaws } from './strategy_laws.ts';

strategyLaws(slow);

test('it answers late, and in time', async () => {
  const clock = fakeClock();
  const start = clock.monotonic();
  await clock.runUntil(moveOf(slow, practiceTurn({ clock, timeLeftMs: 24_000 })));
  expect(clock.monotonic() - start).toBe(18_000);
});
