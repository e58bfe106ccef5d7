/** An agent as a service of the machine: its logs on stdout, and the end that a service is asked for. */
import { spawnSync } from 'node:child_process';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { COMMANDS } from '../launcher/commands.ts';
import { parseFlags } from '../launcher/options.ts';
import type { MatchDecided } from '../league_manager/league/events.ts';
import { OwnStage } from './testing/own_stage.ts';
import { freePortBase, type Program, until } from './testing/rehearsal.ts';
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

/**
 * A second for the choice in the first match, so that it is under way for a while. All others last until the file `back`
 * is there: no round begins before.
 */
const UNHURRIED = `import { existsSync } from 'node:fs';
export const strategy = {
  name: 'unhurried',
  async decide({ match_id, moves, clock }) {
    const rest = (ms) => new Promise((settle) => clock.after(ms, settle));
    if (match_id === 'R1M1') await rest(1_000);
    else while (!existsSync(new URL('back', import.meta.url))) await rest(10);
    return moves[0];
  },
};
`;

test(
  'SIGTERM drains: a referee and a player finish the match they are in, and the league waits for neither',
  PATIENT,
  async () => {
    const base = await freePortBase(2, 4);
    const to = ['--manager', `http://localhost:${base}/mcp`];
    const strategy = join(stage.folder, 'unhurried.mjs');
    await writeFile(strategy, UNHURRIED);
    const manager = stage.started('manager', '--port', String(base));
    await manager.says(/listens at/);
    const referees = ['REF01', 'REF02'].map((id) => stage.started('referee', '--id', id, '--port', '0', ...to));
    const players = ['P01', 'P02', 'P03', 'P04'].map((id) =>
      stage.started('player', '--id', id, '--port', '0', '--strategy', strategy, ...to),
    );
    for (const agent of [...referees, ...players]) await agent.says(/is registered/);
    expect(await typed('start', ...to, '--data', join(stage.folder, 'data'))).toMatchObject({ code: 0 });
    const [drained, player] = [referees[0], players[0]] as [Program, Program];
    const log = join(stage.folder, 'logs', 'agents', 'P01.log.jsonl');
    await until('a call', async () =>
      (await readFile(log, 'utf8')).includes('CHOOSE_PARITY_CALL') ? true : undefined,
    );
    for (const agent of [drained, player]) agent.signal('SIGTERM');
    expect(await player.ended()).toBe(0);
    await stage.started('player', '--id', 'P01', '--port', '0', '--strategy', strategy, ...to).says(/is registered/);
    await writeFile(join(stage.folder, 'back'), '');
    expect(await drained.ended()).toBe(0);
    expect(drained.out()).toMatch(/ends when its matches under way are over, within 150 s\.\n.*ended: asked to end\./);
    const results = (await stage.results()) as readonly MatchDecided[];
    const first = results.find(({ match_id }) => match_id === 'R1M1');
    expect(first).toMatchObject({
      referee_id: 'REF01',
      epoch: 1,
      result: { details: { termination: 'normal', faults: [] } },
    });
    expect(await manager.ended()).toBe(0);
    const all = (await stage.results()) as readonly MatchDecided[];
    expect(all.map(({ match_id }) => match_id).toSorted()).toEqual(['R1M1', 'R1M2', 'R2M1', 'R2M2', 'R3M1', 'R3M2']);
    expect(all.flatMap(({ result }) => result.details.faults)).toEqual([]);
  },
);

test('SIGTERM a second time ends an agent at once', PATIENT, async () => {
  const base = await freePortBase(1, 2);
  const to = ['--manager', `http://localhost:${base}/mcp`];
  const manager = stage.started('manager', '--port', String(base));
  await manager.says(/listens at/);
  const referee = stage.started('referee', '--id', 'REF01', '--port', '0', ...to);
  const players = ['P01', 'P02'].map((id) =>
    stage.started('player', '--id', id, '--port', '0', '--strategy', 'timeout', ...to),
  );
  for (const agent of [referee, ...players]) await agent.says(/is registered/);
  expect(await typed('start', ...to, '--data', join(stage.folder, 'data'))).toMatchObject({ code: 0 });
  const log = join(stage.folder, 'logs', 'agents', 'P01.log.jsonl');
  await until('a call', async () => ((await readFile(log, 'utf8')).includes('CHOOSE_PARITY_CALL') ? true : undefined));
  referee.signal('SIGTERM');
  await referee.says(/under way/);
  referee.signal('SIGTERM');
  expect(await referee.ended()).toBe(0);
  expect(await stage.results()).toEqual([]);
});

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
