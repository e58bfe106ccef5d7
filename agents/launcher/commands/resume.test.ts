import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { nodeDisk } from '../../../SHARED/league_sdk/disk/node_disk.ts';
import { writeTestConfig } from '../../../SHARED/testing/test_config.ts';
import { OwnStage } from '../../trials/testing/own_stage.ts';
import { freePortBase, until } from '../../trials/testing/rehearsal.ts';
import { typed } from '../../trials/testing/rehearsal_in_process.ts';

const LEAGUE = 'league_2025_even_odd';
const LEAGUE_FILE = `leagues/${LEAGUE}.json` as const;
/** So many share two processes, and start sooner than a few with one each. */
const PLAYERS = 18;
const MATCHES = (PLAYERS * (PLAYERS - 1)) / 2;

const stage = new OwnStage();

const someResults = () =>
  until('the first results', async () => {
    const played = await stage.results();
    return played.length > 5 ? played : undefined;
  });

async function expectVerified(): Promise<void> {
  const { code, err } = await typed('verify', '--data', join(stage.folder, 'data'));
  expect([code, err]).toEqual([0, '']);
}

describe.skipIf(process.platform === 'win32')('a run', () => {
  test.each(['SIGINT', 'SIGKILL'] as const)(
    'that is ended by %s goes on by the command it names, and keeps every result',
    async (signal) => {
      const port = String(await freePortBase(2, PLAYERS));
      const run = stage.started('run', '--players', String(PLAYERS), '--port-base', port, '--seed', 'again');
      await someResults();
      run.signal(signal);
      await run.ended();
      if (signal === 'SIGINT') {
        expect(run.err()).toContain(`go on with: npx league resume ${stage.where.join(' ')}\n`);
      }
      const before = await stage.results();
      const { code, out, err } = await typed('resume', ...stage.where);
      expect([code, err]).toEqual([0, '']);
      const [, already] = /: (\d+) of 153 matches decided; starting /.exec(out) ?? [];
      expect(out).toContain(`\n153 matches, ${MATCHES - Number(already)} of them in the `);
      const after = await stage.results();
      expect(after.slice(0, before.length)).toEqual(before);
      expect(after).toHaveLength(MATCHES);
      expect(new Set(after.map((event) => event.type === 'match_decided' && event.match_id)).size).toBe(MATCHES);
      await expectVerified();
    },
  );

  test('in one process goes on as well, and what is over is not begun again', async () => {
    const run = stage.started('run', '--in-process', '--players', String(PLAYERS));
    await someResults();
    run.signal('SIGINT');
    expect(await run.ended()).toBe(1);
    expect(await typed('resume', ...stage.where)).toMatchObject({ code: 0, err: '' });
    const all = await stage.results();
    expect(all).toHaveLength(MATCHES);
    const again = await typed('resume', ...stage.where);
    expect([again.code, again.out.split('\n')[0]]).toEqual([0, `${LEAGUE} is over; there is nothing to resume.`]);
    const forPrograms = await typed('resume', '--json', ...stage.where);
    expect(JSON.parse(forPrograms.out)).toMatchObject({ league_id: LEAGUE, seconds: null });
    expect(forPrograms.err).toContain('nothing to resume');
    expect(await stage.results()).toEqual(all);
    await expectVerified();
  });
});

test('of a league that was begun by hand only what is missing is started', async () => {
  const config = join(stage.folder, 'config');
  // Slow players need most of their time, so that the manager can be killed in the middle of a match.
  await writeTestConfig(nodeDisk(), config, { [LEAGUE_FILE]: { timeouts: { move_timeout_sec: 1 } } });
  stage.where = [...stage.where, '--config', config];
  const base = await freePortBase();
  const at = (offset: number) => String(base + offset);
  const url = `http://localhost:${base}/mcp`;
  const manager = stage.started('manager', '--port', at(0));
  await manager.says(/listens at/);
  const agents = ['referee --id REF01', ...[1, 2].map((n) => `player --id P0${n} --strategy slow`)];
  await Promise.all(
    agents.map((words, i) =>
      stage
        .started(...words.split(' '), '--port', at(i === 0 ? 1 : 100 + i), '--manager', url)
        .says(/registered|is registered/),
    ),
  );
  const early = await typed('resume', ...stage.where);
  expect([early.code, early.err]).toEqual([2, expect.stringContaining('play has not begun')]);
  await typed('start', '--manager', url, '--data', join(stage.folder, 'data'));
  manager.signal('SIGKILL');
  await manager.ended();
  const resumed = await typed('resume', ...stage.where);
  expect([resumed.code, resumed.err]).toEqual([0, '']);
  expect(resumed.out).toMatch(/match decided; starting the manager\.\n/);
  expect(await stage.results()).toHaveLength(1);
  await expectVerified();
});

describe('a user who mistypes is told in one line', () => {
  test.each([
    ['where nothing was begun', [], /there is no league league_2025_even_odd in .* to resume/],
    ['about a name that is no id', ['--league', '../x'], /--league takes the id of a league/],
  ])('%s', async (_, words, line) => {
    const { code, err } = await typed('resume', ...stage.where, ...words);
    expect([code, err.trim().split('\n').length]).toEqual([2, 1]);
    expect(err).toMatch(line);
  });
});
