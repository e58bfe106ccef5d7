import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { chmod, mkdtemp, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { systemEntropy } from '../../core/entropy.ts';
import { unwrap } from '../../core/result.ts';
import { fakeClock } from '../../testing/fake_clock.ts';
import { diskError } from './disk.ts';
import { diskLaws } from './disk_laws.ts';
import { nodeDisk, OPEN_FILES } from './node_disk.ts';

const folders: string[] = [];
const disks: ReturnType<typeof nodeDisk>[] = [];
const children: ChildProcess[] = [];
/** The words for a program in a PID namespace of its own; undefined where the machine does not allow one (it takes Linux and root). */
const UNSHARE = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc'];
const unshared = spawnSync('env', [...UNSHARE, 'true']).status === 0 ? UNSHARE : undefined;

async function make() {
  const folder = await mkdtemp(join(process.env['TMPDIR_ON_DISK'] ?? tmpdir(), 'league-disk-'));
  folders.push(folder);
  return { disk: diskHere(), folder, beside: diskHere };
}

function diskHere() {
  const disk = nodeDisk();
  disks.push(disk);
  return disk;
}

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await Promise.all(disks.map((disk) => disk.close()));
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true })));
});

describe('the disk of the machine', () => {
  diskLaws(make);

  test('a secret is readable by its owner alone, even where the file was there before', async () => {
    const { disk, folder } = await make();
    const [ledger, token, old] = [join(folder, 'ledger'), join(folder, 'token'), join(folder, 'old')];
    await writeFile(old, 'x');
    await chmod(old, 0o644);
    await disk.append(ledger, 'x', { secret: true });
    await disk.replace(token, 'x', { secret: true });
    await disk.append(old, 'y', { secret: true });
    for (const path of [ledger, token, old]) expect((await stat(path)).mode & 0o777).toBe(0o600);
    await disk.append(join(folder, 'open'), 'x');
    expect((await stat(join(folder, 'open'))).mode & 0o777).toBe(0o644);
  });

  test('a small text is written when it is asked for, and where that took long, by another thread for a while', async () => {
    const { folder } = await make();
    const [path, clock] = [join(folder, 'log'), fakeClock()];
    let takesMs = 0;
    const monotonic = () => {
      clock.stall(takesMs);
      return clock.monotonic();
    };
    const disk = nodeDisk(systemEntropy, { ...clock, monotonic });
    disks.push(disk);
    /** Whether no other thread was waited for: what one has done is heard of in a later turn of the event loop. */
    const isWrittenHere = async (text: string, ms = 0) => {
      takesMs = ms;
      let isDone = false;
      const writing = disk.append(path, text).then(() => {
        isDone = true;
      });
      for (let i = 0; i < 20; i++) await Promise.resolve();
      const wasDone = isDone;
      await writing;
      return wasDone;
    };
    expect([await isWrittenHere('a'), await isWrittenHere('b', 60)]).toEqual([true, true]);
    expect([await isWrittenHere('c'), await isWrittenHere('d')]).toEqual([false, false]);
    clock.stall(1_000);
    expect(await isWrittenHere('e')).toBe(true);
    expect(await isWrittenHere('f'.repeat(100_000))).toBe(false);
    expect(await disk.read(path)).toBe(`abcde${'f'.repeat(100_000)}`);
  });

  test('what is synced in new folders survives closing', async () => {
    const { disk, folder } = await make();
    const path = join(folder, 'x', 'y', 'z');
    await disk.append(path, 'one');
    await disk.sync(path);
    await disk.close();
    await disk.append(path, 'two');
    await disk.sync(path);
    expect(await readFile(path, 'utf8')).toBe('onetwo');
  });

  test('a file in the place of one whose folder was put away reaches the disk by its name', async () => {
    const { disk, folder } = await make();
    const handle = await open(folder);
    const foldersSynced = vi.spyOn(Object.getPrototypeOf(handle), 'sync');
    onTestFinished(() => foldersSynced.mockRestore());
    await handle.close();
    const path = join(folder, 'league', 'ledger');
    for (const run of [1, 2]) {
      await disk.append(path, 'a line');
      await disk.sync(path);
      expect(foldersSynced).toHaveBeenCalledTimes(2 * run);
      await disk.rename(join(folder, 'league'), join(folder, `run ${run}`));
    }
  });

  test('a text that could not be closed is told at every sync, until another one is in its place', async () => {
    const { disk, folder } = await make();
    const path = join(folder, 'file');
    await disk.append(path, 'lost');
    vi.spyOn(fs, 'closeSync').mockImplementationOnce(() => {
      throw new Error('no space');
    });
    syncBuiltinESMExports();
    onTestFinished(() => {
      vi.restoreAllMocks();
      syncBuiltinESMExports();
    });
    for (let i = 0; i <= OPEN_FILES; i++) await disk.append(join(folder, String(i)), '');
    for (let i = 0; i < 2; i++) await expect(disk.sync(path)).rejects.toThrow('no space');
    await disk.replace(path, 'kept');
    await disk.sync(path);
  });

  test('a failure names the path and the reason, and the next operation is not hindered', async () => {
    const { disk, folder } = await make();
    await disk.append(join(folder, 'file'), 'x');
    const failed = expect(disk.append(join(folder, 'file', 'below'), 'x')).rejects.toMatchObject({
      code: 'DISK_ERROR',
      detail: expect.stringMatching(/cannot write .*below: a file is where a folder should be \(ENOTDIR\)/),
    });
    await failed;
    await expect(disk.read(folder)).rejects.toThrow(/a folder is where a file should be/);
    await expect(disk.list(join(folder, 'file'))).rejects.toThrow(/cannot list/);
    await expect(disk.replace(join(folder, 'file', 'below'), 'x')).rejects.toMatchObject({ code: 'DISK_ERROR' });
    expect(await disk.read(join(folder, 'file'))).toBe('x');
  });

  test('where no folder can be made, that is told and not tried for ever', async () => {
    const { disk } = await make();
    await expect(disk.append('/proc/no_such_folder/below/file', 'x')).rejects.toThrow(
      /^cannot make the folder \/proc(\/no_such_folder)?: .*\(E\w+\)$/,
    );
  });

  test('a full disk is told apart from a broken one', () => {
    const thrown = (code: string) => Object.assign(new Error('system words'), { code });
    expect(diskError('write', '/x', thrown('ENOSPC'))).toMatchObject({ code: 'DISK_FULL' });
    expect(diskError('write', '/x', thrown('EDQUOT'))).toMatchObject({ code: 'DISK_FULL' });
    expect(diskError('sync', '/x', thrown('EIO'))).toMatchObject({
      code: 'DISK_ERROR',
      message: 'cannot sync /x: the disk reports a fault (EIO)',
    });
    expect(diskError('sync', '/x', thrown('EODD')).message).toBe('cannot sync /x: system words (EODD)');
  });

  test('a full device is DISK_FULL', async () => {
    const { disk } = await make();
    await expect(disk.append('/dev/full', 'x')).rejects.toMatchObject({ code: 'DISK_FULL' });
  });
});

describe('a lock of the machine', () => {
  test('leaves a file when its holder was killed, none when it let go, and is free in both cases', async () => {
    const { disk, folder } = await make();
    const path = join(folder, 'ledger.lock');
    const other = await holder(path);
    expect(await disk.lock(path)).toEqual(LOCKED);
    other.kill('SIGKILL');
    await once(other, 'exit');
    expect(await disk.list(folder)).toContain('ledger.lock');
    await unwrap(await disk.lock(path))();
    expect(await disk.list(folder)).not.toContain('ledger.lock');
  });

  test('is taken over whatever an earlier version left there', async () => {
    const { disk, folder } = await make();
    const path = join(folder, 'ledger.lock');
    for (const left of [`{"pid":${process.pid},"boot_id":null,"started":null}`, '{"pid":"x"}', 'torn {', '']) {
      await writeFile(path, left);
      await unwrap(await disk.lock(path))();
    }
  });

  test('is not lost when its file is read in the process of its holder', async () => {
    const { disk, folder } = await make();
    const path = join(folder, 'ledger.lock');
    unwrap(await disk.lock(path));
    expect(await disk.read(path)).toBeDefined();
    expect(await (await make()).disk.lock(path)).toEqual(LOCKED);
    expect(await tried(path)).toBe('LOCKED');
  });

  test.runIf(process.platform === 'linux')('is not held by a zombie', async () => {
    const { disk, folder } = await make();
    const path = join(folder, 'ledger.lock');
    // The shell becomes a program that waits for no child.
    const parent = await holder(path, 'sh', '-c', '"$@" & exec sleep 100', 'sh');
    expect(await disk.lock(path)).toEqual(LOCKED);
    const [child = 0] = await childrenOf(parent.pid as number);
    process.kill(child, 'SIGKILL');
    // A process is a zombie when its first thread has ended, and lets go with its last.
    await vi.waitFor(async () => expect(await stateOf(child)).toBe('Z'), 10_000);
    await vi.waitFor(async () => unwrap(await disk.lock(path))(), 10_000);
    expect(await stateOf(child)).toBe('Z');
    parent.kill();
  });

  test.skipIf(unshared === undefined)('holds in another PID namespace, both ways', async () => {
    const { disk, folder } = await make();
    const path = join(folder, 'ledger.lock');
    const unlock = unwrap(await disk.lock(path));
    expect(await tried(path, ...(unshared ?? []))).toBe('LOCKED');
    await unlock();
    const other = await holder(path, ...(unshared ?? []));
    expect(await disk.lock(path)).toEqual(LOCKED);
    other.kill('SIGKILL');
    await once(other, 'exit');
    await vi.waitFor(async () => expect((await disk.lock(path)).ok).toBe(true), 10_000);
  });

  test('goes to one of many processes that want it at the same moment', async () => {
    const { folder } = await make();
    const path = join(folder, 'ledger.lock');
    const answers = await Promise.all(Array.from({ length: 4 }, () => holder(path).catch(() => undefined)));
    const [winner, ...others] = answers.filter((answer) => answer !== undefined);
    expect([winner === undefined, others.length]).toEqual([false, 0]);
    winner?.kill('SIGKILL');
  });

  test('says why where a folder can hold none', async () => {
    const { disk } = await make();
    await expect(disk.lock('/proc/ledger.lock')).rejects.toThrow(/^cannot lock \/proc\/ledger.lock: .*\(E\w+\)$/);
  });
});

const LOCKED = { ok: false, error: 'LOCKED' };

/** A process that takes a lock, says how that went, and lives until it is ended. */
function locking(path: string, before: readonly string[]): ChildProcess {
  const [disk, wanted] = [new URL('./node_disk.ts', import.meta.url).href, path].map((text) => JSON.stringify(text));
  const script = `import { nodeDisk, OPEN_FILES } from ${disk};
    const lock = await nodeDisk().lock(${wanted});
    process.stdout.write(lock.ok ? 'held' : lock.error);
    if (lock.ok) setInterval(() => {}, 1000);`;
  const [program = '', ...words] = [...before, process.execPath, '--input-type=module', '-e', script];
  const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  return child;
}

async function tried(path: string, ...before: readonly string[]): Promise<string> {
  const [said] = (await once(locking(path, before).stdout as Readable, 'data')) as [Buffer];
  return said.toString();
}

async function holder(path: string, ...before: readonly string[]): Promise<ChildProcess> {
  const child = locking(path, before);
  const [said] = (await once(child.stdout as Readable, 'data')) as [Buffer];
  if (said.toString() !== 'held') throw new Error(said.toString());
  return child;
}

async function childrenOf(pid: number): Promise<readonly number[]> {
  return (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ').map(Number);
}

async function stateOf(pid: number): Promise<string | undefined> {
  return /\) (\w)/.exec(await readFile(`/proc/${pid}/stat`, 'utf8'))?.[1];
}
