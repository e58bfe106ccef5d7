/** The files that are built of code, and committed so that a league that is played installs no build tool: the schema library, and the page that a manager shows. */
import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = new URL('../../../', import.meta.url);
/** Without links on the way, since the joined texts name files by their path from here. */
const TYPEBOX = realpathSync(fileURLToPath(new URL('node_modules/typebox/', ROOT)));
const PAGE = fileURLToPath(new URL('agents/page/', ROOT));
/** What is built into the page of other people's work; each has its licence in the page. */
const LIBRARIES = ['preact', '@preact/signals', '@preact/signals-core', 'uplot', '@noble/hashes'];

interface Manifest {
  readonly version: string;
  readonly exports: { readonly [door: string]: { readonly default: string } };
}

/**
 * The schema library joined from 700 small files into a few: a league is many processes, and each of them would spend
 * most of its start on reading them. start.mjs reads the few; tests and types read the library. Paths below
 * SHARED/tools/built to texts: the same version of the library gives the same texts on every machine.
 */
export async function builtLibrary(): Promise<ReadonlyMap<string, string>> {
  const { rolldown } = await import('rolldown');
  const { version, exports } = JSON.parse(readFileSync(join(TYPEBOX, 'package.json'), 'utf8')) as Manifest;
  const input = Object.fromEntries(
    Object.entries(exports).map(([door, { default: file }]) => [
      door === '.' ? 'index' : door.slice('./'.length),
      file,
    ]),
  );
  const bundle = await rolldown({ cwd: TYPEBOX, input, platform: 'node' });
  const { output } = await bundle.generate({
    entryFileNames: '[name].mjs',
    chunkFileNames: 'parts/[name].mjs',
    banner: `/* typebox ${version}, joined by npm run generate; its licence is beside it. */`,
    comments: false,
  });
  await bundle.close();
  const licence = readFileSync(join(TYPEBOX, 'license'), 'utf8');
  return new Map([
    ['typebox/LICENSE', `${licence.trimEnd()}\n`],
    ...output.map((file): [string, string] => {
      if (file.type !== 'chunk') throw new Error(`${file.fileName} is no code`);
      return [`typebox/${file.fileName}`, file.code];
    }),
  ]);
}

/** The page in one file of each kind. Paths below agents/page/built to texts: the same sources give the same texts on every machine. */
export async function builtPage(): Promise<ReadonlyMap<string, string>> {
  const { build } = await import('vite');
  const result = await build({
    root: PAGE,
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: 'error',
    base: './',
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
    build: {
      write: false,
      target: 'es2023',
      modulePreload: false,
      cssCodeSplit: false,
      reportCompressedSize: false,
      rolldownOptions: {
        output: { entryFileNames: 'page.js', assetFileNames: 'page[extname]', codeSplitting: false, comments: false },
      },
    },
  });
  if (!('output' in result)) throw new Error('one build gives one output');
  return new Map(
    result.output.map((file): [string, string] => {
      const text = file.type === 'chunk' ? file.code : textOf(file.source);
      return [file.fileName, `${file.fileName === 'page.js' ? licences() : ''}${text.trimEnd()}\n`];
    }),
  );
}

/** The licences of the libraries as a comment: they go wherever the page goes. */
function licences(): string {
  const texts = LIBRARIES.map((name) => {
    const folder = new URL(`node_modules/${name}/`, ROOT);
    const { version } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8')) as {
      readonly version: string;
    };
    return `${name} ${version}\n\n${readFileSync(new URL('LICENSE', folder), 'utf8').trim()}\n`;
  });
  return `/*\n${texts.join('\n')}*/\n`;
}

function textOf(source: string | Uint8Array): string {
  return typeof source === 'string' ? source : new TextDecoder().decode(source);
}
