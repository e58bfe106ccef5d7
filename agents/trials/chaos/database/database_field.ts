/** The place of a league under fire whose ledger is in a database: managers on addresses of their own, each with a folder and a way to the database of its own. */
import { basename, join } from 'node:path';
import type { PostgresServer } from '../../testing/postgres_server.ts';
import { type Battlefield, battlefieldIn } from '../battlefield.ts';
import { type DatabaseProxy, databaseProxy } from './proxy.ts';
import { type SmallDisk, smallDisk } from './small_disk.ts';

export interface DatabaseField extends Battlefield {
  readonly server: PostgresServer;
  readonly database: string;
  /** The ids of the managers. */
  readonly managerIds: readonly string[];
  /** A manager's own way to the database. */
  readonly proxies: ReadonlyMap<string, DatabaseProxy>;
  /** Where the tables are; absent where this machine allows no small disk. */
  readonly space: SmallDisk | undefined;
  /** The manager that has the league. */
  leader(): Promise<string | undefined>;
  /** Gives back what it took of the machine. */
  close(): Promise<void>;
}

const PATH = '/mcp';

/** Prepares a league in a folder, and an empty database; nothing of the league runs yet. */
export async function databaseFieldIn(
  folder: string,
  players: number,
  { server, managers }: { readonly server: PostgresServer; readonly managers: number },
): Promise<DatabaseField> {
  const base = await battlefieldIn(folder, players);
  const space = smallDisk(join(server.folder, `space_${basename(folder)}`), server.uid);
  const database = await server.database(space?.path);
  const managerIds = Array.from({ length: managers }, (_, i) => `LM0${i + 1}`);
  const hostOf = (id: string) => `127.0.0.${1 + Number(id.slice(2))}`;
  const port = new URL(base.manager).port;
  const at = (id: string) => `http://${hostOf(id)}:${port}${PATH}`;
  const proxies = new Map<string, DatabaseProxy>();
  for (const id of managerIds) proxies.set(id, await databaseProxy(hostOf(id), server.socket));
  const through = (id: string): string => {
    const url = new URL(database);
    url.host = `${hostOf(id)}:${proxies.get(id)?.port}`;
    url.search = '';
    return url.href;
  };
  const own = (id: string) => ['data', 'logs'].flatMap((name) => [`--${name}`, join(folder, id, name)]);
  const config = base.where.slice(base.where.indexOf('--config'));
  const all = managerIds.map(at).join(',');

  return {
    ...base,
    ...{ server, database, managerIds, proxies, space },
    begins: 'by hand',
    manager: at('LM01'),
    managers: managerIds.map((id) => join(folder, id, 'data')),
    ids: [...managerIds, ...base.ids.slice(1)],
    commandOf(id) {
      const isStandby = managers > 1 ? ['--standby'] : [];
      const where = ['--host', hostOf(id), '--port', port, '--ledger', through(id), ...own(id), ...config];
      if (proxies.has(id)) return ['manager', ...isStandby, ...where];
      return base.commandOf(id).map((word) => (word === base.manager ? all : word));
    },
    async leader() {
      return managerIds[0];
    },
    async close() {
      for (const proxy of proxies.values()) proxy.close();
      await server.drop(database).finally(() => space?.unmount());
    },
  };
}
