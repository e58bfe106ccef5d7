import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { sha256 } from '../../core/hash.ts';
import { unwrap } from '../../core/result.ts';
import { diskError } from './disk.ts';
import { diskLaws } from './disk_laws.ts';
import { nodeDisk } from './node_disk.ts';

const folders: string[] = [];
const disks: ReturnType<typeof nodeDisk>[] = [];

async function make() {
  const folder = await mkdtemp(join(tmpdir(), 'league-disk-'));
  const disk = nodeDisk();
  folders.push(folder);
  disks.push(disk);
  return { disk, folder };
}

afterAll(async () => {
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
  test('is taken over from a process that is dead, from one before the restart, and from one whose number went to another', async () => {
    const { disk, folder } = await make();
    const path = join(folder, 'ledger.lock');
    const dead = spawn(process.execPath, ['-e', '0']);
    await once(dead, 'exit');
    const mine = { pid: process.pid, boot_id: await bootId(), started: '1' };
    for (const left of [{ ...mine, pid: dead.pid }, { ...mine, boot_id: 'another' }, mine, { pid: 'x' }, 'torn {']) {
      await writeFile(path, typeof left === 'string' ? left : JSON.stringify(left));
      await unwrap(await disk.lock(path))();
    }
    expect(await disk.list(folder)).toEqual([]);
  });

  test('is refused while another process lives', async () => {
    const { disk, folder } = await make();
    const path = join(folder, 'ledger.lock');
    const other = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'ignore'] });
    await writeFile(path, JSON.stringify({ pid: other.pid, boot_id: null, started: null }));
    expect(await disk.lock(path)).toEqual({ ok: false, error: 'LOCKED' });
    other.stdin.end();
    await once(other, 'exit');
    expect((await disk.lock(path)).ok).toBe(true);
  });

  test('goes to one of many who find a dead holder at the same moment, even after one died while taking over', async () => {
    const gone = JSON.stringify({ pid: 1, boot_id: 'another', started: '1' });
    for (let round = 0; round < 5; round++) {
      const { folder } = await make();
      const path = join(folder, 'ledger.lock');
      await writeFile(path, gone);
      if (round % 2 === 0) await writeFile(`${path}.${sha256(gone).slice(0, 16)}`, gone);
      const many = await Promise.all(Array.from({ length: 8 }, make));
      const answers = await Promise.all(many.map(({ disk }) => disk.lock(path)));
      expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
      expect(await readdir(folder)).toEqual(['ledger.lock']);
    }
  });
});

async function bootId(): Promise<string | null> {
  return readFile('/proc/sys/kernel/random/boot_id', 'utf8').then(
    (text) => text.trim(),
    () => null,
  );
}
