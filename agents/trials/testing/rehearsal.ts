/** A stage for whole leagues: what the launcher starts, as processes that a test can watch and end. */
import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { sleep, systemClock } from '../../../SHARED/core/clock.ts';
import { systemEntropy } from '../../../SHARED/core/entropy.ts';
import { httpTransport } from '../../../SHARED/league_sdk/transport/http/http.ts';
import { ROOT } from '../../launcher/world/installation.ts';

/** For programs that are not of our making: what V8 has compiled of them is kept, as our own processes keep theirs. */
export const COMPILED_ONCE = { NODE_COMPILE_CACHE: resolve(ROOT, '.cache', 'compile') };

/** Nothing in a test takes longer than this, however busy the machine is. */
export const PATIENCE_MS = 60_000;
const LOOK_MS = 10;

/** A process that a test started. */
export interface Program {
  readonly pid: number;
  out(): string;
  err(): string;
  /** Its exit code so far: undefined while it runs, null when a signal ended it. */
  code(): number | null | undefined;
  /** Its exit code when it has ended by itself; null when a signal ended it. */
  ended(): Promise<number | null>;
  /** Resolves with the match when its stdout matches; rejects when it ends without saying so. */
  says(pattern: RegExp): Promise<RegExpExecArray>;
  signal(signal: NodeJS.Signals): void;
  /** Kills it and all it started, if any of them is still there. */
  end(): Promise<void>;
}

/** Starts `league` with these words, as a user does. */
export function league(...words: readonly string[]): Program {
  return program('agents/launcher/main.ts', words);
}

/** Starts a script of this installation in a process group of its own. */
export function program(script: string, words: readonly string[], env: NodeJS.ProcessEnv = {}): Program {
  const start = resolve(ROOT, 'SHARED', 'tools', 'start.mjs');
  const child = spawn(process.execPath, [start, script, ...words], {
    cwd: ROOT,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    // No test waits for five minutes because a client had a seat.
    env: { ...process.env, LEAGUE_LINGER_SEC: '0.01', ...env, NO_COLOR: '1', LEAGUE_PARENT_PID: String(process.pid) },
  });
  return watched(child, [script, ...words].join(' '));
}

/** A process that was started in a group of its own, and what it is called where something goes wrong with it. */
export function watched(child: ChildProcess, name: string): Program {
  const pid = child.pid as number;
  const said = { out: collected(child.stdout), err: collected(child.stderr) };
  const exit = new Promise<number | null>((settle) => child.once('close', settle));
  let code: number | null | undefined;
  void exit.then((ended) => {
    code = ended;
  });
  return {
    pid,
    ...said,
    code: () => code,
    ended: () => within(exit, `${name} to end`),
    says: (pattern) =>
      until(`${name} to say ${pattern}`, () => {
        const match = pattern.exec(said.out());
        if (match === null && code !== undefined)
          throw new Error(`${name} ended and never said ${pattern}: ${said.err()}`);
        return match ?? undefined;
      }),
    signal: (signal) => void child.kill(signal),
    async end() {
      // A process that ended by itself has left none behind; of one that was killed the children may still be there.
      if (typeof code !== 'number') killGroup(pid);
      await exit;
    },
  };
}

/** The output and exit code of a command. */
export async function ran(...words: readonly string[]) {
  const run = league(...words);
  try {
    return { code: await run.ended(), out: run.out(), err: run.err() };
  } finally {
    await run.end();
  }
}

/** The first value that is not undefined; looked for again and again, but not for ever. */
export async function until<T>(what: string, look: () => T | undefined | Promise<T | undefined>): Promise<T> {
  const begun = systemClock.monotonic();
  for (;;) {
    const seen = await look();
    if (seen !== undefined) return seen;
    if (systemClock.monotonic() - begun > PATIENCE_MS) throw new Error(`waited ${PATIENCE_MS} ms for ${what}`);
    await sleep(systemClock, LOOK_MS);
  }
}

/** The promise, or an error when it takes too long. */
export function within<T>(promise: Promise<T>, what: string): Promise<T> {
  const limited = new Promise<T>((settle, fail) => {
    const cancel = systemClock.after(PATIENCE_MS, () => fail(new Error(`waited ${PATIENCE_MS} ms for ${what}`)));
    void promise.then(settle, fail).finally(cancel);
  });
  // A test that does not wait for it is not alarmed by it.
  limited.catch(() => undefined);
  return limited;
}

/** A --port-base with free ports for a league of this size; below the ports that outgoing connections take. */
export async function freePortBase(referees = 2, players = 4): Promise<number> {
  return until('a free range of ports', async () => {
    const base = 10_000 + (Buffer.from(systemEntropy.bytes(4)).readUInt32BE() % 20_000);
    const offsets = [0, ...count(referees).map((i) => 1 + i), ...count(players).map((i) => 101 + i)];
    const free = await Promise.all(offsets.map((offset) => isFree(base + offset)));
    return free.every(Boolean) ? base : undefined;
  });
}

/** Whether a port has no listener. */
export async function isFree(port: number): Promise<boolean> {
  const listening = await httpTransport({ clock: systemClock }).listen(`http://127.0.0.1:${port}/mcp`, async () => '');
  if (listening.ok) await listening.value.close();
  return listening.ok;
}

function count(n: number): readonly number[] {
  return Array.from({ length: n }, (_, i) => i);
}

function collected(stream: ChildProcess['stdout']): () => string {
  const chunks: Buffer[] = [];
  stream?.on('data', (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString('utf8');
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // All of them had gone already.
  }
}
