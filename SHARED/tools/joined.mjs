/**
 * The modules of this installation, loaded from one file in place of hundreds: a quarter of a short process is what Node
 * does for each module. They are scripts there (as_script.mjs), with what V8 made of them, in one file of `.cache/joined`
 * for each kind of process; the script of a source that has another time or size is made anew.
 *
 * What has no script stays a module of Node, and shares all values with the scripts: a module that imports a package,
 * awaits at its top, is part of a circle, has another package.json above it than ours, or imports such a module.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { registerHooks } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Script } from 'node:vm';
import { asScript } from './as_script.mjs';

/** What a start runs is running already. */
const TOOL = /^SHARED\/tools\/[^/]+$/;
const NOTHING = Buffer.alloc(0);

const root = fileURLToPath(new URL('../../', import.meta.url));
const own = pathToFileURL(root).href;
/** By path: the scripts of the file, and those made since. */
const kept = new Map();
/** By path, once it was asked for: the script, or undefined for a module of Node. */
const known = new Map();
let libraryFile;
let isNew = false;

/** Loads scripts in place of modules from now on; `library` gives the file of a package that is part of this installation. */
export function joinModules(entry, library) {
  libraryFile = library;
  // Players and referees with folders of their own are of one kind.
  const kind = relative(root, entry)
    .replace(/_[A-Z]+\d+(?=\W)/, '')
    .replace(/\W+/g, '-');
  const file = join(root, '.cache', 'joined', `${process.version}-${process.arch}-${kind}`);
  for (const script of readScripts(file)) kept.set(script.path, script);
  if (kept.size === 0 && !canMake(dirname(file))) return;
  process.on('exit', () => isNew && writeScripts(file));
  const first = pathToFileURL(entry).href;
  registerHooks({
    load(url, context, next) {
      const script = isOwn(url) && url !== first ? prepared(fileURLToPath(url)) : undefined;
      return script === undefined
        ? next(url, context)
        : { format: 'module', source: doorTo(script), shortCircuit: true };
    },
  });
}

/** What the script of this path exports. */
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
    !TOOL.test(within)
  );
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
  const stamp = `${stats.size} ${stats.mtimeMs}`;
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

/** Runs a script once, after what it imports. */
function evaluated(script) {
  if (script.value !== undefined) return script.value;
  const url = pathToFileURL(script.path).href;
  script.compiled ??= compiled(script);
  isNew ||= script.compiled.cachedDataRejected === true;
  const take = (nth) => valuesOf(script.imports[nth].place);
  const load = (name, options) => import(name.startsWith('.') ? new URL(name, url).href : name, options);
  script.value = script.compiled.runInThisContext()(take, url, load);
  return script.value;
}

function valuesOf(place) {
  if (place.startsWith('node:')) return process.getBuiltinModule(place);
  if (place.endsWith('.json')) return { default: JSON.parse(readFileSync(place, 'utf8')) };
  return evaluated(known.get(place));
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

/** Four bytes, the length of the head; the head as JSON; then code and cache of each script. None where it is not whole. */
function readScripts(file) {
  try {
    const all = readFileSync(file);
    let at = 4 + all.readUInt32LE(0);
    const { place, bytes, scripts } = JSON.parse(all.toString('utf8', 4, at));
    if (place !== root || bytes !== all.length - at) return [];
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

/** Together with what others of this kind have written meanwhile; false where no file can be written. */
function writeScripts(file) {
  const all = new Map([...readScripts(file).map((script) => [script.path, script]), ...kept]);
  const present = [...all.values()].filter(({ path }) => known.has(path) || existsSync(path));
  const parts = [];
  const scripts = present.map(({ path, stamp, imports, exports, isModule, isWide, code = NOTHING, ...rest }) => {
    const isStale = rest.cache === undefined || rest.compiled?.cachedDataRejected;
    const cache = (isStale ? rest.compiled?.createCachedData() : rest.cache) ?? NOTHING;
    parts.push(code, cache);
    return { path, stamp, imports, exports, isModule, isWide, sizes: [code.length, cache.length] };
  });
  const bytes = parts.reduce((sum, { length }) => sum + length, 0);
  const head = Buffer.from(JSON.stringify({ place: root, bytes, scripts }));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(head.length);
  const draft = `${file}.${process.pid}`;
  try {
    const open = openSync(draft, 'w');
    writeFileSync(open, Buffer.concat([length, head, ...parts]));
    fsyncSync(open);
    closeSync(open);
    renameSync(draft, file);
    return true;
  } catch {
    return false;
  }
}
