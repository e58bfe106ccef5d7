/** HTTP by the byte, for tests: servers and clients that say exactly what they are told, right or wrong. */
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** The shortest answer that lets a connection live on. */
export const PLAIN_ANSWER = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}';

export interface RawServer {
  readonly address: string;
  /** Everything that was received, by connection. */
  readonly heard: string[];
  readonly sockets: Socket[];
  readonly server: Server;
}

/** A server until the test ends, which calls `react` for each request that ends in a brace, with its number on the connection, from 1. */
export async function rawServer(react: (socket: Socket, request: number) => void): Promise<RawServer> {
  const heard: string[] = [];
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    const index = sockets.push(socket) - 1;
    heard[index] = '';
    let requests = 0;
    socket.on('error', () => undefined);
    socket.on('data', (piece) => {
      heard[index] += piece.toString();
      if (heard[index]?.endsWith('}')) react(socket, ++requests);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as { port: number };
  return { address: `http://127.0.0.1:${port}/mcp`, heard, sockets, server };
}

/** All that the server at this port says to these bytes before it closes the connection. */
export async function talk(port: number, bytes: string | Buffer): Promise<string> {
  const socket = connect(port, '127.0.0.1').on('error', () => socket.destroy());
  let heard = '';
  socket.on('data', (piece) => {
    heard += piece.toString('latin1');
  });
  socket.write(bytes);
  await new Promise((resolve) => socket.on('close', resolve));
  return heard;
}

/** A well-formed POST to /mcp that asks to close the connection after the answer. */
export function post(body: string | Buffer, headers: readonly string[] = ['content-type: application/json']): Buffer {
  const lines = [
    'POST /mcp HTTP/1.1',
    'host: localhost',
    'connection: close',
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  return Buffer.concat([Buffer.from(`${[...lines, ...headers].join('\r\n')}\r\n\r\n`), Buffer.from(body)]);
}

export const statusOf = (response: string): number => Number(response.split(' ')[1]);
export const bodyOf = (response: string): string => response.slice(response.indexOf('\r\n\r\n') + 4);
