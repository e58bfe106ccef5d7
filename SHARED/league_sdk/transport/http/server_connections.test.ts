import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { type Clock, sleep, systemClock } from '../../../core/clock.ts';
import { unwrap } from '../../../core/result.ts';
import { bodyOf } from '../../../testing/http_raw.ts';
import type { Answer } from '../transport.ts';
import { httpTransport } from './http.ts';
import type { HttpLimits } from './limits.ts';

const echo: Answer = async (text) => text;

interface Setting {
  readonly clock?: Clock;
  readonly answer?: Answer;
  readonly limits?: Partial<HttpLimits>;
}

async function serve({ clock = systemClock, answer = echo, limits = {} }: Setting = {}) {
  const transport = httpTransport({ clock, limits });
  const listener = unwrap(await transport.listen('http://127.0.0.1:0/mcp', answer));
  onTestFinished(() => listener.close());
  return { port: Number(new URL(listener.address).port), close: () => listener.close() };
}

/** A request that leaves its connection open. */
function request(body: string, header = 'accept: application/json'): string {
  const length = `content-length: ${Buffer.byteLength(body)}`;
  return `POST /mcp HTTP/1.1\r\nhost: localhost\r\n${header}\r\ncontent-type: application/json\r\n${length}\r\n\r\n${body}`;
}

function open(port: number): Socket {
  const socket = connect(port, '127.0.0.1').setNoDelay(true);
  onTestFinished(() => void socket.destroy());
  return socket.on('error', () => socket.destroy());
}

/** A connection and everything that came by it. */
class Caller {
  readonly socket: Socket;
  received = '';
  readonly closed: Promise<unknown>;

  constructor(port: number) {
    this.socket = open(port).on('data', (piece: Buffer) => {
      this.received += piece.toString('latin1');
    });
    this.closed = new Promise((resolve) => this.socket.on('close', resolve));
  }

  /** Resolves once what came ends so. */
  async until(end: string): Promise<string> {
    while (!this.received.endsWith(end)) await Promise.race([once(this.socket, 'data'), this.closed]);
    return this.received;
  }
}

test('a server answers requests in order, however their bytes are cut and however early they come', async () => {
  const { port } = await serve({
    answer: async (text) => {
      await systemClock.poll();
      return text;
    },
  });
  const body = fc.stringMatching(/^[a-zé😀]{0,40}$/u).map((text) => JSON.stringify({ text }));
  const cuts = fc.array(fc.nat(), { maxLength: 6 });
  const property = fc.asyncProperty(fc.array(body, { minLength: 1, maxLength: 5 }), cuts, async (bodies, at) => {
    const bytes = Buffer.from(bodies.map((each) => request(each)).join(''));
    const ends = [0, ...at.map((cut) => cut % bytes.length).sort((a, b) => a - b), bytes.length];
    const caller = new Caller(port);
    for (let i = 1; i < ends.length; i++) {
      caller.socket.write(bytes.subarray(ends[i - 1], ends[i]));
      await systemClock.poll();
    }
    caller.socket.write(request('{"end":1}'));
    const received = Buffer.from(await caller.until('{"end":1}'), 'latin1').toString();
    const answers = received.split(/HTTP\/1\.1 200 OK/).slice(1);
    expect(answers.map(bodyOf)).toEqual([...bodies, '{"end":1}']);
    caller.socket.destroy();
  });
  await fc.assert(property, { numRuns: 60 });
});

test('a server makes a caller that reads nothing wait with its next request', async () => {
  let answers = 0;
  let answered = Promise.withResolvers<void>();
  const answer: Answer = async () => {
    answers++;
    answered.resolve();
    return 'x'.repeat(1_000_000);
  };
  const { port } = await serve({ answer });
  const socket = open(port).pause();
  const requests = 100;
  for (let asked = 1; asked <= requests && answers === asked - 1; asked++) {
    answered = Promise.withResolvers();
    socket.write(request('{}'));
    await Promise.race([answered.promise, sleep(systemClock, 2_000)]);
  }
  // What fits on the way is a few megabytes.
  expect(answers).toBeGreaterThan(0);
  expect(answers).toBeLessThan(requests / 2);
}, 60_000);

test('a server stops waiting for the reader of an answer once it was read', async () => {
  const unreadMs = 3_600_000;
  const timers = new Set<() => void>();
  const clock: Clock = {
    ...systemClock,
    after(ms, action) {
      const cancel = systemClock.after(ms, action);
      if (ms !== unreadMs) return cancel;
      timers.add(action);
      return () => {
        timers.delete(action);
        cancel();
      };
    },
  };
  const length = 20_000_000;
  const { port } = await serve({ clock, limits: { unreadMs }, answer: async (text) => text.padEnd(length) });
  const socket = open(port).pause();
  socket.write(request('1'));
  await expect.poll(() => timers.size, { timeout: 20_000 }).toBe(1);
  socket.write(request('2'));
  await sleep(systemClock, 200);
  let received = 0;
  socket.resume().on('data', (piece) => {
    received += piece.length;
  });
  await expect.poll(() => received, { timeout: 20_000 }).toBeGreaterThan(2 * length);
  await expect.poll(() => timers.size, { timeout: 20_000 }).toBe(0);
  expect(socket.destroyed).toBe(false);
}, 90_000);

test('a server closes an idle connection, and none that waits for its answer', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { port } = await serve({ limits: { serverIdleMs: 20 }, answer: async (text) => released.then(() => text) });
  const waiting = new Caller(port);
  waiting.socket.write(request('{}'));
  await sleep(systemClock, 200);
  release();
  await waiting.until('{}');
  await waiting.closed;
});

test('a closing server ends silent and idle connections at once, and others after their answer', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const { port, close } = await serve({
    limits: { closingMs: 60_000, headMs: 60_000, requestMs: 60_000 },
    answer: async (text) => {
      if (text === '{}') return text;
      asked.resolve();
      await released;
      return text;
    },
  });
  const [silent, idle, waiting] = [new Caller(port), new Caller(port), new Caller(port)];
  idle.socket.write(request('{}'));
  await idle.until('{}');
  waiting.socket.write(request('{"a":1}'));
  await asked.promise;
  const closed = close();
  await Promise.all([silent.closed, idle.closed]);
  release();
  await Promise.all([waiting.closed, closed]);
  expect(waiting.received).toMatch(/^HTTP\/1\.1 200 OK\r\nconnection: close\r\n/i);
  expect(bodyOf(waiting.received)).toBe('{"a":1}');
});
