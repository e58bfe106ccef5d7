/** Finds a player's strategy: by name, by file, or that of the player's own folder. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { nodeDisk } from '../../../SHARED/league_sdk/disk/node_disk.ts';
import { strategyOf } from '../../player/strategies/strategies.ts';
import type { Decide, Strategy } from '../../player/strategy.ts';
import { usage } from '../options.ts';
import { ROOT } from './installation.ts';

const IS_FILE = /\.(ts|mts|js|mjs)$/;

/** Names of strategies as they can be repeated elsewhere: a file by its whole path. */
export function lasting(names: string): string {
  return names
    .split(',')
    .map((name) => (IS_FILE.test(name.trim()) ? resolve(name.trim()) : name))
    .join(',');
}

/** The strategy of this name or file; without one that of the player's own folder, else the default. */
export async function loadStrategy(
  wish: string | undefined,
  id: string | undefined,
  byDefault: string,
): Promise<Strategy> {
  if (wish !== undefined && IS_FILE.test(wish)) return fromFile(resolve(wish));
  const own = id === undefined ? undefined : resolve(ROOT, 'agents', `player_${id}`, 'strategy.ts');
  if (wish === undefined && own !== undefined && (await exists(own))) return fromFile(own);
  const named = strategyOf(wish ?? byDefault);
  if (!named.ok) throw usage(named.error.detail);
  return named.value;
}

async function fromFile(path: string): Promise<Strategy> {
  if (!(await exists(path))) throw usage(`there is no strategy file ${path}`);
  let loaded: { readonly strategy?: Strategy | Decide; readonly default?: Strategy | Decide };
  try {
    loaded = await import(pathToFileURL(path).href);
  } catch (problem) {
    throw usage(
      `the strategy file ${path} does not load: ${problem instanceof Error ? problem.message : String(problem)}`,
    );
  }
  const found = loaded.strategy ?? loaded.default;
  if (typeof found === 'function') return { name: path, decide: found };
  if (typeof found?.decide === 'function') return found;
  throw usage(`the strategy file ${path} must export "strategy": a function (turn) => move, or { name, decide }`);
}

async function exists(path: string): Promise<boolean> {
  return (await nodeDisk().read(path)) !== undefined;
}
