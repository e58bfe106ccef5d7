import { describe, expect, test } from 'vitest';
import { mcpHost, plainCatalog, request } from '../../testing/mcp_fixtures_host.ts';
import { MAX_BATCH } from '../messaging/envelope.ts';
import type { Tool } from './catalog.ts';

const STREAMS = { accept: 'application/json, text/event-stream' };

/** A tool that answers when it is told to. */
function patient() {
  const entered = Promise.withResolvers<void>();
  const waiting = Promise.withResolvers<void>();
  const tool: Tool = {
    name: 'wait',
    title: 'Wait',
    description: 'Waits.',
    input: { type: 'object' },
    readOnly: true,
    async run() {
      entered.resolve();
      await waiting.promise;
      return { data: {} };
    },
  };
  return { tool, entered: entered.promise, end: waiting.resolve };
}

const batchOf = (length: number) => Array.from({ length }, (_, id) => request('tools/list', {}, id));

describe('a batch outside a session', () => {
  test.each([
    ['of one is answered with a list of one', [request('tools/list')], 1],
    ['with one answer likewise', [request('tools/list'), { jsonrpc: '2.0', method: 'notifications/x' }], 1],
    [`of ${MAX_BATCH} is answered whole`, batchOf(MAX_BATCH), MAX_BATCH],
  ])('%s', async (_, batch, answers) => {
    const { send } = await mcpHost(plainCatalog());
    for (const headers of [{}, STREAMS]) {
      const { status, type, text } = await send(batch, headers);
      expect([status, type]).toEqual([200, 'application/json']);
      expect(JSON.parse(text)).toHaveLength(answers);
    }
  });

  test('that wants no answer gets none', async () => {
    const { send } = await mcpHost(plainCatalog());
    expect(await send([{ jsonrpc: '2.0', method: 'notifications/x' }])).toMatchObject({ status: 202, text: '' });
  });
});

describe('a batch is refused as a whole', () => {
  test.each([
    ['when it is too long', batchOf(MAX_BATCH + 1), /1 to 50/],
    ['when two requests have one id', [request('tools/list', {}, 7), request('ping', {}, 7)], /same id/],
    ['when something in it is the league’s', [request('tools/list', {}, 1), request('get_status', {}, 2)], /send two/],
  ])('%s', async (_, batch, why) => {
    const host = await mcpHost(plainCatalog());
    const session = await host.session('2025-03-26');
    for (const { status, messages } of [
      await host.send(batch),
      await host.send(batch, STREAMS),
      await session.send(batch),
    ]) {
      expect(status).toBe(400);
      expect(messages).toMatchObject([{ error: { code: -32600, message: expect.stringMatching(why) }, id: null }]);
    }
  });
});

test('a batch of the league is the league’s, whatever hints at MCP', async () => {
  const { send } = await mcpHost(plainCatalog());
  const batch = [request('get_status', {}, 1), request('get_standings', {}, 2)];
  expect((await send(batch, STREAMS)).text).toBe(JSON.stringify({ own: batch }));
});

test('1 and "1" are two ids', async () => {
  const { send } = await mcpHost(plainCatalog());
  const { messages } = await send([request('ping', {}, 1), request('tools/list', {}, '1')]);
  expect(messages.map(({ id }) => id)).toEqual([1, '1']);
});

describe('an id that is in use in a session', () => {
  const call = request('tools/call', { name: 'wait' }, 5);

  test('cannot be used again before it is answered', async () => {
    const { tool, entered, end } = patient();
    const session = await (await mcpHost(plainCatalog({ tools: [tool] }))).session();
    const first = session.send(call);
    await entered;
    expect(await session.send(request('tools/list', {}, 5))).toMatchObject({
      status: 400,
      messages: [{ error: { code: -32600 }, id: 5 }],
    });
    end();
    expect((await first).messages).toMatchObject([{ id: 5, result: {} }]);
    expect((await session.send(request('tools/list', {}, 5))).messages).toMatchObject([{ id: 5, result: {} }]);
  });

  test('is free again when it is called off', async () => {
    const { tool, entered } = patient();
    const host = await mcpHost(plainCatalog({ tools: [tool] }));
    const { headers, send } = await host.session();
    const gone = new AbortController();
    const body = JSON.stringify(call);
    const json = { ...headers, 'content-type': 'application/json' };
    const first = fetch(host.address, { method: 'POST', headers: json, body, signal: gone.signal });
    await entered;
    await send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 5 } });
    expect((await send(request('tools/list', {}, 5))).messages).toMatchObject([{ id: 5, result: {} }]);
    gone.abort();
    await first.then((response) => response.text()).catch(() => undefined);
  });

  test('is free when it was never taken', async () => {
    const host = await mcpHost(plainCatalog());
    const { headers, send } = await host.session();
    const list = request('tools/list', {}, 5);
    expect((await host.send(list, { ...headers, 'mcp-protocol-version': '1999-01-01' })).status).toBe(400);
    expect((await send(list)).status).toBe(200);
  });
});

test('a session that asks for too much at once is told so', async () => {
  const { tool, entered, end } = patient();
  const session = await (await mcpHost(plainCatalog({ tools: [tool] }))).session('2025-03-26');
  const calls = (from: number) =>
    Array.from({ length: MAX_BATCH }, (_, at) => request('tools/call', { name: 'wait' }, from + at));
  const waiting = [session.send(calls(0)), session.send(calls(100))];
  await entered;
  expect((await session.send(request('ping', {}, 'one more'))).status).toBe(400);
  end();
  expect((await Promise.all(waiting)).map(({ messages }) => messages.length)).toEqual([MAX_BATCH, MAX_BATCH]);
});
