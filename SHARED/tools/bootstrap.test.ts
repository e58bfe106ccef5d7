import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const TOOLS = fileURLToPath(new URL('.', import.meta.url));

/** Does what npm does as far as anybody can see from outside, slowly enough for two commands to meet. */
const FAKE_NPM = `
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
appendFileSync(process.env.NPM_LOG, process.argv.slice(2).join(' ') + '\\n');
await sleep(200);
if (process.env.NPM_SAYS) { console.error(process.env.NPM_SAYS); process.exit(1); }
const { '': own, ...packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages;
for (const [path, { integrity }] of Object.entries(packages)) {
  if (!integrity) throw new Error(path + ' is not pinned');
  mkdirSync(path + '/bin', { recursive: true });
  writeFileSync(path + '/bin/node', '#!/bin/sh\\nexit ' + (process.env.NODE_ENDS ?? 0) + '\\n', { mode: 0o755 });
}
mkdirSync('node_modules', { recursive: true });
writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages }));
`;

const LOCK = {
  packages: { '': {}, 'node_modules/a': { version: '1.0.0', integrity: 'x' }, 'node_modules/b': { integrity: 'y' } },
};

interface Ending {
  readonly code: number | NodeJS.Signals;
  readonly out: string;
  readonly err: string;
}

interface Clone {
  readonly root: string;
  run(words: readonly string[], env?: NodeJS.ProcessEnv): Promise<Ending>;
  /** How often npm was called so far, and how. */
  npmCalls(): Promise<readonly string[]>;
}

/** A clone with nothing in it but the tools, a lock file and a script that tells how it was called. */
async function freshClone(): Promise<Clone> {
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
  await writeFile(join(root, 'package-lock.json'), JSON.stringify(LOCK));
  await writeFile(npm, FAKE_NPM);
  await writeFile(log, '');
  return {
    root,
    run: (words, env = {}) => run(words, folder, { npm_execpath: npm, NPM_LOG: log, ...env }),
    npmCalls: async () => (await readFile(log, 'utf8')).split('\n').filter((line) => line !== ''),
  };
}

async function run(words: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<Ending> {
  const child = spawn(process.execPath, words, {
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

const tool = ({ root }: Clone, name: string): string => join(root, 'SHARED', 'tools', name);
const tell = (clone: Clone, env?: NodeJS.ProcessEnv): Promise<Ending> =>
  clone.run([tool(clone, 'bootstrap.mjs'), 'tell.ts', 'a', 'b c'], env);
const TOLD = '["a","b c"]\n';

test('a fresh clone is made ready once, in one line, and then nothing is said', async () => {
  const clone = await freshClone();
  expect(await tell(clone)).toEqual({ code: 0, out: TOLD, err: 'Preparing: installing packages (once)…\n' });
  expect(await tell(clone)).toEqual({ code: 0, out: TOLD, err: '' });
  expect(await clone.npmCalls()).toEqual([expect.stringContaining('ci --ignore-scripts')]);
  const left = (await readdir(join(clone.root, '.cache'))).filter((name) => name !== 'compile');
  expect(left).toEqual([]);
});

test('two commands at once prepare once, and both run', async () => {
  const clone = await freshClone();
  const endings = await Promise.all([tell(clone), tell(clone), tell(clone)]);
  expect(endings.map(({ code, out }) => [code, out])).toEqual(Array(3).fill([0, TOLD]));
  expect(await clone.npmCalls()).toHaveLength(1);
});

test('a changed lock file is installed anew, and packages installed by hand are taken as they are', async () => {
  const clone = await freshClone();
  await tell(clone);
  const [, a] = Object.entries(LOCK.packages);
  const changed = JSON.stringify({ packages: Object.fromEntries([a ?? []]) });
  await writeFile(join(clone.root, 'package-lock.json'), changed);
  expect((await tell(clone)).err).toContain('installing packages');
  await rm(join(clone.root, 'node_modules', '.ready'));
  expect(await tell(clone)).toEqual({ code: 0, out: TOLD, err: '' });
  expect(await clone.npmCalls()).toHaveLength(2);
});

test('the turn of a dead command, and of a silent one, passes to the next', async () => {
  const clone = await freshClone();
  const turn = join(clone.root, '.cache', 'turn');
  await mkdir(turn, { recursive: true });
  await writeFile(join(turn, '99999999'), '');
  expect((await tell(clone)).code).toBe(0);

  await rm(join(clone.root, 'node_modules', '.ready'));
  await mkdir(turn);
  await writeFile(join(turn, String(process.pid)), '');
  await utimes(join(turn, String(process.pid)), new Date(0), new Date(0));
  expect((await tell(clone)).code).toBe(0);
  expect(existsSync(turn)).toBe(false);
});

test('without the registry there is one line that says what to do, and what was there stays', async () => {
  const clone = await freshClone();
  await tell(clone);
  await writeFile(join(clone.root, 'package-lock.json'), '{ "packages": {} }');
  const { code, out, err } = await tell(clone, { NPM_SAYS: 'npm error code EAI_AGAIN' });
  expect([code, out]).toEqual([1, '']);
  expect(err.split('\n').slice(1)).toEqual([
    expect.stringMatching(/^The package registry cannot be reached: go online/),
    '',
  ]);
  expect(existsSync(join(clone.root, 'node_modules', 'a'))).toBe(true);
});

test('what npm says is shown when it fails for another reason', async () => {
  const { code, err } = await tell(await freshClone(), { NPM_SAYS: 'npm error code EINTEGRITY' });
  expect(code).toBe(1);
  expect(err).toMatch(
    /npm error code EINTEGRITY\nPreparing failed \(npm ended with 1\): .* run the same command again\.\n$/,
  );
});

/** What an old Node would ask for; it is only asked for here, since the one that runs the tests is new. */
const fetching = (clone: Clone): readonly string[] => {
  const home = join(clone.root, '.node', 'v');
  const wish = JSON.stringify({ root: clone.root, version: '26.10.0', home, node: join(home, 'bin', 'node') });
  const path = JSON.stringify(tool(clone, 'prepare.mjs'));
  return ['--input-type=module', '-e', `console.log(await (await import(${path})).prepare(${wish}))`];
};

test('a Node is fetched, pinned by its digest, into a folder of its own', async () => {
  const clone = await freshClone();
  const { out, err } = await clone.run(fetching(clone));
  expect(out).toBe('undefined\n');
  expect(err).toBe('Preparing: fetching Node 26 (once)…\nPreparing: installing packages (once)…\n');
  expect(existsSync(join(clone.root, '.node', 'v', 'bin', 'node'))).toBe(true);
});

test('a Node that does not run on this machine is not kept', async () => {
  const clone = await freshClone();
  const { out } = await clone.run(fetching(clone), { NODE_ENDS: '127' });
  expect(out).toBe('The fetched Node does not run here: install Node 24 or later and run the same command again.\n');
  expect(existsSync(join(clone.root, '.node', 'v'))).toBe(false);
});

test('the league command runs the launcher from any folder', async () => {
  const clone = await freshClone();
  const { code, out } = await clone.run([tool(clone, 'league.mjs'), 'run', './here.json']);
  expect([code, out]).toEqual([0, '["run","./here.json"]\n']);
});

test('the script decides how the command ends', async () => {
  const clone = await freshClone();
  await writeFile(join(clone.root, 'end.ts'), 'process.exitCode = 7;');
  expect((await clone.run([tool(clone, 'bootstrap.mjs'), 'end.ts'])).code).toBe(7);
  expect((await clone.run([tool(clone, 'bootstrap.mjs')])).code).toBe(2);
});

test('no process of the league can reach a prototype by name', async () => {
  const clone = await freshClone();
  await writeFile(join(clone.root, 'reach.ts'), `Object.assign({}, JSON.parse('{"__proto__":{"admin":true}}'));`);
  const { code, err } = await clone.run([tool(clone, 'start.mjs'), 'reach.ts']);
  expect(code).toBe(1);
  expect(err).toContain('TypeError: __proto__ is not accessible');
});

test('a process whose parent is gone ends by itself', async () => {
  const clone = await freshClone();
  await writeFile(join(clone.root, 'stay.ts'), 'setInterval(() => 0, 60_000);');
  expect((await clone.run([tool(clone, 'start.mjs'), 'stay.ts'], { LEAGUE_PARENT_PID: '99999999' })).code).toBe(
    'SIGTERM',
  );
});
