import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../SHARED/core/clock.ts';
import { RUN, registration } from '../league_manager/testing/rehearsal.ts';
import { closeAll, closing, page, reading, serving, until } from './testing/stream_stage.ts';

afterEach(closeAll);

describe('readers that are a burden', () => {
  /** A connection that asks for the stream and reads nothing. */
  async function deaf(port: number): Promise<Socket> {
    const socket = connect(port, '127.0.0.1');
    closing.push(async () => void socket.destroy());
    socket.on('error', () => undefined).pause();
    await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
    socket.write('GET /api/events HTTP/1.1\r\nhost: localhost\r\naccept: text/event-stream\r\n\r\n');
    return socket;
  }

  test('one that never reads is dropped, and the others hear everything', async () => {
    const { at, port, happen, stream } = await serving({ unreadBytes: 65_536 });
    await deaf(port);
    const reader = await reading(at);
    await reader.next();
    await until(() => stream.readers() === 2);
    const name = 'x'.repeat(60_000);
    let heard = 0;
    // The machine takes some megabytes in for a socket that is not read.
    for (let i = 0; i < 1_000 && stream.readers() === 2; i++) {
      await happen(registration(`P${i}`, { display_name: name }));
      expect((await reader.next())?.data?.events?.[0]?.agent_id).toBe(`P${i}`);
      heard++;
    }
    expect(stream.readers()).toBe(1);
    expect(heard).toBeLessThan(1_000);
  });

  test('a thousand from one address get its share of the streams, the rest an answer in words', async () => {
    const { at, stream } = await serving({ readers: 100 });
    const asked = await Promise.all(Array.from({ length: 1_000 }, () => fetchStream(at)));
    const refused = asked.filter(({ status }) => status === 429);
    expect([asked.filter(({ status }) => status === 200).length, refused.length]).toEqual([60, 940]);
    expect(stream.readers()).toBe(60);
    expect(refused[0]?.headers.get('retry-after')).toBe('5');
    expect(await refused[0]?.json()).toEqual({ error: expect.stringContaining('at your address') });
    // What is asked for once is still answered.
    expect((await page(at)).status).toBe(200);
  });

  test('one that hangs up while the disk is slow takes no place', async () => {
    const synced = Promise.withResolvers<void>();
    let asked = 0;
    const durable = () => {
      asked++;
      return synced.promise;
    };
    const { at, port, stream, hungUp } = await serving({ readers: 1, durable });
    const socket = await deaf(port);
    await until(() => asked === 1);
    socket.destroy();
    await until(() => hungUp() === 1);
    synced.resolve();
    await systemClock.poll();
    expect(stream.readers()).toBe(0);
    expect((await reading(at)).status).toBe(200);
  });

  test('of a storm of readers that come again and again, only so many begin a stream', async () => {
    const { at, stream, clock } = await serving({ readers: 20 });
    const storm = async () => {
      const asked: number[] = [];
      for (let i = 0; i < 100; i++) {
        const reader = await reading(at, `${RUN}.1`);
        asked.push(reader.status);
        reader.leave();
        await until(() => stream.readers() === 0);
      }
      return asked.filter((status) => status === 200).length;
    };
    expect(await storm()).toBe(20);
    await clock.advance(10_000);
    expect(await storm()).toBe(10);
  });

  async function fetchStream(at: string): Promise<Response> {
    const leaving = new AbortController();
    closing.push(async () => leaving.abort());
    return fetch(at, { headers: { accept: 'text/event-stream' }, signal: leaving.signal });
  }
});
