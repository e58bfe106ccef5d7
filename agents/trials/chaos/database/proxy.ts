/** A proxy between one manager and the database, whose connections can be cut or fall silent. */
import { connect, createServer, type Socket } from 'node:net';
import { systemClock } from '../../../../SHARED/core/clock.ts';

export interface DatabaseProxy {
  readonly port: number;
  /** Ends every connection at once, and takes none for so long. */
  cut(ms: number): void;
  /** Passes nothing on for so long, in either direction, and then ends what was there: as a cable that was pulled. */
  silence(ms: number): void;
  close(): void;
}

/** A proxy on a free port of a loopback address, to the socket of a server. */
export async function databaseProxy(host: string, socket: string): Promise<DatabaseProxy> {
  const open = new Set<readonly [manager: Socket, database: Socket]>();
  let state: 'passing' | 'refusing' | 'silent' = 'passing';
  let mended = (): void => undefined;

  const server = createServer((manager) => {
    if (state === 'refusing') return void manager.destroy();
    const database = connect(socket);
    const pair = [manager, database] as const;
    open.add(pair);
    for (const [one, other] of [pair, [database, manager]] as const) {
      one.on('data', (bytes) => {
        if (state !== 'silent') other.write(bytes);
      });
      // A process that was killed at either end is seen by the other, unless the line is silent.
      one.on('error', () => one.destroy());
      one.on('close', () => {
        if (state !== 'silent') end(pair);
      });
    }
  });
  await new Promise<void>((settle) => server.listen(0, host, settle));

  function end(pair: readonly [Socket, Socket]): void {
    open.delete(pair);
    for (const each of pair) each.destroy();
  }

  function cutAll(): void {
    for (const pair of open) end(pair);
  }

  function pass(): void {
    mended();
    const wasSilent = state === 'silent';
    state = 'passing';
    // Bytes are missing in what was open.
    if (wasSilent) cutAll();
  }

  function disturb(how: 'refusing' | 'silent', ms: number): void {
    pass();
    state = how;
    if (how === 'refusing') cutAll();
    mended = systemClock.after(ms, pass);
  }

  return {
    port: (server.address() as { readonly port: number }).port,
    cut: (ms) => disturb('refusing', ms),
    silence: (ms) => disturb('silent', ms),
    close() {
      mended();
      cutAll();
      server.close();
    },
  };
}
