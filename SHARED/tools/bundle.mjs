/**
 * Joins the 700 small files of the schema library into a few: a league is many processes, and each of them would
 * spend most of its start on reading them. `node bundle.mjs`, after the packages are installed.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const modules = fileURLToPath(new URL('../../node_modules/', import.meta.url));
const library = join(modules, 'typebox');
const { exports } = JSON.parse(readFileSync(join(library, 'package.json'), 'utf8'));

const doors = Object.entries(exports).map(([door, { default: file }]) => [
  door === '.' ? 'index' : door.slice('./'.length),
  join(library, file),
]);
const bundle = await rolldown({ input: Object.fromEntries(doors), platform: 'node' });
await bundle.write({
  dir: join(modules, '.bundle', 'typebox'),
  entryFileNames: '[name].mjs',
  chunkFileNames: '[name]-[hash].mjs',
});
