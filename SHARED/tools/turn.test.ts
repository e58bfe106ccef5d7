import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';

/** Plain JavaScript, since the oldest Node runs it. */
const { takeTurn, nameOf } = (await import(new URL('./turn.mjs', import.meta.url).href)) as {
  takeTurn(folder: string, onWait: () => void): Promise<() => Promise<void>>;
  nameOf(pid: number): Promise<string>;
};

/** The words for a program in a PID namespace of its own; undefined where the machine does not allow one (it takes Linux and root). */
const UNSHARE = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc'];
const unshared = spawnSync('env', [...UNSHARE, 'true']).status === 0 ? UNSHARE : undefined;
const children: ChildProcess[] = [];
const folders: string[] = [];
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'league-turn-'));
  folders.push(folder);
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await Promise.all(folders.map((each) => rm(each, { recursive: true, force: true })));
});

/** A command that wants its turn: it says that it waits, and that it has it. */
function command(...before: readonly string[]): ChildProcess & { readonly stdout: Readable } {
  const [module, place] = [new URL('./turn.mjs', import.meta.url).href, folder].map((text) => JSON.stringify(text));
  const script = `import { takeTurn } from ${module};
    await takeTurn(${place}, () => console.log('waits'));
    console.log('goes');`;
  const [program = '', ...words] = [...before, process.execPath, '--input-type=module', '-e', script];
  const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  return child;
}

async function said(child: { readonly stdout: Readable }): Promise<string> {
  return String((await once(child.stdout, 'data'))[0]).trim();
}

test.skipIf(unshared === undefined)('a command in another PID namespace is waited for', async () => {
  const end = await takeTurn(folder, () => {});
  const other = command(...(unshared ?? []));
  expect(await said(other)).toBe('waits');
  await end();
  expect(await said(other)).toBe('goes');
});

test('a dead command is not waited for', async () => {
  await mkdir(join(folder, 'turn'));
  await writeFile(join(folder, 'turn', await nameOf(99_999_999)), '');
  const waited = vi.fn();
  await (await takeTurn(folder, waited))();
  expect(waited).not.toHaveBeenCalled();
  expect(await readdir(folder)).toEqual([]);
});

test.runIf(process.platform === 'linux')('a zombie is not waited for', async () => {
  // The shell becomes a program that waits for no child.
  const parent = command('sh', '-c', '"$@" & exec sleep 100', 'sh');
  expect(await said(parent)).toBe('goes');
  const [pid = ''] = (await readFile(`/proc/${parent.pid}/task/${parent.pid}/children`, 'utf8')).split(' ');
  process.kill(Number(pid), 'SIGKILL');
  await vi.waitFor(async () => expect(await readFile(`/proc/${pid}/stat`, 'utf8')).toMatch(/\) Z /), 5_000);
  const waited = vi.fn();
  await (await takeTurn(folder, waited))();
  expect(waited).not.toHaveBeenCalled();
});
