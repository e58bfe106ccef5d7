import { expect, test } from 'vitest';
import { later } from '../../core/clock.ts';
import { err, ok, unwrap } from '../../core/result.ts';
import { fakeClock } from '../../testing/fake_clock.ts';
import { memoryNetwork } from './memory.ts';
import { atSeveral } from './several_addresses.ts';
import type { SendFailure, Transport } from './transport.ts';

const ADDRESSES = ['memory:A', 'memory:B', 'memory:C'];

function stage() {
  const clock = fakeClock();
  const network = memoryNetwork({ clock });
  const soon = () => later(clock.monotonic(), 1_000);
  const open = async (at: string) => unwrap(await network.transport().listen(at, async (text) => `${text} at ${at}`));
  const sent: string[] = [];
  const wire = network.transport();
  const noting: Transport = {
    ...wire,
    send: (to, ...what) => {
      sent.push(to);
      return wire.send(to, ...what);
    },
  };
  const transport = atSeveral(noting, ADDRESSES, clock);
  const send = async (to: string) => {
    const done = await transport.send(to, 'said', soon());
    return done.ok ? done.value.text : done.error.code;
  };
  return { clock, open, transport, send, sent, soon };
}

test('what is sent to the first address goes to the one that is there, and to that one from then on', async () => {
  const { open, send, sent } = stage();
  const third = await open('memory:C');
  expect(await send('memory:A')).toBe('said at memory:C');
  expect(await send('memory:A')).toBe('said at memory:C');
  expect(sent).toEqual(['memory:A', 'memory:B', 'memory:C', 'memory:C']);
  await open('memory:A');
  await third.close();
  expect(await send('memory:A')).toBe('said at memory:A');
});

test('each address is tried once: where none answers, that is said', async () => {
  const { send, sent } = stage();
  expect(await send('memory:A')).toBe('UNREACHABLE');
  expect(sent).toEqual(ADDRESSES);
});

test('other addresses are themselves, though they are among the several', async () => {
  const { open, send } = stage();
  await open('memory:B');
  expect(await send('memory:C')).toBe('UNREACHABLE');
  expect(await send('memory:X')).toBe('UNREACHABLE');
  expect(await send('memory:B')).toBe('said at memory:B');
});

test('a knock is made where one is at home', async () => {
  const { open, transport, soon } = stage();
  await open('memory:B');
  expect(await transport.knock('memory:A', soon())).toEqual(ok(undefined));
});

test.each([
  ['that is busy passing on to nobody', { code: 'REFUSED', status: 503 }, ['A', 'B', 'C']],
  ['that refuses', { code: 'REFUSED', status: 429 }, ['A', 'A']],
  ['that finds it too large', { code: 'TOO_LARGE' }, ['A', 'A']],
] as const)('one %s', async (_, failure, tried) => {
  const { clock, soon } = stage();
  const asked: string[] = [];
  const failing = {
    send: async (to: string) => {
      asked.push(to.at(-1) ?? '');
      return err({ detail: '', failedAt: clock.monotonic(), ...failure } as SendFailure);
    },
  } as unknown as Transport;
  const transport = atSeveral(failing, ADDRESSES, clock);
  while (asked.length < tried.length) await transport.send('memory:A', 'said', soon());
  expect(asked).toEqual(tried);
});

test('an address that is silent until the time is over is not asked first again', async () => {
  const { clock, soon } = stage();
  const asked: string[] = [];
  const failing = {
    send: async (to: string, _: string, deadline: number) => {
      asked.push(to);
      await clock.advance(deadline - clock.monotonic());
      return err({ code: 'DEADLINE_PASSED', detail: '', failedAt: clock.monotonic() } as SendFailure);
    },
  } as unknown as Transport;
  const transport = atSeveral(failing, ADDRESSES, clock);
  await transport.send('memory:A', 'said', soon());
  await transport.send('memory:A', 'said', soon());
  expect(asked).toEqual(['memory:A', 'memory:B']);
});
