import { describe, expect, test } from 'vitest';
import { fakeClock } from '../../testing/fake_clock.ts';
import { type Disk, DiskError } from '../disk/disk.ts';
import { memoryDisk } from '../disk/memory_disk.ts';
import { logWriter } from './log_file.ts';

const PATH = '/logs/agents/P01.log.jsonl';

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
  return { clock, disk, writer: logWriter({ disk: counting, clock, path: PATH }), appends: () => appends };
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
    const { disk, writer } = fresh();
    for (let i = 0; i < 70; i++) writer.write('x'.repeat(1_024));
    expect(((await disk.read(PATH)) ?? '').length).toBeGreaterThanOrEqual(64 * 1_024);
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

  test('that are lost stop nobody, and that is told once and at the next flush', async () => {
    const clock = fakeClock();
    const heard: unknown[] = [];
    const full: Disk = { ...memoryDisk(), append: () => Promise.reject(new DiskError('DISK_FULL', 'full')) };
    const writer = logWriter({ disk: full, clock, path: PATH, onFailure: (thrown) => heard.push(thrown) });
    for (let i = 0; i < 3; i++) {
      writer.write(`line ${i}`);
      await clock.advance(20);
    }
    expect(heard).toHaveLength(1);
    await expect(writer.flush()).rejects.toMatchObject({ code: 'DISK_FULL' });
    await writer.flush();
  });
});
