/** Programs that know lines and nothing else, in a league over HTTP. */
import { expect, test } from 'vitest';
import { OwnStage } from '../../trials/testing/own_stage.ts';
import { ran, until } from '../../trials/testing/rehearsal.ts';
import { typed } from '../../trials/testing/rehearsal_in_process.ts';
import { LINE_PLAYERS } from '../../trials/testing/stand_ins.ts';

const stage = new OwnStage();

async function openLeague() {
  const manager = stage.started('manager', '--port', '0');
  const [address] = await manager.says(/http:\S+\/mcp/);
  const there = ['--manager', address];
  await Promise.all([
    stage.started('referee', '--port', '0', ...there).says(/registered/),
    stage.started('player', '--port', '0', '--strategy', 'always:odd', ...there).says(/registered/),
  ]);
  return { manager, there, begin: () => typed('start', ...there, ...stage.where.slice(0, 2)) };
}

test.each(LINE_PLAYERS)('%s plays a league to its end', async (command) => {
  const { manager, there, begin } = await openLeague();
  const player = stage.started('player', '--command', command, ...there);
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

test('a program that does not register is spoken of, with what it has to do', async () => {
  const player = stage.started('player', '--command', 'cat', '--manager', 'http://127.0.0.1:9/mcp');
  await until('the line', () => (player.err().includes('has not registered in 5 s') ? true : undefined));
  expect(player.err()).toMatch(/method register_player to its stdout, and to flush it/);
  player.signal('SIGINT');
  expect(await player.ended()).toBe(0);
});

test.skipIf(process.platform === 'win32')(
  'a program that ignores its end is ended with whatever it has started',
  async () => {
    const player = stage.started(
      'player',
      '--command',
      'echo begun >&2; sleep 300; true',
      '--manager',
      'http://127.0.0.1:9/mcp',
    );
    await until('the program', () => (player.err().includes('begun') ? true : undefined));
    player.signal('SIGINT');
    expect(await player.ended()).toBe(0);
  },
);

test.each(['--strategy=random', '--id=P07', '--stdio'])(
  '%s is not for a program that plays by itself',
  async (flag) => {
    const { code, err } = await typed('player', '--command', 'cat', flag);
    expect([code, err.split(' and ')[0]]).toEqual([2, `league: ${flag.split('=')[0]}`]);
  },
);
