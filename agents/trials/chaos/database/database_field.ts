/**
 * The place of a league under fire whose ledger is in a database: two managers that stand by for each other, or two
 * hosts, each with an address, a folder and a way to the database of its own.
 */
import { spawnSync } from 'node:child_process';
import { basename, join } from 'node:path';
import { hostedPlaces, sharedLedgersIn } from '../../../launcher/world/installation.ts';
import type { PostgresServer } from '../../testing/postgres_server.ts';
import { ran } from '../../testing/rehearsal.ts';
import { type Battlefield, battlefieldIn } from '../battlefield.ts';
import { type DatabaseProxy, databaseProxy } from './proxy.ts';

export interface DatabaseField extends Battlefield {
  readonly server: PostgresServer;
  readonly database: string;
  /** A manager's, or a host's, own way to the database. */
  readonly proxies: ReadonlyMap<string, DatabaseProxy>;
  /** Where the tables are; absent where this machine allows no small disk. */
  readonly space: SmallDisk | undefined;
  /** The manager that has the league, or the host of that manager. */
  leader(): Promise<string | undefined>;
  /** Gives back what it took of the machine. */
  close(): Promise<void>;
}

const MANAGER_IDS = ['LM01', 'LM02'] as const;

/** How a league of a database is played: by managers of its own, or by hosts of many leagues. */
export type FieldKind = 'managers' | 'hosts';

interface FieldOptions {
  readonly players: number;
  readonly server: PostgresServer;
  readonly kind: FieldKind;
}

/** Prepares a league in a folder, and a database, empty or with the league in its queue; nothing runs yet. */
export async function databaseFieldIn(folder: string, { players, server, kind }: FieldOptions): Promise<DatabaseField> {
  const base = await battlefieldIn(folder, players);
  const space = smallDisk(join(server.folder, `space_${basename(folder)}`), server.uid);
  const config = base.where.slice(base.where.indexOf('--config'));
  const database = await server
    .database(space?.path)
    .then(async (url) => {
      if (kind === 'hosts') await submitted(base.league_id, url, config);
      return url;
    })
    .catch((thrown: unknown) => {
      space?.unmount();
      throw thrown;
    });
  const hostOf = (id: string) => `127.0.0.${1 + Number(id.slice(2))}`;
  const port = new URL(base.manager).port;
  const below = kind === 'hosts' ? `/${base.league_id}/mcp` : '/mcp';
  const at = (id: string) => `http://${hostOf(id)}:${port}${below}`;
  const proxies = new Map<string, DatabaseProxy>();
  for (const id of MANAGER_IDS) proxies.set(id, await databaseProxy(hostOf(id), server.socket));
  const through = (id: string): string => {
    const url = new URL(database);
    url.host = `${hostOf(id)}:${proxies.get(id)?.port}`;
    url.search = '';
    return url.href;
  };
  const ofLeague = (at: string) => (kind === 'hosts' ? hostedPlaces({ data: at, logs: at }, base.league_id).data : at);
  const own = (id: string) => ['data', 'logs'].flatMap((name) => [`--${name}`, join(folder, id, name)]);
  const all = MANAGER_IDS.map(at).join(',');

  return {
    ...base,
    ...{ server, database, proxies, space },
    begins: 'by hand',
    manager: at('LM01'),
    // What agents leave of a league of hosts lies apart, as what its managers leave.
    ...{ data: ofLeague(base.data), logs: ofLeague(base.logs) },
    managers: MANAGER_IDS.map((id) => ofLeague(join(folder, id, 'data'))),
    ids: [...MANAGER_IDS, ...base.ids.slice(1)],
    staying: kind === 'hosts' ? MANAGER_IDS : [],
    commandOf(id) {
      const where = ['--host', hostOf(id), '--port', port, ...own(id), ...config];
      if (proxies.has(id) && kind === 'hosts') return ['host', '--database', through(id), ...where];
      if (proxies.has(id)) return ['manager', '--standby', '--ledger', through(id), ...where];
      return base.commandOf(id).map((word) => (word === base.manager ? all : word));
    },
    async leader() {
      const led = await sharedLedgersIn({ data: folder, database })?.leader(base.league_id);
      return MANAGER_IDS.find((id) => led?.address?.startsWith(`http://${hostOf(id)}:`));
    },
    async close() {
      for (const proxy of proxies.values()) proxy.close();
      await server.drop(database).finally(() => space?.unmount());
    },
  };
}

/** Puts the league of a configuration into the queue of a database. */
async function submitted(league_id: string, database: string, config: readonly string[]): Promise<void> {
  const file = join(String(config[1]), 'leagues', `${league_id}.json`);
  const { code, err } = await ran('submit', file, '--database', database, ...config);
  if (code !== 0) throw new Error(`the league was not submitted: ${err}`);
}

/** A disk of a few megabytes in memory, for a table space that can be full; only root may have one. */
interface SmallDisk {
  readonly path: string;
  /** Takes what is free. */
  fill(): void;
  /** Gives it back. */
  free(): void;
  unmount(): void;
}

/** Enough for an empty database and one league. */
const SIZE = '48m';

/** A small disk mounted at a folder, for a user; undefined where this machine does not allow it. */
function smallDisk(path: string, uid: number): SmallDisk | undefined {
  const made = shell(`mkdir -p "$1" && mount -t tmpfs -o size=${SIZE},uid=${uid},mode=700 league-chaos "$1"`, path);
  if (made !== 0) return undefined;
  return {
    path,
    // It ends when no byte is left.
    fill: () => void shell('dd if=/dev/zero of="$1/ballast" bs=64k 2>/dev/null', path),
    free: () => void shell('rm -f "$1/ballast"', path),
    unmount: () => void shell('umount -l "$1"', path),
  };
}

function shell(script: string, path: string): number | null {
  return spawnSync('sh', ['-c', script, 'sh', path], { stdio: 'ignore' }).status;
}
