import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { running } from '../../league_manager/testing/rehearsal.ts';
import { typed } from '../../trials/testing/rehearsal_in_process.ts';
import { keepLeague } from '../testing/kept_league.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'league-class-'));
  await writeFile(join(folder, 'names.csv'), 'name,mail\nAda Lovelace,a@x\n"Hopper, Grace",g@x\n');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const inFolder = (...parts: readonly string[]) => join(folder, ...parts);
const league = () => readFile(inFolder('class', 'config', 'leagues', 'league_2025_even_odd.json'), 'utf8');

test('a class has a folder of its own, its token where the manager looks for it, and is not made twice', async () => {
  const { code, out } = await typed('class', 'new', inFolder('class'), '--name', 'Group 7', '--port', '9100');
  expect(code).toBe(0);
  const token = /Your token {2}(op_[0-9a-f]{64})\n/.exec(out)?.[1];
  const kept = inFolder('class', 'data', 'leagues', 'league_2025_even_odd', 'operator.token');
  expect((await readFile(kept, 'utf8')).trim()).toBe(token);
  expect((await stat(kept)).mode & 0o077).toBe(0);
  expect(out).toMatch(/Manager {5}http:\/\/\S+:9100\/mcp\n/);
  expect(JSON.parse(await league())).toMatchObject({ kind: 'class', display_name: 'Group 7', double_forfeit: 'loss' });
  expect(await readFile(inFolder('class', 'invitation.txt'), 'utf8')).toContain(':9100/mcp?code=YOUR-CODE');
  const again = await typed('class', 'new', inFolder('class'));
  expect(again).toMatchObject({
    code: 2,
    err: expect.stringMatching(/config is there already; choose another folder\n$/),
  });
});

test('a roster gives codes that only the organiser’s file has, and keeps them when it is made again', async () => {
  const inClass = ['--class', inFolder('class')];
  const first = await typed('class', 'roster', inFolder('names.csv'), ...inClass, '--json');
  expect(first.code).toBe(0);
  const codes = (JSON.parse(first.out) as { name: string; code: string }[]).map(({ code }) => code);
  expect(codes).toHaveLength(2);
  const file = inFolder('class', 'codes.csv');
  expect((await stat(file)).mode & 0o077).toBe(0);
  for (const code of codes) {
    expect(await readFile(file, 'utf8')).toContain(`/mcp?code=${code}\r\n`);
    expect(await league()).not.toContain(code);
  }
  expect(JSON.parse(await league())).toMatchObject({ kind: 'class', participants: { min_players: 2 } });
  const second = await typed('class', 'roster', inFolder('names.csv'), ...inClass);
  for (const code of codes) expect(second.out).toContain(code);
  const { out } = await typed('class', 'roster', ...inClass);
  expect(out).toMatch(/Hopper, Grace {2}–[\s\S]*0 of 2 names have a seat\.\n$/);
});

test('a list of late-comers adds to the roster, and only --replace takes names out, by name', async () => {
  const inClass = ['--class', inFolder('class')];
  const before = await readFile(inFolder('class', 'codes.csv'), 'utf8');
  await writeFile(inFolder('late.txt'), 'Alan Turing\n');
  const added = await typed('class', 'roster', inFolder('late.txt'), ...inClass);
  expect(added.out).toMatch(
    /3 names, one seat each[\s\S]*\n2 names of the roster before are not in \S+ and kept; --replace drops them\.\n$/,
  );
  const codes = await readFile(inFolder('class', 'codes.csv'), 'utf8');
  expect(codes.startsWith(before)).toBe(true);
  const rosterNames = async () =>
    (JSON.parse(await league()) as { participants: { roster: { name: string }[] } }).participants.roster.map(
      ({ name }) => name,
    );
  expect(await rosterNames()).toEqual(['Ada Lovelace', 'Hopper, Grace', 'Alan Turing']);
  const replaced = await typed('class', 'roster', inFolder('names.csv'), ...inClass, '--replace');
  expect(replaced.out).toMatch(/2 names, one seat each[\s\S]*\nDropped, with their codes: Alan Turing\.\n$/);
  expect(await readFile(inFolder('class', 'codes.csv'), 'utf8')).toBe(before);
  expect(await rosterNames()).toEqual(['Ada Lovelace', 'Hopper, Grace']);
});

test('the status of a class whose manager was killed has the command that goes on with it', async () => {
  const killed = inFolder('killed class');
  expect((await typed('class', 'new', killed, '--port', '9190')).code).toBe(0);
  await keepLeague(join(killed, 'data'), 'league_2025_even_odd', running({ players: 4 }));
  const { code, out } = await typed('status', '--class', killed);
  expect(code).toBe(0);
  expect(out).toContain(`no manager runs it now; go on with: npx league resume --class '${killed}'\n`);
});

test.each(['memory', 'stdio'])(
  'players of league run try a class of a roster before it comes, over %s',
  async (wire) => {
    const { code, out } = await typed('run', '--class', inFolder('class'), '--players', '4', '--transport', wire);
    expect([code, /(\d+) matches/.exec(out)?.[0]]).toEqual([0, '6 matches']);
    expect(out).toContain(`Standings  ${inFolder('class', 'data')}`);
  },
);

test.each([
  [['class'], 'league class needs another word: class new, class roster'],
  [['class', 'new'], 'league class new needs DIR: league class new DIR [options]'],
  [['class', 'roster', 'x.csv'], 'which class? name its folder with --class DIR'],
  [
    ['class', 'roster', 'x.csv', '--class', 'nowhere'],
    'there is no folder nowhere of a class league; make one with: npx league class new nowhere',
  ],
  [['class', 'new', 'x', '--game', 'chess'], '"games" has no "chess"'],
])('%j is one line, and ends with 2', async (words, line) => {
  const { code, err } = await typed(...words);
  expect([code, err.trim().split('\n').length]).toEqual([2, 1]);
  expect(err).toContain(line);
});
