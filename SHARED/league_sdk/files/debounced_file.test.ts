import { describe, expect, test } from 'vitest';
import { fakeClock } from '../../testing/fake_clock.ts';
import { type Disk, DiskError, wholeText } from '../disk/disk.ts';
import { memoryDisk } from '../disk/memory_disk.ts';
import { debouncedFiles } from './debounced_file.ts';

const PATH = '/data/standings.json';

/** A disk that remembers every text it was given, takes its time for each, and can be out of order. */
function slowDisk(clock: ReturnType<typeof fakeClock>, ms: number) {
  const memory = memoryDisk();
  const texts: string[] = [];
  const state = { broken: false };
  const disk: Disk = {
    ...memory,
    async replace(path, text) {
      await new Promise<void>((resolve) => void clock.after(ms, resolve));
      if (state.broken) throw new DiskError('DISK_FULL', 'full');
      texts.push(wholeText(text));
      await memory.replace(path, text);
    },
  };
  return { disk, texts, state };
}

describe('a view', () => {
  test('is written within 200 ms, and of many versions only the last', async () => {
    const clock = fakeClock();
    const { disk, texts } = slowDisk(clock, 0);
    const writer = debouncedFiles({ disk, clock, path: PATH });
    for (let i = 1; i <= 50; i++) writer.show(() => `version ${i}`);
    await clock.advance(199);
    expect(texts).toEqual([]);
    await clock.advance(2);
    expect(texts).toEqual(['version 50']);
    expect(clock.scheduled).toBe(0);
  });

  test('that changes while it is written is written once more', async () => {
    const clock = fakeClock();
    const { disk, texts } = slowDisk(clock, 5);
    const writer = debouncedFiles({ disk, clock, path: PATH });
    writer.show(() => 'one');
    await clock.advance(202);
    writer.show(() => 'two');
    await clock.advance(300);
    expect(texts).toEqual(['one', 'two']);
  });

  test('that takes long to write is written less often', async () => {
    const clock = fakeClock();
    const { disk, texts } = slowDisk(clock, 100);
    const writer = debouncedFiles({ disk, clock, path: PATH });
    for (let ms = 0; ms < 10_000; ms += 50) {
      writer.show(() => `at ${ms}`);
      await clock.advance(50);
    }
    expect(texts.length).toBeGreaterThanOrEqual(4);
    expect(texts.length).toBeLessThanOrEqual(6);
  });

  test('whose text takes long to make is made still less often', async () => {
    const clock = fakeClock();
    const { disk, texts } = slowDisk(clock, 0);
    const writer = debouncedFiles({ disk, clock, path: PATH });
    for (let ms = 0; ms < 10_000; ms += 50) {
      writer.show(() => {
        clock.stall(20);
        return `at ${ms}`;
      });
      await clock.advance(50);
    }
    expect(texts.length).toBeGreaterThanOrEqual(4);
    expect(texts.length).toBeLessThanOrEqual(6);
  });

  test('whose process was stopped while its text was made follows again within a minute', async () => {
    const clock = fakeClock();
    const { disk, texts } = slowDisk(clock, 0);
    const writer = debouncedFiles({ disk, clock, path: PATH });
    writer.show(() => {
      clock.stall(2_000);
      return 'before';
    });
    await clock.advance(300);
    writer.show(() => 'after');
    await clock.advance(59_000);
    expect(texts).toEqual(['before']);
    await clock.advance(2_000);
    expect(texts).toEqual(['before', 'after']);
  });

  test('is there after a flush, also when a write is under way and more comes meanwhile', async () => {
    const clock = fakeClock();
    const { disk, texts } = slowDisk(clock, 10);
    const writer = debouncedFiles({ disk, clock, path: PATH });
    await writer.flush();
    writer.show(() => 'one');
    await clock.advance(205);
    writer.show(() => 'two');
    await clock.runUntil(Promise.all([writer.flush(), writer.flush()]));
    expect(texts).toEqual(['one', 'two']);
    writer.show(() => 'three');
    const flushed = writer.flush();
    await clock.advance(1);
    writer.show(() => 'four');
    await clock.runUntil(flushed);
    expect(texts.at(-1)).toBe('three');
    await clock.advance(1_000);
    expect(texts.at(-1)).toBe('four');
  });

  test('that could not be written is told, and tried again', async () => {
    const clock = fakeClock();
    const { disk, texts, state } = slowDisk(clock, 1);
    const heard: unknown[] = [];
    const writer = debouncedFiles({ disk, clock, path: PATH, onFailure: (thrown) => heard.push(thrown) });
    state.broken = true;
    writer.show(() => 'one');
    await clock.advance(250);
    expect(heard).toMatchObject([{ code: 'DISK_FULL' }]);
    const flushed = writer.flush().catch((thrown: unknown) => thrown);
    await clock.advance(10);
    expect(await flushed).toMatchObject({ code: 'DISK_FULL' });
    state.broken = false;
    await clock.runUntil(writer.flush());
    expect(texts).toEqual(['one']);
  });
});
