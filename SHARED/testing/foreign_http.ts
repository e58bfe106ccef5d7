/** A foreign player on a plain HTTP server of its own, as a stranger would write one. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ForeignPlayer, HANG_UP, SILENCE } from './foreign_player.ts';

export interface Door {
  readonly address: string;
  /** Breaks every connection; afterwards the address is unreachable. */
  close(): Promise<void>;
}

/** Lets a player listen at a port of this machine, any free one unless told. */
export async function overHttp(player: ForeignPlayer, host = '127.0.0.1', at = 0): Promise<Door> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    // A client that breaks off never gets here, and is owed no answer.
    request.on('end', () => void reply(Buffer.concat(chunks).toString('utf8'), response));
  });
  await new Promise<void>((resolve) => server.listen(at, host, resolve));
  const { port } = server.address() as AddressInfo;

  async function reply(text: string, response: ServerResponse): Promise<void> {
    const said = await player.answer(text);
    if (said === SILENCE) return;
    if (said === HANG_UP) return close();
    response.writeHead(said === undefined ? 202 : 200, { 'content-type': 'application/json' });
    response.end(said);
  }

  function close(): Promise<void> {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeAllConnections();
    return closed;
  }

  return { address: `http://${host.includes(':') ? `[${host}]` : host}:${port}/mcp`, close };
}
