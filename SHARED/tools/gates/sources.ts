/** The files of the clone as texts, and what they import: all that a gate reads. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { withoutComments } from './code_scan.ts';

/** A file by its path from the root, with forward slashes. */
export interface Source {
  readonly path: string;
  readonly text: string;
}

/** Something a gate objects to; `line` counts from 1, and 0 is the file as a whole. */
export interface Problem {
  readonly path: string;
  readonly line: number;
  readonly what: string;
}

/** The stand-in for the target of an `import()` that only running the code would tell. */
export const COMPUTED = 'computed';

const NOT_OURS =
  /^(\.node|\.cache|\.git|coverage|dist|SHARED\/(data|logs)|agents\/page\/built)$|(^|\/)(node_modules|\.DS_Store|\.env[^/]*)$/;
const TEXT = /\.(ts|tsx|mjs|js|json|md|txt|css|html|svg|mmd|yml|yaml|sh)$|(^|\/)(\.[a-z]+|LICENSE|run)$/;

/** Every text file that is written here: what is ignored by git, and the built page, is not read. */
export function readSources(root: string): readonly Source[] {
  return walk(root, '').map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

function walk(root: string, folder: string): readonly string[] {
  return readdirSync(join(root, folder))
    .map((name) => posix.join(folder, name))
    .filter((path) => !NOT_OURS.test(path))
    .flatMap((path) => {
      if (statSync(join(root, path)).isDirectory()) return walk(root, path);
      return TEXT.test(path) ? [path] : [];
    });
}

/** One import: the file or package it names, files by their path from the root. */
export interface Import {
  readonly target: string;
  readonly line: number;
}

const IMPORT =
  /\bfrom\s*(['"])(?<from>[^'"\n]+)\1|\bimport\s*(['"])(?<bare>[^'"\n]+)\3|\bimport\s*\(\s*(?<call>[^)]*)/g;

/** Everything a file imports or re-exports, types included. */
export function importsOf(source: Source): readonly Import[] {
  const code = withoutComments(source);
  return [...code.matchAll(IMPORT)].map((match) => {
    const { from, bare, call } = match.groups ?? {};
    const name = from ?? bare ?? /^(['"])([^'"]+)\1/.exec(call ?? '')?.[2] ?? COMPUTED;
    const target = name.startsWith('.') ? posix.join(posix.dirname(source.path), name) : name;
    return { target, line: lineAt(code, match.index) };
  });
}

/** The line of a position in a text, from 1. */
export function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}
