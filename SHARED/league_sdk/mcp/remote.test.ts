import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { NodeStreamableHTTPServerTransport } from '@modelcontextprotocol/node';
import { McpServer } from '@modelcontextprotocol/server';
import { afterEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { systemEntropy, uuid } from '../../core/entropy.ts';
import { unwrap } from '../../core/result.ts';
import { testAuthority, testCertificate } from '../../testing/certificates.ts';
import { httpTransport } from '../transport/http/http.ts';
import { Tls } from '../transport/http/tls.ts';
import type { Listener } from '../transport/transport.ts';
import { withMcp } from './beside.ts';
import type { Catalog } from './catalog.ts';
import { connectRemote } from './remote.ts';
import type { Listed, RemoteServer } from './remote_server.ts';

const CATALOG: Catalog = {
  ...{ name: 'league_manager', title: 'League Manager', version: '1.0.0', instructions: 'Ask away.' },
  tools: [
    {
      ...{ name: 'get_standings', title: 'Standings', description: 'The standings now.', readOnly: true },
      input: { type: 'object', properties: {} },
      run: async () => ({ data: { standings: [] } }),
    },
  ],
  prompts: [
    { ...{ name: 'comment', title: 'Comment', description: 'On a round.', given: [] }, write: async () => 'Comment.' },
  ],
};
const how = { signal: new AbortController().signal };

const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

/** A server of ours, at any free port. */
async function serve(): Promise<Listener> {
  const wire = httpTransport({ clock: systemClock });
  const onBug = (_: string, cause: unknown) => expect.fail(String(cause));
  const speaking = withMcp(wire, () => CATALOG, { clock: systemClock, entropy: systemEntropy, onBug });
  const listener = unwrap(await speaking.listen('http://127.0.0.1:0/mcp', async () => undefined));
  open.push(listener, wire);
  return listener;
}

test('localhost is called at its IPv4 address, without a look-up', async () => {
  const heard: (string | undefined)[] = [];
  const http = createServer((request, response) => {
    heard.push(request.headers.host);
    response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  open.push({ close: async () => http.close() });
  const { port } = http.address() as AddressInfo;
  await connectRemote({ url: `http://localhost:${port}/mcp`, onChanged: () => undefined });
  expect(heard[0]).toBe(`127.0.0.1:${port}`);
});

test('a server by https is spoken to by its name where its authority is trusted, and else told what is missing', async () => {
  const authority = testAuthority();
  const { cert, key } = testCertificate(['localhost'], { by: authority });
  const read = async (path: string) => ({ cert, key, ca: authority.cert })[path];
  const tell = () => undefined;
  const tls = unwrap(await Tls.open({ cert: 'cert', key: 'key' }, { read, tell, clock: systemClock }));
  const wire = httpTransport({ clock: systemClock, tls });
  const speaking = withMcp(wire, () => CATALOG, { clock: systemClock, entropy: systemEntropy, onBug: expect.fail });
  const listener = unwrap(await speaking.listen('https://localhost:0/mcp', async () => undefined));
  open.push(listener, wire, { close: async () => tls.close() });
  const connect = () => connectRemote({ url: listener.address, onChanged: () => undefined });
  expect(await connect()).toMatchObject({ error: { code: 'UNREACHABLE', detail: expect.stringMatching(/--tls-ca/) } });
  const trusting = unwrap(await Tls.open({ ca: 'ca' }, { read, tell, clock: systemClock }));
  open.unshift({ close: async () => trusting.close() });
  const remote = unwrap(await connect());
  open.unshift(remote);
  expect(unwrap(await remote.tools()).map(({ name }) => name)).toEqual(['get_standings']);
});

/** A server of another making that knows 2025 alone, and one client. */
async function foreignServer() {
  let mcp: McpServer;
  let wire: NodeStreamableHTTPServerTransport;
  const addTool = (name: string) => mcp.registerTool(name, {}, async () => ({ content: [] }));
  async function begin(): Promise<void> {
    mcp = new McpServer({ name: 'foreign', version: '1.0.0' });
    addTool('first');
    wire = new NodeStreamableHTTPServerTransport({ sessionIdGenerator: () => uuid(systemEntropy) });
    await mcp.connect(wire);
  }
  await begin();
  const http = createServer((request, response) => void wire.handleRequest(request, response));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  open.push({
    async close() {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  });
  const { port } = http.address() as AddressInfo;
  const forgetEverybody = async () => {
    await begin();
    // Somebody else is its client now.
    const other = await connectRemote({ url: `http://127.0.0.1:${port}/mcp`, onChanged: () => {} });
    open.unshift(unwrap(other));
  };
  return { url: `http://127.0.0.1:${port}/mcp`, addTool, forgetEverybody };
}

async function connected(url: string, onChanged: (what: Listed) => void = () => {}): Promise<RemoteServer> {
  const remote = unwrap(await connectRemote({ url, onChanged }));
  open.unshift(remote);
  return remote;
}

describe('a session with a server', () => {
  test('says who it is, what it has, and calls it', async () => {
    const remote = await connected((await serve()).address);
    expect(remote).toMatchObject({ name: 'league_manager', revision: '2026-07-28', instructions: 'Ask away.' });
    expect(unwrap(await remote.tools())).toMatchObject([
      { name: 'get_standings', description: 'The standings now.', more: { annotations: { readOnlyHint: true } } },
    ]);
    expect(unwrap(await remote.call('get_standings', {}, how))).toMatchObject({
      structuredContent: { standings: [] },
    });
    expect(await remote.heartbeat()).toBe('alive');
  });

  test('passes on what the server has, and what it says no to', async () => {
    const remote = await connected((await serve()).address);
    expect([remote.answers('prompts/list'), remote.answers('resources/list')]).toEqual([true, false]);
    expect(unwrap(await remote.ask('prompts/list', {}, how))).toMatchObject({ prompts: [{ name: 'comment' }] });
    expect(unwrap(await remote.ask('prompts/get', { name: 'comment' }, how))).toMatchObject({
      messages: [{ content: { text: 'Comment.' } }],
    });
    expect(await remote.ask('prompts/get', { name: 'fly' }, how)).toMatchObject({
      error: { code: 'SAID_NO', number: -32602 },
    });
  });
});

test('a server of 2025 is asked in its own revision, tells of its new tools, and is a stranger when it was started anew', async () => {
  const foreign = await foreignServer();
  const changed = Promise.withResolvers<Listed>();
  const remote = await connected(foreign.url, changed.resolve);
  expect([remote.revision, await remote.heartbeat()]).toEqual(['2025-11-25', 'alive']);
  foreign.addTool('second');
  expect(await changed.promise).toBe('tools');
  expect(unwrap(await remote.tools()).map(({ name }) => name)).toEqual(['first', 'second']);
  await foreign.forgetEverybody();
  expect(await remote.heartbeat()).toBe('stranger');
  expect(await remote.call('first', {}, how)).toMatchObject({ ok: false, error: { code: 'FORGOTTEN' } });
});

test('nobody there is a failure that may pass', async () => {
  const { address, close } = await serve();
  await close();
  expect(await connectRemote({ url: address, onChanged: () => {} })).toMatchObject({
    ok: false,
    error: { code: 'UNREACHABLE', final: false, detail: 'nobody listens there' },
  });
});

test('a host that does not exist is told of in one plain reason', async () => {
  const asked = await connectRemote({ url: 'http://nobody.invalid/mcp', onChanged: () => {} });
  expect(asked).toMatchObject({ error: { detail: expect.stringMatching(/^there is no such host/) } });
});

test('an agent that serves no MCP is told of as one that answers', async () => {
  const wire = httpTransport({ clock: systemClock });
  const no = { jsonrpc: '2.0', id: null, error: { code: -32601, message: 'Method not found' } };
  const listener = unwrap(
    await wire.listen('http://127.0.0.1:0/mcp', async (text) => {
      const { id = null } = JSON.parse(text) as { id?: number };
      return JSON.stringify({ ...no, id });
    }),
  );
  open.push(listener, wire);
  expect(await connectRemote({ url: listener.address, onChanged: () => {} })).toMatchObject({
    error: { code: 'NO_MCP', detail: 'it answers, but serves no MCP', final: false },
  });
});

test('a server that went away is AWAY, and silent', async () => {
  const listener = await serve();
  const remote = await connected(listener.address);
  await listener.close();
  expect(await remote.call('get_standings', {}, how)).toMatchObject({ ok: false, error: { code: 'AWAY' } });
  expect(await remote.heartbeat()).toBe('silent');
});
