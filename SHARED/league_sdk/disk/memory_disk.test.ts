import { describe, expect, test } from 'vitest';
import { diskLaws } from './disk_laws.ts';
import { memoryDisk } from './memory_disk.ts';

describe('the disk in memory', () => {
  diskLaws(async () => {
    const disk = memoryDisk();
    return { disk, folder: '/data', beside: disk.beside };
  });

  test('a power cut takes what was not synced, and nothing else', async () => {
    const disk = memoryDisk();
    await disk.append('/d/ledger', 'kept\n');
    await disk.sync('/d/ledger');
    await disk.append('/d/ledger', 'lost\n');
    await disk.append('/d/never', 'lost');
    disk.crash();
    expect(disk.files()).toEqual(new Map([['/d/ledger', 'kept\n']]));
    await disk.append('/d/ledger', 'on\n');
    expect(await disk.read('/d/ledger')).toBe('kept\non\n');
  });

  test('a power cut undoes a removal and a rename that were not synced', async () => {
    const disk = memoryDisk();
    for (const path of ['/a', '/b', '/c']) {
      await disk.append(path, path);
      await disk.sync(path);
    }
    await disk.remove('/a');
    await disk.rename('/b', '/b2');
    await disk.rename('/c', '/c1');
    await disk.rename('/c1', '/c2');
    await disk.sync('/c2');
    disk.crash();
    expect([...disk.files().keys()].sort()).toEqual(['/a', '/b', '/c2']);
  });

  test('a power cut may leave a part of what was not synced', async () => {
    const disk = memoryDisk();
    await disk.append('/d/ledger', 'kept ');
    await disk.sync('/d/ledger');
    await disk.append('/d/ledger', 'torn in two');
    await disk.replace('/d/view', 'new');
    expect(disk.durable('/d/ledger')).toBe('kept ');
    const asked: unknown[] = [];
    disk.crash((...about) => {
      asked.push(about);
      return about[1]?.slice(0, 9);
    });
    expect(asked).toEqual([
      ['kept ', 'kept torn in two', '/d/ledger'],
      [undefined, 'new', '/d/view'],
    ]);
    expect(await disk.read('/d/ledger')).toBe('kept torn');
    expect(disk.durable('/d/view')).toBe('new');
  });

  test('a process that dies alone loses its locks and no file', async () => {
    const disk = memoryDisk();
    await disk.append('/d/log', 'line');
    await disk.lock('/lock');
    disk.unlockAll();
    expect(await disk.read('/d/log')).toBe('line');
    expect((await disk.lock('/lock')).ok).toBe(true);
  });

  test('a power cut frees the locks, and the dead holder cannot free the next one’s', async () => {
    const disk = memoryDisk();
    const first = await disk.lock('/lock');
    disk.crash();
    const second = await disk.lock('/lock');
    expect(second.ok).toBe(true);
    if (first.ok) await first.value();
    expect((await disk.lock('/lock')).ok).toBe(false);
  });
});
