/** Loads the rules of games from the modules that games_registry.json names: the one home of that import. */

import { extname, isAbsolute, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { err, ok, type Result, reasonOf } from '../core/result.ts';
import { fromHere, thrownPlace } from '../core/thrown.ts';
import type { Game, GameFamily } from './game.ts';
import { GAME_PARTS, type Games, hasPart, lackingParts, makeGames, partsText, withoutOptions } from './registry.ts';

/** An entry of the registry, as far as loading goes. */
export interface GameEntry {
  readonly game_type: string;
  /** A dotted name, or the whole path of a file, as the configuration gives it. */
  readonly rules_module: string;
}

/** A game that did not load. */
export interface LoadFault {
  readonly code: 'INVALID_CONFIG';
  readonly game_type: string;
  /** One line for a person. */
  readonly detail: string;
}

const HERE = fileURLToPath(new URL('.', import.meta.url));
/** .ts in a clone, .js in the package, which is built. */
const EXTENSION = extname(import.meta.url);

/** The file of a module: itself where it is a whole path, else `game_logic.even_odd` is even_odd.ts of this folder. */
function fileOf(rules_module: string): string {
  if (isAbsolute(rules_module)) return rules_module;
  return resolve(HERE, `${rules_module.slice(rules_module.lastIndexOf('.') + 1)}${EXTENSION}`);
}

/** The games of all entries, or the first that does not load. */
export async function loadGames(entries: readonly GameEntry[]): Promise<Result<Games, LoadFault>> {
  const families: GameFamily[] = [];
  for (const { game_type, rules_module } of entries) {
    const loaded = await gamesIn(fileOf(rules_module));
    const found = loaded.ok ? loaded.value.games.find(({ type }) => type === game_type) : undefined;
    if (found !== undefined) {
      families.push(found);
      continue;
    }
    const detail = loaded.ok
      ? `games_registry.json: rules_module "${rules_module}" exports no game of the type "${game_type}" but ${typesOf(loaded.value)}`
      : `games_registry.json: rules_module "${rules_module}" ${loaded.error}`;
    return err({ code: 'INVALID_CONFIG', game_type, detail });
  }
  const files = new Map(entries.map(({ game_type, rules_module }) => [game_type, fromHere(fileOf(rules_module))]));
  return ok(makeGames(families, files));
}

/** The one game of a file that no entry names, or the file's fault, as the rest of a sentence. */
export async function loadGame(file: string): Promise<Result<GameFamily, string>> {
  const loaded = await gamesIn(resolve(file));
  if (!loaded.ok) return loaded;
  const [game, ...others] = loaded.value.games;
  if (game !== undefined && others.length === 0) return ok(game);
  return err(`must export one game, and exports ${typesOf(loaded.value)}`);
}

interface Exported {
  readonly games: readonly GameFamily[];
  /** What keeps another export from being a game, where it is one in part. */
  readonly faults: readonly string[];
}

/** Every game among the exports of a file. */
async function gamesIn(file: string): Promise<Result<Exported, string>> {
  let exported: object;
  try {
    exported = await import(pathToFileURL(file).href);
  } catch (problem) {
    return err(`does not load: ${whyNotLoaded(problem, file)}`);
  }
  const found = new Map<string, GameFamily>();
  const faults: string[] = [];
  for (const [name, thing] of Object.entries(exported)) {
    const lacking = lackingParts(thing);
    if (isFamily(thing)) found.set(thing.type, thing);
    else if (lacking.length === 0) found.set((thing as Game).type, withoutOptions(thing as Game));
    else if (lacking.length < GAME_PARTS.length) faults.push(`"${name}" lacks ${partsText(lacking)}`);
  }
  return ok({ games: [...found.values()], faults });
}

function isFamily(thing: unknown): thing is GameFamily {
  return hasPart(thing, 'type', 'string') && hasPart(thing, 'make', 'function');
}

function typesOf({ games, faults }: Exported): string {
  if (games.length > 0) return games.map(({ type }) => `"${type}"`).join(', ');
  return ['none', ...faults].join('; ');
}

function whyNotLoaded(problem: unknown, file: string): string {
  const text = reasonOf(problem);
  const isMissing = (problem as { readonly code?: unknown }).code === 'ERR_MODULE_NOT_FOUND';
  if (isMissing && text.startsWith(`Cannot find module '${file}'`)) return `there is no file ${file}`;
  const place = thrownPlace(problem, file);
  return `${place === undefined ? '' : `${place}: `}${text.split('\n')[0]}`;
}
