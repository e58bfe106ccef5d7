/** Data folders that 0.3.0 wrote: commands that read them print what they printed, and an interrupted league goes on. */
import { cp, readdir, readFile, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { whereText } from '../launcher/output/results_text.ts';
import { OwnStage } from './testing/own_stage.ts';
import { typed } from './testing/rehearsal_in_process.ts';

const FOLDERS = fileURLToPath(new URL('../../SHARED/testing/fixtures/releases/0.3.0/', import.meta.url));
/** Two of the six players forfeit: one answers too late, one sends a choice that does not exist. */
const COMMANDS = [
  'status',
  'standings',
  'schedule',
  'match R2M2',
  'match R5M3',
  'player-report P02',
  'player-report P04',
  'violations',
  'grade',
  'verify',
];
const LEAGUE = 'league_2025_even_odd';
const stage = new OwnStage();

/** A command and its whole output, without the path of the folder. */
async function printed(words: string, data: string): Promise<string> {
  const { code, out, err } = await typed(...words.split(' '), '--data', data);
  return `$ league ${words}\n${out}${err}(exit code ${code})\n`.replaceAll(data, '<data>');
}

async function copyOf(folder: string): Promise<string> {
  const data = join(stage.folder, 'data');
  await cp(join(FOLDERS, folder), data, { recursive: true });
  return data;
}

test.each(['files', 'segments'])('commands print what they printed of a league kept in %s', async (kind) => {
  const data = await copyOf(kind);
  const texts: string[] = [];
  for (const words of COMMANDS) texts.push(await printed(words, data));
  await expect(texts.join('\n')).toMatchFileSnapshot(join(FOLDERS, `${kind}.outputs.txt`));
});

test.each(['files', 'segments'])('the exported tables of a league kept in %s are what they were', async (kind) => {
  const data = await copyOf(kind);
  const out = join(stage.folder, 'tables');
  expect((await typed('export', '--format', 'csv', '--out', out, '--data', data)).code).toBe(0);
  const tables = (await readdir(out)).sort().filter((name) => name !== 'log.csv');
  const texts = await Promise.all(tables.map(async (name) => `# ${name}\n${await readFile(join(out, name), 'utf8')}`));
  await expect(texts.join('\n')).toMatchFileSnapshot(join(FOLDERS, `${kind}.tables.txt`));
});

test.each(['files_unfinished', 'segments_unfinished'])('a league that was killed goes on from %s', async (folder) => {
  const data = await copyOf(folder);
  const { code, out, err } = await typed('resume', ...stage.where);
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/15 matches, \d+ of them in the [\d.]+ s since it went on/);
  const verified = await typed('verify', '--data', data);
  expect(verified.out).toContain('15 results recomputed from moves and seed, 0 taken on trust');
  expect([verified.code, verified.out.split('\n').at(-2)]).toEqual([0, 'All is as it was played.']);
});

test('a league without records says so wherever they are asked for, and nothing is wrong with it', async () => {
  const data = await copyOf('none');
  const [verified, match] = [await printed('verify', data), await printed('match R1M1', data)];
  expect(verified).toContain('the records of this league were not kept (records: none): 6 were reported');
  expect(verified).toContain('Records    none here to be compared');
  expect(verified).toMatch(/All is as it was played\.\n\(exit code 0\)\n$/);
  expect(match).toContain('not shown: the records of this league were not kept (records: none).');
  expect(await whereText({ data, logs: 'logs' }, LEAGUE, '')).not.toContain('Matches');
  const out = join(stage.folder, 'tables');
  expect((await typed('export', '--format', 'csv', '--out', out, '--data', data)).code).toBe(0);
  expect((await readFile(join(out, 'moves.csv'), 'utf8')).split('\n')).toHaveLength(14);
  const files = await typed('export', '--format', 'files', '--out', join(stage.folder, 'nothing'), '--data', data);
  expect(files).toMatchObject({ code: 1, err: expect.stringContaining('were not kept') });
});

test('a league that was begun without records goes on, and keeps those of its later matches', async () => {
  const data = await copyOf('none_unfinished');
  const tables = join(stage.folder, 'tables');
  expect((await typed('export', '--format', 'csv', '--out', tables, '--data', data)).code).toBe(0);
  expect((await readFile(join(tables, 'moves.csv'), 'utf8')).split('\n')).toHaveLength(10);
  const { code, out, err } = await typed('resume', ...stage.where);
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/6 matches, 2 of them in the [\d.]+ s since it went on/);
  const verified = await printed('verify', data);
  expect(verified).toContain('2 match records as reported');
  expect(verified).toContain('4 of 6 records were not kept (records: none)');
  expect(verified).toMatch(/All is as it was played\.\n\(exit code 0\)\n$/);
  expect(await printed('match R1M1', data)).toContain('were not kept (records: none)');
  expect(await printed('match R3M1', data)).toContain('GAME_INVITATION');
});

test('verify names the first match record that a cut-off segment has lost', async () => {
  const data = await copyOf('segments');
  const path = join(data, 'matches', LEAGUE, 'segments', 'REF02.000001.jsonl.zst');
  await truncate(path, (await readFile(path)).length - 40);
  const { code, out, err } = await typed('verify', '--data', data);
  expect(code).toBe(1);
  expect(out + err).toContain('R1M2.json: it is missing');
});
