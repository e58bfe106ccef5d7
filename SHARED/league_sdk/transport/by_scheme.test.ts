import { expect, test } from 'vitest';
import { later } from '../../core/clock.ts';
import { unwrap } from '../../core/result.ts';
import { fakeClock } from '../../testing/fake_clock.ts';
import { byScheme } from './by_scheme.ts';
import { memoryNetwork } from './memory.ts';
import type { Transport } from './transport.ts';
import { transportLaws } from './transport_laws.ts';

transportLaws('a choice of transports', () => {
  const clock = fakeClock();
  const transport = byScheme({ 'memory:': memoryNetwork({ clock }).transport() }, clock);
  let count = 0;
  return {
    sender: transport,
    receiver: transport,
    clock,
    isRemote: false,
    freeAddress: () => `memory:${++count}`,
    settled: (promise) => clock.runUntil(promise),
  };
});

test('the scheme chooses, and each transport is closed once', async () => {
  const clock = fakeClock();
  const closed: string[] = [];
  const named = (name: string): Transport => ({
    ...memoryNetwork({ clock }).transport(),
    send: async (to, text) => ({
      ok: true,
      value: { text: `${name} ${to} ${text}`, sentAt: clock.monotonic(), receivedAt: clock.monotonic() },
    }),
    close: async () => {
      closed.push(name);
    },
  });
  const web = named('web');
  const transport = byScheme({ 'http:': web, 'https:': web, 'memory:': named('memory') }, clock);
  const text = async (to: string): Promise<string | undefined> =>
    unwrap(await transport.send(to, 'hello', later(clock.monotonic(), 10))).text;
  expect(await text('http://localhost:8000/mcp')).toBe('web http://localhost:8000/mcp hello');
  expect(await text('https://localhost/mcp')).toBe('web https://localhost/mcp hello');
  expect(await text('memory:P01')).toBe('memory memory:P01 hello');
  await transport.close();
  expect(closed).toEqual(['web', 'memory']);
});

test('a scheme that is not there is named in the failure', async () => {
  const clock = fakeClock();
  const transport = byScheme({ 'memory:': memoryNetwork({ clock }).transport() }, clock);
  expect(await transport.send('stdio:P01', '{}', later(clock.monotonic(), 10))).toEqual({
    ok: false,
    error: { code: 'UNREACHABLE', detail: 'no wire for stdio:P01; there is memory:', failedAt: 0 },
  });
});
