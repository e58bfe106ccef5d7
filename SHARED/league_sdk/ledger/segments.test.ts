import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { Json } from '../../core/json.ts';
import { ok, unwrap } from '../../core/result.ts';
import type { Disk } from '../disk/disk.ts';
import { type MemoryDisk, memoryDisk, type Remains } from '../disk/memory_disk.ts';
import { fileLedgerStore } from './file.ts';
import type { LedgerStore, Snapshot } from './ledger.ts';
import { eventsOf } from './ledger_laws.ts';
import { ledgerStoreLaws } from './ledger_store_laws.ts';
import { closedBefore, verify } from './text.ts';

const FOLDER = '/data/leagues/cup';
const NOTHING: Snapshot = { state: new Uint8Array(), pages: [], from: 0 };
const storeOn = (disk: Disk) => fileLedgerStore(disk, '/data', 400);
const openOn = async (disk: Disk) => unwrap(await storeOn(disk).open<Json>('cup'));
const namesOn = (disk: MemoryDisk) => disk.list(FOLDER);

/** A store whose ledgers are sealed after every append. */
function sealing(store: LedgerStore): LedgerStore {
  return {
    ...store,
    async open<Event extends Json>(league_id: string) {
      const opened = await store.open<Event>(league_id);
      if (!opened.ok) return opened;
      const { value: real } = opened;
      const append = (...events: readonly Event[]) => {
        const appended = real.append(...events);
        if (events.length > 0) real.seal(NOTHING);
        return appended;
      };
      const changed = { append: { value: append }, last: { get: () => real.last } };
      const bound = { ...changed, replay: { value: real.replay.bind(real) }, close: { value: () => real.close() } };
      return ok(Object.create(real, bound) as typeof real);
    },
  };
}

describe('ledgers that are sealed after every append', () => {
  ledgerStoreLaws(async () => {
    const disk = memoryDisk();
    return () => sealing(storeOn(disk));
  });
});

/** A ledger in four segments, one event in each. */
async function inSegments() {
  const disk = memoryDisk();
  const ledger = await openOn(disk);
  for (const [i, event] of ['a', 'b', 'c'].entries()) {
    await ledger.append(event);
    const page = Uint8Array.of(i, i);
    ledger.seal({ state: Uint8Array.of(i), pages: [page], from: i });
  }
  await ledger.append('d');
  await ledger.close();
  return disk;
}

const packedIn = async (disk: MemoryDisk) => (await namesOn(disk)).filter((name) => name.endsWith('.jsonl.zst'));

async function textOf(disk: MemoryDisk, name: string): Promise<string> {
  const bytes = (await disk.readBytes(`${FOLDER}/${name}`)) ?? new Uint8Array();
  return (name.endsWith('.zst') ? zstdDecompressSync(bytes) : Buffer.from(bytes)).toString();
}

async function rewritten(disk: MemoryDisk, name: string, change: (text: string) => string): Promise<void> {
  const bytes = zstdCompressSync(change(await textOf(disk, name)));
  await disk.remove(`${FOLDER}/${name}`);
  await disk.beside().appendBytes(`${FOLDER}/${name}`, bytes);
}

describe('a ledger in segments', () => {
  test('is one chain: what its files unpack to, one behind the other, is a ledger', async () => {
    const disk = await inSegments();
    const names = (await namesOn(disk)).filter((name) => name.startsWith('ledger.'));
    expect(names.map((name) => name.replace(/[0-9a-f]{8}/, 'HASH'))).toEqual([
      ...['ledger.00002.HASH.jsonl.zst', 'ledger.00003.HASH.jsonl.zst', 'ledger.00004.jsonl', 'ledger.jsonl'],
    ]);
    const texts = await Promise.all(['ledger.jsonl', ...names.slice(0, 3)].map((name) => textOf(disk, name)));
    const heard: Json[] = [];
    expect(verify(texts.join(''), (events) => heard.push(...events))).toMatchObject({ value: { last: 4, torn: 0 } });
    expect(heard).toEqual(['a', 'b', 'c', 'd']);
    const closed = closedBefore(await textOf(disk, 'ledger.00004.jsonl')) ?? [];
    for (const segment of closed) expect(Object.keys(segment)).toEqual(['file', 'sha256', 'last', 'hash', 'snapshot']);
    expect(closed.map(({ last }) => last)).toEqual([1, 2, 3]);
  });

  test('is long when so much was appended since it was sealed, and goes on when it is opened again', async () => {
    const disk = memoryDisk();
    const ledger = await openOn(disk);
    await ledger.append('short');
    expect(ledger.isLong).toBe(false);
    await ledger.append('x'.repeat(400));
    expect(ledger.isLong).toBe(true);
    ledger.seal(NOTHING);
    expect(ledger.isLong).toBe(false);
    await ledger.append('y'.repeat(300));
    await ledger.close();
    const again = await openOn(disk);
    expect(again.isLong).toBe(true);
    expect(await eventsOf(again, 3)).toEqual(['y'.repeat(300)]);
  });

  test('finds the newest snapshot with all pages, and keeps no state but the newest', async () => {
    const disk = await inSegments();
    const ledger = await openOn(disk);
    expect(await ledger.snapshot()).toEqual({
      last: 3,
      state: Buffer.from([2]),
      pages: [0, 1, 2].map((i) => Buffer.from([i, i])),
    });
    expect((await namesOn(disk)).filter((name) => name.endsWith('.state.zst'))).toHaveLength(1);
    const told: Json[] = [];
    const hear = ({ events }: { readonly events: readonly Json[] }) => void told.push(...events);
    await storeOn(disk).scan<Json>('cup', hear, { resume: ({ last }) => last + 1 });
    expect(told).toEqual(['d']);
  });

  test.each(['state.zst', 'pages'])(
    'has no snapshot where its %s is not as it was written, and all its events',
    async (ending) => {
      const disk = await inSegments();
      const name = (await namesOn(disk)).find((each) => each.endsWith(ending)) as string;
      await disk.beside().appendBytes(`${FOLDER}/${name}`, Uint8Array.of(0));
      const ledger = await openOn(disk);
      expect(await ledger.snapshot()).toBeUndefined();
      expect(await eventsOf(ledger)).toEqual(['a', 'b', 'c', 'd']);
    },
  );
});

describe('a closed segment', () => {
  test('that was changed is found at a start by its bytes, and by a reader of everything at its line', async () => {
    const disk = await inSegments();
    const [file = ''] = await packedIn(disk);
    await rewritten(disk, file, (text) => text.replace('"b"', '"z"'));
    expect(await storeOn(disk).open('cup')).toMatchObject({ error: { code: 'DAMAGED', file, detail: /bytes/ } });
    expect(await storeOn(disk).read('cup')).toMatchObject({ error: { code: 'DAMAGED', file, line: 2 } });
    const lines = { error: { detail: expect.stringContaining('hash it was written with') } };
    expect(await storeOn(disk).read('cup')).toMatchObject(lines);
  });

  test.each([
    ['is gone', (disk: MemoryDisk, path: string) => disk.remove(path), /missing/],
    ['is no longer packed', (disk: MemoryDisk, path: string) => disk.replace(path, 'nonsense'), /cannot be unpacked/],
  ])('that %s is told', async (_, change, detail) => {
    const disk = await inSegments();
    const [file = ''] = await packedIn(disk);
    await change(disk, `${FOLDER}/${file}`);
    expect(await storeOn(disk).open('cup')).toMatchObject({ error: { code: 'DAMAGED', file } });
    expect(await storeOn(disk).read('cup')).toMatchObject({ error: { file, detail: expect.stringMatching(detail) } });
  });

  test('that has all its lines and other bytes is told by both', async () => {
    const disk = await inSegments();
    const [file = ''] = await packedIn(disk);
    const bytes = zstdCompressSync(`${await textOf(disk, file)}`, { params: { 201: 0 } });
    await disk.remove(`${FOLDER}/${file}`);
    await disk.beside().appendBytes(`${FOLDER}/${file}`, bytes);
    expect(await storeOn(disk).open('cup')).toMatchObject({ error: { code: 'DAMAGED', file } });
    expect(await storeOn(disk).read('cup')).toMatchObject({
      error: { file, detail: expect.stringContaining('every line') },
    });
  });

  test('with a name that leads elsewhere is not looked for', async () => {
    const disk = await inSegments();
    const path = `${FOLDER}/ledger.00004.jsonl`;
    const text = (await disk.read(path)) ?? '';
    await disk.replace(path, text.replace(/"file":"ledger\.00002[^"]*"/, '"file":"../../secret"'));
    expect(await storeOn(disk).open('cup')).toMatchObject({ error: { code: 'DAMAGED', line: 1 } });
  });
});

describe('a ledger in segments that has lost one of them', () => {
  const NEWEST = 'ledger.00004.jsonl';
  const FIRST = 'ledger.jsonl';
  const remove = (name: string) => (disk: MemoryDisk) => disk.remove(`${FOLDER}/${name}`);
  const change = (name: string, to: (text: string) => string) => async (disk: MemoryDisk) =>
    disk.replace(`${FOLDER}/${name}`, to(await textOf(disk, name)));
  const withoutLastLine = (text: string) => text.slice(0, text.lastIndexOf('\n', text.length - 2) + 1);
  const plainAgain = async (disk: MemoryDisk) => {
    const [packed = ''] = await packedIn(disk);
    await disk.replace(`${FOLDER}/ledger.00002.jsonl`, await textOf(disk, packed));
    await disk.remove(`${FOLDER}/${NEWEST}`);
  };
  const WAYS: readonly [string, (disk: MemoryDisk) => Promise<void>, string, RegExp][] = [
    ['the newest', remove(NEWEST), NEWEST, /missing/],
    ['the newest, where an older one lies unpacked', plainAgain, NEWEST, /missing/],
    ['the first line of the newest', change(NEWEST, (text) => text.slice(0, 50)), NEWEST, /missing/],
    ['the first', remove(FIRST), FIRST, /missing/],
    ['the last line of the first', change(FIRST, withoutLastLine), FIRST, /lost its end/],
    ['the end of the last line of the first', change(FIRST, (text) => text.slice(0, -30)), FIRST, /lost its end/],
  ];
  test.each(WAYS)(
    '%s, is DAMAGED to its manager and its readers, and nothing is written',
    async (_, lose, file, why) => {
      const disk = await inSegments();
      await lose(disk);
      const left = new Map(disk.files());
      const damage = { error: { code: 'DAMAGED', file, detail: expect.stringMatching(why) } };
      expect(await storeOn(disk).open('cup')).toMatchObject(damage);
      expect(await storeOn(disk).read('cup')).toMatchObject(damage);
      expect(await storeOn(disk).leagues()).toEqual(['cup']);
      expect(new Map(disk.files())).toEqual(left);
    },
  );

  test('is whole to a reader before whom it was packed, sealed or put away between two looks', async () => {
    const disk = await inSegments();
    const names = await namesOn(disk);
    const lists = [names.filter((name) => name !== NEWEST && name !== 'ledger.00003.jsonl')];
    const list = async (folder: string) => lists.shift() ?? disk.list(folder);
    const read = await storeOn({ ...disk, list }).read('cup');
    expect(read).toMatchObject({ value: { lines: [['a'], ['b'], ['c'], ['d']] } });
    const gone = [names];
    const empty = { ...memoryDisk(), list: async () => gone.shift() ?? [] };
    expect(await storeOn(empty).read('cup')).toEqual(ok(undefined));
  });
});

/** A disk that does so many things to files and then nothing more; `last` is done once before the first that is not. */
function dying(disk: Disk, operations: number, last: () => Promise<unknown> = () => new Promise(() => undefined)) {
  let left = operations;
  let done = 0;
  const step =
    <A extends readonly unknown[], T>(action: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      done += 1;
      if (left-- === 0) await last();
      return action(...args);
    };
  const { append, appendBytes, sync, truncate, remove, read, readBytes, list, guard } = disk;
  const mortal: Disk = {
    ...disk,
    ...{ append: step(append), appendBytes: step(appendBytes), sync: step(sync), truncate: step(truncate) },
    ...{ remove: step(remove), read: step(read), readBytes: step(readBytes), list: step(list), guard: step(guard) },
  };
  return { disk: mortal, done: () => done };
}

/** Long after everything that can happen by itself has happened. */
async function settled(): Promise<void> {
  for (let i = 0; i < 300; i++) await undefined;
}

/** Appends and seals, three times; says which events were acknowledged. */
async function writes(disk: Disk, acknowledged: Json[], name: string): Promise<void> {
  const opened = await storeOn({ ...disk, lock: memoryDisk().lock }).open<Json>('cup');
  if (!opened.ok) return;
  const { value: ledger } = opened;
  for (let i = 0; i < 3; i++) {
    const event = `${name}${i}`;
    const appended = ledger.append(event).then(() => acknowledged.push(event));
    ledger.seal({ state: Uint8Array.of(i), pages: [Uint8Array.of(i)], from: i });
    await appended;
  }
  await ledger.close();
}

/** The files of segments and snapshots that neither are the newest segment nor are named by it as what is still read. */
async function leftOver(disk: MemoryDisk): Promise<readonly string[]> {
  const names = (await namesOn(disk)).filter((name) => /^(ledger|snapshot)\.\d/.test(name));
  const newest = names.findLast((name) => /^ledger\.\d{5}\.jsonl$/.test(name)) ?? '';
  const closed = closedBefore((await disk.read(`${FOLDER}/${newest}`)) ?? '') ?? [];
  const { snapshot } = closed.findLast((segment) => segment.snapshot !== undefined) ?? {};
  const pages = closed.map((segment) => segment.snapshot?.pages?.file);
  const read = [newest, ...closed.map(({ file }) => file), ...pages, snapshot?.state.file];
  return names.filter((name) => !read.includes(name));
}

const torn: Remains = (safe, written) => {
  if (written === undefined) return safe;
  const start = safe !== undefined && written.startsWith(safe) ? safe.length : 0;
  return written.slice(0, start + Math.ceil((written.length - start) / 2));
};

describe('whatever a ledger was at when it was closing a segment', () => {
  const WAYS: readonly [string, (disk: MemoryDisk) => void][] = [
    ['its process was killed', (disk) => disk.unlockAll()],
    ['the power failed and nothing more was safe', (disk) => disk.crash()],
    ['the power failed and everything was on the disk', (disk) => disk.crash((_, written) => written)],
    ['the power failed in the middle of a write', (disk) => disk.crash(torn)],
  ];
  test.each(WAYS)('%s: what was acknowledged is there, and it goes on', async (_, fail) => {
    let whole = false;
    for (let operations = 0; !whole; operations++) {
      const disk = memoryDisk();
      const acknowledged: Json[] = [];
      const mortal = dying(disk, operations);
      void writes(mortal.disk, acknowledged, 'e');
      await settled();
      whole = mortal.done() <= operations;
      fail(disk);
      expect(
        unwrap(await storeOn(disk).read<Json>('cup'))
          ?.lines.flat()
          .slice(0, acknowledged.length) ?? [],
      ).toEqual(acknowledged);
      const next: Json[] = [];
      await writes(disk, next, 'n');
      const all = unwrap(await storeOn(disk).read<Json>('cup'))?.lines.flat() ?? [];
      expect(all.slice(0, acknowledged.length)).toEqual(acknowledged);
      expect(all.slice(-3)).toEqual(next);
      expect(all.length).toBeLessThanOrEqual(acknowledged.length + 1 + 3);
      expect(await leftOver(disk)).toEqual([]);
    }
  });

  test('it is replayed as far as it was acknowledged', async () => {
    let whole = false;
    for (let operations = 0; !whole; operations++) {
      let ledger: Awaited<ReturnType<typeof openOn>> | undefined;
      whole = true;
      const replayed = dying(memoryDisk(), operations, async () => {
        whole = false;
        if (ledger !== undefined) expect(await eventsOf(ledger)).toEqual(['a', 'b', 'c'].slice(0, ledger.last));
      });
      ledger = await openOn(replayed.disk);
      for (const event of ['a', 'b', 'c']) {
        await ledger.append(event);
        ledger.seal(NOTHING);
      }
      await ledger.append('d');
      await ledger.close();
    }
  });

  test('another process began to write to it: what either has acknowledged is there, once', async () => {
    let whole = false;
    for (let operations = 0; !whole; operations++) {
      const disk = memoryDisk();
      const [first, second]: [Json[], Json[]] = [[], []];
      const former = dying(disk, operations, () => writes(disk.beside(), second, 's'));
      await writes(former.disk, first, 'f').catch(() => undefined);
      await settled();
      whole = former.done() <= operations;
      const all = unwrap(await storeOn(disk).read<Json>('cup'))?.lines.flat() ?? [];
      expect(all.filter((event) => [...first, ...second].includes(event)).toSorted()).toEqual(
        [...first, ...second].toSorted(),
      );
    }
  });
});
