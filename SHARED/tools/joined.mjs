/**
 * The modules of this installation, loaded from one file in place of hundreds: a quarter of a short process is what Node
 * does for each module. They are scripts there (as_script.mjs), with what V8 made of them, in one file of `.cache/joined`
 * for each kind of process; the script of a source that has another time, size or place on the disk is made anew.
 *
 * A module without a script stays one of Node, and shares all values with the scripts: one that imports a package,
 * awaits at its top, is part of a circle, has another package.json above it than ours, or imports such a module. So does
 * every file of a user: what is loaded by its full path, what only that imports, and all in the folder of a player.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { registerHooks } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { cachedDataVersionTag } from 'node:v8';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';
import { asScript } from './as_script.mjs';

/** What a start runs is running already. */
const TOOL = /^SHARED\/tools\/[^/]+$/;
const OF_PLAYER = /^agents\/player_[A-Z]+\d+\//;
const FULL_PATH = /^(?:\/|\w+:)/;
const DAY_MS = 86_400_000;
const NOTHING = Buffer.alloc(0);

const root = fileURLToPath(new URL('../../', import.meta.url));
const own = pathToFileURL(root).href;
/** By path: the scripts of the file, and those made since. */
const kept = new Map();
/** By path, once it was asked for: the script, or undefined for a module of Node. */
const known = new Map();
/** The addresses that the entry leads to by the names in our sources. */
const reached = new Set();
/** By path. */
const documents = new Map();
let libraryFile;
let isNew = false;

/** Loads scripts in place of modules from now on; `library` gives the file of a package that is part of this installation. */
export function joinModules(entry, library) {
  libraryFile = library;
  // Players and referees with folders of their own are of one kind.
  const kind = relative(root, entry)
    .replace(/_[A-Z]+\d+(?=\W)/, '')
    .replace(/\W+/g, '-');
  // What V8 has made with other flags, as those of a manager that is sparing with memory, it makes anew at every start.
  const folder = join(root, '.cache', 'joined');
  const file = join(folder, `${process.version}-${process.arch}-${cachedDataVersionTag()}-${kind}`);
  for (const script of readScripts(file)) kept.set(script.path, script);
  if (kept.size === 0) for (const script of readOthers(folder, kind)) kept.set(script.path, script);
  if (kept.size === 0 && !canMake(dirname(file))) return;
  process.on('exit', () => isNew && writeScripts(file));
  const first = pathToFileURL(entry).href;
  registerHooks({
    resolve(name, context, next) {
      const found = next(name, context);
      if (name === first || (reached.has(context.parentURL) && !FULL_PATH.test(name))) reached.add(found.url);
      return found;
    },
    load(url, context, next) {
      const script = isOwn(url) && url !== first ? chosen(url) : undefined;
      return script === undefined
        ? next(url, context)
        : { format: 'module', source: doorTo(script), shortCircuit: true };
    },
  });
}

/** The exports of the script of this path. */
export function exportsOf(path) {
  return evaluated(known.get(path));
}

/** A module of Node with the exports of a script. */
function doorTo({ path, exports }) {
  const values = exports.map((name, nth) => `${name}:$${nth}`);
  const names = exports.map((name, nth) => `$${nth} as ${name}`);
  const [here, there] = [import.meta.url, path].map((text) => JSON.stringify(text));
  return `import{exportsOf}from${here};const{${values}}=exportsOf(${there});export{${names}}`;
}

function isOwn(url) {
  const within = url.slice(own.length);
  return (
    url.startsWith(own) &&
    /^[^?#]+\.(?:ts|m?js)$/.test(within) &&
    !/(?:^|\/)node_modules\//.test(within) &&
    !TOOL.test(within) &&
    !OF_PLAYER.test(within)
  );
}

/** What a file of a user is the first to import is a module for all. */
function chosen(url) {
  const path = fileURLToPath(url);
  if (!reached.has(url) && !known.has(path)) known.set(path, undefined);
  return prepared(path);
}

/** The script of a module, when all that it imports are scripts too. */
function prepared(path) {
  if (known.has(path)) return known.get(path);
  // Until more is known: a circle has no script.
  known.set(path, undefined);
  const script = upToDate(path);
  if (script.isModule) return undefined;
  for (const { place, names } of script.imports) {
    if (place.startsWith('node:') || place.endsWith('.json')) continue;
    const other = prepared(place);
    // Where there is no such export, Node says so best.
    if (other === undefined || names.some((name) => !other.exports.includes(name))) return undefined;
  }
  known.set(path, script);
  return script;
}

function upToDate(path) {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return { isModule: true };
  const stamp = [stats.size, stats.mtimeMs, stats.ctimeMs, stats.ino].join(' ');
  const old = kept.get(path);
  if (old?.stamp === stamp) return old;
  isNew = true;
  const script = { path, stamp, ...made(path) };
  kept.set(path, script);
  return script;
}

function made(path) {
  try {
    if (hasOtherPackage(dirname(path))) return { isModule: true };
    const { code, imports, exports } = asScript(readFileSync(path, 'utf8'), path.endsWith('.ts'));
    const placed = imports.map(({ name, names }) => ({ place: placeOf(path, name), names }));
    const isWide = /[^\0-\xff]/.test(code);
    const script = { imports: placed, exports, isWide, code: Buffer.from(code, isWide ? 'ucs2' : 'latin1') };
    return { ...script, compiled: compiled({ path, ...script }) };
  } catch (reason) {
    // Its mistakes are told by Node, in the words for modules.
    return { isModule: true, reason };
  }
}

function hasOtherPackage(folder) {
  if (resolve(folder) === resolve(root)) return false;
  return existsSync(join(folder, 'package.json')) || hasOtherPackage(dirname(folder));
}

function placeOf(path, name) {
  if (name.startsWith('node:')) return name;
  const place = name.startsWith('.') ? resolve(dirname(path), name) : libraryFile(name);
  if (place?.endsWith('.json') || (place !== undefined && isOwn(pathToFileURL(place).href))) return place;
  throw new Error(`${name} is no module of ours`);
}

function compiled({ path, code, isWide, cache }) {
  const text = code.toString(isWide ? 'ucs2' : 'latin1');
  return new Script(text, { filename: pathToFileURL(path).href, cachedData: cache });
}

/** Runs a script once, after what it imports; what it throws is thrown to each that imports it. */
function evaluated(script) {
  if (script.failure !== undefined) throw script.failure.reason;
  if (script.value !== undefined) return script.value;
  const url = pathToFileURL(script.path).href;
  try {
    script.compiled ??= compiled(script);
    isNew ||= script.compiled.cachedDataRejected === true;
    const take = (nth) => valuesOf(script.imports[nth].place);
    script.value = script.compiled.runInThisContext()(take, url, (name, options) => loaded(name, url, options));
    return script.value;
  } catch (reason) {
    script.failure = { reason };
    throw reason;
  }
}

function loaded(name, from, options) {
  if (!name.startsWith('.')) return import(name, options);
  const { href } = new URL(name, from);
  reached.add(href);
  return import(href, options);
}

function valuesOf(place) {
  if (place.startsWith('node:')) return process.getBuiltinModule(place);
  if (!place.endsWith('.json')) return evaluated(known.get(place));
  if (!documents.has(place)) documents.set(place, { default: JSON.parse(readFileSync(place, 'utf8')) });
  return documents.get(place);
}

function canMake(folder) {
  try {
    mkdirSync(folder, { recursive: true });
    return true;
  } catch {
    // A clone that cannot be written: what is made here could not be kept.
    return false;
  }
}

/** Four bytes, the checksum of all others; four, the length of the head; the head as JSON; then code and cache of each script. */
function readScripts(file) {
  try {
    const all = readFileSync(file);
    // V8 runs what it is given as a cache, whatever it is.
    if (all.readUInt32LE(0) !== crc32(all.subarray(4))) return [];
    let at = 8 + all.readUInt32LE(4);
    const { place, scripts } = JSON.parse(all.toString('utf8', 8, at));
    if (place !== root) return [];
    return scripts.map(({ sizes, ...script }) => {
      const [code, cache] = sizes.map((size) => {
        at += size;
        return all.subarray(at - size, at);
      });
      return { ...script, code, cache };
    });
  } catch {
    // There is none yet.
    return [];
  }
}

/** The scripts of processes of the same kind with other flags, without what V8 has made of them: read again, not made anew. */
function readOthers(folder, kind) {
  const others = existsSync(folder) ? readdirSync(folder) : [];
  for (const name of others) {
    const scripts = isOurs(name) && name.endsWith(`-${kind}`) ? readScripts(join(folder, name)) : [];
    if (scripts.length === 0) continue;
    isNew = true;
    return scripts.map(({ cache: _, ...script }) => script);
  }
  return [];
}

/** Where the file cannot be written, the next process tries again. */
function writeScripts(file) {
  try {
    replace(file, bytesOf(file));
    sweep(dirname(file));
  } catch {
    // What is kept here saves time, and nothing else.
  }
}

function replace(file, bytes) {
  // Two containers may have one clone, and processes of one id.
  const draft = `${file}.${process.pid}_${process.hrtime.bigint()}`;
  const open = openSync(draft, 'wx');
  try {
    try {
      writeFileSync(open, bytes);
      fsyncSync(open);
    } finally {
      closeSync(open);
    }
    renameSync(draft, file);
  } catch (reason) {
    rmSync(draft, { force: true });
    throw reason;
  }
}

/** Together with what others of this kind have written meanwhile. */
function bytesOf(file) {
  const all = new Map([...readScripts(file).map((script) => [script.path, script]), ...kept]);
  const present = [...all.values()].filter(({ path }) => known.has(path) || existsSync(path));
  const parts = [];
  const scripts = present.map(({ path, stamp, imports, exports, isModule, isWide, code = NOTHING, ...rest }) => {
    const isStale = rest.cache === undefined || rest.compiled?.cachedDataRejected;
    const cache = (isStale ? rest.compiled?.createCachedData() : rest.cache) ?? NOTHING;
    parts.push(code, cache);
    return { path, stamp, imports, exports, isModule, isWide, sizes: [code.length, cache.length] };
  });
  const head = Buffer.from(JSON.stringify({ place: root, scripts }));
  const bytes = Buffer.concat([Buffer.alloc(8), head, ...parts]);
  bytes.writeUInt32LE(head.length, 4);
  bytes.writeUInt32LE(crc32(bytes.subarray(4)), 0);
  return bytes;
}

function isOurs(name) {
  const own = `${process.version}-${process.arch}-`;
  return name.startsWith(own) && /^\d+-[\w-]+$/.test(name.slice(own.length));
}

/**
 * Removes what a process that was killed has left, and what is of another Node, once it is a day old; and what is of
 * flags that are used no longer, once it was neither written nor read for a month.
 */
function sweep(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const { mtimeMs, atimeMs } = statSync(path);
    const [usedMs, days] = isOurs(name) ? [Math.max(mtimeMs, atimeMs), 30] : [mtimeMs, 1];
    if (usedMs < Date.now() - days * DAY_MS) rmSync(path, { force: true });
  }
}
