/**
 * Runs the gates as named steps, one after the other, and stops at the first that fails; gives the tests a folder, and
 * reads what vitest printed.
 */
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The outcome of a step: `output` is shown when it failed, `note` when it passed. */
export interface Verdict {
  readonly passed: boolean;
  readonly output: string;
  readonly note?: string;
}

export interface Step {
  readonly name: string;
  readonly about: string;
  run(): Promise<Verdict>;
}

export interface Stage {
  say(text: string): void;
  /** Milliseconds on a clock that never jumps. */
  now(): number;
}

/** Whether all of them passed; after a failure no step is run, and the failed one's output is the last thing said. */
export async function runSteps(steps: readonly Step[], { say, now }: Stage): Promise<boolean> {
  const width = Math.max(...steps.map(({ name }) => name.length));
  for (const { name, about, run } of steps) {
    const start = now();
    const { passed, output, note } = await run();
    const seconds = `${((now() - start) / 1_000).toFixed(1)} s`.padStart(8);
    say(
      `${passed ? 'ok  ' : 'FAIL'}  ${name.padEnd(width)}${seconds}  ${about}${note === undefined ? '' : `: ${note}`}\n`,
    );
    if (passed) continue;
    say(`\n${output.trimEnd()}\n`);
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

/**
 * Tests make and remove thousands of small files, and wait for each to be durable: in memory, where there is a file
 * system with room for it, that is less work. Elsewhere, and where TMPDIR says another, the usual folder stays.
 */
export function scratchInMemory(memory = '/dev/shm', room = ROOM_BYTES, told = process.env['TMPDIR'] ?? ''): Scratch {
  const usual = { env: {}, note: `scratch in ${tmpdir()}`, remove: () => undefined };
  if (told !== '') return usual;
  try {
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize < room) return usual;
    const folder = mkdtempSync(join(memory, 'league-tests-'));
    return {
      env: { TMPDIR: folder, TMPDIR_ON_DISK: tmpdir() },
      note: `scratch in ${memory}`,
      remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }),
    };
  } catch (thrown) {
    // No such file system, or none that can be written.
    return { ...usual, note: `${usual.note}: ${(thrown as Error).message}` };
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
  if (/^ERROR: Coverage/m.test(output)) return undefined;
  const failed = output.matchAll(/^ FAIL {2}(\S+\.test\.ts)|originated in "(\S+\.test\.ts)"/gm);
  const files = [...new Set([...failed].map(([, failedIn, thrownIn = '']) => failedIn ?? thrownIn))];
  return files.length === 0 || files.length > MAX_FILES_RUN_AGAIN ? undefined : files;
}
