/** The laws of a disk; each implementation runs these. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { unwrap } from '../../core/result.ts';
import type { Disk } from './disk.ts';

/** Runs the laws against disks made by `make`, each with an empty folder to work in, and the same as another process has it. */
export function diskLaws(make: () => Promise<{ disk: Disk; folder: string; beside: () => Disk }>): void {
  test('a file that is not there reads as undefined', async () => {
    const { disk, folder } = await make();
    expect(await disk.read(join(folder, 'none'))).toBeUndefined();
    expect(await disk.measure(join(folder, 'none'))).toBeUndefined();
    expect(await disk.list(join(folder, 'none'))).toEqual([]);
  });

  test('appended texts stand in the order they were asked for', async () => {
    const { disk, folder } = await make();
    const path = join(folder, 'deep', 'deeper', 'log');
    const texts = Array.from({ length: 200 }, (_, i) => `line ${i} שלום${'·'.repeat(i % 7 === 3 ? 100_000 : 0)}\n`);
    await Promise.all(texts.map((text) => disk.append(path, text)));
    expect(await disk.read(path)).toBe(texts.join(''));
  });

  test('a text may be appended as its bytes, which are the caller’s again afterwards', async () => {
    const { disk, folder } = await make();
    const path = join(folder, 'log');
    const lines = Buffer.alloc(100_001);
    await disk.append(path, 'é1\n');
    for (const text of [`${'·'.repeat(50_000)}\n`, 'é2\n']) {
      const length = lines.write(text);
      await disk.append(path, lines.subarray(0, length));
    }
    lines.fill(0);
    expect(await disk.read(path)).toBe(`é1\n${'·'.repeat(50_000)}\né2\n`);
  });

  test('appends to many files at once do not mix', async () => {
    const { disk, folder } = await make();
    const paths = Array.from({ length: 150 }, (_, i) => join(folder, `f${i}`));
    await Promise.all([1, 2, 3].flatMap((round) => paths.map((path) => disk.append(path, `${round} of ${path}\n`))));
    for (const path of paths)
      expect(await disk.read(path)).toBe([1, 2, 3].map((round) => `${round} of ${path}\n`).join(''));
    expect(await disk.list(folder)).toHaveLength(150);
  });

  test('a replaced file has the new text alone, and appends go on behind it', async () => {
    const { disk, folder } = await make();
    const path = join(folder, 'view.json');
    await disk.append(path, 'old old old');
    await disk.replace(path, 'new');
    await disk.append(path, '+');
    await disk.sync(path);
    expect(await disk.read(path)).toBe('new+');
    await Promise.all([disk.replace(path, 'é'.repeat(100_000)), disk.replace(path, 'last'), disk.append(path, '!')]);
    expect(await disk.read(path)).toBe('last!');
    expect(await disk.list(folder)).toEqual(['view.json']);
  });

  test('a text in pieces is written as one, and when a piece cannot be made the old one stays', async () => {
    const { disk, folder } = await make();
    const path = join(folder, 'view.json');
    function* pieces(broken = false): Generator<string, void> {
      yield 'é1\n';
      if (broken) throw new Error('no more');
      yield 'é2\n';
    }
    await disk.replace(path, pieces());
    expect(await disk.read(path)).toBe('é1\né2\n');
    await expect(disk.replace(path, pieces(true))).rejects.toThrow('no more');
    expect(await disk.read(path)).toBe('é1\né2\n');
    expect(await disk.list(folder)).toEqual(['view.json']);
  });

  test('a file is cut after so many bytes, and appends go on there', async () => {
    const { disk, folder } = await make();
    const path = join(folder, 'ledger');
    await disk.append(path, 'é1\né2\ntorn');
    await disk.truncate(path, Buffer.byteLength('é1\né2\n'));
    await disk.append(path, 'next\n');
    expect(await disk.read(path)).toBe('é1\né2\nnext\n');
  });

  test('bytes are appended as they are, read from any place, and cut', async () => {
    const { disk, folder } = await make();
    const path = join(folder, 'frames', 'one');
    const bytes = Uint8Array.from({ length: 300 }, (_, i) => i % 256);
    expect(await disk.readBytes(path)).toBeUndefined();
    await Promise.all([disk.appendBytes(path, bytes.subarray(0, 100)), disk.appendBytes(path, bytes.subarray(100))]);
    expect(await disk.measure(path)).toEqual({ bytes: 300, torn: 300 - (266 + 1) });
    await disk.truncate(path, 290);
    await disk.rename(path, join(folder, 'frames', 'two'));
    const moved = join(folder, 'frames', 'two');
    await disk.appendBytes(moved, Uint8Array.of(255, 0));
    await disk.sync(moved);
    expect([...((await disk.readBytes(moved)) ?? [])]).toEqual([...bytes.subarray(0, 290), 255, 0]);
    expect([...((await disk.readBytes(moved, 250, 8)) ?? [])]).toEqual([...bytes.subarray(250, 258)]);
    expect([...((await disk.readBytes(moved, 289)) ?? [])]).toEqual([33, 255, 0]);
    expect([...((await disk.readBytes(moved, 500, 4)) ?? [])]).toEqual([]);
    await disk.replace(moved, 'שלום');
    expect([...((await disk.readBytes(moved)) ?? [])]).toEqual([...Buffer.from('שלום')]);
  });

  test('a file is measured in bytes, with those behind its last newline', async () => {
    const { disk, folder } = await make();
    const path = join(folder, 'log');
    const long = 'é'.repeat(100_000);
    for (const [text, torn] of [
      ['', 0],
      ['é1\n', 0],
      ['é2\ntorn é', 7],
      [`${long}\n${long}`, 200_000],
      [long, 200_000],
    ] as const) {
      await disk.replace(path, text);
      expect(await disk.measure(path)).toEqual({ bytes: Buffer.byteLength(text), torn });
    }
    await expect(disk.truncate(join(folder, 'none'), 0)).rejects.toMatchObject({ code: 'DISK_ERROR' });
  });

  test('files and whole folders are renamed, and appends find the new place', async () => {
    const { disk, folder } = await make();
    await disk.append(join(folder, 'a', 'one'), '1');
    await disk.append(join(folder, 'a', 'two'), '2');
    await disk.rename(join(folder, 'a'), join(folder, 'archive', 'b'));
    await disk.append(join(folder, 'a', 'one'), 'again');
    await disk.rename(join(folder, 'a', 'one'), join(folder, 'c'));
    expect(await disk.list(join(folder, 'archive', 'b'))).toEqual(['one', 'two']);
    expect(await disk.read(join(folder, 'archive', 'b', 'one'))).toBe('1');
    expect(await disk.read(join(folder, 'c'))).toBe('again');
    await expect(disk.rename(join(folder, 'none'), join(folder, 'd'))).rejects.toMatchObject({ code: 'DISK_ERROR' });
  });

  test('a removed file is gone, and removing it again is nothing', async () => {
    const { disk, folder } = await make();
    const path = join(folder, 'gone');
    await disk.append(path, 'x');
    await disk.remove(path);
    await disk.remove(path);
    await disk.sync(path);
    expect(await disk.read(path)).toBeUndefined();
    await disk.append(path, 'new');
    expect(await disk.read(path)).toBe('new');
  });

  describe('a guarded file', () => {
    const CHANGED = { code: 'DISK_ERROR', message: expect.stringMatching(/^cannot write .*: another process has/) };

    test('takes what its own process writes, and another process may read it and guard it too', async () => {
      const { disk, folder, beside } = await make();
      const path = join(folder, 'league', 'ledger');
      await disk.guard(path);
      await Promise.all([disk.append(path, 'é1\n'), disk.append(path, 'é2\n')]);
      await beside().guard(path);
      await disk.append(path, 'torn');
      await disk.truncate(path, Buffer.byteLength('é1\né2\n'));
      await disk.append(path, 'é3\n');
      await disk.sync(path);
      expect(await beside().read(path)).toBe('é1\né2\né3\n');
    });

    test.each<[string, (path: string, other: Disk) => Promise<void>]>([
      ['written to', (path, other) => other.append(path, '+')],
      ['cut', (path, other) => other.truncate(path, 1)],
      ['put the same text in its place', (path, other) => other.replace(path, 'mine')],
      ['removed it', (path, other) => other.remove(path)],
    ])('is neither written nor cut once another process has %s, until it is guarded anew', async (_, change) => {
      const { disk, folder, beside } = await make();
      const path = join(folder, 'ledger');
      await disk.guard(path);
      await disk.append(path, 'mine');
      await change(path, beside());
      const changed = await disk.read(path);
      await expect(disk.append(path, 'lost')).rejects.toMatchObject(CHANGED);
      await expect(disk.truncate(path, 0)).rejects.toMatchObject(CHANGED);
      if (changed !== undefined) await expect(disk.sync(path)).rejects.toMatchObject(CHANGED);
      expect(await disk.read(path)).toBe(changed);
      await disk.guard(path);
      await disk.append(path, '!');
      expect(await disk.read(path)).toBe(`${changed ?? ''}!`);
    });

    test('that was not there is not written once another process has made one', async () => {
      const { disk, folder, beside } = await make();
      await disk.guard(join(folder, 'ledger'));
      await beside().append(join(folder, 'ledger'), '');
      await expect(disk.append(join(folder, 'ledger'), 'lost')).rejects.toMatchObject(CHANGED);
    });

    test('is safe with the text of one alone, where two processes append at once', async () => {
      const { disk, folder, beside } = await make();
      const [path, other] = [join(folder, 'ledger'), beside()];
      await Promise.all([disk.guard(path), other.guard(path)]);
      const safe = (own: Disk, text: string) => own.append(path, text).then(() => own.sync(path));
      const written = [safe(disk, 'a'.repeat(5)), safe(other, 'b'.repeat(5))];
      const taken = (await Promise.allSettled(written)).flatMap(({ status }, i) =>
        status === 'fulfilled' ? ['ab'[i]] : [],
      );
      expect(taken.length).toBeLessThan(2);
      for (const letter of taken) expect((await disk.read(path))?.startsWith(`${letter}`.repeat(5))).toBe(true);
    });
  });

  test('a lock has one holder until it lets go', async () => {
    const { disk, folder } = await make();
    const path = join(folder, 'league', 'its.lock');
    const unlock = unwrap(await disk.lock(path));
    expect(await disk.lock(path)).toEqual({ ok: false, error: 'LOCKED' });
    await unlock();
    const again = unwrap(await disk.lock(path));
    await unlock();
    expect(await disk.lock(path)).toEqual({ ok: false, error: 'LOCKED' });
    await again();
  });

  test('of many who want a lock at once, one gets it', async () => {
    const { disk, folder } = await make();
    const answers = await Promise.all(Array.from({ length: 20 }, () => disk.lock(join(folder, 'lock'))));
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
  });
}
