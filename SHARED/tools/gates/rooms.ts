/** The floor plan: how full a folder may be, which files are too small to stand alone, which names are declared twice, and which are exported to nobody. */
import { importsOf, type Problem, type Source } from './sources.ts';

/** Production files in one folder, at most. */
export const MAX_FILES_IN_FOLDER = 19;
/** A file below this length with at most one importer belongs to its importer. */
export const SMALL_FILE_LINES = 40;

/** Production files that one match may walk through, from START_LEAGUE to GAME_OVER: fewer is better, more fails. */
export const MAX_WALK_FILES = 120;

/** A row of a table of reasons: what it excuses, and why. A row that excuses nothing is a problem itself. */
export interface Reason<Subject> {
  readonly of: Subject;
  readonly because: string;
}

/** Small files with one importer or none that stand alone on purpose. */
const SMALL_FILES: readonly Reason<RegExp>[] = [
  { of: /^agents\/[^/]+\/main\.ts$/, because: 'an entry point: a process starts here, and nothing imports it' },
  { of: /^agents\/(launcher|trials)\/[\w/]+_main\.ts$/, because: 'the entry point of a child process' },
  { of: /^SHARED\/tools\/generate\/generate\.ts$/, because: 'the entry point of `npm run generate`' },
  { of: /^SHARED\/tools\/package\/bundle\.ts$/, because: 'the entry point of `npm run mcpb`' },
  { of: /^SHARED\/tools\/suite_setup\.ts$/, because: 'the workers of the suite begin here, by vitest.config.ts' },
  { of: /^agents\/launcher\/library\/index\.ts$/, because: 'the door of the package, for programs of users' },
  { of: /^SHARED\/games\/(?!playthrough)\w+\.ts$/, because: 'a game is one file, however small' },
  { of: /^agents\/player\/strategies\/\w+\.ts$/, because: 'a strategy is one file, however small' },
  { of: /^agents\/player_\w+\/strategy\.ts$/, because: 'the strategy of an agent is its own file beside its main' },
  { of: /^agents\/launcher\/kits\//, because: 'a program of its own, which users get as a copy' },
  { of: /^SHARED\/games\/playthrough\.ts$/, because: 'tests of games and documents share it; production does not' },
];

/** Exported names that two rooms of one layer declare on purpose. */
const SHARED_NAMES: readonly Reason<{ readonly layer: string; readonly name: string }>[] = [
  {
    of: { layer: 'agents/player', name: 'strategy' },
    because: 'every agent folder exports its strategy under the name its main imports',
  },
];

const PRODUCTION = /^(SHARED|agents)\/.*\.tsx?$/;
const NOT_PRODUCTION = /\.test\.ts$|_laws\.ts$|(^|\/)testing\//;
const DECLARATION =
  /^export\s+(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(?:const|let|function\*?|class|interface|type)\s+([\w$]+)/gm;
const CODE = /\.(tsx?|mjs)$/;
const VALUE = /^export\s+(?:abstract\s+)?(?:async\s+)?(?:const|let|function\*?|class)\s+([\w$]+)/gm;

/** Every breach of the floor plan, and every row of its tables that excuses nothing. */
export function checkRooms(
  sources: readonly Source[],
  { small = SMALL_FILES, shared = SHARED_NAMES } = {},
): readonly Problem[] {
  const production = productionFiles(sources);
  return [
    ...fullFolders(production),
    ...smallFiles(production, small),
    ...sharedNames(production, shared),
    ...exportedToNobody(sources, production),
  ];
}

/** The breach of a walk that goes through more files than allowed, or through none. */
export function checkWalk(files: readonly string[]): readonly Problem[] {
  if (files.length > 0 && files.length <= MAX_WALK_FILES) return [];
  return [
    {
      path: 'doc/ARCHITECTURE.md',
      line: 0,
      what: `one match walks through ${files.length} files; ${MAX_WALK_FILES} is the limit`,
    },
  ];
}

/** The files a league is made of: neither tests nor what is made for them. */
function productionFiles(sources: readonly Source[]): readonly Source[] {
  return sources.filter(({ path }) => PRODUCTION.test(path) && !NOT_PRODUCTION.test(path));
}

/** The folder a file is in. */
export function roomOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}

function fullFolders(production: readonly Source[]): readonly Problem[] {
  const files = Map.groupBy(production, ({ path }) => roomOf(path));
  return [...files]
    .filter(([, { length }]) => length > MAX_FILES_IN_FOLDER)
    .map(([path, { length }]) => ({
      path,
      line: 0,
      what: `holds ${length} production files; ${MAX_FILES_IN_FOLDER} is the limit: give it rooms`,
    }));
}

function smallFiles(production: readonly Source[], table: readonly Reason<RegExp>[]): readonly Problem[] {
  const importers = new Map<string, Set<string>>();
  for (const source of production) {
    for (const { target } of importsOf(source)) {
      const known = importers.get(target) ?? new Set();
      importers.set(target, known.add(source.path));
    }
  }
  const small = production
    .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1, importers: importers.get(path)?.size ?? 0 }))
    .filter(({ lines, importers }) => lines < SMALL_FILE_LINES && importers <= 1);
  const unexcused = small
    .filter(({ path }) => !table.some(({ of }) => of.test(path)))
    .map(({ path, lines, importers }) => ({
      path,
      line: 0,
      what: `has ${lines} lines and ${importers === 0 ? 'no importer' : 'one importer'}: make it part of that file, or give the reason in SHARED/tools/gates/rooms.ts`,
    }));
  const idle = table.filter(({ of }) => !small.some(({ path }) => of.test(path)));
  return [...unexcused, ...idle.map(({ of }) => unneeded(`${of}`))];
}

function sharedNames(
  production: readonly Source[],
  table: readonly Reason<{ readonly layer: string; readonly name: string }>[],
): readonly Problem[] {
  const declared = Map.groupBy(
    production.flatMap(({ path, text }) =>
      [...text.matchAll(DECLARATION)].map(([, name = '']) => ({ path, name, layer: layerOf(path) })),
    ),
    ({ layer, name }) => `${layer} ${name}`,
  );
  const twice = [...declared.values()].filter((places) => new Set(places.map(({ path }) => roomOf(path))).size > 1);
  const unexcused = twice
    .filter(([first]) => !table.some(({ of }) => of.layer === first?.layer && of.name === first.name))
    .map((places) => ({
      path: places[0]?.path ?? '',
      line: 0,
      what: `exports ${places[0]?.name}, as does ${places
        .slice(1)
        .map(({ path }) => path)
        .join(' and ')}: give one a name of its own, or the reason in SHARED/tools/gates/rooms.ts`,
    }));
  const idle = table.filter(({ of }) => !twice.some(([first]) => first?.layer === of.layer && first.name === of.name));
  return [...unexcused, ...idle.map(({ of }) => unneeded(`${of.layer} ${of.name}`))];
}

/** Values that no other file names. Types are exported with what they describe. */
function exportedToNobody(sources: readonly Source[], production: readonly Source[]): readonly Problem[] {
  const files = new Map<string, number>();
  for (const { path, text } of sources) {
    if (!CODE.test(path)) continue;
    for (const word of new Set(text.match(/[\w$]+/g))) files.set(word, (files.get(word) ?? 0) + 1);
  }
  return production.flatMap(({ path, text }) =>
    [...text.matchAll(VALUE)]
      .filter(([, name = '']) => files.get(name) === 1)
      .map(([, name]) => ({ path, line: 0, what: `exports ${name}, which no other file names: leave out the export` })),
  );
}

/** The layer of a file: the second folder of its path, the folder of an instance counted to its role. */
function layerOf(path: string): string {
  const [root = '', layer = ''] = path.split('/');
  return `${root}/${layer.replace(/_[A-Z]+\d+$/, '')}`;
}

function unneeded(row: string): Problem {
  return { path: 'SHARED/tools/gates/rooms.ts', line: 0, what: `gives a reason that nothing needs any more: ${row}` };
}
