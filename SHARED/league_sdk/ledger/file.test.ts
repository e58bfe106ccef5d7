import { describe, expect, test } from 'vitest';
import type { Json } from '../../core/json.ts';
import { unwrap } from '../../core/result.ts';
import { type Disk, DiskError } from '../disk/disk.ts';
import { memoryDisk } from '../disk/memory_disk.ts';
import { openFileLedger } from './file.ts';
import { eventsOf, ledgerLaws } from './ledger_laws.ts';

const PATH = '/data/leagues/cup/ledger.jsonl';
const open = async (disk: Disk) => unwrap(await openFileLedger<Json>(disk, PATH));

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

describe('the ledger in a file', () => {
  ledgerLaws(async () => {
    const disk = memoryDisk();
    return () => open(disk);
  });

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
    expect(await openFileLedger(disk, PATH)).toEqual({ ok: false, error: { code: 'LOCKED' } });
    await ledger.close();
    await (await open(disk)).close();
  });

  test('is locked by ledger.lock beside it', async () => {
    const disk = memoryDisk();
    const unlock = unwrap(await disk.lock('/data/leagues/cup/ledger.lock'));
    expect(await openFileLedger(disk, PATH)).toEqual({ ok: false, error: { code: 'LOCKED' } });
    await unlock();
    await (await open(disk)).close();
  });

  test('lets the lock go when the disk fails at opening', async () => {
    const disk = memoryDisk();
    const unreadable: Disk = { ...disk, read: () => Promise.reject(new DiskError('DISK_ERROR', 'no')) };
    await expect(openFileLedger(unreadable, PATH)).rejects.toThrow('no');
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
      expect(await openFileLedger(disk, PATH)).toMatchObject({ ok: false, error: { code: 'DAMAGED', line: 1 } });
    }
    expect(await disk.read(PATH)).toBe(changed);
  });
});
