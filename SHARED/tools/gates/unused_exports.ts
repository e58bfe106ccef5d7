/** The gate against dead code: a value that production exports is named by at least one other file. */
import type { Problem, Source } from './sources.ts';

const PRODUCTION = /^(SHARED|agents)\/.*\.tsx?$/;
const NOT_PRODUCTION = /\.test\.ts$|_laws\.ts$|(^|\/)testing\//;
const CODE = /\.(tsx?|mjs)$/;
const VALUE = /^export\s+(?:abstract\s+)?(?:async\s+)?(?:const|let|function\*?|class)\s+([\w$]+)/gm;

/** Reports every exported value that no other file of code names, tests included. Types are exported with their values. */
export function checkUnusedExports(sources: readonly Source[]): readonly Problem[] {
  const files = new Map<string, number>();
  for (const { path, text } of sources) {
    if (!CODE.test(path)) continue;
    for (const word of new Set(text.match(/[\w$]+/g))) files.set(word, (files.get(word) ?? 0) + 1);
  }
  return sources
    .filter(({ path }) => PRODUCTION.test(path) && !NOT_PRODUCTION.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(VALUE)]
        .filter(([, name = '']) => files.get(name) === 1)
        .map(([, name]) => ({
          path,
          line: 0,
          what: `exports ${name}, which no other file names: leave out the export`,
        })),
    );
}
