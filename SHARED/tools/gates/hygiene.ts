/** The gate for a tidy clone: three root folders, and nothing that is true on one machine only. */
import { lineAt, type Problem, type Source } from './sources.ts';

const ROOT_FOLDERS = new Set(['SHARED', 'agents', 'doc']);
const MACHINE_PATH = /(?<![\w.)}*-])\/(?:work|home|Users)\/[\w.]|(?<![\w.])\/tmp\/n\d+/g;
const REGISTRY = /\bregistry\.[\w-]+\.(?:org|com|io|net)\b|"resolved"\s*:|_auth[T]oken/g;
const VENDORED = /^SHARED\/testing\/fixtures\//;

/** Every breach of the rules above. */
export function checkHygiene(sources: readonly Source[]): readonly Problem[] {
  return [...strayFolders(sources), ...sources.filter(({ path }) => !VENDORED.test(path)).flatMap(localToOneMachine)];
}

function strayFolders(sources: readonly Source[]): readonly Problem[] {
  const folders = new Set(sources.filter(({ path }) => path.includes('/')).map(({ path }) => path.split('/')[0] ?? ''));
  return [...folders]
    .filter((name) => !ROOT_FOLDERS.has(name) && !name.startsWith('.'))
    .map((path) => ({ path, line: 0, what: 'is not one of the root folders SHARED, agents and doc' }));
}

function localToOneMachine({ path, text }: Source): readonly Problem[] {
  const found = (pattern: RegExp, what: string): readonly Problem[] =>
    [...text.matchAll(pattern)].map((match) => ({
      path,
      line: lineAt(text, match.index),
      what: `${what}: ${match[0]}`,
    }));
  return [...found(MACHINE_PATH, 'names a folder of one machine'), ...found(REGISTRY, 'names a download address')];
}
