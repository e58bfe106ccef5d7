import { expect, test } from 'vitest';
import { systemClock } from '../../core/clock.ts';
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

test('all addresses of one household share what it may have', () => {
  const admission = new McpAdmission(fakeClock(), { ...MCP_LIMITS, exchanges: 2 });
  expect(admission.admit('2001:db8::1', false)).toHaveProperty('subnet', '20010db800000000::/64');
  expect(admission.admit('2001:db8::2', false)).toBe('caller');
  expect(admission.admit('2001:db8:0:1::1', false)).toHaveProperty('leave');
});

test('requests that do not fit into the line are turned away, until some had their turn', async () => {
  const admission = new McpAdmission(systemClock, { ...MCP_LIMITS, waiting: 20 });
  const turns: Promise<void>[] = [];
  const admit = () => admission.admit('127.0.0.1', false);
  for (let admitted = admit(); typeof admitted !== 'string'; admitted = admit()) turns.push(admitted.turn());
  // One has its turn at once, and one address may fill a share of the line.
  expect([turns.length, admit()]).toEqual([13, 'caller']);
  await Promise.all(turns);
  expect(admit()).toHaveProperty('subnet');
});
