/** `league database`: a PostgreSQL on this machine to try a league in a database with; a course has a server of its own. */
import { type SpawnSyncOptions, spawnSync } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Flags, Mistake } from '../../launcher/options.ts';
import { ROOT } from '../../launcher/world/installation.ts';
import { hasPrograms, isThere, postgresPrograms } from './postgres_programs.ts';

/** Beside that of a PostgreSQL that this machine may have. */
const PORT = 5_433;

/** Starts it in the background, or ends it; what is in it stays. */
export async function databaseCommand(flags: Flags): Promise<number> {
  if (!(await hasPrograms()))
    throw new Mistake(
      'there is no PostgreSQL here to be started: it comes with `npm run database` on Linux (x64); elsewhere install one, and name it with --ledger postgres://…',
    );
  const port = flags.number('port', 1, 65_535) ?? PORT;
  const folder = resolve(flags.text('data') ?? usualFolder());
  const data = join(folder, 'cluster');
  const isMade = await isThere(join(data, 'PG_VERSION'));
  if (flags.has('stop') && !isMade) throw new Mistake(`there is no database in ${folder}`, 2);
  await mkdir(folder, { recursive: true });
  const { bin, who, initialise } = await postgresPrograms(folder);
  const how: SpawnSyncOptions = { ...who, cwd: folder, stdio: 'ignore' };
  const control = (...words: readonly string[]) => spawnSync(bin('pg_ctl'), ['-D', data, ...words], how).status === 0;
  if (flags.has('stop')) {
    const isEnded = control('stop', '-m', 'fast');
    process.stdout.write(isEnded ? `The database in ${folder} has ended.\n` : 'It was not running.\n');
    return 0;
  }
  if (!isMade) initialise(data);
  const isThereAlready = control('status');
  const log = join(folder, 'server.log');
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c max_connections=300`;
  if (!isThereAlready && !control('start', '-w', '-l', log, '-o', settings))
    throw new Mistake(
      `PostgreSQL does not start at port ${port}: the last lines of ${log} say why; --port takes another`,
    );
  const listens = await portOf(data);
  process.stdout.write(
    `PostgreSQL listens at port ${listens}, for this machine alone and without a password; what it keeps is in ${folder}.\n` +
      `  export LEAGUE_DATABASE_URL=postgres://league@127.0.0.1:${listens}/postgres\n` +
      `It ends with: npm run database -- --stop${flags.text('data') === undefined ? '' : ` --data ${folder}`}\n`,
  );
  return 0;
}

/** The port of a server that runs: the fourth line of its own notes. */
async function portOf(data: string): Promise<string> {
  return (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')[3] as string;
}

/** Root has its databases run by another user, who may not enter its folders. */
function usualFolder(): string {
  return process.getuid?.() === 0 ? join(tmpdir(), 'league-database') : join(ROOT, 'SHARED', 'data', 'database');
}
