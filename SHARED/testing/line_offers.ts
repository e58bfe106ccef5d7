/** Servers that offer lines in place of HTTP, for tests of the client's end of a line. */
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { expect, onTestFinished } from 'vitest';
import { later, systemClock } from '../core/clock.ts';
import { unwrap } from '../core/result.ts';
import { httpTransport } from '../league_sdk/transport/http/http.ts';
import type { HttpLimits } from '../league_sdk/transport/http/limits.ts';
import { LINE_FROM } from '../league_sdk/transport/http/pool.ts';
import { SWITCHED } from '../league_sdk/transport/http/shared_line.ts';
import type { SendOptions, Transport } from '../league_sdk/transport/transport.ts';

/** The answer to a post, with the offer of lines. */
const OFFERING =
  'HTTP/1.1 200 OK\r\nconnection: upgrade\r\nupgrade: league-lines\r\ncontent-length: 11\r\n\r\n"by a post"';

/** A request that a server heard on a line. */
export interface Heard {
  readonly socket: Socket;
  readonly id: string;
  readonly text: string;
}

/** A server that offers lines, answers posts, and leaves it to `ask` what a request on a line gets. It ends where an upgrade is answered with nothing. */
export async function offering(ask: (heard: Heard) => void, switched: string = SWITCHED) {
  const seen = {
    address: '',
    connections: 0,
    posts: 0,
    upgrades: 0,
    notices: [] as string[],
    forgotten: [] as string[],
    lines: [] as Socket[],
    /** Takes no connection any more, and ends those that are no lines. */
    quit(): void {
      server.close();
      for (const socket of sockets) if (!seen.lines.includes(socket)) socket.destroy();
    },
  };
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    seen.connections++;
    sockets.push(socket);
    let isLine = false;
    const hear = (line: string): void => {
      const [, id = '', text = ''] = /^>(\d+) \S+ - (.*)$/.exec(line) ?? [];
      if (id === '') {
        seen.notices.push(line);
        seen.forgotten.push(/"id":(\d+)/.exec(line)?.[1] ?? '');
      } else ask({ socket, id, text });
    };
    socket
      .on('error', () => undefined)
      .on('data', (piece) => {
        const said = piece.toString();
        if (isLine) for (const line of said.split('\n').slice(0, -1)) hear(line);
        else if (said.startsWith('GET / HTTP/1.1\r\n')) {
          isLine = true;
          seen.upgrades++;
          seen.lines.push(socket);
          if (switched === '') socket.destroy();
          else socket.write(switched);
        } else {
          seen.posts++;
          if (seen.posts > LINE_FROM) socket.write(OFFERING);
          // The first few wait for each other, so that each has a connection of its own.
          else waiting.push(socket);
          if (seen.posts === LINE_FROM) for (const each of waiting) each.write(OFFERING);
        }
      });
    onTestFinished(() => void socket.destroy());
  }).listen(0, '127.0.0.1');
  const waiting: Socket[] = [];
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  seen.address = `http://127.0.0.1:${(server.address() as { port: number }).port}/mcp`;
  return seen;
}

/** A client of ours, until the test ends. */
export function client(
  limits: Partial<HttpLimits> = {},
  pins?: ReadonlyMap<string, string>,
  clock = systemClock,
): Transport {
  const transport = httpTransport({ clock, limits, ...(pins === undefined ? {} : { pins }) });
  onTestFinished(() => transport.close());
  return transport;
}

export const within = (ms: number) => later(systemClock.monotonic(), ms);

export const send = (transport: Transport, to: string, text = '{"a":1}', how: SendOptions = {}) =>
  transport.send(to, text, within(5_000), how);

/** Sends as many requests at once as a line pays for, and gives the line a moment to open. */
export async function warmUp(
  transport: Transport,
  server: { readonly address: string; readonly lines: readonly Socket[] },
) {
  const all = Array.from({ length: LINE_FROM }, () => send(transport, server.address));
  for (const sent of await Promise.all(all)) expect(unwrap(sent).text).toBe('"by a post"');
  await expect.poll(() => server.lines).toHaveLength(1);
  // The answer to the upgrade has been read when those to requests that were sent after it have come.
  for (let i = 0; i < 2; i++) unwrap(await send(transport, `${server.address}?by=post`));
}

export const echo = ({ socket, id, text }: Heard): void => void socket.write(`<${id} ${text}\n`);
