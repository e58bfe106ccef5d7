/** `logging.level` of the configuration and the options of logs take effect for every role, in any process it lives in. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { LogLevel } from '../../SHARED/contracts/files/logs.ts';
import type { JsonObject } from '../../SHARED/core/json.ts';
import { nodeDisk } from '../../SHARED/league_sdk/disk/node_disk.ts';
import { logPaths } from '../../SHARED/league_sdk/paths.ts';
import { officialClient } from '../../SHARED/testing/mcp_fixtures_host.ts';
import { type Changes, writeTestConfig } from '../../SHARED/testing/test_config.ts';
import { Flags, type FlagValue } from '../launcher/options.ts';
import { sampleLine, stageOf } from '../launcher/processes/stage.ts';
import { configOf, logsOf, sampleOf } from '../launcher/world/installation.ts';
import { OwnStage } from './testing/own_stage.ts';
import { typed } from './testing/rehearsal_in_process.ts';

const LEAGUE = 'league_2025_even_odd';
const ONE_ROUND = { 'leagues/league_2025_even_odd.json': { schedule: { algorithm: 'round_robin', max_rounds: 1 } } };
const stage = new OwnStage();
const disk = nodeDisk();

const at = (manager: LogLevel, referee: LogLevel, player: LogLevel): Changes => ({
  ...ONE_ROUND,
  'system.json': { logging: { level: manager } },
  'defaults/referee.json': { logging: { level: referee } },
  'defaults/player.json': { logging: { level: player } },
});

/** The levels of the lines in a log; none where there is no file. */
async function levelsIn(path: string): Promise<readonly string[]> {
  const lines = ((await disk.read(path)) ?? '').split('\n').filter((line) => line !== '');
  return [...new Set(lines.map((line) => (JSON.parse(line) as { level: string }).level))].sort();
}

/** Which levels each kind of log has, after a command with this configuration. */
async function logged(changes: Changes, command: (where: readonly string[]) => Promise<void>, player = 'P01') {
  const folder = (name: string) => join(stage.folder, name);
  await writeTestConfig(disk, folder('config'), changes);
  await command(['--data', folder('data'), '--logs', folder('logs'), '--config', folder('config')]);
  const paths = logPaths(folder('logs'));
  return {
    manager: await levelsIn(paths.agent('LM01')),
    league: await levelsIn(paths.league(LEAGUE)),
    launcher: await levelsIn(paths.component('orchestrator')),
    messages: await levelsIn(paths.agent('REF01')),
    matches: await levelsIn(paths.component('referee:REF01', LEAGUE)),
    player: await levelsIn(paths.agent(player)),
  };
}

const run =
  (...words: readonly string[]) =>
  async (where: readonly string[]) => {
    const { code, err } = await typed('run', '--referees', '1', ...words, ...where);
    expect(code, err).toBe(0);
  };

describe.each([
  ['in one process', ['--transport', 'memory'], 'P01'],
  ['in processes of their own', ['--transport', 'stdio', '--players', '2'], 'P01'],
  ['of players that share a process', ['--transport', 'stdio', '--players', '17'], 'P17'],
])('a league %s', (_where, words, player) => {
  test('writes from INFO on, as it is shipped', async () => {
    const info = ['INFO'];
    expect(await logged(ONE_ROUND, run(...words), player)).toEqual({
      ...{ manager: info, league: info, launcher: info, messages: info, matches: info, player: info },
    });
  });

  test('writes what each role is told to write', async () => {
    expect(await logged(at('ERROR', 'DEBUG', 'WARNING'), run(...words), player)).toEqual({
      ...{ manager: [], league: [], launcher: [], messages: ['INFO'], matches: ['DEBUG', 'INFO'], player: [] },
    });
    expect(await logged(at('INFO', 'ERROR', 'DEBUG'), run('--fresh', ...words), player)).toMatchObject({
      ...{ manager: ['INFO'], launcher: ['INFO'], player: ['INFO'] },
    });
  });
});

describe('the options of a run', () => {
  const none: readonly string[] = [];

  test('leave out messages and events that are below the level that was typed', async () => {
    const words = ['--transport', 'memory', '--players', '2'];
    const messages = { manager: none, messages: none, player: none };
    expect(await logged(ONE_ROUND, run(...words, '--log-level', 'WARNING'))).toEqual({
      ...{ ...messages, league: none, launcher: none, matches: none },
    });
  });

  test.each([
    ['--log-level', 'LOUD', 'league: --log-level takes DEBUG, INFO, WARNING, ERROR, not "LOUD"\n'],
    ['--log-sample', '0', 'league: --log-sample takes a whole number from 1 to 1000000, not "0"\n'],
  ])('are told to be mistaken: %s %s', async (option, value, err) => {
    expect(await typed('run', option, value)).toMatchObject({ code: 2, err });
  });
});

describe('a run of more than 200 players', () => {
  const words = ['run', '--transport', 'memory', '--referees', '1', '--players', '201', '--max-rounds', '2'];

  /** The messages in the log of an agent that are of a match, or of a round alone, by its id. */
  async function loggedBy(id: string, field: 'match_id' | 'round_id'): Promise<ReadonlySet<unknown>> {
    const text = (await disk.read(logPaths(join(stage.folder, 'logs')).agent(id))) ?? '';
    const lines = text.split('\n').filter((line) => line !== '');
    const logged = lines.map((line) => JSON.parse(line) as { message_type: string; details: JsonObject });
    const isOf = (type: string) => (field === 'round_id') === type.startsWith('ROUND_');
    const ids = logged.flatMap(({ message_type, details }) => (isOf(message_type) ? [details[field]] : []));
    return new Set(ids.filter((each) => each !== undefined));
  }

  test('logs the messages of one match in a hundred, the same by manager, referee and players, and says so', async () => {
    const { code, out } = await typed(...words, ...stage.where);
    expect(code).toBe(0);
    expect(out).toContain(
      '\n  Logs have the messages of one match in 100, and all warnings and errors; --log-sample 1 writes all messages.\n',
    );
    const matches = await loggedBy('REF01', 'match_id');
    expect(matches.size).toBeGreaterThan(0);
    expect(matches.size).toBeLessThan(10);
    expect(await loggedBy('LM01', 'match_id')).toEqual(matches);
    const players = new Map<unknown, string[]>();
    for (let nth = 1; nth <= 201; nth++) {
      const id = `P${String(nth).padStart(2, '0')}`;
      for (const match of await loggedBy(id, 'match_id')) players.set(match, [...(players.get(match) ?? []), id]);
    }
    expect(new Set(players.keys())).toEqual(matches);
    expect([...players.values()].map((ids) => ids.length)).toEqual([...matches].map(() => 2));
    // The announcement of a round names all its matches, and goes with the rounds.
    for (const id of ['LM01', 'REF01', 'P01']) expect(await loggedBy(id, 'round_id')).toEqual(new Set());
    const { options } = JSON.parse((await disk.read(join(stage.folder, 'data', 'leagues', LEAGUE, 'run.json'))) ?? '');
    expect(options).toMatchObject({ 'log-sample': '100' });
    // A resumed run has the options that were noted, and none to change its sample.
    const resumed = sampleLine(await stageOf(new Flags(Object.entries(options as { [name: string]: FlagValue }))));
    expect(resumed).toBe('  Logs have the messages of one match in 100, and all warnings and errors.\n');
  }, 60_000);

  test('logs all messages with --log-sample 1, and says nothing of it', async () => {
    const { code, out } = await typed(...words, '--log-sample', '1', ...stage.where);
    expect([code, out.includes('Logs have')]).toEqual([0, false]);
    expect((await loggedBy('REF01', 'match_id')).size).toBe(200);
    for (const id of ['LM01', 'REF01', 'P01']) expect(await loggedBy(id, 'round_id')).toEqual(new Set([1, 2]));
  }, 60_000);
});

test('the sample is what was typed, else what the configuration says, else 100 above 200 players', async () => {
  const config = join(stage.folder, 'config');
  const samples = async (players: number, changes: Changes, sample?: string) => {
    await writeTestConfig(disk, config, changes);
    const flags = new Flags([['config', config], ...(sample === undefined ? [] : [['log-sample', sample] as const])]);
    const logs = await logsOf(flags, configOf(flags), players);
    return [logs.league_manager.sample, logs.referee.sample, logs.player.sample, sampleOf(logs)];
  };
  const five = { logging: { sample: 5 } };
  expect(await samples(200, {})).toEqual([1, 1, 1, 1]);
  expect(await samples(201, {})).toEqual([100, 100, 100, 100]);
  expect(await samples(201, {}, '7')).toEqual([7, 7, 7, 7]);
  expect(await samples(201, { 'system.json': five })).toEqual([5, 1, 1, undefined]);
  const everywhere = { 'system.json': five, 'defaults/referee.json': five, 'defaults/player.json': five };
  expect(await samples(201, everywhere)).toEqual([5, 5, 5, 5]);
});

test.each([
  ['INFO', ['INFO']],
  ['ERROR', []],
] as const)('the player of a seat writes from %s on, as players do', async (level, written) => {
  const { player } = await logged(at('ERROR', 'ERROR', level), async (where) => {
    const manager = stage.started('manager', '--port', '0', ...where);
    const [address] = await manager.says(/http:\S+\/mcp/);
    const client = await officialClient(address, '2025-11-25');
    const joined = await client.callTool({ name: 'join_league', arguments: { display_name: 'Model' } });
    expect(joined).toMatchObject({ structuredContent: { player_id: 'P01' } });
    const { seat_token } = joined.structuredContent as { readonly seat_token: string };
    // A player that has left has written everything.
    const left = await client.callTool({ name: 'leave', arguments: { seat_token, confirm: true } });
    expect(left).toMatchObject({ structuredContent: { left: true } });
  });
  expect(player).toEqual(written);
});
