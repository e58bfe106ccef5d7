import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { MatchRecord } from '../../contracts/files/match.ts';
import { unwrap } from '../../core/result.ts';
import { DiskError } from '../disk/disk.ts';
import { memoryDisk } from '../disk/memory_disk.ts';
import { nodeDisk } from '../disk/node_disk.ts';
import { MatchReader, Records } from './records.ts';
import { recordsLaws } from './records_laws.ts';

describe('records in files', () => recordsLaws('files'));
describe('records in segments', () => recordsLaws('segments'));

const example = fileURLToPath(new URL('../../testing/fixtures/spec_examples/data/R1M1.json', import.meta.url));
const shown = JSON.parse((await nodeDisk().read(example)) ?? '') as MatchRecord;

const process = (disk = memoryDisk()) => new Records('segments', { disk, root: '/data' });

test('all players of a process share a few files, named after the first of them', async () => {
  const disk = memoryDisk();
  const records = process(disk);
  await Promise.all(['P01', 'P02', 'P03'].map((id) => records.addToHistory(id, `{"of":"${id}"}`)));
  await records.flush();
  expect([...disk.files().keys()]).toEqual(['/data/histories/P01.000001.jsonl.zst']);
  const next = process(disk);
  expect(await next.historyOf('P02')).toEqual(['{"of":"P02"}']);
  await next.addToHistory('P02', '{"again":true}');
  expect(await process(disk).historyOf('P02')).toEqual(['{"of":"P02"}', '{"again":true}']);
});

test('a player that asks alone reads no frame without a line of its own', async () => {
  const disk = memoryDisk();
  for (const id of ['P01', 'P02', 'P03']) {
    const records = process(disk);
    await records.addToHistory(id, `{"of":"${id}"}`);
    await records.flush();
  }
  const looked: string[] = [];
  const readBytes: typeof disk.readBytes = (path, from, length) => {
    if ((from ?? 0) > 0 && length !== undefined && length < 2 ** 20) looked.push(path);
    return disk.readBytes(path, from, length);
  };
  const records = new Records('files', { disk: { ...disk, readBytes }, root: '/data' });
  expect(await records.historyOf('P02')).toEqual(['{"of":"P02"}']);
  expect(looked).toEqual(['/data/histories/P02.000001.jsonl.zst']);
  for (const id of ['P01', 'P03', 'P02']) expect(await records.historyOf(id)).toEqual([`{"of":"${id}"}`]);
});

test('a damaged segment is told to one player, and costs what it held alone', async () => {
  const disk = memoryDisk();
  for (const id of ['P01', 'P02']) {
    const records = process(disk);
    await records.addToHistory(id, `{"of":"${id}"}`);
    await records.flush();
  }
  const [first = ''] = [...disk.files().keys()];
  const bytes = Buffer.from((await disk.readBytes(first)) ?? []);
  bytes[bytes.length - 3] = (bytes[bytes.length - 3] as number) ^ 0xff;
  await disk.remove(first);
  await disk.appendBytes(first, bytes);
  const told: string[] = [];
  const records = process(disk);
  expect(await records.historyOf('P01', (detail) => told.push(detail))).toEqual([]);
  expect(await records.historyOf('P02', (detail) => told.push(detail))).toEqual(['{"of":"P02"}']);
  expect(told).toEqual([expect.stringContaining(`${first} is damaged at byte`)]);
});

test('a reader of a folder that was put away reads the one in its place', async () => {
  const disk = memoryDisk();
  const reader = new MatchReader(disk, '/data/matches/L');
  for (const referee_id of ['REF01', 'REF02']) {
    const matches = await process(disk).matches('L', referee_id);
    await matches.saveMatch('R1M1', { referee_id } as never);
    await matches.flush?.();
    expect(await reader.list()).toEqual(['R1M1']);
    expect(unwrap({ ok: true, value: reader.where('R1M1') })).toBe('/data/matches/L/segments');
    await disk.rename('/data/matches/L', `/data/archive/L/${referee_id}`);
  }
  expect(await reader.list()).toEqual([]);
});

/** A record that is read as one, of an assignment. */
const recordOf = (epoch: number): MatchRecord => ({ ...shown, assignment_epoch: epoch });

describe('a reader of matches', () => {
  const FOLDER = '/data/matches/L';

  test('finds the record of a later assignment although it knows one of an earlier', async () => {
    const disk = memoryDisk();
    const reader = new MatchReader(disk, FOLDER);
    for (const epoch of [1, 2, 3]) {
      // The newest is that of the highest assignment, whatever its referee is called.
      await (await process(disk).matches('L', `REF0${4 - epoch}`)).saveMatch('R1M1', recordOf(epoch));
      const isWanted = epoch === 2 ? (record: MatchRecord) => record.assignment_epoch === 2 : undefined;
      expect(unwrap(await reader.get('R1M1', isWanted))?.record.assignment_epoch).toBe(epoch);
    }
  });

  test('opens no file for a match that lies in a segment', async () => {
    const disk = memoryDisk();
    const matches = await process(disk).matches('L', 'REF01');
    await matches.saveMatch('R1M1', recordOf(1));
    await matches.flush?.();
    const opened: string[] = [];
    const read: typeof disk.read = (path) => {
      opened.push(path);
      return disk.read(path);
    };
    const reader = new MatchReader({ ...disk, read }, FOLDER);
    expect(await reader.list()).toEqual(['R1M1']);
    expect(unwrap(await reader.get('R1M1', () => true))?.isAsWritten).toBe(true);
    expect(opened).toEqual([]);
  });

  test('tells of a segment that cannot be read to its end', async () => {
    const disk = memoryDisk();
    const matches = await process(disk).matches('L', 'REF01');
    await matches.saveMatch('R1M1', recordOf(1));
    await matches.flush?.();
    const path = `${FOLDER}/segments/REF01.000001.jsonl.zst`;
    const bytes = Buffer.from((await disk.readBytes(path)) ?? []);
    bytes[5] = (bytes[5] as number) ^ 1;
    await disk.remove(path);
    await disk.appendBytes(path, bytes);
    const reader = new MatchReader(disk, FOLDER);
    expect(unwrap(await reader.get('R1M1'))).toBeUndefined();
    expect(reader.damage()).toEqual([`${path} is damaged at byte 0: no frame begins there`]);
  });

  test('gives no other record for the wanted one where a frame of the match cannot be read', async () => {
    const disk = memoryDisk();
    for (const epoch of [1, 2]) {
      const matches = await process(disk).matches('L', `REF0${epoch}`);
      await matches.saveMatch('R1M1', recordOf(epoch));
      await matches.flush?.();
    }
    const path = `${FOLDER}/segments/REF01.000001.jsonl.zst`;
    const bytes = Buffer.from((await disk.readBytes(path)) ?? []);
    bytes[bytes.length - 20] = (bytes[bytes.length - 20] as number) ^ 1;
    await disk.remove(path);
    await disk.appendBytes(path, bytes);
    const reader = new MatchReader(disk, FOLDER);
    const of = (epoch: number) => (record: MatchRecord) => record.assignment_epoch === epoch;
    const fault = { code: 'DAMAGED', detail: expect.stringContaining(`${path} is damaged at byte`) };
    // Before it has looked, and after.
    for (let looks = 0; looks < 2; looks++)
      expect(await reader.get('R1M1', of(1))).toMatchObject({ ok: false, error: fault });
    expect(unwrap(await reader.get('R1M1', of(2)))?.record.assignment_epoch).toBe(2);
    expect(unwrap(await reader.get('R1M1'))?.record.assignment_epoch).toBe(2);
  });
});

test('a part that cannot be packed is told to the agents whose lines are in it, and its lines are kept', async () => {
  const disk = memoryDisk();
  const full = () => Promise.reject(new DiskError('DISK_FULL', 'full'));
  const records = new Records('segments', {
    disk: { ...disk, appendBytes: full },
    ...{ root: '/data', sizes: { partBytes: 10, segmentBytes: 1_000 } },
  });
  const told: string[] = [];
  const tell = (who: string) => (thrown: unknown) => void told.push(`${who}: ${(thrown as Error).message}`);
  await records.addToHistory('P01', '{"of":"P01"}', tell('P01'));
  await (await records.matches('L', 'REF01', tell('REF01'))).saveMatch('R1M1', recordOf(1));
  await expect.poll(() => told).toEqual(['P01: full', 'REF01: full']);
  expect(await process(disk).historyOf('P01')).toEqual(['{"of":"P01"}']);
});
