import { describe, expect, test } from 'vitest';
import { sleep } from '../../../SHARED/core/clock.ts';
import type { CallError } from '../../../SHARED/league_sdk/messaging/peer.ts';
import { makePeer } from '../../../SHARED/league_sdk/messaging/peer.ts';
import { breakers } from '../../../SHARED/league_sdk/transport/breaker.ts';
import { fakeClock } from '../../../SHARED/testing/fake_clock.ts';
import { folded, ids, LEAGUE, tokens, waiting } from '../testing/rehearsal.ts';
import { ACKNOWLEDGE, castOn, silence } from '../testing/rehearsal_cast.ts';
import { type Delivery, makeMailer } from './mailer.ts';

const TIMEOUT_MS = 10_000;

interface Setting {
  readonly fanOut?: number;
  readonly room?: number;
  readonly batches?: boolean;
}

/** An outbox to P01, P02, …, none of whom is there yet. */
function staged({ fanOut, room, batches = false }: Setting = {}) {
  const clock = fakeClock();
  const cast = castOn(clock);
  const league = folded(waiting(9, 1));
  const bugs: string[] = [];
  let conversations = 0;
  const outbox = makeMailer({
    peer: makePeer({ transport: cast.wire, clock, sender: () => 'league_manager' }),
    clock,
    breakers: breakers(clock),
    agentOf: (id) => {
      const agent = league.agents.get(id);
      return agent === undefined ? undefined : { ...agent, batches };
    },
    managerToken: tokens.manager,
    timeoutMs: TIMEOUT_MS,
    newConversation: () => `c${++conversations}`,
    onBug: (what) => bugs.push(what),
    ...(fanOut === undefined ? {} : { fanOut }),
    ...(room === undefined ? {} : { room }),
  });
  const announce = (id: string, round_id = 1) =>
    outbox.post(id, 'ROUND_ANNOUNCEMENT', { league_id: LEAGUE, round_id, matches: [] });
  return { clock, cast, outbox, announce, bugs };
}

const codeOf = (delivered: Delivery) => (delivered.ok ? delivered.value.kind : delivered.error.code);
const rounds = (cast: ReturnType<typeof castOn>, id: string) =>
  cast.arrivals.filter((arrival) => arrival.to === id).map(({ message }) => message['round_id']);

describe('a message', () => {
  test('arrives with the manager’s token and a conversation of its own, and its answer comes back', async () => {
    const { cast, announce, clock } = staged();
    await cast.agent('P01');
    const delivered = await clock.runUntil(Promise.all([announce('P01', 1), announce('P01', 2)]));
    expect(delivered).toMatchObject([
      { ok: true, value: { kind: 'answer', message: { message_type: 'ROUND_ANNOUNCEMENT_ACK', round_id: 1 } } },
      { ok: true, value: { kind: 'answer', message: { round_id: 2 } } },
    ]);
    expect(cast.arrivals.map(({ message }) => [message['auth_token'], message['conversation_id']])).toEqual([
      [tokens.manager('P01'), 'c1'],
      [tokens.manager('P01'), 'c2'],
    ]);
  });

  test('that we cannot write is told as ours, and the next one still arrives', async () => {
    const { cast, outbox, announce, bugs, clock } = staged();
    await cast.agent('P01');
    const unwritable = outbox.post('P01', 'ROUND_ANNOUNCEMENT', { round_id: 'one' });
    const [bad, good] = await clock.runUntil(Promise.all([unwritable, announce('P01', 2)]));
    expect([codeOf(bad), codeOf(good)]).toEqual(['UNREACHABLE', 'answer']);
    expect(bugs).toEqual(['a letter to P01']);
  });

  test('to nobody known, or to an empty place, comes back as unreachable', async () => {
    const { announce, clock } = staged();
    const [stranger, absent] = await clock.runUntil(Promise.all([announce('P99'), announce('P01')]));
    expect(stranger).toMatchObject({ error: { code: 'UNREACHABLE', detail: 'no such agent' } });
    expect(absent).toMatchObject({ error: { code: 'UNREACHABLE', detail: 'nobody listens at memory:P01' } });
  });

  test('that is not answered is given up when its time is over', async () => {
    const { cast, announce, clock } = staged();
    await cast.agent('P01', { ROUND_ANNOUNCEMENT: silence });
    expect(codeOf(await clock.runUntil(announce('P01')))).toBe('DEADLINE_PASSED');
    expect(clock.monotonic()).toBe(TIMEOUT_MS);
  });
});

describe('order', () => {
  test('each agent gets its messages in the order they were posted, one after the other', async () => {
    const { cast, announce, clock } = staged();
    let underWay = 0;
    let most = 0;
    const slow = async () => {
      most = Math.max(most, ++underWay);
      await new Promise<void>((resolve) => clock.after(100, resolve));
      underWay -= 1;
      return { status: 'acknowledged', round_id: 1 };
    };
    await cast.agent('P01', { ROUND_ANNOUNCEMENT: slow });
    await clock.runUntil(Promise.all([1, 2, 3, 4, 5].map((round) => announce('P01', round))));
    expect(rounds(cast, 'P01')).toEqual([1, 2, 3, 4, 5]);
    expect(most).toBe(1);
  });

  test('also when one of them is lost', async () => {
    const { cast, announce, clock } = staged();
    await cast.agent('P01', { ROUND_ANNOUNCEMENT: ({ round_id }) => (round_id === 2 ? undefined : ACKNOWLEDGE) });
    const delivered = await clock.runUntil(Promise.all([1, 2, 3].map((round) => announce('P01', round))));
    expect(delivered.map(codeOf)).toEqual(['answer', 'DEADLINE_PASSED', 'answer']);
    expect(rounds(cast, 'P01')).toEqual([1, 2, 3]);
  });

  test('a slow agent holds up nobody else', async () => {
    const { cast, announce, clock } = staged();
    await cast.agent('P01', { ROUND_ANNOUNCEMENT: silence });
    await cast.agent('P02');
    const slow = [announce('P01', 1), announce('P01', 2)];
    const quick = await clock.runUntil(Promise.all([announce('P02', 1), announce('P02', 2), announce('P02', 3)]));
    expect(quick.map(codeOf)).toEqual(['answer', 'answer', 'answer']);
    expect(clock.monotonic()).toBe(0);
    await clock.runUntil(Promise.all(slow));
    expect(clock.monotonic()).toBe(2 * TIMEOUT_MS);
  });

  test('never are more deliveries under way than the fan-out allows, and all get their turn', async () => {
    const { cast, announce, clock } = staged({ fanOut: 3 });
    let underWay = 0;
    let most = 0;
    const taking = async () => {
      most = Math.max(most, ++underWay);
      await new Promise<void>((resolve) => clock.after(50, resolve));
      underWay -= 1;
      return { status: 'acknowledged', round_id: 1 };
    };
    for (const id of ids('P', 9)) await cast.agent(id, { ROUND_ANNOUNCEMENT: taking });
    const delivered = await clock.runUntil(
      Promise.all(ids('P', 9).flatMap((id) => [announce(id, 1), announce(id, 2)])),
    );
    expect(delivered.every((outcome) => outcome.ok)).toBe(true);
    expect(most).toBe(3);
    expect(clock.monotonic()).toBe(6 * 50);
  });
});

describe('room', () => {
  /** P01 has one message under way, two that wait, and no room for more; it takes so long for each. */
  async function full(ms: number) {
    const on = staged({ room: 2 });
    const { cast, announce, clock } = on;
    await cast.agent('P01', { ROUND_ANNOUNCEMENT: () => sleep(clock, ms).then((): typeof ACKNOWLEDGE => ACKNOWLEDGE) });
    await cast.agent('P02');
    const underWay = announce('P01', 1);
    await clock.advance(0);
    return { ...on, taken: [underWay, announce('P01', 2), announce('P01', 3)] };
  }

  test('is waited for by who posts to an agent for whom too much waits; nobody else is concerned', async () => {
    const { cast, announce, outbox, clock, taken } = await full(4_000);
    const patient = announce('P01', 4);
    expect(codeOf(await clock.runUntil(announce('P02')))).toBe('answer');
    expect([clock.monotonic(), outbox.figures()]).toEqual([0, { waiting: 2, most: 3, refused: 0 }]);
    expect((await clock.runUntil(Promise.all([...taken, patient]))).map(codeOf)).toEqual(Array(4).fill('answer'));
    expect(rounds(cast, 'P01')).toEqual([1, 2, 3, 4]);
    expect([outbox.figures(), clock.scheduled]).toEqual([{ waiting: 0, most: 3, refused: 0 }, 0]);
  });

  test('that does not come in time is told its poster as E014', async () => {
    const { cast, announce, outbox, clock, taken } = await full(TIMEOUT_MS - 1);
    const patient = [4, 5].map((round) => announce('P01', round));
    expect(await clock.runUntil(patient[1] as Promise<Delivery>)).toMatchObject({
      ok: false,
      error: { code: 'UNREACHABLE', error_code: 'E014' },
    });
    expect([clock.monotonic(), outbox.figures().refused]).toEqual([TIMEOUT_MS, 1]);
    await clock.runUntil(Promise.all([...taken, ...patient]));
    expect(rounds(cast, 'P01')).toEqual([1, 2, 3, 4]);
  });

  test('there is none after the end: who posted what waits is told that it was not sent', async () => {
    const { cast, announce, outbox, clock, taken } = await full(4_000);
    const patient = announce('P01', 4);
    outbox.close();
    const [, ...waiting] = taken;
    expect((await Promise.all([...waiting, patient, announce('P02')])).map(codeOf)).toEqual(
      Array(4).fill('UNREACHABLE'),
    );
    await clock.advance(60_000);
    expect([rounds(cast, 'P01'), rounds(cast, 'P02'), clock.scheduled]).toEqual([[1], [], 0]);
  });
});

describe('an agent that takes batches', () => {
  test('gets in one what was posted together, in order, each with its own answer', async () => {
    const { cast, announce, outbox, clock } = staged({ batches: true });
    await cast.agent('P01');
    const standings = outbox.post('P01', 'LEAGUE_STANDINGS_UPDATE', { league_id: LEAGUE, round_id: 1, standings: [] });
    const delivered = await clock.runUntil(Promise.all([standings, announce('P01', 2)]));
    expect(cast.arrivals.map(({ type, together }) => [type, together])).toEqual([
      ['LEAGUE_STANDINGS_UPDATE', 2],
      ['ROUND_ANNOUNCEMENT', 2],
    ]);
    expect(delivered).toMatchObject([
      { value: { message: { message_type: 'STANDINGS_UPDATE_ACK' } } },
      { value: { message: { message_type: 'ROUND_ANNOUNCEMENT_ACK', round_id: 2 } } },
    ]);
  });

  test('gets no more than fifty in one', async () => {
    const { cast, announce, clock } = staged({ batches: true });
    await cast.agent('P01');
    await clock.runUntil(Promise.all(Array.from({ length: 60 }, (_, i) => announce('P01', i))));
    expect(rounds(cast, 'P01')).toEqual(Array.from({ length: 60 }, (_, i) => i));
    expect(new Set(cast.arrivals.map(({ together }) => together))).toEqual(new Set([50, 10]));
  });

  test('gets what comes later with the next', async () => {
    const { cast, announce, clock } = staged({ batches: true });
    await cast.agent('P01');
    const first = announce('P01', 1);
    await clock.advance(0);
    await clock.runUntil(Promise.all([first, announce('P01', 2), announce('P01', 3)]));
    expect(cast.arrivals.map(({ together }) => together)).toEqual([1, 2, 2]);
  });

  test('an agent that does not, gets one at a time', async () => {
    const { cast, announce, clock } = staged();
    await cast.agent('P01');
    await clock.runUntil(Promise.all([announce('P01', 1), announce('P01', 2)]));
    expect(cast.arrivals.map(({ together }) => together)).toEqual([1, 1]);
  });
});

describe('the breaker of an agent', () => {
  const five = [1, 2, 3, 4, 5];
  const BROKEN = 'its circuit breaker is open';
  const detailOf = (delivered: Delivery) => (delivered.ok ? undefined : (delivered.error as CallError).detail);

  test('opens after five silences: then nothing is sent, and others are not concerned', async () => {
    const { cast, announce, clock } = staged();
    await cast.agent('P01', { ROUND_ANNOUNCEMENT: silence });
    await cast.agent('P02');
    await clock.runUntil(Promise.all(five.map((round) => announce('P01', round))));
    const before = clock.monotonic();
    expect(detailOf(await clock.runUntil(announce('P01', 6)))).toBe(BROKEN);
    expect(clock.monotonic()).toBe(before);
    expect(rounds(cast, 'P01')).toEqual(five);
    expect(codeOf(await clock.runUntil(announce('P02')))).toBe('answer');
  });

  test('lets one trial through a minute later, and opens again if that is silent too', async () => {
    const { cast, announce, clock } = staged();
    await cast.agent('P01', { ROUND_ANNOUNCEMENT: silence });
    await clock.runUntil(Promise.all(five.map((round) => announce('P01', round))));
    await clock.advance(60_000);
    const [trial, next] = await clock.runUntil(Promise.all([announce('P01', 7), announce('P01', 8)]));
    expect([detailOf(trial as Delivery), detailOf(next as Delivery)]).toEqual(['no reply from memory:P01', BROKEN]);
    expect(rounds(cast, 'P01')).toEqual([...five, 7]);
  });

  test('closes with the first answer', async () => {
    const { cast, announce, clock } = staged();
    const listener = await cast.agent('P01', { ROUND_ANNOUNCEMENT: silence });
    await clock.runUntil(Promise.all(five.map((round) => announce('P01', round))));
    await listener.close();
    await cast.agent('P01');
    await clock.advance(60_000);
    const delivered = await clock.runUntil(Promise.all([announce('P01', 7), announce('P01', 8)]));
    expect(delivered.map(codeOf)).toEqual(['answer', 'answer']);
  });

  test.each([
    ['a refusal', { jsonrpc: '2.0', error: { code: -32603, message: 'no' } }, 'ERROR_REPLY'],
    ['a league error', { message_type: 'GAME_ERROR', error_code: 'E012', error_description: 'no' }, 'ERROR_REPLY'],
    ['a word of no known kind', { hello: 'world' }, 'acknowledged'],
    ['something that makes no sense', { jsonrpc: '1.0' }, 'INVALID_REPLY'],
  ])('stays closed while there are answers, be it %s', async (_, said, code) => {
    const { cast, announce, clock } = staged();
    await cast.agent('P01', { ROUND_ANNOUNCEMENT: () => said });
    const delivered = await clock.runUntil(Promise.all([...five, 6].map((round) => announce('P01', round))));
    expect(delivered.map(codeOf)).toEqual(Array(6).fill(code));
    expect(rounds(cast, 'P01')).toHaveLength(6);
  });
});
