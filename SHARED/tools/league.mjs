#!/usr/bin/env node
/**
 * The command `league`, from any folder: the launcher of the clone, or of the package, which is built and keeps its files
 * in `league` of the folder it is run in. Paths in its arguments are relative to where the user is.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const isClone = existsSync(new URL('../../agents/launcher/main.ts', import.meta.url));
if (!isClone) {
  const { env } = process;
  env.LEAGUE_DATA ??= resolve('league', 'data');
  env.LEAGUE_LOGS ??= resolve('league', 'logs');
  const shipped = fileURLToPath(new URL('../../dist/SHARED/config/', import.meta.url));
  const own = resolve('league', 'config');
  env.LEAGUE_CONFIG ??= existsSync(own) ? own : shipped;
}
process.argv.splice(2, 0, ...(isClone ? ['agents/launcher/main.ts'] : ['--with=package', 'agents/launcher/main.js']));
await import('./bootstrap.mjs');
