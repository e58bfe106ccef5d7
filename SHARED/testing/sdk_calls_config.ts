/** Calls of the models and the loader, on the configuration that is shipped. */
import { join } from 'node:path';
import * as sdk from '../league_sdk/index.ts';
import { type CallsByName, failingStore } from './sdk_calls.ts';
import { SHIPPED_CONFIG } from './test_config.ts';

const LEAGUE = 'league_2025_even_odd';
const FILES = {
  system: 'system.json',
  agents: 'agents/agents_config.json',
  league: `leagues/${LEAGUE}.json`,
  games: 'games/games_registry.json',
} as const;

type File = keyof typeof FILES;
type Shape = Parameters<typeof sdk.fits>[0];
type Load = (loader: sdk.ConfigLoader) => Promise<sdk.Result<unknown, sdk.ConfigFault>>;

const LOADS: { readonly [F in File]: Load } = {
  system: (loader) => loader.loadSystem(),
  agents: (loader) => loader.loadAgents(),
  league: (loader) => loader.loadLeague(LEAGUE),
  games: (loader) => loader.loadGamesRegistry(),
};

/** A model, its file, the place of one in it, and a key that is to have a wrong value there. */
const MODELS = {
  NetworkConfig: [sdk.NetworkConfig, 'system', ['network'], 'default_league_manager_port'],
  SecurityConfig: [sdk.SecurityConfig, 'system', ['security'], 'token_ttl_sec'],
  TimeoutsConfig: [sdk.TimeoutsConfig, 'system', ['timeouts'], 'move_timeout_sec'],
  RetryPolicy: [sdk.RetryPolicy, 'system', ['retry_policy'], 'max_retries'],
  SystemConfig: [sdk.SystemConfig, 'system', [], 'protocol_version'],
  AgentConfig: [sdk.AgentConfig, 'agents', ['league_manager'], 'port'],
  RefereeConfig: [sdk.RefereeConfig, 'agents', ['referees', 0], 'max_concurrent_matches'],
  PlayerConfig: [sdk.PlayerConfig, 'agents', ['players', 0], 'active'],
  AgentsConfig: [sdk.AgentsConfig, 'agents', [], 'referees'],
  ScoringConfig: [sdk.ScoringConfig, 'league', ['scoring'], 'win_points'],
  LeagueConfig: [sdk.LeagueConfig, 'league', [], 'game_type'],
  GameConfig: [sdk.GameConfig, 'games', ['games', 0], 'game_type'],
  GamesRegistry: [sdk.GamesRegistry, 'games', [], 'games'],
} as const satisfies {
  readonly [name: string]: readonly [Shape, File, readonly (string | number)[], string];
};

type Node = { [key: string | number]: unknown };

function at(document: unknown, place: readonly (string | number)[]): Node {
  return place.reduce((node, key) => (node as Node)[key] as Node, document) as Node;
}

/** A loader on the shipped files, one of them changed. */
async function loaderOn(file?: File, change: (document: unknown) => void = () => undefined): Promise<sdk.ConfigLoader> {
  const disk = sdk.memoryDisk();
  for (const [name, path] of Object.entries(FILES)) {
    const document = JSON.parse((await sdk.nodeDisk().read(join(SHIPPED_CONFIG, path))) ?? '');
    if (name === file) change(document);
    await disk.replace(join('/config', path), JSON.stringify(document));
  }
  return new sdk.ConfigLoader(disk, '/config');
}

function modelCalls(name: keyof typeof MODELS): CallsByName[string] {
  const [shape, file, place, key] = MODELS[name];
  const isWrong = (document: unknown): void => {
    at(document, place)[key] = { wrong: true };
  };
  return {
    works: async () => sdk.fits(shape, at(sdk.unwrap(await LOADS[file](await loaderOn())), place)),
    fails: { INVALID_CONFIG: async () => LOADS[file](await loaderOn(file, isWrong)) },
  };
}

function loaderCalls(load: Load): CallsByName[string] {
  const empty = () => new sdk.ConfigLoader(sdk.memoryDisk(), '/config');
  const failing = () => new sdk.ConfigLoader(failingStore('read', 'DISK_ERROR').disk, '/config');
  return {
    async works() {
      const loader = await loaderOn();
      const first = sdk.unwrap(await load(loader));
      // From memory: it is the very same value.
      return sdk.unwrap(await load(loader)) === first;
    },
    fails: { INVALID_CONFIG: () => load(empty()), DISK_ERROR: () => load(failing()) },
  };
}

export const CONFIG_CALLS: CallsByName = {
  ...Object.fromEntries((Object.keys(MODELS) as (keyof typeof MODELS)[]).map((name) => [name, modelCalls(name)])),
  ConfigLoader: { works: () => new sdk.ConfigLoader(sdk.memoryDisk(), '/config') instanceof sdk.ConfigLoader },
  'ConfigLoader.loadSystem': loaderCalls(LOADS.system),
  'ConfigLoader.loadAgents': loaderCalls(LOADS.agents),
  'ConfigLoader.loadLeague': loaderCalls(LOADS.league),
  'ConfigLoader.loadGamesRegistry': loaderCalls(LOADS.games),
  'ConfigLoader.getRefereeById': loaderCalls((loader) => loader.getRefereeById('REF01')),
  'ConfigLoader.getPlayerById': loaderCalls((loader) => loader.getPlayerById('P01')),
};
