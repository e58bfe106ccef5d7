/**
 * The packages of a clone: compares what is installed with the lock file, and installs the rest under a running league.
 */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** npm's own record of a node_modules; it is kept true here, so that npm believes it too. */
const RECORD = '.package-lock.json';
/** Copies of the lock file that everything is there of, without and with what is for development; bootstrap.mjs reads them. */
const STAMPS = ['.ready', '.ready-dev'];

/** A package file with its lock: `wanted` is what the lock names for this extent, by path from the folder. */
export async function readPart({ name, folder, dev }) {
  const lock = await readFile(join(folder, 'package-lock.json'), 'utf8');
  const { '': own, ...locked } = JSON.parse(lock).packages;
  const wanted = entriesOf(locked, ([, entry]) => dev || !entry.dev);
  const present = (await readRecord(join(folder, 'node_modules'))).packages;
  return { name, folder, dev, lock, locked, wanted, present };
}

/** Whether everything wanted is there as the lock file has it; what is optional may be missing. */
export function isCurrent(part) {
  const { wanted, present } = part;
  const needed = entriesOf(wanted, ([path, entry]) => path in present || !isOptional(entry));
  return staleAmong(needed, part).size === 0;
}

/** The number of packages npm has put into a folder by now, of how many. */
export function installedSoFar({ wanted }, folder) {
  const needed = Object.keys(entriesOf(wanted, ([, entry]) => !isOptional(entry)));
  return `${needed.filter((path) => isThere(folder, path)).length} of ${needed.length}`;
}

/**
 * Moves the packages that are missing or of another version from a fresh folder into node_modules, one by one; all
 * others stay as they are, and so do those that no lock file names. The record names no package that is being moved,
 * so that a kill in between leaves packages to be brought in again, and none to be believed in.
 */
export async function bringIn(part, fresh) {
  const incoming = join(fresh, 'node_modules');
  const modules = join(part.folder, 'node_modules');
  await mkdir(incoming, { recursive: true });
  if (!existsSync(modules)) return rename(incoming, modules);

  const record = await readRecord(incoming);
  const stale = staleAmong(record.packages, part);
  for (const name of STAMPS) await rm(join(modules, name), { force: true });
  const kept = entriesOf(part.present, ([path]) => !stale.has(topOf(path)));
  await writeRecord(modules, fresh, { ...record, packages: kept });
  for (const top of stale) await swap(join(incoming, top), join(modules, top), join(fresh, 'replaced', top));
  await bringInCommands(join(incoming, '.bin'), join(modules, '.bin'));
  await writeRecord(modules, fresh, { ...record, packages: { ...kept, ...record.packages } });
}

/** Notes that a part is ready: with what is for development, what is not is ready too. */
export async function stamp({ folder, dev, lock }) {
  const modules = join(folder, 'node_modules');
  await mkdir(modules, { recursive: true });
  for (const name of dev ? STAMPS : STAMPS.slice(0, 1)) await writeFile(join(modules, name), lock);
}

/** The packages at the top of node_modules, each with all it holds, that are not what `target` says. */
function staleAmong(target, { folder, locked, present }) {
  const differs = ([path, { version, integrity }]) =>
    present[path]?.version !== version || present[path]?.integrity !== integrity || !isThere(folder, path);
  const stale = new Set(
    Object.entries(target)
      .filter(differs)
      .map(([path]) => topOf(path)),
  );
  const tops = new Set(Object.keys(target).map(topOf));
  for (const path of Object.keys(present)) if (!(path in locked) && tops.has(topOf(path))) stale.add(topOf(path));
  return stale;
}

/** Of `node_modules/@a/b/node_modules/c`, `@a/b`. */
function topOf(path) {
  return /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1];
}

function isOptional({ optional, devOptional }) {
  return optional === true || devOptional === true;
}

function isThere(folder, path) {
  return existsSync(join(folder, path, 'package.json'));
}

/** Two renames: a process that reads the old files goes on reading them. */
async function swap(from, to, aside) {
  await mkdir(dirname(aside), { recursive: true });
  await mkdir(dirname(to), { recursive: true });
  try {
    await rename(to, aside);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
  await rename(from, to);
}

async function bringInCommands(from, to) {
  if (!existsSync(from)) return;
  await mkdir(to, { recursive: true });
  for (const name of await readdir(from)) await rename(join(from, name), join(to, name));
}

/** Without a record that can be read, no package counts as present. */
async function readRecord(modules) {
  try {
    return JSON.parse(await readFile(join(modules, RECORD), 'utf8'));
  } catch {
    return { packages: {} };
  }
}

async function writeRecord(modules, fresh, record) {
  const draft = join(fresh, 'record.json');
  await writeFile(draft, JSON.stringify(record, null, 2));
  await rename(draft, join(modules, RECORD));
}

function entriesOf(packages, keep) {
  return Object.fromEntries(Object.entries(packages).filter(keep));
}
