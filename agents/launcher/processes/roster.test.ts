import { describe, expect, test } from 'vitest';
import { unwrap } from '../../../SHARED/core/result.ts';
import { ConfigLoader } from '../../../SHARED/league_sdk/config_loader.ts';
import { memoryDisk } from '../../../SHARED/league_sdk/disk/memory_disk.ts';
import { Flags } from '../options.ts';
import { type Roster, rosterOf } from './roster.ts';

const referee = (n: number, more = {}) => ({
  ...{ referee_id: `REF0${n}`, endpoint: `http://localhost:${8_000 + n}/mcp`, max_concurrent_matches: 5 * n },
  ...more,
});
const player = (n: number, more = {}) => ({
  ...{ player_id: `P0${n}`, display_name: `Agent ${n}`, default_endpoint: `http://localhost:${8_100 + n}/mcp` },
  ...more,
});
const EVERYBODY = { referees: [referee(1), referee(2)], players: [player(1), player(2), player(3), player(4)] };

interface Files {
  readonly agents?: object;
  readonly system?: object;
  readonly league?: object;
  readonly isOnNetwork?: boolean;
  readonly cores?: number;
}

async function roster(typed: Readonly<Record<string, string>>, files: Files = {}): Promise<Roster> {
  const disk = memoryDisk();
  const league = { league_id: 'cup', game_type: 'rps', ...files.league };
  await disk.replace('/c/agents_config.json', JSON.stringify({ league_manager: {}, ...EVERYBODY, ...files.agents }));
  await disk.replace('/c/system.json', JSON.stringify(files.system ?? {}));
  await disk.replace('/c/leagues/cup.json', JSON.stringify(league));
  const loader = new ConfigLoader(disk, '/c');
  return rosterOf(new Flags(Object.entries(typed)), {
    agents: unwrap(await loader.loadAgents()),
    system: unwrap(await loader.loadSystem()),
    league: unwrap(await loader.loadLeague('cup')),
    ...(files.isOnNetwork === undefined ? {} : { isOnNetwork: files.isOnNetwork }),
    ...(files.cores === undefined ? {} : { cores: files.cores }),
  });
}

const idsOf = ({ referees, players }: Roster) => [...referees, ...players].map(({ id }) => id);
const placesOf = ({ manager, referees, players }: Roster) => [
  manager,
  ...[...referees, ...players].map(({ address }) => address),
];
const at = (...ports: readonly number[]) => ports.map((port) => `http://localhost:${port}/mcp`);

describe('a run has', () => {
  test('the agents of the agents file, at their own addresses, with their own concurrency', async () => {
    const all = await roster({});
    expect(idsOf(all)).toEqual(['REF01', 'REF02', 'P01', 'P02', 'P03', 'P04']);
    expect(placesOf(all)).toEqual(at(8_000, 8_001, 8_002, 8_101, 8_102, 8_103, 8_104));
    expect(all.referees.map(({ maxMatches }) => maxMatches)).toEqual([5, 10]);
    expect(all.players.map(({ name }) => name)).toEqual(['Agent 1', 'Agent 2', 'Agent 3', 'Agent 4']);
    expect([all.hosts, all.away]).toEqual([undefined, []]);
  });

  test('none that is not active, plays other games, wants other leagues, or is not expected', async () => {
    const agents = {
      referees: [referee(1, { status: 'SUSPENDED' }), referee(2)],
      players: [
        ...[player(1, { active: false }), player(2, { game_types: ['chess'] }), player(3, { game_types: ['rps'] })],
        ...[player(4, { preferred_leagues: ['other'] }), player(5, { preferred_leagues: ['cup'] }), player(6)],
        player(7, { status: 'REGISTERED' }),
      ],
    };
    expect(idsOf(await roster({}, { agents }))).toEqual(['REF02', 'P03', 'P05', 'P06', 'P07']);
    const league = { players: ['P01', 'P03', 'P07'], referees: ['REF01', 'REF02'] };
    expect(idsOf(await roster({}, { agents, league }))).toEqual(['REF02', 'P03', 'P07']);
  });

  test('the first of them where fewer are asked for, and others where more are', async () => {
    expect(idsOf(await roster({ players: '2', referees: '1' }))).toEqual(['REF01', 'P01', 'P02']);
    const more = await roster({ players: '6', referees: '3' });
    expect(idsOf(more)).toEqual(['REF01', 'REF02', 'REF03', 'P01', 'P02', 'P03', 'P04', 'P05', 'P06']);
    expect(more.referees[2]).toEqual({ id: 'REF03', name: 'Referee REF03', address: at(8_003)[0], maxMatches: 64 });
    expect(more.players.slice(4).map(({ address }) => address)).toEqual(at(8_105, 8_106));
  });

  test('others in the place of those who are away for good, so that there are enough', async () => {
    const agents = { referees: [], players: [player(1), player(2, { active: false })] };
    expect(idsOf(await roster({}, { agents }))).toEqual(['REF01', 'P01', 'P03']);
  });

  test('made-up agents at the free ports of the ranges of system.json', async () => {
    const network = { default_referee_port_range: [9_001, 9_009], default_player_port_range: [8_103, 8_107] };
    const { referees, players } = await roster({ players: '6', referees: '3' }, { system: { network } });
    expect([referees.at(-1), ...players.slice(4)].map((seat) => seat?.address)).toEqual(at(9_001, 8_105, 8_106));
  });

  test('its manager where the agents file puts it, else where system.json does', async () => {
    const system = { network: { default_league_manager_port: 9_100 } };
    expect((await roster({}, { system })).manager).toBe('http://localhost:9100/mcp');
    const agents = { league_manager: { endpoint: 'http://localhost:9200/lm' } };
    expect((await roster({}, { system, agents })).manager).toBe('http://localhost:9200/lm');
  });

  test('everybody moved as far as --port-base moves the manager', async () => {
    const moved = await roster({ 'port-base': '18000', players: '5' });
    expect(placesOf(moved)).toEqual(at(18_000, 18_001, 18_002, 18_101, 18_102, 18_103, 18_104, 18_105));
  });

  test('players at their own addresses also where they share processes', async () => {
    const { players, hosts } = await roster({ players: '20' }, { cores: 4 });
    expect(hosts).toBe(2);
    expect(players.slice(0, 4).map(({ address }) => address)).toEqual(at(8_101, 8_102, 8_103, 8_104));
    expect(players[4]?.address).toBe('http://localhost:8105/mcp/P05');
    expect(new Set(players.slice(4).map(({ address }) => new URL(address).port)).size).toBe(hosts);
  });

  test.each([
    [16, 8, undefined],
    [17, 1, 1],
    [17, 2, 1],
    [500, 3, 2],
    [500, 8, 4],
    [501, 2, 2],
    [2_500, 8, 5],
    [10_000, 8, 8],
  ])('%i players on %i cores in %s processes', async (players, cores, hosts) => {
    const league = { participants: { min_players: 2, max_players: 10_000 } };
    expect((await roster({ players: String(players) }, { league, cores })).hosts).toBe(hosts);
  });

  test('agents of other machines to wait for, which no --port-base moves', async () => {
    const elsewhere = { default_endpoint: 'http://192.0.2.7:8103/mcp' };
    const agents = {
      referees: [referee(1), referee(2, { endpoint: 'https://referee.example/mcp' })],
      players: [player(1), player(2), player(3, elsewhere)],
    };
    const { referees, players, away } = await roster({ 'port-base': '18000' }, { agents });
    expect([...referees, ...players].map(({ id }) => id)).toEqual(['REF01', 'P01', 'P02']);
    expect(away).toEqual([
      { id: 'REF02', name: 'REF02', address: 'https://referee.example/mcp', role: 'referee' },
      { id: 'P03', name: 'Agent 3', address: 'http://192.0.2.7:8103/mcp', role: 'player' },
    ]);
  });

  test('agents at any free port where that is asked for', async () => {
    const free = { default_endpoint: 'http://localhost:0/mcp' };
    const agents = { players: [player(1, free), player(2, free)] };
    const { players } = await roster({ 'port-base': '18000' }, { agents });
    expect(players.map(({ address }) => address)).toEqual(at(0, 0));
  });

  test('agents at the name this machine is known by, where that is another than localhost', async () => {
    const { manager, players } = await roster({}, { system: { network: { base_host: '0.0.0.0' } } });
    expect([manager, players[0]?.address]).toEqual(['http://0.0.0.0:8000/mcp', 'http://0.0.0.0:8101/mcp']);
  });
});

describe('it is said in one line', () => {
  test.each<[string, Readonly<Record<string, string>>, Files, RegExp]>([
    ['that nobody plays alone', { players: '0' }, {}, /^--players takes a whole number from 2 to 10000, not "0"$/],
    [
      'that a league takes no more',
      { players: '5' },
      { league: { participants: { max_players: 4 } } },
      /^--players 5: cup takes 2 to 4, as "participants.max_players" of leagues\/cup.json says$/,
    ],
    [
      'that more are listed than a league takes',
      {},
      { league: { participants: { max_players: 2 } } },
      /^agents_config.json has \d players for cup, which takes 2 at most; raise "participants.max_players" of leagues\/cup.json, or add --players 2$/,
    ],
    [
      'that a range has no port left',
      { players: '6' },
      { system: { network: { default_player_port_range: [8_101, 8_105] } } },
      /^network\.default_player_port_range of system\.json, 8101 to 8105, has no port left; widen it/,
    ],
    [
      'that a base is too far away',
      { 'port-base': '65000' },
      { agents: { players: [player(1), player(2, { default_endpoint: 'http://localhost:9000/mcp' })] } },
      /^--port-base moves port 9000 to 66000; choose a base nearer to it$/,
    ],
    [
      'that the manager is elsewhere',
      {},
      { agents: { league_manager: { endpoint: 'http://192.0.2.1:8000/mcp' } } },
      /^the manager of agents_config\.json is at http:\/\/192\.0\.2\.1:8000\/mcp, not on this machine/,
    ],
    [
      'that a manager at any free port cannot be found',
      {},
      { system: { network: { default_league_manager_port: 0 } } },
      /^the manager has no port that agents could be told; set default_league_manager_port/,
    ],
    ['that a strategy has no name', { strategies: 'random,,random' }, {}, /^--strategies takes names separated/],
  ])('%s', async (_, typed, files, line) => {
    await expect(roster(typed, files)).rejects.toMatchObject({ exitCode: 2, message: expect.stringMatching(line) });
  });

  test('unless ports do not matter', async () => {
    const system = { network: { default_player_port_range: [8_101, 8_105] } };
    expect(idsOf(await roster({ players: '9' }, { system, isOnNetwork: false }))).toHaveLength(11);
  });
});
