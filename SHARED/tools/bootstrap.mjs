#!/usr/bin/env node
/**
 * Runs a script of this clone with a Node that reads TypeScript, after making the clone ready for it: plain JavaScript
 * for Node 20. `--with=tools` and `--with=trials` name what the script needs beside the packages of a league;
 * `--with=package` is a script of the built package, whose packages npm has brought already.
 */
import { existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const OLDEST_NODE = 24;
const FETCHED_NODE = '26.10.0';
/** The package files to install, by need; without `dev`, only what a league imports. */
const NEEDS = {
  league: [{ name: 'packages', folder: '.', dev: false }],
  tools: [{ name: 'packages of the tools', folder: '.', dev: true }],
  trials: [
    { name: 'packages of the tools', folder: '.', dev: true },
    { name: 'packages of the trials', folder: 'agents/trials', dev: true },
    { name: 'packages for language models', folder: 'agents/player/model', dev: false },
  ],
  package: [],
};

const root = fileURLToPath(new URL('../../', import.meta.url));
const home = join(root, '.node', `${FETCHED_NODE}-${process.platform}-${process.arch}`);
const fetched = join(home, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
const isNewEnough = Number(process.versions.node.split('.')[0]) >= OLDEST_NODE;
// One that was fetched for an earlier state of the clone makes room for the next.
const isOutdated = process.execPath.startsWith(join(root, '.node') + sep) && process.execPath !== fetched;
const ownNodeWillDo = isNewEnough && !isOutdated;
const node = ownNodeWillDo ? process.execPath : fetched;

const need = /^--with=(.*)$/.exec(process.argv[2] ?? '')?.[1];
if (need !== undefined) process.argv.splice(2, 1);
const start = new URL(need === 'package' ? '../../dist/SHARED/tools/start.mjs' : 'start.mjs', import.meta.url);
const parts = NEEDS[need ?? 'league']?.map((part) => ({ ...part, folder: join(root, part.folder) }));

if (parts === undefined || process.argv[2] === undefined) {
  process.stderr.write('usage: node SHARED/tools/bootstrap.mjs [--with=tools|trials] <script.ts> [arguments]\n');
  process.exitCode = 2;
} else if (isReady() || (await makeReady())) {
  if (ownNodeWillDo) await import(start.href);
  else await run();
}

function isReady() {
  return existsSync(node) && parts.every(isStamped);
}

/** The stamp is a copy of the lock file: comparing texts is cheaper than loading a hash function. */
function isStamped({ folder, dev }) {
  try {
    const stamp = join(folder, 'node_modules', dev ? '.ready-dev' : '.ready');
    return readFileSync(join(folder, 'package-lock.json')).equals(readFileSync(stamp));
  } catch {
    return false;
  }
}

async function makeReady() {
  const { prepare } = await import('./prepare.mjs');
  const problem = await prepare({ root, version: FETCHED_NODE, home, node, parts });
  if (problem === undefined) return true;
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
  return false;
}

/** Stands in for the other Node: passes signals on, ends as it ends, and takes it along when it dies first (start.mjs). */
async function run() {
  if (need !== 'package' && process.platform !== 'win32') leaveForNpm();
  const { spawn } = await import('node:child_process');
  const { isatty } = await import('node:tty');
  // As much room for young objects as the launcher gives its agents (spawn.ts).
  const child = spawn(node, ['--min-semi-space-size=16', fileURLToPath(start), ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, LEAGUE_PARENT_PID: String(process.pid) },
  });
  // A terminal gives Ctrl-C to the child as well, and a second one would mean "at once".
  process.on('SIGINT', () => isatty(0) || child.kill('SIGINT'));
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  process.on('SIGHUP', () => child.kill('SIGHUP'));
  child.on('error', (error) => {
    process.stderr.write(
      `Cannot run ${node} (${error.message}): remove the folder .node and run the same command again.\n`,
    );
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    if (signal === null) {
      process.exitCode = code;
      return;
    }
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

/** npm looks here first for the `node` of a script: from the next one on, no older Node has to start before this one. */
function leaveForNpm() {
  const place = join(root, 'node_modules', '.bin', 'node');
  try {
    rmSync(place, { force: true });
    symlinkSync(relative(dirname(place), node), place);
  } catch {
    // In a clone that cannot be written, both start each time.
  }
}
