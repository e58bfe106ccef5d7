import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { sleep, systemClock } from '../../../core/clock.ts';
import { unwrap } from '../../../core/result.ts';
import { bodyOf, post, statusOf, talk } from '../../../testing/http_raw.ts';
import type { Answer, Listener } from '../transport.ts';
import { httpTransport } from './http.ts';
import type { HttpLimits } from './limits.ts';

const echo: Answer = async (text) => text;

interface Setting {
  readonly answer?: Answer;
  readonly limits?: Partial<HttpLimits>;
}

async function serve({ answer = echo, ...options }: Setting = {}): Promise<Listener & { readonly port: number }> {
  const transport = httpTransport({ clock: systemClock, ...options });
  const listener = unwrap(await transport.listen('http://127.0.0.1:0/mcp', answer));
  onTestFinished(() => listener.close());
  return { ...listener, port: Number(new URL(listener.address).port) };
}

describe('what is too much', () => {
  test.each([
    [100, 200],
    [101, 413],
    [70_000, 413],
  ])('of at most 100 bytes, %i get %i', async (size, status) => {
    const { port } = await serve({ limits: { maxRequestBytes: 100 } });
    expect(statusOf(await talk(port, post('x'.repeat(size))))).toBe(status);
  });

  test('a chunked body that never ends is refused and cut off', async () => {
    const { port } = await serve();
    const socket = connect(port, '127.0.0.1').on('error', () => socket.destroy());
    let heard = '';
    socket.on('data', (piece) => {
      heard += piece.toString();
    });
    const closed = new Promise((resolve) => socket.on('close', resolve));
    const head =
      'POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n';
    socket.write(head);
    const chunk = `8000\r\n${'x'.repeat(0x8000)}\r\n`;
    const pour = (): void => {
      if (!socket.destroyed) socket.write(chunk, (error) => error ?? pour());
    };
    pour();
    await closed;
    // Who keeps talking may miss the refusal, which is its own fault.
    if (heard !== '') expect(statusOf(heard)).toBe(413);
    expect(statusOf(await talk(port, post('{}')))).toBe(200);
  });

  test('headers longer than 8 KB get 431', async () => {
    const { port } = await serve();
    expect(statusOf(await talk(port, post('{}', [`x: ${'y'.repeat(9_000)}`])))).toBe(431);
  });

  test('who is slow with the head is closed', async () => {
    const { port } = await serve({ limits: { headMs: 60, requestMs: 60_000, checkMs: 20 } });
    expect(statusOf(await talk(port, 'POST /mcp HTTP/1.1\r\nhost: localhost\r\n'))).toBe(408);
    await talk(port, '');
  });

  test('who is slow with the body is closed', async () => {
    const { port } = await serve({ limits: { headMs: 60, requestMs: 120, checkMs: 20 } });
    const slow = post('{}').toString().replace('content-length: 2', 'content-length: 20');
    expect(await talk(port, slow)).not.toContain('200');
  });
});

describe('garbage', () => {
  test.each([
    ['noise', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc'],
    ['no host', 'POST /mcp HTTP/1.1\r\ncontent-length: 0\r\n\r\n'],
    ['two lengths', 'POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n{}'],
    [
      'length and chunks',
      'POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['a tunnel', 'CONNECT example.org:443 HTTP/1.1\r\nhost: localhost\r\n\r\n'],
    ['an unknown method', 'BREW /mcp HTTP/1.1\r\nhost: localhost\r\n\r\n'],
    ['nothing but newlines', '\r\n'.repeat(20_000)],
  ])('%s is refused or cut off, and the server lives', async (_what, bytes) => {
    const { port } = await serve({ limits: { headMs: 60, requestMs: 120, checkMs: 20 } });
    const response = await talk(port, Buffer.from(bytes, 'latin1'));
    if (response !== '') expect(String(statusOf(response))).toMatch(/^4/);
    expect(statusOf(await talk(port, post('{}')))).toBe(200);
  });

  test('who leaves in the middle of a request, or before the answer, is no trouble', async () => {
    const { port } = await serve({
      answer: async (text) => {
        await sleep(systemClock, 20);
        return text;
      },
    });
    const half = connect(port, '127.0.0.1');
    half.write(post('{"long":true}').subarray(0, -5));
    const whole = connect(port, '127.0.0.1');
    whole.write(post('{}'));
    await sleep(systemClock, 10);
    half.resetAndDestroy();
    whole.resetAndDestroy();
    await sleep(systemClock, 20);
    expect(statusOf(await talk(port, post('{}')))).toBe(200);
  });
});

describe('closing', () => {
  test('closes idle connections at once', async () => {
    const { port, close } = await serve();
    const request = post('{}').toString().replace('connection: close', 'connection: keep-alive');
    const socket = connect(port, '127.0.0.1');
    socket.write(request);
    await once(socket, 'data');
    const started = systemClock.monotonic();
    await Promise.all([close(), once(socket, 'close')]);
    expect(systemClock.monotonic() - started).toBeLessThan(500);
  });

  test('waits for the answers that are being made, and no longer', async () => {
    const { port, close } = await serve({
      answer: async (text) => {
        await sleep(systemClock, 60);
        return text;
      },
    });
    const request = post('{}').toString().replace('connection: close', 'connection: keep-alive');
    const asking = talk(port, request);
    await sleep(systemClock, 20);
    const started = systemClock.monotonic();
    await close();
    expect(systemClock.monotonic() - started).toBeLessThan(500);
    expect(bodyOf(await asking)).toBe('{}');
  });

  test('an answer that takes too long does not keep it open', async () => {
    const { port, close } = await serve({ answer: () => new Promise(() => undefined), limits: { closingMs: 50 } });
    const asking = talk(port, post('{}'));
    await sleep(systemClock, 20);
    await close();
    expect(await asking).toBe('');
  });

  test('a text that is still on its way when its listener closes is not delivered', async () => {
    const heard: string[] = [];
    const transport = httpTransport({ clock: systemClock });
    const first = unwrap(
      await transport.listen('http://127.0.0.1:0/mcp', async (text) => {
        heard.push(text);
        return text;
      }),
    );
    const second = unwrap(await transport.listen(`${first.address}/P02`, echo));
    onTestFinished(() => second.close());
    const socket = connect(Number(new URL(first.address).port), '127.0.0.1');
    const bytes = post('{"late":1}');
    socket.write(bytes.subarray(0, -3));
    await sleep(systemClock, 20);
    await first.close();
    socket.write(bytes.subarray(-3));
    const [response] = (await once(socket, 'data')) as [Buffer];
    expect(statusOf(response.toString())).toBe(503);
    expect(heard).toEqual([]);
  });
});

describe('by the letter of HTTP', () => {
  const JSON_POST = 'content-type: application/json\r\nconnection: close\r\ncontent-length: 2\r\n\r\n{}';

  test.each([
    ['http://localhost:PORT/mcp', 'localhost', 200],
    ['HTTP://127.0.0.1:PORT/mcp?x=1', 'localhost', 200],
    ['https://localhost/mcp', 'localhost', 200],
    // The host of the target counts, whatever the header says.
    ['http://localhost:PORT/mcp', 'evil.example', 200],
    ['http://evil.example/mcp', 'localhost', 403],
    ['http://localhost:PORT/elsewhere', 'localhost', 404],
    ['http://me:pw@localhost:PORT/mcp', 'localhost', 404],
    ['ftp://localhost/mcp', 'localhost', 404],
  ])('a whole URL as target, %s with host %s, gets %i', async (target, host, status) => {
    const { port } = await serve();
    const line = `POST ${target.replace('PORT', String(port))} HTTP/1.1\r\nhost: ${host}\r\n`;
    expect(statusOf(await talk(port, line + JSON_POST))).toBe(status);
  });

  test.each(['localhost\r\nhost: localhost', 'localhost\r\nHost: evil.example', 'evil.example\r\nHOST: localhost'])(
    'two Host headers are one too many: %j',
    async (hosts) => {
      const { port } = await serve();
      const heard = await talk(port, `POST /mcp HTTP/1.1\r\nhost: ${hosts}\r\n${JSON_POST}`);
      expect(statusOf(heard)).toBe(400);
      expect(bodyOf(heard)).toContain('Host header');
    },
  );

  test.each([
    ['gzip', 415],
    ['br, gzip', 415],
    ['identity', 200],
    ['Identity', 200],
  ])('a body in content-encoding %s gets %i', async (encoding, status) => {
    const { port } = await serve();
    const heard = await talk(port, post('{}', ['content-type: application/json', `content-encoding: ${encoding}`]));
    expect(statusOf(heard)).toBe(status);
    if (status === 415)
      expect(JSON.parse(bodyOf(heard))).toMatchObject({ error: expect.stringContaining('content-encoding') });
  });

  test.each(['HTTP/2.0', 'HTTP/0.9'])('%s is not spoken here', async (version) => {
    const { port } = await serve();
    const heard = await talk(port, `POST /mcp ${version}\r\nhost: localhost\r\n${JSON_POST}`);
    expect(statusOf(heard)).toBe(505);
  });

  test.each([
    ['refusals', 'GET /nowhere HTTP/1.1\r\nhost: localhost\r\n\r\n'],
    [
      'answers',
      `POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}`,
    ],
  ])('a client that asks on and on and never reads its %s is closed', async (_what, request) => {
    const { port } = await serve({
      answer: async () => 'x'.repeat(1_000),
      limits: { unreadMs: 300, headMs: 60_000, requestMs: 60_000 },
    });
    const socket = connect(port, '127.0.0.1').pause();
    const closed = new Promise((resolve) =>
      socket.on('error', () => resolve('closed')).on('close', () => resolve('closed')),
    );
    const pour = (): void => {
      if (!socket.destroyed) socket.write(request.repeat(1_000), (error) => error ?? pour());
    };
    pour();
    onTestFinished(() => void socket.destroy());
    expect(await Promise.race([closed, sleep(systemClock, 10_000).then(() => 'still open')])).toBe('closed');
  });
});
