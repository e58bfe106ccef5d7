import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { fakeClock } from '../../../testing/fake_clock.ts';
import { ConnectionLimits } from './connection_limits.ts';
import { takeIn } from './incoming.ts';
import { HTTP_LIMITS, type HttpLimits } from './limits.ts';

/** A request of a stranger whose body the test sends piece by piece, and what becomes of it. */
function arriving(
  limits: Partial<HttpLimits> = {},
  connections = new ConnectionLimits(fakeClock(), limitsWith(limits)),
) {
  const request = new EventEmitter();
  const socket = Object.assign(new EventEmitter(), { remoteAddress: '10.0.0.7' }) as unknown as Socket;
  const caller = connections.arrive(socket);
  const ends: unknown[] = [];
  let settled: (() => void) | undefined;
  expect(connections.begin(caller)).toBeUndefined();
  takeIn(
    request as unknown as IncomingMessage,
    { connections, caller, maxBytes: limitsWith(limits).maxRequestBytes },
    {
      whole: (text, settle) => {
        ends.push({ text });
        settled = settle;
      },
      tooLong: (endless) => ends.push({ tooLong: endless }),
      crumbled: () => ends.push('crumbled'),
      noRoom: (overload) => ends.push({ noRoom: overload }),
    },
  );
  return {
    connections,
    caller,
    ends,
    send: (piece: string | Buffer) => request.emit('data', Buffer.from(piece)),
    request,
    finish: () => request.emit('end'),
    hangUp: () => request.emit('close'),
    settle: () => settled?.(),
  };
}

const limitsWith = (limits: Partial<HttpLimits>): HttpLimits => ({ ...HTTP_LIMITS, ...limits });

describe('a body', () => {
  test.each([
    ['nothing', []],
    ['one piece', ['{"ü":1}']],
    ['pieces of every size', ['{', '"a":"', 'x'.repeat(3_000), '', 'y'.repeat(20_000), '"', '}']],
  ])('of %s is the text that was sent', (_what, pieces) => {
    const { send, finish, ends } = arriving();
    for (const piece of pieces) send(piece);
    finish();
    expect(ends).toEqual([{ text: pieces.join('') }]);
  });

  test('may be cut within a letter', () => {
    const { send, finish, ends } = arriving();
    for (const byte of Buffer.from('{"ü":"€"}')) send(Buffer.from([byte]));
    finish();
    expect(ends).toEqual([{ text: '{"ü":"€"}' }]);
  });

  test('in pieces is copied, so that none of them is kept', () => {
    const { request, finish, ends } = arriving();
    const pieces = ['{"a":', '1', '}'].map((text) => Buffer.from(text));
    for (const piece of pieces) request.emit('data', piece);
    for (const piece of pieces) piece.fill('x');
    finish();
    expect(ends).toEqual([{ text: '{"a":1}' }]);
  });

  test.each([
    [100, 1, { text: 'x'.repeat(100) }],
    [101, 1, { tooLong: false }],
    [101 + 1_048_576, 1_000_000, { tooLong: true }],
  ])('of at most 100 bytes, sent %i in pieces of %i, is %o', (size, cut, end) => {
    const { send, finish, ends } = arriving({ maxRequestBytes: 100 });
    for (let left = size; left > 0; left -= cut) send('x'.repeat(Math.min(cut, left)));
    finish();
    expect(ends).toEqual([end]);
  });
});

describe('crumbs', () => {
  test('of a short message are put together, however small', () => {
    const { send, finish, ends } = arriving();
    for (let i = 0; i < 1_000; i++) send('x');
    finish();
    expect(ends).toEqual([{ text: 'x'.repeat(1_000) }]);
  });

  test('without end are refused long before the body is full', () => {
    const { send, finish, ends, connections, caller } = arriving();
    let sent = 0;
    for (; sent < 60_000 && ends.length === 0; sent++) send('x');
    finish();
    expect(ends).toEqual(['crumbled']);
    expect(sent).toBeLessThan(2_000);
    expect(caller.pending).toBe(0);
    expect(connections.hold(caller, HTTP_LIMITS.maxHeldBytes / 2)).toBeUndefined();
  });

  test('beyond the longest body are refused as well', () => {
    const { send, ends } = arriving({ maxRequestBytes: 10 });
    for (let i = 0; i < 2_000; i++) send('x');
    expect(ends).toEqual(['crumbled']);
  });
});

describe('what is charged', () => {
  test('for a body of one piece is its length, until it is answered', () => {
    const { send, finish, settle, connections, caller } = arriving({ maxHeldBytes: 1_000 });
    send('x'.repeat(500));
    finish();
    expect(connections.hold(caller, 101)).toBe('caller');
    settle();
    settle();
    expect(caller.pending).toBe(0);
    expect(connections.hold(caller, 600)).toBeUndefined();
    expect(connections.hold(caller, 1)).toBe('caller');
  });

  test('for a body in pieces is the memory it takes and not only what is in it', () => {
    const { send, ends } = arriving({ maxHeldBytes: 1_000 });
    send('x');
    expect(ends).toEqual([]);
    send('x');
    expect(ends).toEqual([{ noRoom: 'caller' }]);
  });

  test('is given back when the caller hangs up', () => {
    const { send, hangUp, connections, caller, ends } = arriving({ maxHeldBytes: 1_000 });
    send('x'.repeat(500));
    hangUp();
    expect([caller.pending, ends]).toEqual([0, []]);
    expect(connections.hold(caller, 600)).toBeUndefined();
  });

  test('grows with the body, and never beyond the longest one', () => {
    const { send, finish, ends, connections, caller } = arriving({ maxRequestBytes: 5_000, maxHeldBytes: 10_000 });
    for (let i = 0; i < 50; i++) send('x'.repeat(100));
    expect(connections.hold(caller, 1_000)).toBeUndefined();
    finish();
    expect(ends).toEqual([{ text: 'x'.repeat(5_000) }]);
  });
});
