/** `league plan` beside real leagues: sizes hold within a factor, and thinking players take the time that the help says. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { OwnStage } from '../../trials/testing/own_stage.ts';
import { typed } from '../../trials/testing/rehearsal_in_process.ts';
import { Flags, type FlagValue } from '../options.ts';
import { leftText } from '../processes/follow_run.ts';
import { type Forecast, forecastText, longRunText } from '../processes/forecast.ts';
import { stageOf } from '../processes/stage.ts';

const stage = new OwnStage();

async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function planned(...words: readonly string[]): Promise<Forecast> {
  const { code, out, err } = await typed('plan', '--json', ...words, ...stage.where);
  expect([code, err]).toEqual([0, '']);
  return JSON.parse(out) as Forecast;
}

describe('a plan', () => {
  test.each([
    ['files', 'even_odd'],
    ['segments', 'even_odd'],
    ['files', 'tic_tac_toe'],
  ])('tells rounds, matches and disk of a league that keeps %s and plays %s', async (records, game) => {
    const folder = join(stage.folder, `${records}_${game}`);
    const places = ['--data', join(folder, 'data'), '--logs', join(folder, 'logs')];
    const run = ['--players', '24', '--in-process', '--records', records, '--game', game, '--json', ...places];
    // The command line of a run is one of a plan as well.
    const plan = await planned(...run, '--fresh', '--seed', '1', '--open');
    const { code, out, err } = await typed('run', ...run);
    expect(code, err).toBe(0);
    expect(plan).toMatchObject({ fits: true, rounds: 23, matches: JSON.parse(out).matches.length });
    const disk = await bytesIn(folder);
    expect(plan.disk / disk).toBeGreaterThan(1 / 2);
    expect(plan.disk / disk).toBeLessThan(2);
  });

  test('counts the messages in logs as the run samples them', async () => {
    const disk = async (...words: readonly string[]) => (await planned('--players', '300', ...words)).disk;
    const [sampled, whole, fewer] = [
      await disk(),
      await disk('--log-sample', '1'),
      await disk('--log-sample', '10000'),
    ];
    // A match leaves 11 KB of messages.
    expect((whole - sampled) / 44_850).toBeGreaterThan(8_000);
    expect((whole - sampled) / 44_850).toBeLessThan(14_000);
    expect(fewer).toBeLessThan(sampled);
  });

  test('sends more to 100 players, who are told the whole table, than to 101', async () => {
    const [whole, part] = [await planned('--players', '100'), await planned('--players', '101')];
    expect(whole.bytes / part.bytes).toBeGreaterThan(2);
  });

  test('warns that players who think as long as the limit for a move lose', async () => {
    const text = async (seconds: string) => (await typed('plan', '--move-sec', seconds, ...stage.where)).out;
    expect(await text('30')).toContain('Such players lose: the limit for a move is 30 seconds.');
    expect(await text('29')).not.toContain('Such players lose');
  });

  test('takes longer and sends more where a match has more moves', async () => {
    const [short, long] = [
      await planned('--players', '30'),
      await planned('--players', '30', '--game', 'connect_four'),
    ];
    expect(long.matches).toBe(short.matches);
    expect(long.seconds / short.seconds).toBeGreaterThan(2);
    expect(long.bytes / short.bytes).toBeCloseTo(long.seconds / short.seconds, 1);
  });

  test('adds the time that players think: rounds, times groups of matches, times moves that wait for one another', async () => {
    const [none, five] = [await planned('--players', '30'), await planned('--players', '30', '--move-sec', '5')];
    expect([none.thinking_seconds, five.thinking_seconds]).toEqual([0, 29 * 5]);
    expect(five.seconds - none.seconds).toBeCloseTo(29 * 5, 5);
    // Two referees run 128 matches at once, and a round of 600 players has 300.
    const { thinking_seconds } = await planned('--players', '600', '--move-sec', '5');
    expect(thinking_seconds).toBe(599 * 3 * 5);
    const turns = await planned('--players', '30', '--move-sec', '5', '--game', 'tic_tac_toe');
    expect(turns.thinking_seconds).toBe(29 * 9 * 5);
  });

  test('of what cannot be meant is one line, and 2', async () => {
    const { code, err } = await typed('plan', '--move-sec', 'fast', ...stage.where);
    expect({ code, err }).toEqual({
      code: 2,
      err: 'league: --move-sec takes a whole number from 0 to 86400, not "fast"\n',
    });
    expect(await typed('plan', '--within', '5')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--max-rounds N'),
    });
  });

  test('says that a run does not fit on the disk', async () => {
    const forecast = { ...(await planned('--players', '30')), disk: 2e9, free_disk: 1e9, fits: false };
    expect(forecastText(forecast)).toContain('2.0 GB on disk, of 1.0 GB that are free');
    expect(forecastText(forecast)).toContain('It does not fit on the disk; play fewer rounds with --max-rounds.');
  });
});

test('a run of more than a minute begins with its forecast, and one that cannot be forecast begins without', async () => {
  const staged = (players: string) => {
    const flags: readonly (readonly [string, FlagValue])[] = [
      ['players', players],
      ['in-process', true],
    ];
    return stageOf(new Flags(flags));
  };
  expect(await longRunText(await staged('4'))).toBe('');
  const long = await staged('1000');
  expect(await longRunText(long)).toMatch(
    /^ {2}499500 matches in 999 rounds\n.* of messages with players, and .* GB on disk, of .*\n {2}about \d+:\d\d min as measured on \d+ cores, plus the time/,
  );
  const { config } = long.settings;
  const schedule = { ...config.schedule, algorithm: 'by_results' };
  expect(await longRunText({ ...long, settings: { ...long.settings, config: { ...config, schedule } } })).toBe('');
});

test('--max-rounds ends a league after so many rounds', async () => {
  const own = ['--data', join(stage.folder, 'short'), '--logs', join(stage.folder, 'short_logs')];
  const { code, out } = await typed('run', '--in-process', '--json', '--max-rounds', '2', ...own);
  expect(code).toBe(0);
  expect(JSON.parse(out).matches).toHaveLength(4);
});

test('a line of progress says how long it may still take, where that is worth a word', () => {
  expect(leftText({ done: 100, ms: 10_000, left: 900 })).toBe(', about 1:30 left');
  expect(leftText({ done: 100, ms: 10_000, left: 50 })).toBe('');
  expect(leftText({ done: 0, ms: 10_000, left: 900 })).toBe('');
});
