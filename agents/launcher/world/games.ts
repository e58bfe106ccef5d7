/** The games of this installation, and the one that --game names by its file. */
import { resolve } from 'node:path';
import type { Json, JsonObject } from '../../../SHARED/core/json.ts';
import { loadGame, loadGames } from '../../../SHARED/games/load_games.ts';
import type { Games } from '../../../SHARED/games/registry.ts';
import { type ConfigLoader, leagueIdOf } from '../../../SHARED/league_sdk/config_loader.ts';
import { type Flags, usage } from '../options.ts';
import { need } from './installation.ts';

const IS_FILE = /[/\\]|\.(ts|mts|js|mjs)$/;
/** The form of a game's type. */
export const IS_TYPE = /^[a-z][a-z0-9_]{0,63}$/;

/** The value of --game as it can be repeated elsewhere: a file by its whole path. */
export function lastingGame(game: string): string {
  return IS_FILE.test(game) ? resolve(game) : game;
}

/** The type of game that --game means; a file is loaded, and its game is known to `loader` from then on. */
export async function gameIn(flags: Flags, loader: ConfigLoader): Promise<string | undefined> {
  const text = flags.text('game');
  if (text === undefined || !IS_FILE.test(text)) return text;
  const file = resolve(text);
  const game = await loadGame(file);
  if (!game.ok) throw usage(`the game ${file} ${game.error}`);
  const { type } = game.value;
  if (!IS_TYPE.test(type)) throw usage(`the game ${file} is of the type "${type}"; write small letters, digits and _`);
  loader.addGame({ game_type: type, rules_module: file });
  return type;
}

/** Which league is meant by --league and --game; without either, that of the first game of the registry. */
export async function leagueIdIn(flags: Flags, loader: ConfigLoader): Promise<string> {
  const game_type = await gameIn(flags, loader);
  const league_id = flags.text('league');
  if (league_id !== undefined) return league_id;
  if (game_type !== undefined) return leagueIdOf(game_type);
  const [first] = need(await loader.loadGamesRegistry()).games;
  return leagueIdOf(first?.game_type ?? '');
}

/** Every game that can be played here, its rules loaded. */
export async function gamesOf(flags: Flags, loader: ConfigLoader): Promise<Games> {
  await gameIn(flags, loader);
  return need(await loadGames(need(await loader.loadGamesRegistry()).games));
}

/** The types of game an agent says it plays: that of --game, else those of its entry, else all of the registry. */
export async function gameTypesOf(
  flags: Flags,
  loader: ConfigLoader,
  entry: { readonly game_types: readonly string[] } | undefined,
): Promise<readonly string[]> {
  const game_type = await gameIn(flags, loader);
  if (game_type !== undefined) return [game_type];
  if (entry !== undefined && entry.game_types.length > 0) return entry.game_types;
  return need(await loader.loadGamesRegistry()).games.map((game) => game.game_type);
}

/** The options of a game that were typed as --option name=value: numbers and other JSON as such, the rest as text. */
export function optionsIn(flags: Flags): JsonObject {
  const typed = flags.texts('option');
  if (typed.length > 0 && flags.text('game') === undefined)
    throw usage('--option is an option of a game; say which with --game TYPE or --game file.ts');
  const options = new Map<string, Json>();
  for (const text of typed) {
    const at = text.indexOf('=');
    if (at < 1) throw usage(`--option takes name=value, such as best_of=5, not "${text}"`);
    options.set(text.slice(0, at), meant(text.slice(at + 1)));
  }
  return Object.fromEntries(options);
}

function meant(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    // What is no JSON is a word.
    return text;
  }
}
