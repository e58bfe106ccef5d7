/**
 * `npm run mcpb` packs an MCPB bundle, which desktop assistants install by a double click: the package with all it needs,
 * as npm installs it, and the manifest that `npm run generate` writes.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import manifest from '../../../package.json' with { type: 'json' };

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const MCPB = join(ROOT, 'agents', 'trials', 'node_modules', '@anthropic-ai', 'mcpb', 'dist', 'cli', 'cli.js');
const QUIET = ['--no-audit', '--no-fund', '--loglevel=error'];
const out = join(ROOT, `${manifest.name}-${manifest.version}.mcpb`);

mkdirSync(join(ROOT, '.cache'), { recursive: true });
const scratch = mkdtempSync(join(ROOT, '.cache', 'bundle-'));
try {
  const bundle = join(scratch, 'bundle');
  mkdirSync(bundle);
  run(ROOT, 'npm', 'pack', '--pack-destination', scratch, ...QUIET);
  const [tarball = ''] = readdirSync(scratch).filter((name) => name.endsWith('.tgz'));
  writeFileSync(join(bundle, 'package.json'), '{"private":true,"type":"module"}\n');
  run(bundle, 'npm', 'install', '--omit=dev', '--prefer-offline', ...QUIET, join(scratch, tarball));
  copyFileSync(join(ROOT, 'doc', 'mcp', 'manifest.json'), join(bundle, 'manifest.json'));
  rmSync(out, { force: true });
  run(bundle, process.execPath, MCPB, 'pack', bundle, out);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function run(cwd: string, program: string, ...words: readonly string[]): void {
  const { status, error } = spawnSync(program, words, { cwd, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) throw new Error(`${program} ${words[0]} has failed`, { cause: error });
}
