import { describe, expect, test } from 'vitest';
import type { Role } from '../../contracts/contract.ts';
import { dialectOf } from '../../contracts/dialects/detect.ts';
import { CONTRACTS, type MessageType, type RequestType } from '../../contracts/index.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import { ok } from '../../core/result.ts';
import { exampleBody, exampleService } from '../../testing/example_service.ts';
import { peerTo, TO } from '../../testing/scripted_party.ts';
import type { Service } from './serve.ts';

/** What no field is meant to be; an object may even bring methods that are none. */
const ODD: readonly Json[] = [
  { toString: 1, valueOf: 1, toJSON: 1 },
  [{ toString: 1 }],
  [],
  {},
  null,
  '',
  1e308,
  'x'.repeat(4_096),
  [[[]]],
  true,
  '\ud800',
];

/** Every value inside a message, replaced by an odd one, one at a time. */
function* oddities(message: JsonObject): Generator<JsonObject> {
  let nth = 0;
  for (const path of pathsIn(message)) {
    yield withOdd(message, path, ODD[0] as Json) as JsonObject;
    yield withOdd(message, path, ODD[1 + (nth++ % (ODD.length - 1))] as Json) as JsonObject;
  }
}

function* pathsIn(value: Json, path: readonly string[] = []): Generator<readonly string[]> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    yield [...path, key];
    yield* pathsIn(inner, [...path, key]);
  }
}

function withOdd(value: Json, [key, ...rest]: readonly string[], odd: Json): Json {
  if (key === undefined) return odd;
  const changed = (inner: Json, name: string) => (name === key ? withOdd(inner, rest, odd) : inner);
  if (isJsonArray(value)) return value.map((inner, i) => changed(inner, String(i)));
  if (!isJsonObject(value)) return odd;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, changed(inner, name)]));
}

const DIALECTS = ['rpc', 'flat', 'v1'] as const;
const POSTED = ['GAME_JOIN_ACK', 'CHOOSE_PARITY_RESPONSE', 'GAME_MOVE_RESPONSE'];

describe.each(['league_manager', 'referee', 'player'] as const)('to a %s', (role: Role) => {
  const posted = { types: POSTED, take: () => ok(undefined) };
  const { post, diary } = exampleService(role, role === 'referee' ? ({ posted } as unknown as Service<Role>) : {});

  test.each(DIALECTS)('a message in %s with a field that is odd is answered, and nothing breaks', async (name) => {
    let sent = 0;
    for (const [type, { head, example }] of Object.entries(CONTRACTS)) {
      if (!(head.to as readonly string[]).includes(role)) continue;
      const method = 'method' in head ? head.method : type;
      for (const params of oddities(dialectOf(name).write(example))) {
        const answer = await post(name === 'rpc' ? { jsonrpc: '2.0', method, params, id: 1 } : params);
        expect(isJsonObject(answer), `${type}: ${JSON.stringify(params)}`).toBe(true);
        if (name === 'rpc') expect(Object.keys(answer)).toContainEqual(expect.stringMatching(/^(result|error)$/));
        sent++;
      }
    }
    expect(sent).toBeGreaterThan(100);
    expect(diary.bugs).toEqual([]);
    diary.handled.length = 0;
  });
});

test.each(DIALECTS)(
  'answers in %s with a field that is odd are heard or refused, and nothing breaks',
  async (dialect) => {
    let said: (id: Json) => Json = () => ({});
    let asked = 0;
    const { peer, how } = await peerTo(async (text) =>
      JSON.stringify(said((JSON.parse(text) as JsonObject)['id'] ?? 1)),
    );
    const error = { code: -32000, message: 'no', data: { error_code: 'E001' } };
    for (const [type, { head }] of Object.entries(CONTRACTS)) {
      if (!('reply' in head)) continue;
      const answer = dialectOf(dialect).write(CONTRACTS[head.reply.type as MessageType].example);
      const results = [...oddities(answer)].map((result) => (id: Json) => ({ jsonrpc: '2.0', result, id }));
      const wholes = [{ jsonrpc: '2.0', result: {} }, { jsonrpc: '2.0', error }, { error: 'no' }, answer];
      const odd = wholes.flatMap((whole) => [...oddities(whole)].map((each) => (id: Json) => ({ id, ...each })));
      for (const reply of [...results, ...odd, ...ODD.map((each) => () => each)]) {
        said = reply;
        const heard = peer.ask({ ...TO, dialect }, type as RequestType, exampleBody(type as MessageType) as never, how);
        expect(await heard).toHaveProperty('ok');
        asked++;
      }
    }
    expect(asked).toBeGreaterThan(900);
  },
);
