/** A wire to a PostgreSQL server that a test cuts without a word to either end, as a machine does that vanishes. */
import { connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import type { PostgresServer } from './postgres_server.ts';

export interface PostgresWire {
  /** The address of the database by way of this wire. */
  readonly url: string;
  /** From now on, connections that are open carry nothing; new ones do. */
  cut(): void;
  /** The same for the connection by which a statement with these words goes, once it is done. */
  cutAfter(words: string, onCut: () => void): void;
}

/** A wire to a database of a server, which ends with the test. */
export async function postgresWire({ socket: path }: PostgresServer, url: string): Promise<PostgresWire> {
  const open = new Map<Socket, Socket>();
  let last: { readonly words: string; readonly onCut: () => void } | undefined;
  const cutOff = ([near, far]: readonly [Socket, Socket]) => {
    for (const end of [near, far]) end.removeAllListeners('data').removeAllListeners('close').resume();
  };
  const proxy = createServer((near) => {
    const far = connect(path);
    open.set(near, far);
    let isLast = false;
    near.on('error', () => undefined).on('close', () => far.destroy());
    far.on('error', () => undefined).on('close', () => near.destroy());
    near.on('data', (piece) => {
      isLast = last !== undefined && piece.includes(last.words);
      far.write(piece);
    });
    far.on('data', (piece) => {
      if (!isLast) return void near.write(piece);
      cutOff([near, far]);
      last?.onCut();
    });
  });
  await new Promise<void>((resolve) => void proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const pair of open) for (const end of pair) end.destroy();
    proxy.close();
  });
  const { port } = proxy.address() as { port: number };
  const { username, password, pathname } = new URL(url);
  return {
    url: `postgres://${username}:${password}@127.0.0.1:${port}${pathname}`,
    cut: () => [...open].forEach(cutOff),
    cutAfter(words, onCut) {
      last = { words, onCut };
    },
  };
}
