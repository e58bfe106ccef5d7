import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type MemoryDisk, memoryDisk } from '../disk/memory_disk.ts';
import { copyAgentLogs } from './agent_logs.ts';

/** Logs of 0.3.0: a frame, a part that a kill has cut, and warnings in files; the copies are those that 0.3.0 made of them. */
const RELEASE = fileURLToPath(new URL('../../testing/fixtures/releases/0.3.0/', import.meta.url));
const SEGMENT = '/logs/agents/segments/LM01.000001.jsonl.zst';
const AGENTS = new Set(['LM01', 'REF01', 'P01', 'P02']);
const ALL = { agents: AGENTS, since: '2026-01-01T00:00:00.000Z' };
const fail = (detail: string) => expect.unreachable(detail);

async function logsOfRelease(): Promise<MemoryDisk> {
  const [disk, folder] = [memoryDisk(), join(RELEASE, 'segments_logs')];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = await readFile(path);
    const append = path.endsWith('.zst') ? disk.appendBytes : disk.append;
    await append(join('/logs', path.slice(folder.length)), bytes);
  }
  return disk;
}

const copiesIn = (disk: MemoryDisk) =>
  [...disk.files()]
    .filter(([path]) => path.startsWith('/copies/'))
    .sort()
    .map(([path, text]) => [/(\w+)\.log\.jsonl$/.exec(path)?.[1], text]);

test('the copies of logs in segments are those that 0.3.0 made of them, line by line in the order of time', async () => {
  const disk = await logsOfRelease();
  expect(await copyAgentLogs(disk, ['/logs', '/copies'], ALL, fail)).toEqual(['LM01', 'P01', 'P02', 'REF01']);
  const texts = copiesIn(disk).map(([id, text]) => `# ${id}\n${text}`);
  expect(texts.join('')).toBe(await readFile(join(RELEASE, 'segments_logs.copies.txt'), 'utf8'));
});

test('a copy has the lines of its agent and of its time alone, from all files of the log, the oldest first', async () => {
  const disk = memoryDisk();
  const line = (time: string, word: string) => `{"timestamp":"2026-11-20T10:00:0${time}Z","word":"${word} שלום"}\n`;
  for (const id of ['P01', 'P02', 'P03']) {
    await disk.append(`/logs/agents/${id}.log.10.jsonl`, line('1.000', 'before') + line('2.000', 'first'));
    await disk.append(`/logs/agents/${id}.log.9.jsonl`, line('3.000', 'second'));
    await disk.append(`/logs/agents/${id}.log.jsonl`, `${line('4.000', 'third')}${line('5.000', 'after')}{"timestamp"`);
  }
  await disk.append('/logs/agents/P04.log.jsonl', line('1.000', 'before'));
  const part = {
    agents: new Set(['P01', 'P03', 'P04']),
    since: '2026-11-20T10:00:02.000Z',
    until: '2026-11-20T10:00:05.000Z',
  };
  // A log may be longer than a string can be.
  const whole = () => Promise.reject(new RangeError('Invalid string length'));
  expect(await copyAgentLogs({ ...disk, read: whole, replace: whole }, ['/logs', '/copies'], part, fail)).toEqual([
    'P01',
    'P03',
  ]);
  const text = line('2.000', 'first') + line('3.000', 'second') + line('4.000', 'third');
  expect(copiesIn(disk)).toEqual([
    ['P01', text],
    ['P03', text],
  ]);
});

test('a segment of 0.3.0 that cannot be read is reported, and all other lines are copied', async () => {
  const disk = await logsOfRelease();
  const bytes = (await disk.readBytes(SEGMENT)) ?? new Uint8Array();
  await disk.remove(SEGMENT);
  await disk.appendBytes(SEGMENT, Buffer.concat([Buffer.alloc(20), bytes]));
  const reported: string[] = [];
  await copyAgentLogs(disk, ['/logs', '/copies'], ALL, (detail) => reported.push(detail));
  expect(reported).toEqual([`${SEGMENT} is damaged at byte 0: no frame begins there`]);
  const registered = copiesIn(disk).map(([id, text]) => [id, text?.match(/_REGISTER_RESPONSE"/g)?.length]);
  expect(registered).toEqual([
    ['LM01', 3],
    ['P01', 1],
    ['P02', 1],
    ['REF01', 1],
  ]);
});
