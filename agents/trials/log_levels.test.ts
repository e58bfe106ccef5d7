/** `logging.level` of the configuration and the options of logs take effect for every role, in any process it lives in. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { LogLevel } from '../../SHARED/contracts/files/logs.ts';
import { nodeDisk } from '../../SHARED/league_sdk/disk/node_disk.ts';
import { agentLogLines } from '../../SHARED/league_sdk/logs/segment_log.ts';
import { logPaths } from '../../SHARED/league_sdk/paths.ts';
import { officialClient } from '../../SHARED/testing/mcp_fixtures_host.ts';
import { type Changes, writeTestConfig } from '../../SHARED/testing/test_config.ts';
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
  const [info, none]: readonly (readonly string[])[] = [['INFO'], []];

  test('keep the messages of all agents in segments, and of each process they share one', async () => {
    const words = ['--transport', 'stdio', '--players', '17', '--records', 'segments'];
    const files = { manager: none, messages: none, player: none };
    expect(await logged(ONE_ROUND, run(...words), 'P17')).toEqual({
      ...{ ...files, league: info, launcher: info, matches: info },
    });
    const logs = join(stage.folder, 'logs');
    for (const [id, type] of [
      ['LM01', 'MATCH_RESULT_REPORT'],
      ['REF01', 'GAME_JOIN_ACK'],
      ['P17', 'GAME_OVER'],
    ] as const) {
      const lines = (await agentLogLines(disk, logs, id)).map((line) => JSON.parse(line));
      expect(lines.map(({ message_type }) => message_type)).toContain(type);
    }
    // The empty files of locks stay.
    const names = (await disk.list(join(logs, 'agents', 'segments'))).filter((name) => !name.startsWith('.'));
    expect(names.length).toBeLessThan(17);
    expect(names.filter((name) => !name.endsWith('.000001.jsonl.zst'))).toEqual([]);
  });

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
