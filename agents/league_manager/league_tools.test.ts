import { expect, test } from 'vitest';
import { LogBudget, REFUSALS_LOGGED } from '../../SHARED/league_sdk/flow/token_bucket.ts';
import { fakeClock } from '../../SHARED/testing/fake_clock.ts';
import { budgetedLog } from './league_tools.ts';

test('the league log writes a thousand provocations of one party, counts the rest, and never counts what happened', async () => {
  const clock = fakeClock();
  const lines: string[] = [];
  const log = budgetedLog(
    (event, details) => void lines.push(`${event} ${JSON.stringify(details)}`),
    new LogBudget(REFUSALS_LOGGED, clock),
  );
  for (let i = 0; i < 1_500; i++) log('REGISTRATION_REFUSED', { address: '10.0.0.7' });
  expect(lines).toHaveLength(1_000);
  for (let i = 0; i < 2_000; i++) log('MATCH_RESULT_RECEIVED', { match_id: 'R1M1' });
  log('REGISTRATION_REFUSED', { address: '10.0.0.8' });
  log('RESULT_REFUSED', { referee_id: 'REF01' });
  expect(lines).toHaveLength(3_002);
  await clock.advance(1_000);
  log('REGISTRATION_REFUSED', { address: '10.0.0.7' });
  expect(lines.at(-1)).toBe('REGISTRATION_REFUSED {"address":"10.0.0.7","unsaid":500}');
});
