/** The checks of a configuration that no schema can express: ranges in order, unique ids, valid addresses. */

import type { AgentsConfig, GamesRegistry, LeagueConfig, SystemConfig } from '../config_models.ts';
import { isNetwork } from '../transport/net_address.ts';

/** The key of a fault, and the fault as the rest of a sentence. */
export interface Complaint {
  readonly key: string;
  readonly problem: string;
}

export function checkSystem({ network }: SystemConfig): Complaint | undefined {
  for (const key of ['default_referee_port_range', 'default_player_port_range'] as const) {
    const [first, last] = network[key] as [number, number];
    if (first > last)
      return { key: `network.${key}`, problem: `goes from ${first} down to ${last}; put the lower port first` };
  }
  return undefined;
}

export function checkAgents({ league_manager, referees, players }: AgentsConfig): Complaint | undefined {
  const agents = [
    {
      key: 'league_manager.agent_id',
      id: league_manager.agent_id,
      where: 'league_manager.endpoint',
      endpoint: league_manager.endpoint,
    },
    ...referees.map(({ referee_id, endpoint }, i) => ({
      key: `referees.${i}.referee_id`,
      id: referee_id,
      where: `referees.${i}.endpoint`,
      endpoint,
    })),
    ...players.map(({ player_id, default_endpoint }, i) => ({
      key: `players.${i}.player_id`,
      id: player_id,
      where: `players.${i}.default_endpoint`,
      endpoint: default_endpoint,
    })),
  ];
  const twice = repeated(agents.map(({ key, id }) => ({ key, id: id.toLowerCase() })));
  if (twice !== undefined) return { ...twice, problem: `${twice.problem}; ids must differ, also in more than case` };
  const places = agents.flatMap(({ where, endpoint }) => (endpoint === undefined ? [] : [{ where, endpoint }]));
  const odd = places.find(({ endpoint }) => !isHttpAddress(endpoint));
  if (odd !== undefined)
    return { key: odd.where, problem: `is "${odd.endpoint}", which is no address; write http://host:port/mcp` };
  const shared = repeated(
    // Port 0 is any free one, and so never the same.
    places
      .filter(({ endpoint }) => portOf(endpoint) !== 0)
      .map(({ where, endpoint }) => ({ key: where, id: placeOf(endpoint) })),
  );
  if (shared !== undefined) return { ...shared, problem: `${shared.problem}; give each agent a port of its own` };
  const { port, endpoint } = league_manager;
  if (endpoint === undefined || port === undefined || portOf(endpoint) === port) return undefined;
  return { key: 'league_manager.port', problem: `is ${port}, but its endpoint is ${endpoint}; leave out one of them` };
}

/** An endpoint in one spelling: all names of this machine are the same place. */
function placeOf(endpoint: string): string {
  const { hostname, pathname } = new URL(endpoint);
  const host = /^(127(\.\d+){3}|\[::1\])$/.test(hostname) ? 'localhost' : hostname;
  return `${host}:${portOf(endpoint)}${pathname}`;
}

function portOf(endpoint: string): number {
  const { port, protocol } = new URL(endpoint);
  return port === '' ? Number(protocol === 'https:' ? 443 : 80) : Number(port);
}

export function checkLeague(league: LeagueConfig, leagueId: string): Complaint | undefined {
  const { min_players, max_players, auto_start_players, allowed_networks = [] } = league.participants;
  if (league.league_id !== leagueId) {
    return {
      key: 'league_id',
      problem: `is "${league.league_id}" but the file is named for "${leagueId}"; make them the same`,
    };
  }
  if (min_players > max_players) {
    return {
      key: 'participants.min_players',
      problem: `is ${min_players}, more than max_players (${max_players}); lower it`,
    };
  }
  if (auto_start_players !== undefined && (auto_start_players < min_players || auto_start_players > max_players)) {
    return {
      key: 'participants.auto_start_players',
      problem: `is ${auto_start_players}; it must lie between ${min_players} and ${max_players}`,
    };
  }
  const odd = allowed_networks.findIndex((network) => !isNetwork(network));
  if (odd < 0) return undefined;
  const problem = `is "${allowed_networks[odd]}", which is no network; write 192.168.1.0/24, or a single address`;
  return { key: `participants.allowed_networks.${odd}`, problem };
}

export function checkGames({ games }: GamesRegistry): Complaint | undefined {
  const twice = repeated(games.map(({ game_type }, i) => ({ key: `games.${i}.game_type`, id: game_type })));
  if (twice !== undefined) return { ...twice, problem: `${twice.problem}; a game has one entry` };
  const odd = games.findIndex(({ min_players, max_players }) => min_players > max_players);
  if (odd < 0) return undefined;
  const { min_players, max_players } = games[odd] as GamesRegistry['games'][number];
  return {
    key: `games.${odd}.min_players`,
    problem: `is ${min_players}, more than max_players (${max_players}); lower it`,
  };
}

function repeated(entries: readonly { readonly key: string; readonly id: string }[]): Complaint | undefined {
  const seen = new Map<string, string>();
  for (const { key, id } of entries) {
    const before = seen.get(id);
    if (before !== undefined) return { key, problem: `is the same as ${before}` };
    seen.set(id, key);
  }
  return undefined;
}

function isHttpAddress(endpoint: string): boolean {
  return URL.canParse(endpoint) && /^https?:$/.test(new URL(endpoint).protocol);
}
