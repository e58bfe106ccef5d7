import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fakeClock } from '../../testing/fake_clock.ts';
import { writeResponse } from './http_messages.ts';

const UNREAD_MS = 1_000;
const patience = (clock = fakeClock()) => ({ clock, limits: { unreadMs: UNREAD_MS } });

/** A connection on which a request has been made, and the response it waits for. */
async function requested(): Promise<{ readonly client: Socket; readonly response: ServerResponse }> {
  const { promise, resolve } = Promise.withResolvers<ServerResponse>();
  const server = createServer((_, response) => resolve(response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => {
    client.destroy();
    server.close();
  });
  client.on('error', () => undefined).pause();
  client.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
  return { client, response: await promise };
}

function streamOf(source: ConstructorParameters<typeof ReadableStream<Uint8Array>>[0]): Response {
  return new Response(new ReadableStream(source), { headers: { 'content-type': 'text/event-stream' } });
}

test('a stream is there before anything is said on it', async () => {
  const { client, response } = await requested();
  void writeResponse(streamOf({}), response, patience());
  const [head] = (await once(client.resume(), 'data')) as [Buffer];
  expect(head.toString()).toMatch(/^HTTP\/1\.1 200 OK\r\ncontent-type: text\/event-stream\r\n/);
});

test('a stream ends at its source when its reader has gone', async () => {
  const { client, response } = await requested();
  const cancel = vi.fn();
  const written = writeResponse(streamOf({ cancel }), response, patience());
  client.destroy();
  await written;
  expect(cancel).toHaveBeenCalledOnce();
});

test('a reader that had gone before is written nothing', async () => {
  const { client, response } = await requested();
  client.destroy();
  await once(response, 'close');
  const cancel = vi.fn();
  await writeResponse(streamOf({ cancel }), response, patience());
  expect(cancel).toHaveBeenCalledOnce();
});

test('what nobody reads is not kept for ever, whether it is a stream or all at once', async () => {
  const piece = new Uint8Array(16_000_000);
  const endless = () => streamOf({ pull: (stream: ReadableStreamDefaultController) => stream.enqueue(piece) });
  for (const large of [endless, () => new Response(piece)]) {
    const clock = fakeClock();
    const { response } = await requested();
    const written = writeResponse(large(), response, patience(clock));
    await vi.waitFor(() => expect(clock.scheduled).toBe(1));
    await clock.advance(UNREAD_MS - 1);
    expect(response.destroyed).toBe(false);
    await clock.advance(1);
    await written;
    expect([response.destroyed, clock.scheduled]).toEqual([true, 0]);
  }
});

test('waiting for a reader leaves nothing behind, however often', async () => {
  const { client, response } = await requested();
  client.resume();
  const events = ['drain', 'finish', 'close'];
  const listeners = () => events.map((event) => response.listenerCount(event));
  const before = Math.max(...listeners());
  let most = 0;
  let pieces = 0;
  const pull = (stream: ReadableStreamDefaultController) => {
    most = Math.max(most, ...listeners());
    if (++pieces > 50) stream.close();
    else stream.enqueue(new Uint8Array(100_000));
  };
  await writeResponse(streamOf({ pull }), response, patience());
  expect(pieces).toBeGreaterThan(50);
  // One who waits, and one who lets go of the stream when its reader has gone.
  expect(most).toBeLessThanOrEqual(before + 2);
});
