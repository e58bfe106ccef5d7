/** A server of MCP, a bridge in front of it, and a client of the official library behind that. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { NodeStreamableHTTPServerTransport } from '@modelcontextprotocol/node';
import { CLIENT_CAPABILITIES_META_KEY, McpServer } from '@modelcontextprotocol/server';
import { afterEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../SHARED/core/clock.ts';
import { systemEntropy, uuid } from '../../SHARED/core/entropy.ts';
import { unwrap } from '../../SHARED/core/result.ts';
import { withMcp } from '../../SHARED/league_sdk/mcp/beside.ts';
import type { Catalog, Resources } from '../../SHARED/league_sdk/mcp/catalog.ts';
import type { Extension } from '../../SHARED/league_sdk/mcp/serve_mcp.ts';
import { httpTransport } from '../../SHARED/league_sdk/transport/http/http.ts';
import { fixtureExtension, fixturesBeside } from '../../SHARED/testing/mcp_fixtures.ts';
import { addTalk } from '../../SHARED/testing/mcp_fixtures_talk.ts';
import { bridgedClient } from '../trials/testing/bridged_client.ts';
import { until } from '../trials/testing/rehearsal.ts';

const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

const URI = 'league://standings';
const OTHER = 'league://status';

/** A server of ours with two resources in the hands of the test, and the tools of the conformance suite. */
async function ours() {
  const listeners = new Set<(uri: string) => void>();
  const resources: Resources = {
    list: () => [URI, OTHER].map((uri) => ({ uri, name: uri, title: 'S', description: 'S', mimeType: 'text/plain' })),
    families: [],
    read: async () => 'Nobody leads.',
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const catalog: Catalog = {
    ...{ name: 'league_manager', title: 'League Manager', version: '1.0.0', instructions: 'Ask away.' },
    ...fixturesBeside({ resources }),
  };
  const wire = httpTransport({ clock: systemClock });
  const onBug = (_: string, cause: unknown) => expect.fail(String(cause));
  const fixtures = fixtureExtension();
  const extension: Extension = {
    ...fixtures,
    add(server) {
      fixtures.add(server);
      server.registerTool('what_can_you', {}, async ({ mcpReq }) => {
        const said = (mcpReq.envelope as { [key: string]: object } | undefined)?.[CLIENT_CAPABILITIES_META_KEY];
        return { content: [{ type: 'text', text: JSON.stringify(said) }] };
      });
    },
  };
  const options = { clock: systemClock, entropy: systemEntropy, onBug, extension };
  const listener = unwrap(
    await withMcp(wire, () => catalog, options).listen('http://127.0.0.1:0/mcp', async () => undefined),
  );
  open.push(listener, wire);
  const change = (uri = URI) => {
    for (const each of listeners) each(uri);
  };
  return { url: listener.address, change };
}

/** A server of another making that knows 2025 alone, with the tools that speak while they run. */
async function foreign(): Promise<string> {
  const mcp = new McpServer({ name: 'foreign', version: '1.0.0' }, { capabilities: { logging: {} } });
  addTalk(mcp);
  mcp.registerTool('what_can_you', {}, async () => ({
    content: [{ type: 'text', text: JSON.stringify(mcp.server.getClientCapabilities()) }],
  }));
  const wire = new NodeStreamableHTTPServerTransport({ sessionIdGenerator: () => uuid(systemEntropy) });
  await mcp.connect(wire);
  const http = createServer((request, response) => void wire.handleRequest(request, response));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  open.push({
    async close() {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  });
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`;
}

async function connected(url: string, mode: 'auto' | 'legacy') {
  const bridged = await bridgedClient(url, mode);
  open.unshift(bridged);
  return bridged.client;
}

describe.each(['legacy', 'auto'] as const)('a client that connects as %s', (mode) => {
  test.each(['ours', 'foreign'] as const)('hears the progress of a server of %s, with its own token', async (whose) => {
    const client = await connected(whose === 'ours' ? (await ours()).url : await foreign(), mode);
    const heard: number[] = [];
    const options = { onprogress: ({ progress }: { progress: number }) => void heard.push(progress) };
    await client.callTool({ name: 'test_tool_with_progress', arguments: {} }, options);
    expect(heard).toEqual([0, 50, 100]);
  });

  test('is told of a resource as long as it wants to be', async () => {
    const { url, change } = await ours();
    const client = await connected(url, mode);
    const updated: string[] = [];
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => void updated.push(params.uri));
    const told = (uri: string) => until(`an update of ${uri}`, () => updated.includes(uri) || undefined);
    const watch = async (uri: string): Promise<() => Promise<unknown>> => {
      if (mode === 'auto') {
        const stream = await client.listen({ resourceSubscriptions: [uri] });
        // A client of the newest revision is answered a moment before the bridge itself listens.
        await until('the bridge to listen', () => {
          change(uri);
          return updated.includes(uri) || undefined;
        });
        return () => stream.close();
      }
      await client.subscribeResource({ uri });
      return () => client.unsubscribeResource({ uri });
    };
    await watch(OTHER);
    const stop = await watch(URI);
    updated.splice(0);
    change();
    await told(URI);
    await stop();
    await client.callTool({ name: 'test_simple_text', arguments: {} });
    updated.splice(0);
    // Updates come in their order: the one that is still wanted shows that the other did not come before it.
    change(URI);
    change(OTHER);
    await told(OTHER);
    expect(updated).not.toContain(URI);
  });

  test('is asked what a server of the newest revision asks before it answers', async () => {
    const client = await connected((await ours()).url, mode);
    const { content } = await client.callTool({ name: 'test_input_required_result_elicitation', arguments: {} });
    expect(content).toEqual([{ type: 'text', text: 'Hello, Alice!' }]);
  });
});

test.each([
  ['legacy', true],
  ['legacy', false],
  ['auto', true],
  ['auto', false],
] as const)('a server hears whether a client that connects as %s can be asked: %s', async (mode, canBeAsked) => {
  const [url, other] = [(await ours()).url, (await ours()).url];
  const bridged = await bridgedClient(url, mode, { canBeAsked, also: [other, await foreign()] });
  open.unshift(bridged);
  const heardBy = async (server: string) =>
    (await bridged.client.callTool({ name: `${server}__what_can_you`, arguments: {} })).content;
  const form = '{"elicitation":{"form":{}}}';
  expect(await heardBy('LM01')).toEqual([{ type: 'text', text: canBeAsked ? form : '{}' }]);
  // Agents that are not the manager may not ask.
  expect([await heardBy('A1'), await heardBy('A2')]).toEqual([
    [{ type: 'text', text: '{}' }],
    [{ type: 'text', text: '{}' }],
  ]);
});

test.each([
  ['legacy', true, '{"elicitation":{"form":{}}}'],
  ['legacy', false, '{}'],
  ['auto', true, '{}'],
] as const)(
  'a manager of 2025 hears of a client that connects as %s and can be asked (%s): %s',
  async (mode, canBeAsked, said) => {
    const bridged = await bridgedClient(await foreign(), mode, { canBeAsked });
    open.unshift(bridged);
    const { content } = await bridged.client.callTool({ name: 'what_can_you', arguments: {} });
    expect(content).toEqual([{ type: 'text', text: said }]);
  },
);

test.each([
  ['legacy', 'ours', 'test_input_required_result_elicitation', 'What is your name?'],
  ['auto', 'ours', 'test_input_required_result_elicitation', 'What is your name?'],
  ['legacy', 'foreign', 'test_elicitation_sep1034_defaults', 'Please choose'],
] as const)(
  'a question names the manager that asks it: a client as %s of one of %s, by %s',
  async (mode, whose, name, words) => {
    const url = whose === 'ours' ? (await ours()).url : await foreign();
    const questions: string[] = [];
    const bridged = await bridgedClient(url, mode, { onAsked: (message) => void questions.push(message) });
    open.unshift(bridged);
    await bridged.client.callTool({ name, arguments: {} });
    expect(questions).toEqual([`LM01 at ${url} asks: ${words}`]);
  },
);

test.each([
  ['legacy', 'is asked', { content: [{ text: expect.stringContaining('action=accept, content={"name":"John Doe"') }] }],
  ['auto', 'has no way to be asked, which that server hears', { isError: true }],
] as const)('what a server of 2025 asks: a client that connects as %s %s', async (mode, _, answer) => {
  const client = await connected(await foreign(), mode);
  expect(await client.callTool({ name: 'test_elicitation_sep1034_defaults', arguments: {} })).toMatchObject(answer);
});
