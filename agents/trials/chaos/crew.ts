/**
 * The processes of a league under fire, started by a launcher or by us: which of them live, by pid, and how each is
 * started and ended.
 */
import { systemClock } from '../../../SHARED/core/clock.ts';
import type { Disk } from '../../../SHARED/league_sdk/disk/disk.ts';
import { league, type Program } from '../testing/rehearsal.ts';
import { type Battlefield, roleOf } from './battlefield.ts';

export interface Crew {
  /** The pid of every living agent, by id. */
  living(): Promise<ReadonlyMap<string, number>>;
  /** Starts one by its own command. */
  start(id: string): Program;
  /** Starts `league run` or `league resume`, which start others. */
  launch(command: 'run' | 'resume'): Program;
  /** Whether a launcher is at work whose agents are not all there yet. */
  isLaunching(): boolean;
  /** The launcher that started a process, if one did. */
  launcherOf(pid: number): Program | undefined;
  /** The players that a launcher started; in a league that began by hand there should be none. */
  usurpers(): readonly string[];
  /** Every start of an agent by its own command. */
  readonly starts: readonly Moment[];
  /** The outcome of every launcher. */
  launches(): readonly Launch[];
  /** Waits for all that end by themselves, not longer than this, and kills the rest. */
  end(patienceMs: number, sleep: (ms: number) => Promise<void>): Promise<void>;
}

/** Something that happened to an agent, in milliseconds of the time of day, as the ledger has them too. */
export interface Moment {
  readonly id: string;
  readonly at: number;
}

/** A `league run` or `league resume`. */
export interface Launch {
  readonly command: 'run' | 'resume';
  /** Whether it got to see play. */
  readonly played: boolean;
  readonly lastWords: string;
}

const LOOK_MS = 50;
/** A launcher says so when all agents are there and play goes on. */
const PLAYS = /round \d/;

/** A crew of which no process is there yet. */
export function makeCrew({ commandOf, runWords, where, staying = [] }: Battlefield, disk: Disk): Crew {
  const own = new Map<string, Program>();
  const launchers: (Program & Pick<Launch, 'command'>)[] = [];
  const all: Program[] = [];
  const parents = new Map<number, Program>();
  const starts: Moment[] = [];
  const launched = new Set<string>();

  function started(words: readonly string[]): Program {
    const program = league(...words);
    all.push(program);
    return program;
  }

  async function living(): Promise<ReadonlyMap<string, number>> {
    const found = new Map<string, number>();
    for (const launcher of launchers.filter(isLiving)) {
      for (const pid of await childrenOf(launcher.pid)) {
        const id = idIn((await disk.read(`/proc/${pid}/cmdline`)) ?? '');
        if (id === undefined) continue;
        found.set(id, pid);
        parents.set(pid, launcher);
        if (roleOf(id) === 'player') launched.add(id);
      }
    }
    for (const [id, program] of own) if (isLiving(program)) found.set(id, program.pid);
    return found;
  }

  /** Looked up twice: a list that is read while a child ends may leave out another. */
  async function childrenOf(pid: number): Promise<ReadonlySet<number>> {
    const read = async () => (await disk.read(`/proc/${pid}/task/${pid}/children`)) ?? '';
    const text = `${await read()} ${await read()}`;
    return new Set(text.split(' ').filter(Boolean).map(Number));
  }

  return {
    living,
    start(id) {
      const program = started(commandOf(id));
      own.set(id, program);
      starts.push({ id, at: systemClock.now().getTime() });
      return program;
    },
    launch(command) {
      const program = started([command, ...(command === 'run' ? runWords : []), ...where]);
      launchers.push({ ...program, command });
      return program;
    },
    isLaunching: () => launchers.some((launcher) => isLiving(launcher) && !PLAYS.test(launcher.out())),
    starts,
    usurpers: () => [...launched],
    launcherOf: (pid) => parents.get(pid),
    launches: () =>
      launchers.map(({ command, out, err }) => ({
        command,
        played: PLAYS.test(out()),
        lastWords: (err().trim() || out().trim()).split('\n').at(-1) ?? '',
      })),
    async end(patienceMs, sleep) {
      const stays = new Set(staying.map((id) => own.get(id)));
      const leaving = all.filter((program) => !stays.has(program));
      for (let waited = 0; waited < patienceMs && leaving.some(isLiving); waited += LOOK_MS) await sleep(LOOK_MS);
      await Promise.all(all.map((program) => program.end()));
    },
  };
}

/** Whether a process that we started has not ended. */
export function isLiving({ pid }: Pick<Program, 'pid'>): boolean {
  return signalled(pid, 0);
}

/** Sends a signal; whether a process was there to get it. */
export function signalled(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    // There is no such process any more.
    return false;
  }
}

/** The id of the agent that a command line starts; undefined when it is none of the league. */
function idIn(commandLine: string): string | undefined {
  const words = commandLine.split('\0');
  if (words.some((word) => word.endsWith('league_manager/main.ts'))) return 'LM01';
  const at = words.indexOf('--id');
  return at < 0 ? undefined : words[at + 1];
}
