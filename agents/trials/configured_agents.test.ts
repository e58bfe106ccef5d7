/**
 * Whole leagues by agents_config.json and system.json: the players, their addresses, and the agents that are waited
 * for.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { AgentsView } from '../../SHARED/contracts/files/league_data.ts';
import { nodeDisk } from '../../SHARED/league_sdk/disk/node_disk.ts';
import { writeTestConfig } from '../../SHARED/testing/test_config.ts';
import { OwnStage } from './testing/own_stage.ts';
import { freePortBase, league, until } from './testing/rehearsal.ts';
import { typed } from './testing/rehearsal_in_process.ts';

const LEAGUE = 'league_2025_even_odd';
const stage = new OwnStage();
const file = (...parts: readonly string[]) => join(stage.folder, ...parts);

async function view(): Promise<AgentsView> {
  return JSON.parse(await readFile(file('data', 'leagues', LEAGUE, 'agents_config.json'), 'utf8')) as AgentsView;
}

async function logged(event: string): Promise<readonly Record<string, unknown>[]> {
  const text = await readFile(file('logs', 'system', 'orchestrator.log.jsonl'), 'utf8');
  const lines = text.trim().split('\n');
  return lines.map((line) => JSON.parse(line)).filter((line) => line.event_type === event);
}

const referee = (port: number, more = {}) => ({
  ...{ referee_id: 'REF07', display_name: 'Whistle', endpoint: `http://localhost:${port}/mcp` },
  ...more,
});
const player = (id: string, port: number, more = {}) => ({
  ...{ player_id: id, display_name: `Agent ${id}`, default_endpoint: `http://localhost:${port}/mcp` },
  ...more,
});

test('the referees of a class league find the operator’s token in the manager’s data folder', async () => {
  const base = await freePortBase();
  await writeTestConfig(nodeDisk(), file('config'), { [`leagues/${LEAGUE}.json`]: { kind: 'class' } });
  const run = await typed('run', '--config', file('config'), '--port-base', String(base), ...stage.where);
  expect(run.code, run.err).toBe(0);
  expect(run.out).toContain('6 matches in ');
});

test('the active agents of the file play at their own addresses, the manager at the port of system.json', async () => {
  const base = await freePortBase();
  const network = { default_league_manager_port: base };
  const path = `http://localhost:${base + 102}/somewhere/else`;
  await writeTestConfig(nodeDisk(), file('config'), {
    'system.json': { system_id: 'house', network },
    'agents/agents_config.json': {
      referees: [
        referee(base + 1, { max_concurrent_matches: 3 }),
        referee(base + 2, { referee_id: 'R8', active: false }),
      ],
      players: [
        player('Ann', base + 101, { version: '2.5.0' }),
        player('Bob', base + 102, { default_endpoint: path, game_types: ['even_odd'] }),
        player('Cid', base + 103, { game_types: ['connect_four'] }),
        player('Dan', base + 104, { status: 'REGISTERED' }),
      ],
    },
  });
  const run = await typed('run', '--config', file('config'), ...stage.where);
  expect(run.code, run.err).toBe(0);
  expect(run.out).toContain('3 players, 1 referee\n');
  const { league_manager, referees, players } = await view();
  expect(league_manager.endpoint).toBe(`http://localhost:${base}/mcp`);
  expect(referees).toMatchObject([{ referee_id: 'REF07', display_name: 'Whistle', max_concurrent_matches: 3 }]);
  expect(players.map((seat) => [seat.player_id, seat.default_endpoint, seat.version])).toEqual([
    ['Ann', `http://localhost:${base + 101}/mcp`, '2.5.0'],
    ['Bob', path, '1.0.0'],
    ['Dan', `http://localhost:${base + 104}/mcp`, '1.0.0'],
  ]);
  expect(await logged('RUN_STARTED')).toMatchObject([{ system_id: 'house', players: 3, referees: 1 }]);
});

test('the example files of the specification are played, and what means nothing is named once', async () => {
  const examples = fileURLToPath(new URL('../../SHARED/testing/fixtures/spec_examples/config/', import.meta.url));
  const places = {
    'agents_config.json': 'agents',
    'games_registry.json': 'games',
    'league_2025_even_odd.json': 'leagues',
    'player.json': 'defaults',
    'referee.json': 'defaults',
    'system.json': '.',
  };
  for (const [name, folder] of Object.entries(places)) {
    const path = file('config', folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, await readFile(join(examples, name)));
  }
  const base = String(await freePortBase());
  const run = await typed('run', '--config', file('config'), '--port-base', base, ...stage.where);
  expect(run.code, run.err).toBe(0);
  expect(run.out).toContain('2 players, 2 referees\n');
  expect(run.out.split('without effect here: league_manager.status (agents_config.json)')).toHaveLength(2);
  expect(await logged('CONFIG_IGNORED')).toMatchObject([
    {
      level: 'WARNING',
      // The rounds are those of four players, and the example has two of them.
      keys: [
        'league_manager.status (agents_config.json)',
        'total_rounds 3 (league_2025_even_odd.json; it follows from players and schedule: 1)',
      ],
    },
  ]);
});

describe('an agent whose address is not of this machine', () => {
  const away = { default_endpoint: 'http://192.0.2.7:8103/mcp' };
  async function started(limitSec: number) {
    const base = await freePortBase();
    await writeTestConfig(nodeDisk(), file('config'), {
      [`leagues/${LEAGUE}.json` as const]: { timeouts: { registration_timeout_sec: limitSec } },
      'agents/agents_config.json': {
        referees: [referee(8_001)],
        players: [player('P01', 8_101), player('P02', 8_102), player('P03', 8_103, away)],
      },
    });
    const run = stage.started('run', '--config', file('config'), '--port-base', String(base));
    const line = 'league: waiting for P03, which registers from http://192.0.2.7:8103/mcp\n';
    await until('the run to wait', () => (run.err().includes(line) ? true : undefined));
    return { run, base };
  }

  test('is waited for, and plays when it has come', async () => {
    const { run, base } = await started(15);
    const manager = ['--manager', `http://localhost:${base}/mcp`];
    const where = ['--data', file('theirs', 'data'), '--logs', file('theirs', 'logs')];
    const stranger = stage.own(league('player', '--id', 'P03', '--port', '0', ...manager, ...where));
    expect(await run.ended(), run.err()).toBe(0);
    expect(await stranger.ended(), stranger.err()).toBe(0);
    expect(run.out()).toContain('3 players, 1 referee\n');
    expect((await view()).players.map((seat) => seat.player_id)).toEqual(['P01', 'P02', 'P03']);
    expect(await logged('RUN_STARTED')).toMatchObject([{ waiting_for: ['P03'] }]);
  });

  test('is not waited for longer than registration lasts', async () => {
    const { run } = await started(4);
    expect(await run.ended(), run.err()).toBe(0);
    expect(run.err()).toContain('league: P03 did not register within 4 s; the league is played without it\n');
    expect(run.out()).toContain('1 match in');
  });

  test('is left out where no wire leads to it', async () => {
    const away = player('P03', 8_103, { default_endpoint: 'http://192.0.2.7:8103/mcp' });
    await writeTestConfig(nodeDisk(), file('config'), {
      'agents/agents_config.json': { players: [player('P01', 8_101), away] },
    });
    const { code, err } = await typed('run', '--in-process', '--config', file('config'), ...stage.where);
    expect([code, err]).toEqual([2, expect.stringMatching(/^league: too few agents are of this machine to play by/)]);
  });
});

test('a player that does not register by itself listens until it is ended', async () => {
  await writeTestConfig(nodeDisk(), file('config'), {
    'defaults/player.json': { default_settings: { strategy: 'random', auto_register: false } },
  });
  const alone = stage.started('player', '--id', 'P09', '--port', '0', '--config', file('config'));
  await alone.says(
    /^Player listens at http:\/\/localhost:\d+\/mcp and has joined no league: auto_register is false\.\n/,
  );
  const run = await typed('run', '--transport', 'stdio', '--config', file('config'), '--referees', '1', ...stage.where);
  expect(run.code, run.err).toBe(0);
});

describe('one line and exit code 2 for', () => {
  test.each<[string, Parameters<typeof writeTestConfig>[2], RegExp]>([
    [
      'a league that is not offered',
      { [`leagues/${LEAGUE}.json`]: { status: 'INACTIVE' } },
      /league league_2025_even_odd is INACTIVE; set "status" to "ACTIVE" in its file/,
    ],
    [
      'an agent that no file has',
      { [`leagues/${LEAGUE}.json`]: { players: ['P01', 'P77'] } },
      /league league_2025_even_odd expects P77, which agents_config\.json does not have; add it there/,
    ],
    [
      'a key that is not read any more',
      { 'defaults/player.json': { default_settings: { lease_sec: 3 } } },
      /lease_sec/,
    ],
    [
      'two agents at one address',
      { 'agents/agents_config.json': { players: [player('A', 9_001), player('B', 9_001)] } },
      /"players\.1\.default_endpoint" is the same as players\.0\.default_endpoint; give each agent a port of its own/,
    ],
  ])('%s', async (_, changes, line) => {
    await writeTestConfig(nodeDisk(), file('config'), changes);
    const { code, err } = await typed('run', '--in-process', '--config', file('config'), ...stage.where);
    expect(err).toMatch(/^league: [^\n]+\n$/);
    expect([code, err]).toEqual([2, expect.stringMatching(line)]);
  });
});
