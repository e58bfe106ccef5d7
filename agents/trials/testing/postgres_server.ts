/** A real PostgreSQL for tests: out of a package, below a temporary folder, reached by a socket in it, gone with the tests. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemEntropy } from '../../../SHARED/core/entropy.ts';
import { toHex } from '../../../SHARED/core/hash.ts';
import { hasPrograms, isThere, postgresPrograms } from '../database/postgres_programs.ts';
import { until } from './rehearsal.ts';

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
  const found = await hasPrograms();
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
  const place = (await isThere('/dev/shm')) ? '/dev/shm' : tmpdir();
  const folder = await mkdtemp(join(place, 'league-postgres-'));
  const { bin, who, initialise } = await postgresPrograms(folder);
  const data = join(folder, 'data');
  initialise(data);
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
      const all = await processes();
      killed = all[0] as number;
      process.kill(killed, 'SIGKILL');
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

  /** The server, and the processes it has started. */
  async function processes(): Promise<readonly number[]> {
    const { pid } = await told();
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
    return [pid, ...children.trim().split(' ').map(Number)];
  }

  function address(name: string): string {
    return `postgres://league:${PASSWORD}@localhost/${name}?host=${encodeURIComponent(folder)}`;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    // No process has the number any more.
    return false;
  }
}
