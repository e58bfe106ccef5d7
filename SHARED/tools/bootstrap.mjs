#!/usr/bin/env node
/** Runs a script of this clone with a Node that reads TypeScript, after making the clone ready: plain JavaScript for Node 20. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const OLDEST_NODE = 24;
const FETCHED_NODE = '26.10.0';

const root = fileURLToPath(new URL('../../', import.meta.url));
const ownNodeWillDo = Number(process.versions.node.split('.')[0]) >= OLDEST_NODE;
const home = join(root, '.node', `${FETCHED_NODE}-${process.platform}-${process.arch}`);
const node = ownNodeWillDo ? process.execPath : join(home, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

if (process.argv[2] === undefined) {
  process.stderr.write('usage: node SHARED/tools/bootstrap.mjs <script.ts> [arguments]\n');
  process.exitCode = 2;
} else if (isReady() || (await makeReady())) {
  if (ownNodeWillDo) await import('./start.mjs');
  else await run();
}

function isReady() {
  return existsSync(node) && modulesAreStamped();
}

/** The stamp is a copy of the lock file: comparing texts is cheaper than loading a hash function. */
function modulesAreStamped() {
  try {
    return readFileSync(join(root, 'package-lock.json')).equals(readFileSync(join(root, 'node_modules', '.ready')));
  } catch {
    return false;
  }
}

async function makeReady() {
  const { prepare } = await import('./prepare.mjs');
  const problem = await prepare({ root, version: FETCHED_NODE, home, node });
  if (problem === undefined) return true;
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
  return false;
}

/** Stands in for the other Node: passes signals on, ends as it ends, and takes it along when it dies first (start.mjs). */
async function run() {
  const { spawn } = await import('node:child_process');
  const { isatty } = await import('node:tty');
  const start = fileURLToPath(new URL('start.mjs', import.meta.url));
  const child = spawn(node, [start, ...process.argv.slice(2)], {
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
