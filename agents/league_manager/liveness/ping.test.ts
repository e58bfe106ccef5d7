import { expect, test } from 'vitest';
import { makePeer } from '../../../SHARED/league_sdk/messaging/peer.ts';
import { fakeClock } from '../../../SHARED/testing/fake_clock.ts';
import { castOn, silence } from '../testing/rehearsal_cast.ts';
import { makeAskSeat, makePing } from './ping.ts';

const P01 = { endpoint: 'memory:P01', batches: true, tickets: false };

function staged() {
  const clock = fakeClock();
  const cast = castOn(clock);
  const peer = makePeer({ transport: cast.wire, clock, sender: () => 'league_manager' });
  const ping = makePing({ peer, transport: cast.wire, clock });
  const askSeat = makeAskSeat({ peer, transport: cast.wire, clock });
  return { clock, cast, ping, askSeat };
}

test('an agent of JSON-RPC is asked, and anything it says is a sign of life', async () => {
  const { cast, ping } = staged();
  await cast.agent('P01', { ping: () => ({ jsonrpc: '2.0', error: { code: -32601, message: 'no such method' } }) });
  expect(await ping({ ...P01, dialect: 'rpc' }, 1_000)).toEqual({ ok: true, value: 'answered' });
  expect(cast.ofType('ping')).toHaveLength(1);
});

test.each(['flat', 'v1'] as const)(
  'an agent of the dialect %s is asked nothing, and a connection says no more than that somebody listens',
  async (dialect) => {
    const { cast, ping } = staged();
    await cast.agent('P01', { ping: silence });
    expect(await ping({ ...P01, dialect }, 1_000)).toEqual({ ok: true, value: 'listening' });
    expect(cast.arrivals).toEqual([]);
  },
);

test.each(['rpc', 'flat'] as const)(
  'where nobody listens, an agent of %s gives none, and why is told',
  async (dialect) => {
    const { ping } = staged();
    expect(await ping({ ...P01, dialect }, 1_000)).toEqual({
      ok: false,
      error: { reason: 'unreachable', detail: 'nobody listens at memory:P01' },
    });
  },
);

test('an agent of JSON-RPC that never said it knows more than the documents is only connected to', async () => {
  const { cast, ping } = staged();
  await cast.agent('P01', { ping: silence });
  expect(await ping({ ...P01, dialect: 'rpc', batches: false }, 1_000)).toEqual({ ok: true, value: 'listening' });
  expect(cast.arrivals).toEqual([]);
});

test('who says nothing in time gives none', async () => {
  const { clock, cast, ping } = staged();
  await cast.agent('P01', { ping: silence });
  const sign = clock.runUntil(ping({ ...P01, dialect: 'rpc' }, 1_000));
  expect(await sign).toEqual({ ok: false, error: { reason: 'silent', detail: 'no reply from memory:P01' } });
  expect(clock.monotonic()).toBe(1_000);
});

test.each([
  [{ status: 'ok', registering: true }, 'own'],
  [{ status: 'ok', registering: false }, 'not own'],
  [{ status: 'ok' }, 'listening'],
  [{ status: 'ok', registering: 'true' }, 'listening'],
  [{ jsonrpc: '2.0', error: { code: -32601, message: 'no such method' } }, 'listening'],
])('the listener at a seat that says %j of a registration: %s', async (said, testimony) => {
  const { cast, askSeat } = staged();
  await cast.agent('P01', { ping: () => said });
  expect(await askSeat({ ...P01, dialect: 'rpc' }, 'c1', 1_000)).toBe(testimony);
  expect(cast.ofType('ping').map(({ message }) => message)).toEqual([{ conversation_id: 'c1' }]);
});

test('a seat whose agent knows no ping is asked nothing: it listens, or is silent', async () => {
  const { clock, cast, askSeat } = staged();
  const seat = { ...P01, dialect: 'flat' } as const;
  expect(await askSeat(seat, 'c1', 1_000)).toBe('silent');
  await cast.agent('P01', { ping: silence });
  expect(await askSeat(seat, 'c1', 1_000)).toBe('listening');
  expect(cast.arrivals).toEqual([]);
  expect(await clock.runUntil(askSeat({ ...P01, dialect: 'rpc' }, 'c1', 1_000))).toBe('silent');
});
