/** Programs as players of `league run`: an entry of --strategies with a blank. */
import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { OwnStage } from '../../trials/testing/own_stage.ts';
import { freePortBase, until, watched } from '../../trials/testing/rehearsal.ts';
import { typed } from '../../trials/testing/rehearsal_in_process.ts';
import { HAS_PYTHON } from '../../trials/testing/stand_ins.ts';
import { ROOT } from '../world/installation.ts';

const stage = new OwnStage();
const NODE = `"${process.execPath}"`;
const standIn = (file: string) => `"${resolve(ROOT, 'SHARED', 'testing', 'stand_ins', file)}"`;

interface Printed {
  readonly standings: readonly { readonly player_id: string; readonly technical_losses: number }[];
}
const technicalLosses = (out: string) =>
  (JSON.parse(out) as Printed).standings.map((row) => [row.player_id, row.technical_losses]).sort();
/** A league with one referee, to its end. */
const played = (...words: readonly string[]) => typed('run', '--referees', '1', ...words, ...stage.where);
const NONE = ['P01', 'P02', 'P03', 'P04'].map((id) => [id, 0]);

test('programs that read lines and programs that serve play beside strategies, and what they print is shown', async () => {
  const serving = `cd "${stage.folder}" && ${NODE} ${standIn('shortest_player.mjs')} "$LEAGUE_MANAGER" "$LEAGUE_PLAYER_NAME"`;
  const reading = `echo "I am $LEAGUE_PLAYER_ID of $LEAGUE_GAME" >&2; ${NODE} ${standIn('line_player.mjs')} "$LEAGUE_ENDPOINT" "$LEAGUE_PLAYER_ID"`;
  const list = `'random','${serving}','${reading}',random`;
  const base = String(await freePortBase());
  const run = await played('--players', '4', '--strategies', list, '--json', '--port-base', base);
  expect(run.code, run.err).toBe(0);
  expect(technicalLosses(run.out)).toEqual(NONE);
  expect(run.err).toContain('P03: I am P03 of even_odd\n');
  expect(run.err).toMatch(/^P02: P02 is registered at http:/m);
});

test.each([
  ['echo "no module named bot" >&2; exit 3', 'with exit code 3'],
  ['echo "no module named bot" >&2; exit 0', 'with exit code 0'],
])('a program that ends before it plays is told at once, with its last words: %s', async (command, how) => {
  const words = ['--strategies', `random,'${command}'`, '--port-base', String(await freePortBase())];
  const run = await played(...words, '--json');
  expect([run.code, run.out]).toEqual([1, '']);
  expect(run.err).toContain(
    `league: player P02: the program ended ${how}, before the league was over; it said last: no module named bot\n`,
  );
});

test('a program that is turned away is told, with the reason', async () => {
  const command = `${NODE} ${standIn('line_player.mjs')} "$LEAGUE_ENDPOINT" P01`;
  const words = ['--strategies', `random,'${command}'`, '--port-base', String(await freePortBase())];
  const run = stage.started('run', ...words);
  const line = /^league: the program was not taken in: Duplicate name/m;
  await until('the line', () => (line.test(run.err()) ? true : undefined));
});

test.skipIf(!HAS_PYTHON)('a program that takes the seat of another by its token is told', async () => {
  const command = `cd "${stage.folder}" && LEAGUE_PLAYER_NAME=One python3 ${standIn('line_player.py')}`;
  const words = ['--strategies', `'${command}',random`, '--port-base', String(await freePortBase())];
  const run = await played('--players', '4', ...words, '--json');
  expect(run.code, run.err).toBe(0);
  expect(run.err).toMatch(/^league: player P03 has the seat of player P01: .* the league is played without it$/m);
});

test('resume starts programs again, from the folder they were started in', async () => {
  const bot = `${await readFile(resolve(ROOT, 'agents/launcher/kits/js/server_player.mjs'), 'utf8')}`;
  await writeFile(join(stage.folder, 'bot.mjs'), bot);
  const slow = 'export const decide = ({ moves }) => new Promise((ok) => setTimeout(ok, 700, moves[0]));\n';
  await writeFile(join(stage.folder, 'strategy.mjs'), slow);
  const words = [
    '--players',
    '4',
    '--strategies',
    `${NODE} bot.mjs,random`,
    '--port-base',
    String(await freePortBase()),
  ];
  const start = [resolve(ROOT, 'SHARED/tools/start.mjs'), 'agents/launcher/main.ts', 'run'];
  const child = spawn(process.execPath, [...start, ...words, ...stage.where], { cwd: stage.folder, detached: true });
  const run = stage.own(watched(child, 'the run'));
  await until('a result', async () => ((await stage.results()).length > 0 ? true : undefined));
  run.signal('SIGKILL');
  await run.ended();
  const resumed = stage.started('resume', '--json');
  expect(await resumed.ended(), resumed.err()).toBe(0);
  expect(technicalLosses(resumed.out())).toEqual(NONE);
});

test('a program is refused where there is no network, in one line', async () => {
  const { code, err } = await typed('run', '--in-process', '--strategies', 'python3 bot.py,random', ...stage.where);
  expect([code, err]).toEqual([
    2,
    'league: "python3 bot.py" has a blank and so is the command of a program, which plays over http alone; leave out --transport memory\n',
  ]);
});
