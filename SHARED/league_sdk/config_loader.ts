/** Loads the configuration (spec 004): each file once, at its first use, checked; a mistake becomes one line. */
import { basename, join, resolve } from 'node:path';
import { FILES } from '../contracts/files/index.ts';
import type { LimitKey } from '../contracts/files/pieces.ts';
import { RESPELL } from '../contracts/files/spellings.ts';
import type { Static, TSchema } from '../contracts/schema_builder.ts';
import { didYouMean } from '../core/did_you_mean.ts';
import { isId } from '../core/ids.ts';
import { err, ok, type Result } from '../core/result.ts';
import { checkAgents, checkGames, checkLeague, checkSystem } from './config/checks.ts';
import { withDefaults } from './config/defaults.ts';
import { type ConfigFault, type ConfigKind, configFault, readConfig } from './config/file.ts';
import { type Environment, limitsFor, type Said } from './config/limits.ts';
import {
  type AgentsConfig,
  type DefaultsConfig,
  GameConfig,
  type GamesRegistry,
  LeagueConfig,
  type Limits,
  type PlayerConfig,
  type RefereeConfig,
  type SystemConfig,
} from './config_models.ts';
import type { Disk } from './disk/disk.ts';

type Loaded<T> = Promise<Result<T, ConfigFault>>;
type Role = keyof DefaultsConfig;

/** Where the files of agents and games are: the usual place, and one that is read in its absence. */
const AGENTS = ['agents/agents_config.json', 'agents_config.json'] as const;
const GAMES = ['games/games_registry.json', 'games_registry.json'] as const;

/** A key that was given and means nothing here. */
export interface IgnoredKey {
  readonly file: string;
  readonly key: string;
}

/** The id of the league of a game (DECISIONS section 10). */
export function leagueIdOf(game_type: string): string {
  return `league_2025_${game_type}`;
}

/**
 * The configuration of one installation. Every method reads and checks its file at the first call and answers from
 * memory after that; a mistake in a file is returned, never thrown.
 *
 * @example
 * const loader = new ConfigLoader(nodeDisk(), 'SHARED/config');
 * const league = await loader.loadLeague(leagueIdOf(game_type));
 * if (!league.ok) throw new Error(league.error.detail); // one line: file, key, problem
 */
export class ConfigLoader {
  readonly #disk: Disk;
  readonly #root: string;
  readonly #env: Environment;
  readonly #loaded = new Map<string, Loaded<unknown>>();
  readonly #added = new Map<string, GameConfig>();
  readonly #ignored: IgnoredKey[] = [];

  /** `root` is a folder such as SHARED/config; `env` counts when limits are settled. */
  constructor(disk: Disk, root: string, env: Environment = {}) {
    this.#disk = disk;
    this.#root = root;
    this.#env = env;
  }

  loadSystem(): Loaded<SystemConfig> {
    return this.#load(['system.json'], { schema: FILES.system.schema, respell: RESPELL.system, check: checkSystem });
  }

  loadAgents(): Loaded<AgentsConfig> {
    const { schema, ignored } = FILES.agents_config;
    return this.#load(AGENTS, {
      schema,
      ignored,
      respell: RESPELL.agents_config,
      check: checkAgents,
    });
  }

  async loadLeague(leagueId: string): Loaded<LeagueConfig> {
    if (!isId(leagueId))
      return err(configFault(join(this.#root, 'leagues'), '', `${JSON.stringify(leagueId)} is not a league id`));
    const check = (league: LeagueConfig) => checkLeague(league, leagueId);
    const isThere = (await this.#disk.read(this.leagueFile(leagueId))) !== undefined;
    const usual = isThere ? undefined : await this.#usualLeague(leagueId);
    if (usual !== undefined) return ok(usual);
    return this.#load([`leagues/${leagueId}.json`], { schema: FILES.league.schema, respell: RESPELL.league, check });
  }

  /** Where the file of a league is, or would be. */
  leagueFile(leagueId: string): string {
    return join(this.#root, 'leagues', `${leagueId}.json`);
  }

  /** Where games are listed. */
  gamesFile(): Promise<string> {
    return this.#fileOf(GAMES);
  }

  async loadGamesRegistry(): Loaded<GamesRegistry> {
    const { schema } = FILES.games_registry;
    const registry = await this.#load(GAMES, {
      schema,
      respell: RESPELL.games_registry,
      check: checkGames,
      placed: wholePaths,
    });
    if (!registry.ok || this.#added.size === 0) return registry;
    const { games, ...rest } = registry.value;
    const others = games.filter(({ game_type }) => !this.#added.has(game_type));
    return ok({ ...rest, games: [...others, ...this.#added.values()] });
  }

  /** Adds a game that has no entry, in place of an entry of that type. */
  addGame(game: Pick<GameConfig, 'game_type' | 'rules_module'>): void {
    const { game_type } = game;
    this.#added.set(game_type, withDefaults(GameConfig, { ...game, display_name: game_type }) as GameConfig);
  }

  /** The keys without effect in the files that were loaded so far. */
  ignored(): readonly IgnoredKey[] {
    return this.#ignored;
  }

  /** The league of a game that has no league file, by the usual rules; undefined when there is no such game. */
  async #usualLeague(leagueId: string): Promise<LeagueConfig | undefined> {
    const registry = await this.loadGamesRegistry();
    const game = registry.ok
      ? registry.value.games.find(({ game_type }) => leagueIdOf(game_type) === leagueId)
      : undefined;
    if (game === undefined) return undefined;
    const { game_type, display_name } = game;
    const league = { league_id: leagueId, display_name: `${display_name} League`, game_type };
    return withDefaults(LeagueConfig, league) as LeagueConfig;
  }

  loadDefaults<R extends Role>(role: R): Loaded<DefaultsConfig[R]> {
    const file = `${role}_defaults` as const;
    const loaded = this.#load([`defaults/${role}.json`], { schema: FILES[file].schema, respell: RESPELL[file] });
    return loaded as Loaded<DefaultsConfig[R]>;
  }

  async getRefereeById(refereeId: string): Loaded<RefereeConfig> {
    const agents = await this.loadAgents();
    if (!agents.ok) return agents;
    const known = new Map(agents.value.referees.map((referee) => [referee.referee_id, referee]));
    return picked(refereeId, known, { file: await this.#fileOf(AGENTS), key: 'referees', has: 'has no' });
  }

  async getPlayerById(playerId: string): Loaded<PlayerConfig> {
    const agents = await this.loadAgents();
    if (!agents.ok) return agents;
    const known = new Map(agents.value.players.map((player) => [player.player_id, player]));
    return picked(playerId, known, { file: await this.#fileOf(AGENTS), key: 'players', has: 'has no' });
  }

  async getGame(gameType: string): Loaded<GameConfig> {
    return this.#game(gameType, { file: await this.gamesFile(), key: 'games', has: 'has no' });
  }

  /** The game that a league plays. */
  gameOfLeague({ league_id, game_type }: Pick<LeagueConfig, 'league_id' | 'game_type'>): Loaded<GameConfig> {
    const has = 'is not in games_registry.json:';
    return this.#game(game_type, { file: this.leagueFile(league_id), key: 'game_type', has });
  }

  /** The limits that hold for a role, in a league if one is named. */
  async limits(of: {
    readonly role?: Role;
    readonly leagueId?: string;
    readonly flags?: { readonly [K in LimitKey]?: Said };
  }): Loaded<Limits> {
    const system = await this.loadSystem();
    if (!system.ok) return system;
    const league = of.leagueId === undefined ? undefined : await this.loadLeague(of.leagueId);
    if (league?.ok === false) return league;
    const game = league === undefined ? undefined : await this.gameOfLeague(league.value);
    if (game?.ok === false) return game;
    const defaults = of.role === undefined ? undefined : await this.loadDefaults(of.role);
    if (defaults?.ok === false) return defaults;
    return limitsFor({
      flags: of.flags ?? {},
      env: this.#env,
      league: league?.value,
      game: game?.value,
      defaults: defaults?.value,
      system: system.value,
    });
  }

  async #game(gameType: string, asked: Asked): Loaded<GameConfig> {
    const registry = await this.loadGamesRegistry();
    if (!registry.ok) return registry;
    return picked(gameType, new Map(registry.value.games.map((game) => [game.game_type, game])), asked);
  }

  /** The first of the places where there is a file. */
  async #fileOf([usual, other]: readonly [string, string]): Promise<string> {
    const isThere = (await this.#disk.read(join(this.#root, usual))) !== undefined;
    return join(this.#root, isThere ? usual : other);
  }

  #load<S extends TSchema>(places: readonly string[], kind: ConfigKind<S>): Loaded<Static<S>> {
    const name = places[0] as string;
    const loading =
      this.#loaded.get(name) ??
      readConfig(
        this.#disk,
        places.map((place) => join(this.#root, place)),
        { ...kind, onIgnored: (file, key) => void this.#ignored.push({ file: basename(file), key }) },
      );
    this.#loaded.set(name, loading);
    return loading as Loaded<Static<S>>;
  }
}

/** A key that names something, and the verb for what is not there. */
interface Asked {
  readonly file: string;
  readonly key: string;
  readonly has: string;
}

function picked<T>(id: string, known: ReadonlyMap<string, T>, { file, key, has }: Asked): Result<T, ConfigFault> {
  const found = known.get(id);
  if (found !== undefined) return ok(found);
  const meant = didYouMean(id, [...known.keys()]);
  const hint =
    meant === undefined ? `known are ${[...known.keys()].slice(0, 20).join(', ')}` : `did you mean "${meant}"?`;
  return err(configFault(file, key, `${has} "${id}"; ${hint}`));
}

const IS_PATH = /[/\\]|\.(ts|mts|js|mjs)$/;

/** A module that is given as a path is found from the folder of the file that names it. */
function wholePaths({ games, ...rest }: GamesRegistry, folder: string): GamesRegistry {
  const whole = (name: string) => (IS_PATH.test(name) ? resolve(folder, name) : name);
  return { ...rest, games: games.map((game) => ({ ...game, rules_module: whole(game.rules_module) })) };
}
