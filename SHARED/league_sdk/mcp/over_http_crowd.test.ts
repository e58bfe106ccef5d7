import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Json } from '../../core/json.ts';
import { post } from '../../testing/http_raw.ts';
import { changingResource, mcpHost, NEWEST, plainCatalog, request } from '../../testing/mcp_fixtures_host.ts';
import type { Tool } from './catalog.ts';

/** A POST after which the connection stays. */
function asked(body: Json): string {
  return post(JSON.stringify(body)).toString().replace('connection: close', 'connection: keep-alive');
}

/** Connections that have been used once, so that whatever is written to them is read at once. */
async function connections(address: string, count: number): Promise<readonly Socket[]> {
  const sockets = Array.from({ length: count }, () => connect(Number(new URL(address).port), '127.0.0.1'));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  await Promise.all(
    sockets.map((socket) => {
      socket.write(asked({ is: 'there' }));
      return once(socket, 'data');
    }),
  );
  return sockets;
}

/** Notes in which order things are done; the league's own methods note themselves. */
async function noting() {
  const done: string[] = [];
  const tool: Tool = {
    name: 'note',
    title: 'Note',
    description: 'Is noted.',
    input: { type: 'object' },
    readOnly: true,
    async run() {
      done.push('MCP');
      return { data: {} };
    },
  };
  const host = await mcpHost(plainCatalog({ tools: [tool] }));
  // Whatever has to be loaded first is.
  await host.send(request('tools/list'));
  return { ...host, done };
}

describe('while a crowd asks', () => {
  test('the league is answered before most of them', async () => {
    const { address, done } = await noting();
    const crowd = await connections(address, 60);
    const [league] = (await connections(address, 1)) as [Socket];
    for (const each of crowd) each.write(asked(request('tools/call', { name: 'note' })));
    // Whoever asks last has been read when the first few are answered.
    league.once('data', () => done.push('the league'));
    league.write(asked({ is: 'the league' }));
    await vi.waitFor(() => expect(done).toHaveLength(61), { timeout: 20_000 });
    expect(done.indexOf('the league')).toBeLessThan(30);
  });
});

describe('places', () => {
  test('streams of one address leave room for its calls', async () => {
    const host = await mcpHost(plainCatalog(), { limits: { exchanges: 10 } });
    const sessions = [await host.session(), await host.session(), await host.session(), await host.session()];
    const open = (at: number) => fetch(host.address, { headers: sessions[at]?.headers ?? {} });
    const streams = [await open(0), await open(1), await open(2)];
    expect(streams.map(({ status }) => status)).toEqual([200, 200, 200]);
    const refused = await open(3);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    expect((await host.send(request('tools/list'))).status).toBe(200);
    await streams[0]?.body?.cancel();
    await vi.waitFor(async () => {
      const again = await open(3);
      onTestFinished(async () => void (await again.body?.cancel()));
      expect(again.status).toBe(200);
    });
  });

  test('subscriptions of the newest revision are streams too', async () => {
    const host = await mcpHost(plainCatalog({ resources: changingResource() }), { limits: { exchanges: 4 } });
    const client = await host.client(NEWEST);
    const wanted = { resourceSubscriptions: ['league://count'] };
    const subscription = await client.listen(wanted);
    await expect(client.listen(wanted)).rejects.toThrow();
    expect((await client.listTools()).tools).toEqual([]);
    await subscription.close();
  });
});

test.each([
  ['to too much', Array.from({ length: 101 }, (_, count) => `league://matches/${count}`)],
  ['to names that are too long', [`league://matches/${'x'.repeat(256)}`]],
])('nobody of the newest revision listens %s', async (_, resourceSubscriptions) => {
  const host = await mcpHost(plainCatalog({ resources: changingResource() }));
  const client = await host.client(NEWEST);
  await expect(client.listen({ resourceSubscriptions })).rejects.toMatchObject({ code: -32602 });
});
