import { describe, expect, test } from 'vitest';
import { unwrap } from '../../core/result.ts';
import { memoryDisk } from '../disk/memory_disk.ts';
import { MatchReader, Records } from './records.ts';
import { recordsLaws } from './records_laws.ts';

describe('records in files', () => recordsLaws('files'));
describe('records in segments', () => recordsLaws('segments'));
describe('no records', () => recordsLaws('none'));

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
