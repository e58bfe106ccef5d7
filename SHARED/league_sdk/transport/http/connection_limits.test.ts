import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { fakeClock } from '../../../testing/fake_clock.ts';
import { type ClientConnection, ConnectionLimits } from './connection_limits.ts';
import { HTTP_LIMITS, type HttpLimits } from './limits.ts';

/** A connection as far as it is looked at here. */
function from(remoteAddress: string): Socket & { readonly closed: boolean } {
  const socket = Object.assign(new EventEmitter(), {
    remoteAddress,
    closed: false,
    destroy() {
      socket.closed = true;
      socket.emit('close');
    },
  });
  return socket as unknown as Socket & { readonly closed: boolean };
}

function book(limits: Partial<HttpLimits>) {
  const clock = fakeClock();
  const connections = new ConnectionLimits(clock, { ...HTTP_LIMITS, ...limits });
  const arrive = (address: string) => connections.arrive(from(address));
  /** Asks for something and gets it. */
  const ask = (connection: ClientConnection) => {
    const overload = connections.begin(connection);
    if (overload === undefined) connections.end(connection, 0);
    return overload;
  };
  return { clock, connections, arrive, ask };
}

const isClosed = (connection: ClientConnection) => (connection.socket as { closed: boolean }).closed;

describe('handshakes', () => {
  test('are counted as requests are, but for those of this machine', () => {
    const { arrive, connections, ask } = book({ requestBurst: 3, requestsPerSec: 1 });
    const shakes = Array.from({ length: 4 }, () => connections.mayShakeHands(arrive('10.0.0.7')));
    expect(shakes).toEqual([true, true, true, false]);
    expect(ask(arrive('10.0.0.7'))).toBe('caller');
    expect(Array.from({ length: 9 }, () => connections.mayShakeHands(arrive('127.0.0.1')))).not.toContain(false);
  });

  test('give a connection another socket, and the count goes on', () => {
    const { connections, arrive, ask } = book({ maxConnectionsPerAddress: 1 });
    const connection = arrive('10.0.0.7');
    const secured = from('10.0.0.7');
    connections.secure(connection, secured);
    expect(connections.of(secured)).toBe(connection);
    ask(connection);
    arrive('10.0.0.7');
    expect(secured.closed).toBe(true);
  });
});

describe('connections of one address', () => {
  test('over the limit are told to wait, when every other is busy', () => {
    const { connections, arrive } = book({ maxConnectionsPerAddress: 2 });
    const busy = [arrive('10.0.0.7'), arrive('10.0.0.7')];
    for (const connection of busy) expect(connections.begin(connection)).toBeUndefined();
    const third = arrive('10.0.0.7');
    expect(connections.begin(third)).toBe('caller');
    expect(connections.begin(arrive('10.0.0.8'))).toBeUndefined();
    expect([...busy, third].map(isClosed)).toEqual([false, false, false]);
  });

  test('over the limit take the place of one that only waits for its next request', () => {
    const { arrive, ask } = book({ maxConnectionsPerAddress: 2 });
    const [first, second] = [arrive('10.0.0.7'), arrive('10.0.0.7')];
    for (const connection of [first, second]) ask(connection);
    const third = arrive('10.0.0.7');
    expect(ask(third)).toBeUndefined();
    expect([first, second, third].map(isClosed)).toEqual([true, false, false]);
  });

  test('that never come to the point go before those that only wait', async () => {
    const { clock, arrive, ask } = book({ maxConnectionsPerAddress: 2 });
    const patient = arrive('10.0.0.7');
    ask(patient);
    const slow = arrive('10.0.0.7');
    await clock.advance(1_001);
    expect(ask(arrive('10.0.0.7'))).toBeUndefined();
    expect([patient, slow].map(isClosed)).toEqual([false, true]);
  });

  test('that have only just come are not taken for slow', () => {
    const { arrive, ask } = book({ maxConnectionsPerAddress: 2 });
    const fresh = [arrive('10.0.0.7'), arrive('10.0.0.7')];
    expect(ask(arrive('10.0.0.7'))).toBe('caller');
    expect(fresh.map(isClosed)).toEqual([false, false]);
  });

  test('of one IPv6 household count together, those of this machine not at all', () => {
    const { arrive, ask } = book({ maxConnectionsPerAddress: 1 });
    expect(ask(arrive('2001:db8:1:2::1'))).toBeUndefined();
    arrive('2001:db8:1:2::2');
    expect(ask(arrive('2001:db8:1:2::3'))).toBe('caller');
    expect(ask(arrive('2001:db8:1:3::1'))).toBeUndefined();
    for (let i = 0; i < 100; i++) expect(ask(arrive(i % 2 === 0 ? '127.0.0.1' : '::ffff:127.0.0.1'))).toBeUndefined();
  });
});

test('connections in all are limited as well, and room is made in the same way', () => {
  const { connections, arrive, ask } = book({ maxConnections: 2 });
  const [busy, idle] = [arrive('127.0.0.1'), arrive('10.0.0.7')];
  connections.begin(busy);
  ask(idle);
  const next = arrive('10.0.0.8');
  expect(isClosed(idle)).toBe(true);
  expect(connections.begin(next)).toBeUndefined();
  expect(ask(arrive('10.0.0.9'))).toBe('here');
});

test('of connections too many, some are told so and the rest are closed', () => {
  const { connections, arrive } = book({ maxConnections: 10 });
  for (let i = 0; i < 10; i++) connections.begin(arrive('127.0.0.1'));
  const [told, closed] = [arrive('127.0.0.1'), arrive('127.0.0.1')];
  expect([told, closed].map(isClosed)).toEqual([false, true]);
  expect(connections.begin(told)).toBe('here');
});

test('who left makes room', () => {
  const { connections, arrive } = book({ maxConnections: 1 });
  const first = arrive('10.0.0.7');
  connections.begin(first);
  expect(connections.begin(arrive('10.0.0.8'))).toBe('here');
  first.socket.destroy();
  expect(connections.begin(arrive('10.0.0.9'))).toBeUndefined();
});

describe('requests', () => {
  test('of one address are limited by time, over all its connections, and others are not concerned', async () => {
    const { clock, arrive, ask } = book({ requestsPerSec: 10, requestBurst: 3 });
    const asked = ['a', 'b', 'c', 'd'].map(() => ask(arrive('10.0.0.7')));
    expect(asked).toEqual([undefined, undefined, undefined, 'caller']);
    expect(ask(arrive('10.0.0.8'))).toBeUndefined();
    await clock.advance(100);
    expect([ask(arrive('10.0.0.7')), ask(arrive('10.0.0.7'))]).toEqual([undefined, 'caller']);
  });

  test('do not come to a fresh allowance by connecting anew', () => {
    const { arrive, ask } = book({ requestsPerSec: 10, requestBurst: 1 });
    const first = arrive('10.0.0.7');
    expect(ask(first)).toBeUndefined();
    first.socket.destroy();
    expect(ask(arrive('10.0.0.7'))).toBe('caller');
  });

  test('of this machine are not limited by time', () => {
    const { arrive, ask } = book({ requestsPerSec: 1, requestBurst: 1 });
    const connection = arrive('127.0.0.1');
    for (let i = 0; i < 100; i++) expect(ask(connection)).toBeUndefined();
  });

  test.each([
    [1, undefined],
    [2, undefined],
    [3, 'here'],
  ])('of at most two at once, number %i gets %s', (number, overload) => {
    const { connections, arrive } = book({ maxPending: 2 });
    const asked = Array.from({ length: number }, () => connections.begin(arrive('127.0.0.1')));
    expect(asked.at(-1)).toBe(overload);
  });

  test('that were answered make room', () => {
    const { connections, arrive } = book({ maxPending: 1 });
    const connection = arrive('127.0.0.1');
    connections.begin(connection);
    expect(connections.begin(connection)).toBe('here');
    connections.end(connection, 0);
    expect(connections.begin(connection)).toBeUndefined();
  });

  test('hold so many bytes together and no more, until they end', () => {
    const { connections, arrive } = book({ maxHeldBytes: 100 });
    const connection = arrive('127.0.0.1');
    connections.begin(connection);
    const held = [99, 2, 1, 1].map((bytes) => connections.hold(connection, bytes));
    expect(held).toEqual([undefined, 'here', undefined, 'here']);
    connections.end(connection, 100);
    expect(connections.hold(connection, 100)).toBeUndefined();
  });
});

describe('of what there is for all, one address gets a share', () => {
  test('of the requests at once; the rest is for others', () => {
    const { connections, arrive } = book({ maxPending: 10 });
    const hog = Array.from({ length: 7 }, () => connections.begin(arrive('10.0.0.7')));
    expect(hog).toEqual([...Array(6).fill(undefined), 'caller']);
    const others = ['10.0.0.8', '10.0.0.9', '127.0.0.1', '10.0.0.8'].map((address) =>
      connections.begin(arrive(address)),
    );
    expect(others).toEqual(Array(4).fill(undefined));
    expect(connections.begin(arrive('10.0.0.10'))).toBe('here');
  });

  test('of the bytes that are held; the rest is for others', () => {
    const { connections, arrive } = book({ maxHeldBytes: 100 });
    const [hog, other] = [arrive('10.0.0.7'), arrive('10.0.0.8')];
    for (const connection of [hog, other]) connections.begin(connection);
    expect([connections.hold(hog, 60), connections.hold(hog, 1)]).toEqual([undefined, 'caller']);
    expect([connections.hold(other, 40), connections.hold(other, 1)]).toEqual([undefined, 'here']);
    connections.end(hog, 60);
    connections.begin(hog);
    expect(connections.hold(hog, 60)).toBeUndefined();
  });

  test('and again when its requests were answered', () => {
    const { connections, arrive } = book({ maxPending: 10 });
    const several = Array.from({ length: 6 }, () => arrive('10.0.0.7'));
    for (const connection of several) connections.begin(connection);
    for (const connection of several) connections.end(connection, 0);
    expect(connections.begin(arrive('10.0.0.7'))).toBeUndefined();
  });

  test('which it does not get anew by hanging up before it was answered', async () => {
    const { clock, connections, arrive } = book({ maxPending: 10 });
    const several = Array.from({ length: 6 }, () => arrive('10.0.0.7'));
    for (const connection of several) connections.begin(connection);
    await clock.advance(60_000);
    for (const connection of several) connection.socket.destroy();
    expect(connections.begin(arrive('10.0.0.7'))).toBe('caller');
    for (const connection of several) connections.end(connection, 0);
    expect(connections.begin(arrive('10.0.0.7'))).toBeUndefined();
  });

  test('and this machine itself all of it', () => {
    const { connections, arrive } = book({ maxPending: 10, maxHeldBytes: 100 });
    const several = Array.from({ length: 10 }, () => arrive('127.0.0.1'));
    for (const connection of several)
      expect([connections.begin(connection), connections.hold(connection, 10)]).toEqual([undefined, undefined]);
  });
});

test('very many addresses do not fill the memory', () => {
  const { arrive, ask } = book({ requestsPerSec: 0, requestBurst: 2 });
  const first = arrive('10.0.0.7');
  expect([ask(first), ask(first), ask(first)]).toEqual([undefined, undefined, 'caller']);
  first.socket.destroy();
  for (let i = 0; i < 10_001; i++) {
    const connection = arrive(`11.${i >> 16}.${(i >> 8) & 255}.${i & 255}`);
    ask(connection);
    connection.socket.destroy();
  }
  expect(ask(arrive('10.0.0.7'))).toBeUndefined();
});
