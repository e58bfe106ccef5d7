import { describe, expect, test } from 'vitest';
import type { Failure } from '../../contracts/failures.ts';
import { CONTRACTS } from '../../contracts/index.ts';
import { systemClock } from '../../core/clock.ts';
import { seededEntropy, systemEntropy } from '../../core/entropy.ts';
import type { Json, JsonObject } from '../../core/json.ts';
import { err, ok, type Result, unwrap } from '../../core/result.ts';
import { exampleBody, exampleService } from '../../testing/example_service.ts';
import { fakeClock } from '../../testing/fake_clock.ts';
import { happensIn, methodName } from '../../tools/interfaces/kinds.ts';
import { MCP_CLIENT } from '../../tools/interfaces/mcp_client.ts';
import { answering } from '../messaging/serve.ts';
import { httpTransport } from '../transport/http/http.ts';
import { memoryNetwork } from '../transport/memory.ts';
import type { SendFailure, Transport } from '../transport/transport.ts';
import { type ClientState, MCPClient, type Passing, SET_TIMEOUT } from './mcp_client.ts';

type Outcome = Result<unknown, Failure>;
const THERE = 'memory:there';

/** A client of a server that answers each text by a function; undefined is silence. */
async function scene(says: (text: string) => string | undefined = result({ pong: true })) {
  const clock = fakeClock();
  const transport = memoryNetwork({ clock }).transport();
  const texts: string[] = [];
  const passed: Passing[] = [];
  await transport.listen(THERE, async (text) => {
    texts.push(text);
    const said = says(text);
    return said === undefined ? new Promise(() => undefined) : said;
  });
  const options = { transport, clock, entropy: seededEntropy(1), observe: (one: Passing) => void passed.push(one) };
  return { clock, texts, passed, client: new MCPClient(options) };
}
type Scene = Awaited<ReturnType<typeof scene>>;

const reply = (fields: (id: Json) => JsonObject) => (text: string) =>
  JSON.stringify({ jsonrpc: '2.0', ...fields((JSON.parse(text) as { id: Json }).id) });
const result = (value: Json) => reply((id) => ({ result: value, id }));

async function inState(state: ClientState, says?: (text: string) => string | undefined): Promise<Scene> {
  const at = await scene(says);
  if (state === 'INITIALIZED') unwrap(at.client.initialize('league.v2', 10));
  return at;
}
const ready = (says?: (text: string) => string | undefined) => inState('INITIALIZED', says);

const BODY = exampleBody('LEAGUE_QUERY');
const ANSWER = { jsonrpc: '2.0', result: CONTRACTS.GAME_JOIN_ACK.example, id: 1 } as JsonObject;

/** A call of every method that is right wherever the method acts. */
const CALLS: { readonly [method: string]: (client: MCPClient) => Outcome | Promise<Outcome> } = {
  initialize: (client) => client.initialize('league.v2', 10),
  sendRequest: (client) => client.sendRequest('ping', {}, THERE),
  sendNotification: (client) => client.sendNotification('ping', {}, THERE),
  formatMessage: (client) => client.formatMessage('LEAGUE_QUERY', 'player:P01', BODY),
  validateResponse: (client) => client.validateResponse(ANSWER, 'GAME_JOIN_ACK'),
  generateConversationId: (client) => client.generateConversationId('conv-round-1'),
  [SET_TIMEOUT]: (client) => client.setTimeout(3),
};

describe.each(MCP_CLIENT.states)('in the state %s', (state) => {
  test.each(MCP_CLIENT.methods)('$name does what its row says', async (row) => {
    const { client, texts } = await inState(state);
    const outcome = await CALLS[methodName(row.name)]?.(client);
    const happening = happensIn(MCP_CLIENT, row, state);
    expect(outcome?.ok ? 'ok' : outcome?.error.code).toBe(happening === 'acts' ? 'ok' : happening);
    if (happening !== 'acts') expect([client.state, texts]).toEqual([state, []]);
  });
});

type Provoke = () => Promise<Outcome>;
/** A client on a wire that fails so. */
const onWire = (failure: Omit<SendFailure, 'failedAt'>, call: (client: MCPClient) => Promise<Outcome>) => {
  const clock = fakeClock();
  const transport = { send: async () => err({ ...failure, failedAt: clock.monotonic() }) } as unknown as Transport;
  const client = new MCPClient({ transport, clock, entropy: seededEntropy(1) });
  unwrap(client.initialize('league.v2', 10));
  return call(client);
};
const anyWire = (method: 'sendRequest' | 'sendNotification') => {
  const call = (client: MCPClient) => client[method]('ping', {}, THERE);
  const failing = (code: SendFailure['code'], left = true) => {
    const sentAt = left ? { sentAt: fakeClock().monotonic() } : {};
    return () => onWire({ code, detail: 'so it is', ...sentAt }, call);
  };
  return {
    ENDPOINT_UNREACHABLE: failing('UNREACHABLE'),
    CONNECTION_TIMEOUT: failing('DEADLINE_PASSED', false),
    RESPONSE_TIMEOUT: failing('DEADLINE_PASSED'),
    HTTP_ERROR: failing('REFUSED'),
    RESPONSE_TOO_LARGE: failing('TOO_LARGE'),
  };
};
const requesting = (says: (text: string) => string) => async () =>
  (await ready(says)).client.sendRequest('ping', {}, THERE);
const validating =
  (response: Json, type: string | null = null) =>
  async () =>
    (await ready()).client.validateResponse(response, type);
const joined = (changes: JsonObject) => ({ ...ANSWER, result: { ...CONTRACTS.GAME_JOIN_ACK.example, ...changes } });
const rpcError = { code: -32601, message: 'Method not found' };

/** Every failure that a row declares. */
const PROVOKED: { readonly [method: string]: { readonly [code: string]: Provoke } } = {
  initialize: {
    E018: async () => (await scene()).client.initialize('league.v9', 10),
    INVALID_CONFIG: async () => (await scene()).client.initialize('league.v2', 0),
  },
  sendRequest: {
    ...anyWire('sendRequest'),
    INVALID_CONFIG: async () => (await ready()).client.sendRequest('ping', {}, THERE, Number.NaN),
    INVALID_JSON: requesting(() => 'pong'),
    INVALID_RESPONSE: requesting(reply(() => ({ result: {}, id: 7 }))),
    RPC_ERROR: requesting(reply((id) => ({ error: rpcError, id }))),
  },
  sendNotification: anyWire('sendNotification'),
  formatMessage: {
    E002: async () => (await ready()).client.formatMessage('SMALL_TALK', 'player:P01', {}),
    E003: async () => (await ready()).client.formatMessage('LEAGUE_QUERY', 'player:P01', {}),
  },
  validateResponse: {
    E002: validating(ANSWER, 'GAME_OVER_ACK'),
    E003: validating({ ...ANSWER, result: { message_type: 'GAME_JOIN_ACK' } }, 'GAME_JOIN_ACK'),
    E018: validating(joined({ protocol: 'league.v9' }), 'GAME_JOIN_ACK'),
    E021: validating(joined({ timestamp: '2025-01-15T10:15:01+02:00' }), 'GAME_JOIN_ACK'),
    INVALID_RESPONSE: validating({ jsonrpc: '1.0', result: {}, id: 1 }),
    RPC_ERROR: validating({ jsonrpc: '2.0', error: rpcError, id: 1 }),
  },
  generateConversationId: { E002: async () => (await ready()).client.generateConversationId('c'.repeat(100)) },
  [SET_TIMEOUT]: { INVALID_CONFIG: async () => (await ready()).client.setTimeout(-1) },
};

describe.each(MCP_CLIENT.methods)('$name', (row) => {
  const provoked = PROVOKED[methodName(row.name)] as { readonly [code: string]: Provoke };

  test('fails as its row says and in no other way we know', async () => {
    expect(Object.keys(provoked).toSorted()).toEqual([...row.failures].toSorted());
    for (const [code, provoke] of Object.entries(provoked)) {
      expect(await provoke(), code).toMatchObject({ ok: false, error: { code } });
    }
  });
});

describe('a request', () => {
  test('is sent as it is given, with an id of its own, and brings back the result untouched', async () => {
    const { client, texts, passed } = await ready(result({ any: ['thing'] }));
    const params = { sender: 'whoever', auth_token: 'tok', nested: { choice: 'even' } };
    expect(await client.sendRequest('no_method_of_ours', params, THERE)).toEqual(ok({ any: ['thing'] }));
    expect(await client.sendRequest('ping', {}, THERE)).toEqual(ok({ any: ['thing'] }));
    expect(texts.map((text) => JSON.parse(text))).toEqual([
      { jsonrpc: '2.0', method: 'no_method_of_ours', params, id: 1 },
      { jsonrpc: '2.0', method: 'ping', params: {}, id: 2 },
    ]);
    expect(passed.map(({ direction, endpoint }) => `${direction} ${endpoint}`)).toEqual(
      ['SENT', 'RECEIVED', 'SENT', 'RECEIVED'].map((direction) => `${direction} ${THERE}`),
    );
  });

  test('waits as long as it is told, or as usual', async () => {
    const { client, clock } = await ready(() => undefined);
    const lasted = async (call: Promise<Outcome>) => {
      const begun = clock.monotonic();
      expect(await clock.runUntil(call)).toMatchObject({ error: { code: 'RESPONSE_TIMEOUT' } });
      return clock.monotonic() - begun;
    };
    expect(await lasted(client.sendRequest('ping', {}, THERE))).toBe(10_000);
    unwrap(client.setTimeout(3));
    expect(await lasted(client.sendRequest('ping', {}, THERE))).toBe(3_000);
    expect(await lasted(client.sendRequest('ping', {}, THERE, 0.5))).toBe(500);
  });

  test('is made once, whatever comes of it', async () => {
    const { client, texts } = await ready(reply((id) => ({ error: rpcError, id })));
    await client.sendRequest('report_match_result', {}, THERE);
    expect(texts).toHaveLength(1);
  });

  test('that a league refuses fails with the code of the league', async () => {
    const said = {
      message_type: 'LEAGUE_ERROR',
      error_code: 'E007',
      error_name: 'NO_REFEREES',
      error_description: 'x',
    };
    const { client } = await ready(result(said));
    expect(await client.sendRequest('start_league', {}, THERE)).toEqual(
      err({ code: 'E007', name: 'NO_REFEREES', detail: 'x' }),
    );
    const other = await ready(result({ ...said, error_code: 'SCHEDULE_GENERATION_FAILED', error_name: 'whatever' }));
    expect(await other.client.sendRequest('start_league', {}, THERE)).toEqual(
      err({ code: 'E007', name: 'SCHEDULE_GENERATION_FAILED', detail: 'x' }),
    );
  });

  test('goes over HTTP as over any wire', async () => {
    const transport = httpTransport({ clock: systemClock });
    const { service } = exampleService('league_manager');
    const listener = unwrap(await transport.listen('http://127.0.0.1:0/mcp', answering(service)));
    const client = new MCPClient({ transport, clock: systemClock, entropy: systemEntropy });
    unwrap(client.initialize('league.v2', 10));
    const query = unwrap(client.formatMessage('LEAGUE_QUERY', 'player:P01', { ...BODY, auth_token: 'tok' }));
    const answer = unwrap(await client.sendRequest('league_query', query, listener.address));
    expect(client.validateResponse({ jsonrpc: '2.0', result: answer, id: 1 }, 'LEAGUE_QUERY_RESPONSE')).toEqual(
      ok(answer),
    );
    expect(await client.sendNotification('ping', {}, listener.address)).toEqual(ok(undefined));
    await listener.close();
    await transport.close();
  });
});

test('a notification has no id, and nothing is awaited but its delivery', async () => {
  const { client, texts } = await ready(() => '');
  expect(await client.sendNotification('notify_game_error', { a: 1 }, THERE)).toEqual(ok(undefined));
  expect(texts.map((text) => JSON.parse(text))).toEqual([
    { jsonrpc: '2.0', method: 'notify_game_error', params: { a: 1 } },
  ]);
});

test('a message gets its envelope, and its body is left as it is', async () => {
  const { client } = await ready();
  const message = unwrap(client.formatMessage('LEAGUE_QUERY', 'player:P01', BODY));
  const { conversation_id, ...rest } = message;
  expect(rest).toEqual({
    protocol: 'league.v2',
    message_type: 'LEAGUE_QUERY',
    sender: 'player:P01',
    timestamp: '2025-01-15T10:00:00Z',
    ...BODY,
  });
  expect(conversation_id).toMatch(/^[0-9a-f-]{36}$/);
});

test('a conversation has its prefix and is never the same', async () => {
  const { client } = await ready();
  const ids = [1, 2].map(() => unwrap(client.generateConversationId('conv-round-1')));
  expect(ids.every((id) => id.startsWith('conv-round-1-'))).toBe(true);
  expect(new Set(ids).size).toBe(2);
});

test('a response without an envelope is its own result, and one of another type than expected is refused', async () => {
  const { client } = await ready();
  expect(client.validateResponse({ accept: true })).toEqual(ok({ accept: true }));
  expect(client.validateResponse(ANSWER, 'GAME_JOIN_ACK')).toEqual(ok(CONTRACTS.GAME_JOIN_ACK.example));
  expect(client.validateResponse([1])).toMatchObject({ error: { code: 'INVALID_RESPONSE' } });
  expect(client.validateResponse({ jsonrpc: '2.0', result: 7, id: 1 })).toMatchObject({
    error: { code: 'INVALID_RESPONSE' },
  });
  const unknown = { jsonrpc: '2.0', result: { message_type: 'SMALL_TALK' }, id: 1 };
  expect(client.validateResponse(unknown, 'SMALL_TALK')).toEqual(ok({ message_type: 'SMALL_TALK' }));
});
