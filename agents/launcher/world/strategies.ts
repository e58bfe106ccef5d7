/** Finds a player's strategy: by name, by file, or that of the player's own folder. */
import { spawnSync } from 'node:child_process';
import { basename, extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { seeded } from '../../../SHARED/core/random.ts';
import { reasonOf } from '../../../SHARED/core/result.ts';
import { fromHere, thrownPlace } from '../../../SHARED/core/thrown.ts';
import type { Game } from '../../../SHARED/games/game.ts';
import { playout } from '../../../SHARED/games/playout.ts';
import { nodeDisk } from '../../../SHARED/league_sdk/disk/node_disk.ts';
import { spelling } from '../../player/strategies/always.ts';
import { LLM, strategyOf } from '../../player/strategies/strategies.ts';
import type { Decide, Strategy } from '../../player/strategy.ts';
import { usage } from '../options.ts';
import { printable } from '../output/columns.ts';
import { CODE_EXTENSION, ROOT } from './installation.ts';

const IS_FILE = /\.(ts|mts|js|mjs)$/;

/** Whether a player is named by the command of a program: it has a blank, which no name and no address has. */
export function isCommand(name: string): boolean {
  return /\s/.test(name.trim());
}

/** Up to a comma that is in no quotes. */
const ENTRY = /(?:"[^"]*"|'[^']*'|[^,"'])*/y;
const PLAIN = new RegExp(`^${ENTRY.source}$`);
const QUOTED = /^(?:"([^"]*)"|'([^']*)')$/;

/**
 * The entries of a list as it was typed, `python3 bot.py,random`. A comma in quotes separates nothing, and quotes around
 * a whole entry are taken off.
 */
export function entriesIn(list: string): readonly string[] {
  const entries: string[] = [];
  for (let at = 0; at <= list.length; at++) {
    ENTRY.lastIndex = at;
    const [entry = ''] = ENTRY.exec(list) ?? [];
    at += entry.length;
    if (at < list.length && list[at] !== ',') throw usage(`a quote is not closed in: ${list}`);
    const [, double, single] = QUOTED.exec(entry.trim()) ?? [];
    entries.push((double ?? single ?? entry).trim());
  }
  return entries;
}

/** Names of strategies as they can be repeated elsewhere: a file by its whole path. */
export function lasting(names: string): string {
  return entriesIn(names)
    .map((name) => (IS_FILE.test(name) && !isCommand(name) ? resolve(name) : quoted(name)))
    .join(',');
}

/** As an entry of a list: in quotes of a kind that it has not, where a list would be read into it. */
function quoted(name: string): string {
  if (PLAIN.test(name) && !QUOTED.test(name)) return name;
  return name.includes('"') ? `'${name}'` : `"${name}"`;
}

/**
 * The strategy of this name or file; without one that of the player's own folder, else the default. `config` is the
 * folder whose games a language model is told of, where it is not the usual one.
 */
export async function loadStrategy(
  wish: string | undefined,
  id: string | undefined,
  byDefault: string,
  config?: string,
): Promise<Strategy> {
  if (wish !== undefined && IS_FILE.test(wish)) return fromFile(resolve(wish));
  const own = id === undefined ? undefined : resolve(ROOT, 'agents', `player_${id}`, `strategy${CODE_EXTENSION}`);
  if (wish === undefined && own !== undefined && (await folders()).has(`player_${id}`) && (await exists(own)))
    return fromFile(own);
  if ((wish ?? byDefault) === LLM) return (await import('./model.ts')).modelStrategy(config);
  const named = strategyOf(wish ?? byDefault);
  if (!named.ok) throw usage(named.error.detail);
  return named.value;
}

/**
 * Throws where a name is `always:<move>` and the game has no such move: it would play the first legal one throughout.
 * Moves are known from games played at random, since a game lists those of a position alone.
 */
export function checkAlways(names: readonly (string | undefined)[], game: Game): void {
  for (const name of new Set(names)) {
    const [, wanted] = /^always:(.+)$/.exec(name ?? '') ?? [];
    const moves = wanted === undefined ? undefined : movesWithout(game, wanted.toLowerCase());
    if (moves === undefined) continue;
    const some = [...moves].slice(0, TOLD_MOVES).join(', ');
    throw usage(
      `${printable(name)}: ${game.type} has no such move; its moves are ${printable(some)}${moves.size > TOLD_MOVES ? ', …' : ''}`,
    );
  }
}
const TRIED_GAMES = 50;
const TOLD_MOVES = 12;

/** The moves of a game, where none of them is spelled so. */
function movesWithout(game: Game, wanted: string): ReadonlySet<string> | undefined {
  const moves = new Set<string>();
  try {
    for (let nth = 0; nth < TRIED_GAMES; nth++) {
      const { scenes } = playout(game, { chance: seeded(nth), whims: seeded(nth + TRIED_GAMES) });
      for (const { state, toMove } of scenes)
        for (const seat of toMove) for (const move of game.moves(state, seat)) moves.add(spelling(move));
      if (moves.has(wanted)) return undefined;
    }
  } catch {
    // Rules that fail are told where they are played.
    return undefined;
  }
  return moves;
}

let known: Promise<ReadonlySet<string>> | undefined;

/** The folders of roles and players, listed once: a process may load thousands of players, of which few have one. */
function folders(): Promise<ReadonlySet<string>> {
  known ??= nodeDisk()
    .list(resolve(ROOT, 'agents'))
    .then((names) => new Set(names));
  return known;
}

/** A strategy of a name or file that is known to load, which shares no variable of its file with any of another life. */
export async function strategyIn(life: number, wish: string): Promise<Strategy> {
  return IS_FILE.test(wish) ? fromFile(resolve(wish), `?life=${life}`) : loadStrategy(wish, undefined, wish);
}

async function fromFile(path: string, life = ''): Promise<Strategy> {
  if (life === '' && !(await exists(path))) throw usage(`there is no strategy file ${path}`);
  let loaded: { readonly strategy?: Strategy | Decide; readonly default?: Strategy | Decide };
  try {
    loaded = await import(`${pathToFileURL(path).href}${life}`);
  } catch (problem) {
    throw usage(`the strategy file ${fromHere(path)} does not load: ${whyNotLoaded(problem, path)}`);
  }
  const found = loaded.strategy ?? loaded.default;
  if (typeof found === 'function') return { name: basename(path, extname(path)), decide: found };
  if (typeof found?.decide === 'function') return found;
  throw usage(`the strategy file ${path} must export "strategy": a function (turn) => move, or { name, decide }`);
}

/** What is wrong with a file, with the line where that can be told. */
function whyNotLoaded(problem: unknown, path: string): string {
  const text = reasonOf(problem);
  const place = thrownPlace(problem, path) ?? (problem instanceof SyntaxError ? checkedPlace(path) : undefined);
  const { code } = problem as { readonly code?: unknown };
  const hint =
    code === 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX'
      ? '; Node only takes types out: write a const object or a union of texts in place of it'
      : '';
  const orHint = NO_MODULE.test(text) ? AS_MODULE : hint;
  return `${place === undefined ? '' : `${place}: `}${text}${orHint}`;
}
/** A project whose package.json says "commonjs", as `npm init` writes it. */
const NO_MODULE = /^(Cannot use import statement outside a module|Unexpected token 'export')/;
const AS_MODULE = '; set "type": "module" in the package.json above it, or let its name end in .mts or .mjs';

/** The place of a mistake in JavaScript, which only a check of the whole file tells. */
function checkedPlace(path: string): string | undefined {
  const { stderr } = spawnSync(process.execPath, ['--check', path], { encoding: 'utf8', timeout: CHECK_MS });
  return thrownPlace(Object.assign(new SyntaxError('checked'), { stack: stderr ?? '' }), path);
}
const CHECK_MS = 5_000;

async function exists(path: string): Promise<boolean> {
  return (await nodeDisk().read(path)) !== undefined;
}
