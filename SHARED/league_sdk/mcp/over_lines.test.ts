import { Client, type Transport } from '@modelcontextprotocol/client';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Monotonic, systemClock } from '../../core/clock.ts';
import { seededEntropy } from '../../core/entropy.ts';
import { changingResource, NEWEST, plainCatalog, REVISIONS, request } from '../../testing/mcp_fixtures_host.ts';
import { mcpBeside } from './beside.ts';
import type { Catalog, Tool } from './catalog.ts';

const who: Tool = {
  name: 'who',
  title: 'Who',
  description: 'Says who calls.',
  input: { type: 'object' },
  readOnly: true,
  run: async (_, { origin }) => ({ data: { address: origin.address } }),
};

/** A pipe with the guest at its end. */
function pipe(catalog: Catalog, hear: (text: string) => void) {
  const onBug = (what: string, cause: unknown) => expect.unreachable(`${what}: ${cause}`);
  const guest = mcpBeside(catalog, { clock: systemClock, entropy: seededEntropy(1), onBug });
  onTestFinished(() => guest.close());
  return guest.lines(hear, { address: 'stdio', receivedAt: 0 as Monotonic });
}

async function connected(catalog: Catalog, revision: string): Promise<Client> {
  const talk = pipe(catalog, (text) => wire.onmessage?.(JSON.parse(text)));
  const wire: Transport = {
    start: async () => undefined,
    send: async (message) => talk.receive(JSON.stringify(message)),
    async close() {
      talk.close();
      wire.onclose?.();
    },
  };
  const isNewest = revision === NEWEST;
  const client = new Client(
    { name: 'test', version: '1' },
    isNewest ? { versionNegotiation: { mode: { pin: revision } } } : { supportedProtocolVersions: [revision] },
  );
  await client.connect(wire);
  onTestFinished(() => client.close());
  return client;
}

describe.each(REVISIONS)('over a pipe the official client of %s', (revision) => {
  test('finds tools and calls them, as whoever is at the other end', async () => {
    const client = await connected(plainCatalog({ tools: [who] }), revision);
    expect(client.getNegotiatedProtocolVersion()).toBe(revision);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['who']);
    await expect(client.listTools({ cursor: 'nonsense' })).rejects.toThrow(/cursor/);
    expect(await client.callTool({ name: 'who' })).toMatchObject({ structuredContent: { address: 'stdio' } });
  });

  test('hears of progress where it asks for it, and is then held for long', async () => {
    const slow: Tool = {
      ...who,
      async run(_, { progress, holdMs = 0 }) {
        progress?.('it goes on');
        return { data: { holdMs } };
      },
    };
    const client = await connected(plainCatalog({ tools: [slow] }), revision);
    const heard = vi.fn();
    const told = await client.callTool({ name: 'who' }, { onprogress: heard });
    expect(told).toMatchObject({ structuredContent: { holdMs: 600_000 } });
    await vi.waitFor(() => expect(heard.mock.calls).toMatchObject([[{ progress: 1, message: 'it goes on' }]]));
    expect(await client.callTool({ name: 'who' })).toMatchObject({ structuredContent: { holdMs: 50_000 } });
  });

  test('hears of what it subscribed to', async () => {
    const resources = changingResource();
    const client = await connected(plainCatalog({ resources }), revision);
    const heard = vi.fn();
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => heard(params.uri));
    const uri = 'league://count';
    if (revision === NEWEST) await client.listen({ resourceSubscriptions: [uri] });
    else await client.subscribeResource({ uri });
    resources.change();
    await vi.waitFor(() => expect(heard.mock.calls).toEqual([[uri]]));
    await client.close();
    await vi.waitFor(() => expect(resources.watchers).toBe(0));
  });
});

test.each(['{', '[]', `[${JSON.stringify(request('ping'))}]`, '1', '{"jsonrpc":"2.0"}'])(
  'the line %s is refused, and the next one answered',
  async (line) => {
    const heard: unknown[] = [];
    const talk = pipe(plainCatalog(), (text) => heard.push(JSON.parse(text)));
    talk.receive(line);
    talk.receive(JSON.stringify(request('ping', {}, 7)));
    await vi.waitFor(() => expect(heard).toHaveLength(2));
    expect(heard).toMatchObject([
      { error: { code: -32600 }, id: null },
      { id: 7, result: {} },
    ]);
  },
);

test('what arrives after the end is not answered', async () => {
  const heard: string[] = [];
  const talk = pipe(plainCatalog(), (text) => heard.push(text));
  talk.receive(JSON.stringify(request('ping')));
  await vi.waitFor(() => expect(heard).toHaveLength(1));
  talk.close();
  talk.receive(JSON.stringify(request('ping')));
  await systemClock.poll();
  expect(heard).toHaveLength(1);
});
