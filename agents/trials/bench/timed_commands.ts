/** Commands of ours as a user types them, with the time they take: a start, simulations, duels, a league of a thousand. */
import { spawn } from 'node:child_process';
import { delimiter, join, resolve } from 'node:path';
import { systemClock } from '../../../SHARED/core/clock.ts';
import { nodeDisk } from '../../../SHARED/league_sdk/disk/node_disk.ts';
import { Mistake } from '../../launcher/options.ts';
import { ROOT } from '../../launcher/world/installation.ts';
import { folderBytes } from '../scratch_folder.ts';
import { type RoleSample, watchRoles } from './roles.ts';
import { rounded } from './sums.ts';

export interface TimedCommand {
  readonly seconds: number;
  /** Of the command and of all processes it has started. */
  readonly cpuSeconds: number;
  readonly samples: readonly RoleSample[];
  readonly out: string;
}

/** A tick of the kernel's counts, in seconds. */
const TICK_SEC = 0.01;
const ENTRY = ['SHARED/tools/start.mjs', 'agents/launcher/main.ts'];

/** The command of `league` with these words, in the clone. */
function timedLeague(words: readonly string[], calledOff: Promise<unknown>): Promise<TimedCommand> {
  return timed(process.execPath, [...ENTRY, ...words], calledOff);
}

/** Runs a command to its end; rejects when it fails, with its last line, and when it is called off. */
export async function timed(
  program: string,
  words: readonly string[],
  calledOff: Promise<unknown>,
): Promise<TimedCommand> {
  const before = await childrensCpu();
  const begun = systemClock.monotonic();
  // As a user's shell finds programs: npm, which may run this, puts the folders of its packages first.
  const PATH = process.env['PATH']?.split(delimiter).filter((folder) => !/node_modules.\.bin$/.test(folder));
  // What npm starts has a shell above it, and not this process.
  const parent = program === 'npm' ? {} : { LEAGUE_PARENT_PID: String(process.pid) };
  const env = { ...process.env, PATH: PATH?.join(delimiter), NO_COLOR: '1', ...parent };
  const child = spawn(program, words, { cwd: resolve(ROOT), stdio: ['ignore', 'pipe', 'pipe'], env });
  const said = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    said.out += piece;
  });
  child.stderr.setEncoding('utf8').on('data', (piece: string) => {
    said.err = (said.err + piece).slice(-10_000);
  });
  void calledOff.then(() => child.kill('SIGTERM'));
  const ended = new Promise<number | null>((settle, fail) => {
    child.once('error', (cause) => fail(new Mistake(`${program} cannot be started: ${cause.message}`)));
    child.once('close', settle);
  });
  // It may have failed before it is waited for.
  ended.catch(() => undefined);
  const watch = await watchRoles(child.pid);
  let code: number | null;
  try {
    code = await ended;
  } finally {
    await watch.end();
  }
  const seconds = (systemClock.monotonic() - begun) / 1_000;
  if (code !== 0)
    throw new Mistake(
      `${words.at(1) ?? program} … failed: ${said.err.trim().split('\n').at(-1) ?? `exit code ${code}`}`,
    );
  return { seconds, cpuSeconds: (await childrensCpu()) - before, samples: await watch.end(), out: said.out };
}

/** CPU seconds of all processes that this one has started and that have ended, and of theirs. */
async function childrensCpu(): Promise<number> {
  const disk = nodeDisk();
  const stat = (await disk.read(`/proc/${process.pid}/stat`)) ?? '';
  await disk.close();
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return TICK_SEC * (Number(fields[13] ?? 0) + Number(fields[14] ?? 0));
}

export interface CommandOptions {
  /** How often each is measured. */
  readonly slices: number;
  readonly folder: string;
  readonly portBase: number;
  readonly tell: (line: string) => void;
  /** Resolves when the caller wants it to stop. */
  readonly calledOff: Promise<unknown>;
}

/** The default league from the command to its exit, in a clone that is set up: as users start it, and without npm. */
export async function starts({ slices, folder, portBase, tell, calledOff }: CommandOptions) {
  const [npm, node, cpu]: [number[], number[], number[]] = [[], [], []];
  const words = (home: string) => [
    ...['--port-base', String(portBase)],
    ...['--data', join(folder, home, 'data'), '--logs', join(folder, home, 'logs')],
  ];
  const withNpm = (home: string) => timed('npm', ['start', '--', ...words(home)], calledOff);
  const withoutNpm = (home: string) =>
    timed(
      process.execPath,
      ['SHARED/tools/bootstrap.mjs', 'agents/launcher/main.ts', 'run', ...words(home)],
      calledOff,
    );
  // The first one finds nothing in the caches of the machine.
  await withoutNpm('start');
  for (let i = 0; i < slices; i++) {
    const byNpm = await withNpm(`start_npm_${i}`);
    const byNode = await withoutNpm(`start_node_${i}`);
    npm.push(byNpm.seconds);
    node.push(byNode.seconds);
    cpu.push(byNode.cpuSeconds);
    tell(`npm start ${byNpm.seconds.toFixed(2)} s, without npm ${byNode.seconds.toFixed(2)} s`);
  }
  return { npm_seconds: rounded(npm, 2), node_seconds: rounded(node, 2), cpu_seconds: rounded(cpu, 2) };
}

const SIMULATED = 150;

/** Leagues of eight players on virtual time, while everything goes wrong. */
export async function simulations({ slices, tell, calledOff }: CommandOptions) {
  const [perMinute, perCpuMinute]: [number[], number[]] = [[], []];
  for (let i = 0; i < slices; i++) {
    const seeds = `${i * SIMULATED + 1}..${(i + 1) * SIMULATED}`;
    const { seconds, cpuSeconds } = await timedLeague(['simulate', '--seeds', seeds, '--quiet'], calledOff);
    perMinute.push((60 * SIMULATED) / seconds);
    perCpuMinute.push((60 * SIMULATED) / cpuSeconds);
    tell(`${Math.round(perMinute.at(-1) as number)} simulated leagues a minute`);
  }
  return { leagues: SIMULATED, per_minute: rounded(perMinute, 0), per_cpu_minute: rounded(perCpuMinute, 0) };
}

const DUELS = 500_000;

/** Games of Even/Odd on the pure rules. */
export async function duels({ slices, tell, calledOff }: CommandOptions) {
  const [perSecond, perCpuSecond]: [number[], number[]] = [[], []];
  for (let i = 0; i < slices; i++) {
    const words = ['duel', 'random', 'always:even', '--games', String(DUELS), '--json'];
    const { seconds, cpuSeconds } = await timedLeague(words, calledOff);
    perSecond.push(DUELS / seconds);
    perCpuSecond.push(DUELS / cpuSeconds);
    tell(`${Math.round(perSecond.at(-1) as number)} games a second`);
  }
  return { games: DUELS, per_second: rounded(perSecond, 0), per_cpu_second: rounded(perCpuSecond, 0) };
}

const MEGABYTE = 2 ** 20;

/** `league run --players N`, a round robin over HTTP as a user plays it, and `league verify` on what it left. */
export async function bigRun(players: number, { folder, portBase, tell, calledOff }: CommandOptions) {
  const home = join(folder, 'big_run');
  const where = ['--data', join(home, 'data'), '--logs', join(home, 'logs')];
  tell(`a league of ${players} players, ${(players * (players - 1)) / 2} matches`);
  const words = ['run', '--players', String(players), '--port-base', String(portBase), '--json', ...where];
  const run = await timedLeague(words, calledOff);
  tell(`played in ${run.seconds.toFixed(0)} s; verifying it`);
  const verified = await timedLeague(['verify', '--data', join(home, 'data')], calledOff);
  const matches = (players * (players - 1)) / 2;
  const peaks = (role: keyof RoleSample['peakMb']) => Math.max(...run.samples.map(({ peakMb }) => peakMb[role] ?? 0));
  return {
    players,
    matches,
    seconds: Number(run.seconds.toFixed(1)),
    per_second: Number((matches / run.seconds).toFixed(1)),
    cpu_ms: Number(((1_000 * run.cpuSeconds) / matches).toFixed(3)),
    memory_mb: Object.fromEntries(
      (['manager', 'referees', 'hosts'] as const).map((role) => [role, Math.round(peaks(role))]),
    ),
    disk_mb: Number((((await folderBytes(home)) as number) / MEGABYTE).toFixed(1)),
    verify_seconds: Number(verified.seconds.toFixed(1)),
  };
}
