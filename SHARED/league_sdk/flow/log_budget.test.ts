import { expect, test } from 'vitest';
import { fakeClock } from '../../testing/fake_clock.ts';
import { LogBudget, REFUSALS_LOGGED } from './token_bucket.ts';

test('a million provocations are a thousand lines, and the next line tells of the rest', async () => {
  const clock = fakeClock();
  const budget = new LogBudget(REFUSALS_LOGGED, clock);
  let lines = 0;
  for (let i = 0; i < 1_000_000; i++) if (budget.spend('loud') !== undefined) lines++;
  expect(lines).toBe(1_000);
  expect(budget.spend('quiet')).toBe(0);
  await clock.advance(1_000);
  expect(budget.spend('loud')).toBe(999_000);
  expect(budget.spend('loud')).toBeUndefined();
  await clock.advance(1_000);
  expect(budget.spend('loud')).toBe(1);
});

test('very many parties do not fill the memory', () => {
  const budget = new LogBudget({ burst: 0, perSec: 0 }, fakeClock());
  for (let i = 0; i < 20_000; i++) expect(budget.spend(`party ${i}`)).toBeUndefined();
});
