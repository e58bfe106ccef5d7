import { expect, test } from 'vitest';
import { fakeClock } from '../../testing/fake_clock.ts';
import { MCP_LIMITS, McpAdmission } from './admission.ts';

/** Admits somebody again and again, and says how often it went well before it did not. */
function admittedTimes(admission: McpAdmission, address: string, most: number): number {
  for (let times = 0; times < most; times++) {
    const admitted = admission.admit(address, false);
    if (typeof admitted === 'string') return times;
    admitted.leave();
  }
  return most;
}

test('one household asks so often in a second, four times as often for a moment, and others all the same', async () => {
  const clock = fakeClock();
  const admission = new McpAdmission(clock, { ...MCP_LIMITS, requestsPerSec: 5 });
  expect(admittedTimes(admission, '192.0.2.1', 100)).toBe(20);
  expect(admittedTimes(admission, '192.0.2.2', 100)).toBe(20);
  await clock.advance(1_000);
  expect(admittedTimes(admission, '192.0.2.1', 100)).toBe(5);
});

test('this machine asks as often as it likes', () => {
  const admission = new McpAdmission(fakeClock(), { ...MCP_LIMITS, requestsPerSec: 5 });
  expect(admittedTimes(admission, '127.0.0.1', 100)).toBe(100);
  expect(admittedTimes(admission, '::1', 100)).toBe(100);
});

test('each message of a batch counts', () => {
  const admission = new McpAdmission(fakeClock(), { ...MCP_LIMITS, requestsPerSec: 5 });
  const admitted = admission.admit('192.0.2.1', false);
  expect(admitted).toHaveProperty('subnet', '192.0.2.1');
  if (typeof admitted === 'string') return;
  expect([admitted.more(19), admitted.more(1)]).toEqual([undefined, 'caller']);
});

test('all addresses of one household share what it may have', () => {
  const admission = new McpAdmission(fakeClock(), { ...MCP_LIMITS, exchanges: 2 });
  expect(admission.admit('2001:db8::1', false)).toHaveProperty('subnet', '20010db800000000::/64');
  expect(admission.admit('2001:db8::2', false)).toBe('caller');
  expect(admission.admit('2001:db8:0:1::1', false)).toHaveProperty('leave');
});
