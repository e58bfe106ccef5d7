/** Agents as processes of their own: started, awaited by what they say, ended by pid. */
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { type Clock, later, oncePassed, sleep } from '../../../SHARED/core/clock.ts';
import { Mistake } from '../options.ts';
import { CODE_EXTENSION, ROOT, tlsEnvironment } from '../world/installation.ts';
import type { Holder } from '../world/wires.ts';
import type { AgentMessage, LauncherMessage } from './child.ts';

/** A process ended and left no word of its own: no mistake that could be told, but an agent that is gone. */
export class Vanished extends Mistake {}

export interface Spawned {
  readonly name: string;
  readonly pid: number;
  /** Resolves with its address when it listens; rejects with its mistake, or as Vanished, when it ends before that. */
  readonly listening: Promise<string>;
  /** Resolves with its id when it is registered; rejects in the same way. */
  readonly registered: Promise<string>;
  /** Whether it said that it stays for a while after its league. */
  isLingering(): boolean;
  /** How the process ended: its exit code, null by a signal, undefined before that. */
  exitCode(): number | null | undefined;
  /** The last words of a manager that ended in order. */
  farewell(): Extract<AgentMessage, { said: 'ended' }> | undefined;
  /** Resolves when the process is gone. */
  readonly gone: Promise<void>;
  /** Resolves when it can say nothing more, because it is gone or has closed its channel. */
  readonly parted: Promise<void>;
  /** Resolves with one line if it ends in any way but in order, and not because it was signalled here. */
  readonly lost: Promise<string>;
  /** Whether it registers without a wish and is given the next id; absent: it asks for the id of its seat. */
  readonly takesNextId?: true;
  /** Tells it that it is its turn. */
  register(): void;
  /** Resolves when it says that it is there, which it cannot while something in it computes without a pause. */
  answered(): Promise<void>;
  signal(signal: NodeJS.Signals): void;
}

/** The options of a process beside its arguments. */
export interface SpawnOptions {
  /** Is sent to it at once. */
  readonly hand?: object;
  /** The folder it runs in (default: that of this process). */
  readonly folder?: string | undefined;
  /** Holds its stdin and stdout; without one it has neither. */
  readonly holder?: Holder;
  /** Its environment, where that differs from the one of this process. */
  readonly env?: NodeJS.ProcessEnv;
  /** Whether it is to live with less memory, for a quarter more CPU: the manager of a long league. */
  readonly isSparing?: boolean;
  /** Whether it keeps files of hundreds of agents. */
  readonly isCrowded?: boolean;
  /** The memory in megabytes that its heap may take; absent: as much as Node gives it. */
  readonly heapMb?: number;
  /** Hears every line that the process has for the user. */
  readonly onNote?: (line: string) => void;
}

/**
 * Room for what a short league makes before it is collected for the first time: from the usual 1 MB on, seven small
 * collections and a whole one take an eighth of the work of a process that lives for a second.
 */
const YOUNG_SPACE = '--min-semi-space-size=16';

/** Half of it and no more, with garbage collected before the heap has doubled, where memory is dearer than time. */
const SPARING = ['--min-semi-space-size=8', '--max-semi-space-size=8', '--heap-growing-percent=60'];

/**
 * What glibc is told of large pieces of memory: each is given back to the system when it is freed. The manager of a long
 * league would else keep a fifth more than it needs, since texts and packed bytes of megabytes leave holes behind.
 */
const GIVEN_BACK = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '262144', MALLOC_TRIM_THRESHOLD_: '262144' };

/** Threads that wait for the disk. The usual four keep a thousand credentials in 2.3 s, sixteen in 1.5 to 1.8. */
const DISK_THREADS = { UV_THREADPOOL_SIZE: '16' };

/** Starts a script of this installation, named as in a clone, with the Node that runs now. */
export function spawnAgent(
  name: string,
  script: string,
  args: readonly string[],
  { hand, folder, holder, env, isSparing = false, isCrowded = false, heapMb, onNote }: SpawnOptions = {},
): Spawned {
  const start = resolve(ROOT, 'SHARED', 'tools', 'start.mjs');
  const streams = holder?.streams ?? 'ignore';
  const heap = heapMb === undefined ? [] : [`--max-old-space-size=${heapMb}`];
  const child = spawn(
    process.execPath,
    [...(isSparing ? SPARING : [YOUNG_SPACE]), ...heap, start, script.replace(/\.ts$/, CODE_EXTENSION), ...args],
    {
      cwd: folder,
      stdio: [streams, streams, 'pipe', 'ipc'],
      // However this process ends, no child outlives it (start.mjs).
      env: {
        ...(isSparing ? GIVEN_BACK : {}),
        ...(isCrowded ? DISK_THREADS : {}),
        ...process.env,
        ...tlsEnvironment(),
        ...env,
        LEAGUE_PARENT_PID: String(process.pid),
      },
    },
  );
  if (holder !== undefined && child.stdout !== null && child.stdin !== null) {
    const { ended } = holder.attach(name, { input: child.stdout, output: child.stdin });
    // A process that is listened to no more has no reason to go on.
    void ended.then((how) => how === 'cut off' && child.kill('SIGKILL'));
  }
  const complaints: string[] = [];
  // As text, so that a character in two pieces stays one.
  child.stderr?.setEncoding('utf8').on('data', (said: string) => {
    complaints.push(said);
    if (complaints.length > 20) complaints.shift();
  });
  let isLingering = false;
  let farewell: ReturnType<Spawned['farewell']>;
  let here = Promise.withResolvers<void>();
  let mistake: string | undefined;
  // What cannot be sent any more, a process need not hear: how it ends is told when it has.
  const send = (message: object) => void (child.connected && child.send(message, () => undefined));
  if (hand !== undefined) send(hand);
  child.on('message', (message: AgentMessage) => {
    if (message.said === 'noted') onNote?.(message.line);
    if (message.said === 'lingers') isLingering = true;
    if (message.said === 'here') here.resolve();
    if (message.said === 'ended') farewell = message;
    if (message.said === 'failed') mistake = message.mistake;
  });

  let unstarted: string | undefined;
  const gone = new Promise<void>((settle) => {
    child.once('close', () => settle());
    child.on('error', ({ message }) => {
      // A process that was started and could not be signalled is still there.
      if (child.pid !== undefined) return;
      unstarted = message;
      settle();
    });
  });
  const parted = Promise.race([gone, new Promise<void>((settle) => child.once('disconnect', () => settle()))]);
  /** Why it ended too early: by its mistake, if it told one. */
  const lastWords = (): Mistake => {
    if (mistake !== undefined) return new Mistake(`${name}: ${mistake}`);
    if (unstarted !== undefined) return new Vanished(`${name} could not be started: ${unstarted}`);
    const how = child.signalCode === null ? `with exit code ${child.exitCode}` : `by ${child.signalCode}`;
    const said = complaints.join('').trim().split('\n').slice(-8).join(' | ');
    return new Vanished(`${name} ended too early, ${how}${said === '' ? '' : `: ${said}`}`);
  };
  const hears = <S extends AgentMessage['said']>(said: S) =>
    new Promise<Extract<AgentMessage, { said: S }>>((settle, fail) => {
      child.on('message', (message: AgentMessage) => {
        if (message.said === said) settle(message as Extract<AgentMessage, { said: S }>);
      });
      void gone.then(() => fail(lastWords()));
    });
  const listening = hears('listening').then(({ address }) => address);
  const registered = hears('registered').then(({ id }) => id);
  // An agent that is not waited for may end without an alarm.
  listening.catch(() => undefined);
  registered.catch(() => undefined);
  let isSignalled = false;
  const lost = new Promise<string>((settle) => {
    void gone.then(() => {
      if (child.exitCode !== 0 && !isSignalled) settle(lastWords().message);
    });
  });
  return {
    lost,
    name,
    pid: child.pid ?? 0,
    listening,
    registered,
    isLingering: () => isLingering,
    exitCode: () => (child.exitCode === null && child.signalCode === null ? undefined : child.exitCode),
    farewell: () => farewell,
    gone,
    parted,
    register: () => send({ told: 'register' } satisfies LauncherMessage),
    answered() {
      here = Promise.withResolvers();
      send({ told: 'answer' } satisfies LauncherMessage);
      return here.promise;
    },
    signal: (signal) => {
      // An agent that has ended already did so by itself.
      if (child.kill(signal)) isSignalled = true;
    },
  };
}

/**
 * Resolves with a line when a process has not answered for so long while this one was awake, as one does whose user code
 * never returns; never when it has parted before.
 */
export async function heldUp(
  { name, answered, parted }: Pick<Spawned, 'name' | 'answered' | 'parted'>,
  cause: string,
  clock: Clock,
): Promise<string> {
  let hasParted = false;
  void parted.then(() => {
    hasParted = true;
  });
  for (let isLate = false; ; await sleep(clock, HELD_UP_MS / 2)) {
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const callOff = oncePassed(clock, later(clock.monotonic(), HELD_UP_MS), () => {
      isLate = true;
      resolve();
    });
    await Promise.race([answered(), parted, late]);
    callOff();
    if (hasParted) return new Promise(() => {});
    if (isLate) return `${name}: no answer of this process for ${HELD_UP_MS / 1_000} s, as when ${cause}`;
  }
}
/** No strategy of ours thinks for this time without a pause. */
const HELD_UP_MS = 10_000;

/** Ends processes: asks, waits, and kills those that do not go. */
export async function endAll(
  agents: readonly Spawned[],
  patienceMs: number,
  sleep: (ms: number) => Promise<void>,
): Promise<void> {
  const allGone = Promise.all(agents.map((agent) => agent.gone));
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    for (const agent of agents) agent.signal(signal);
    const ended = await Promise.race([allGone.then(() => true), sleep(patienceMs).then(() => false)]);
    if (ended) return;
  }
}
