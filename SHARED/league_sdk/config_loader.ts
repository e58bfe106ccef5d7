/** Loads the configuration (spec 004): each file when it is first asked for, once, checked; mistakes are told in one line. */
import { join } from 'node:path';
import type { Static, TSchema } from 'typebox';
import { FILES } from '../contracts/files/index.ts';
import type { LimitKey } from '../contracts/files/pieces.ts';
import { RESPELL } from '../contracts/files/spellings.ts';
import { didYouMean } from '../core/did_you_mean.ts';
import { isId } from '../core/ids.ts';
import { err, ok, type Result } from '../core/result.ts';
import { checkAgents, checkGames, checkLeague, checkSystem } from './config/checks.ts';
import { type ConfigFault, type ConfigKind, configFault, readConfig } from './config/file.ts';
import { type Environment, limitsFor, type Said } from './config/limits.ts';
import type {
  AgentsConfig,
  DefaultsConfig,
  GameConfig,
  GamesRegistry,
  LeagueConfig,
  Limits,
  PlayerConfig,
  RefereeConfig,
  SystemConfig,
} from './config_models.ts';
import type { Disk } from './disk/disk.ts';

type Loaded<T> = Promise<Result<T, ConfigFault>>;
type Role = keyof DefaultsConfig;

/** Every method answers from memory after its first call. */
export class ConfigLoader {
  readonly #disk: Disk;
  readonly #root: string;
  readonly #env: Environment;
  readonly #loaded = new Map<string, Loaded<unknown>>();

  /** `root` is a folder such as SHARED/config; `env` is heard when limits are settled. */
  constructor(disk: Disk, root: string, env: Environment = {}) {
    this.#disk = disk;
    this.#root = root;
    this.#env = env;
  }

  loadSystem(): Loaded<SystemConfig> {
    return this.#load(['system.json'], { schema: FILES.system.schema, respell: RESPELL.system, check: checkSystem });
  }

  loadAgents(): Loaded<AgentsConfig> {
    const { schema } = FILES.agents_config;
    return this.#load(['agents/agents_config.json', 'agents_config.json'], {
      schema,
      respell: RESPELL.agents_config,
      check: checkAgents,
    });
  }

  async loadLeague(leagueId: string): Loaded<LeagueConfig> {
    if (!isId(leagueId))
      return err(configFault(join(this.#root, 'leagues'), '', `${JSON.stringify(leagueId)} is not a league id`));
    const check = (league: LeagueConfig) => checkLeague(league, leagueId);
    return this.#load([`leagues/${leagueId}.json`], { schema: FILES.league.schema, respell: RESPELL.league, check });
  }

  loadGamesRegistry(): Loaded<GamesRegistry> {
    const { schema } = FILES.games_registry;
    return this.#load(['games/games_registry.json', 'games_registry.json'], {
      schema,
      respell: RESPELL.games_registry,
      check: checkGames,
    });
  }

  loadDefaults<R extends Role>(role: R): Loaded<DefaultsConfig[R]> {
    const file = `${role}_defaults` as const;
    const loaded = this.#load([`defaults/${role}.json`], { schema: FILES[file].schema, respell: RESPELL[file] });
    return loaded as Loaded<DefaultsConfig[R]>;
  }

  async getRefereeById(refereeId: string): Loaded<RefereeConfig> {
    const agents = await this.loadAgents();
    if (!agents.ok) return agents;
    return this.#pick(
      'referees',
      refereeId,
      new Map(agents.value.referees.map((referee) => [referee.referee_id, referee])),
    );
  }

  async getPlayerById(playerId: string): Loaded<PlayerConfig> {
    const agents = await this.loadAgents();
    if (!agents.ok) return agents;
    return this.#pick('players', playerId, new Map(agents.value.players.map((player) => [player.player_id, player])));
  }

  async getGame(gameType: string): Loaded<GameConfig> {
    const registry = await this.loadGamesRegistry();
    if (!registry.ok) return registry;
    return this.#pick('games', gameType, new Map(registry.value.games.map((game) => [game.game_type, game])));
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
    const game = league === undefined ? undefined : await this.getGame(league.value.game_type);
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

  #pick<T>(list: string, id: string, known: ReadonlyMap<string, T>): Result<T, ConfigFault> {
    const found = known.get(id);
    if (found !== undefined) return ok(found);
    const meant = didYouMean(id, [...known.keys()]);
    const hint =
      meant === undefined ? `known are ${[...known.keys()].slice(0, 20).join(', ')}` : `did you mean "${meant}"?`;
    return err(configFault(this.#root, list, `has no "${id}"; ${hint}`));
  }

  #load<S extends TSchema>(places: readonly string[], kind: ConfigKind<S>): Loaded<Static<S>> {
    const name = places[0] as string;
    const loading =
      this.#loaded.get(name) ??
      readConfig(
        this.#disk,
        places.map((place) => join(this.#root, place)),
        kind,
      );
    this.#loaded.set(name, loading);
    return loading as Loaded<Static<S>>;
  }
}
