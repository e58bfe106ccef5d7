import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { AgentLogLine, ComponentLogLine, LeagueLogLine } from '../contracts/files/logs.ts';
import { fits } from '../contracts/validator.ts';
import { unwrap } from '../core/result.ts';
import { ConfigLoader } from '../league_sdk/config_loader.ts';
import { memoryDisk } from '../league_sdk/disk/memory_disk.ts';
import { nodeDisk } from '../league_sdk/disk/node_disk.ts';
import { AgentLogger, JsonLogger, LeagueLogger } from '../league_sdk/logger.ts';
import {
  MatchRepository,
  PlayerHistoryRepository,
  RoundsRepository,
  StandingsRepository,
} from '../league_sdk/repositories.ts';
import { fakeClock } from './fake_clock.ts';

const EXAMPLES = join(import.meta.dirname, 'fixtures', 'spec_examples');
const CONFIG = join(import.meta.dirname, '..', 'config');
const LEAGUE = 'league_2025_even_odd';

const source = nodeDisk();
const example = async (name: string) => (await source.read(join(EXAMPLES, name))) as string;

const linesOf = async (name: string) =>
  (await example(name))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

/** Lays examples out where the specification says that they lie. */
async function laidOut(places: { readonly [path: string]: string }) {
  const disk = memoryDisk();
  for (const [path, name] of Object.entries(places)) await disk.replace(path, await example(name));
  return disk;
}

test('all 54 examples of the specification are here', async () => {
  const folders = await source.list(EXAMPLES);
  const files = await Promise.all(folders.map((folder) => source.list(join(EXAMPLES, folder))));
  expect(files.flat()).toHaveLength(54);
});

describe('the configuration examples of the specification', () => {
  const places = {
    '/config/system.json': 'config/system.json',
    '/config/agents/agents_config.json': 'config/agents_config.json',
    [`/config/leagues/${LEAGUE}.json`]: `config/${LEAGUE}.json`,
    '/config/games/games_registry.json': 'config/games_registry.json',
    '/config/defaults/referee.json': 'config/referee.json',
    '/config/defaults/player.json': 'config/player.json',
  };

  test('load, and say in our words what they said in theirs', async () => {
    const config = new ConfigLoader(await laidOut(places), '/config');
    expect(unwrap(await config.loadSystem()).timeouts.move_timeout_sec).toBe(30);
    expect(unwrap(await config.getRefereeById('REF02'))).toMatchObject({ game_types: ['even_odd'], active: true });
    expect(unwrap(await config.getPlayerById('P02'))).toMatchObject({
      display_name: 'Player Two',
      default_endpoint: 'http://localhost:8102/mcp',
    });
    expect(unwrap(await config.loadAgents()).league_manager).toMatchObject({ agent_id: 'LM01', port: 8_000 });
    expect(config.ignored()).toEqual([{ file: 'agents_config.json', key: 'league_manager.status' }]);
    expect(unwrap(await config.loadLeague(LEAGUE))).toMatchObject({
      total_rounds: 3,
      participants: { max_players: 10_000 },
    });
    expect(unwrap(await config.getGame('even_odd')).rules_module).toBe('game_logic.even_odd');
    expect(unwrap(await config.loadDefaults('player')).default_settings.generic_response_timeout_sec).toBe(5);
  });

  test('forfeit a missed deadline at once', async () => {
    const config = new ConfigLoader(await laidOut(places), '/config');
    const limits = unwrap(await config.limits({ role: 'referee', leagueId: LEAGUE }));
    expect(limits).toMatchObject({ joinMs: 5_000, moveMs: 30_000, retryOnTimeout: false, maxRetries: 3 });
  });
});

describe('the data examples of the specification', () => {
  const read = async () => ({
    disk: await laidOut({
      [`/data/leagues/${LEAGUE}/standings.json`]: 'data/standings.json',
      [`/data/leagues/${LEAGUE}/rounds.json`]: 'data/rounds.json',
      [`/data/matches/${LEAGUE}/R1M1.json`]: 'data/R1M1.json',
      '/data/players/P01/history.json': 'data/history.json',
    }),
    clock: fakeClock(),
    root: '/data',
  });

  test('load as they are', async () => {
    const store = await read();
    const matches = new MatchRepository(LEAGUE, store);
    expect(unwrap(await new StandingsRepository(LEAGUE, store).load())).toEqual(
      JSON.parse(await example('data/standings.json')),
    );
    expect(unwrap(await new RoundsRepository(LEAGUE, store).load())).toEqual(
      JSON.parse(await example('data/rounds.json')),
    );
    expect(await matches.listMatches()).toEqual(['R1M1']);
    expect(unwrap(await matches.getMatch('R1M1'))).toEqual(JSON.parse(await example('data/R1M1.json')));
    expect(unwrap(await new PlayerHistoryRepository('P01', store).getHistory())).toEqual(
      JSON.parse(await example('data/history.json')),
    );
  });

  test('are written as they were', async () => {
    const store = await read();
    const matches = new MatchRepository(LEAGUE, store);
    const text = await example('data/R1M1.json');
    await matches.saveMatch('R1M1', unwrap(await matches.getMatch('R1M1')) ?? expect.fail('no record'));
    expect(await store.disk.read(`/data/matches/${LEAGUE}/R1M1.json`)).toBe(`${text.trimEnd()}\n`);
  });

  test('a history goes on from the example, counting the matches that are in it', async () => {
    const store = await read();
    const history = new PlayerHistoryRepository('P01', store);
    const [first] = unwrap(await history.getHistory()).matches;
    await history.addMatchResult({
      ...(first ?? expect.fail('no match')),
      match_id: 'R3M1',
      round_id: 3,
      result: 'LOSS',
      points_earned: 0,
    });
    expect(unwrap(await history.getHistory())).toMatchObject({
      stats: { total_matches: 3, wins: 2, losses: 1, win_rate: 2 / 3, total_points: 6 },
      opponent_history: { P02: { matches_played: 2, wins: 1, losses: 1, their_choices: ['odd', 'odd'] } },
    });
  });
});

describe('the log examples of the specification', () => {
  test.each([
    ['logs/league_log.jsonl', LeagueLogLine, 7],
    ['logs/player_P01_log.jsonl', AgentLogLine, 7],
    ['logs/referee_REF01_log.jsonl', AgentLogLine, 6],
  ])('%s has the shape of our lines', async (name, schema, count) => {
    const lines = await linesOf(name);
    expect(lines).toHaveLength(count);
    expect(lines.filter((line) => !fits(schema, line))).toEqual([]);
  });

  test('our loggers write the same', async () => {
    const disk = memoryDisk();
    const store = { disk, clock: fakeClock('2025-01-15T10:15:00Z'), root: '/logs' };
    const entry = JSON.parse(await example('logs/timeout_error_entry.json'));
    expect(fits(ComponentLogLine, entry)).toBe(true);
    const { timestamp: _, component, event_type, level, ...details } = entry;
    const [fromLeague] = await linesOf('logs/league_log.jsonl');
    const fromPlayer = (await linesOf('logs/player_P01_log.jsonl'))[3];
    const loggers = [
      new JsonLogger(component, store, LEAGUE),
      new LeagueLogger(LEAGUE, store),
      new AgentLogger('P01', store),
    ] as const;
    loggers[0].log(event_type, level, details);
    loggers[1].log(fromLeague.component, fromLeague.event_type, fromLeague.details);
    loggers[2].logSent(fromPlayer.message_type, fromPlayer.peer, fromPlayer.details);
    await Promise.all(loggers.map((logger) => logger.close()));
    const at = { timestamp: '2025-01-15T10:15:00.000Z' };
    const written = await Promise.all(loggers.map(async ({ path }) => JSON.parse((await disk.read(path)) ?? '')));
    expect(written).toEqual([
      { ...entry, ...at },
      { ...fromLeague, ...at },
      { ...fromPlayer, ...at },
    ]);
    expect(loggers[0].path).toBe(`/logs/league/${LEAGUE}/referee_REF01.log.jsonl`);
  });
});

describe('the configuration that is shipped', () => {
  const config = new ConfigLoader(source, CONFIG);

  test('has one league per game, and every game is one of them', async () => {
    const { games } = unwrap(await config.loadGamesRegistry());
    expect(games.map(({ game_type }) => game_type)).toEqual(expect.arrayContaining(['even_odd', 'tic_tac_toe']));
    for (const { game_type } of games) {
      expect(unwrap(await config.loadLeague(`league_2025_${game_type}`)).game_type).toBe(game_type);
    }
  });

  test('has the agents and ports of the specification', async () => {
    const { league_manager, referees, players } = unwrap(await config.loadAgents());
    const { base_host, default_league_manager_port } = unwrap(await config.loadSystem()).network;
    expect(league_manager).toEqual({ agent_id: 'LM01', agent_type: 'league_manager', display_name: 'League Manager' });
    expect([
      `http://${base_host}:${default_league_manager_port}/mcp`,
      ...referees.map(({ endpoint }) => endpoint),
      ...players.map((p) => p.default_endpoint),
    ]).toEqual([8_000, 8_001, 8_002, 8_101, 8_102, 8_103, 8_104].map((port) => `http://localhost:${port}/mcp`));
    expect(players.map(({ display_name }) => display_name)).toEqual([
      'Agent Alpha',
      'Agent Beta',
      'Agent Gamma',
      'Agent Delta',
    ]);
  });

  test('gives the time limits of the protocol', async () => {
    for (const role of ['referee', 'player'] as const) {
      const limits = unwrap(await config.limits({ role, leagueId: LEAGUE }));
      expect(limits).toMatchObject({
        joinMs: 5_000,
        moveMs: 30_000,
        responseMs: 10_000,
        maxMatchMs: 150_000,
        maxRetries: 3,
        retryOnTimeout: true,
      });
    }
  });
});
