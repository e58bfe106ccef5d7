import { once } from 'node:events';
import type { Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { later, sleep, systemClock } from '../../../core/clock.ts';
import { unwrap } from '../../../core/result.ts';
import { PLAIN_ANSWER, rawServer } from '../../../testing/http_raw.ts';
import type { Transport } from '../transport.ts';
import { httpTransport } from './http.ts';

function client(): Transport {
  const transport = httpTransport({ clock: systemClock });
  onTestFinished(() => transport.close());
  return transport;
}

const send = (transport: Transport, to: string, withinMs = 2_000): ReturnType<Transport['send']> =>
  transport.send(to, '{"a":1}', later(systemClock.monotonic(), withinMs));

describe('a request', () => {
  test('is one plain POST with what a server needs, and nothing of the address but its parts', async () => {
    const { address, heard } = await rawServer((socket) => socket.write(PLAIN_ANSWER));
    await send(client(), `${address}/P 17?x=ü#part`);
    expect(heard).toEqual([
      [
        'POST /mcp/P%2017?x=%C3%BC HTTP/1.1',
        `host: ${new URL(address).host}`,
        'accept: application/json',
        'content-type: application/json',
        'content-length: 7',
        '',
        '{"a":1}',
      ].join('\r\n'),
    ]);
  });

  test('cannot be talked into a second header by its address', async () => {
    const { address, heard } = await rawServer((socket) => socket.write(PLAIN_ANSWER));
    await send(client(), `${address}\r\nx-evil: 1`);
    await send(client(), `${address}%0d%0ax-evil: 1`);
    expect(heard.join('')).not.toMatch(/^x-evil/m);
  });
});

describe('answers', () => {
  test.each([
    ['cut into single bytes', (socket: Socket) => drip(socket, PLAIN_ANSWER), '{}'],
    [
      'in chunks',
      (socket: Socket) =>
        socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\n{\r\n1\r\n}\r\n0\r\n\r\n'),
      '{}',
    ],
    [
      'that end with the connection',
      (socket: Socket) => socket.end('HTTP/1.0 200 OK\r\n\r\n{"old":true}'),
      '{"old":true}',
    ],
    ['without a body', (socket: Socket) => socket.write('HTTP/1.1 204 No Content\r\n\r\n'), undefined],
  ])('%s are read', async (_what, react, text) => {
    const { address } = await rawServer(react);
    expect(unwrap(await send(client(), address)).text).toBe(text);
  });

  test.each([
    ['cut off', (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 20\r\n\r\n{'), 'UNREACHABLE'],
    ['reset', (socket: Socket) => socket.resetAndDestroy(), 'UNREACHABLE'],
    ['not HTTP', (socket: Socket) => socket.write('220 smtp.example.org ESMTP\r\n'), 'UNREACHABLE'],
    ['huge', (socket: Socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 99999999\r\n\r\n'), 'TOO_LARGE'],
    ['endless', (socket: Socket) => socket.write(`HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(70_000)}`), 'TOO_LARGE'],
    ['all headers', (socket: Socket) => socket.write(`HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(2_000)}`), 'TOO_LARGE'],
  ])('that are %s fail, and the connection is closed', async (_what, react, code) => {
    const { address, sockets } = await rawServer(react);
    const result = await send(client(), address);
    expect(result).toMatchObject({ ok: false, error: { code } });
    if (!sockets[0]?.closed) await new Promise((resolve) => sockets[0]?.on('close', resolve));
  });

  test('a status of 400 and more is REFUSED, with the first words of the body', async () => {
    const body = 'busy '.repeat(100);
    const { address } = await rawServer((socket) =>
      socket.write(`HTTP/1.1 503 Service Unavailable\r\ncontent-length: ${body.length}\r\n\r\n${body}`),
    );
    const result = await send(client(), address);
    expect(result).toMatchObject({ ok: false, error: { code: 'REFUSED', detail: `HTTP 503: ${body.slice(0, 300)}` } });
    expect(result.ok || result.error.sentAt).toBeTypeOf('number');
  });

  test('a redirect is REFUSED and never followed', async () => {
    const secret = await rawServer((socket) => socket.write(PLAIN_ANSWER));
    const { address } = await rawServer((socket) =>
      socket.write(`HTTP/1.1 307 Elsewhere\r\nlocation: ${secret.address}\r\ncontent-length: 0\r\n\r\n`),
    );
    expect(await send(client(), address)).toMatchObject({ ok: false, error: { code: 'REFUSED', detail: 'HTTP 307' } });
    expect(secret.sockets).toHaveLength(0);
  });

  test('sentAt is when the bytes had left, not when the answer came', async () => {
    const { address } = await rawServer((socket) => void sleep(systemClock, 50).then(() => socket.write(PLAIN_ANSWER)));
    const before = systemClock.monotonic();
    const { sentAt, receivedAt } = unwrap(await send(client(), address));
    expect(sentAt - before).toBeLessThan(receivedAt - before - 40);
  });
});

describe('time before the bytes leave', () => {
  test('is the other side’s while it does not answer the handshake, and then nothing was sent', async () => {
    const { address } = await rawServer(() => undefined);
    const result = await send(client(), address.replace('http:', 'https:'), 400);
    expect(result).toMatchObject({ ok: false, error: { code: 'DEADLINE_PASSED' } });
    if (result.ok) return;
    expect(result.error.sentAt).toBeUndefined();
    const { handshakeMs = 0, stoodMs = 0 } = result.error.departure ?? {};
    expect(handshakeMs + stoodMs).toBeGreaterThan(300);
  });

  test('is no handshake’s where the connection was kept', async () => {
    const { address } = await rawServer((socket) => socket.write(PLAIN_ANSWER));
    const one = client();
    expect(unwrap(await send(one, address)).departure?.handshakeMs).toBeGreaterThan(0);
    expect(unwrap(await send(one, address)).departure?.handshakeMs ?? 0).toBe(0);
  });

  test('does not begin anew for a peer that reads a request, waits and hangs up', async () => {
    let asked = 0;
    const { address } = await rawServer((socket) => {
      if (++asked === 2) void sleep(systemClock, 300).then(() => socket.destroy());
      else socket.write(PLAIN_ANSWER);
    });
    const one = client();
    unwrap(await send(one, address));
    const { sentAt, receivedAt } = unwrap(await send(one, address));
    expect(asked).toBe(3);
    expect(receivedAt - sentAt).toBeGreaterThan(250);
  });
});

describe('failures', () => {
  test('a deadline closes the connection', async () => {
    const { address, sockets } = await rawServer(() => undefined);
    expect(await send(client(), address, 30)).toMatchObject({ ok: false, error: { code: 'DEADLINE_PASSED' } });
    if (!sockets[0]?.closed) await once(sockets[0] as Socket, 'close');
  });

  test('a drip of bytes does not put the deadline off', async () => {
    const { address } = await rawServer((socket) => drip(socket, PLAIN_ANSWER.replace('{}', ' '.repeat(500)), 5));
    const started = systemClock.monotonic();
    expect(await send(client(), address, 60)).toMatchObject({ ok: false, error: { code: 'DEADLINE_PASSED' } });
    expect(systemClock.monotonic() - started).toBeLessThan(1_000);
  });

  test('an answer that lay there while this process was busy is in time', async () => {
    const { address } = await rawServer((socket) => {
      socket.write(PLAIN_ANSWER);
      const until = systemClock.monotonic() + 80;
      while (systemClock.monotonic() < until);
    });
    expect(await send(client(), address, 30)).toMatchObject({ ok: true });
  });

  test('nobody at the port, and no such name, are told in words', async () => {
    const { address, server } = await rawServer(() => undefined);
    server.close();
    await once(server, 'close');
    expect(await send(client(), address)).toMatchObject({
      error: { code: 'UNREACHABLE', detail: expect.stringContaining('ECONNREFUSED') },
    });
    expect(await send(client(), address.replace('127.0.0.1', 'localhost'))).toMatchObject({
      error: { code: 'UNREACHABLE', detail: expect.stringContaining('ECONNREFUSED') },
    });
    expect(await send(client(), 'http://no-such-host.invalid/mcp', 5_000)).toMatchObject({
      error: { code: 'UNREACHABLE', detail: expect.stringMatching(/ENOTFOUND|EAI_AGAIN/) },
    });
  });

  test.each(['ftp://localhost/mcp', 'http://', 'http://[::1', 'file:///etc/passwd', 'localhost:80', ''])(
    'the address %j is UNREACHABLE',
    async (address) => {
      expect(await send(client(), address)).toMatchObject({
        ok: false,
        error: { code: 'UNREACHABLE', detail: expect.stringContaining('not an http or https address') },
      });
    },
  );
});

function drip(socket: Socket, text: string, everyMs = 0): void {
  const [first, ...rest] = text;
  if (first === undefined || socket.destroyed) return;
  socket.write(first);
  void sleep(systemClock, everyMs).then(() => drip(socket, rest.join(''), everyMs));
}
