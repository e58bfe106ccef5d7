import { expect, test } from 'vitest';
import { MCP_LIMITS } from './admission.ts';
import { keptMessages } from './sessions.ts';

const message = (id: number) => ({ jsonrpc: '2.0' as const, id, result: {} });

async function replayed(kept: ReturnType<typeof keptMessages>, last: string) {
  const again: unknown[] = [];
  const stream = await kept.replayEventsAfter(last, { send: async (id, said) => void again.push([id, said]) });
  return { stream, again };
}

test('a client gets what came after the last message it saw, of that stream alone', async () => {
  const kept = keptMessages(MCP_LIMITS, 'a1');
  const ids: string[] = [];
  for (const [index, stream] of ['a', 'b', 'a', 'a'].entries()) ids.push(await kept.storeEvent(stream, message(index)));
  expect(await replayed(kept, ids[0] as string)).toEqual({
    stream: 'a',
    again: [
      [ids[2], message(2)],
      [ids[3], message(3)],
    ],
  });
});

test('what only begins a stream is not said again', async () => {
  const kept = keptMessages(MCP_LIMITS, 'a1');
  const first = await kept.storeEvent('a', message(0));
  await kept.storeEvent('a', {} as never);
  expect(await replayed(kept, first)).toEqual({ stream: 'a', again: [] });
});

test('an id of an earlier process names nothing here', async () => {
  const [before, now] = [keptMessages(MCP_LIMITS, 'a1'), keptMessages(MCP_LIMITS, 'b2')];
  const old = await before.storeEvent('a', message(0));
  await now.storeEvent('b', message(0));
  expect(await now.getStreamIdForEventId?.(old)).toBeUndefined();
  expect(await replayed(now, old)).toMatchObject({ again: [] });
});

test('the oldest make room, and are not known any more', async () => {
  const kept = keptMessages({ ...MCP_LIMITS, keptMessages: 2 }, 'a1');
  const ids: string[] = [];
  for (const id of [0, 1, 2]) ids.push(await kept.storeEvent('a', message(id)));
  const streams = await Promise.all(ids.map((id) => kept.getStreamIdForEventId?.(id)));
  expect(streams).toEqual([undefined, 'a', 'a']);
});

test('large messages leave less room, and one that is too large is not kept', async () => {
  const keptCharacters = 2 * JSON.stringify(message(0)).length;
  const kept = keptMessages({ ...MCP_LIMITS, keptCharacters }, 'a1');
  const ids: string[] = [];
  for (const id of [0, 1, 2]) ids.push(await kept.storeEvent('a', message(id)));
  const known = async () => Promise.all(ids.map(async (id) => (await kept.getStreamIdForEventId?.(id)) !== undefined));
  expect(await known()).toEqual([false, true, true]);
  ids.push(await kept.storeEvent('a', { jsonrpc: '2.0', id: 3, result: { much: 'x'.repeat(keptCharacters) } }));
  expect(await known()).toEqual([false, false, false, false]);
});
