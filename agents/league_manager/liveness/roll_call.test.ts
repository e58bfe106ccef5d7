import { expect, test } from 'vitest';
import { sleep } from '../../../SHARED/core/clock.ts';
import { err, ok } from '../../../SHARED/core/result.ts';
import { makePeer } from '../../../SHARED/league_sdk/messaging/peer.ts';
import { fakeClock } from '../../../SHARED/testing/fake_clock.ts';
import { type Agent, apply } from '../league/state.ts';
import { folded, LIMITS, registration, running } from '../testing/rehearsal.ts';
import { castOn, silence } from '../testing/rehearsal_cast.ts';
import { makePing, type Ping } from './ping.ts';
import { callRoll } from './roll_call.ts';

/** A league of P01, P02 and REF01, called when the test says so. */
function staged(waitMs = LIMITS.registrationMs) {
  const clock = fakeClock();
  const cast = castOn(clock);
  const league = folded(running({ players: 2 }));
  const peer = makePeer({ transport: cast.wire, clock, sender: () => 'league_manager' });
  let isOver = false;
  const told: unknown[] = [];
  const call = () => {
    const ping = makePing({ peer, transport: cast.wire, clock });
    const roll = callRoll({ league, ping, clock, limits: LIMITS, waitMs, onMissing: ({ named }) => told.push(named) });
    void roll.over.then(() => {
      isOver = true;
    });
    return roll;
  };
  return { clock, cast, league, call, told, over: () => isOver };
}

test('a roll call is over when everybody has answered', async () => {
  const { clock, cast, call, over } = staged();
  for (const id of ['P01', 'REF01']) await cast.agent(id);
  call();
  await clock.advance(5_000);
  expect(over()).toBe(false);
  await cast.agent('P02');
  await clock.advance(2_000);
  expect(over()).toBe(true);
  expect(clock.scheduled).toBe(0);
  // Who has answered is left in peace.
  expect(cast.ofType('ping').map(({ to }) => to)).toEqual(['REF01', 'P01', 'P02']);
});

test('any answer is a sign of life', async () => {
  const { clock, cast, call, over } = staged();
  await cast.agent('P01', { ping: () => ({ jsonrpc: '2.0', error: { code: -32601, message: 'no such method' } }) });
  await cast.agent('P02', { ping: () => ({ jsonrpc: '1.0' }) });
  await cast.agent('REF01');
  call();
  await clock.advance(0);
  expect(over()).toBe(true);
});

test('who moved is asked where it is now', async () => {
  const { clock, cast, league, call, over } = staged();
  for (const id of ['P01', 'REF01']) await cast.agent(id);
  call();
  await clock.advance(1_000);
  await cast.agent('elsewhere');
  apply(league, registration('P02', { endpoint: 'memory:elsewhere' }));
  await clock.advance(1_000);
  expect(over()).toBe(true);
});

test('it is over in any case when the time to come back has passed', async () => {
  const { clock, cast, call, over } = staged();
  await cast.agent('P01', { ping: silence });
  call();
  await clock.advance(LIMITS.registrationMs - 1);
  expect(over()).toBe(false);
  await clock.advance(1);
  expect(over()).toBe(true);
  const asked = cast.ofType('ping').length;
  await clock.advance(60_000);
  expect(cast.ofType('ping')).toHaveLength(asked);
  expect(clock.scheduled).toBe(0);
});

test.each(['SHUTDOWN', 'SUSPENDED'] as const)(
  'who is %s is not waited for, however long there is time',
  async (state) => {
    const { clock, cast, league, call, over } = staged(Number.POSITIVE_INFINITY);
    for (const id of ['P01', 'REF01']) await cast.agent(id);
    const gone = league.agents.get('P02');
    if (gone !== undefined) league.agents.set('P02', { ...gone, state });
    call();
    await clock.advance(0);
    expect(over()).toBe(true);
  },
);

test('without a limit it lasts until the last player is back, and names who is missing since when', async () => {
  const { clock, cast, call, told, over } = staged(Number.POSITIVE_INFINITY);
  for (const id of ['P01', 'REF01']) await cast.agent(id);
  const since = clock.now().toISOString();
  const { awaited } = call();
  await clock.advance(24 * 3_600_000);
  const missing = { agent_id: 'P02', display_name: 'Agent P02', since, reason: 'unreachable' };
  expect(awaited()).toEqual({ total: 1, named: [missing] });
  expect(told).toEqual([[missing]]);
  expect(over()).toBe(false);
  await cast.agent('P02');
  await clock.advance(2_000);
  expect([over(), awaited(), clock.scheduled]).toEqual([true, { total: 0, named: [] }, 0]);
});

test('a referee is not waited for longer than agents have to register', async () => {
  const { clock, cast, call, over } = staged(Number.POSITIVE_INFINITY);
  await cast.agent('P01');
  const { awaited } = call();
  await clock.advance(LIMITS.registrationMs - 1);
  expect(awaited().named.map(({ agent_id }) => agent_id)).toEqual(['P02', 'REF01']);
  await clock.advance(2_000);
  expect(awaited().named.map(({ agent_id }) => agent_id)).toEqual(['P02']);
  await cast.agent('P02');
  await clock.advance(2_000);
  expect(over()).toBe(true);
});

test('a referee that hangs does not keep a roll call without limit from its end', async () => {
  const { clock, cast, call, over } = staged(Number.POSITIVE_INFINITY);
  for (const id of ['P01', 'P02']) await cast.agent(id);
  await cast.agent('REF01', { ping: silence });
  const { awaited } = call();
  await clock.advance(LIMITS.registrationMs + 3 * LIMITS.responseMs);
  expect([over(), awaited().total, clock.scheduled]).toEqual([true, 0, 0]);
});

test('who went away while others were waited for is missed as well', async () => {
  const { clock, cast, call, over } = staged(Number.POSITIVE_INFINITY);
  await cast.agent('REF01');
  const first = await cast.agent('P01');
  const { awaited } = call();
  await clock.advance(60_000);
  await first.close();
  await cast.agent('P02');
  await clock.advance(2_000);
  expect([over(), awaited().named.map(({ agent_id }) => agent_id)]).toEqual([false, ['P01']]);
  await cast.agent('P01');
  await clock.advance(2_000);
  expect(over()).toBe(true);
});

test('who registers is asked at once', async () => {
  const { clock, cast, call, over } = staged();
  for (const id of ['P01', 'REF01']) await cast.agent(id);
  const { note } = call();
  await clock.advance(100);
  await cast.agent('P02');
  note('P02');
  await clock.advance(1);
  expect(over()).toBe(true);
});

test('of ten thousand that are away no more than a thousand a second are asked', async () => {
  const clock = fakeClock();
  let asked = 0;
  const ping: Ping = async () => {
    asked++;
    return err({ reason: 'unreachable', detail: 'nobody listens' });
  };
  const league = folded(running({ players: 2 }));
  const one = league.agents.get('P01') as Agent;
  for (let i = 0; i < 10_000; i++) league.agents.set(`X${i}`, { ...one, id: `X${i}` });
  const { awaited, callOff } = callRoll({ league, ping, clock, limits: LIMITS, waitMs: Number.POSITIVE_INFINITY });
  await clock.advance(100_000);
  expect(asked).toBeLessThanOrEqual(11 * 10_003);
  expect(awaited()).toMatchObject({ total: 10_002, named: { length: 100 } });
  callOff();
});

test('one that is called off asks nobody any more, and never ends', async () => {
  const { clock, cast, call, over } = staged();
  const { callOff } = call();
  await clock.advance(1_000);
  callOff();
  for (const id of ['P01', 'P02', 'REF01']) await cast.agent(id);
  await clock.advance(60_000);
  expect(over()).toBe(false);
  expect(cast.arrivals).toEqual([]);
  expect(clock.scheduled).toBe(0);
});

test('of a crowd 256 are asked at a time, and those who keep silent hold up nobody for ever', async () => {
  const clock = fakeClock();
  const league = folded(running({ players: 600 }));
  let open = 0;
  let most = 0;
  const heard = new Set<string>();
  const ping: Ping = async ({ endpoint }, withinMs) => {
    most = Math.max(most, ++open);
    // Half of them are hung for the first minute.
    const isHung = Number(endpoint.at(-1)) % 2 === 1 && clock.monotonic() < 60_000;
    await sleep(clock, isHung ? withinMs : 1);
    open--;
    if (isHung) return err({ reason: 'silent', detail: 'no answer in time' });
    heard.add(endpoint);
    return ok('answered');
  };
  const { over } = callRoll({ league, ping, clock, limits: LIMITS, waitMs: 600_000 });
  await clock.runUntil(over);
  expect(most).toBe(256);
  expect(heard.size).toBe(601);
  expect(clock.monotonic()).toBeLessThan(120_000);
  expect(clock.scheduled).toBe(0);
});

test('one that is called off asks none of those who wait for their turn', async () => {
  const clock = fakeClock();
  let asked = 0;
  const ping: Ping = async (_, withinMs) => {
    asked++;
    await sleep(clock, withinMs);
    return err({ reason: 'silent', detail: 'no answer in time' });
  };
  const league = folded(running({ players: 600 }));
  const { callOff } = callRoll({ league, ping, clock, limits: LIMITS, waitMs: 600_000 });
  await clock.advance(1);
  callOff();
  await clock.advance(60_000);
  expect(asked).toBe(256);
  expect(clock.scheduled).toBe(0);
});
