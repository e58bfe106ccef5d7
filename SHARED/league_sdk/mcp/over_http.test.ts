import { describe, expect, test, vi } from 'vitest';
import { fakeClock } from '../../testing/fake_clock.ts';
import { post, statusOf, talk } from '../../testing/http_raw.ts';
import {
  changingResource,
  initialize,
  mcpHost,
  NEWEST,
  plainCatalog,
  REVISIONS,
  request,
} from '../../testing/mcp_fixtures_host.ts';
import type { Prompt, Tool } from './catalog.ts';

const STREAMS = { accept: 'application/json, text/event-stream' };
const OLD = REVISIONS.filter((revision) => revision !== NEWEST);

const echo: Tool = {
  name: 'echo',
  title: 'Echo',
  description: 'Says it again.',
  input: { type: 'object', properties: { word: { type: 'string' } }, required: ['word'] },
  output: { type: 'object', properties: { said: { type: 'string' } }, required: ['said'] },
  readOnly: true,
  run: async ({ word }, { origin }) => ({ data: { said: `${word} ${origin.address} ${origin.bearer ?? 'nobody'}` } }),
};
const broken: Tool = { ...echo, name: 'broken', run: () => Promise.reject(new Error('a secret of ours')) };
const greeting: Prompt = {
  name: 'greet',
  title: 'Greet',
  description: 'Greets.',
  given: [{ name: 'whom', description: 'Whom.', required: true }],
  write: async ({ whom }) => `Hello, ${whom}.`,
};
const catalog = () => plainCatalog({ tools: [echo, broken], prompts: [greeting], resources: changingResource() });

describe.each(REVISIONS)('the official client of %s', (revision) => {
  test('finds what there is, and uses it', async () => {
    const client = await (await mcpHost(catalog())).client(revision);
    expect(client.getNegotiatedProtocolVersion()).toBe(revision);
    expect(client.getInstructions()).toBe('Look around.');
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['echo', 'broken']);
    expect(await client.callTool({ name: 'echo', arguments: { word: 'hi' } })).toMatchObject({
      structuredContent: { said: 'hi 127.0.0.1 nobody' },
      content: [{ type: 'text', text: '{"said":"hi 127.0.0.1 nobody"}' }],
    });
    expect((await client.readResource({ uri: 'league://count' })).contents).toMatchObject([
      { uri: 'league://count', mimeType: 'text/plain', text: '0' },
    ]);
    expect((await client.getPrompt({ name: 'greet', arguments: { whom: 'you' } })).messages).toEqual([
      { role: 'user', content: { type: 'text', text: 'Hello, you.' } },
    ]);
  });

  test('is told what it did wrong', async () => {
    const { client: connect, bugs } = await mcpHost(catalog());
    const client = await connect(revision);
    const wrong = await client.callTool({ name: 'echo', arguments: {} });
    expect(wrong).toMatchObject({ isError: true });
    expect(JSON.stringify(wrong)).toContain('E003 missing required field: word');
    await expect(client.callTool({ name: 'nothing' })).rejects.toMatchObject({ code: -32602 });
    await expect(client.readResource({ uri: 'league://nothing' })).rejects.toThrow(/not found/i);
    await expect(client.getPrompt({ name: 'greet' })).rejects.toMatchObject({ code: -32602 });
    expect(bugs).toEqual([]);
  });

  test('learns nothing of our bugs', async () => {
    const { client: connect, bugs } = await mcpHost(catalog());
    const failed = await (await connect(revision)).callTool({ name: 'broken', arguments: { word: 'x' } });
    expect(failed).toMatchObject({ isError: true });
    expect(JSON.stringify(failed)).toContain('E020 INTERNAL_ERROR');
    expect(JSON.stringify(failed)).not.toContain('secret');
    expect(bugs).toHaveLength(1);
  });
});

describe('changes of resources', () => {
  test.each(OLD)('reach a client of %s that subscribed, until it does no more', async (revision) => {
    const resources = changingResource();
    const client = await (await mcpHost(plainCatalog({ resources }))).client(revision);
    const heard = vi.fn();
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => heard(params.uri));
    resources.change();
    await client.subscribeResource({ uri: 'league://count' });
    resources.change();
    await vi.waitFor(() => expect(heard.mock.calls).toEqual([['league://count']]));
    await client.unsubscribeResource({ uri: 'league://count' });
    resources.change();
    await client.ping();
    expect(heard).toHaveBeenCalledTimes(1);
  });

  test('reach a listener of the newest revision', async () => {
    const resources = changingResource();
    const client = await (await mcpHost(plainCatalog({ resources }))).client(NEWEST);
    const heard = vi.fn();
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => heard(params.uri));
    const subscription = await client.listen({ resourceSubscriptions: ['league://count'] });
    resources.change();
    await vi.waitFor(() => expect(heard.mock.calls).toEqual([['league://count']]));
    await subscription.close();
  });

  test('are asked for by nobody when all conversations are over', async () => {
    const resources = changingResource();
    const host = await mcpHost(plainCatalog({ resources }));
    for (const revision of REVISIONS) await (await host.client(revision)).listTools();
    expect(resources.watchers).toBeGreaterThan(1);
    await host.close();
    expect(resources.watchers).toBe(0);
  });
});

describe('whoever begins no session', () => {
  test('plain_accept: is answered once, in plain JSON when it does not ask for a stream', async () => {
    const { send } = await mcpHost(catalog());
    const { status, type, messages } = await send(request('tools/list'));
    expect([status, type]).toEqual([200, 'application/json']);
    expect(messages).toMatchObject([{ id: 1, result: { tools: [{ name: 'echo' }, { name: 'broken' }] } }]);
  });

  test('may bring a bearer token', async () => {
    const { send } = await mcpHost(catalog());
    const call = request('tools/call', { name: 'echo', arguments: { word: 'a' } });
    const { messages } = await send(call, { authorization: 'Bearer t0ken' });
    expect(messages).toMatchObject([{ result: { structuredContent: { said: 'a 127.0.0.1 t0ken' } } }]);
  });

  test('has no stream to listen to and nothing to end', async () => {
    const { send } = await mcpHost(catalog());
    expect((await send(undefined, STREAMS, 'GET')).status).toBe(405);
    expect((await send(undefined, {}, 'DELETE')).status).toBe(405);
  });

  test('pings the league, and with the hint MCP', async () => {
    const { send } = await mcpHost(catalog());
    expect((await send(request('ping'))).messages).toMatchObject([{ own: { method: 'ping' } }]);
    expect((await send(request('ping'), STREAMS)).messages).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }]);
  });
});

describe('a batch of MCP', () => {
  const batch = [request('ping', {}, 1), request('tools/list', {}, 2)];
  const refusal = {
    error: { code: -32600, message: expect.stringContaining('send each message by itself') },
    id: null,
  };

  test.each(OLD)('is refused in a session of %s, which goes on', async (revision) => {
    const session = await (await mcpHost(catalog())).session(revision);
    expect(await session.send(batch)).toMatchObject({ status: 400, messages: [refusal] });
    expect((await session.send(request('ping'))).status).toBe(200);
  });

  test('is refused outside a session, whether the client can read a stream or not', async () => {
    const { send } = await mcpHost(catalog());
    for (const headers of [{}, STREAMS, { ...STREAMS, 'mcp-protocol-version': NEWEST }])
      expect(await send(batch, headers)).toMatchObject({ status: 400, messages: [refusal] });
  });

  test('is the league’s where all of it is, or where nothing hints at MCP', async () => {
    const { send } = await mcpHost(catalog());
    expect((await send([request('ping'), request('get_status')])).text).toMatch(/^\{"own":\[/);
    expect((await send([request('get_status')], STREAMS)).text).toMatch(/^\{"own":\[/);
  });
});

describe('what nobody can read', () => {
  test.each([
    ['no JSON', '{"jsonrpc":', -32700],
    ['a key twice', '{"jsonrpc":"2.0","jsonrpc":"2.0","method":"ping","id":1}', -32700],
    ['too deep', `${'['.repeat(40)}${']'.repeat(40)}`, -32600],
    ['too wide', JSON.stringify(Object.fromEntries(Array.from({ length: 300 }, (_, i) => [i, 1]))), -32600],
    ['a forbidden key', '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"__proto__":{}}}', -32600],
  ])('as %s gets 400', async (_, text, code) => {
    const { send, bugs } = await mcpHost(catalog());
    const { status, messages } = await send(text, STREAMS);
    expect(status).toBe(400);
    expect(messages).toMatchObject([{ error: { code }, id: null }]);
    expect(bugs).toEqual([]);
  });

  test.each(['null', '1', '"x"', '{}', '[]', '[1]', '{"jsonrpc":"2.0"}', '{"jsonrpc":"2.0","method":1,"id":1}'])(
    '%s gets an error and no more',
    async (text) => {
      const { send } = await mcpHost(catalog());
      const { status, messages } = await send(text, STREAMS);
      expect(status).toBe(400);
      expect(messages).toMatchObject([{ error: {} }]);
    },
  );
});

test.each(['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list'])(
  'a cursor for %s is none of ours, and its sender is told so',
  async (method) => {
    const { send } = await mcpHost(catalog());
    const { status, messages } = await send(request(method, { cursor: 'nonsense' }), STREAMS);
    expect(status).toBe(200);
    expect(messages).toMatchObject([{ error: { code: -32602, message: expect.stringContaining('cursor') } }]);
    expect((await send(request(method), STREAMS)).messages).toMatchObject([{ result: {} }]);
  },
);

test('too many requests at once are turned away until some are over', async () => {
  const waiting = Promise.withResolvers<void>();
  const entered = Promise.withResolvers<void>();
  const slow: Tool = {
    ...echo,
    name: 'slow',
    async run() {
      entered.resolve();
      await waiting.promise;
      return { data: { said: 'done' } };
    },
  };
  const { send } = await mcpHost(plainCatalog({ tools: [slow] }), { limits: { exchanges: 1 } });
  const first = send(request('tools/call', { name: 'slow', arguments: { word: '' } }));
  await entered.promise;
  expect(await send(request('tools/list'))).toMatchObject({ status: 429, messages: [{ error: { code: -32000 } }] });
  waiting.resolve();
  expect((await first).status).toBe(200);
  expect((await send(request('tools/list'))).status).toBe(200);
});

test('a client that goes away is no longer worked for', async () => {
  const gone = Promise.withResolvers<void>();
  const entered = Promise.withResolvers<void>();
  const endless: Tool = {
    ...echo,
    name: 'endless',
    run(_, { signal }) {
      entered.resolve();
      return new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          gone.resolve();
          resolve({ data: {} });
        });
      });
    },
  };
  const { address } = await mcpHost(plainCatalog({ tools: [endless] }));
  const leaving = new AbortController();
  const body = JSON.stringify(request('tools/call', { name: 'endless', arguments: { word: '' } }));
  const asked = fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    signal: leaving.signal,
  });
  await entered.promise;
  leaving.abort();
  await expect(asked).rejects.toThrow();
  await gone.promise;
});

/** A tool that never comes to an end by itself; `entered` resolves with every call. */
function endlessTool() {
  const calls: (() => void)[] = [];
  const tool: Tool = {
    ...echo,
    name: 'endless',
    run(_, { signal }) {
      calls.shift()?.();
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve({ data: { said: '' } })));
    },
  };
  return { tool, entered: () => new Promise<void>((resolve) => calls.push(resolve)) };
}

test('a caller that drops a plain call gives its place back', async () => {
  const { tool, entered } = endlessTool();
  const { address, send } = await mcpHost(plainCatalog({ tools: [echo, tool] }), { limits: { exchanges: 20 } });
  const call = request('tools/call', { name: 'endless', arguments: { word: '' } });
  for (let drops = 0; drops < 40; drops++) {
    const leaving = new AbortController();
    const begun = entered();
    const asked = fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(call),
      signal: leaving.signal,
    });
    // That somebody has left is noticed a little later, and who comes in between may be one too many.
    await Promise.race([begun, asked]);
    leaving.abort();
    await asked.catch(() => undefined);
  }
  const said = () => send(request('tools/call', { name: 'echo', arguments: { word: 'here' } }));
  await vi.waitFor(async () => expect((await said()).status).toBe(200));
});

test.each([
  ['outside a session', false],
  ['in a session', true],
])('who waits for a plain answer %s when the agent ends hears so', async (_where, isInSession) => {
  const { tool, entered } = endlessTool();
  const { send, close } = await mcpHost(plainCatalog({ tools: [tool] }));
  const { session } = isInSession ? await send(initialize('2025-11-25')) : { session: null };
  const begun = entered();
  const headers = session === null ? {} : { 'mcp-session-id': session };
  const asked = send(request('tools/call', { name: 'endless', arguments: { word: '' } }), headers);
  await begun;
  await close();
  expect((await asked).status).toBe(503);
});

describe('sessions', () => {
  test('go on by their id, and are over when they are deleted', async () => {
    const host = await mcpHost(catalog());
    const session = await host.session();
    expect(session.id).toMatch(/^[0-9a-f]{64}$/);
    expect((await session.send(request('ping'))).messages).toMatchObject([{ result: {} }]);
    expect((await session.send(undefined, 'DELETE')).status).toBe(200);
    expect(await session.send(request('ping'))).toMatchObject({ status: 404, messages: [{ error: { code: -32001 } }] });
  });

  test('an unknown session is answered with 404, by which a client begins anew', async () => {
    const { send } = await mcpHost(catalog());
    const headers = { ...STREAMS, 'mcp-session-id': 'of-an-earlier-process' };
    for (const method of ['POST', 'GET', 'DELETE']) {
      const body = method === 'POST' ? request('ping') : undefined;
      const { status, messages } = await send(body, headers, method);
      expect(status).toBe(404);
      expect(messages).toMatchObject([{ error: { code: -32001, message: expect.stringContaining('initialize') } }]);
    }
    const { status, session } = await send(initialize('2025-11-25'), headers);
    expect([status, session?.length]).toEqual([200, 64]);
  });

  test.each(OLD)('of %s are answered in JSON where initialize does not name the stream', async (revision) => {
    const { send } = await mcpHost(catalog());
    const plain = { accept: 'application/json' };
    const begun = await send(initialize(revision), plain);
    expect([begun.status, begun.type]).toEqual([200, 'application/json']);
    const named = { ...plain, 'mcp-session-id': begun.session ?? '', 'mcp-protocol-version': revision };
    const call = request('tools/call', { name: 'echo', arguments: { word: 'a' }, _meta: { progressToken: 1 } });
    // The choice was made at the beginning, and holds.
    for (const headers of [named, { ...named, ...STREAMS }]) {
      const { type, messages } = await send(call, headers);
      expect(type).toBe('application/json');
      expect(messages).toMatchObject([{ id: 1, result: { structuredContent: { said: 'a 127.0.0.1 nobody' } } }]);
    }
  });

  test('do not begin with a handshake that says nothing', async () => {
    const { send } = await mcpHost(catalog());
    expect(await send(request('initialize'), STREAMS)).toMatchObject({ status: 400, session: null });
  });

  test('end when they are silent for long', async () => {
    const clock = fakeClock();
    const host = await mcpHost(catalog(), { clock, limits: { idleMs: 1_000 } });
    const session = await host.session();
    await clock.advance(900);
    expect((await session.send(request('ping'))).status).toBe(200);
    await clock.advance(900);
    expect((await session.send(request('ping'))).status).toBe(200);
    await clock.advance(1_100);
    expect((await session.send(request('ping'))).status).toBe(404);
    expect(clock.scheduled).toBe(0);
  });

  test('of one address make room for each other, the longest unused first', async () => {
    const host = await mcpHost(catalog(), { limits: { sessionsPerAddress: 2 } });
    const [first, second] = [await host.session(), await host.session()];
    await first.send(request('ping'));
    const third = await host.session();
    const statuses = await Promise.all(
      [first, second, third].map(async ({ send }) => (await send(request('ping'))).status),
    );
    expect(statuses).toEqual([200, 404, 200]);
  });

  test('that are all in use leave no room for one more', async () => {
    const { address, session, send } = await mcpHost(catalog(), { limits: { sessions: 1 } });
    const { headers } = await session();
    const stream = await fetch(address, { headers });
    expect((await send(initialize('2025-11-25'), STREAMS)).status).toBe(503);
    await stream.body?.cancel();
    await vi.waitFor(async () => expect((await send(initialize('2025-11-25'), STREAMS)).status).toBe(200));
  });
});

describe('an id that is in use in a session', () => {
  const call = request('tools/call', { name: 'endless', arguments: { word: '' } }, 5);

  test('cannot be used again before its request is answered or dropped', async () => {
    const { tool, entered } = endlessTool();
    const host = await mcpHost(plainCatalog({ tools: [tool] }));
    const session = await host.session();
    const leaving = new AbortController();
    const headers = { ...session.headers, 'content-type': 'application/json' };
    const begun = entered();
    const first = fetch(host.address, {
      ...{ method: 'POST', headers, body: JSON.stringify(call), signal: leaving.signal },
    }).then((response) => response.text());
    await begun;
    const again = () => session.send(request('tools/list', {}, 5));
    expect(await again()).toMatchObject({ status: 400, messages: [{ error: { code: -32600 }, id: 5 }] });
    expect((await session.send(request('tools/list', {}, '5'))).status).toBe(200);
    leaving.abort();
    await first.catch(() => undefined);
    await vi.waitFor(async () => expect((await again()).messages).toMatchObject([{ id: 5, result: {} }]));
  });

  test('is free when its request was refused', async () => {
    const host = await mcpHost(catalog());
    const { headers, send } = await host.session();
    const list = request('tools/list', {}, 5);
    expect((await host.send(list, { ...headers, 'mcp-protocol-version': '1999-01-01' })).status).toBe(400);
    expect((await send(list)).status).toBe(200);
  });
});

test('a silent stream is kept alive by comments', async () => {
  const { address, session } = await mcpHost(catalog(), { limits: { keepAliveMs: 20 } });
  const { headers } = await session();
  const stream = await fetch(address, { headers });
  const reader = (stream.body as ReadableStream<Uint8Array>).getReader();
  let text = '';
  while ((text.match(/^: keepalive$/gm)?.length ?? 0) < 2)
    text += new TextDecoder().decode((await reader.read()).value);
  await reader.cancel();
});

test('an address that closes ends its streams, and waits for none', async () => {
  const { address, session, close } = await mcpHost(catalog());
  const { headers } = await session();
  const stream = await fetch(address, { headers });
  await close();
  expect(await stream.text()).toBe('');
});

test('a head full of nonsense is answered like any other', async () => {
  const { address, bugs } = await mcpHost(catalog());
  const headers = ['content-type: application/json', `accept: ${STREAMS.accept}`, 'x-odd: \xff', 'mcp-odd: \xe9'];
  const usual = post(JSON.stringify(request('tools/list')), headers).toString('latin1');
  const odd = usual.replace('host: localhost', 'host: localhost:99999').replace('/mcp', '/mcp?%zz=\\');
  expect(statusOf(await talk(Number(new URL(address).port), Buffer.from(odd, 'latin1')))).toBe(200);
  expect(bugs).toEqual([]);
});
