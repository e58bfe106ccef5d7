/**
 * Runs the gates as named steps, one after the other, and stops at the first that fails; gives the tests a folder, and
 * reads what vitest printed.
 */
import { accessSync, constants, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';

/** The outcome of a step: `output` is shown when it failed; `note` says in a few words what it came to. */
export interface Verdict {
  readonly passed: boolean;
  readonly output: string;
  readonly note?: string;
}

export interface Step {
  readonly name: string;
  readonly about: string;
  /** Whether it uses one core: it is begun with the first step, since those before it leave cores idle too. */
  readonly isNarrow?: true;
  run(): Promise<Verdict>;
}

export interface Stage {
  say(text: string): void;
  /** Milliseconds on a clock that never jumps. */
  now(): number;
}

/** Whether all of them passed; after a failure no step is begun: its output is shown, and what failed is said last. */
export async function runSteps(steps: readonly Step[], { say, now }: Stage): Promise<boolean> {
  const width = Math.max(...steps.map(({ name }) => name.length));
  const begin = async ({ run }: Step) => {
    const start = now();
    const verdict = await run();
    return { ...verdict, ms: now() - start };
  };
  const begun = new Map(steps.filter(({ isNarrow }) => isNarrow).map((step) => [step, begin(step)]));
  for (const step of steps) {
    const { name, about } = step;
    const { passed, output, note, ms } = await (begun.get(step) ?? begin(step));
    const seconds = `${(ms / 1_000).toFixed(1)} s`.padStart(8);
    const told = `${name.padEnd(width)}${seconds}  ${about}${note === undefined ? '' : `: ${note}`}\n`;
    say(`${passed ? 'ok  ' : 'FAIL'}  ${told}`);
    if (passed) continue;
    say(`\n${output.trimEnd()}\n\nFAIL  ${told}`);
    return false;
  }
  return true;
}

/** The steps that are asked for by name, in their own order, or all when none is named; or a name that no step has. */
export function chooseSteps(
  steps: readonly Step[],
  names: readonly string[],
): { readonly chosen: readonly Step[] } | { readonly unknown: string } {
  const unknown = names.find((name) => !steps.some((step) => step.name === name));
  if (unknown !== undefined) return { unknown };
  return { chosen: names.length === 0 ? steps : steps.filter(({ name }) => names.includes(name)) };
}

/** The room that is asked for. */
const ROOM_BYTES = 2 ** 31;

/** A folder for the scratch of tests: what their processes need to be told of it, and how to be rid of it. */
export interface Scratch {
  /** TMPDIR, and the usual folder for tests of the disk itself. */
  readonly env: { readonly TMPDIR?: string; readonly TMPDIR_ON_DISK?: string };
  readonly note: string;
  remove(): void;
}

/** The name of a scratch goes on with the process it is of: of this machine, since another's may have the same number. */
const OWN = `league-tests-${hostname()}-`;

/**
 * Tests make and remove thousands of small files, and wait for each to be durable: in memory, where there is a file
 * system with room for it and as much is free, that is less work. Elsewhere, where no program in it may be run, and
 * where TMPDIR says another, the usual folder stays. What killed runs left in memory is removed.
 */
export function scratchInMemory(
  memory = '/dev/shm',
  room = ROOM_BYTES,
  told = process.env['TMPDIR'] ?? '',
  free = process.availableMemory(),
): Scratch {
  const usual = { env: {}, note: `scratch in ${tmpdir()}`, remove: () => undefined };
  if (told !== '') return usual;
  try {
    for (const name of readdirSync(memory)) if (isLeft(name)) removeAll(join(memory, name));
    const { bavail, bsize } = statfsSync(memory);
    if (Math.min(bavail * bsize, free) < room) return usual;
    const folder = mkdtempSync(join(memory, `${OWN}${process.pid}-`));
    const remove = () => removeAll(folder);
    if (!mayRunIn(folder)) {
      remove();
      return { ...usual, note: `${usual.note}: no program may be run in ${memory}` };
    }
    return { env: { TMPDIR: folder, TMPDIR_ON_DISK: tmpdir() }, note: `scratch in ${memory}`, remove };
  } catch (thrown) {
    // No such file system, or none that can be written.
    return { ...usual, note: `${usual.note}: ${(thrown as Error).message}` };
  }
}

function removeAll(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

/** Whether a folder is the scratch of a process that is gone. */
function isLeft(name: string): boolean {
  const pid = name.startsWith(OWN) ? /^([1-9]\d*)-/.exec(name.slice(OWN.length))?.[1] : undefined;
  if (pid === undefined) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (thrown) {
    // One of another user is alive, and may not be asked.
    return (thrown as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

/** Whether the file system of a folder lets programs be run: one that does not says so of each that is marked as one. */
function mayRunIn(folder: string): boolean {
  const program = join(folder, 'program');
  writeFileSync(program, '', { mode: 0o700 });
  try {
    accessSync(program, constants.X_OK);
    return true;
  } catch {
    // Mounted with `noexec`, as containers have it.
    return false;
  } finally {
    rmSync(program);
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * Does the work in a scratch, which is gone afterwards. A signal to end calls the work off; when that is over, this
 * process ends by the signal. A second one waits for nothing.
 */
export async function inScratch<T>(scratch: Scratch, work: (calledOff: AbortSignal) => Promise<T>): Promise<T> {
  const calling = new AbortController();
  const end = (signal: NodeJS.Signals) => calling.abort(signal);
  for (const signal of SIGNALS) process.once(signal, end);
  try {
    return await work(calling.signal);
  } finally {
    scratch.remove();
    for (const signal of SIGNALS) process.off(signal, end);
    if (calling.signal.aborted) process.kill(process.pid, calling.signal.reason as NodeJS.Signals);
  }
}

/** More files than this do not fail by the noise of a machine. */
const MAX_FILES_RUN_AGAIN = 3;

/** The output without what passed and without the table of coverage, so that its beginning shows a failure. */
export function failuresOf(output: string): string {
  const lines = output.split('\n').filter((line) => !/^\s*✓|\|.*\|.*\|/.test(line));
  return lines.join('\n').trim();
}

/**
 * The test files that failed, or in which an error was left unhandled, when a second run can settle it: tests that hold
 * real processes to real deadlines may fail because the machine stood still. Absent when coverage is below its
 * threshold, or too many files failed.
 */
export function filesToRunAgain(output: string): readonly string[] | undefined {
  if (output.search(TOO_LITTLE) >= 0) return undefined;
  const files = failedFiles(output);
  return files.length === 0 || files.length > MAX_FILES_RUN_AGAIN ? undefined : files;
}

/** The failures of a run, in a line: test files, and coverage below a threshold. */
export function whatFailed(output: string): string {
  return [...failedFiles(output), ...(output.match(TOO_LITTLE) ?? [])].join(', ');
}

const TOO_LITTLE = /(?<=^ERROR: )Coverage.*$/gm;

function failedFiles(output: string): readonly string[] {
  const failed = output.matchAll(/^ FAIL {2}(\S+\.test\.ts)|originated in "(\S+\.test\.ts)"/gm);
  return [...new Set([...failed].map(([, failedIn, thrownIn = '']) => failedIn ?? thrownIn))];
}
