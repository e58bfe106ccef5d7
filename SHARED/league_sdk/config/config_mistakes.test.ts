import { describe, expect, test } from 'vitest';
import { ConfigLoader } from '../config_loader.ts';
import { memoryDisk } from '../disk/memory_disk.ts';

const manager = { agent_id: 'LM01', display_name: 'League Manager', port: 8000, endpoint: 'http://localhost:8000/mcp' };
const referee = { referee_id: 'REF01', display_name: 'Referee', endpoint: 'http://localhost:8001/mcp' };
const player = { player_id: 'P01', display_name: 'Agent Alpha', default_endpoint: 'http://localhost:8101/mcp' };
const league = { league_id: 'cup', display_name: 'Cup', game_type: 'rps' };
const game = { game_type: 'rps', display_name: 'RPS', rules_module: 'game_logic.rps' };

/** A loader over files given as values, or as texts. */
async function loader(files: { readonly [name: string]: unknown }) {
  const disk = memoryDisk();
  for (const [name, file] of Object.entries(files)) {
    await disk.replace(`/config/${name}`, typeof file === 'string' ? file : JSON.stringify(file));
  }
  return new ConfigLoader(disk, '/config');
}

describe('a mistake in the configuration is told in one line that names file, key and remedy', () => {
  const agents = (changes: object) => ({ league_manager: manager, referees: [referee], players: [player], ...changes });

  test.each<[string, { readonly [name: string]: unknown }, (config: ConfigLoader) => Promise<unknown>, RegExp]>([
    [
      'a key mistyped',
      { 'system.json': { timeouts: { move_timeot_sec: 3 } } },
      (c) => c.loadSystem(),
      /^\/config\/system.json: "timeouts.move_timeot_sec" is not a known key; did you mean "move_timeout_sec"\?$/,
    ],
    [
      'a key nobody knows',
      { 'system.json': { colour: 'red' } },
      (c) => c.loadSystem(),
      /"colour" is not a known key; remove it \(known are schema_version, /,
    ],
    [
      'a wrong type',
      { 'system.json': { retry_policy: { max_retries: 'three' } } },
      (c) => c.loadSystem(),
      /"retry_policy.max_retries" is "three" but must be integer \(Attempts in all/,
    ],
    [
      'a number too small',
      { 'system.json': { timeouts: { lease_sec: 0 } } },
      (c) => c.loadSystem(),
      /"timeouts.lease_sec" is 0 but must be >= 0.01 \(How long a referee/,
    ],
    [
      'a word not offered',
      { 'leagues/cup.json': { ...league, kind: 'klass' } },
      (c) => c.loadLeague('cup'),
      /"kind" is "klass" but must be one of local, class/,
    ],
    [
      'another word than the only one',
      { 'system.json': { retry_policy: { backoff_strategy: 'linear' } } },
      (c) => c.loadSystem(),
      /"retry_policy.backoff_strategy" is "linear" but must be "exponential"/,
    ],
    [
      'a league of a game that is not there',
      {
        'system.json': {},
        'games_registry.json': { games: [game] },
        'leagues/cup.json': { ...league, game_type: 'chess' },
      },
      (c) => c.limits({ leagueId: 'cup' }),
      /"game_type" is not in games_registry.json: "chess"/,
    ],
    [
      'a network that is none',
      { 'leagues/cup.json': { ...league, participants: { allowed_networks: ['10.0.0.0/8', '10.0.0.0/33'] } } },
      (c) => c.loadLeague('cup'),
      /"participants.allowed_networks.1" is "10.0.0.0\/33", which is no network; write 192.168.1.0\/24/,
    ],
    [
      'a limit of nothing',
      { 'system.json': { network: { max_connections: 0 } } },
      (c) => c.loadSystem(),
      /"network.max_connections" is 0 but must be >= 1 \(Connections to one process/,
    ],
    [
      'a key missing',
      { 'leagues/cup.json': { league_id: 'cup' } },
      (c) => c.loadLeague('cup'),
      /"game_type" is missing; add it \(Which game is played/,
    ],
    [
      'a value where a group belongs',
      { 'leagues/cup.json': { ...league, scoring: 3 } },
      (c) => c.loadLeague('cup'),
      /"scoring" is 3 but must be object/,
    ],
    [
      'a comma too many',
      { 'system.json': '{\n  "system_id": "x",\n}' },
      (c) => c.loadSystem(),
      /^\/config\/system.json: is not valid JSON; correct it \(.*line 3/,
    ],
    [
      'a key that reaches for a prototype',
      { 'system.json': '{"__proto__": {}}' },
      (c) => c.loadSystem(),
      /the key "__proto__" is not allowed/,
    ],
    [
      'a list instead of an object',
      { 'system.json': '[]' },
      (c) => c.loadSystem(),
      /^\/config\/system.json: is \[\] but must be object/,
    ],
    [
      'ports the wrong way round',
      { 'system.json': { network: { default_player_port_range: [9, 8] } } },
      (c) => c.loadSystem(),
      /"network.default_player_port_range" goes from 9 down to 8; put the lower port first/,
    ],
    [
      'a file missing',
      {},
      (c) => c.loadAgents(),
      /there is no such file \(looked for \/config\/agents\/agents_config.json and \/config\/agents_config.json\)/,
    ],
    [
      'a league mistyped',
      { 'leagues/cup.json': league },
      (c) => c.loadLeague('cupp'),
      /leagues\/cupp.json: there is no such file; did you mean \/config\/leagues\/cup.json\?/,
    ],
    [
      'a league that is none',
      { 'leagues/cup.json': league, 'leagues/final.json': league },
      (c) => c.loadLeague('nosuch'),
      /leagues\/nosuch.json: there is no such file; there are cup.json, final.json$/,
    ],
    ['a league that is a path', {}, (c) => c.loadLeague('../system'), /"\.\.\/system" is not a league id/],
    [
      'a league in another’s file',
      { 'leagues/copy.json': league },
      (c) => c.loadLeague('copy'),
      /"league_id" is "cup" but the file is named for "copy"/,
    ],
    [
      'a minimum over the maximum',
      { 'leagues/cup.json': { ...league, participants: { min_players: 5, max_players: 4 } } },
      (c) => c.loadLeague('cup'),
      /"participants.min_players" is 5, more than max_players \(4\)/,
    ],
    [
      'a start nobody reaches',
      { 'leagues/cup.json': { ...league, participants: { max_players: 4, auto_start_players: 5 } } },
      (c) => c.loadLeague('cup'),
      /"participants.auto_start_players" is 5; it must lie between 2 and 4/,
    ],
    [
      'one id twice',
      { 'agents_config.json': agents({ players: [player, { ...player, player_id: 'p01' }] }) },
      (c) => c.loadAgents(),
      /"players.1.player_id" is the same as players.0.player_id/,
    ],
    [
      'an id that is a path',
      { 'agents_config.json': agents({ players: [{ ...player, player_id: '../x' }] }) },
      (c) => c.loadAgents(),
      /"players.0.player_id" is "..\/x" but must match pattern/,
    ],
    [
      'an address that is none',
      { 'agents_config.json': agents({ referees: [{ ...referee, endpoint: 'localhost:8001' }] }) },
      (c) => c.loadAgents(),
      /"referees.0.endpoint" is "localhost:8001", which is no address; write http:\/\/host:port\/mcp/,
    ],
    [
      'two agents at one address, however it is written',
      {
        'agents_config.json': agents({ players: [{ ...player, default_endpoint: 'http://127.0.0.1:8001/mcp' }] }),
      },
      (c) => c.loadAgents(),
      /"players.0.default_endpoint" is the same as referees.0.endpoint; give each agent a port of its own/,
    ],
    [
      'a port that is not the endpoint’s',
      { 'agents_config.json': agents({ league_manager: { ...manager, port: 9_000 } }) },
      (c) => c.loadAgents(),
      /"league_manager.port" is 9000, but its endpoint is http:\/\/localhost:8000\/mcp; leave out one of them/,
    ],
    [
      'a status that no agent has',
      { 'agents_config.json': agents({ players: [{ ...player, status: 'ACTVE' }] }) },
      (c) => c.loadAgents(),
      /"players.0.active" is "ACTVE" but must be boolean \(Whether it takes part; `status` says the same/,
    ],
    [
      'a manager by another id',
      { 'leagues/cup.json': { ...league, league_manager: 'LM02' } },
      (c) => c.loadLeague('cup'),
      /"league_manager" is "LM02" but must be "LM01"/,
    ],
    [
      'such a status beside another word for it',
      { 'agents_config.json': agents({ players: [{ ...player, status: 'FOO', active: true }] }) },
      (c) => c.loadAgents(),
      /"players.0.active" is "FOO" but must be boolean/,
    ],
    [
      'a league without a name',
      { 'leagues/cup.json': { ...league, display_name: '' } },
      (c) => c.loadLeague('cup'),
      /"display_name" is "" but must not have fewer than 1 char/,
    ],
    [
      'a status that no league has',
      { 'leagues/cup.json': { ...league, status: 'PAUSED' } },
      (c) => c.loadLeague('cup'),
      /"status" is "PAUSED" but must be one of ACTIVE, INACTIVE/,
    ],
    [
      'a file of another time',
      { 'system.json': { schema_version: '2.0.0' } },
      (c) => c.loadSystem(),
      /"schema_version" is "2.0.0" but must match pattern .*every 1.x.x is read/,
    ],
    [
      'a game for fewer than it needs',
      { 'games_registry.json': { games: [{ ...game, min_players: 3 }] } },
      (c) => c.loadGamesRegistry(),
      /"games.0.min_players" is 3, more than max_players \(2\); lower it/,
    ],
    [
      'one game twice',
      { 'games_registry.json': { games: [game, game] } },
      (c) => c.loadGamesRegistry(),
      /"games.1.game_type" is the same as games.0.game_type/,
    ],
    [
      'no game at all',
      { 'games_registry.json': { games: [] } },
      (c) => c.loadGamesRegistry(),
      /"games" is \[\] but must not have fewer than 1 items/,
    ],
    [
      'a player nobody knows',
      { 'agents_config.json': agents({}) },
      (c) => c.getPlayerById('P1'),
      /"players" has no "P1"; did you mean "P01"\?/,
    ],
    [
      'a referee nobody knows',
      { 'agents_config.json': agents({}) },
      (c) => c.getRefereeById('someone'),
      /"referees" has no "someone"; known are REF01/,
    ],
    [
      'a player of agents that cannot be read',
      { 'agents_config.json': '{' },
      (c) => c.getPlayerById('P01'),
      /not valid JSON/,
    ],
    [
      'a referee of agents that cannot be read',
      { 'agents_config.json': '{' },
      (c) => c.getRefereeById('REF01'),
      /not valid JSON/,
    ],
    ['a game of games that cannot be read', { 'games_registry.json': '{' }, (c) => c.getGame('rps'), /not valid JSON/],
  ])('%s', async (_, files, ask, line) => {
    const config = await loader(files);
    const answer = (await ask(config)) as { ok: boolean; error: { code: string; detail: string } };
    expect(answer).toMatchObject({ ok: false, error: { code: 'INVALID_CONFIG' } });
    expect(answer.error.detail).toMatch(line);
    expect(answer.error.detail).not.toContain('\n');
  });
});
