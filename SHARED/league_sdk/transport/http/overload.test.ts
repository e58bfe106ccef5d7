import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { sleep, systemClock } from '../../../core/clock.ts';
import { unwrap } from '../../../core/result.ts';
import { bodyOf, post, statusOf, talk } from '../../../testing/http_raw.ts';
import type { Answer } from '../transport.ts';
import { httpTransport } from './http.ts';
import type { HttpLimits } from './limits.ts';
import type { Rest } from './server.ts';

async function serve(limits: Partial<HttpLimits>, answer: Answer = async (text) => text): Promise<number> {
  const transport = httpTransport({ clock: systemClock, limits: { closingMs: 50, ...limits } });
  const listener = unwrap(await transport.listen('http://127.0.0.1:0/mcp', answer));
  onTestFinished(() => listener.close());
  return Number(new URL(listener.address).port);
}

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => socket.destroy());
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

describe('too much at once is refused with 503 and JSON, and over when it is over', () => {
  test('requests', async () => {
    const { promise: may, resolve: answerThem } = Promise.withResolvers<void>();
    const port = await serve({ maxPending: 2 }, async (text) => {
      await may;
      return text;
    });
    const pending = [talk(port, post('{"a":1}')), talk(port, post('{"b":2}'))];
    await sleep(systemClock, 30);
    const third = await talk(port, post('{"c":3}'));
    expect([statusOf(third), JSON.parse(bodyOf(third))]).toEqual([503, { error: expect.stringContaining('too much') }]);
    expect(third).toMatch(/retry-after: 1\r\n/i);
    answerThem();
    expect((await Promise.all(pending)).map(bodyOf)).toEqual(['{"a":1}', '{"b":2}']);
    expect(statusOf(await talk(port, post('{}')))).toBe(200);
  });

  test('requests, but not those that only wait; and one that waits hears when its caller hangs up', async () => {
    const gone = Promise.withResolvers<void>();
    const port = await serve({ maxPending: 1 }, async (text, { waits }) => {
      if (text !== '{"wait":true}') return text;
      const signal = waits?.();
      await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()));
      gone.resolve();
      return text;
    });
    const waiting = [await open(port), await open(port), await open(port)];
    for (const socket of waiting) {
      socket.write(post('{"wait":true}'));
      expect(statusOf(await talk(port, post('{}')))).toBe(200);
    }
    waiting[1]?.destroy();
    await gone.promise;
  });

  test('bytes that are still being sent', async () => {
    const port = await serve({ maxHeldBytes: 1_000 });
    const hog = await open(port);
    hog.write(post('x'.repeat(900)).subarray(0, -1));
    await sleep(systemClock, 30);
    expect(statusOf(await talk(port, post('x'.repeat(200))))).toBe(503);
    expect(statusOf(await talk(port, post('x'.repeat(50))))).toBe(200);
    hog.destroy();
    await expect.poll(async () => statusOf(await talk(port, post('x'.repeat(900))))).toBe(200);
  });

  test('connections, when all of them are busy; idle ones make room', async () => {
    let isSlow = true;
    const port = await serve({ maxConnections: 2 }, async (text) => {
      if (isSlow) await sleep(systemClock, 80);
      return text;
    });
    const request = post('{}').toString().replace('connection: close', 'connection: keep-alive');
    const busy = [await open(port), await open(port)];
    for (const socket of busy) socket.write(request);
    await sleep(systemClock, 30);
    expect(statusOf(await talk(port, post('{}')))).toBe(503);
    await Promise.all(busy.map((socket) => once(socket, 'data')));
    isSlow = false;
    expect(statusOf(await talk(port, post('{}')))).toBe(200);
  });
});

test('a body in tens of thousands of one-byte chunks is refused and cut off', async () => {
  const port = await serve({});
  const head = 'POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n';
  const crumbs = `${head}transfer-encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(60_000)}`;
  const heard = await talk(port, crumbs);
  // Who keeps talking may miss the refusal, which is its own fault.
  if (heard !== '') expect([statusOf(heard), bodyOf(heard)]).toEqual([413, expect.stringContaining('small pieces')]);
  expect(statusOf(await talk(port, post('{}')))).toBe(200);
});

test('a request with the name of another host is counted in like any other, and out again', async () => {
  const { promise: may, resolve: answerIt } = Promise.withResolvers<void>();
  const port = await serve({ maxPending: 1 }, async (text) => {
    await may;
    return text;
  });
  const foreign = post('{}')
    .toString()
    .replace(/host: \S+/, 'host: evil.com');
  for (let i = 0; i < 3; i++) expect(statusOf(await talk(port, foreign))).toBe(403);
  const pending = talk(port, post('{"a":1}'));
  await sleep(systemClock, 30);
  expect(statusOf(await talk(port, foreign))).toBe(503);
  answerIt();
  expect(bodyOf(await pending)).toBe('{"a":1}');
});

test('an answer that nobody reads is dropped with its connection', async () => {
  // Some kernels keep more than fifty megabytes on their way.
  const length = 120_000_000;
  const port = await serve({ unreadMs: 50 }, async () => JSON.stringify('x'.repeat(length)));
  const socket = await open(port);
  socket.pause().write(post('{}'));
  await sleep(systemClock, 200);
  let heard = 0;
  socket.resume().on('data', (piece) => {
    heard += piece.length;
  });
  await once(socket, 'close');
  expect(heard).toBeLessThan(length);
});

test('what is no message and is answered to nobody who reads is dropped as well', async () => {
  const length = 120_000_000;
  const rest: Rest = (_request, response) => {
    response.end('x'.repeat(length));
    return true;
  };
  const transport = httpTransport({ clock: systemClock, limits: { closingMs: 50, unreadMs: 50 }, rest });
  const listener = unwrap(await transport.listen('http://127.0.0.1:0/mcp', async (text) => text));
  onTestFinished(() => listener.close());
  const socket = await open(Number(new URL(listener.address).port));
  socket.pause().write('GET /long HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await sleep(systemClock, 200);
  let heard = 0;
  socket.resume().on('data', (piece) => {
    heard += piece.length;
  });
  // A connection that is kept would be quiet, and open, once all is read.
  await Promise.race([once(socket, 'close'), sleep(systemClock, 10_000)]);
  expect(heard).toBeLessThan(length);
});

test('an answer that is read slowly but read is not', async () => {
  const port = await serve({ unreadMs: 5_000 }, async () => JSON.stringify('x'.repeat(3_000_000)));
  expect(bodyOf(await talk(port, post('{}')))).toHaveLength(3_000_002);
});

test('who is told that it asks too much gets 429 with the answer', async () => {
  const port = await serve({}, async (text, from) => {
    from.tooMany?.();
    return text;
  });
  const response = await talk(port, post('{"wait":true}'));
  expect([statusOf(response), bodyOf(response)]).toEqual([429, '{"wait":true}']);
});

test('hundreds of connections that never come to the point are closed, and others are served meanwhile', async () => {
  const port = await serve({ headMs: 150, requestMs: 300, checkMs: 50 });
  const slow = await Promise.all(Array.from({ length: 300 }, () => open(port)));
  // A server that has closed already resets the connection: that is a way of closing it.
  const closed = Promise.all(slow.map((socket) => new Promise((resolve) => socket.on('close', resolve))));
  for (const socket of slow) socket.on('error', () => socket.destroy());
  for (const socket of slow) socket.resume().write('POST /mcp HTTP/1.1\r\nhost: localhost\r\n');
  expect(statusOf(await talk(port, post('{}')))).toBe(200);
  await closed;
});
