import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Clock, sleep, systemClock } from '../../../core/clock.ts';
import { unwrap } from '../../../core/result.ts';
import { bodyOf, statusOf } from '../../../testing/http_raw.ts';
import type { SideProtocol } from '../side_protocol.ts';
import type { Answer } from '../transport.ts';
import { httpTransport } from './http.ts';
import type { HttpLimits } from './limits.ts';

const echo: Answer = async (text) => text;
const JSON_HEADERS = ['accept: application/json', 'content-type: application/json'];

interface Setting {
  readonly clock?: Clock;
  readonly answer?: Answer;
  readonly limits?: Partial<HttpLimits>;
  readonly side?: SideProtocol;
}

async function serve({
  clock = systemClock,
  answer = echo,
  limits = {},
  side,
}: Setting = {}): Promise<{ port: number; close(): unknown }> {
  const transport = httpTransport({ clock, limits });
  const listener = unwrap(await transport.listen('http://127.0.0.1:0/mcp', answer, side));
  onTestFinished(() => listener.close());
  return { port: Number(new URL(listener.address).port), close: () => listener.close() };
}

/** A request exactly as our client writes it. */
function ours(body: string, { path = '/mcp', host = 'localhost', headers = JSON_HEADERS } = {}): string {
  const lines = [`POST ${path} HTTP/1.1`, `host: ${host}`, ...headers, `content-length: ${Buffer.byteLength(body)}`];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}

class Line {
  readonly socket: Socket;
  heard = '';
  readonly closed: Promise<unknown>;

  constructor(port: number) {
    this.socket = connect(port, '127.0.0.1').setNoDelay(true);
    this.socket.on('error', () => this.socket.destroy());
    this.socket.on('data', (piece) => {
      this.heard += piece.toString('latin1');
    });
    this.closed = new Promise((resolve) => this.socket.on('close', resolve));
    onTestFinished(() => void this.socket.destroy());
  }

  /** All that was heard, once it ends so. */
  async until(end: string): Promise<string> {
    while (!this.heard.endsWith(end)) await Promise.race([once(this.socket, 'data'), this.closed]);
    return this.heard;
  }
}

/** Node's server says how long it keeps a connection; the direct way says nothing that is not asked for. */
const isDirect = (response: string): boolean => !/keep-alive|connection: close/i.test(response);

async function ask(port: number, bytes: string, end: string): Promise<string> {
  const line = new Line(port);
  line.socket.write(bytes, 'latin1');
  return line.until(end);
}

test('a request as our client writes it is answered directly, with a date, a length and JSON; the first with an offer', async () => {
  const { port } = await serve();
  const response = await ask(port, ours('{"a":1}'), '{"a":1}');
  expect(isDirect(response)).toBe(true);
  const date = /date: (.+)\r\n/.exec(response)?.[1] ?? '';
  expect(new Date(date).toUTCString()).toBe(date);
  expect(response.replace(date, 'now')).toBe(
    'HTTP/1.1 200 OK\r\nconnection: upgrade\r\nupgrade: league-lines\r\ndate: now\r\ncontent-type: application/json\r\ncontent-length: 7\r\n\r\n{"a":1}',
  );
});

test('our client writes its requests so', async () => {
  const { port } = await serve();
  const client = httpTransport({ clock: systemClock });
  onTestFinished(() => client.close());
  const deadline = systemClock.monotonic() + 60_000;
  const bodies = Array.from({ length: 20 }, (_, i) => `{"é":${i}}`);
  for (const body of bodies) {
    const reply = unwrap(await client.send(`http://127.0.0.1:${port}/mcp`, body, deadline as never));
    expect(reply.text).toBe(body);
    expect(reply.alone).toBe(body === bodies[0] ? true : undefined);
  }
});

test.each<[string, Answer, number]>([
  ['nothing', async () => undefined, 202],
  ['too much', async (text, { tooMany }) => tooMany?.() ?? text, 429],
  ['what cannot be read', async (text, { unreadable }) => unreadable?.() ?? text, 400],
])('%s is answered with its status', async (_what, answer, status) => {
  const { port } = await serve({ answer });
  const response = await ask(port, ours('{}'), status === 202 ? '\r\n\r\n' : '{}');
  expect([statusOf(response), isDirect(response)]).toEqual([status, true]);
});

describe('what is written in any other way is answered as well, by the server of Node', () => {
  test.each<[string, string]>([
    ['another header', ours('{}', { headers: [...JSON_HEADERS, 'x: y'] })],
    ['a header less', ours('{}', { headers: JSON_HEADERS.slice(1) })],
    ['another order', ours('{}', { headers: JSON_HEADERS.toReversed() })],
    ['a token', ours('{}', { headers: [...JSON_HEADERS, 'authorization: Bearer x'] })],
    ['a query', ours('{}', { path: '/mcp?code=AB-12' })],
    ['another case of the path', ours('{}', { path: '/MCP' })],
    ['capitals', ours('{}').replace('host:', 'Host:')],
    ['a length with a nought before it', ours('{}').replace('length: 2', 'length: 02')],
    ['a blank after the length', ours('{}').replace('length: 2', 'length: 2 ')],
    ['an empty line before it', `\r\n${ours('{}')}`],
  ])('%s', async (_what, bytes) => {
    const { port } = await serve();
    const response = await ask(port, bytes, '{}');
    expect([statusOf(response), isDirect(response)]).toEqual([200, false]);
  });

  test.each<[string, string, number]>([
    ['a host that is not ours', ours('{}', { host: 'example.org' }), 403],
    ['two hosts', ours('{}').replace('accept:', 'host: localhost\r\naccept:'), 400],
    ['a path without a listener', ours('{}', { path: '/other' }), 404],
    ['a body that is too long', ours('x'.repeat(101)), 413],
    ['no length', ours('').replace('content-length: 0\r\n', ''), 200],
    ['two lengths', ours('{}').replace('accept:', 'content-length: 3\r\naccept:'), 400],
    ['HTTP/1.2', ours('{}').replace('HTTP/1.1', 'HTTP/1.2'), 400],
    ['another method', ours('{}').replace('POST', 'PUT'), 405],
  ])('%s', async (_what, bytes, status) => {
    const { port } = await serve({ limits: { maxRequestBytes: 100 } });
    const line = new Line(port);
    line.socket.write(bytes);
    await once(line.socket, 'data');
    expect([statusOf(line.heard), isDirect(line.heard)]).toEqual([status, false]);
  });

  test('what a side protocol wants', async () => {
    const side: SideProtocol = {
      wants: (text) => text.includes('initialize'),
      http: async (_request, response, text) => void response.end(`side ${text}`),
      lines: () => ({ line: () => undefined, end: () => undefined }) as never,
      close: async () => undefined,
    };
    const { port } = await serve({ side });
    const line = new Line(port);
    line.socket.write(ours('{"a":1}'));
    expect(isDirect(await line.until('{"a":1}'))).toBe(true);
    line.heard = '';
    line.socket.write(ours('{"method":"initialize"}'));
    await once(line.socket, 'data');
    expect(line.heard).toContain('side {"method":"initialize"}');
  });
});

test('requests are answered in order, however their bytes are cut and however early they come', async () => {
  const { port } = await serve({
    answer: async (text) => {
      await systemClock.poll();
      return text;
    },
  });
  const body = fc.stringMatching(/^[a-zé😀]{0,40}$/u).map((text) => JSON.stringify({ text }));
  const odd = fc.constantFrom(JSON_HEADERS, JSON_HEADERS, JSON_HEADERS, ['x: y', ...JSON_HEADERS]);
  const request = fc.record({ body, headers: odd });
  const cuts = fc.array(fc.nat(), { maxLength: 6 });
  const property = fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 5 }), cuts, async (requests, at) => {
    const bytes = Buffer.from(requests.map((one) => ours(one.body, one)).join(''));
    const places = [0, ...at.map((place) => place % bytes.length).sort((a, b) => a - b), bytes.length];
    const line = new Line(port);
    for (let i = 1; i < places.length; i++) {
      line.socket.write(bytes.subarray(places[i - 1], places[i]));
      await systemClock.poll();
    }
    const last = Buffer.from('{"end":1}');
    line.socket.write(ours(last.toString()));
    const heard = Buffer.from(await line.until(last.toString('latin1')), 'latin1').toString();
    expect(
      heard
        .split(/HTTP\/1\.1 200 OK/)
        .slice(1)
        .map(bodyOf),
    ).toEqual([...requests.map((one) => one.body), '{"end":1}']);
    line.socket.destroy();
  });
  await fc.assert(property, { numRuns: 60 });
});

describe('the limits of a server hold', () => {
  test('for requests at once: one too many is refused, and counted out', async () => {
    const { promise: may, resolve: answerThem } = Promise.withResolvers<void>();
    const { port } = await serve({ limits: { maxPending: 1 }, answer: async (text) => may.then(() => text) });
    const first = new Line(port);
    first.socket.write(ours('{"a":1}'));
    const heard = Promise.withResolvers<void>();
    void (async () => {
      for (;;) {
        const line = new Line(port);
        line.socket.write(ours('{}'));
        await once(line.socket, 'data');
        if (statusOf(line.heard) === 503) break;
      }
      heard.resolve();
    })();
    await heard.promise;
    answerThem();
    expect(isDirect(await first.until('{"a":1}'))).toBe(true);
    for (const nth of [1, 2, 3]) expect(await ask(port, ours(`{"n":${nth}}`), `{"n":${nth}}`)).toContain('200 OK');
  });

  test('for bytes that are held', async () => {
    const { port } = await serve({ limits: { maxHeldBytes: 10 } });
    const line = new Line(port);
    line.socket.write(ours('x'.repeat(11)));
    await line.closed;
    expect(statusOf(line.heard)).toBe(503);
    expect(await ask(port, ours('{}'), '{}')).toContain('200 OK');
  });

  test('for a connection that says nothing', async () => {
    const { port } = await serve({ limits: { headMs: 20 } });
    const line = new Line(port);
    await line.closed;
    expect(statusOf(line.heard)).toBe(408);
  });

  test('for a connection that is idle, but not for one that waits for its answer', async () => {
    const { promise: may, resolve: answerIt } = Promise.withResolvers<void>();
    const { port } = await serve({ limits: { serverIdleMs: 20 }, answer: async (text) => may.then(() => text) });
    const waiting = new Line(port);
    waiting.socket.write(ours('{}'));
    await sleep(systemClock, 200);
    answerIt();
    await waiting.until('{}');
    await waiting.closed;
  });

  test('for an answer that is not read', async () => {
    const length = 120_000_000;
    const { port } = await serve({ limits: { unreadMs: 50 }, answer: async () => JSON.stringify('x'.repeat(length)) });
    const socket = connect(port, '127.0.0.1').on('error', () => socket.destroy());
    socket.pause().write(ours('{}'));
    await sleep(systemClock, 300);
    let heard = 0;
    socket.resume().on('data', (piece) => {
      heard += piece.length;
    });
    await once(socket, 'close');
    expect(heard).toBeLessThan(length);
  });
});

test('a caller that asks on and on and reads nothing is left unread itself, and closed', async () => {
  let answers = 0;
  const answer: Answer = async () => {
    answers++;
    return 'x'.repeat(100_000);
  };
  const { port } = await serve({ limits: { unreadMs: 300 }, answer });
  const socket = connect(port, '127.0.0.1').on('error', () => socket.destroy());
  socket.pause();
  onTestFinished(() => void socket.destroy());
  const closed = new Promise((resolve) => socket.on('close', resolve));
  const pour = (): void => {
    if (!socket.destroyed) socket.write(ours('{}').repeat(100), (error) => error ?? pour());
  };
  pour();
  await closed;
  // What fits on the way is a few megabytes; without a pause there would be no end to it.
  expect(answers).toBeLessThan(5_000);
}, 60_000);

test('a caller that asks one at a time and reads nothing is not answered on and on', async () => {
  let answers = 0;
  let answered = Promise.withResolvers<void>();
  const answer: Answer = async () => {
    answers++;
    answered.resolve();
    return 'x'.repeat(1_000_000);
  };
  const { port } = await serve({ answer });
  const socket = connect(port, '127.0.0.1').setNoDelay(true).pause();
  socket.on('error', () => socket.destroy());
  onTestFinished(() => void socket.destroy());
  const asks = 100;
  for (let asked = 1; asked <= asks && answers === asked - 1; asked++) {
    answered = Promise.withResolvers();
    socket.write(ours('{}'));
    await Promise.race([answered.promise, sleep(systemClock, 2_000)]);
  }
  // What fits on the way is a few megabytes.
  expect(answers).toBeGreaterThan(0);
  expect(answers).toBeLessThan(asks / 2);
}, 60_000);

test('answers that are read in the end are not waited for any longer, however late they were read', async () => {
  const unreadMs = 3_600_000;
  const waiting = new Set<() => void>();
  const clock: Clock = {
    ...systemClock,
    after(ms, action) {
      const callOff = systemClock.after(ms, action);
      if (ms !== unreadMs) return callOff;
      waiting.add(action);
      return () => {
        waiting.delete(action);
        callOff();
      };
    },
  };
  const length = 20_000_000;
  const { port } = await serve({ clock, limits: { unreadMs }, answer: async (text) => text.padEnd(length) });
  const socket = connect(port, '127.0.0.1').setNoDelay(true).pause();
  onTestFinished(() => void socket.destroy());
  socket.write(ours('1'));
  await expect.poll(() => waiting.size, { timeout: 20_000 }).toBe(1);
  socket.write(ours('2'));
  await sleep(systemClock, 200);
  let heard = 0;
  socket.resume().on('data', (piece) => {
    heard += piece.length;
  });
  await expect.poll(() => heard, { timeout: 20_000 }).toBeGreaterThan(2 * length);
  await expect.poll(() => waiting.size, { timeout: 20_000 }).toBe(0);
  expect(socket.destroyed).toBe(false);
}, 90_000);

test('an answer that waits hears when its caller hangs up', async () => {
  const gone = Promise.withResolvers<void>();
  const waits = Promise.withResolvers<void>();
  const { port } = await serve({
    limits: { maxPending: 1 },
    answer: async (text, from) => {
      if (text !== '"wait"') return text;
      from.waits?.().addEventListener('abort', () => gone.resolve());
      waits.resolve();
      await gone.promise;
      return text;
    },
  });
  const line = new Line(port);
  line.socket.write(ours('"wait"'));
  await waits.promise;
  expect(await ask(port, ours('{}'), '{}')).toContain('200 OK');
  line.socket.destroy();
  await gone.promise;
});

describe('closing', () => {
  test('ends idle connections at once, and those that wait after their answer', async () => {
    const { promise: may, resolve: answerIt } = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const { port, close } = await serve({
      limits: { closingMs: 60_000 },
      answer: async (text) => {
        if (text === '{}') return text;
        asked.resolve();
        await may;
        return text;
      },
    });
    const idle = new Line(port);
    idle.socket.write(ours('{}'));
    await idle.until('{}');
    const waiting = new Line(port);
    waiting.socket.write(ours('{"a":1}'));
    await asked.promise;
    const closed = close();
    await idle.closed;
    answerIt();
    await Promise.all([waiting.closed, closed]);
    expect(waiting.heard).toMatch(/^HTTP\/1\.1 200 OK\r\nconnection: close\r\n/);
    expect(bodyOf(waiting.heard)).toBe('{"a":1}');
  });

  test('does not wait for an answer that takes too long', async () => {
    const asked = Promise.withResolvers<void>();
    const answer: Answer = () => {
      asked.resolve();
      return new Promise(() => undefined);
    };
    const { port, close } = await serve({ limits: { closingMs: 50 }, answer });
    const line = new Line(port);
    line.socket.write(ours('{}'));
    await asked.promise;
    await Promise.all([close(), line.closed]);
    expect(line.heard).toBe('');
  });
});
