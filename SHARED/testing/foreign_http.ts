/** A foreign player on a plain HTTP server of its own, as a stranger would write one. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ForeignPlayer, HANG_UP, SILENCE } from './foreign_player.ts';

export interface Door {
  readonly address: string;
  /** Breaks every connection; afterwards the address is unreachable. */
  close(): Promise<void>;
}

/** Answers a text that was posted; what it throws is for the server to answer, as a framework does. */
type Take = (text: string, response: ServerResponse) => void | Promise<void>;

/** Lets a player listen at a port of this machine, any free one unless told. */
export async function overHttp(player: ForeignPlayer, host?: string, at?: number): Promise<Door> {
  const door = await openDoor(
    async (text, response) => {
      const said = await player.answer(text);
      if (said === SILENCE) return;
      if (said === HANG_UP) return door.close();
      response.writeHead(said === undefined ? 202 : 200, { 'content-type': 'application/json' });
      response.end(said);
    },
    host,
    at,
  );
  return door;
}

/** A plain HTTP server at an address of its own; every text that is posted there is for `take`. */
export async function openDoor(take: Take, host = '127.0.0.1', at = 0): Promise<Door> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    // A client that breaks off never gets here, and is owed no answer.
    request.on('end', () => void taken(Buffer.concat(chunks).toString('utf8'), response));
  });
  await new Promise<void>((resolve) => server.listen(at, host, resolve));
  const { port } = server.address() as AddressInfo;

  async function taken(text: string, response: ServerResponse): Promise<void> {
    try {
      await take(text, response);
    } catch {
      response.writeHead(400).end();
    }
  }

  function close(): Promise<void> {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeAllConnections();
    return closed;
  }

  return { address: `http://${host.includes(':') ? `[${host}]` : host}:${port}/mcp`, close };
}
