/** An agent as a service of the machine: its logs on stdout, and the end that a service is asked for. */
import { spawnSync } from 'node:child_process';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { COMMANDS } from '../launcher/commands.ts';
import { parseFlags } from '../launcher/options.ts';
import { OwnStage } from './testing/own_stage.ts';
import { freePortBase, until } from './testing/rehearsal.ts';
import { typed } from './testing/rehearsal_in_process.ts';

const PATIENT = { timeout: 120_000 };
const stage = new OwnStage();

test(
  'a manager whose logs go to stdout writes a JSON object a line there, and ends in order when it is asked to',
  PATIENT,
  async () => {
    const base = await freePortBase(1, 1);
    const manager = stage.started('manager', '--port', String(base), '--log-to', 'stdout');
    const to = ['--manager', `http://localhost:${base}/mcp`];
    await until('a manager', () => (/listens at/.test(manager.err()) ? true : undefined));
    const player = stage.started('player', ...to, '--name', 'Logged', '--log-to', 'stdout');
    await until('a player', () => (/is registered/.test(player.err()) ? true : undefined));
    for (const agent of [player, manager]) agent.signal('SIGTERM');
    expect(await Promise.all([player.ended(), manager.ended()])).toEqual([0, 0]);
    for (const agent of [player, manager]) {
      const lines = agent.out().trimEnd().split('\n');
      expect(lines.map((line) => typeof JSON.parse(line).level)).toEqual(lines.map(() => 'string'));
      expect(agent.err()).toMatch(/ended: asked to end\./);
    }
  },
);

test.each([
  [['manager', '--log-to', 'syslog'], /--log-to takes files or stdout, not "syslog"/],
  [['manager', '--log-to', 'stdout', '--json'], /--log-to stdout and --json cannot both be/],
  [['player', '--log-to', 'stdout', '--command', 'python3 bot.py'], /--log-to stdout and --command cannot both be/],
])('%j is a mistake of one line', async (words, line) => {
  expect(await typed(...words)).toEqual({ code: 2, out: '', err: expect.stringMatching(line) });
});

const UNIT = 'SHARED/deploy/league@.service';
const verified = (file: string) => spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' });
const hasSystemd = verified(UNIT).error === undefined;

test.skipIf(!hasSystemd)('systemd finds nothing to say about the unit, and does about a broken one', async () => {
  const [unit, broken] = [join(stage.folder, 'league@manager.service'), join(stage.folder, 'broken.service')];
  await cp(UNIT, unit);
  expect(verified(unit)).toMatchObject({ status: 0, stderr: '' });
  await writeFile(broken, (await readFile(UNIT, 'utf8')).replace('KillMode', 'Killmode'));
  expect(verified(broken).stderr).toMatch(/Killmode/);
});

test('the command of the unit is one that the launcher takes, for every role', async () => {
  const unit = await readFile(UNIT, 'utf8');
  const [, words = ''] =
    /^ExecStart=\/usr\/bin\/env node SHARED\/tools\/league\.mjs (.*) \$LEAGUE_OPTIONS$/m.exec(unit) ?? [];
  for (const role of ['manager', 'referee', 'player']) {
    const [name, ...options] = words.replaceAll('%i', role).split(' ');
    const command = COMMANDS.find((each) => each.name === name);
    expect(command && parseFlags(command, options).text('log-to')).toBe('stdout');
  }
});
