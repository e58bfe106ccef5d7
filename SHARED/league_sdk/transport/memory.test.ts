import { expect, test } from 'vitest';
import { type Clock, later, systemClock } from '../../core/clock.ts';
import { unwrap } from '../../core/result.ts';
import { fakeClock } from '../../testing/fake_clock.ts';
import { memoryNetwork } from './memory.ts';
import { type TransportWorld, transportLaws } from './transport_laws.ts';

function memoryWorld(clock: Clock, settled: TransportWorld['settled'], latencyMs?: () => number): TransportWorld {
  const network = memoryNetwork(latencyMs === undefined ? { clock } : { clock, latencyMs });
  let count = 0;
  return {
    sender: network.transport('memory:sender'),
    receiver: network.transport(),
    clock,
    isRemote: false,
    freeAddress: () => `memory:${++count}`,
    settled,
  };
}

transportLaws('memory on the machine clock', () => memoryWorld(systemClock, (promise) => promise));

transportLaws('memory on virtual time', () => {
  const clock = fakeClock();
  return memoryWorld(clock, (promise) => clock.runUntil(promise));
});

transportLaws('memory with latency', () => {
  const clock = fakeClock();
  return memoryWorld(
    clock,
    (promise) => clock.runUntil(promise),
    () => 3,
  );
});

test('a text takes its latency each way', async () => {
  const clock = fakeClock();
  const network = memoryNetwork({ clock, latencyMs: () => 40 });
  unwrap(await network.transport().listen('memory:P01', async (_text, from) => `heard at ${from.receivedAt}`));
  const sending = network.transport().send('memory:P01', '{}', later(clock.monotonic(), 1_000));
  const reply = unwrap(await clock.runUntil(sending));
  expect(reply).toEqual({ text: 'heard at 40', sentAt: 0, receivedAt: 80 });
  expect(clock.scheduled).toBe(0);
});

test('who sends is seen under the address of its view', async () => {
  const clock = fakeClock();
  const network = memoryNetwork({ clock });
  unwrap(await network.transport().listen('memory:LM01', async (_text, from) => from.address));
  const from = async (address?: string): Promise<string | undefined> => {
    const sending = network.transport(address).send('memory:LM01', '{}', later(clock.monotonic(), 100));
    return unwrap(await clock.runUntil(sending)).text;
  };
  expect(await from('memory:P01')).toBe('memory:P01');
  expect(await from()).toBe('memory');
});
