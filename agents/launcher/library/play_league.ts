/** A league of a user's own program: played in its process by the agents of `league run`, over wires in memory. */

import { resolve } from 'node:path';
import { numberedId } from '../../../SHARED/core/ids.ts';
import { isJsonObject, type JsonObject } from '../../../SHARED/core/json.ts';
import type { Game, GameFamily } from '../../../SHARED/games/game.ts';
import { loadGames } from '../../../SHARED/games/load_games.ts';
import { type Games, makeGames, withoutOptions } from '../../../SHARED/games/registry.ts';
import { ConfigLoader, leagueIdOf } from '../../../SHARED/league_sdk/config_loader.ts';
import { memoryDisk } from '../../../SHARED/league_sdk/disk/memory_disk.ts';
import { nodeDisk } from '../../../SHARED/league_sdk/disk/node_disk.ts';
import type { Effects } from '../../../SHARED/league_sdk/effects.ts';
import { USUAL_LOGS } from '../../../SHARED/league_sdk/logs/logs.ts';
import type { Transport } from '../../../SHARED/league_sdk/transport/transport.ts';
import type { Settings } from '../../league_manager/settings.ts';
import { strategyOf } from '../../player/strategies/strategies.ts';
import type { Decide, Strategy } from '../../player/strategy.ts';
import { finalDocument, finalFiles } from '../output/results_text.ts';
import { MATCHES_AT_ONCE } from '../processes/roster.ts';
import { type Cast, startInProcess } from '../processes/run_in_process.ts';
import { archive, earlierRun } from '../world/archive.ts';
import { ledgersIn, machine, need, ROOT } from '../world/installation.ts';
import { IN_PROCESS } from '../world/wires.ts';
import { defineGame, defineStrategy, isGameType, said } from './define.ts';

/** The options of a league; only `players` has to be said. */
export interface LeagueOptions {
  /** Two or more: a strategy, a function (turn) => move, or the name of one that is shipped, such as 'random'. */
  readonly players: readonly (Strategy | Decide | string)[];
  /** The name of a shipped game, or a game of one's own; 'even_odd' unless said. */
  readonly game?: string | Game | GameFamily;
  /** The options of the game, such as { best_of: 5 }; as its league file has them unless said. */
  readonly options?: JsonObject;
  /** How often each meets each, 1 or 2. */
  readonly legs?: number;
  /** How many rounds at most; all of them unless said. */
  readonly rounds?: number;
  /** Where all chance comes from: the same seed and the same strategies, the same results. */
  readonly seed?: string | number;
  /** The folder for ledger, match files and logs, as `--data` of the commands; without one nothing is written. */
  readonly data?: string;
}

/** A player of the final table. */
export interface LeagueRow {
  /** Equal in everything that counts means equal in rank. */
  readonly rank: number;
  readonly player_id: string;
  /** The name of its strategy; a second one of that name is numbered. */
  readonly display_name: string;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
  readonly points: number;
  readonly games_played: number;
  readonly technical_losses?: number;
  /** How many moves were made in place of a strategy that failed. */
  readonly guarded?: number;
}

/** A match and its result. */
export interface LeagueMatch {
  readonly match_id: string;
  readonly player_a: string;
  readonly player_b: string;
  /** null for a draw. */
  readonly winner: string | null;
  readonly status?: 'WIN' | 'DRAW' | 'TECHNICAL_LOSS' | null;
  /** The points of each player, by its id. */
  readonly score?: { readonly [player_id: string]: number };
  /** The result in a sentence. */
  readonly reason?: string;
}

/** How a league ended. */
export interface LeagueResult {
  readonly league_id: string;
  /** The first of the table. */
  readonly champion: { readonly player_id: string; readonly display_name: string; readonly points: number } | null;
  /** All players, the first of the league first. */
  readonly standings: readonly LeagueRow[];
  /** All matches, in the order of the schedule. */
  readonly matches: readonly LeagueMatch[];
  /** One line for each way in which a strategy failed and the guard played for it. */
  readonly warnings: readonly string[];
}

const KEYS = ['players', 'game', 'options', 'legs', 'rounds', 'seed', 'data'];
const REFEREES = [{ id: 'REF01', name: 'Referee' }];

/** See the door of the package. */
export async function playLeague(options: LeagueOptions): Promise<LeagueResult> {
  const cast = castOf(options);
  const warnings: string[] = [];
  const shipped = new ConfigLoader(nodeDisk(), resolve(ROOT, 'SHARED', 'config'));
  const { settings, games } = await rulesOf(options, shipped);
  const { league_id } = settings.config;
  const { transport, addressOf } = IN_PROCESS.open();
  const effects = effectsOf(options, transport);
  const data = resolve(options.data ?? 'league');
  const places = { data, logs: resolve(data, 'logs') };
  const store = ledgersIn(places, effects.disk);
  let pause = (_why: string) => {};
  const paused = new Promise<never>((_, fail) => {
    pause = (why) => fail(new Error(`${league_id} cannot go on: ${why}`));
  });
  try {
    await makeRoom({ store, disk: effects.disk, data }, league_id);
    const started = await startInProcess({
      effectsOf: () => effects,
      addressOf,
      places,
      settings,
      limits: settings.limits,
      store,
      games,
      cast,
      matchesAtOnce: MATCHES_AT_ONCE,
      onStrategyFailed: (line) => warnings.push(line),
      onPaused: pause,
    });
    if (!started.ok) throw new Error(started.error.detail);
    const run = started.value;
    try {
      // A manager that fails leaves its agents behind.
      await Promise.race([run.play(), run.manager.ended, paused]);
    } finally {
      await run.stop('the league is over');
    }
    const failure = run.manager.failure();
    if (failure !== undefined) throw new Error(failure);
    const final = await finalFiles(effects.disk, data, league_id, Promise.resolve());
    if (final === undefined) throw new Error(`${league_id} ended before it was complete`);
    const { champion, standings, matches } = finalDocument(final);
    return { league_id, champion, standings, matches, warnings };
  } finally {
    await effects.disk.close();
  }
}

/** The machine's clock and chance; a disk in memory unless a folder is named, and then hardly a log. */
function effectsOf({ data }: LeagueOptions, transport: Transport): Effects {
  if (data !== undefined) return { ...machine(), transport };
  return { ...machine(), transport, disk: memoryDisk(), logs: { ...USUAL_LOGS, level: 'ERROR' } };
}

/** The players by id, each under the name of its strategy. */
function castOf(options: LeagueOptions): Cast {
  if (typeof options !== 'object' || options === null)
    throw new TypeError(`playLeague takes an object with players, not ${said(options)}`);
  const stranger = Object.keys(options).find((key) => !KEYS.includes(key));
  if (stranger !== undefined)
    throw new TypeError(`playLeague: there is no option "${stranger}"; known are ${KEYS.join(', ')}`);
  const { players, seed, data, options: ofGame } = options;
  if (seed !== undefined && typeof seed !== 'string' && !Number.isFinite(seed))
    throw new TypeError(`playLeague: "seed" must be a text or a number, not ${said(seed)}`);
  if (data !== undefined && (typeof data !== 'string' || data === ''))
    throw new TypeError(`playLeague: "data" must be the path of a folder, not ${said(data)}`);
  if (ofGame !== undefined && !isJsonObject(ofGame))
    throw new TypeError(`playLeague: "options" must be an object such as { best_of: 5 }, not ${said(ofGame)}`);
  if (!Array.isArray(players) || players.length < 2)
    throw new TypeError('playLeague: "players" must be a list of two strategies or more');
  const counts = new Map<string, number>();
  const seats = players.map((wish: Strategy | Decide | string, nth) => {
    const strategy = strategyIn(wish);
    const count = (counts.get(strategy.name) ?? 0) + 1;
    counts.set(strategy.name, count);
    const name = count === 1 ? strategy.name : `${strategy.name} ${count}`;
    return { id: numberedId('P', nth + 1), name, strategy };
  });
  return { referees: REFEREES, players: seats };
}

function strategyIn(wish: Strategy | Decide | string): Strategy {
  if (typeof wish === 'function')
    return defineStrategy({ name: wish.name === '' ? 'player' : wish.name, decide: wish });
  if (typeof wish !== 'string') return defineStrategy(wish);
  const named = strategyOf(wish);
  if (!named.ok) throw new TypeError(`playLeague: ${named.error.detail}`);
  return named.value;
}

/** The league file and limits that are shipped, with the game and the options of the caller. */
async function rulesOf(
  { game = 'even_odd', options = {}, legs, rounds, seed }: LeagueOptions,
  loader: ConfigLoader,
): Promise<{ readonly settings: Settings; readonly games: Games }> {
  const { type: game_type, games } = await gameIn(game, loader);
  const league_id = leagueIdOf(game_type);
  const file = need(await loader.loadLeague(league_id));
  const entry = need(await loader.getGame(game_type));
  const own = typeof game === 'string' ? { ...entry.options, ...file.options } : {};
  const config = {
    ...file,
    options: { ...own, ...options },
    schedule: {
      ...file.schedule,
      ...(legs === undefined ? {} : { legs: within('legs', legs, 2) }),
      ...(rounds === undefined ? {} : { max_rounds: within('rounds', rounds, 1_000_000) }),
    },
  };
  const made = games.gameOf(game_type, config.options);
  if (!made.ok) throw new TypeError(`playLeague: ${made.error.detail}`);
  if (typeof game !== 'string') defineGame(made.value);
  const { require_tokens, token_ttl_sec } = need(await loader.loadSystem()).security;
  const settings: Settings = {
    config,
    limits: need(await loader.limits({ role: 'referee', leagueId: league_id })),
    seatsMatter: made.value.seatsMatter,
    seed: seed === undefined ? undefined : String(seed),
    schemes: IN_PROCESS.schemes,
    expected: [],
    requireTokens: require_tokens,
    tokenTtlMs: token_ttl_sec * 1_000,
    keep: false,
  };
  return { settings, games };
}

async function gameIn(game: string | Game | GameFamily, loader: ConfigLoader) {
  const { games: entries } = need(await loader.loadGamesRegistry());
  if (typeof game === 'string') {
    const shipped = need(await loadGames(entries));
    if (shipped.types.includes(game)) return { type: game, games: shipped };
    throw new TypeError(`playLeague: no game is called "${game}"; known: ${shipped.types.join(', ')}`);
  }
  const isFamily = typeof (game as Partial<GameFamily> | null)?.make === 'function';
  const family = isFamily ? (game as GameFamily) : withoutOptions(defineGame(game as Game));
  if (!isGameType(family.type))
    throw new TypeError(`playLeague: the type of a game is small letters, digits and _, not ${said(family.type)}`);
  loader.addGame({ game_type: family.type, rules_module: family.type });
  return { type: family.type, games: makeGames([family]) };
}

function within(name: string, value: number, most: number): number {
  if (Number.isInteger(value) && value >= 1 && value <= most) return value;
  throw new TypeError(`playLeague: "${name}" must be a whole number from 1 to ${most}, not ${said(value)}`);
}

/** A finished league of the folder is put into its archive; an unfinished one is the caller's to keep or remove. */
async function makeRoom(shelf: Parameters<typeof earlierRun>[0], league_id: string): Promise<void> {
  const earlier = await earlierRun(shelf, league_id);
  await earlier.held?.ledger.close();
  if (earlier.state === 'none') return;
  if (earlier.state === 'unfinished' || earlier.state === 'damaged')
    throw new Error(
      `an unfinished run of ${league_id} is in ${shelf.data}; name another folder as "data", or remove it`,
    );
  await archive(shelf, league_id, earlier);
}
