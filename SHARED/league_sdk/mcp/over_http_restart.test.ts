/** Sessions over a restart of their server: two hosts with one key are two processes of one agent. */
import { describe, expect, test } from 'vitest';
import { seededEntropy } from '../../core/entropy.ts';
import {
  changingResource,
  mcpHost,
  NEWEST,
  plainCatalog,
  REVISIONS,
  request,
} from '../../testing/mcp_fixtures_host.ts';

const KEY = 'ab'.repeat(32);
const OLD = REVISIONS.filter((revision) => revision !== NEWEST);
let processes = 0;

const opened = (key?: string, resources = changingResource()) =>
  mcpHost(plainCatalog({ resources }), {
    entropy: seededEntropy(++processes),
    ...(key === undefined ? {} : { sessionKey: Promise.resolve(key) }),
  });

const listing = request('resources/list', {}, 7);

/** The stream of a session, for what its agent says by itself. */
async function listening(address: string, headers: { readonly [name: string]: string }) {
  const response = await fetch(address, { headers });
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  let text = '';
  async function more(): Promise<boolean> {
    const { value, done } = await reader.read();
    text += decoder.decode(value, { stream: !done });
    return !done;
  }
  return {
    status: response.status,
    async until(pattern: RegExp): Promise<string> {
      for (;;) {
        const found = pattern.exec(text)?.[1];
        if (found !== undefined) return found;
        if (!(await more())) throw new Error(`the stream has ended: ${text}`);
      }
    },
    async whole(): Promise<string> {
      while (await more());
      return text;
    },
  };
}

describe.each(OLD)('a session of %s', (revision) => {
  test('goes on when its agent is started again, with whatever its client sends first', async () => {
    const before = await (await opened(KEY)).session(revision);
    const again = await opened(KEY);
    const asked = [7, 8, 9].map((id) => again.send(request('resources/list', {}, id), before.headers));
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200, 200]);
    const { messages } = await again.send(request('ping', {}, 8), before.headers);
    expect(messages).toEqual([{ jsonrpc: '2.0', id: 8, result: {} }]);
    expect(again.bugs).toEqual([]);
  });

  test('hears of changes again when its agent is started again, until its client gives that up', async () => {
    const [first, second] = [changingResource(), changingResource()];
    const uri = String(first.list()[0]?.uri);
    const old = await opened(KEY, first);
    const before = await old.session(revision);
    await before.send(request('resources/subscribe', { uri }));
    const heard = await listening(old.address, before.headers);
    first.change();
    const lastEventId = await heard.until(/^id: (\S+)\ndata: .*resources\/updated/m);
    await old.close();

    const again = await opened(KEY, second);
    await again.send(listing, before.headers);
    const reading = await listening(again.address, { ...before.headers, 'last-event-id': lastEventId });
    expect(reading.status).toBe(200);
    second.change();
    await reading.until(/(resources\/updated)/);
    await again.send(request('resources/unsubscribe', { uri }), before.headers);
    second.change();
    await again.send(request('resources/subscribe', { uri }), before.headers);
    second.change();
    await again.send(request('ping'), before.headers);
    await again.close();
    expect((await reading.whole()).match(/resources\/updated/g)).toHaveLength(2);
    expect(again.bugs).toEqual([]);
  });

  test('that its client has ended is over, also where it had gone on', async () => {
    const first = await opened(KEY);
    const before = await first.session(revision);
    const again = await opened(KEY);
    expect((await again.send(listing, before.headers)).status).toBe(200);
    expect((await again.send(undefined, before.headers, 'DELETE')).status).toBe(200);
    expect((await again.send(listing, before.headers)).status).toBe(404);
    await before.send(undefined, 'DELETE');
    expect((await before.send(listing)).status).toBe(404);
  });
});

test('a client of the first revision, which names none, is known again', async () => {
  const { id } = await (await opened(KEY)).session('2025-03-26');
  const again = await opened(KEY);
  const accept = 'application/json, text/event-stream';
  const { status, messages } = await again.send([listing, request('ping', {}, 8)], { accept, 'mcp-session-id': id });
  expect(status).toBe(200);
  expect(messages).toHaveLength(2);
});

test('an id that no process of this agent gave begins nothing: its client is told to begin anew', async () => {
  const { headers, id } = await (await opened(KEY)).session();
  const isKnown = async (key: string | undefined, session: string) => {
    const { status, messages } = await (await opened(key)).send(listing, { ...headers, 'mcp-session-id': session });
    return status === 404 ? messages[0]?.['error'] : status;
  };
  const unknown = { code: -32001, message: expect.stringContaining('begin anew with initialize') };
  expect(await isKnown(KEY, id)).toBe(200);
  expect(await isKnown('cd'.repeat(32), id)).toEqual(unknown);
  expect(await isKnown(undefined, id)).toEqual(unknown);
  expect(await isKnown(KEY, `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`)).toEqual(unknown);
  expect(await isKnown(KEY, `${id}00`)).toEqual(unknown);
});
