/** CPU time and memory of the processes that one has started, by role, as Linux tells them in /proc. */
import { readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { sleep, systemClock } from '../../../SHARED/core/clock.ts';
import { nodeDisk } from '../../../SHARED/league_sdk/disk/node_disk.ts';

/** `here` is this process: the hub of pipes, or a whole league in memory. */
export const COSTED_ROLES = ['manager', 'referees', 'hosts', 'here'] as const;
export type CostedRole = (typeof COSTED_ROLES)[number];
/** A figure of each role that has one. */
export type ByRole = { readonly [R in CostedRole]?: number };

/** All processes at one moment. */
export interface RoleSample {
  /** The time of day in milliseconds. */
  readonly at: number;
  readonly processes: number;
  /** CPU milliseconds since each process began. */
  readonly cpuMs: ByRole;
  /** The most memory that processes of the role have held so far, in megabytes. */
  readonly peakMb: ByRole;
}

export interface Watch {
  /** Resolves with all samples, the last one of now. */
  end(): Promise<readonly RoleSample[]>;
}

/** By its command line, the role of a process; a process of readers has none. */
const ROLE_OF: readonly (readonly [RegExp, CostedRole])[] = [
  [/league_manager\/main|bare_main\.\w+ manager/, 'manager'],
  [/referee(_\w+)?\/main|bare_main\.\w+ referee/, 'referees'],
  [/processes\/host\.|player(_\w+)?\/main|bare_main\.\w+ player/, 'hosts'],
];
const EVERY_MS = 100;
/** The kernel counts in hundredths of a second. */
const TICK_MS = 10;

/**
 * Looks at all processes of a process now and then every tenth of a second: some ten reads, a half per cent of a core. Of
 * this process they are those that the calling thread has started.
 */
export async function watchRoles(pid = process.pid): Promise<Watch> {
  const isOwn = pid === process.pid && process.platform === 'linux';
  // Only a call that waits is made by the thread itself.
  const own = isOwn ? [basename(readlinkSync('/proc/thread-self'))] : undefined;
  const disk = nodeDisk();
  const roles = new Map<string, CostedRole | undefined>();
  const samples = [await sample()];
  let isOver = false;
  const watching = (async () => {
    for (;;) {
      await sleep(systemClock, EVERY_MS);
      if (isOver) return;
      samples.push(await sample());
    }
  })();
  const ended = async () => {
    isOver = true;
    samples.push(await sample());
    await watching;
    await disk.close();
    return samples;
  };
  let ending: Promise<readonly RoleSample[]> | undefined;
  return {
    end() {
      ending ??= ended();
      return ending;
    },
  };

  async function sample(): Promise<RoleSample> {
    const own = process.cpuUsage();
    const cpuMs: { [R in CostedRole]?: number } = { here: (own.user + own.system) / 1_000 };
    const peakMb: { [R in CostedRole]?: number } = { here: process.resourceUsage().maxRSS / 1_024 };
    const at = systemClock.now().getTime();
    let processes = 0;
    for (const child of await children()) {
      const role = await roleOf(child);
      const [stat, status] = [await disk.read(`/proc/${child}/stat`), await disk.read(`/proc/${child}/status`)];
      const peak = /^VmHWM:\s+(\d+) kB$/m.exec(status ?? '')?.[1];
      // A process that has ended holds no memory, and waits to be looked after.
      if (role === undefined || stat === undefined || peak === undefined) continue;
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      processes += 1;
      cpuMs[role] = (cpuMs[role] ?? 0) + TICK_MS * (Number(fields[11]) + Number(fields[12]));
      peakMb[role] = (peakMb[role] ?? 0) + Number(peak) / 1_024;
    }
    return { at, processes, cpuMs, peakMb };
  }

  async function children(): Promise<readonly string[]> {
    const tasks = own ?? (await disk.list(`/proc/${pid}/task`));
    const lists = await Promise.all(tasks.map((task) => disk.read(`/proc/${pid}/task/${task}/children`)));
    return lists.flatMap((list) => (list ?? '').split(' ').filter((word) => word !== ''));
  }

  async function roleOf(child: string): Promise<CostedRole | undefined> {
    const known = roles.get(child);
    if (known !== undefined) return known;
    const command = ((await disk.read(`/proc/${child}/cmdline`)) ?? '').replaceAll('\0', ' ');
    const role = ROLE_OF.find(([words]) => words.test(command))?.[1];
    roles.set(child, role);
    return role;
  }
}

/** One league, or one bare loop: when it began, when each result was there, and what its processes used meanwhile. */
export interface Lap {
  /** Times of day in milliseconds, those of the results in their order. */
  readonly begun: number;
  readonly results: readonly number[];
  readonly samples: readonly RoleSample[];
}

/** Matches and what they took. */
export interface Stretch {
  readonly matches: number;
  readonly seconds: number;
  /** What the matches between two samples used; a lap that was too short for two has none. */
  readonly cpu: { readonly matches: number; readonly ms: ByRole };
}

/** A lap from its beginning or, without the first matches, from the last of those to the last result. */
export function stretchOf({ begun, results, samples }: Lap, without = 0): Stretch {
  const since = without === 0 ? begun : (results[without - 1] ?? Number.POSITIVE_INFINITY);
  const until = results.at(-1) ?? since;
  const all = Math.max(...samples.map(({ processes }) => processes));
  const whole = samples.filter(({ processes }) => processes === all);
  const first = whole.findLast(({ at }) => at <= since) ?? whole[0];
  const last = whole.at(-1);
  const between = first === undefined || last === undefined ? 0 : countBetween(results, first.at, last.at);
  const ms = COSTED_ROLES.flatMap((role) => {
    const [from, to] = [first?.cpuMs[role], last?.cpuMs[role]];
    return from === undefined || to === undefined ? [] : [[role, to - from] as const];
  });
  return {
    matches: Math.max(0, results.length - without),
    seconds: Math.max(0, until - since) / 1_000,
    cpu: { matches: between, ms: Object.fromEntries(ms) },
  };
}

function countBetween(times: readonly number[], after: number, until: number): number {
  return times.filter((time) => time > after && time <= until).length;
}
