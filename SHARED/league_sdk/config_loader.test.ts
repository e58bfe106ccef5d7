import { describe, expect, test } from 'vitest';
import { unwrap } from '../core/result.ts';
import { ConfigLoader } from './config_loader.ts';
import { memoryDisk } from './disk/memory_disk.ts';

const manager = { agent_id: 'LM01', display_name: 'League Manager', port: 8000, endpoint: 'http://localhost:8000/mcp' };
const referee = { referee_id: 'REF01', display_name: 'Referee', endpoint: 'http://localhost:8001/mcp' };
const player = { player_id: 'P01', display_name: 'Agent Alpha', default_endpoint: 'http://localhost:8101/mcp' };
const game = { game_type: 'rps', display_name: 'RPS', rules_module: 'game_logic.rps' };

/** A loader over files given as values, or as texts. */
async function loader(files: { readonly [name: string]: unknown }) {
  const disk = memoryDisk();
  for (const [name, file] of Object.entries(files)) {
    await disk.replace(`/config/${name}`, typeof file === 'string' ? file : JSON.stringify(file));
  }
  return { disk, config: new ConfigLoader(disk, '/config') };
}

describe('the configuration', () => {
  test('fills in what a file leaves out', async () => {
    const { config } = await loader({ 'system.json': {}, 'leagues/cup.json': { league_id: 'cup', game_type: 'rps' } });
    expect(unwrap(await config.loadSystem())).toMatchObject({
      protocol_version: 'league.v2',
      network: {
        base_host: 'localhost',
        default_league_manager_port: 8_000,
        default_player_port_range: [8_101, 8_199],
      },
      security: { require_tokens: true, token_ttl_sec: 86_400 },
      timeouts: { move_timeout_sec: 30, generic_response_timeout_sec: 10, registration_timeout_sec: 30 },
      retry_policy: { max_retries: 3, backoff_strategy: 'exponential', retry_on_timeout: true },
    });
    expect(unwrap(await config.loadLeague('cup'))).toMatchObject({
      display_name: 'cup',
      kind: 'local',
      scoring: {
        win_points: 3,
        draw_points: 1,
        loss_points: 0,
        technical_loss_points: 0,
        tiebreakers: ['points', 'wins', 'head_to_head', 'player_id'],
      },
      double_forfeit: 'draw',
      participants: { min_players: 2, max_players: 10_000 },
      schedule: { algorithm: 'round_robin' },
      referees: { accept: 'verified', ids: [] },
      league_manager: 'LM01',
      timeouts: {},
    });
  });

  test('of a class gives two players that both fail nothing, unless it says otherwise', async () => {
    const { config } = await loader({
      'leagues/cup.json': { league_id: 'cup', game_type: 'even_odd', kind: 'class' },
      'leagues/mild.json': { league_id: 'mild', game_type: 'even_odd', kind: 'class', double_forfeit: 'draw' },
    });
    expect(unwrap(await config.loadLeague('cup')).double_forfeit).toBe('loss');
    expect(unwrap(await config.loadLeague('mild')).double_forfeit).toBe('draw');
  });

  test('is read when it is asked for, and once', async () => {
    const { disk, config } = await loader({ 'system.json': { system_id: 'first' } });
    const [one, two] = await Promise.all([config.loadSystem(), config.loadSystem()]);
    await disk.replace('/config/system.json', '{"system_id":"second"}');
    expect(unwrap(await config.loadSystem()).system_id).toBe('first');
    expect(unwrap(one)).toBe(unwrap(two));
  });

  test('finds agents and games in their folder or at the root', async () => {
    const agents = { league_manager: manager, referees: [referee], players: [player] };
    for (const [agentsFile, gamesFile] of [
      ['agents/agents_config.json', 'games/games_registry.json'],
      ['agents_config.json', 'games_registry.json'],
    ] as const) {
      const { config } = await loader({ [agentsFile]: agents, [gamesFile]: { games: [game] } });
      expect(unwrap(await config.getRefereeById('REF01'))).toMatchObject({
        ...referee,
        active: true,
        max_concurrent_matches: 16,
      });
      expect(unwrap(await config.getPlayerById('P01'))).toMatchObject({
        ...player,
        active: true,
        preferred_leagues: [],
      });
      expect(unwrap(await config.getGame('rps'))).toMatchObject({ ...game, min_players: 2 });
    }
  });

  test('finds rules from the folder of the registry, and leaves dotted names as they are', async () => {
    const games = ['game_logic.rps', './rps.js', '../../else/rps.ts', '/abs/rps.mts'].map((rules_module, i) => ({
      ...{ game_type: `g${i}`, rules_module },
    }));
    const { config } = await loader({ 'games/games_registry.json': { games } });
    const loaded = unwrap(await config.loadGamesRegistry()).games.map(({ rules_module }) => rules_module);
    expect(loaded).toEqual(['game_logic.rps', '/config/games/rps.js', '/else/rps.ts', '/abs/rps.mts']);
  });

  test('has a league by the usual rules for a game without a league file', async () => {
    const { config } = await loader({ 'games_registry.json': { games: [game] } });
    const league = { league_id: 'league_2025_rps', game_type: 'rps', display_name: 'RPS League', kind: 'local' };
    expect(unwrap(await config.loadLeague('league_2025_rps'))).toMatchObject(league);
    expect(await config.loadLeague('league_2025_nim')).toMatchObject({ ok: false, error: { code: 'INVALID_CONFIG' } });
  });

  test('knows a game that was added, in place of an entry of its type', async () => {
    const { config } = await loader({ 'games_registry.json': { games: [game] } });
    config.addGame({ game_type: 'nim', rules_module: '/nim.ts' });
    config.addGame({ game_type: 'rps', rules_module: '/rps.ts' });
    const { games } = unwrap(await config.loadGamesRegistry());
    expect(games.map(({ game_type, rules_module }) => [game_type, rules_module])).toEqual([
      ['nim', '/nim.ts'],
      ['rps', '/rps.ts'],
    ]);
    expect(unwrap(await config.loadLeague('league_2025_nim')).game_type).toBe('nim');
  });

  test('remembers the keys that were given and mean nothing', async () => {
    const agents = { league_manager: { ...manager, status: 'ACTIVE', capabilities: ['everything'] } };
    const { config } = await loader({ 'agents_config.json': agents });
    expect(config.ignored()).toEqual([]);
    await config.loadAgents();
    await config.loadAgents();
    expect(config.ignored().map(({ key }) => key)).toEqual(['league_manager.status', 'league_manager.capabilities']);
  });

  test('knows the defaults of each role', async () => {
    const { config } = await loader({ 'defaults/referee.json': {}, 'defaults/player.json': '\uFEFF{}' });
    expect(unwrap(await config.loadDefaults('referee')).default_settings).toEqual({ max_concurrent_matches: 16 });
    expect(unwrap(await config.loadDefaults('player'))).toMatchObject({
      default_settings: { strategy: 'random', auto_register: true },
      logging: { level: 'INFO', format: 'jsonl' },
    });
  });
});
