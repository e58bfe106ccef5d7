/** Runs npm for a preparation: finds it, keeps it quiet, and explains its failures. */
import { spawn } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';

/** The end of every advice. */
export const AGAIN = 'and run the same command again.';

const NPM_LIMIT_MS = 600_000;
const OFFLINE =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT)\b/;
/** The failure that the npm of a killed command causes to ours: it lives on for a while, and they share their cache. */
const DISTURBED = /\bcode ENOENT\b.*_cacache/s;

/** A reason to stop that the user can do something about. */
export class Unprepared extends Error {}

/** Installs exactly what the lock file of a folder says; with `dev`, what its package file needs for development as well. */
export async function installLocked(folder, { root, dev }) {
  // The package comes without one.
  if (existsSync(join(root, '.npmrc'))) await cp(join(root, '.npmrc'), join(folder, '.npmrc'));
  const extent = dev ? '--include=dev' : '--omit=dev';
  const words = ['ci', '--ignore-scripts', extent, '--prefer-offline'];
  let { code, output } = await npm(folder, words);
  if (DISTURBED.test(output)) ({ code, output } = await npm(folder, words));
  if (code === 0) return;
  if (OFFLINE.test(output)) {
    throw new Unprepared(
      `The package registry cannot be reached: go online (or name a registry: npm config set registry <address>) ${AGAIN}`,
    );
  }
  throw new Unprepared(`${output}Preparing failed (npm ended with ${code}): mend what npm says above ${AGAIN}`);
}

/** Runs npm in a folder, without a shell where that is possible, and keeps what it says. */
function npm(folder, words) {
  const cli = findNpm();
  const all = [...words, '--fetch-retries=1', '--fetch-retry-mintimeout=1000', '--loglevel=error'];
  if (!homeIsWritable()) all.push('--cache', '../npm');
  const options = { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], timeout: NPM_LIMIT_MS };
  const child =
    cli === undefined
      ? spawn('npm', all, { ...options, shell: process.platform === 'win32' })
      : spawn(process.execPath, [cli, ...all], options);
  return new Promise((done, fail) => {
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', () =>
      fail(new Unprepared(`npm is missing: install Node 24 or later, which brings it, ${AGAIN}`)),
    );
    child.on('close', (code, signal) => done({ code: code ?? signal, output }));
  });
}

/** The npm that runs us, or the one that came with this Node. */
function findNpm() {
  const running = process.env.npm_execpath;
  if (running !== undefined && basename(running) === 'npm-cli.js' && existsSync(running)) return running;
  const bin = dirname(process.execPath);
  const cli = join('node_modules', 'npm', 'bin', 'npm-cli.js');
  return [join(bin, cli), join(bin, '..', 'lib', cli)].find((path) => existsSync(path));
}

/** npm keeps its cache at home; where it cannot, the clone has room for it. */
function homeIsWritable() {
  if (process.env.npm_config_cache !== undefined) return true;
  try {
    const cache = join(homedir(), '.npm');
    if (!existsSync(cache)) mkdirSync(cache);
    accessSync(cache, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
