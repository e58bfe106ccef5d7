import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import { expect, onTestFinished, test } from 'vitest';
import { changingResource, plainCatalog } from '../../testing/mcp_fixtures_host.ts';
import type { Catalog, Resources } from './catalog.ts';
import { serveMcp } from './serve_mcp.ts';
import { LONGEST_URI, MOST_SUBSCRIPTIONS } from './serve_resources.ts';

const family = {
  uriTemplate: 'league://matches/{match_id}',
  name: 'match',
  title: 'Match',
  description: 'One match.',
  mimeType: 'application/json',
  complete: (beginning: string) => Array.from({ length: 150 }, (_, match) => `${beginning}M${match + 1}`),
};

/** The official client, in the same process as the server of a catalog. */
async function connected(catalog: Catalog, bugs: unknown[] = []): Promise<Client> {
  const server = serveMcp(catalog, { updates: 'subscribed', onBug: (what) => void bugs.push(what) });
  const [here, there] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'test', version: '1' });
  await Promise.all([server.connect(here), client.connect(there)]);
  onTestFinished(() => client.close());
  return client;
}

const withResources = (changes: Partial<Resources>) =>
  plainCatalog({ resources: { ...changingResource(), families: [family], ...changes } });

test('a family of resources is listed, read by its type, and completed as far as there is room', async () => {
  const client = await connected(withResources({ read: async (uri) => JSON.stringify({ uri }) }));
  const { resourceTemplates } = await client.listResourceTemplates();
  const { complete: _, ...shown } = family;
  expect(resourceTemplates).toEqual([shown]);
  const uri = 'league://matches/R1M1';
  expect((await client.readResource({ uri })).contents).toEqual([
    { uri, mimeType: 'application/json', text: JSON.stringify({ uri }) },
  ]);
  const { completion } = await client.complete({
    ref: { type: 'ref/resource', uri: family.uriTemplate },
    argument: { name: 'match_id', value: 'R1' },
  });
  expect(completion.values).toHaveLength(100);
  expect(completion.values[0]).toBe('R1M1');
});

test('an argument of a prompt is completed where its values are known', async () => {
  const given = [
    { name: 'match_id', description: 'Which.', required: true, complete: family.complete },
    { name: 'tone', description: 'How.', required: false },
  ];
  const prompt = { name: 'tell', title: 'Tell', description: 'Tells.', given, write: async () => '' };
  const client = await connected(plainCatalog({ prompts: [prompt] }));
  const ref = { type: 'ref/prompt', name: 'tell' } as const;
  const complete = async (name: string) =>
    (await client.complete({ ref, argument: { name, value: 'R1' } })).completion.values;
  expect((await complete('match_id')).slice(0, 2)).toEqual(['R1M1', 'R1M2']);
  expect(await complete('match_id')).toHaveLength(100);
  expect(await complete('tone')).toEqual([]);
  expect(await complete('nothing')).toEqual([]);
});

test('what an agent does not do it does not offer: it logs to no client', async () => {
  const client = await connected(plainCatalog());
  expect(client.getServerCapabilities()).not.toHaveProperty('logging');
  await expect(client.setLoggingLevel('info')).rejects.toThrow(/method not found/i);
});

test('what has no completions has none', async () => {
  const client = await connected(withResources({}));
  const argument = { name: 'x', value: '' };
  const refs = [
    { type: 'ref/prompt', name: 'nothing' },
    { type: 'ref/resource', uri: 'league://nothing/{x}' },
  ] as const;
  for (const ref of refs) expect((await client.complete({ ref, argument })).completion.values).toEqual([]);
});

test('bytes are read as bytes', async () => {
  const client = await connected(withResources({ read: async () => Uint8Array.of(1, 2, 255) }));
  expect((await client.readResource({ uri: 'league://count' })).contents).toMatchObject([{ blob: 'AQL/' }]);
});

test('a client subscribes to so many resources and no more', async () => {
  const client = await connected(withResources({}));
  const subscribe = (count: number) => client.subscribeResource({ uri: `league://matches/${count}` });
  for (let count = 0; count < MOST_SUBSCRIPTIONS; count++) await subscribe(count);
  await subscribe(7);
  await expect(subscribe(MOST_SUBSCRIPTIONS)).rejects.toMatchObject({ code: -32602 });
});

test.each([
  ['is not there', 'league://nothing'],
  ['belongs to no family', 'league://matches/'],
  ['is too long', `league://matches/${'x'.repeat(LONGEST_URI)}`],
])('a client does not subscribe to what %s', async (_, uri) => {
  const client = await connected(withResources({}));
  await expect(client.subscribeResource({ uri })).rejects.toThrow(/not found/i);
  await client.subscribeResource({ uri: 'league://count' });
  await client.subscribeResource({ uri: 'league://matches/R1M1' });
});

test('a client is told what a tool may do, and that nothing is destructive which does not say so', async () => {
  const tool = { title: 'A tool', description: 'Does it.', input: { type: 'object' }, readOnly: false };
  const run = async () => ({ data: {} });
  const tools = [
    { ...tool, name: 'plain', run },
    { ...tool, name: 'looking', readOnly: true, run },
    { ...tool, name: 'leaving', destructive: true, idempotent: true, run },
  ];
  const listed = (await (await connected(plainCatalog({ tools }))).listTools()).tools;
  const about = { openWorldHint: false };
  expect(listed.map(({ annotations }) => annotations)).toEqual([
    { ...about, readOnlyHint: false, destructiveHint: false },
    { ...about, readOnlyHint: true },
    { ...about, readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  ]);
});

test('a resource or a prompt that throws is a bug of ours, of which the client learns nothing', async () => {
  const bugs: unknown[] = [];
  const fail = () => Promise.reject(new Error('a secret of ours'));
  const prompt = { name: 'broken', title: 'Broken', description: 'Fails.', given: [], write: fail };
  const client = await connected({ ...withResources({ read: fail }), prompts: [prompt] }, bugs);
  const failed = { code: -32603, message: 'Internal error' };
  await expect(client.readResource({ uri: 'league://count' })).rejects.toMatchObject(failed);
  await expect(client.getPrompt({ name: 'broken' })).rejects.toMatchObject(failed);
  expect(bugs).toEqual(['a resource', 'prompt broken']);
});

test('a face without resources and prompts has empty lists of tools and prompts, and no resources', async () => {
  const client = await connected(plainCatalog());
  expect(await client.listTools()).toMatchObject({ tools: [] });
  expect(await client.listPrompts()).toMatchObject({ prompts: [] });
  expect(client.getServerCapabilities()).not.toHaveProperty('resources');
});
