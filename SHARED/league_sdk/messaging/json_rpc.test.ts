import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Monotonic } from '../../core/clock.ts';
import { isJsonArray, isJsonObject, type Json } from '../../core/json.ts';
import { exampleRequest, exampleService } from '../../testing/example_service.ts';
import { MAX_BATCH, type Params } from './envelope.ts';
import { answeringJsonRpc, type Outcome } from './json_rpc.ts';

const FROM = { address: 'memory', receivedAt: 0 as Monotonic };
const SUITE = new URL('../../testing/fixtures/suites/jsonrpc20/spec-examples.json', import.meta.url);
const { cases } = JSON.parse(readFileSync(SUITE, 'utf8')) as {
  readonly cases: readonly {
    readonly name: string;
    readonly send: string;
    readonly expect?: Json;
    readonly expect_set?: Json[];
  }[];
};

/** The methods that the examples of the specification assume. */
const methods = new Map<string, (params: Params) => Json>([
  [
    'subtract',
    (params) => {
      const [minuend, subtrahend] = isJsonArray(params) ? params : [params['minuend'], params['subtrahend']];
      return Number(minuend) - Number(subtrahend);
    },
  ],
  ['sum', (params) => (params as readonly number[]).reduce((sum, each) => sum + each, 0)],
  ['get_data', () => ['hello', 5]],
  ...['update', 'notify_hello', 'notify_sum'].map((name) => [name, () => null] as const),
]);

const answer = answeringJsonRpc({
  async call(method, params): Promise<Outcome> {
    const run = methods.get(method);
    return run === undefined ? { kind: 'error', name: 'METHOD_NOT_FOUND' } : { kind: 'result', result: run(params) };
  },
  isBare: () => false,
  bare: async () => ({ kind: 'error', name: 'INVALID_REQUEST' }),
  onBug: (_, cause) => {
    throw cause;
  },
});

/** Without `data`, which the specification leaves to us. */
function comparable(reply: unknown): unknown {
  if (Array.isArray(reply)) return reply.map(comparable);
  if (!isJsonObject(reply) || !isJsonObject(reply.error)) return reply;
  const { data: _, ...error } = reply.error;
  return { ...reply, error };
}

describe('the examples of the JSON-RPC 2.0 specification', () => {
  test('are all here', () => {
    expect(cases).toHaveLength(15);
  });

  test.each(cases)('$name', async ({ send, expect: one, expect_set: several }) => {
    const text = await answer(send, FROM);
    const reply = comparable(text === undefined ? null : JSON.parse(text));
    if (several === undefined) expect(reply).toEqual(one);
    else expect(reply).toEqual(several);
  });

  test.each(cases.filter(({ send }) => !/subtract|sum|get_data/.test(send)))(
    'an agent of the league answers the same: $name',
    async ({ send, expect: one }) => {
      const reply = await exampleService('player').post(send);
      expect(comparable(reply ?? null)).toEqual(one);
    },
  );
});

describe('batches', () => {
  const ping = (id: Json) => ({ jsonrpc: '2.0', method: 'ping', id });

  test('are answered in their order, each to its own id', async () => {
    const { post, diary } = exampleService('player');
    const reply = await post([exampleRequest('GAME_INVITATION'), ping('a'), { ...ping(3), method: 'nothing' }, 7]);
    expect(reply).toMatchObject([
      { id: 1, result: { message_type: 'GAME_JOIN_ACK' } },
      { id: 'a', result: { looked: 'ping' } },
      { id: 3, error: { code: -32601 } },
      { id: null, error: { code: -32600 } },
    ]);
    expect(diary.handled).toHaveLength(1);
  });

  test('of notifications get nothing, and are handled', async () => {
    const { post, diary } = exampleService('player');
    const { id: _, ...notice } = exampleRequest('GAME_ERROR');
    expect(await post([notice, notice])).toBeUndefined();
    expect(diary.handled).toHaveLength(2);
  });

  test('of so many are taken, of one more none', async () => {
    const { post } = exampleService('player');
    const full = Array.from({ length: MAX_BATCH }, (_, i) => ping(i));
    expect(await post(full.slice(1))).toHaveLength(MAX_BATCH - 1);
    expect(await post(full)).toHaveLength(MAX_BATCH);
    expect(await post([...full, ping(51)])).toMatchObject({ error: { code: -32600 }, id: null });
    expect(await post([])).toMatchObject({ error: { code: -32600 }, id: null });
  });

  test('inside batches are no requests', async () => {
    expect(await exampleService('player').post([[ping(1)]])).toMatchObject([{ error: { code: -32600 }, id: null }]);
  });
});

describe('ids', () => {
  test.each([0, -1, 2 ** 53 - 1, '', 'x'.repeat(128)])('%j comes back as it was', async (id) => {
    expect(await exampleService('player').post({ jsonrpc: '2.0', method: 'ping', id })).toMatchObject({ id });
  });

  test.each([null, 1.5, 2 ** 53, true, {}, [1], 'x'.repeat(129)])('%j is none', async (id) => {
    expect(await exampleService('player').post({ jsonrpc: '2.0', method: 'ping', id })).toMatchObject({
      error: { code: -32600 },
      id: null,
    });
  });

  test('of what is no request come back where they can be read', async () => {
    expect(await exampleService('player').post({ method: 'ping', id: 5 })).toMatchObject({
      error: { code: -32600 },
      id: 5,
    });
  });
});

test.each([
  ['half a character', '"Ev\\ud800il"', 'half of a surrogate pair stands alone, at params.display_name'],
  ['a key twice', '{"a":1,"a":1}', 'the key "a" is there twice, at params.display_name'],
  ['half a key', '{"\\udc00":1}', 'half of a surrogate pair stands alone, at params.display_name'],
])('a request with %s is a parse error, and is told where', async (_, name, where) => {
  const refusals: string[] = [];
  const service = answeringJsonRpc({
    call: () => Promise.reject(new Error('this was read')),
    isBare: () => false,
    bare: () => Promise.reject(new Error('this was read')),
    onBug: (_what, cause) => {
      throw cause;
    },
    onRefused: (_what, { code, detail }) => refusals.push(`${code} ${detail}`),
  });
  const reply = await service(`{"jsonrpc":"2.0","method":"m","id":1,"params":{"display_name":${name}}}`, FROM);
  expect(JSON.parse(reply ?? '')).toMatchObject({
    id: null,
    error: { code: -32700, data: { detail: expect.stringContaining(where) } },
  });
  expect(refusals).toEqual([expect.stringMatching(/^-32700 .* at params\.display_name$/)]);
});

test('a byte order mark before a request is taken', async () => {
  const reply = await answer('\ufeff{"jsonrpc":"2.0","method":"subtract","params":[42,23],"id":1}', FROM);
  expect(JSON.parse(reply ?? '')).toEqual({ jsonrpc: '2.0', result: 19, id: 1 });
});

test('what the log is told of a refused request is cut between characters', async () => {
  const told: string[] = [];
  const service = answeringJsonRpc({
    call: async () => ({ kind: 'error', name: 'METHOD_NOT_FOUND', because: `${'x'.repeat(255)}😀` }),
    isBare: () => false,
    bare: () => Promise.reject(new Error('this was read')),
    onBug: () => undefined,
    onRefused: (what, { detail }) => told.push(what, detail),
  });
  await service(JSON.stringify({ jsonrpc: '2.0', method: `${'m'.repeat(63)}😀`, id: 1 }), FROM);
  expect(told).toEqual(['m'.repeat(63), 'x'.repeat(255)]);
});

test('a notification gets nothing, whatever is wrong with it', async () => {
  const { post, diary } = exampleService('player');
  const { id: _, ...notice } = exampleRequest('GAME_INVITATION');
  for (const request of [
    notice,
    { ...notice, method: 'foobar', params: {} },
    { ...notice, params: [1, 2] },
    { ...notice, params: {} },
    { jsonrpc: '2.0', method: 'ping' },
  ]) {
    expect(await post(request)).toBeUndefined();
  }
  expect(diary.handled).toHaveLength(1);
});
