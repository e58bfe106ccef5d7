import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DiskError } from './disk.ts';
import { bytesOf, draftDatabase, draftFile, filesBelow, linesOf } from './people_files.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'people-files-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a file is in its place when it is whole, in folders that were not there', async () => {
  const path = join(folder, 'a', 'b', 'list.txt');
  const piece = Buffer.from('first ');
  const written = await draftFile(path, async ({ write }) => {
    await write(piece);
    // The bytes are the writer's again.
    piece.fill('x');
    expect(existsSync(path)).toBe(false);
    await write('שלום'.repeat(100_000));
    return 2;
  });
  expect(written).toBe(2);
  expect(await readFile(path, 'utf8')).toBe(`first ${'שלום'.repeat(100_000)}`);
  expect(await readdir(join(folder, 'a', 'b'))).toEqual(['list.txt']);
});

test('a file that could not be finished leaves what was there, and nothing beside it', async () => {
  const path = join(folder, 'c', 'old.txt');
  await draftFile(path, ({ write }) => write('old'));
  const enough = new Error('enough');
  const torn = draftFile(path, async ({ write }) => {
    await write('new');
    throw enough;
  });
  await expect(torn).rejects.toBe(enough);
  expect(await readFile(path, 'utf8')).toBe('old');
  expect(await readdir(join(folder, 'c'))).toEqual(['old.txt']);
});

test('a database is one transaction, and there when it is whole', async () => {
  const path = join(folder, 'd.sqlite');
  await draftDatabase(path, async (database) => {
    database.exec('CREATE TABLE t (a TEXT)');
    database.prepare('INSERT INTO t VALUES (?)').run('one');
  });
  const again = draftDatabase(path, async (database) => {
    database.exec('CREATE TABLE other (a TEXT)');
    database.exec('no SQL at all');
  });
  await expect(again).rejects.toThrow(DiskError);
  const database = new DatabaseSync(path, { readOnly: true });
  expect(database.prepare('SELECT a FROM t').all()).toEqual([{ a: 'one' }]);
  database.close();
});

test('a place that cannot be written to is told by its path', async () => {
  await writeFile(join(folder, 'file'), '');
  const below = draftFile(join(folder, 'file', 'below', 'x.csv'), async () => undefined);
  await expect(below).rejects.toThrow(/cannot write .*x\.csv: .*/);
  await expect(below).rejects.toThrow(DiskError);
  await mkdir(join(folder, 'taken'));
  await expect(draftFile(join(folder, 'taken'), async () => undefined)).rejects.toThrow(/a folder is where a file/);
});

test('lines come one at a time, and none of what is not there', async () => {
  await writeFile(join(folder, 'lines'), 'one\ntwo\r\nthree');
  expect(await Array.fromAsync(linesOf(join(folder, 'lines')))).toEqual(['one', 'two', 'three']);
  expect(await Array.fromAsync(linesOf(join(folder, 'nowhere')))).toEqual([]);
});

test('a folder is walked in the order of its names; links are told and not followed', async () => {
  const player = join(folder, 'player');
  await mkdir(join(player, 'src', 'deep'), { recursive: true });
  await mkdir(join(player, 'node_modules', 'left'), { recursive: true });
  await writeFile(join(player, 'src', 'deep', 'main.py'), 'pass\n');
  await writeFile(join(player, 'node_modules', 'left', 'index.js'), '');
  await writeFile(join(player, 'README'), '');
  await symlink('/etc', join(player, 'link'));
  const all = await Array.fromAsync(filesBelow(player, (path) => path !== 'node_modules'));
  expect(all).toEqual([
    { path: 'README', kind: 'file' },
    { path: 'link', kind: 'other' },
    { path: 'node_modules', kind: 'folder' },
    { path: 'src/deep/main.py', kind: 'file' },
  ]);
  expect(Buffer.from(await bytesOf(join(player, 'src', 'deep', 'main.py'))).toString()).toBe('pass\n');
  await expect(bytesOf(join(player, 'gone'))).rejects.toThrow(DiskError);
  await expect(Array.fromAsync(filesBelow(join(folder, 'gone'), () => true))).rejects.toThrow(DiskError);
});
