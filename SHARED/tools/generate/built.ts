/** The page that a manager shows: built, and committed so that a league that is played installs no build tool. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = new URL('../../../', import.meta.url);
const PAGE = fileURLToPath(new URL('agents/page/', ROOT));
/** What is built into the page of other people's work; each has its licence in the page. */
const LIBRARIES = ['preact', '@preact/signals', '@preact/signals-core', 'uplot', '@noble/hashes'];

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
