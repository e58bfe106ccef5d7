/** Every player meets every other twice: the same league with another format. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { nodeDisk } from '../../SHARED/league_sdk/disk/node_disk.ts';
import { writeTestConfig } from '../../SHARED/testing/test_config.ts';
import { OwnStage } from './testing/own_stage.ts';
import { until } from './testing/rehearsal.ts';
import { typed } from './testing/rehearsal_in_process.ts';

const LEAGUE = 'league_2025_even_odd';
const stage = new OwnStage();

interface Printed {
  readonly standings: readonly { readonly games_played: number; readonly points: number }[];
  readonly matches: readonly { readonly match_id: string; readonly player_a: string; readonly player_b: string }[];
}

async function expectVerified(): Promise<void> {
  const { code, err } = await typed('verify', '--data', join(stage.folder, 'data'));
  expect([code, err]).toEqual([0, '']);
}

const fileOf = async (name: string) =>
  JSON.parse(await readFile(join(stage.folder, 'data', 'leagues', LEAGUE, name), 'utf8'));

describe('a league of two legs', () => {
  test('is played by --legs 2: rounds go on counting, seats are swapped, and it is verified', async () => {
    const { code, out, err } = await typed('run', '--in-process', '--json', '--legs', '2', ...stage.where);
    expect(code, err).toBe(0);
    const { standings, matches } = JSON.parse(out) as Printed;
    expect(matches.map(({ match_id, player_a, player_b }) => `${match_id} ${player_a}-${player_b}`)).toEqual([
      ...['R1M1 P01-P02', 'R1M2 P03-P04', 'R2M1 P03-P01', 'R2M2 P04-P02', 'R3M1 P04-P01', 'R3M2 P03-P02'],
      ...['R4M1 P02-P01', 'R4M2 P04-P03', 'R5M1 P01-P03', 'R5M2 P02-P04', 'R6M1 P01-P04', 'R6M2 P02-P03'],
    ]);
    expect(standings.map(({ games_played }) => games_played)).toEqual([6, 6, 6, 6]);
    expect(await fileOf('rounds.json')).toMatchObject({ total_rounds: 6 });
    await expectVerified();
  });

  test('is played where its file says so, and --legs 1 is the last word', async () => {
    const config = join(stage.folder, 'config');
    const schedule = { algorithm: 'round_robin', legs: 2 };
    await writeTestConfig(nodeDisk(), config, { [`leagues/${LEAGUE}.json`]: { schedule } });
    const run = (...words: readonly string[]) =>
      typed('run', '--in-process', '--json', '--players', '3', '--config', config, ...stage.where, ...words);
    expect((JSON.parse((await run()).out) as Printed).matches).toHaveLength(6);
    expect((JSON.parse((await run('--legs', '1')).out) as Printed).matches).toHaveLength(3);
  });

  test.skipIf(process.platform === 'win32')(
    'goes on with both legs after it was killed',
    async () => {
      const run = stage.started('run', '--in-process', '--players', '12', '--legs', '2');
      await until('the first results', async () => ((await stage.results()).length > 5 ? true : undefined));
      run.signal('SIGKILL');
      await run.ended();
      const before = await stage.results();
      expect(await fileOf('run.json')).toMatchObject({ options: { legs: '2' } });
      const { code, out, err } = await typed('resume', ...stage.where);
      expect([code, err]).toEqual([0, '']);
      expect(out).toMatch(/: \d+ of 132 matches decided; starting /);
      const after = await stage.results();
      expect(after.slice(0, before.length)).toEqual(before);
      expect(after).toHaveLength(132);
      await expectVerified();
    },
    60_000,
  );
});

describe('a user who mistypes is told in one line', () => {
  test.each(['0', '3', 'two', '-1', '1.5'])('of --legs %s', async (legs) => {
    const { code, err } = await typed('run', '--in-process', `--legs=${legs}`, ...stage.where);
    expect([code, err.trim().split('\n').length]).toEqual([2, 1]);
    expect(err).toContain('--legs takes a whole number from 1 to 2');
  });

  test.each([
    ['a format that there is not', { algorithm: 'ladder' }, 'there is no format "ladder"; there is round_robin'],
    ['legs that nobody can play', { algorithm: 'round_robin', legs: 3 }, 'legs'],
  ])('of a league file with %s', async (_, schedule, line) => {
    const config = join(stage.folder, 'config');
    await writeTestConfig(nodeDisk(), config, { [`leagues/${LEAGUE}.json`]: { schedule } });
    const { code, err } = await typed('run', '--in-process', '--config', config, ...stage.where);
    expect(code).toBeGreaterThan(0);
    expect(err.trim().split('\n')).toEqual([expect.stringContaining(line)]);
  });
});
