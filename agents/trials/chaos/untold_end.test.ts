/** A manager that is killed between the last result and its last words, with real processes. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { spawnAgent } from '../../launcher/processes/spawn.ts';
import { freePortBase, ran } from '../testing/rehearsal.ts';
import { typed } from '../testing/rehearsal_in_process.ts';

const LEAGUE = 'league_2025_even_odd';
let folder: string;
let where: readonly string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'league-untold-'));
  where = ['--data', join(folder, 'data'), '--logs', join(folder, 'logs')];
  const port = String(await freePortBase(1, 2));
  const run = await typed('run', '--players', '2', '--referees', '1', '--port-base', port, ...where);
  expect([run.code, run.err]).toEqual([0, '']);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const ledger = () => join(folder, 'data', 'leagues', LEAGUE, 'ledger.jsonl');

/** The ledger as it was before its last line, which says that everybody has heard the end. */
async function cutTheEnd(): Promise<string> {
  const lines = (await readFile(ledger(), 'utf8')).trimEnd().split('\n');
  expect(lines.pop()).toContain('"end_told"');
  const text = `${lines.join('\n')}\n`;
  await writeFile(ledger(), text);
  return text;
}

test.each([
  ['its own command', () => ran('manager', '--port', '0', ...where), /Everybody is told how the league ended/],
  ['league resume', () => typed('resume', ...where), /all matches are decided; the manager tells everybody/],
  ['league resume --json', () => typed('resume', '--json', ...where), /^{\n {2}"league_id": .*\n$/s],
])('it is told by %s, in the same league, and that league is over then', async (_, command, says) => {
  const before = await cutTheEnd();
  const { code, out, err } = await command();
  expect(code).toBe(0);
  expect(err).toMatch(out.startsWith('{') ? /all matches are decided/ : /^$/);
  expect(out).toMatch(says);
  const after = await readFile(ledger(), 'utf8');
  expect(after.startsWith(before)).toBe(true);
  expect(after.trimEnd().split('\n').at(-1)).toContain('"end_told"');
  expect(await readdir(join(folder, 'data'))).not.toContain('archive');
  expect(await typed('verify', '--data', join(folder, 'data'))).toMatchObject({ code: 0, err: '' });
});

test('a manager that a launcher starts begins no league in the place of one that is over', async () => {
  const before = await readFile(ledger(), 'utf8');
  expect(before.trimEnd().split('\n').at(-1)).toContain('"end_told"');
  const late = spawnAgent('manager', 'agents/league_manager/main.ts', ['--port', '0', ...where]);
  try {
    await expect(late.listening).rejects.toThrow(/league_2025_even_odd is over; there is nothing to go on with/);
    await late.gone;
  } finally {
    late.signal('SIGKILL');
  }
  expect(await readFile(ledger(), 'utf8')).toBe(before);
  expect(await readdir(join(folder, 'data'))).not.toContain('archive');
});
