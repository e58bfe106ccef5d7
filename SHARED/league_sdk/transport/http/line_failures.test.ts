import { describe, expect, test } from 'vitest';
import { type Clock, later, type Monotonic, systemClock } from '../../../core/clock.ts';
import { unwrap } from '../../../core/result.ts';
import { client, type Heard, offering, send, warmUp } from '../../../testing/line_offers.ts';
import { SWITCHED } from './shared_line.ts';

test.each([
  ['refuses', 'HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n'],
  ['agrees to something else', SWITCHED.replaceAll('league-lines', 'websocket')],
  ['says more than it agrees to', `${SWITCHED}<1 "x"\n`],
])(
  'a server that offers lines and %s is asked for three and no more, a while after each other',
  async (_what, said) => {
    expect(await upgradesOf(said)).toEqual([1, 2, 3, 3, 3]);
  },
);

test('a server that offers lines and ends is asked for one again, but only after a while', async () => {
  expect(await upgradesOf('')).toEqual([1, 2, 3, 4, 5]);
});

test('a server that ends in the middle of what it says has kept to its offer', async () => {
  const half = ({ socket, id }: Heard) => void socket.end(`{"jsonrpc":"2.0","id":${id},"resu`);
  expect((await upgradesOf(SWITCHED, half)).at(-1)).toBeGreaterThan(3);
});

const noLine = (_heard: Heard): void => expect.unreachable('there is no line');

/** How often a server with this answer to the upgrade was asked for one, after several bursts of requests far apart. */
async function upgradesOf(said: string, ask = noLine): Promise<readonly number[]> {
  const server = await offering(ask, said);
  let aheadMs = 0;
  const clock: Clock = { ...systemClock, monotonic: () => (systemClock.monotonic() + aheadMs) as Monotonic };
  const transport = client({}, undefined, clock);
  await warmUp(transport, server);
  const counts: number[] = [];
  while (counts.length < 5) {
    for (let i = 0; i < 20; i++) {
      const sent = await transport.send(server.address, '{}', later(clock.monotonic(), 5_000));
      expect(unwrap(sent).text).toBe('"by a post"');
    }
    counts.push(server.upgrades);
    aheadMs += 20_000;
  }
  return counts;
}

describe('what cannot be answered by a line is asked again by a connection:', () => {
  test.each([
    ['the server closes it', ({ socket }: Heard) => void socket.end()],
    ['the server resets it', ({ socket }: Heard) => void socket.resetAndDestroy()],
    [
      'the server wants it so',
      ({ socket, id }: Heard) =>
        void socket.write(
          `{"jsonrpc":"2.0","id":${id},"error":{"code":-32050,"message":"no","data":{"code":"REFUSED"}}}\n`,
        ),
    ],
    ['the server asks in its turn', ({ socket }: Heard) => void socket.write('>1 /mcp - {}\n')],
    [
      'the server says something else',
      ({ socket }: Heard) => void socket.write('HTTP/1.1 408 Request Timeout\r\n\r\n'),
    ],
    ['an answer is none of a request', ({ socket }: Heard) => void socket.write('<99999 {}\n')],
    ['an answer is no UTF-8', ({ socket, id }: Heard) => void socket.write(Buffer.from(`<${id} \xff\n`, 'latin1'))],
    ['the server ends in the middle of an answer', ({ socket, id }: Heard) => void socket.end(`<${id} "hal`)],
    ['the server ends before the answer', ({ socket, id }: Heard) => void socket.end(`<${id} `)],
    ['the server says nothing, line after line', ({ socket }: Heard) => void socket.write('\n')],
    ['the server says blanks', ({ socket }: Heard) => void socket.write(' \n')],
    ['an answer is endless', ({ socket, id }: Heard) => void socket.write(`<${id} ${'x'.repeat(500_000)}`)],
  ])('%s', async (_what, react) => {
    const server = await offering(react);
    const transport = client();
    await warmUp(transport, server);
    const sent = await Promise.all(Array.from({ length: 5 }, () => send(transport, server.address)));
    for (const one of sent) expect(unwrap(one)).toMatchObject({ text: '"by a post"' });
  });
});

describe('a server that is gone when a request comes by a connection after all', () => {
  const refuse = ({ socket, id }: Heard) =>
    void socket.write(
      `{"jsonrpc":"2.0","id":${id},"error":{"code":-32050,"message":"no","data":{"code":"REFUSED"}}}\n`,
    );
  test.each([
    ['has not hung up on what its line had refused', refuse, undefined],
    ['has hung up on what its line had taken', ({ socket }: Heard) => void socket.destroy(), true],
  ])('%s', async (_what, react, hungUp) => {
    const server = await offering((heard) => {
      server.quit();
      // The client has seen by then that its connections are gone.
      systemClock.after(50, () => react(heard));
    });
    const transport = client();
    await warmUp(transport, server);
    const sent = await send(transport, server.address);
    expect(sent).toMatchObject({ error: { code: 'UNREACHABLE' } });
    expect(sent.ok ? sent : sent.error.hungUp).toBe(hungUp);
    expect(sent).toHaveProperty('error.sentAt');
  });
});
