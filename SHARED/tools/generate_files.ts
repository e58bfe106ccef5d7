/** All that is generated, and whether the files on disk are what would be generated now. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { exampleFiles } from './generate_examples.ts';
import { schemaFiles } from './generate_schemas.ts';
import { protocolSpec } from './generate_spec.ts';
import { diagramFiles } from './generate_states.ts';

/** Paths below doc, with forward slashes, to texts. */
export type Files = ReadonlyMap<string, string>;

const TEMPLATE = new URL('protocol_spec.template.md', import.meta.url);
/** Everything in doc that only the generator may write; whatever else is there is written by hand. */
const GENERATED = /^(schemas|message_examples)\/|^diagrams\/\w+_states\.mmd$|^protocol_spec\.md$/;

/** Everything that is generated. The same sources give the same texts. */
export function generatedFiles(): Files {
  return new Map([
    ['protocol_spec.md', protocolSpec(readFileSync(TEMPLATE, 'utf8'))],
    ...schemaFiles(),
    ...exampleFiles(),
    ...diagramFiles(),
  ]);
}

/** Makes a folder hold exactly these generated files, and leaves alone what is written by hand. */
export function writeFiles(doc: string, files: Files): void {
  for (const path of extras(doc, files)) rmSync(join(doc, path));
  for (const [path, text] of files) {
    mkdirSync(dirname(join(doc, path)), { recursive: true });
    writeFileSync(join(doc, path), text);
  }
}

/** The first file that is missing, stale or should not be there, and which of the three it is. */
export function firstDifference(doc: string, files: Files): string | undefined {
  for (const [path, text] of files) {
    const file = join(doc, path);
    if (!existsSync(file)) return `missing: ${path}`;
    if (readFileSync(file, 'utf8') !== text) return `stale: ${path}`;
  }
  const [extra] = extras(doc, files);
  return extra === undefined ? undefined : `extra: ${extra}`;
}

function extras(doc: string, files: Files): readonly string[] {
  if (!existsSync(doc)) return [];
  return readdirSync(doc, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(doc, '/').length).replaceAll('\\', '/'))
    .filter((path) => GENERATED.test(path) && !files.has(path))
    .sort();
}
