/** This installation: where its files are, and the real world for its agents. */
import { extname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Role } from '../../../SHARED/contracts/contract.ts';
import { LOG_LEVELS, type LogLevel } from '../../../SHARED/contracts/files/logs.ts';
import { RecordsPolicy } from '../../../SHARED/contracts/files/system.ts';
import { fits } from '../../../SHARED/contracts/validator.ts';
import { systemClock } from '../../../SHARED/core/clock.ts';
import { systemEntropy } from '../../../SHARED/core/entropy.ts';
import { toHex } from '../../../SHARED/core/hash.ts';
import type { Result } from '../../../SHARED/core/result.ts';
import { ConfigLoader } from '../../../SHARED/league_sdk/config_loader.ts';
import type { SystemConfig } from '../../../SHARED/league_sdk/config_models.ts';
import { type Disk, diskBeside } from '../../../SHARED/league_sdk/disk/disk.ts';
import { nodeDisk } from '../../../SHARED/league_sdk/disk/node_disk.ts';
import type { Effects, Places } from '../../../SHARED/league_sdk/effects.ts';
import { fileLedgerStore } from '../../../SHARED/league_sdk/ledger/file.ts';
import type { LedgerStore, SharedLedgerStore } from '../../../SHARED/league_sdk/ledger/ledger.ts';
import { type Logs, USUAL_LOGS } from '../../../SHARED/league_sdk/logs/logs.ts';
import { databasePlace, isDatabaseUrl, withoutPassword } from '../../../SHARED/league_sdk/postgres/database.ts';
import { type Fleet, refereeFleet } from '../../../SHARED/league_sdk/postgres/fleet.ts';
import { type LeagueQueue, leagueQueue } from '../../../SHARED/league_sdk/postgres/queue.ts';
import { type PostgresLedgerStore, postgresLedgerStore } from '../../../SHARED/league_sdk/postgres/store.ts';
import { Records } from '../../../SHARED/league_sdk/records/records.ts';
import { type Flags, type FlagValue, Mistake, usage } from '../options.ts';
import { quoted } from '../output/text.ts';
import {
  dropTls,
  type NetworkSettings,
  networkSettings,
  networkTransport,
  roomIn,
  type TlsFiles,
  useTls,
} from './wires_http.ts';

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** How the files of this installation's code end: .ts in a clone, .js in the package, which is built. */
export const CODE_EXTENSION = extname(import.meta.url);

/** Folders by flag, else by environment, else in the clone; typed paths are relative to the working directory. */
export function placesOf(flags: Flags): Places & LedgerPlace {
  return { data: folder(flags, 'data'), logs: folder(flags, 'logs'), database: databaseOf(flags) };
}

/** The folders of one league of hosts: its agents have ids that agents of other leagues have too. */
export function hostedPlaces({ data, logs }: Places, league_id: string): Places {
  return { data: join(data, 'hosted', league_id), logs: join(logs, 'hosted', league_id) };
}

/** Where ledgers are kept: in files of a data folder, or in a database where one is named. */
export interface LedgerPlace {
  readonly data: string;
  /** Its address, which may have a password: for no line, log or file. */
  readonly database?: string | undefined;
}

/** The environment variable that names the database, for this process and those it starts. */
export const DATABASE_URL = 'LEAGUE_DATABASE_URL';

/** The address of the database that leagues are kept in, by flag, else by environment; undefined: they are in files. */
export function databaseOf(flags: Flags): string | undefined {
  const [flag, typed] = flags.kept(['ledger', 'database']).at(-1) ?? [];
  const url = typed ?? process.env[DATABASE_URL] ?? '';
  if (url === '') return undefined;
  if (isDatabaseUrl(String(url))) return String(url);
  // It is not said again: it may have a password.
  throw usage(
    `${flag === undefined ? DATABASE_URL : `--${flag}`} takes the address of a PostgreSQL database, such as postgres://user@host/name`,
  );
}

/** A folder of this installation, as an absolute path; `--class` names one that holds all three. */
export function folder(flags: Flags, name: 'data' | 'logs' | 'config'): string {
  const classroom = flags.text('class');
  const inClass = classroom === undefined ? undefined : resolve(classroom, name);
  const usual = process.env[`LEAGUE_${name.toUpperCase()}`] ?? resolve(ROOT, 'SHARED', name);
  return resolve(flags.text(name) ?? inClass ?? usual);
}

/** Throws where `--class` names a folder that is not there. */
export async function checkClassFolder(flags: Flags): Promise<void> {
  const classroom = flags.text('class');
  if (classroom === undefined || (await nodeDisk().list(classroom)).length > 0) return;
  throw usage(`there is no folder ${classroom} of a class league; make one with: npx league class new ${classroom}`);
}

/** The ledgers of this installation, and what is kept beside them. Which kind of store it is, is decided here alone. */
export function ledgersIn({ data, database }: LedgerPlace, disk: Disk = nodeDisk()): LedgerStore {
  if (database === undefined) return fileLedgerStore(disk, data);
  const known = STORES.get(database) ?? postgresLedgerStore(database, { clock: systemClock, entropy: systemEntropy });
  STORES.set(database, known);
  return known;
}
/** The same, where managers of several machines share them: in a database. */
export function sharedLedgersIn(place: LedgerPlace): SharedLedgerStore | undefined {
  if (place.database === undefined) return undefined;
  ledgersIn(place);
  return STORES.get(place.database);
}
/** One for each database, so that its connections are shared. */
const STORES = new Map<string, PostgresLedgerStore>();

/** The leagues that wait for a machine, by the address of their database; one that is not named is a mistake. */
export function queueIn(flags: Flags): LeagueQueue {
  return leagueQueue(sharedDatabase(flags));
}

/** The referees that serve those leagues. */
export function fleetIn(flags: Flags): Fleet {
  return refereeFleet(sharedDatabase(flags));
}

function sharedDatabase(flags: Flags): string {
  const url = databaseOf(flags);
  if (url !== undefined) return url;
  throw usage(
    `leagues of hosts are in a database; name it with --database postgres://user@host/name or ${DATABASE_URL}`,
  );
}

/** Queue and fleet as commands see them. */
export type { Assignment, FleetReferee } from '../../../SHARED/league_sdk/postgres/fleet.ts';
export type {
  LeagueQueue,
  Progress,
  QueuedLeague,
  QueueState,
  Submission,
} from '../../../SHARED/league_sdk/postgres/queue.ts';

/** A disk that also has the match files that are stored in the database, for readers; where no database is named, the same. */
export function withRecords({ data, database }: LedgerPlace, disk: Disk): Disk {
  if (database === undefined) return disk;
  ledgersIn({ data, database }, disk);
  const store = STORES.get(database) as PostgresLedgerStore;
  const within = (path: string) => RECORDS_FOLDER.exec(relative(data, path).replaceAll(sep, '/'))?.groups;
  const beside: Pick<Disk, 'read' | 'list'> = {
    async read(path) {
      const { live, past, run, match = '' } = within(path) ?? {};
      const isRecord = match.endsWith('.json');
      // What was stored with its result; a file of that name may be of another run in the same folder.
      const stored = isRecord && (await store.record(live ?? past ?? '', match.slice(0, -'.json'.length), run));
      return stored || disk.read(path);
    },
    async list(folder) {
      const names = await disk.list(folder);
      const { live, past, run, match } = within(folder) ?? {};
      const league_id = live ?? past;
      if (league_id === undefined || match !== undefined) return names;
      const stored = (await store.recorded(league_id, run)).map((id) => `${id}.json`);
      return [...new Set([...names, ...stored])].sort();
    },
  };
  return diskBeside(disk, beside);
}

/** The folder of the records of a league below a data folder, or a name in it. */
const RECORDS_FOLDER =
  /^(?:matches\/(?<live>[^/]+)|archive\/(?<past>[^/]+)\/(?<run>[^/]+)\/matches)(?:\/(?<match>[^/]+))?$/;

/** Where ledgers are kept, for people to read: the folder, or the database without user and password. */
export function placeText({ data, database }: LedgerPlace): string {
  return database === undefined ? data : databasePlace(database);
}

/** An option as it can be typed again; a password is left to the user. */
export function typedAgain([name, value]: readonly [string, FlagValue]): readonly string[] {
  return [`--${name}`, quoted(name === 'ledger' ? withoutPassword(String(value)) : String(value))];
}

/** The configuration of this installation. */
export function configOf(flags: Flags, disk = nodeDisk()): ConfigLoader {
  return new ConfigLoader(disk, folder(flags, 'config'), process.env);
}

/** The machine's clock, chance and disk, and logs as usual. */
export function machine(): Omit<Effects, 'transport'> {
  return { clock: systemClock, entropy: systemEntropy, disk: nodeDisk(), logs: USUAL_LOGS };
}

/** The machine and its network; see `networkTransport` for the latter. */
export function systemEffects(...network: Parameters<typeof networkTransport>): Effects {
  return { ...machine(), transport: networkTransport(...network) };
}

/** The configuration of this process's network. */
export async function networkOf(loader: ConfigLoader): Promise<NetworkSettings> {
  const system = need(await loader.loadSystem());
  return networkSettings(system, roomIn(await nodeDisk().read('/proc/self/limits')));
}

/** Settles how this process speaks and where its logs go, as typed; to be called before anything of a command runs. */
export async function settleProcess(flags: Flags): Promise<void> {
  takeStdoutForLogs(flags);
  await takeTls(flags);
}

/** Where the lines of logs go that are written to no file. */
let logLines: Logs['file'];

/** Takes stdout for logs alone: from now on everything that is printed here goes to stderr. */
function takeStdoutForLogs(flags: Flags): void {
  const to = flags.text('log-to') ?? 'files';
  if (to === 'files') return;
  if (to !== 'stdout') throw usage(`--log-to takes files or stdout, not "${to}"`);
  const other = ['json', 'pull'].find((name) => flags.has(name)) ?? flags.kept(['command'])[0]?.[0];
  if (other !== undefined) throw usage(`--log-to stdout and --${other} cannot both be; leave out one of them`);
  const { stdout, stderr } = process;
  // A reader that is gone is a loss of lines, as a full disk is; each write says so by itself.
  stdout.on('error', () => undefined);
  Object.defineProperty(process, 'stdout', { configurable: true, enumerable: true, get: () => stderr });
  logLines = {
    append: (text) => new Promise((settle, fail) => stdout.write(text, (error) => (error ? fail(error) : settle()))),
  };
}

/** The files of TLS, by the variables that hand them to the processes of a run. */
const TLS_VARIABLES = { cert: 'LEAGUE_TLS_CERT', key: 'LEAGUE_TLS_KEY', ca: 'LEAGUE_TLS_CA' } as const;
let tlsFiles: TlsFiles = {};

/**
 * Has this process speak TLS with the files that were typed, else those of the environment, else those of system.json;
 * a launcher hands its own on. A mistake in them is a mistake of the user, told before anything is started.
 */
export async function takeTls(flags: Flags): Promise<void> {
  dropTls();
  const isOfRun = process.send !== undefined;
  const system = isOfRun ? undefined : await configOf(flags).loadSystem();
  // A mistake in the file is for the command to tell.
  const { tls_cert, tls_key, tls_ca }: Partial<SystemConfig['network']> =
    system?.ok === true ? system.value.network : {};
  const fileOf = (part: keyof typeof TLS_VARIABLES, named: string | undefined): string | undefined => {
    const given = flags.text(`tls-${part}`) ?? process.env[TLS_VARIABLES[part]];
    if (given !== undefined) return resolve(given);
    return named === undefined ? undefined : resolve(folder(flags, 'config'), named);
  };
  const files = { cert: fileOf('cert', tls_cert), key: fileOf('key', tls_key), ca: fileOf('ca', tls_ca) };
  tlsFiles = files;
  if ((files.cert === undefined) !== (files.key === undefined))
    throw usage('a certificate and its key belong together: give --tls-cert FILE and --tls-key FILE');
  if (files.cert === undefined && files.ca === undefined) return;
  // The launcher of a run tells what all its processes see.
  const tell = (line: string) => void (isOfRun || process.stderr.write(`league: ${line}\n`));
  const disk = nodeDisk();
  const taken = await useTls(files, { read: (path) => disk.read(path), tell });
  if (!taken.ok) throw usage(taken.error);
}

/** The files of this process's TLS, for the environment of processes that it starts. */
export function tlsEnvironment(): NodeJS.ProcessEnv {
  const parts = Object.entries(TLS_VARIABLES) as [keyof TlsFiles, string][];
  return Object.fromEntries(
    parts.flatMap(([part, name]) => (tlsFiles[part] === undefined ? [] : [[name, tlsFiles[part]]])),
  );
}

/** Above so many players of a run, logs have the messages of one match in a hundred, unless said otherwise. */
const MAX_PLAYERS_LOGGED_WHOLE = 200;
const LARGE_RUN_SAMPLE = 100;

/** The log policy of each role. */
export type RoleLogs = { readonly [R in Role]: Logs };

/**
 * The log policy of each role, as typed, else as the configuration says, else by the number of players of the run. The
 * launcher keeps to the manager's. A loss is told on the terminal once; a process that has a launcher leaves that to it.
 */
export async function logsOf(flags: Flags, loader: ConfigLoader, players = 0): Promise<RoleLogs> {
  const typed = flags.text('log-level');
  if (typed !== undefined && !isLevel(typed)) throw usage(`--log-level takes ${LOG_LEVELS.join(', ')}, not "${typed}"`);
  const typedSample = flags.number('log-sample', 1, 1_000_000);
  let isTold = process.send !== undefined;
  function onLoss(line: string): void {
    if (!isTold) process.stderr.write(`league: ${line}\n`);
    isTold = true;
  }
  const system = need(await loader.loadSystem());
  const [referee, player] = [need(await loader.loadDefaults('referee')), need(await loader.loadDefaults('player'))];
  const isConfigured = [system, referee, player].some(({ logging }) => logging.sample !== undefined);
  const usualSample = players > MAX_PLAYERS_LOGGED_WHOLE && !isConfigured ? LARGE_RUN_SAMPLE : 1;
  const of = ({ logging: { level, sample, max_file_mb, max_files } }: Pick<SystemConfig, 'logging'>): Logs => ({
    ...USUAL_LOGS,
    file: logLines,
    level: typed ?? level,
    sample: typedSample ?? sample ?? usualSample,
    limits: { maxBytes: max_file_mb * 2 ** 20, maxFiles: max_files },
    onLoss,
  });
  return { league_manager: of(system), referee: of(referee), player: of(player) };
}

/** The sample that all roles have in common: 1 where they write all messages; undefined where they differ. */
export function sampleOf(logs: RoleLogs): number | undefined {
  const [sample, ...others] = new Set(Object.values(logs).map((policy) => policy.sample));
  return others.length === 0 ? sample : undefined;
}

/** Up to so many players of a run, matches and histories are kept in a file each, unless said otherwise. */
export const MOST_FILED_PLAYERS = 64;

/** How this process keeps matches and histories: as typed, else as system.json says, else by the number of players of the run. */
export async function recordsOf(flags: Flags, loader: ConfigLoader, disk: Disk, players = 0): Promise<Records> {
  const { records } = need(await loader.loadSystem());
  const policy = typedRecords(flags) ?? records ?? (players > MOST_FILED_PLAYERS ? 'segments' : 'files');
  return new Records(policy, { disk, root: placesOf(flags).data });
}

/** How matches and histories are to be kept, where that was typed. */
export function typedRecords(flags: Flags): RecordsPolicy | undefined {
  const typed = flags.text('records');
  if (typed === undefined || isPolicy(typed)) return typed;
  throw usage(`--records takes files or segments, not "${typed}"`);
}

function isLevel(text: string): text is LogLevel {
  return LOG_LEVELS.some((level) => level === text);
}

function isPolicy(text: string): text is RecordsPolicy {
  return fits(RecordsPolicy, text);
}

/** The value, or the failure as a line for the user. */
export function need<T>(result: Result<T, { readonly code: string; readonly detail: string }>): T {
  if (result.ok) return result.value;
  const { code, detail } = result.error;
  if (code === 'INVALID_CONFIG') throw usage(detail);
  const hint = '; stop what runs there, or choose another: --port-base moves a whole run, --port one process';
  throw new Mistake(code === 'PORT_IN_USE' ? detail + hint : detail);
}

/** A name for an agent that was given none: two of them on one machine are still two. */
export function nickname(): string {
  return toHex(systemEntropy.bytes(2));
}
