/**
 * The schema library joined from 700 small files into a few: a league is many processes, and each of them would spend
 * most of its start on reading them. start.mjs reads the few, which are committed; tests and types read the library.
 */
import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Without links on the way, since the joined texts name files by their path from here. */
const LIBRARY = realpathSync(fileURLToPath(new URL('../../../node_modules/typebox/', import.meta.url)));

interface Manifest {
  readonly version: string;
  readonly exports: { readonly [door: string]: { readonly default: string } };
}

/** Paths below SHARED/tools/built to texts: the same version of the library gives the same texts on every machine. */
export async function builtLibrary(): Promise<ReadonlyMap<string, string>> {
  const { rolldown } = await import('rolldown');
  const { version, exports } = JSON.parse(readFileSync(join(LIBRARY, 'package.json'), 'utf8')) as Manifest;
  const input = Object.fromEntries(
    Object.entries(exports).map(([door, { default: file }]) => [
      door === '.' ? 'index' : door.slice('./'.length),
      file,
    ]),
  );
  const bundle = await rolldown({ cwd: LIBRARY, input, platform: 'node' });
  const { output } = await bundle.generate({
    entryFileNames: '[name].mjs',
    chunkFileNames: 'parts/[name].mjs',
    banner: `/* typebox ${version}, joined by npm run generate; its licence is beside it. */`,
    comments: false,
  });
  await bundle.close();
  const licence = readFileSync(join(LIBRARY, 'license'), 'utf8');
  return new Map([
    ['typebox/LICENSE', `${licence.trimEnd()}\n`],
    ...output.map((file): [string, string] => {
      if (file.type !== 'chunk') throw new Error(`${file.fileName} is no code`);
      return [`typebox/${file.fileName}`, file.code];
    }),
  ]);
}
