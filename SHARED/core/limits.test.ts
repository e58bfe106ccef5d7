import { expect, test } from 'vitest';
import { NETWORK_LIMITS, shareOfOneAddress } from './limits.ts';

test.each([
  [20_000, 12_000],
  [10_000, 6_000],
  [3, 1],
  [2, 1],
  [1, 1],
])('of %i for all, one address gets %i', (all, one) => {
  expect(shareOfOneAddress(all)).toBe(one);
});

test('the connections of one address leave some to others', () => {
  expect(NETWORK_LIMITS.connectionsPerAddress).toBeLessThanOrEqual(shareOfOneAddress(NETWORK_LIMITS.connections));
});

test('the conversations of one address leave some to others, and each can have its stream', () => {
  const { mcpSessions, mcpSessionsPerAddress, mcpExchanges } = NETWORK_LIMITS;
  expect(mcpSessionsPerAddress).toBeLessThanOrEqual(shareOfOneAddress(mcpSessions));
  expect(shareOfOneAddress(mcpExchanges / 2)).toBeGreaterThan(mcpSessionsPerAddress);
});
