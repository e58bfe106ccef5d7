/** `league soak`: plays one slow league of real processes, and watches the memory of every process. */
import { join } from 'node:path';
import { sleep, systemClock } from '../../../SHARED/core/clock.ts';
import type { Disk } from '../../../SHARED/league_sdk/disk/disk.ts';
import { nodeDisk } from '../../../SHARED/league_sdk/disk/node_disk.ts';
import { type Flags, Mistake } from '../../launcher/options.ts';
import { table } from '../../launcher/output/columns.ts';
import { interruptible } from '../../launcher/processes/interruption.ts';
import { scratchOnDisk } from '../scratch_folder.ts';
import { freePortBase, type Program, program } from '../testing/rehearsal.ts';

const MINUTES = 30;
const PLAYERS = 150;
/** Memory that grows by no more than this share between the second quarter and the last is flat. */
const FLAT = 0.2;
/** The strategy `slow` thinks for this share of its time, and so sets the pace of a round. */
const SHARE_OF_TIME = 0.75;

/** The memory of one process at one time. */
export interface Sample {
  readonly seconds: number;
  /** What the process is: the launcher, the manager, a referee, a host of players. */
  readonly process: string;
  readonly megabytes: number;
}

/** The memory of one process over a soak, by medians of quarters; the first quarter is warming up. */
export interface Growth {
  readonly process: string;
  readonly quarters: readonly [number, number, number, number];
  readonly isFlat: boolean;
}

/** Ends with 1 when the memory of a process grew, or the league did not end. */
export async function soakCommand(flags: Flags): Promise<number> {
  const minutes = flags.number('minutes', 1, 24 * 60) ?? MINUTES;
  const players = flags.number('players', 4, 1_000) ?? PLAYERS;
  const moveSec = Math.max(1, Math.round((minutes * 60) / (players - 1) / SHARE_OF_TIME));
  if (moveSec > 600) throw new Mistake(`${players} players do not last ${minutes} minutes: take more of them`);
  const { samples, ended } = await interruptible(({ isThere }) =>
    soak({ players, moveSec, everyMs: 5_000, isCalledOff: isThere, tell: (line) => void process.stderr.write(line) }),
  );
  const growths = growthOf(samples);
  process.stdout.write(flags.has('json') ? `${JSON.stringify(growths, null, 2)}\n` : growthText(growths));
  if (!ended) throw new Mistake('the league did not get to its end');
  const grown = growths.filter(({ isFlat }) => !isFlat).map(({ process }) => process);
  if (grown.length > 0) throw new Mistake(`memory grew by more than ${FLAT * 100} %: ${grown.join(', ')}`);
  return 0;
}

export interface SoakOptions {
  readonly players: number;
  /** The time of a move, of which every player takes three quarters. */
  readonly moveSec: number;
  readonly everyMs: number;
  readonly isCalledOff: () => boolean;
  readonly tell: (line: string) => void;
}

/** Plays the league; all its processes and files are gone when it resolves or rejects. */
export async function soak({ players, moveSec, everyMs, isCalledOff, tell }: SoakOptions) {
  const scratch = await scratchOnDisk('league-soak-');
  const disk = nodeDisk();
  const words = ['--players', `${players}`, '--strategies', 'slow', '--json'];
  const folders = ['--data', join(scratch.path, 'data'), '--logs', join(scratch.path, 'logs')];
  const base = await freePortBase(2, Math.min(100, players));
  const all = ['run', ...words, ...folders, '--port-base', `${base}`];
  const run = program('agents/launcher/main.ts', all, { LEAGUE_MOVE_TIMEOUT_SEC: String(moveSec) });
  const samples: Sample[] = [];
  const begun = systemClock.monotonic();
  try {
    while (run.code() === undefined && !isCalledOff()) {
      await sleep(systemClock, everyMs);
      const seconds = (systemClock.monotonic() - begun) / 1_000;
      const now = await memoryOf(run, disk);
      samples.push(...now.map((sample) => ({ seconds, ...sample })));
      tell(
        `${progressIn(run.err())}; ${now.map((one) => `${one.process} ${one.megabytes.toFixed(0)} MB`).join(', ')}\n`,
      );
    }
    return { samples, ended: run.code() === 0 };
  } finally {
    await run.end();
    await disk.close();
    await scratch.remove();
  }
}

/** The processes of a launcher and its own, each under a name that stays the same. */
async function memoryOf(launcher: Program, disk: Disk): Promise<readonly Omit<Sample, 'seconds'>[]> {
  const children = (await disk.read(`/proc/${launcher.pid}/task/${launcher.pid}/children`)) ?? '';
  const found: Omit<Sample, 'seconds'>[] = [];
  let hosts = 0;
  for (const pid of [launcher.pid, ...children.split(' ').filter(Boolean).map(Number)]) {
    const command = ((await disk.read(`/proc/${pid}/cmdline`)) ?? '').replaceAll('\0', ' ');
    const resident = /^VmRSS:\s+(\d+) kB$/m.exec((await disk.read(`/proc/${pid}/status`)) ?? '')?.[1];
    if (resident === undefined) continue;
    const name = / --id (\w+)/.exec(command)?.[1];
    const isHost = command.includes('processes/host.ts');
    if (isHost) hosts += 1;
    const process = isHost ? `players ${hosts}` : (name ?? (pid === launcher.pid ? 'launcher' : 'manager'));
    found.push({ process, megabytes: Number(resident) / 1_024 });
  }
  return found;
}

/** The last line of progress in what a launcher has said, also when more has followed it. */
export function progressIn(said: string): string {
  const lines = said.match(/\bround \d+\/\d+ [^\r\n]*/g) ?? ['starting'];
  return (lines.at(-1) as string).trim();
}

/** The growth of every process that was seen in all four quarters. */
export function growthOf(samples: readonly Sample[]): readonly Growth[] {
  const end = Math.max(...samples.map(({ seconds }) => seconds));
  return [...Map.groupBy(samples, (sample) => sample.process)].flatMap(([process, mine]) => {
    const of = (quarter: number) =>
      median(mine.filter(({ seconds }) => Math.ceil((seconds / end) * 4) === quarter).map((one) => one.megabytes));
    const [first, second, third, last] = [of(1), of(2), of(3), of(4)];
    if (first === undefined || second === undefined || third === undefined || last === undefined) return [];
    return [{ process, quarters: [first, second, third, last], isFlat: last <= second * (1 + FLAT) }];
  });
}

function median(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

/** A table for people, in megabytes. */
export function growthText(growths: readonly Growth[]): string {
  const rows = growths.map(({ process, quarters, isFlat }) => [
    process,
    ...quarters.map((value) => Math.round(value)),
    isFlat ? 'flat' : 'grows',
  ]);
  return table(['Process', '1st quarter', '2nd', '3rd', 'last (MB)', ''], rows);
}
