import { appendFile, copyFile, mkdtemp, readFile, rename, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { Json } from '../../core/json.ts';
import { ok, unwrap } from '../../core/result.ts';
import { type Disk, DiskError } from '../disk/disk.ts';
import { memoryDisk } from '../disk/memory_disk.ts';
import { nodeDisk } from '../disk/node_disk.ts';
import { documentFile, fileLedgerStore, ledgerFile } from './file.ts';
import { eventsOf } from './ledger_laws.ts';
import { ledgerStoreLaws } from './ledger_store_laws.ts';

const PATH = '/data/leagues/cup/ledger.jsonl';
const tryOpen = (disk: Disk) => fileLedgerStore(disk, '/data').open<Json>('cup');
const open = async (disk: Disk) => unwrap(await tryOpen(disk));

async function written(...appends: readonly (readonly Json[])[]) {
  const disk = memoryDisk();
  const ledger = await open(disk);
  for (const events of appends) await ledger.append(...events);
  await ledger.close();
  return { disk, text: (await disk.read(PATH)) as string };
}

/** A disk that counts what is asked of it, and fails from a given operation on. */
function watched(disk: Disk) {
  const seen = { appends: 0, syncs: 0, options: [] as unknown[] };
  let failure: DiskError | undefined;
  const step = async <T>(action: () => Promise<T>) => {
    if (failure !== undefined) throw failure;
    return action();
  };
  const watching: Disk = {
    ...disk,
    append: (path, text, options) => {
      seen.appends++;
      seen.options.push(options);
      return step(() => disk.append(path, text, options));
    },
    sync: (path) => {
      seen.syncs++;
      return step(() => disk.sync(path));
    },
  };
  return {
    seen,
    disk: watching,
    breakWith: (code: 'DISK_FULL' | 'DISK_ERROR') => {
      failure = new DiskError(code, 'no more');
    },
  };
}

/** Long after everything that can happen by itself has happened. */
async function settled(): Promise<string> {
  for (let i = 0; i < 100; i++) await undefined;
  return 'nothing';
}

describe('the ledgers in files of a disk in memory', () => {
  ledgerStoreLaws(async () => {
    const disk = memoryDisk();
    return () => fileLedgerStore(disk, '/data');
  });
});

describe('the ledgers in files of the machine', () => {
  const folders: string[] = [];
  const disks: Disk[] = [];
  const diskHere = () => {
    const disk = nodeDisk();
    disks.push(disk);
    return disk;
  };
  const folderHere = async () => {
    const folder = await mkdtemp(join(tmpdir(), 'league-ledger-'));
    folders.push(folder);
    return folder;
  };
  afterAll(async () => {
    await Promise.all(disks.map((disk) => disk.close()));
    await Promise.all(folders.map((folder) => rm(folder, { recursive: true })));
  });

  ledgerStoreLaws(async () => {
    const folder = await folderHere();
    return () => fileLedgerStore(diskHere(), folder);
  });

  test('a ledger is not closed while it is open, and readable by its owner alone, as its documents are', async () => {
    const folder = await folderHere();
    const store = fileLedgerStore(diskHere(), folder);
    const ledger = unwrap(await store.open<Json>('cup'));
    await ledger.append('a');
    await store.document('cup', 'seats').replace('{}\n');
    expect(await store.read('cup')).toMatchObject({ value: { closed: false } });
    for (const path of [ledgerFile(folder, 'cup'), documentFile(folder, 'cup', 'seats')])
      expect((await stat(path)).mode & 0o777).toBe(0o600);
    await ledger.close();
    expect(await store.read('cup')).toMatchObject({ value: { closed: true } });
  });

  test.each([
    ['has written to', (path: string) => appendFile(path, '{"seq":2}\n')],
    ['has cut', (path: string) => truncate(path, 10)],
    [
      'has put another in place of',
      (path: string) => copyFile(path, `${path}.2`).then(() => rename(`${path}.2`, path)),
    ],
    ['has removed', (path: string) => rm(path)],
  ])('a ledger that another process %s acknowledges nothing more, and is left as it is', async (_, change) => {
    const folder = await folderHere();
    const path = ledgerFile(folder, 'cup');
    const ledger = unwrap(await fileLedgerStore(diskHere(), folder).open<Json>('cup'));
    await ledger.append('mine');
    await ledger.check();
    await change(path);
    await expect(ledger.check()).rejects.toThrow('another process');
    const changed = await readFile(path, 'utf8').catch(() => undefined);
    for (let twice = 0; twice < 2; twice++)
      await expect(ledger.append('lost')).rejects.toThrow(
        `cannot write ${path}: another process has written to it or put another file in its place`,
      );
    expect(ledger.last).toBe(1);
    expect(await readFile(path, 'utf8').catch(() => undefined)).toBe(changed);
    await ledger.close();
  });

  test('a ledger that another process began first acknowledges nothing', async () => {
    const folder = await folderHere();
    const ledger = unwrap(await fileLedgerStore(diskHere(), folder).open<Json>('cup'));
    await diskHere().append(ledgerFile(folder, 'cup'), 'x');
    await expect(ledger.append('lost')).rejects.toMatchObject({ code: 'DISK_ERROR' });
    await ledger.close();
  });

  test('a process that was killed leaves a ledger that is not closed, and free', async () => {
    const folder = await folderHere();
    await diskHere().replace(join(folder, 'leagues', 'cup', 'ledger.lock'), '{"pid":0}');
    await diskHere().append(ledgerFile(folder, 'cup'), '{"seq":1,');
    const store = fileLedgerStore(diskHere(), folder);
    expect(await store.read('cup')).toEqual(ok({ lines: [], torn: true, closed: false }));
    await unwrap(await store.open('cup')).close();
    expect(await store.read('cup')).toEqual(ok({ lines: [], torn: false, closed: true }));
  });
});

describe('the files of a league', () => {
  test('lie where they always lay', async () => {
    const store = fileLedgerStore(memoryDisk(), '/root/data');
    expect(store.where('cup')).toBe('/root/data/leagues/cup/ledger.jsonl');
    for (const [name, file] of [
      ['secret', 'secret'],
      ['operator_token', 'operator.token'],
      ['run', 'run.json'],
      ['seats', 'seats.json'],
    ] as const)
      expect(store.document('cup', name).where).toBe(`/root/data/leagues/cup/${file}`);
  });

  test('are put away together, in a folder named by the time the league began', async () => {
    const { disk, text } = await written(['a']);
    await disk.replace('/data/leagues/cup/standings.json', '{}');
    await fileLedgerStore(disk, '/data').archive('cup', '2025-01-15T10:15:00.000Z');
    expect(Object.fromEntries(disk.files())).toEqual({
      '/data/archive/cup/2025-01-15T10-15-00-000Z/ledger.jsonl': text,
      '/data/archive/cup/2025-01-15T10-15-00-000Z/standings.json': '{}',
    });
  });

  test('are safe from a power cut once a document is replaced', async () => {
    const disk = memoryDisk();
    await fileLedgerStore(disk, '/data').document('cup', 'secret').replace('x\n');
    disk.crash();
    expect(await disk.read('/data/leagues/cup/secret')).toBe('x\n');
  });
});

describe('the ledger in a file', () => {
  test('has one readable line per append', async () => {
    const { text } = await written([{ type: 'league_opened' }], ['a', 'b']);
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toMatchObject([
      { seq: 1, prev: '0'.repeat(64), events: [{ type: 'league_opened' }] },
      { seq: 2, prev: lines[0].hash, events: ['a', 'b'] },
    ]);
  });

  test('has no line for an append of nothing', async () => {
    const { text } = await written(['a'], [], ['b']);
    expect(text.trimEnd().split('\n')).toHaveLength(2);
  });

  test('asks the disk for nothing when there is nothing to replay', async () => {
    const disk = memoryDisk();
    let reads = 0;
    const counting: Disk = {
      ...disk,
      read: (path) => {
        reads++;
        return disk.read(path);
      },
    };
    const ledger = await open(counting);
    await ledger.append('one');
    expect(await eventsOf(ledger, 2)).toEqual([]);
    expect(reads).toBe(1);
  });

  test('what was acknowledged survives a power cut, and what was not may go', async () => {
    const disk = memoryDisk();
    await (await open(disk)).append('kept');
    let dying = false;
    const sync = (path: string) => (dying ? new Promise<void>(() => undefined) : disk.sync(path));
    const ledger = await open({ ...disk, lock: memoryDisk().lock, sync });
    dying = true;
    const unheard = ledger.append('lost');
    await expect(Promise.race([unheard, settled()])).resolves.toBe('nothing');
    expect(await disk.read(PATH)).toContain('lost');
    disk.crash();
    expect(await eventsOf(await open(disk))).toEqual(['kept']);
  });

  test('what its writer had no time to make safe is made safe when it is opened', async () => {
    const disk = memoryDisk();
    const dying: Disk = { ...disk, sync: () => new Promise(() => undefined) };
    void (await open(dying)).append('written');
    await settled();
    disk.unlockAll();
    expect(disk.durable(PATH)).toBeUndefined();
    expect(await eventsOf(await open(disk))).toEqual(['written']);
    disk.crash();
    expect(await eventsOf(await open(disk))).toEqual(['written']);
  });

  test('appends that come together share a sync, and the file is for its owner alone', async () => {
    const { disk, seen } = watched(memoryDisk());
    const ledger = await open(disk);
    await Promise.all(Array.from({ length: 500 }, (_, i) => ledger.append(i)));
    expect(seen.syncs).toBe(1);
    expect(seen.options).toEqual([{ secret: true }]);
    const during = ledger.append('first').then(() => seen.syncs);
    await Promise.all([during, ledger.append('second'), ledger.append('third')]);
    expect(seen.syncs).toBe(2);
  });

  test.each(['DISK_FULL', 'DISK_ERROR'] as const)('after %s nothing more is acknowledged', async (code) => {
    const { disk, breakWith } = watched(memoryDisk());
    const ledger = await open(disk);
    await ledger.append('good');
    breakWith(code);
    const together = await Promise.allSettled([ledger.append('x'), ledger.append('y')]);
    expect(together.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(ledger.append('z')).rejects.toMatchObject({ code });
    expect(ledger.last).toBe(1);
    expect(await eventsOf(ledger)).toEqual(['good']);
    await ledger.close();
  });

  test('is opened by one at a time', async () => {
    const disk = memoryDisk();
    const ledger = await open(disk);
    expect(await tryOpen(disk)).toEqual({ ok: false, error: { code: 'LOCKED' } });
    await ledger.close();
    await (await open(disk)).close();
  });

  test('is locked by ledger.lock beside it', async () => {
    const disk = memoryDisk();
    const unlock = unwrap(await disk.lock('/data/leagues/cup/ledger.lock'));
    expect(await tryOpen(disk)).toEqual({ ok: false, error: { code: 'LOCKED' } });
    await unlock();
    await (await open(disk)).close();
  });

  test('lets the lock go when the disk fails at opening', async () => {
    const disk = memoryDisk();
    const unreadable: Disk = { ...disk, read: () => Promise.reject(new DiskError('DISK_ERROR', 'no')) };
    await expect(tryOpen(unreadable)).rejects.toThrow('no');
    await (await open(disk)).close();
  });

  test('says so when somebody changes the file under it', async () => {
    const disk = memoryDisk();
    const ledger = await open(disk);
    await ledger.append('one');
    await disk.replace(PATH, (await disk.read(PATH))?.replace('one', 'two') as string);
    await expect(eventsOf(ledger)).rejects.toThrow(/changed while it was open/);
    await disk.remove(PATH);
    await expect(eventsOf(ledger)).rejects.toThrow(/changed while it was open/);
  });
});

describe('a ledger that was interrupted', () => {
  test('is cut after the last whole append, wherever the write stopped, and goes on from there', async () => {
    const { text } = await written(['first', { name: 'שלום' }], [{ a: 1, hash: 'a'.repeat(64) }, 'third']);
    const firstLine = text.slice(0, text.indexOf('\n') + 1);
    const bytes = Buffer.from(text);
    for (let length = Buffer.byteLength(firstLine) + 1; length < bytes.length; length++) {
      const disk = memoryDisk();
      await disk.append(PATH, bytes.subarray(0, length).toString());
      const ledger = await open(disk);
      expect(await disk.read(PATH)).toBe(firstLine);
      expect(await ledger.append('on')).toBe(3);
      expect(await eventsOf(ledger)).toEqual(['first', { name: 'שלום' }, 'on']);
      await ledger.close();
    }
  });

  test('may have been interrupted in its very first append', async () => {
    const disk = memoryDisk();
    await disk.append(PATH, '{"seq":1,"pr');
    expect((await open(disk)).last).toBe(0);
    expect(await disk.read(PATH)).toBe('');
  });
});

describe('a ledger that was tampered with', () => {
  test('is not touched, and its lock is free', async () => {
    const { disk, text } = await written(['a'], ['b']);
    const changed = text.replace('"a"', '"z"');
    await disk.replace(PATH, changed);
    for (let attempt = 0; attempt < 2; attempt++) {
      expect(await tryOpen(disk)).toMatchObject({ ok: false, error: { code: 'DAMAGED', line: 1 } });
    }
    expect(await disk.read(PATH)).toBe(changed);
  });

  test('is not read either, and the line is named', async () => {
    const { disk, text } = await written(['a'], ['b']);
    await disk.replace(PATH, text.replace('"b"', '"z"'));
    expect(await fileLedgerStore(disk, '/data').read('cup')).toMatchObject({
      ok: false,
      error: { code: 'DAMAGED', line: 2 },
    });
  });
});
