import { expect, test } from 'vitest';
import { MCP_LIMITS } from './admission.ts';
import { boundedEventStore } from './event_store.ts';

const message = (id: number) => ({ jsonrpc: '2.0' as const, id, result: {} });

async function replayed(store: ReturnType<typeof boundedEventStore>, last: string) {
  const again: unknown[] = [];
  const stream = await store.replayEventsAfter(last, { send: async (id, said) => void again.push([id, said]) });
  return { stream, again };
}

test('a client gets the messages after the last one it saw, of that stream alone', async () => {
  const store = boundedEventStore(MCP_LIMITS);
  const ids: string[] = [];
  for (const [index, stream] of ['a', 'b', 'a', 'a'].entries())
    ids.push(await store.storeEvent(stream, message(index)));
  expect(await replayed(store, ids[0] as string)).toEqual({
    stream: 'a',
    again: [
      [ids[2], message(2)],
      [ids[3], message(3)],
    ],
  });
});

test('the empty message at the start of a stream is not sent again', async () => {
  const store = boundedEventStore(MCP_LIMITS);
  const first = await store.storeEvent('a', message(0));
  await store.storeEvent('a', {} as never);
  expect(await replayed(store, first)).toEqual({ stream: 'a', again: [] });
});

test('an unknown event id continues the standalone stream from now on', async () => {
  const store = boundedEventStore(MCP_LIMITS);
  await store.storeEvent('_GET_stream', message(0));
  expect(await store.getStreamIdForEventId?.('99')).toBe('_GET_stream');
  expect(await replayed(store, '99')).toEqual({ stream: '_GET_stream', again: [] });
});

test('the oldest messages are dropped when there are too many', async () => {
  const store = boundedEventStore({ ...MCP_LIMITS, keptMessages: 2 });
  const ids: string[] = [];
  for (const id of [0, 1, 2]) ids.push(await store.storeEvent('a', message(id)));
  const streams = await Promise.all(ids.map((id) => store.getStreamIdForEventId?.(id)));
  expect(streams).toEqual(['_GET_stream', 'a', 'a']);
});

test('large messages leave less room, and one that is too large is not stored', async () => {
  const keptCharacters = 2 * JSON.stringify(message(0)).length;
  const store = boundedEventStore({ ...MCP_LIMITS, keptCharacters });
  const ids: string[] = [];
  for (const id of [0, 1, 2]) ids.push(await store.storeEvent('a', message(id)));
  const areStored = () => Promise.all(ids.map(async (id) => (await store.getStreamIdForEventId?.(id)) === 'a'));
  expect(await areStored()).toEqual([false, true, true]);
  ids.push(await store.storeEvent('a', { jsonrpc: '2.0', id: 3, result: { much: 'x'.repeat(keptCharacters) } }));
  expect(await areStored()).toEqual([false, false, false, false]);
});
