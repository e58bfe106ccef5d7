import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { chooseSteps, failuresOf, filesToRunAgain, runSteps, type Step, scratchInMemory, whatFailed } from './steps.ts';

function scripted(name: string, passed: boolean, note?: string): Step {
  const verdict = { passed, output: `${name} in detail\n`, ...(note === undefined ? {} : { note }) };
  return { name, about: `about ${name}`, run: async () => verdict };
}

async function told(steps: readonly Step[]): Promise<{ readonly passed: boolean; readonly text: string }> {
  const said: string[] = [];
  let asked = 0;
  const passed = await runSteps(steps, { say: (text) => void said.push(text), now: () => 250 * asked++ });
  return { passed, text: said.join('') };
}

test('steps that pass are told with name, time and note, and nothing else', async () => {
  expect(await told([scripted('lint', true), scripted('types', true, '7 files')])).toEqual({
    passed: true,
    text: 'ok    lint    0.3 s  about lint\nok    types   0.3 s  about types: 7 files\n',
  });
});

test('the first step that fails is the last one run: its output is shown, and the last line says what failed', async () => {
  const { passed, text } = await told([scripted('a', true), scripted('b', false, 'one.test.ts'), scripted('c', true)]);
  expect(passed).toBe(false);
  expect(text).toMatch(/\nFAIL {2}b .*\n\nb in detail\n\nFAIL {2}b {3}0\.3 s {2}about b: one\.test\.ts\n$/);
  expect(text).not.toContain('about c');
});

test('narrow steps are begun at once, told in their order, and never begun where they are not chosen', async () => {
  const begun: string[] = [];
  const step = (name: string, isNarrow?: true): Step => ({
    ...{ ...scripted(name, true), ...(isNarrow && { isNarrow }) },
    run: async () => {
      begun.push(name);
      await Promise.resolve();
      return { passed: true, output: '' };
    },
  });
  const { text } = await told([step('wide'), step('a', true), step('b', true), step('tests')]);
  expect(begun).toEqual(['a', 'b', 'wide', 'tests']);
  expect([...text.matchAll(/about (\w+)/g)].map(([, name]) => name)).toEqual(['wide', 'a', 'b', 'tests']);
});

test('steps are chosen by name and keep their order; no name means all', () => {
  const steps = ['a', 'b', 'c'].map((name) => scripted(name, true));
  expect(chooseSteps(steps, ['c', 'a'])).toEqual({ chosen: [steps[0], steps[2]] });
  expect(chooseSteps(steps, [])).toEqual({ chosen: steps });
});

test('a name that no step has is not taken for nothing to do', () => {
  expect(chooseSteps([scripted('a', true)], ['a', 'tset'])).toEqual({ unknown: 'tset' });
});

const OUTPUT = `
 RUN  v5.1.0

 ✓ SHARED/core/json.test.ts (9 tests) 14ms
   ✓ a slow one 663ms
 ❯ agents/trials/kill.test.ts (2 tests | 1 failed) 15ms

 FAIL  agents/trials/kill.test.ts > a referee is killed > goes on
AssertionError: expected 1 to be 2

 FAIL  agents/trials/kill.test.ts > another
AssertionError: expected 3 to be 4

      Tests  2 failed | 8839 passed (8841)
File               | % Stmts | % Branch | % Funcs | % Lines |
All files          |    95.1 |     90.0 |   90.11 |    95.0 |
`;

function failing(count: number): string {
  return Array.from({ length: count }, (_, nth) => ` FAIL  agents/t${nth}.test.ts > title`).join('\n');
}

test('what is shown of a failed run begins with what failed', () => {
  const shown = failuresOf(OUTPUT);
  expect(shown).not.toContain('json.test.ts');
  expect(shown).not.toContain('a slow one');
  expect(shown).not.toContain('95.1');
  expect(shown).toContain('FAIL  agents/trials/kill.test.ts > another\nAssertionError: expected 3 to be 4');
  expect(shown).toContain('2 failed | 8839 passed');
});

test('a file that failed is run again once, however many of its tests failed', () => {
  expect(filesToRunAgain(OUTPUT)).toEqual(['agents/trials/kill.test.ts']);
});

test('a file in which an error was left unhandled is run again', () => {
  const output = 'Unhandled Errors\nThis error originated in "agents/a.test.ts" test file. It does not mean';
  expect(filesToRunAgain(output)).toEqual(['agents/a.test.ts']);
  expect(filesToRunAgain('Unhandled Errors\nError: no file is named')).toBeUndefined();
});

test('many failed files and too little coverage are not run again', () => {
  expect(filesToRunAgain(failing(3))).toHaveLength(3);
  expect(filesToRunAgain(failing(4))).toBeUndefined();
  expect(filesToRunAgain(`${failing(1)}\nERROR: Coverage for statements (94 %)`)).toBeUndefined();
});

test('what failed is told in a line: files, and too little coverage', () => {
  expect(whatFailed(OUTPUT)).toBe('agents/trials/kill.test.ts');
  const little = 'Coverage for statements (94 %) does not meet global threshold (95 %)';
  expect(whatFailed(`${failing(2)}\nERROR: ${little}`)).toBe(`agents/t0.test.ts, agents/t1.test.ts, ${little}`);
  expect(whatFailed('SyntaxError: nothing was run')).toBe('');
});

test('the scratch of tests is in memory where there is room, and is gone afterwards with all that is in it', () => {
  const memory = mkdtempSync(join(tmpdir(), 'memory-'));
  onTestFinished(() => rmSync(memory, { recursive: true }));
  const { env, note, remove } = scratchInMemory(memory, 1, '');
  const folder = env.TMPDIR ?? '';
  expect(dirname(folder)).toBe(memory);
  expect(statSync(folder).isDirectory()).toBe(true);
  expect(env.TMPDIR_ON_DISK).toBe(tmpdir());
  expect(note).toBe(`scratch in ${memory}`);
  mkdirSync(join(folder, 'a', 'b'), { recursive: true });
  remove();
  expect(existsSync(folder)).toBe(false);
});

test.each([
  ['there is too little room', tmpdir(), Number.MAX_VALUE, ''],
  ['there is no such file system', join(tmpdir(), 'there is none'), 1, ''],
  ['the user has said where', tmpdir(), 1, '/elsewhere'],
])('the scratch of tests stays in the usual folder where %s', (_, memory, room, told) => {
  const { env, note } = scratchInMemory(memory, room, told);
  expect(env).toEqual({});
  expect(note).toContain(`scratch in ${tmpdir()}`);
});

/** A folder that stands for a file system in memory. */
function memoryFolder(): string {
  const memory = mkdtempSync(join(tmpdir(), 'memory-'));
  onTestFinished(() => rmSync(memory, { recursive: true }));
  return memory;
}

test('the scratch of tests stays in the usual folder where less memory is free than the file system may take', () => {
  const memory = memoryFolder();
  expect(scratchInMemory(memory, 1_000, '', 999).env).toEqual({});
  expect(readdirSync(memory)).toEqual([]);
  expect(dirname(scratchInMemory(memory, 1_000, '', 1_000).env.TMPDIR ?? '')).toBe(memory);
});

const WORK = `
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
const [steps, memory] = process.argv.slice(1);
const { inScratch, scratchInMemory } = await import(steps);
const scratch = scratchInMemory(memory, 1, '');
process.stdin.resume();
await inScratch(scratch, async (calledOff) => {
  process.stdout.write(scratch.env.TMPDIR);
  await new Promise((settle) => calledOff.addEventListener('abort', settle));
  writeFileSync(join(scratch.env.TMPDIR, 'the last that is written'), '');
});
process.stdin.pause();
`;

/** A process that works in a scratch of this memory until it is ended: by what it was, and which folder it had. */
async function ended(memory: string, signal: NodeJS.Signals) {
  const words = ['--input-type=module', '--eval', WORK, new URL('steps.ts', import.meta.url).href, memory];
  const child = spawn(process.execPath, words, { stdio: ['pipe', 'pipe', 'inherit'] });
  const gone = once(child, 'close');
  const [folder] = await once(child.stdout, 'data');
  expect(existsSync(String(folder))).toBe(true);
  child.kill(signal);
  const [, by] = await gone;
  return { by, folder: String(folder), pid: child.pid };
}

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s takes the scratch of tests with it, once the work is over',
  async (signal) => {
    const memory = memoryFolder();
    expect(await ended(memory, signal)).toMatchObject({ by: signal });
    expect(readdirSync(memory)).toEqual([]);
  },
);

test('a scratch that a killed run left is gone with the next run, and no other folder is', async () => {
  const memory = memoryFolder();
  const { folder, pid } = await ended(memory, 'SIGKILL');
  expect(existsSync(folder)).toBe(true);
  expect(folder).toContain(`-${hostname()}-${pid}-`);
  const others = [
    `league-tests-${hostname()}-${process.pid}-abcdef`,
    `league-tests-another_${hostname()}-${pid}-abcdef`,
    'league-tests-abcdef',
    `other-${hostname()}-${pid}-abcdef`,
  ];
  for (const name of others) mkdirSync(join(memory, name));
  scratchInMemory(memory, 1, '').remove();
  expect(readdirSync(memory).sort()).toEqual(others.sort());
});
