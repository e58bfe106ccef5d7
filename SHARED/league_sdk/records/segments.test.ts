import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type Disk, DiskError } from '../disk/disk.ts';
import { type MemoryDisk, memoryDisk } from '../disk/memory_disk.ts';
import { nodeDisk } from '../disk/node_disk.ts';
import { type KeyedLine, SegmentReader, SegmentWriter } from './segments.ts';

const FOLDER = '/data/matches/L/segments';
const SMALL = { partBytes: 400, segmentBytes: 1_500 };
const ROOMY = { partBytes: 400, segmentBytes: 1e9 };

const line = (n: number): KeyedLine => ({ key: `R1M${n}`, text: JSON.stringify({ n, word: 'שלום' }) });
const writer = (disk: Disk, name = 'REF01', sizes = SMALL) =>
  new SegmentWriter({ disk, folder: FOLDER, writer: name, ...sizes });

async function reader(disk: Disk, folder = FOLDER): Promise<SegmentReader> {
  const opened = new SegmentReader(disk, folder);
  await opened.look();
  return opened;
}

async function all(disk: Disk, folder = FOLDER): Promise<readonly KeyedLine[]> {
  const found: KeyedLine[] = [];
  for await (const kept of (await reader(disk, folder)).lines()) found.push(kept);
  return found;
}

const numbers = (count: number, from = 0) => Array.from({ length: count }, (_, i) => from + i);
const names = (disk: MemoryDisk) => [...disk.files().keys()].map((path) => path.slice(FOLDER.length + 1));

async function filled(disk: Disk, count: number, from = 0, sizes = SMALL): Promise<void> {
  const lines = writer(disk, 'REF01', sizes);
  for (const n of numbers(count, from)) await lines.append(line(n));
  await lines.flush();
}

test('lines are found by their keys, one by one and all in order, from parts and from segments', async () => {
  const disk = memoryDisk();
  const lines = writer(disk);
  await Promise.all(numbers(100).map((n) => lines.append(line(n))));
  expect(await all(disk)).toEqual(numbers(100).map(line));
  await lines.flush();
  expect(await all(disk)).toEqual(numbers(100).map(line));
  const opened = await reader(disk);
  expect(await opened.find('R1M42')).toEqual([line(42).text]);
  expect(await opened.find('R1M100')).toEqual([]);
  expect(opened.keys().size).toBe(100);
  expect(opened.damage()).toEqual([]);
});

test('a flushed writer leaves segments alone, and begins the next one where one is large', async () => {
  const disk = memoryDisk();
  await filled(disk, 200);
  expect(names(disk).every((name) => /^REF01\.\d{6}\.jsonl\.zst$/.test(name))).toBe(true);
  expect(names(disk).length).toBeGreaterThan(1);
});

test('a writer that kept nothing leaves no file', async () => {
  const disk = memoryDisk();
  await writer(disk).flush();
  expect(names(disk)).toEqual([]);
});

test('what is kept under one key by two writers is found, and each has its own files', async () => {
  const disk = memoryDisk();
  const [one, two] = [writer(disk), writer(disk, 'REF02')];
  await one.append({ key: 'R1M1', text: '1' });
  await two.append({ key: 'R1M1', text: '2' });
  await one.flush();
  expect(await (await reader(disk)).find('R1M1')).toEqual(['1', '2']);
  expect(names(disk)).toEqual(['REF02.000001.jsonl', 'REF01.000001.jsonl.zst']);
});

test('of two living processes that have one name each keeps its own files, and no line of either is lost', async () => {
  const disk = memoryDisk();
  const [one, two] = [writer(disk), writer(disk.beside())];
  await Promise.all([one.append(line(1)), two.append(line(2))]);
  await one.flush();
  await two.append(line(3));
  await one.append(line(4));
  await Promise.all([one.flush(), two.flush()]);
  expect(await all(disk)).toEqual([1, 4, 2, 3].map(line));
  expect(names(disk).sort()).toEqual(['REF01.000001.jsonl.zst', 'REF01_2.000001.jsonl.zst']);
});

test('a flushed writer lets its name go, and a killed one leaves it: the next process goes on in the same files', async () => {
  const disk = memoryDisk();
  for (const n of [1, 3]) {
    const [flushed, killed] = [writer(disk), writer(disk)];
    await flushed.append(line(n));
    await Promise.all([flushed.flush(), flushed.flush()]);
    await killed.append(line(n + 1));
    disk.unlockAll();
  }
  await writer(disk).flush();
  expect([names(disk), await all(disk)]).toEqual([['REF01.000001.jsonl.zst'], [1, 2, 3, 4].map(line)]);
});

test('a writer that gets no lock writes nothing', async () => {
  const disk = memoryDisk();
  const lines = writer({ ...disk, lock: async () => ({ ok: false, error: 'LOCKED' }) });
  await expect(lines.append(line(1))).rejects.toMatchObject({ code: 'DISK_ERROR' });
  expect(names(disk)).toEqual([]);
});

test('a reader that looks again finds what came since, also where a part has become a frame', async () => {
  const disk = memoryDisk();
  const lines = writer(disk);
  const opened = new SegmentReader(disk, FOLDER);
  for (const n of numbers(60)) {
    await lines.append(line(n));
    if (n % 7 === 0) await lines.flush();
    await opened.look();
    expect(await opened.find(`R1M${n}`)).toEqual([line(n).text]);
    expect(opened.keys().size).toBe(n + 1);
  }
});

test('a reader that many callers look through at once knows each frame once', async () => {
  const disk = memoryDisk();
  const opened = new SegmentReader(disk, FOLDER);
  for (const from of [0, 50]) {
    await filled(disk, 50, from, ROOMY);
    await Promise.all(numbers(20).map(() => opened.look()));
    expect(await opened.find(`R1M${from + 3}`)).toEqual([line(from + 3).text]);
  }
  const found: KeyedLine[] = [];
  for await (const kept of opened.lines()) found.push(kept);
  expect(found).toEqual(numbers(100).map(line));
});

test('a key is an id', async () => {
  await expect(() => writer(memoryDisk()).append({ key: 'a"b', text: '1' })).rejects.toThrow('not a key');
});

describe('a crash', () => {
  test('at any operation of the disk leaves every line that was kept, once, and the next writer goes on', async () => {
    for (let survives = 0; survives < 150; survives++) {
      const disk = memoryDisk();
      const { dying, isDead } = mortal(disk, survives);
      const lines = writer(dying);
      const kept: KeyedLine[] = [];
      const never = new Promise<'dead'>((resolve) => isDead(() => resolve('dead')));
      for (const n of numbers(40))
        if ((await Promise.race([lines.append(line(n)).then(() => 'kept'), never])) === 'kept') kept.push(line(n));
        else break;
      if (kept.length === 40) await Promise.race([lines.flush(), never]);
      const found = await all(disk);
      expect(found.slice(0, kept.length)).toEqual(kept);
      expect(found.length - kept.length).toBeLessThanOrEqual(1);
      disk.unlockAll();
      const next = writer(disk);
      await next.append(line(1_000));
      await next.flush();
      expect(await all(disk)).toEqual([...found, line(1_000)]);
      expect(names(disk).filter((name) => !name.endsWith('.zst'))).toEqual([]);
    }
  });

  test('of the power leaves what lies in frames, and a torn last frame is cut', async () => {
    for (let cut = 1; cut < 60; cut++) {
      const disk = memoryDisk();
      await filled(disk, 30);
      const lines = writer(disk);
      await lines.append(line(30));
      disk.unlockAll();
      const [path = ''] = [...disk.files().keys()].filter((name) => name.endsWith('.zst')).slice(-1);
      const before = disk.files().get(path)?.length ?? 0;
      const { append } = disk;
      // The part is not removed, for the sync of its frame never ends.
      void writer({ ...disk, append, sync: () => new Promise(() => undefined) }).flush();
      await settled();
      const after = disk.files().get(path)?.length ?? 0;
      expect(after).toBeGreaterThan(before);
      disk.crash((_durable, written, at) =>
        at === path ? written?.slice(0, before + (cut % (after - before))) : written,
      );
      expect(await all(disk)).toEqual(numbers(31).map(line));
      const next = writer(disk);
      await next.append(line(31));
      await next.flush();
      expect(await all(disk)).toEqual(numbers(32).map(line));
    }
  });

  test.each([0, 30])(
    'of the power that leaves zeros in a frame behind %i lines costs nothing its part has',
    async (count) => {
      for (const from of [0, 10, 25, -12]) {
        const disk = memoryDisk();
        await filled(disk, count, 0, ROOMY);
        const lines = writer(disk, 'REF01', ROOMY);
        await lines.append(line(count));
        const zstd = () => [...disk.files().keys()].filter((name) => name.endsWith('.zst')).slice(-1)[0] ?? '';
        const before = disk.files().get(zstd())?.length ?? 0;
        void writer({ ...disk, sync: () => new Promise(() => undefined) }, 'REF01', ROOMY).flush();
        await settled();
        const path = zstd();
        const cleared = (text: string) => {
          const at = from < 0 ? text.length + from : before + from;
          return text.slice(0, at).padEnd(text.length, '\0');
        };
        disk.crash((_durable, written, at) => (at === path ? cleared(written ?? '') : written));
        const kept = numbers(count + 1);
        const found = async () => (await all(disk)).map(({ text }) => JSON.parse(text).n);
        expect(await found()).toEqual(kept);
        for (const n of [100, 101, 102]) {
          const next = writer(disk, 'REF01', { partBytes: 400, segmentBytes: 1 });
          await next.append(line(n));
          await next.flush();
          kept.push(n);
          expect(await found()).toEqual(kept);
        }
        expect(names(disk).filter((name) => !name.endsWith('.zst'))).toEqual([]);
      }
    },
  );
});

test('a disk that is full for a while loses no line that was kept, and keeps none twice', async () => {
  const disk = memoryDisk();
  let calls = 0;
  const full = (write: () => Promise<void>, part: () => Promise<void>) =>
    ++calls % 3 === 0 ? part().then(() => Promise.reject(new DiskError('DISK_FULL', 'full'))) : write();
  const faulty: Disk = {
    ...disk,
    append: (path, text) =>
      full(
        () => disk.append(path, text),
        () => disk.append(path, text.slice(0, 7)),
      ),
    appendBytes: (path, bytes) =>
      full(
        () => disk.appendBytes(path, bytes),
        () => disk.appendBytes(path, bytes.subarray(0, 11)),
      ),
    sync: (path) =>
      full(
        () => disk.sync(path),
        async () => undefined,
      ),
  };
  let told = 0;
  const lines = new SegmentWriter({ disk: faulty, folder: FOLDER, writer: 'REF01', ...SMALL, onFailure: () => told++ });
  const kept: KeyedLine[] = [];
  for (const n of numbers(100)) {
    const isKept = await lines.append(line(n)).then(
      () => true,
      () => false,
    );
    if (isKept) kept.push(line(n));
  }
  expect(kept.length).toBeGreaterThan(50);
  expect(kept.length).toBeLessThan(100);
  while (
    !(await lines.flush().then(
      () => true,
      () => false,
    ))
  );
  expect(await all(disk)).toEqual(kept);
  expect(told).toBeGreaterThan(0);
});

test('a part that could not be removed is packed once', async () => {
  const disk = memoryDisk();
  let failing = 1;
  const remove = (path: string) =>
    failing-- > 0 ? Promise.reject(new DiskError('DISK_ERROR', 'busy')) : disk.remove(path);
  const lines = writer({ ...disk, remove });
  await lines.append(line(1));
  await expect(lines.flush()).rejects.toThrow('busy');
  await lines.append(line(2));
  await lines.flush();
  expect(await all(disk)).toEqual([line(1), line(2)]);
});

test('a changed byte is told, the frames beside it are read, and nothing is written behind what is damaged', async () => {
  const disk = memoryDisk();
  await filled(disk, 100, 0, ROOMY);
  const [path = ''] = [...disk.files().keys()];
  const bytes = Buffer.from((await disk.readBytes(path)) ?? []);
  let told = 0;
  for (let at = 0; at < bytes.length; at += 11) {
    const broken = memoryDisk();
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] as number) ^ 0x55;
    await broken.appendBytes(path, changed);
    const opened = await reader(broken);
    const faults: string[] = [];
    const found: KeyedLine[] = [];
    for await (const kept of opened.lines((detail) => faults.push(detail))) found.push(kept);
    faults.push(...opened.damage());
    for (const kept of found) expect(line(JSON.parse(kept.text).n)).toEqual(kept);
    if (faults.length > 0) told++;
    // A decoder has no use for the length that stands in a frame behind its head.
    else expect(found).toHaveLength(100);
    expect(faults.length).toBeLessThan(2);
    const next = writer(broken);
    await next.append(line(1_000));
    await next.flush();
    expect((await all(broken)).at(-1)).toEqual(line(1_000));
  }
  expect(told).toBeGreaterThan(0.99 * Math.floor(bytes.length / 11));
});

describe('on the disk of the machine', () => {
  const folder = mkdtempSync(join(tmpdir(), 'segments-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('of two disks that have one writer’s name no line is lost', async () => {
    const at = join(folder, 'twice');
    const [one, two] = [nodeDisk(), nodeDisk()].map((disk) => new SegmentWriter({ disk, folder: at, writer: 'P01' }));
    await Promise.all([one?.append(line(1)), two?.append(line(2))]);
    await one?.flush();
    await two?.append(line(3));
    await two?.flush();
    expect(await all(nodeDisk(), at)).toHaveLength(3);
  });

  test.skipIf(!hasZstd())('the usual program shows the lines', async () => {
    const disk = nodeDisk();
    const lines = new SegmentWriter({ disk, folder, writer: 'REF01', partBytes: 2_000 });
    await Promise.all(numbers(200).map((n) => lines.append(line(n))));
    await lines.flush();
    await disk.close();
    expect(await all(nodeDisk(), folder)).toEqual(numbers(200).map(line));
    const shown = execFileSync('zstd', ['-dc', join(folder, 'REF01.000001.jsonl.zst')], { encoding: 'utf8' });
    expect(
      shown
        .trim()
        .split('\n')
        .map((text) => JSON.parse(text)),
    ).toEqual(numbers(200).map((n) => ({ key: `R1M${n}`, is: { n, word: 'שלום' } })));
  });
});

function hasZstd(): boolean {
  try {
    execFileSync('zstd', ['--version']);
    return true;
  } catch (thrown) {
    return (thrown as { code?: string }).code !== 'ENOENT';
  }
}

/** A disk that takes so many writes of its process, half of the next one, and then nothing any more. */
function mortal(disk: MemoryDisk, survives: number): { dying: Disk; isDead: (tell: () => void) => void } {
  let left = survives;
  let dead: () => void = () => undefined;
  async function effect<T>(action: () => Promise<T>, half?: () => Promise<void>): Promise<T> {
    if (left-- > 0) return action();
    if (left === -1) await half?.();
    dead();
    return new Promise(() => undefined);
  }
  const dying: Disk = {
    ...disk,
    append: (path, text) =>
      effect(
        () => disk.append(path, text),
        () => disk.append(path, text.slice(0, text.length / 2)),
      ),
    appendBytes: (path, bytes) =>
      effect(
        () => disk.appendBytes(path, bytes),
        () => disk.appendBytes(path, bytes.subarray(0, bytes.length / 2)),
      ),
    sync: (path) => effect(() => disk.sync(path)),
    remove: (path) => effect(() => disk.remove(path)),
    truncate: (path, bytes) => effect(() => disk.truncate(path, bytes)),
    read: (path) => effect(() => disk.read(path)),
    list: (path) => effect(() => disk.list(path)),
  };
  return {
    dying,
    isDead(tell) {
      dead = tell;
    },
  };
}

async function settled(): Promise<void> {
  for (let i = 0; i < 100; i++) await Promise.resolve();
}
