/** `league new player` and `league new game`: a folder to begin with, copied from the kits of this installation. */
import { basename, extname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import manifest from '../../../package.json' with { type: 'json' };
import { didYouMean } from '../../../SHARED/core/did_you_mean.ts';
import { DiskError } from '../../../SHARED/league_sdk/disk/disk.ts';
import { bytesOf, draftFile, filesBelow } from '../../../SHARED/league_sdk/disk/people_files.ts';
import { type Flags, usage } from '../options.ts';
import { printable } from '../output/columns.ts';
import { shown } from '../output/results_text.ts';
import { IS_TYPE } from '../world/games.ts';
import { ROOT } from '../world/installation.ts';

const KITS = fileURLToPath(new URL('../kits/', import.meta.url));
/** Built or not, the modules of an installation have one ending. */
const MODULE = extname(fileURLToPath(import.meta.url));

/** A language that there are kits of, in the words of their README. */
interface Language {
  readonly language: string;
  readonly needs: string;
  readonly strategy: string;
  readonly player: string;
  readonly test: string;
  readonly run: string;
  readonly testing: string;
  /** Where the files are: of a kit, and the wire of each kind. */
  readonly folder: string;
  readonly wires: string;
  /** The list of dependencies: the file of the kits, and its name. */
  readonly dependencies: readonly [string, string];
}

const JAVASCRIPT = {
  ...{ player: 'player.mjs', wires: 'js' },
  dependencies: ['kit_package.json', 'package.json'],
} as const;

const LANGUAGES: { readonly [lang: string]: Language } = {
  python: {
    ...{ language: 'Python', folder: 'python', wires: 'python' },
    needs: 'Python 3.8 or later is all it needs.',
    ...{ strategy: 'strategy.py', player: 'player.py', test: 'test_strategy.py' },
    ...{ run: 'python3 player.py', testing: 'python3 -m unittest' },
    dependencies: ['python/requirements.txt', 'requirements.txt'],
  },
  js: {
    ...{ ...JAVASCRIPT, language: 'JavaScript', folder: 'js' },
    needs: 'Node 20 or later is all it needs.',
    ...{ strategy: 'strategy.mjs', test: 'strategy_test.mjs' },
    ...{ run: 'node player.mjs', testing: 'node --test' },
  },
  ts: {
    ...{ ...JAVASCRIPT, language: 'TypeScript', folder: 'ts' },
    needs: 'Node 24 or later, which reads TypeScript by itself, is all it needs; here that is `{{node}}`.',
    ...{ strategy: 'strategy.ts', test: 'strategy_test.ts' },
    ...{ run: '{{node}} player.mjs', testing: '{{node}} --test' },
  },
};

/** What is replaced while a file is copied: the texts of the kits by those of the user. */
type Changes = readonly (readonly [string | RegExp, string])[];

/** A file of the kits, the name it gets, and how it is changed. */
type Copied = readonly [from: string, to: string, changes: Changes];

/** What a display name may be that is also text of a program and the name of a file. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{N} _.-]{0,62}$/u;

/** Writes a player; 0 when its files are there. */
export async function newPlayerCommand(flags: Flags): Promise<number> {
  const folder = resolve(flags.operand('DIR'));
  const lang = flags.text('lang') ?? 'python';
  const kit = LANGUAGES[lang];
  if (kit === undefined || !Object.hasOwn(LANGUAGES, lang)) throw usage(noLanguage(lang));
  const kind = flags.has('pull') ? 'pull' : 'server';
  const name = flags.text('name') ?? basename(folder);
  if (!NAME.test(name))
    throw usage(
      `"${name}" cannot be the name of a player here: letters, digits, blanks, _ . and -, up to 63; choose one with --name`,
    );
  const words: Changes = [
    ...['language', 'needs', 'strategy', 'player', 'test', 'run', 'testing'].map(
      (word) => [`{{${word}}}`, kit[word as keyof Language] as string] as const,
    ),
    ...[...['name', 'title'].map((word) => [`{{${word}}}`, name] as const), ...placesFor(folder)],
  ];
  const wire: Changes = [
    ['My Player', name],
    ['strategy.mjs', kit.strategy],
  ];
  const player = `${kit.wires}/${kind}_player${extname(kit.player)}`;
  const [listed, dependencies] = kit.dependencies;
  await copied(folder, [
    [`${kind}.template.md`, 'README.md', words],
    ['STRATEGY.template.md', 'STRATEGY.md', words],
    // npm leaves out files of that name.
    ['gitignore.template', '.gitignore', []],
    [player, kit.player, wire],
    [`${kit.folder}/${kit.strategy}`, kit.strategy, []],
    [`${kit.folder}/${kit.test}`, kit.test, []],
    [listed, dependencies, []],
    [`${kind}_endpoint.json`, 'endpoint.json', []],
  ]);
  return told(folder, 'a player', `change ${kit.strategy}`);
}

function noLanguage(lang: string): string {
  const meant = didYouMean(lang, Object.keys(LANGUAGES));
  const hint = meant === undefined ? '' : `; did you mean ${meant}?`;
  return `--lang takes one of ${Object.keys(LANGUAGES).join(', ')}, not "${lang}"${hint}`;
}

/** Writes a game; 0 when its files are there. */
export async function newGameCommand(flags: Flags): Promise<number> {
  const folder = resolve(flags.operand('DIR'));
  const name = flags.text('name') ?? (IS_TYPE.test(basename(folder)) ? basename(folder) : 'my_game');
  if (!IS_TYPE.test(name)) throw usage(`--name takes small letters, digits and _, such as my_game, not "${name}"`);
  const words: Changes = [['{{name}}', name], ...placesFor(folder)];
  const games = posix(relative(folder, join(ROOT, 'SHARED', 'games')));
  const code: Changes = [
    ['my_game', name],
    [/'[./]+\/SHARED\/games\/(\w+)\.ts'/g, `'${games}/$1${MODULE}'`],
  ];
  await copied(folder, [
    ['game/README.template.md', 'README.md', words],
    ['game/my_game.ts', `${name}.ts`, code],
    ['game/my_game_test.ts', `${name}_test.ts`, code],
    ['kit_package.json', 'package.json', [['my-player', name.replaceAll('_', '-')]]],
  ]);
  return told(folder, `the game ${name}`, `change ${name}.ts`);
}

/** The commands as they are typed in a folder: that of this installation, and a Node that reads TypeScript. */
function placesFor(folder: string): Changes {
  const at = (path: string) => {
    const found = posix(relative(folder, path));
    return found.includes(' ') ? `"${found}"` : found;
  };
  const isFetched = process.execPath.includes(`${sep}.node${sep}`);
  return [
    ['{{league}}', `node ${at(join(ROOT, manifest.bin.league))}`],
    ['{{node}}', isFetched ? at(process.execPath) : 'node'],
  ];
}

function posix(path: string): string {
  return path.replaceAll(sep, '/');
}

/** Copies files into a folder that is new or empty. */
async function copied(folder: string, files: readonly Copied[]): Promise<void> {
  await needFree(folder, 'name a new folder');
  for (const [from, to, changes] of files) {
    const text = Buffer.from(await bytesOf(join(KITS, from))).toString('utf8');
    const changed = changes.reduce(
      (before, [what, by]) => (typeof what === 'string' ? before.split(what).join(by) : before.replace(what, by)),
      text,
    );
    await draftFile(join(folder, to), ({ write }) => write(changed));
  }
}

/** A folder that has anything in it is refused, with what to do instead. */
export async function needFree(folder: string, instead: string): Promise<void> {
  if (!(await isFree(folder))) throw usage(`${shown(folder)} is there and not empty; ${instead}`);
}

/** Whether a folder is not there, or empty. */
async function isFree(folder: string): Promise<boolean> {
  try {
    for await (const _ of filesBelow(folder, () => false)) return false;
    return true;
  } catch (thrown) {
    if (!(thrown instanceof DiskError)) throw thrown;
    if ((thrown.cause as NodeJS.ErrnoException).code === 'ENOENT') return true;
    throw usage(thrown.message);
  }
}

function told(folder: string, what: string, how: string): number {
  const line = `Wrote ${what} to ${shown(folder)}: ${how}, and see ${shown(join(folder, 'README.md'))}.`;
  process.stdout.write(`${printable(line)}\n`);
  return 0;
}
