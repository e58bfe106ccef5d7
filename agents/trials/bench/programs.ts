/** Programs as a user starts them, and the CPU time and memory of their processes as Linux tells them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { delimiter, resolve } from 'node:path';
import { sleep, systemClock } from '../../../SHARED/core/clock.ts';
import { nodeDisk } from '../../../SHARED/league_sdk/disk/node_disk.ts';
import { Mistake } from '../../launcher/options.ts';
import type { Interruption } from '../../launcher/processes/interruption.ts';
import { ROOT } from '../../launcher/world/installation.ts';
import { type Program, watched } from '../testing/rehearsal.ts';

/** The surroundings of every measurement. */
export interface Bench {
  readonly isQuick: boolean;
  /** A folder for everything that is written. It is removed when all is measured: file systems are slow for a while after. */
  readonly folder: string;
  readonly portBase: number;
  readonly interruption: Interruption;
  readonly tell: (line: string) => void;
}

/** The clone whose league is measured: this one, or that of another version, named in LEAGUE_BENCH_CLONE. */
const CLONE = resolve(process.env['LEAGUE_BENCH_CLONE'] ?? ROOT);
const ENTRY = ['SHARED/tools/start.mjs', 'agents/launcher/main.ts'];

/** The arguments of Node for a command of `league`. */
export function leagueWords(...words: readonly string[]): readonly string[] {
  return [...ENTRY, ...words];
}

/** Options for the files of a league in a folder. */
export function placeWords(folder: string): readonly string[] {
  return ['--data', resolve(folder, 'data'), '--logs', resolve(folder, 'logs')];
}

function launch(program: string, words: readonly string[], { interruption }: Pick<Bench, 'interruption'>) {
  // As a user's shell finds programs: npm, which may run this, puts the folders of its packages first.
  const PATH = process.env['PATH']?.split(delimiter).filter((folder) => !/node_modules.\.bin$/.test(folder));
  // Between npm and the league there is a shell.
  const parent = program === 'npm' ? {} : { LEAGUE_PARENT_PID: String(process.pid) };
  const env = { ...process.env, PATH: PATH?.join(delimiter), NO_COLOR: '1', ...parent };
  const child = spawn(program, words, { cwd: CLONE, detached: true, stdio: 'pipe', env });
  void interruption.promise.then(() => child.kill('SIGTERM'));
  return child;
}

/** A program of Node that runs until it is ended. */
export function startProgram(words: readonly string[], bench: Pick<Bench, 'interruption'>): Program {
  return watched(launch(process.execPath, words, bench), words.join(' '));
}

export interface TimedRun {
  readonly seconds: number;
  readonly out: string;
  readonly roles: readonly RoleFigures[];
}

const LOOK_MS = 100;

/** Runs a program to its end; rejects with its last line where its exit code is none of those that are expected. */
export async function runTimed(
  program: string,
  words: readonly string[],
  bench: Pick<Bench, 'interruption'>,
  exitCodes: readonly number[] = [0],
): Promise<TimedRun> {
  const startMs = systemClock.monotonic();
  const child = launch(program, words, bench);
  const run = watched(child, words.join(' '));
  let seconds: number | undefined;
  const end = once(child, 'close').then(() => {
    seconds = (systemClock.monotonic() - startMs) / 1_000;
  });
  const latest = new Map<number, ProcessFigures>();
  try {
    while (seconds === undefined) {
      for (const figures of await familyOf(run.pid)) latest.set(figures.pid, figures);
      await Promise.race([end, sleep(systemClock, LOOK_MS)]);
    }
  } finally {
    await run.end();
  }
  const lastLine = run.err().trim().split('\n').at(-1);
  if (!exitCodes.includes(run.code() ?? -1))
    throw new Mistake(`${words.at(2) ?? program} … failed: ${lastLine || run.code()}`);
  return { seconds, out: run.out(), roles: byRole([...latest.values()]) };
}

interface ProcessFigures {
  readonly pid: number;
  readonly role: string;
  readonly cpuMs: number;
  readonly peakMb: number;
}

/** The processes of a role together. */
export type RoleFigures = Pick<ProcessFigures, 'role' | 'cpuMs' | 'peakMb'>;

const ROLES: readonly (readonly [RegExp, string])[] = [
  [/league_manager\/main|main\.ts manager/, 'manager'],
  [/referee(_\w+)?\/main|main\.ts referee/, 'referees'],
  [/processes\/host\.|player(_\w+)?\/main/, 'players'],
];
/** The kernel counts in hundredths of a second. */
const TICK_MS = 10;

/** A process and all that it has started, directly or through others. */
async function familyOf(pid: number): Promise<readonly ProcessFigures[]> {
  const disk = nodeDisk();
  const family: ProcessFigures[] = [];
  for (const pids = [pid]; pids.length > 0; ) {
    const id = pids.pop() as number;
    const figures = await figuresOf(id);
    if (figures !== undefined) family.push(figures);
    for (const task of await disk.list(`/proc/${id}/task`)) {
      const children = (await disk.read(`/proc/${id}/task/${task}/children`)) ?? '';
      pids.push(...children.split(' ').filter(Boolean).map(Number));
    }
  }
  await disk.close();
  return family;
}

/** CPU time and highest memory of a process so far; undefined where it has ended or the system does not tell. */
export async function figuresOf(pid: number): Promise<ProcessFigures | undefined> {
  const disk = nodeDisk();
  const [stat, status, command] = await Promise.all(
    ['stat', 'status', 'cmdline'].map((file) => disk.read(`/proc/${pid}/${file}`).catch(() => undefined)),
  );
  await disk.close();
  const peak = /^VmHWM:\s+(\d+) kB$/m.exec(status ?? '')?.[1];
  if (stat === undefined || peak === undefined) return undefined;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const words = (command ?? '').replaceAll('\0', ' ');
  const role = ROLES.find(([pattern]) => pattern.test(words))?.[1] ?? 'launcher';
  return { pid, role, cpuMs: TICK_MS * (Number(fields[11]) + Number(fields[12])), peakMb: Number(peak) / 1_024 };
}

function byRole(processes: readonly ProcessFigures[]): readonly RoleFigures[] {
  return [...Map.groupBy(processes, ({ role }) => role)].map(([role, members]) => ({
    role,
    cpuMs: members.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
    peakMb: Math.round(members.reduce((sum, { peakMb }) => sum + peakMb, 0)),
  }));
}

const MESSAGE = JSON.stringify({
  ...{ jsonrpc: '2.0', method: 'notify_match_result', id: 1, auth_token: 'x'.repeat(64) },
  params: Array.from({ length: 8 }, (_, i) => ({
    match_id: `R${i}M1`,
    player: `P0${i}`,
    choice: 'even',
    drawn: 7 * i,
  })),
  text: 'The number 7 is odd: P01 chose odd and wins. '.repeat(8),
});
const MESSAGES = 20_000;

/** CPU microseconds of JSON.parse and JSON.stringify of a message of a thousand bytes: the unit that machines share. */
export function jsonMicroseconds(): number {
  const parse = () => {
    for (let i = 0; i < MESSAGES; i++) JSON.stringify(JSON.parse(MESSAGE));
  };
  parse();
  const start = process.cpuUsage();
  parse();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / MESSAGES;
}
