import { describe, expect, test } from 'vitest';
import { sleep } from '../../core/clock.ts';
import { fakeClock } from '../../testing/fake_clock.ts';
import { type Disk, DiskError } from '../disk/disk.ts';
import { type MemoryDisk, memoryDisk } from '../disk/memory_disk.ts';
import { logWriter } from './log_file.ts';

const PATH = '/logs/agents/P01.log.jsonl';
const gap = (missing: number, reason: string) => JSON.stringify({ missing, reason });

function fresh() {
  const clock = fakeClock();
  const disk = memoryDisk();
  let appends = 0;
  const counting: Disk = {
    ...disk,
    append: (path, text) => {
      appends++;
      return disk.append(path, text);
    },
  };
  return { clock, disk, writer: logWriter({ disk: counting, clock, path: PATH, gap }), appends: () => appends };
}

describe('lines of a log', () => {
  test('are written together a moment later', async () => {
    const { clock, disk, writer, appends } = fresh();
    writer.write('one');
    writer.write('two');
    expect(await disk.read(PATH)).toBeUndefined();
    await clock.advance(20);
    expect(await disk.read(PATH)).toBe('one\ntwo\n');
    expect(appends()).toBe(1);
    expect(clock.scheduled).toBe(0);
  });

  test('are written at once when they are many', async () => {
    const { clock, disk, writer } = fresh();
    for (let i = 0; i < 70; i++) writer.write('x'.repeat(1_024));
    await clock.advance(0);
    expect(((await disk.read(PATH)) ?? '').length).toBeGreaterThanOrEqual(64 * 1_024);
  });

  test('that come while others are on their way to a slow disk are written whole, once and in order', async () => {
    const [clock, disk] = [fakeClock(), memoryDisk()];
    const slow: Disk = {
      ...disk,
      append: async (path, text) => {
        await sleep(clock, 40);
        await disk.append(path, text);
      },
    };
    const writer = logWriter({ disk: slow, clock, path: PATH, gap });
    const lines = Array.from({ length: 400 }, (_, i) => `line ${i} ${'שלום ✓ '.repeat(i % 90)}`);
    for (const [i, line] of lines.entries()) {
      writer.write(line);
      if (i % 9 === 0) await clock.advance(7);
    }
    const flushed = writer.flush();
    await clock.runUntil(flushed);
    expect(await disk.read(PATH)).toBe(`${lines.join('\n')}\n`);
  });

  test('are on disk after a flush, and nothing is taken after the end', async () => {
    const { clock, disk, writer } = fresh();
    writer.write('one');
    await writer.flush();
    expect(await disk.read(PATH)).toBe('one\n');
    writer.write('two');
    await writer.close();
    writer.write('late');
    await clock.advance(100);
    expect(await disk.read(PATH)).toBe('one\ntwo\n');
  });

  test('that are lost stop nobody, and that is told each time and at the next flush', async () => {
    const clock = fakeClock();
    const heard: unknown[] = [];
    const full: Disk = { ...memoryDisk(), append: () => Promise.reject(new DiskError('DISK_FULL', 'full')) };
    const onFailure = (thrown: unknown, lines: number) => heard.push([(thrown as DiskError).code, lines]);
    const writer = logWriter({ disk: full, clock, path: PATH, gap, onFailure });
    for (let i = 0; i < 3; i++) {
      writer.write(`line ${i}`);
      await clock.advance(250);
    }
    expect(heard).toEqual([1, 2, 3].map(() => ['DISK_FULL', 1]));
    await expect(writer.flush()).rejects.toMatchObject({ code: 'DISK_FULL' });
    await writer.flush();
  });
});

/** A disk of so many bytes: an append that does not fit is written as far as it does. */
function smallDisk(disk: MemoryDisk, room: { bytes: number }): Disk {
  return {
    ...disk,
    async append(path, text) {
      const used = [...disk.files().values()].reduce((sum, each) => sum + Buffer.byteLength(each), 0);
      const fits = Buffer.from(text).subarray(0, Math.max(0, room.bytes - used));
      await disk.append(path, fits.toString());
      if (fits.length < Buffer.byteLength(text)) throw new DiskError('DISK_FULL', 'the disk is full (ENOSPC)');
    },
  };
}

describe('a log on a disk that was full', () => {
  const LINE = '{"a":"0123456789"}';

  test('has whole lines, and one in the place of those that are missing', async () => {
    const [clock, disk, room] = [fakeClock(), memoryDisk(), { bytes: 50 }];
    await disk.append(PATH, '{"a":"earlier é"}\n');
    const writer = logWriter({ disk: smallDisk(disk, room), clock, path: PATH, gap });
    const say = async (times: number) => {
      for (let i = 0; i < times; i++) writer.write(LINE);
      await clock.advance(250);
    };
    await say(1);
    await say(2);
    expect(await disk.read(PATH)).toBe(`{"a":"earlier é"}\n${LINE}\n`);
    await say(3);
    room.bytes = 1_000;
    await say(1);
    const read = ((await disk.read(PATH)) ?? '').split('\n');
    expect(read).toEqual(['{"a":"earlier é"}', LINE, '{"missing":5,"reason":"the disk is full (ENOSPC)"}', LINE, '']);
  });

  test('begins with a whole line where the process before it was interrupted in one', async () => {
    const [clock, disk] = [fakeClock(), memoryDisk()];
    await disk.append(PATH, `${LINE}\n{"a":"é012`);
    const writer = logWriter({ disk, clock, path: PATH, gap });
    writer.write(LINE);
    await writer.close();
    expect(await disk.read(PATH)).toBe(`${LINE}\n${LINE}\n`);
  });

  test('says at its end what is missing, where there is room again', async () => {
    const [clock, disk, room] = [fakeClock(), memoryDisk(), { bytes: 10 }];
    const writer = logWriter({ disk: smallDisk(disk, room), clock, path: PATH, gap });
    writer.write(LINE);
    await clock.advance(250);
    room.bytes = 1_000;
    await expect(writer.close()).rejects.toMatchObject({ code: 'DISK_FULL' });
    expect(await disk.read(PATH)).toBe('{"missing":1,"reason":"the disk is full (ENOSPC)"}\n');
  });

  test('is cut later where it could not be cut at once', async () => {
    const [clock, disk, room] = [fakeClock(), memoryDisk(), { bytes: 30 }];
    let isStuck = true;
    const small = smallDisk(disk, room);
    const truncate: Disk['truncate'] = (path, bytes) =>
      isStuck ? Promise.reject(new DiskError('DISK_ERROR', 'stuck')) : disk.truncate(path, bytes);
    const writer = logWriter({ disk: { ...small, truncate }, clock, path: PATH, gap });
    for (const bytes of [30, 30, 1_000]) {
      room.bytes = bytes;
      writer.write(LINE);
      await clock.advance(250);
    }
    isStuck = false;
    writer.write(LINE);
    await writer.flush().catch(() => undefined);
    const lines = ((await disk.read(PATH)) ?? '').split('\n');
    expect(lines).toEqual([LINE, '{"missing":2,"reason":"stuck"}', LINE, '']);
  });
});

describe('a log that has grown', () => {
  const limits = { maxBytes: 30, maxFiles: 3 };
  const older = (nth: number) => PATH.replace('.jsonl', `.${nth}.jsonl`);

  test('goes on in a new file, and so many are kept', async () => {
    const [clock, disk] = [fakeClock(), memoryDisk()];
    const writer = logWriter({ disk, clock, path: PATH, gap, limits });
    for (let i = 1; i <= 9; i++) {
      writer.write(`line ${i} of ten`);
      await writer.flush();
    }
    expect(Object.fromEntries(disk.files())).toEqual({
      [PATH]: 'line 9 of ten\n',
      [older(1)]: 'line 7 of ten\nline 8 of ten\n',
      [older(2)]: 'line 5 of ten\nline 6 of ten\n',
    });
  });

  test('before this start as well', async () => {
    const [clock, disk] = [fakeClock(), memoryDisk()];
    await disk.append(PATH, 'of an earlier start, and long\n');
    const writer = logWriter({ disk, clock, path: PATH, gap, limits: { maxBytes: 30, maxFiles: 2 } });
    writer.write('new');
    await writer.close();
    expect(Object.fromEntries(disk.files())).toEqual({
      [PATH]: 'new\n',
      [older(1)]: 'of an earlier start, and long\n',
    });
  });

  test('is all there is where one file is kept, and loses no line where none can be renamed', async () => {
    const [clock, one, stuck] = [fakeClock(), memoryDisk(), memoryDisk()];
    const rename = () => Promise.reject(new DiskError('DISK_ERROR', 'stuck'));
    for (const [disk, maxFiles] of [
      [one, 1],
      [{ ...stuck, rename }, 3],
    ] as const) {
      const writer = logWriter({ disk, clock, path: PATH, gap, limits: { maxBytes: 30, maxFiles } });
      for (let i = 1; i <= 3; i++) {
        writer.write(`line ${i} of ten`);
        await writer.flush();
      }
    }
    expect(Object.fromEntries(one.files())).toEqual({ [PATH]: 'line 3 of ten\n' });
    expect(Object.fromEntries(stuck.files())).toEqual({ [PATH]: 'line 1 of ten\nline 2 of ten\nline 3 of ten\n' });
  });
});
