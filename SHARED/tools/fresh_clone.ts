/** A clone that nothing was prepared in, and an npm that needs no registry: for tests of what makes a clone ready. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const TOOLS = fileURLToPath(new URL('.', import.meta.url));

/** Does what npm does as far as an onlooker can see, and takes NPM_TAKES_MS for it. */
const FAKE_NPM = `
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
appendFileSync(process.env.NPM_LOG, process.argv.slice(2).join(' ') + '\\n');
await sleep(Number(process.env.NPM_TAKES_MS ?? 0));
const isFirst = readFileSync(process.env.NPM_LOG, 'utf8').split('\\n').length === 2;
const complaint = process.env.NPM_SAYS ?? (isFirst && process.env.NPM_FIRST_SAYS);
if (complaint) { console.error(complaint); process.exit(1); }
const { '': own, ...locked } = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages;
const isWanted = ([, { dev }]) => !dev || !process.argv.includes('--omit=dev');
const packages = Object.fromEntries(Object.entries(locked).filter(isWanted));
mkdirSync('node_modules/.bin', { recursive: true });
for (const [path, { version, integrity }] of Object.entries(packages)) {
  if (!integrity) throw new Error(path + ' is not pinned');
  mkdirSync(path + '/bin', { recursive: true });
  writeFileSync(path + '/package.json', JSON.stringify({ version }));
  writeFileSync(path + '/bin/node', '#!/bin/sh\\nexit ' + (process.env.NODE_ENDS ?? 0) + '\\n', { mode: 0o755 });
  writeFileSync('node_modules/.bin/' + basename(path), version);
}
writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages }));
`;

interface Locked {
  readonly version: string;
  readonly integrity: string;
  readonly dev?: true;
}

/** Two packages of a league and two of its tools, one of them inside the other. */
const PACKAGES: { readonly [path: string]: Locked } = {
  'node_modules/a': { version: '1.0.0', integrity: 'a1' },
  'node_modules/@s/b': { version: '1.0.0', integrity: 'b1' },
  'node_modules/tool': { version: '1.0.0', integrity: 't1', dev: true },
  'node_modules/tool/node_modules/a': { version: '0.1.0', integrity: 'a0', dev: true },
};
const lockOf = (packages: typeof PACKAGES): string => JSON.stringify({ packages: { '': {}, ...packages } });
/** The lock file of a fresh clone. */
export const LOCK = lockOf(PACKAGES);
/** The lock file with another version of one package of a league. */
export const NEWER = lockOf({ ...PACKAGES, 'node_modules/a': { version: '2.0.0', integrity: 'a2' } });

/** The exit code and the output of a command. */
export interface Ending {
  readonly code: number | NodeJS.Signals;
  readonly out: string;
  readonly err: string;
}

/** A clone in a folder of its own, which goes with the test. */
export interface Clone {
  readonly root: string;
  run(words: readonly string[], env?: NodeJS.ProcessEnv, node?: string): Promise<Ending>;
  /** The calls of npm so far, with their arguments. */
  npmCalls(): Promise<readonly string[]>;
}

/** A clone with nothing in it but the tools, a lock file and a script that tells how it was called. */
export async function freshClone(): Promise<Clone> {
  const folder = await mkdtemp(join(tmpdir(), 'fresh clone '));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const root = join(folder, 'the clone');
  const npm = join(folder, 'npm-cli.js');
  const log = join(folder, 'npm.log');
  for (const name of (await readdir(TOOLS)).filter((file) => file.endsWith('.mjs'))) {
    await cp(join(TOOLS, name), join(root, 'SHARED', 'tools', name));
  }
  const tell = 'const words: readonly string[] = process.argv.slice(2);\nconsole.log(JSON.stringify(words));\n';
  await mkdir(join(root, 'agents', 'launcher'), { recursive: true });
  await writeFile(join(root, 'agents', 'launcher', 'main.ts'), tell);
  await writeFile(join(root, 'tell.ts'), tell);
  await writeFile(join(root, 'package.json'), '{ "type": "module" }');
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(join(root, '.npmrc'), '');
  await writeFile(join(root, 'package-lock.json'), LOCK);
  for (const [place, dev] of [
    ['trials', true],
    ['player/model', false],
  ] as const) {
    const own = join(root, 'agents', place);
    await mkdir(own, { recursive: true });
    await writeFile(join(own, 'package.json'), '{}');
    const name = dev ? 'trial' : 'model';
    const lock = lockOf({ [`node_modules/${name}`]: { version: '1.0.0', integrity: 'x', ...(dev ? { dev } : {}) } });
    await writeFile(join(own, 'package-lock.json'), lock);
  }
  await writeFile(npm, FAKE_NPM);
  await writeFile(log, '');
  return {
    root,
    run: (words, env = {}, node = process.execPath) =>
      run(node, words, folder, { npm_execpath: npm, NPM_LOG: log, ...env }),
    npmCalls: async () => (await readFile(log, 'utf8')).split('\n').filter((line) => line !== ''),
  };
}

async function run(node: string, words: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<Ending> {
  const child = spawn(node, words, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    said.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    said.err += chunk;
  });
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals];
  return { code: code ?? signal, ...said };
}

/** The path of a tool of the clone. */
export const tool = ({ root }: Clone, name: string): string => join(root, 'SHARED', 'tools', name);
/** Runs a script of the clone that tells its words, as a league is run. */
export const tell = (clone: Clone, env?: NodeJS.ProcessEnv): Promise<Ending> =>
  clone.run([tool(clone, 'bootstrap.mjs'), 'tell.ts', 'a', 'b c'], env);
/** The same with the packages of the tools, or of the trials. */
export const tellWith = (need: string, clone: Clone, env?: NodeJS.ProcessEnv): Promise<Ending> =>
  clone.run([tool(clone, 'bootstrap.mjs'), `--with=${need}`, 'tell.ts', 'a', 'b c'], env);
/** The output of the script. */
export const TOLD = '["a","b c"]\n';
