import { expect, test } from 'vitest';
import { pinOf } from './net_address.ts';

test.each([
  ['http://Agent.local/mcp', 'agent.local:80'],
  ['https://agent.local/', 'agent.local:443'],
  ['https://agent.local:8443/mcp', 'agent.local:8443'],
  ['http://agent.local:443/mcp', 'agent.local:443'],
])('%s is pinned by %s', (url, pin) => {
  expect(pinOf(new URL(url))).toBe(pin);
});
