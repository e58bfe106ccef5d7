/**
 * Builds `dist`, the code of the npm package: `npm pack` runs it first. The files keep their places, as JavaScript, with
 * the declarations that the library's own leads to; what no entry leads to is left out.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importsOf } from '../gates/sources.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const DIST = join(ROOT, 'dist');
/** A process, a thread, a strategy or a game begins here, by its name alone. */
const ENTRIES = [
  ...['agents/*/main.ts', 'agents/player_*/strategy.ts'],
  ...['agents/launcher/processes/host.ts', 'agents/launcher/*/*_main.ts'],
];
/** What programs import, with its types: the door, and the laws by which the test of a new game tries it. */
const DOORS = ['agents/launcher/library/index.ts', 'SHARED/games/game_laws.ts'];
const GAMES = 'SHARED/config/games/games_registry.json';
/** Commands of the clone load their files from here. */
const LEFT_OUT = /^agents\/trials\/(?!private_league\/)/;
/** Files that are read and not imported, as they are. */
const COPIED = [
  ...['SHARED/tools/start.mjs', 'SHARED/config', 'doc/schemas', 'doc/bench.json'],
  ...['agents/launcher/kits', 'agents/page/built'],
  ...['agents/player/model/package.json', 'agents/player/model/package-lock.json'],
];
/** Its types are known to the compiler alone: no declaration of the package leads there. */
const TYPES_ALONE = /^typebox(\/|$)/;

type Kind = 'code' | 'types';

mkdirSync(join(ROOT, '.cache'), { recursive: true });
const scratch = mkdtempSync(join(ROOT, '.cache', 'package-'));
try {
  const entries = [...ENTRIES.flatMap((pattern) => globSync(pattern, { cwd: ROOT })), ...gameFiles(), ...DOORS];
  compile('code', { removeComments: true }, entries);
  compile('types', { declaration: true, emitDeclarationOnly: true }, DOORS);
  rmSync(DIST, { recursive: true, force: true });
  const code = gather(
    'code',
    entries.map((path) => path.replace(/\.ts$/, '.js')),
  );
  const types = gather(
    'types',
    DOORS.map((path) => path.replace(/\.ts$/, '.d.ts')),
  );
  for (const path of COPIED.filter((each) => existsSync(join(ROOT, each))))
    cpSync(join(ROOT, path), join(DIST, path), { recursive: true });
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { readonly version: string };
  // The command is beside dist, not in it: one file for clone and package.
  const bin = { league: '../SHARED/tools/league.mjs' };
  write('package.json', `${JSON.stringify({ version, type: 'module', bin })}\n`);
  process.stderr.write(`Built ${code} files of code and ${types} of types in dist.\n`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** Runs the compiler on these files and all they lead to; whether their types are right is the gates' business. */
function compile(kind: Kind, options: object, files: readonly string[]): void {
  const emitting = { noEmit: false, noCheck: true, rewriteRelativeImportExtensions: true, rootDir: ROOT };
  const compilerOptions = { ...emitting, ...options, outDir: join(scratch, kind) };
  const project = join(scratch, `${kind}.json`);
  const whole = files.map((path) => join(ROOT, path));
  writeFileSync(
    project,
    JSON.stringify({ extends: '../../tsconfig.json', compilerOptions, files: whole, include: [] }),
  );
  const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  const { status, stdout, stderr } = spawnSync(process.execPath, [tsc, '-p', project], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`the compiler failed: ${stdout}${stderr}`);
}

/** The modules of the shipped games, which a league loads by name. */
function gameFiles(): readonly string[] {
  const { games } = JSON.parse(readFileSync(join(ROOT, GAMES), 'utf8')) as {
    readonly games: readonly { readonly rules_module: string }[];
  };
  return games.map(({ rules_module }) => `SHARED/games/${rules_module.split('.').at(-1)}.ts`);
}

/** Writes the compiled files that these lead to, and says how many. */
function gather(kind: Kind, entries: readonly string[]): number {
  const written = new Set<string>();
  const open = [...entries];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (written.has(path) || LEFT_OUT.test(path) || path === 'package.json') continue;
    written.add(path);
    const text = readFileSync(join(scratch, kind, path), 'utf8');
    const names = importsOf({ path, text }).map(({ target }) => target);
    if (kind === 'types' && names.some((name) => TYPES_ALONE.test(name)))
      throw new Error(`${path} leads the types of the package to TypeBox, which it does not bring`);
    open.push(...names.filter((name) => /^(SHARED|agents)\//.test(name)).map((name) => placeOf(name, kind)));
    write(path, text);
  }
  return written.size;
}

/** A declaration names its neighbours as the compiler left them. */
function placeOf(name: string, kind: Kind): string {
  return kind === 'code' ? name : name.replace(/\.(ts|js)$/, '.d.ts');
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(DIST, path)), { recursive: true });
  writeFileSync(join(DIST, path), text);
}
