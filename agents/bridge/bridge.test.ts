import { describe, expect, test } from 'vitest';
import { seededEntropy } from '../../SHARED/core/entropy.ts';
import type { JsonObject } from '../../SHARED/core/json.ts';
import { err, ok, type Result, unwrap } from '../../SHARED/core/result.ts';
import type { Listed, RemoteFailure, RemoteOptions, RemoteServer } from '../../SHARED/league_sdk/mcp/remote_server.ts';
import type { Heartbeat } from '../../SHARED/league_sdk/spec/session_manager.ts';
import type { ToolCard } from '../../SHARED/league_sdk/spec/tool_registry.ts';
import { fakeClock } from '../../SHARED/testing/fake_clock.ts';
import { makeBridge } from './bridge.ts';

type Called = Result<JsonObject, RemoteFailure>;

const tool = (name: string, readOnlyHint = true): ToolCard => ({
  name,
  description: `Does ${name}.`,
  input: { type: 'object' },
  more: { annotations: { readOnlyHint } },
});

/** A server of MCP in the hands of a test. */
function upstream(tools: readonly ToolCard[]) {
  const calls: string[] = [];
  const server = {
    ...{ isThere: true, beat: 'alive' as Heartbeat, handshakes: 0, closed: 0, tools, calls },
    answer: async (name: string): Promise<Called> => ok({ said: name }),
    watched: [] as (readonly string[])[],
    watches: ok(undefined) as Result<void, RemoteFailure>,
    heard: {} as Partial<RemoteOptions>,
  };
  const remote: RemoteServer = {
    ...{ name: 'league_manager', revision: '2025-11-25', instructions: 'Play.' },
    answers: (method) => method.startsWith('resources/'),
    tools: async () => ok(server.tools),
    call: (name) => {
      calls.push(name);
      return server.answer(name);
    },
    ask: async (method) => ok({ method }),
    async watch(uris) {
      server.watched.push(uris);
      return server.watches;
    },
    heartbeat: async () => server.beat,
    async close() {
      server.closed++;
    },
  };
  return { server, remote };
}

type Upstreams = { readonly [name: string]: ReturnType<typeof upstream> };

function staged(upstreams: Upstreams) {
  const clock = fakeClock();
  const said: string[] = [];
  const [first = '', ...rest] = Object.keys(upstreams);
  const place = (name: string) => ({ name, url: `http://${name}/mcp` });
  const bridge = makeBridge({
    ...{ clock, entropy: seededEntropy(1), say: (line: string) => said.push(line) },
    servers: [place(first), ...rest.map(place)],
    async connect(heard) {
      const { url } = heard;
      const { server, remote } = upstreams[new URL(url).hostname.toUpperCase()] as Upstreams[string];
      if (!server.isThere) return err({ code: 'UNREACHABLE', detail: 'nobody there', final: false });
      server.handshakes++;
      server.heard = heard;
      return ok({ ...remote });
    },
  });
  const call = (name: string, signal = new AbortController().signal) => bridge.call(name, {}, { signal });
  const names = () => bridge.tools().map((each) => each.name);
  return { clock, bridge, said, call, names };
}

const FORGOTTEN: Called = err({ code: 'FORGOTTEN', detail: 'no such session' });
const AWAY: Called = err({ code: 'AWAY', detail: 'connection refused' });

describe('tools', () => {
  test('of all servers are in one list, and each call goes to the server that has it', async () => {
    const [LM01, P01] = [upstream([tool('get_standings'), tool('ping')]), upstream([tool('ping')])];
    const { bridge, call, names } = staged({ LM01, P01 });
    await bridge.open();
    expect(names()).toEqual(['get_standings', 'LM01__ping', 'P01__ping']);
    expect(await call('P01__ping')).toEqual(ok({ said: 'ping' }));
    expect(await call('get_standings')).toEqual(ok({ said: 'get_standings' }));
    expect([LM01.server.calls, P01.server.calls]).toEqual([['get_standings'], ['ping']]);
    expect(await call('ping')).toMatchObject({ error: { code: 'AMBIGUOUS_TOOL' } });
    expect(await call('fly')).toMatchObject({ error: { code: 'UNKNOWN_TOOL' } });
  });

  test('are listed anew when their server says that they changed', async () => {
    const LM01 = upstream([tool('a')]);
    const { bridge, names, clock } = staged({ LM01 });
    await bridge.open();
    let changes = 0;
    bridge.onChange((what) => what === 'tools' && changes++);
    LM01.server.tools = [tool('a'), tool('b')];
    LM01.server.heard.onChanged?.('tools');
    await clock.advance(0);
    expect([names(), changes]).toEqual([['a', 'b'], 1]);
  });

  test('are there as soon as their server is', async () => {
    const LM01 = upstream([tool('a')]);
    LM01.server.isThere = false;
    const { bridge, names, clock, said } = staged({ LM01 });
    await bridge.open();
    expect([names(), bridge.states().get('LM01')]).toEqual([[], 'RECONNECTING']);
    LM01.server.isThere = true;
    await clock.advance(10_000);
    expect(names()).toEqual(['a']);
    expect(said).toEqual([
      'LM01 at http://LM01/mcp is not connected: nobody there. It is looked for until it is.',
      'LM01 at http://LM01/mcp is connected.',
    ]);
  });

  test('of a server that nobody has seen yet may be any: who calls one hears that it is looked for', async () => {
    const [LM01, P01] = [upstream([tool('a')]), upstream([tool('b')])];
    LM01.server.isThere = false;
    const { bridge, call, clock } = staged({ LM01, P01 });
    await bridge.open();
    expect(await call('a')).toEqual(
      err({
        code: 'AWAY',
        detail: 'no server has a tool a so far; LM01 at http://LM01/mcp is still looked for: nobody there',
      }),
    );
    LM01.server.isThere = true;
    // However long it was away, it is noticed in two seconds.
    await clock.advance(2_000);
    expect(await call('a')).toEqual(ok({ said: 'a' }));
    expect(await call('fly')).toMatchObject({ error: { code: 'UNKNOWN_TOOL' } });
  });
});

describe('a server that was away', () => {
  test('and knows the session no more is asked again in a new one', async () => {
    const LM01 = upstream([tool('join', false)]);
    const { bridge, call, clock } = staged({ LM01 });
    await bridge.open();
    const { answer } = LM01.server;
    LM01.server.answer = async () => {
      LM01.server.answer = answer;
      return FORGOTTEN;
    };
    expect(unwrap(await clock.runUntil(call('join')))).toEqual({ said: 'join' });
    expect([LM01.server.handshakes, LM01.server.closed, LM01.server.calls.length]).toEqual([2, 1, 2]);
  });

  test.each([
    ['reads', true, 2],
    ['changes something', false, 1],
  ])('is asked again for what only reads: what %s', async (_, readOnly, times) => {
    const LM01 = upstream([tool('a', readOnly)]);
    const { bridge, call, clock } = staged({ LM01 });
    await bridge.open();
    const { answer } = LM01.server;
    LM01.server.beat = 'silent';
    LM01.server.answer = async () => {
      LM01.server.answer = answer;
      return AWAY;
    };
    const called = await clock.runUntil(call('a'));
    expect(called.ok).toBe(readOnly);
    if (!called.ok) expect(called.error.detail).toContain('connection refused. It may have happened all the same');
    expect(LM01.server.calls).toHaveLength(times);
    expect(bridge.states().get('LM01')).toBe(readOnly ? 'OPEN' : 'RECONNECTING');
  });

  test('and stays away is told of in a line, in ten seconds', async () => {
    const LM01 = upstream([tool('a')]);
    const { bridge, call, clock } = staged({ LM01 });
    await bridge.open();
    Object.assign(LM01.server, { isThere: false, beat: 'silent' });
    await clock.advance(30_000);
    const before = clock.monotonic();
    expect(await clock.runUntil(call('a'))).toMatchObject({
      error: { code: 'AWAY', detail: 'LM01 does not answer at http://LM01/mcp: it is looked for again' },
    });
    expect(clock.monotonic() - before).toBe(10_000);
  });

  test('is not given up because one call took too long', async () => {
    const LM01 = upstream([tool('a')]);
    const { bridge, call } = staged({ LM01 });
    await bridge.open();
    LM01.server.answer = async () => AWAY;
    expect((await call('a')).ok).toBe(false);
    expect(bridge.states().get('LM01')).toBe('OPEN');
  });
});

describe('a call that is called off', () => {
  test('says nothing of its server, which is neither asked nor lost', async () => {
    const LM01 = upstream([tool('a')]);
    const { bridge, call } = staged({ LM01 });
    await bridge.open();
    LM01.server.beat = 'silent';
    const off = new AbortController();
    LM01.server.answer = async () => {
      off.abort();
      return AWAY;
    };
    expect(await call('a', off.signal)).toMatchObject({ error: { code: 'CANCELLED' } });
    expect(bridge.states().get('LM01')).toBe('OPEN');
  });

  test('waits for no server, and leaves no timer of its own', async () => {
    const LM01 = upstream([tool('a')]);
    const { bridge, call, clock } = staged({ LM01 });
    await bridge.open();
    Object.assign(LM01.server, { isThere: false, beat: 'silent' });
    await clock.advance(30_000);
    const [before, off] = [clock.scheduled, new AbortController()];
    const called = call('a', off.signal);
    await clock.advance(0);
    expect(clock.scheduled).toBe(before + 1);
    off.abort();
    expect(await called).toMatchObject({ error: { code: 'CANCELLED' } });
    expect([clock.scheduled, LM01.server.calls]).toEqual([before, []]);
  });

  test('leaves the line, and its server never hears of it', async () => {
    const LM01 = upstream([tool('a')]);
    const { bridge, call } = staged({ LM01 });
    await bridge.open();
    LM01.server.answer = () => new Promise(() => {});
    for (let nth = 0; nth < 16; nth++) void call('a');
    const off = new AbortController();
    const called = call('a', off.signal);
    off.abort();
    expect(await called).toMatchObject({ error: { code: 'CANCELLED' } });
    expect(LM01.server.calls).toHaveLength(16);
  });
});

test('a server that hangs holds up no other', async () => {
  const [LM01, P01] = [upstream([tool('a')]), upstream([tool('b')])];
  const { bridge, call } = staged({ LM01, P01 });
  await bridge.open();
  P01.server.answer = () => new Promise(() => {});
  const hanging = Array.from({ length: 400 }, () => call('b'));
  expect(await call('a')).toEqual(ok({ said: 'a' }));
  expect(await hanging.at(-1)).toMatchObject({ error: { code: 'E014' } });
});

test('resources and prompts are told of when the manager is there, is there again, or says that they changed', async () => {
  const [LM01, P01] = [upstream([tool('a')]), upstream([tool('b')])];
  LM01.server.isThere = false;
  const { bridge, clock } = staged({ LM01, P01 });
  const told: Listed[] = [];
  bridge.onChange((what) => told.push(what));
  await bridge.open();
  expect(told.splice(0)).toEqual(['tools']);
  LM01.server.isThere = true;
  await clock.advance(2_000);
  expect(told.splice(0)).toEqual(['tools', 'resources', 'prompts']);
  LM01.server.beat = 'stranger';
  await clock.advance(10_000);
  LM01.server.beat = 'alive';
  await clock.advance(2_000);
  expect(told.splice(0)).toEqual(['resources', 'prompts']);
  LM01.server.heard.onChanged?.('prompts');
  P01.server.heard.onChanged?.('resources');
  expect(told).toEqual(['prompts']);
});

test('more than a server can take at once waits, and more than may wait is refused with E014', async () => {
  const LM01 = upstream([tool('a')]);
  const { bridge, call, clock } = staged({ LM01 });
  await bridge.open();
  const waiting: (() => void)[] = [];
  LM01.server.answer = () => new Promise((resolve) => waiting.push(() => resolve(ok({}))));
  const calls = Array.from({ length: 400 }, () => call('a'));
  await clock.advance(0);
  expect(waiting).toHaveLength(16);
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    next();
    await clock.advance(0);
  }
  const codes = (await Promise.all(calls)).map((called) => (called.ok ? 'ok' : called.error.code));
  expect(Map.groupBy(codes, (code) => code).get('E014')).toHaveLength(400 - 16 - 256);
  expect(new Set(codes)).toEqual(new Set(['ok', 'E014']));
});

test('resources are the manager’s; what it has not, it is not asked for', async () => {
  const [LM01, P01] = [upstream([]), upstream([])];
  const { bridge } = staged({ LM01, P01 });
  await bridge.open();
  const how = { signal: new AbortController().signal };
  expect(await bridge.ask('resources/list', {}, how)).toEqual(ok({ method: 'resources/list' }));
  expect(await bridge.ask('prompts/list', {}, how)).toMatchObject({ error: { code: 'SAID_NO', number: -32601 } });
  expect(bridge.instructions()).toBe('Play.');
});

test('closing lets go of every server and leaves no timer', async () => {
  const [LM01, P01] = [upstream([]), upstream([])];
  P01.server.isThere = false;
  const { bridge, clock } = staged({ LM01, P01 });
  await bridge.open();
  await bridge.close();
  expect([LM01.server.closed, clock.scheduled]).toEqual([1, 0]);
});

describe('a question in the place of an answer', () => {
  const form = { elicitation: { form: {} } };
  const question = (more: JsonObject = {}, method = 'elicitation/create') => ({
    ...{ resultType: 'input_required', requestState: 's' },
    inputRequests: { a: { method, params: { message: 'Who?', ...more } } },
  });
  async function answered(name: string, result: JsonObject, how: object = form) {
    const [LM01, P01] = [upstream([tool('a')]), upstream([tool('b')])];
    const { bridge } = staged({ LM01, P01 });
    await bridge.open();
    for (const { server } of [LM01, P01]) server.answer = async () => ok(result);
    return bridge.call(name, {}, { signal: new AbortController().signal, ...how });
  }

  test('of the manager goes on with its name', async () => {
    expect(await answered('a', question())).toEqual(ok(question({ message: 'LM01 at http://LM01/mcp asks: Who?' })));
  });

  test.each<{ why: string; name?: string; result?: JsonObject; how?: object }>([
    { why: 'of another agent', name: 'b' },
    { why: 'to a client that cannot be asked', how: {} },
    { why: 'in a way that the client does not know', result: question({ mode: 'url' }) },
    { why: 'that asks for something else', result: question({}, 'sampling/createMessage') },
    { why: 'that is none', result: { resultType: 'input_required', inputRequests: { a: 1 } } },
  ])('$why is refused', async ({ name = 'a', result = question(), how = form }) => {
    expect(await answered(name, result, how)).toMatchObject({ error: { detail: expect.stringContaining('may not') } });
  });

  test('that asks nobody is anybody’s', async () => {
    expect(await answered('b', { resultType: 'input_required' }, {})).toEqual(ok({ resultType: 'input_required' }));
  });
});

test('only a manager is told in its handshake what the client can be asked, and its questions are signed', async () => {
  const [LM01, P01] = [upstream([]), upstream([])];
  const { bridge } = staged({ LM01, P01 });
  await bridge.open({ url: {} });
  bridge.onQuestion(async ({ message }) => ({ heard: `${message}` }));
  const { person } = LM01.server.heard;
  expect([person?.elicitation, P01.server.heard.person]).toEqual([{ url: {} }, undefined]);
  const heard = await person?.answer({ message: 'Who?' }, new AbortController().signal);
  expect(heard).toEqual({ heard: 'LM01 at http://LM01/mcp asks: Who?' });
});

describe('resources that the client watches', () => {
  const URI = 'league://standings';

  async function watching() {
    const [LM01, P01] = [upstream([tool('a')]), upstream([tool('b')])];
    const stage = staged({ LM01, P01 });
    await stage.bridge.open();
    const updated: string[] = [];
    stage.bridge.onUpdated((uri) => updated.push(uri));
    expect(await stage.bridge.watch([URI])).toEqual(ok(undefined));
    return { ...stage, LM01, P01, updated };
  }

  test('are the manager’s, whose word on them is passed on', async () => {
    const { LM01, P01, updated } = await watching();
    LM01.server.heard.onUpdated?.(URI);
    expect([LM01.server.watched, P01.server.watched, updated]).toEqual([[[URI]], [], [URI]]);
    expect(P01.server.heard.onUpdated).toBeUndefined();
  });

  test('are watched again, and told as changed, when the manager was away', async () => {
    const { LM01, clock, updated } = await watching();
    LM01.server.beat = 'stranger';
    await clock.advance(10_000);
    LM01.server.beat = 'alive';
    await clock.advance(2_000);
    expect([LM01.server.handshakes, LM01.server.watched, updated]).toEqual([2, [[URI], [URI]], [URI]]);
  });

  test('are watched again when the manager stops telling of them, as often as it takes', async () => {
    const { LM01, clock, updated, bridge } = await watching();
    LM01.server.watches = err({ code: 'AWAY', detail: 'connection refused' });
    LM01.server.heard.onDeaf?.();
    await clock.advance(5_000);
    expect([LM01.server.watched.length, updated]).toEqual([3, []]);
    LM01.server.watches = ok(undefined);
    await clock.advance(2_000);
    expect([LM01.server.watched.length, updated]).toEqual([4, [URI]]);
    LM01.server.heard.onDeaf?.();
    await bridge.close();
    expect(clock.scheduled).toBe(0);
  });

  test('that a manager has not are refused as it would refuse them', async () => {
    const LM01 = upstream([]);
    const { bridge } = staged({ LM01: { ...LM01, remote: { ...LM01.remote, answers: () => false } } });
    await bridge.open();
    expect(await bridge.watch([URI])).toMatchObject({ error: { code: 'SAID_NO', number: -32601 } });
  });
});
