/** `league plan` beside a real league: its model holds within a factor, and a run that does not fit is told what would. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SEGMENT_LENGTH } from '../../../SHARED/league_sdk/ledger/ledger.ts';
import { OwnStage } from '../../trials/testing/own_stage.ts';
import { typed } from '../../trials/testing/rehearsal_in_process.ts';
import { leftText } from '../processes/follow_run.ts';
import {
  type Forecast,
  forecastOf,
  longRunText,
  type Measured,
  manyText,
  type Prospect,
  spanText,
} from '../processes/forecast.ts';
import type { Roster } from '../processes/roster.ts';
import { fitOf } from './plan.ts';

const stage = new OwnStage();
const PLAYERS = ['--players', '24', '--in-process'];

async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

describe('a plan', () => {
  test.each(['files', 'segments'])(
    'tells size, disk and time of a league with records in %s within a factor of what it takes',
    async (policy) => {
      const [data, logs] = [join(stage.folder, policy, 'data'), join(stage.folder, policy, 'logs')];
      const run = [...PLAYERS, '--records', policy, '--json', '--data', data, '--logs', logs];
      // The command line of a run is one of a plan as well.
      const planned = await typed('plan', ...run, '--fresh', '--seed', '1', '--open');
      expect(planned.code, planned.err).toBe(0);
      const plan = JSON.parse(planned.out) as Forecast & { readonly fits: boolean };
      const before = process.cpuUsage();
      const { code, out, err } = await typed('run', ...run);
      const { user, system } = process.cpuUsage(before);
      expect(code, err).toBe(0);
      expect(planned.out).toMatch(/^ {2}"start_seconds": [\s\S]*^ {2}"free_disk": /m);
      expect(plan).toMatchObject({ fits: true, rounds: 23, matches: JSON.parse(out).matches.length, max_rounds: null });
      const disk = (await bytesIn(data)) + (await bytesIn(logs));
      expect(plan.disk / disk).toBeGreaterThan(1 / 2);
      expect(plan.disk / disk).toBeLessThan(2);
      const seconds = (user + system) / 1e6;
      expect(plan.seconds / seconds).toBeGreaterThan(1 / 5);
      expect(plan.seconds / seconds).toBeLessThan(5);
    },
  );

  test('of a run that does not fit says how many rounds would', async () => {
    const { code, out } = await typed('plan', '--players', '3000', '--within', '10', ...stage.where);
    expect(code).toBe(1);
    const [, most] = /^It does not fit .*; (\d+) rounds? would: --max-rounds \1, /m.exec(out) ?? [];
    expect(Number(most)).toBeGreaterThan(0);
  });

  test('of what cannot be meant is one line, and 2', async () => {
    const { code, err } = await typed('plan', '--within', '0', ...stage.where);
    expect({ code, err }).toEqual({
      code: 2,
      err: 'league: --within takes a whole number from 1 to 1000000, not "0"\n',
    });
  });
});

test('--max-rounds ends a league after so many rounds', async () => {
  const own = ['--data', join(stage.folder, 'short'), '--logs', join(stage.folder, 'short_logs')];
  const { code, out } = await typed('run', '--in-process', '--json', '--max-rounds', '2', ...own);
  expect(code).toBe(0);
  expect(JSON.parse(out).matches).toHaveLength(4);
});

const MEASURED: Measured = {
  ...{ matches: 100, cpuMs: 200, messages: 1_000, bytes: 1e6, disk: 2e6, wireMs: 0.1 },
  ledger: { bytes: 100_000, share: 0.1 },
  agent: { messages: 3, bytes: 3_000, disk: 500, cpuMs: 1 },
};

describe('the model', () => {
  const prospect = (more: Partial<Prospect>): Prospect => ({
    settings: {
      config: { schedule: { algorithm: 'round_robin', legs: 1 } },
      seatsMatter: false,
    } as Prospect['settings'],
    games: {
      types: [],
      gameOf: () => {
        throw new Error('no rules are needed');
      },
    },
    ...{ players: 100, referees: 2, hosts: 2, wire: 'http', records: 'files', ...more },
  });

  test('grows with matches and agents, and shares the work among cores', () => {
    const [one, two] = [forecastOf(prospect({}), MEASURED, 1), forecastOf(prospect({}), MEASURED, 2)];
    expect(one).toMatchObject({ matches: 4_950, rounds: 99, messages: 49_806, bytes: 49_806_000 });
    expect(one.seconds / two.seconds).toBeCloseTo(2, 5);
    const inMemory = forecastOf(prospect({ wire: 'memory' }), MEASURED, 8);
    // One process uses one core, whatever there is, and carries nothing: 2 ms a match and a third for writing.
    expect(inMemory.seconds).toBeCloseTo((4_950 * 2 * 1.3 + 102 * 1.3) / 1_000, 5);
  });

  test('counts of a long ledger what is written: packed segments, with a first and a newest that are not', () => {
    const diskOf = (players: number, share: number) =>
      forecastOf(prospect({ players }), { ...MEASURED, ledger: { bytes: 100_000, share } }).disk;
    // 4,950 matches of 1,000 bytes are less than a segment.
    expect(diskOf(100, 0.1)).toBe(102 * 500 + 4_950 * 20_000);
    const [plain, packed] = [diskOf(1_000, 1), diskOf(1_000, 0.1)];
    expect(plain).toBe(1_002 * 500 + 499_500 * 20_000);
    const segments = Math.floor((499_500 * 1_000) / SEGMENT_LENGTH) - 1;
    expect(plain - packed).toBeCloseTo(segments * SEGMENT_LENGTH * (1 - 0.1 * 2.2), -1);
  });

  test.each([
    ['cannot be measured', 'round_robin'],
    ['is as long as its results make it', 'by_results'],
  ])('of a run that %s says nothing, and nothing stands in its way', async (_which, algorithm) => {
    const { settings, ...more } = prospect({});
    const schedule = { ...settings.config.schedule, algorithm };
    const roster = { players: Array.from({ length: 300 }, () => ({})), referees: [], away: [], hosts: 2 };
    const run = { ...more, settings: { ...settings, config: { ...settings.config, schedule } } };
    const records = { policy: 'files' } as const;
    expect(await longRunText({ ...run, records, roster: roster as unknown as Roster })).toBe('');
  });

  test('knows the rounds that fit by time and by disk', () => {
    const forecast: Forecast = {
      rounds: 100,
      matches: 1_000,
      messages: 1,
      bytes: 1,
      disk: 1_000,
      seconds: 110,
      startSeconds: 10,
    };
    expect(fitOf(forecast, { seconds: 110, disk: 1_000 })).toEqual({ fits: true, max_rounds: null });
    expect(fitOf(forecast, { seconds: 60, disk: 1_000 })).toEqual({ fits: false, max_rounds: 50 });
    expect(fitOf(forecast, { seconds: 110, disk: 300 })).toEqual({ fits: false, max_rounds: 30 });
    expect(fitOf(forecast, { seconds: 5 })).toEqual({ fits: false, max_rounds: 0 });
  });
});

test('a line of progress says how long it may still take, where that is worth a word', () => {
  expect(leftText({ done: 100, ms: 10_000, left: 900 })).toBe(', about 1:30 left');
  expect(leftText({ done: 100, ms: 10_000, left: 50 })).toBe('');
  expect(leftText({ done: 0, ms: 10_000, left: 900 })).toBe('');
});

test('figures of a plan are spelled in one way, and a time has its unit', () => {
  expect([9_000, 499_500, 1].map((count) => manyText(count, 'match'))).toEqual([
    '9000 matches',
    '499,500 matches',
    '1 match',
  ]);
  expect([496, 3_725].map(spanText)).toEqual(['8:16 min', '1:02:05 h']);
});
