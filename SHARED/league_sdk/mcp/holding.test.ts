/** Calls that take long: how long a client allows, what it hears meanwhile, and that nothing waits for one that has gone. */
import { describe, expect, test, vi } from 'vitest';
import { mcpHost, NEWEST, plainCatalog, REVISIONS, request } from '../../testing/mcp_fixtures_host.ts';
import type { Tool, ToolCaller } from './catalog.ts';

/** A tool that says twice that it goes on, and waits to be let go. */
function slowTool() {
  const callers: ToolCaller[] = [];
  const released = Promise.withResolvers<void>();
  const tool: Tool = {
    name: 'slow',
    title: 'Slow',
    description: 'Takes its time.',
    input: { type: 'object' },
    readOnly: true,
    async run(_, caller) {
      callers.push(caller);
      caller.progress?.('one more moment');
      caller.progress?.('and another');
      await Promise.race([
        released.promise,
        new Promise((resolve) => caller.signal.addEventListener('abort', resolve, { once: true })),
      ]);
      return { data: { isGone: caller.signal.aborted } };
    },
  };
  return { tool, callers, release: () => released.resolve() };
}

const withToken = request('tools/call', { name: 'slow', _meta: { progressToken: 'p' } });

describe.each(REVISIONS)('a client of %s', (revision) => {
  test('that asks for progress hears of it before the answer, and is held for ten minutes', async () => {
    const { tool, callers, release } = slowTool();
    const client = await (await mcpHost(plainCatalog({ tools: [tool] }))).client(revision);
    const heard = vi.fn();
    const answer = client.callTool({ name: 'slow' }, { onprogress: heard, resetTimeoutOnProgress: true });
    await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(2), { timeout: 10_000 });
    expect(heard.mock.calls).toMatchObject([
      [{ progress: 1, message: 'one more moment' }],
      [{ progress: 2, message: 'and another' }],
    ]);
    release();
    expect(await answer).toMatchObject({ structuredContent: { isGone: false } });
    expect(callers).toMatchObject([{ holdMs: 600_000 }]);
  });

  test('that does not is held for less than the minute after which it gives up', async () => {
    const { tool, callers, release } = slowTool();
    const client = await (await mcpHost(plainCatalog({ tools: [tool] }))).client(revision);
    release();
    await client.callTool({ name: 'slow' });
    expect(callers).toMatchObject([{ holdMs: 50_000 }]);
    expect(callers[0]?.progress).toBeUndefined();
  });

  test('that gives up lets go of what it waited for', async () => {
    const { tool, callers } = slowTool();
    const client = await (await mcpHost(plainCatalog({ tools: [tool] }))).client(revision);
    const giving = new AbortController();
    const answer = client.callTool({ name: 'slow' }, { signal: giving.signal }).catch(() => 'given up');
    await vi.waitFor(() => expect(callers).toHaveLength(1), { timeout: 10_000 });
    giving.abort();
    expect(await answer).toBe('given up');
    await vi.waitFor(() => expect(callers[0]?.signal.aborted).toBe(true), { timeout: 10_000 });
  });
});

test('a client that cannot read a stream is sent none, whatever it asks for', async () => {
  const { tool, callers, release } = slowTool();
  const { send } = await mcpHost(plainCatalog({ tools: [tool] }));
  release();
  const plain = await send(withToken);
  expect(plain).toMatchObject({ status: 200, type: 'application/json', messages: [{ id: 1 }] });
  expect(callers).toMatchObject([{ holdMs: 50_000 }]);
});

test.each(REVISIONS.filter((revision) => revision !== NEWEST))(
  'a connection that breaks in a session of %s ends the wait, and the session goes on',
  async (revision) => {
    const { tool, callers, release } = slowTool();
    const host = await mcpHost(plainCatalog({ tools: [tool] }));
    const session = await host.session(revision);
    const giving = new AbortController();
    const broken = fetch(host.address, {
      method: 'POST',
      headers: { ...session.headers, 'content-type': 'application/json' },
      body: JSON.stringify(withToken),
      signal: giving.signal,
    }).then((response) => response.text());
    broken.catch(() => undefined);
    await vi.waitFor(() => expect(callers).toHaveLength(1), { timeout: 10_000 });
    giving.abort();
    await vi.waitFor(() => expect(callers[0]?.signal.aborted).toBe(true), { timeout: 10_000 });
    release();
    const { messages } = await session.send(request('tools/call', { name: 'slow' }, 2));
    expect(messages).toMatchObject([{ id: 2, result: { structuredContent: { isGone: false } } }]);
    expect(host.bugs).toEqual([]);
  },
);
