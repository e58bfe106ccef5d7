/** Programs that know lines and nothing else, in a league over HTTP. */
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ScratchFolder, scratchFolder } from '../../SHARED/tools/scratch_folder.ts';
import { league, type Program, ran } from './testing/rehearsal.ts';
import { typed } from './testing/rehearsal_in_process.ts';
import { LINE_PLAYERS } from './testing/stand_ins.ts';

let home: ScratchFolder;
let running: Program[];

beforeEach(async () => {
  home = await scratchFolder('league-program-');
  running = [];
});
afterEach(async () => {
  await Promise.all(running.map((program) => program.end()));
  await home.remove();
});

function start(...words: readonly string[]): Program {
  const program = league(...words);
  running.push(program);
  return program;
}

async function openLeague() {
  const [data, logs] = [
    ['--data', join(home.path, 'data')],
    ['--logs', join(home.path, 'logs')],
  ];
  const manager = start('manager', '--port', '0', ...data, ...logs);
  const [address] = await manager.says(/http:\S+\/mcp/);
  const there = ['--manager', address];
  await start('referee', '--port', '0', ...there, ...data, ...logs).says(/registered/);
  await start('player', '--port', '0', '--strategy', 'always:odd', ...there, ...data, ...logs).says(/registered/);
  return { manager, there, begin: () => ran('start', ...there, ...data) };
}

test.each(LINE_PLAYERS)('%s plays a league to its end', async (command) => {
  const { manager, there, begin } = await openLeague();
  const player = start('player', '--command', command, ...there);
  await player.says(/^Player P02 is registered and plays at http:\S+\/mcp\.$/m);
  expect(await begin()).toMatchObject({ code: 0 });
  expect([await player.ended(), await manager.ended()]).toEqual([0, 0]);
  expect(player.out()).toMatch(/The program has ended\.\n$/);
  expect(manager.out()).toMatch(/R1M1 .*(P02 chose even|P01 chose odd)/);
});

test.each([
  ['exit 3', /^league: the program ended with exit code 3, before the league was over\n$/],
  ['no_such_program_here', /\nleague: the program ended with exit code \d+, before the league was over\n$/],
])('`--command "%s"` ends with one line that says why', async (command, line) => {
  const { code, err } = await ran('player', '--command', command);
  expect(code).toBe(1);
  expect(err).toMatch(line);
});

test.each(['--strategy=random', '--id=P07', '--stdio'])(
  '%s is not for a program that plays by itself',
  async (flag) => {
    const { code, err } = await typed('player', '--command', 'cat', flag);
    expect([code, err.split(' and ')[0]]).toEqual([2, `league: ${flag.split('=')[0]}`]);
  },
);
