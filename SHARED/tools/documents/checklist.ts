/**
 * Checks the checklist of the specification: every line is answered, and every file and test an answer names exists.
 */
import { posix } from 'node:path';
import type { Problem } from '../gates/sources.ts';

/** One line of the specification and our answer to it. */
export interface Item {
  readonly says: string;
  readonly done: boolean;
  readonly where: string;
  /** In the document, from 1. */
  readonly line: number;
}

const ROW = /^\| (.+?) \| (\[[ x]\]) \| (.*) \|$/;
const REFERENCE = /\[[^\]]+\]\(([^)]+)\)((?:,? “[^”]+”)*)/g;
const TITLE = /“([^”]+)”/g;

/** The lines of a checklist, in order. */
export function itemsOf(text: string): readonly Item[] {
  return text.split('\n').flatMap((line, index): readonly Item[] => {
    const [, says = '', box, where = ''] = ROW.exec(line) ?? [];
    return box === undefined ? [] : [{ says, done: box === '[x]', where, line: index + 1 }];
  });
}

/**
 * The claims of a checklist that are not true. `read` gives the text of a file by its path from the root, if there is
 * one.
 */
export function checkItems(
  path: string,
  items: readonly Item[],
  read: (path: string) => string | undefined,
): readonly Problem[] {
  return items.flatMap(({ says, done, where, line }) => {
    const problem = (what: string): Problem => ({ path, line, what: `${says}: ${what}` });
    const references = [...where.matchAll(REFERENCE)];
    if (references.length === 0) return [problem('names no file')];
    const reason = where.replace(REFERENCE, '').replace(/[^\p{L}]/gu, '');
    return [
      ...(done || reason.length > 0 ? [] : [problem('is not so, and nobody says why')]),
      ...references.flatMap(([, target = '', titles = '']) => faultsOf(path, target, titles, read).map(problem)),
    ];
  });
}

function faultsOf(
  path: string,
  target: string,
  titles: string,
  read: (path: string) => string | undefined,
): readonly string[] {
  const file = posix.join(posix.dirname(path), target.split('#')[0] ?? '');
  const quoted = [...titles.matchAll(TITLE)].map(([, title = '']) => title);
  if (quoted.length === 0) return [];
  const text = read(file)?.replaceAll("\\'", "'");
  if (text === undefined) return [`there is no ${file}`];
  return quoted.filter((title) => !isTitle(title, text)).map((title) => `${file} has no test “${title}”`);
}

/** Whether a text has this as a whole string: half a title does not count. */
function isTitle(title: string, text: string): boolean {
  return [`'${title}'`, `"${title}"`, `\`${title}\``].some((written) => text.includes(written));
}
