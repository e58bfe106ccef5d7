/** Configuration folders for tests: the shipped files, with other values where a test wants them. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Disk } from '../league_sdk/disk/disk.ts';
import { documentText } from '../league_sdk/files/document.ts';

export const SHIPPED_CONFIG = fileURLToPath(new URL('../config/', import.meta.url));

const FILES = [
  'system.json',
  'agents/agents_config.json',
  'games/games_registry.json',
  'leagues/league_2025_even_odd.json',
  'defaults/player.json',
  'defaults/referee.json',
] as const;

/** By file: the keys to replace, at the top of the document. */
export type Changes = { readonly [F in (typeof FILES)[number]]?: object };

/** Writes the shipped configuration with these changes into a folder. */
export async function writeTestConfig(disk: Disk, folder: string, changes: Changes): Promise<void> {
  for (const file of FILES) {
    const shipped = await disk.read(join(SHIPPED_CONFIG, file));
    if (shipped === undefined) throw new Error(`the shipped configuration has no ${file}`);
    await disk.replace(join(folder, file), documentText({ ...JSON.parse(shipped), ...changes[file] }));
  }
}
