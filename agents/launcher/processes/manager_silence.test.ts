import { expect, test } from 'vitest';
import { fakeClock } from '../../../SHARED/testing/fake_clock.ts';
import { MANAGER_PATIENCE, ManagerSilence } from './follow_run.ts';

/** What is made of looks without an answer, so many milliseconds after one another. */
async function verdicts(...pausesMs: readonly number[]) {
  const clock = fakeClock();
  const silence = new ManagerSilence(clock, MANAGER_PATIENCE);
  const seen: string[] = [];
  for (const ms of pausesMs) {
    await clock.advance(ms);
    const { verdict, seconds } = silence.missed();
    seen.push(`${seconds} s: ${verdict}`);
  }
  return { clock, silence, seen };
}

test('a silent manager is told of once and given up at last', async () => {
  const { seen } = await verdicts(10_000, 10_000, 10_000, 10_000, 10_000, 10_000);
  expect(seen).toEqual([
    ...['10 s: patient', '20 s: worrying', '30 s: patient', '40 s: patient', '50 s: patient', '60 s: hopeless'],
  ]);
});

test('a single look that failed means nothing, however long it took: perhaps we were asleep ourselves', async () => {
  expect((await verdicts(3_600_000)).seen).toEqual(['3600 s: patient']);
});

test('an answer makes up for all silence before it', async () => {
  const { clock, silence } = await verdicts(30_000, 29_000);
  silence.heard();
  await clock.advance(10_000);
  expect(silence.missed()).toEqual({ verdict: 'patient', seconds: 10 });
  await clock.advance(10_000);
  expect(silence.missed()).toEqual({ verdict: 'worrying', seconds: 20 });
});
