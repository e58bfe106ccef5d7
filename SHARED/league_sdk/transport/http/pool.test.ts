import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { HabitName } from '../../../contracts/dialects/habits.ts';
import { later, sleep, systemClock } from '../../../core/clock.ts';
import { unwrap } from '../../../core/result.ts';
import { exampleBody } from '../../../testing/example_service.ts';
import { PLAIN_ANSWER, rawServer } from '../../../testing/http_raw.ts';
import { makePeer, type Peer } from '../../messaging/peer.ts';
import type { Transport } from '../transport.ts';
import { MAX_LATE } from './connection.ts';
import { httpTransport } from './http.ts';
import type { HttpLimits } from './limits.ts';

function client(limits: Partial<HttpLimits> = {}): Transport {
  const transport = httpTransport({ clock: systemClock, limits });
  onTestFinished(() => transport.close());
  return transport;
}

const send = (transport: Transport, to: string): ReturnType<Transport['send']> =>
  transport.send(to, '{"a":1}', later(systemClock.monotonic(), 2_000));

describe('connections', () => {
  test('a thousand requests in a row share one', async () => {
    const { address, sockets } = await rawServer((socket) => socket.write(PLAIN_ANSWER));
    const transport = client();
    for (let i = 0; i < 1_000; i++) unwrap(await send(transport, address));
    expect(sockets).toHaveLength(1);
  });

  test('requests at the same time have one each, which are used again', async () => {
    const { address, sockets } = await rawServer((socket) => socket.write(PLAIN_ANSWER));
    const transport = client();
    for (let round = 0; round < 3; round++) {
      const replies = await Promise.all(Array.from({ length: 5 }, () => send(transport, address)));
      for (const reply of replies) unwrap(reply);
    }
    expect(sockets).toHaveLength(5);
  });

  test('paths of one origin share its connections', async () => {
    const { address, sockets } = await rawServer((socket) => socket.write(PLAIN_ANSWER));
    const transport = client();
    unwrap(await send(transport, address));
    unwrap(await send(transport, `${address}/P17`));
    expect(sockets).toHaveLength(1);
  });

  test('one that the server closed while idle is replaced without a word', async () => {
    const { address, sockets } = await rawServer((socket) => socket.write(PLAIN_ANSWER));
    const transport = client();
    unwrap(await send(transport, address));
    sockets[0]?.end();
    await sleep(systemClock, 20);
    unwrap(await send(transport, address));
    expect(sockets).toHaveLength(2);
  });

  test.each([
    ['closes', (socket: Socket) => socket.end()],
    ['resets', (socket: Socket) => socket.resetAndDestroy()],
  ])('a request that meets a server as it %s an idle connection is repeated once on a new one', async (_how, close) => {
    const server = await rawServer((socket, request) => (request === 1 ? socket.write(PLAIN_ANSWER) : close(socket)));
    const transport = client();
    unwrap(await send(transport, server.address));
    unwrap(await send(transport, server.address));
    expect(server.sockets).toHaveLength(2);
  });

  test('a request on a new connection is not repeated, and its failure says that the server hung up', async () => {
    const { address, sockets } = await rawServer((socket) => socket.end());
    expect(await send(client(), address)).toMatchObject({ ok: false, error: { code: 'UNREACHABLE', hungUp: true } });
    expect(sockets).toHaveLength(1);
    const nobody = await send(client(), 'http://127.0.0.1:9/mcp');
    expect(nobody).toMatchObject({ error: { code: 'UNREACHABLE' } });
    expect(nobody).not.toHaveProperty('error.hungUp');
  });

  test('an answer after the deadline is told, and its connection used again', async () => {
    let answer = (): void => undefined;
    const { address, sockets } = await rawServer((socket, request) => {
      answer = () => void socket.write(PLAIN_ANSWER);
      if (request > 1) answer();
    });
    const transport = client();
    const { promise: late, resolve } = Promise.withResolvers<number>();
    const deadline = later(systemClock.monotonic(), 200);
    const sent = await transport.send(address, '{"a":1}', deadline, { onLate: resolve });
    expect(sent).toMatchObject({ error: { code: 'DEADLINE_PASSED' } });
    answer();
    expect(await late).toBeGreaterThan(deadline);
    unwrap(await send(transport, address));
    expect(sockets).toHaveLength(1);
  });

  test('one whose answer never comes is closed at the deadline, or after a while where lateness is asked for', async () => {
    const { address, sockets } = await rawServer(() => undefined);
    const transport = client({ clientIdleMs: 30 });
    const deadline = () => later(systemClock.monotonic(), 200);
    for (const onLate of [undefined, () => expect.unreachable('no answer came')]) {
      expect(await transport.send(address, '{"a":1}', deadline(), { onLate })).toMatchObject({
        error: { code: 'DEADLINE_PASSED' },
      });
      const socket = sockets.at(-1) as Socket;
      if (!socket.closed) await once(socket, 'close');
    }
    expect(sockets).toHaveLength(2);
  });

  test('one whose answer drips is closed a while after the deadline', async () => {
    const { address, sockets } = await rawServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 10000\r\n\r\n');
      const drip = () => {
        if (!socket.destroyed && socket.write(' ')) systemClock.after(10, drip);
      };
      drip();
    });
    const late = () => expect.unreachable('no answer came');
    const transport = client({ clientIdleMs: 300 });
    const sent = await transport.send(address, '{"a":1}', later(systemClock.monotonic(), 200), { onLate: late });
    expect(sent).toMatchObject({ error: { code: 'DEADLINE_PASSED' } });
    await expect.poll(() => sockets[0]?.closed, { timeout: 20_000 }).toBe(true);
  });

  test('of one place only so many are kept for late answers; the others are closed at the deadline', async () => {
    const { address, sockets } = await rawServer(() => undefined);
    const transport = client();
    const deadline = later(systemClock.monotonic(), 300);
    const count = MAX_LATE + 3;
    await Promise.all(
      Array.from({ length: count }, () => transport.send(address, '{"a":1}', deadline, { onLate: () => undefined })),
    );
    expect(sockets).toHaveLength(count);
    const closed = () => sockets.filter((socket) => socket.closed).length;
    await expect.poll(closed, { timeout: 5_000 }).toBe(3);
    for (const socket of sockets) socket.end(PLAIN_ANSWER);
    await expect.poll(closed, { timeout: 5_000 }).toBe(count);
    // Those that were kept have answered, and there is room again.
    const again = later(systemClock.monotonic(), 300);
    await transport.send(address, '{"a":1}', again, { onLate: () => undefined });
    expect(sockets.at(-1)?.closed).toBe(false);
  });

  test('a request whose answer had begun is not repeated', async () => {
    const server = await rawServer((socket, request) =>
      request === 1 ? socket.write(PLAIN_ANSWER) : socket.end('HTTP/1.1 2'),
    );
    const transport = client();
    unwrap(await send(transport, server.address));
    expect(await send(transport, server.address)).toMatchObject({
      error: { code: 'UNREACHABLE', detail: 'the connection was closed in the middle of the answer' },
    });
    expect(server.sockets).toHaveLength(1);
  });

  test('one that talks without being asked is dropped', async () => {
    const { address, sockets } = await rawServer((socket) => socket.write(PLAIN_ANSWER));
    const transport = client();
    unwrap(await send(transport, address));
    sockets[0]?.write('HTTP/1.1 408 Request Timeout\r\n\r\n');
    await once(sockets[0] as Socket, 'close');
    unwrap(await send(transport, address));
    expect(sockets).toHaveLength(2);
  });

  test('one that nobody uses is closed after a while, and by close at once', async () => {
    const { address, sockets } = await rawServer((socket) => socket.write(PLAIN_ANSWER));
    const hasty = client({ clientIdleMs: 30 });
    unwrap(await send(hasty, address));
    await once(sockets[0] as Socket, 'close');
    const patient = client();
    unwrap(await send(patient, address));
    await patient.close();
    await once(sockets[1] as Socket, 'close');
  });

  test('more addresses than can be remembered still work, and leave no connections behind', async () => {
    const { address, sockets } = await rawServer((socket) => socket.write(PLAIN_ANSWER));
    const forgetful = client({ maxAddresses: 2 });
    for (let i = 0; i < 5; i++) unwrap(await send(forgetful, `${address}/P${i}`));
    expect(sockets).toHaveLength(3);
    await expect.poll(() => sockets.filter((socket) => !socket.closed)).toHaveLength(1);
  });

  test('waiting for an answer is not being idle', async () => {
    const { address } = await rawServer((socket) => void sleep(systemClock, 60).then(() => socket.write(PLAIN_ANSWER)));
    unwrap(await send(client({ clientIdleMs: 20 }), address));
  });

  test('an answer that comes before the whole request has left ends the connection', async () => {
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    const server = createServer((socket) => {
      socket.on('error', () => undefined).on('close', () => resolve());
      socket.once('data', () => {
        socket.pause().write(PLAIN_ANSWER);
        void sleep(systemClock, 50).then(() => socket.resume());
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const { port } = server.address() as { port: number };
    const text = 'x'.repeat(30_000_000);
    const sending = client().send(`http://127.0.0.1:${port}/`, text, later(systemClock.monotonic(), 3_000));
    const { sentAt, receivedAt } = unwrap(await sending);
    expect(sentAt).toBe(receivedAt);
    await closed;
  });
});

describe('a server that answers once too often', () => {
  /** Answers each request by its id, and the first one twice, the second time when the next request is on its way. */
  async function stutterer() {
    const answer = (id: number) => {
      const body = JSON.stringify({ jsonrpc: '2.0', result: { n: id }, id });
      return `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
    };
    const asked: number[] = [];
    const server = await rawServer((socket) => {
      const ids = [...(server.heard[server.sockets.indexOf(socket)] ?? '').matchAll(/"id":(\d+)/g)].map(([, id]) =>
        Number(id),
      );
      const id = ids.at(-1) ?? 0;
      asked.push(id);
      if (asked.length === 2) socket.write(answer(ids[0] ?? 0), () => socket.write(answer(id)));
      else socket.write(answer(id));
    });
    return server;
  }

  test('is asked on a new connection from then on, and loses one answer', async () => {
    const { address, sockets } = await stutterer();
    const peer = makePeer({ transport: client(), clock: systemClock, sender: () => 'player:P01' });
    const numbers: unknown[] = [];
    for (let i = 0; i < 6; i++) {
      const looked = await peer.look(address, 'ping', {}, later(systemClock.monotonic(), 2_000));
      numbers.push(looked.ok ? looked.value['n'] : looked.error.code);
    }
    expect(numbers).toEqual([1, 'INVALID_REPLY', 3, 4, 5, 6]);
    expect(sockets).toHaveLength(2);
  });
});

describe('own_ids: an answer with a foreign id', () => {
  const CALL = { conversation_id: 'conv' };
  const to = (address: string, habits: HabitName[] = []) => ({
    ...{ id: 'P01', address, dialect: 'rpc' as const },
    ...(habits.length === 0 ? {} : { echo: { habits } }),
  });
  const invite = (peer: Peer, where: ReturnType<typeof to>) =>
    peer.ask(where, 'GAME_INVITATION', exampleBody('GAME_INVITATION') as never, {
      ...CALL,
      deadline: later(systemClock.monotonic(), 5_000),
    });
  const peerOf = () => makePeer({ transport: client(), clock: systemClock, sender: () => 'referee:REF01' });
  const said = (accept: boolean, id: unknown, status = '200 OK') => {
    const body = JSON.stringify({ jsonrpc: '2.0', result: { accept }, id });
    return `HTTP/1.1 ${status}\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  };

  test('on a connection that was kept is not taken: the answer to the request before it comes late, or twice', async () => {
    // On each connection: a yes, and with it a no that lies in wait for the request that follows there.
    const { address, sockets } = await rawServer((socket, request) => {
      if (request === 1) socket.write(said(true, 1));
      else socket.write(said(false, 1));
    });
    const peer = peerOf();
    for (const _ of [1, 2, 3, 4]) {
      expect(unwrap(await invite(peer, to(address)))).toMatchObject({ kind: 'answer', message: { accept: true } });
    }
    expect(sockets.length).toBeGreaterThan(1);
  });

  test('is taken where its request is alone on a connection, and that is not used again', async () => {
    const { address, sockets } = await rawServer((socket) => socket.write(said(true, 'mine')));
    const peer = peerOf();
    for (const habits of [[], ['own_ids'], ['own_ids']] satisfies HabitName[][]) {
      const heard = unwrap(await invite(peer, to(address, habits)));
      expect(heard).toMatchObject({ kind: 'answer', habits: ['own_ids'] });
    }
    expect(sockets).toHaveLength(3);
  });

  test('error_statuses: a good answer counts, whatever the status of HTTP', async () => {
    const { address } = await rawServer((socket) => socket.write(said(true, 1, '500 Oh')));
    expect(unwrap(await invite(peerOf(), to(address)))).toMatchObject({ kind: 'answer', habits: ['error_statuses'] });
  });

  test('error_statuses: an error of JSON-RPC under a status of HTTP keeps its code', async () => {
    const body = JSON.stringify({ jsonrpc: '2.0', error: { code: -32000, message: 'no' }, id: 1 });
    const { address } = await rawServer((socket) =>
      socket.write(`HTTP/1.1 400 Bad\r\ncontent-length: ${body.length}\r\n\r\n${body}`),
    );
    expect(await invite(peerOf(), to(address))).toMatchObject({
      error: { code: 'REFUSED', status: 400, rpc_code: -32000 },
    });
  });
});
