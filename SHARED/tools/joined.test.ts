import { spawnSync } from 'node:child_process';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'joined clone-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const name of ['start.mjs', 'joined.mjs', 'as_script.mjs'])
    cpSync(fileURLToPath(new URL(name, import.meta.url)), join(root, 'SHARED/tools', name));
  write('package.json', '{"type":"module"}');
  write('agents/one/main.ts', "import { say } from '../two.ts';\nsay(process.argv[2] ?? '');\n");
  write('agents/two.ts', "export function say(text: string): void {\n  console.log('said', text);\n}\n");
});

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function start(script = 'agents/one/main.ts', ...words: readonly string[]) {
  return startWith([], script, ...words);
}

function startWith(flags: readonly string[], script = 'agents/one/main.ts', ...words: readonly string[]) {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [...flags, join(root, 'SHARED/tools/start.mjs'), script, ...words],
    { encoding: 'utf8', env: { ...process.env, LEAGUE_MODULES: '' } },
  );
  return { stdout, stderr, status };
}

const files = () => globSync('.cache/joined/*', { cwd: root });
const scripts = () => readFileSync(join(root, files()[0] ?? ''), 'latin1');

test('a second start runs what the first one made, and an edit is seen at the next', () => {
  expect(start(undefined, 'a')).toEqual({ stdout: 'said a\n', stderr: '', status: 0 });
  expect(files()).toHaveLength(1);
  const made = scripts();
  expect(made).toContain("console.log('said', text)");
  expect(start(undefined, 'b').stdout).toBe('said b\n');
  expect(scripts()).toBe(made);
  write('agents/two.ts', "export function say(text: string): void {\n  console.log('SAID', text);\n}\n");
  expect(start(undefined, 'c').stdout).toBe('SAID c\n');
  expect(scripts()).not.toContain("console.log('said', text)");
});

test('processes of one kind share a file, each with what is its own', () => {
  for (const id of ['P01', 'P02']) {
    write(`agents/player_${id}/main.ts`, `import { mine } from '../mine/${id}.ts';\nconsole.log(mine);\n`);
    write(`agents/mine/${id}.ts`, `export const mine = 'of ${id}';\n`);
    expect(start(`agents/player_${id}/main.ts`).stdout).toBe(`of ${id}\n`);
  }
  expect(files()).toHaveLength(1);
  for (const id of ['P01', 'P02']) expect(scripts()).toContain(`of ${id}`);
});

test('a process with other flags of V8 begins with the scripts of the others, and spoils nothing of theirs', () => {
  start(undefined, 'a');
  const [usual = ''] = files();
  const made = readFileSync(join(root, usual));
  write('agents/two.ts', "export function say(text: string): void {\n  console.log('SAID', text);\n}\n");
  for (const word of ['b', 'c']) {
    const { stdout } = startWith(['--heap-growing-percent=60'], undefined, word);
    expect(stdout).toBe(`SAID ${word}\n`);
  }
  expect(files()).toHaveLength(2);
  expect(readFileSync(join(root, usual))).toEqual(made);
});

test('a process with other flags begins with the scripts of a file that can be read, where another cannot', () => {
  for (const id of ['P01', 'P02']) write(`agents/player_${id}/main.ts`, `import '../mine/${id}.ts';\n`);
  write('agents/mine/P01.ts', "console.log('of P01');\n");
  write('agents/mine/P02.ts', '');
  start('agents/player_P01/main.ts');
  startWith(['--heap-growing-percent=60'], 'agents/player_P01/main.ts');
  const before = files().toSorted();
  expect(before).toHaveLength(2);
  truncateSync(join(root, before[0] ?? ''), 40);
  startWith(['--heap-growing-percent=70'], 'agents/player_P02/main.ts');
  const [fresh = ''] = files().filter((name) => !before.includes(name));
  expect(readFileSync(join(root, fresh), 'latin1')).toContain('of P01');
});

test.each(['for the first time', 'again'])('an error that is thrown %s has the place in the source', (when) => {
  write('agents/two.ts', '\n\nexport function say(text: string): void {\n  throw new Error(text);\n}\n');
  if (when === 'again') start();
  const { stderr, status } = start(undefined, 'a loss');
  expect(status).toBe(1);
  expect(stderr).toMatch(/Error: a loss\n {4}at say \(file:\/\/.*joined%20clone-\w+\/agents\/two\.ts:4:9\)/);
});

describe('what has no script is a module, and has the same values as the scripts', () => {
  const MAIN =
    "import { count } from '../count.ts';\nimport { seen } from '../other.ts';\ncount();\nconsole.log(seen());\n";
  const COUNT = 'let n = 0;\nexport function count(): number {\n  n += 1;\n  return n;\n}\n';
  const SEEN = "import { count } from './count.ts';\n";

  beforeEach(() => {
    write('agents/one/main.ts', MAIN);
    write('agents/count.ts', COUNT);
    write('node_modules/old/package.json', '{"name":"old","main":"index.js"}');
    write('node_modules/old/index.js', "exports.told = 'told';");
  });

  test.each([
    ['a package', `${SEEN}import { told } from 'old';\nexport const seen = () => count() + told.length - 4;\n`],
    ['await at the top', `${SEEN}export const seen = await Promise.resolve(count);\n`],
    ['a default export', `${SEEN}export const seen = count;\nexport default seen;\n`],
    ['code of another package', `export { count as seen } from './other/there.ts';\n`],
  ])('%s', (_, text) => {
    write('agents/other.ts', text);
    write('agents/other/package.json', '{"type":"module"}');
    write('agents/other/there.ts', "export { count } from '../count.ts';\n");
    for (const _time of [1, 2]) expect(start()).toEqual({ stdout: '2\n', stderr: '', status: 0 });
  });

  test('a circle', () => {
    write(
      'agents/other.ts',
      `${SEEN}import { add } from './circle.ts';\nexport const seen = () => add();\nexport { count };\n`,
    );
    write(
      'agents/circle.ts',
      "import { count } from './other.ts';\nexport function add(): number {\n  return count();\n}\n",
    );
    for (const _time of [1, 2]) expect(start()).toEqual({ stdout: '2\n', stderr: '', status: 0 });
  });

  test('a file of a user elsewhere, loaded by its path, several times for several lives', () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'user-'));
    onTestFinished(() => rmSync(elsewhere, { recursive: true }));
    const name = JSON.stringify(join(root, 'agents/count.ts'));
    writeFileSync(
      join(elsewhere, 'own.mts'),
      `import { count } from ${name};\nlet own = 0;\nexport const seen = () => [count(), ++own];\n`,
    );
    write(
      'agents/other.ts',
      `export async function load(file: string): Promise<string> {\n  const lives = [await import(file), await import(\`\${file}?life=1\`)];\n  return lives.map(({ seen }) => seen()).join(' ');\n}\n`,
    );
    write(
      'agents/one/main.ts',
      "import { count } from '../count.ts';\nimport { load } from '../other.ts';\ncount();\nconsole.log(await load(process.argv[2] ?? ''));\n",
    );
    for (const _time of [1, 2]) expect(start(undefined, join(elsewhere, 'own.mts')).stdout).toBe('2,1 3,1\n');
  });
});

describe('a file of a user in the clone is what Node makes of it', () => {
  const LOAD =
    "import { pathToFileURL } from 'node:url';\nexport const load = (file: string) => import(pathToFileURL(file).href);\n";

  beforeEach(() => {
    write('agents/load.ts', LOAD);
    write(
      'agents/one/main.ts',
      "import { load } from '../load.ts';\nconsole.log(Object.keys(await load(process.argv[2] ?? '')).join());\n",
    );
  });

  test.each(['my_strategy.ts', 'agents/player_P05/strategy.ts'])('%s, and what it imports', (name) => {
    write(name, "import { mine } from './mine.ts';\nexport const strategy = () => mine;\n");
    write(join(dirname(name), 'mine.ts'), 'export const mine = "of a user";\n');
    expect(start(undefined, join(root, name))).toEqual({ stdout: 'strategy\n', stderr: '', status: 0 });
    expect(scripts()).toContain('pathToFileURL(file)');
    expect(scripts()).not.toMatch(/of a user|strategy = /);
  });

  test('a file in the folder of a player, which imports scripts', () => {
    write('agents/player_P05/main.ts', "import { strategy } from './strategy.ts';\nstrategy();\n");
    write(
      'agents/player_P05/strategy.ts',
      "import { say } from '../two.ts';\nexport const strategy = () => say('of a user');\n",
    );
    expect(start('agents/player_P05/main.ts').stdout).toBe('said of a user\n');
    expect(scripts()).toContain("console.log('said', text)");
    expect(scripts()).not.toContain('of a user');
  });

  test('one of ours that it was the first to import has the same values for all', () => {
    write('agents/count.ts', 'let n = 0;\nexport function count(): number {\n  n += 1;\n  return n;\n}\n');
    write('my_strategy.ts', "import { count } from './agents/count.ts';\nconsole.log(count());\n");
    write('agents/later.ts', "import { count } from './count.ts';\nconsole.log(count());\n");
    write(
      'agents/one/main.ts',
      "import { load } from '../load.ts';\nawait load(process.argv[2] ?? '');\nawait import('../later.ts');\n",
    );
    for (const _time of [1, 2]) expect(start(undefined, join(root, 'my_strategy.ts')).stdout).toBe('1\n2\n');
  });
});

test.each([
  [
    'no such export',
    "import { none } from './two.ts';\nexport const say = none;\n",
    /does not provide an export named 'none'/,
  ],
  ['no such file', "import { none } from './three.ts';\nexport const say = none;\n", /ENOENT.*three\.ts/],
  ['a mistake in the text', 'export const say = ;\n', /SyntaxError/],
])('%s is told as Node tells it', (_, text, words) => {
  write('agents/one/main.ts', "import { say } from '../other.ts';\nsay();\n");
  write('agents/other.ts', text);
  const { stderr, status } = start();
  expect(stderr).toMatch(words);
  expect(status).toBe(1);
});

test('a file that was cut short is made again', () => {
  start();
  const [file = ''] = files();
  const whole = readFileSync(join(root, file)).length;
  for (const length of [0, 3, 40, whole - 1]) {
    truncateSync(join(root, file), length);
    expect(start(undefined, 'a')).toEqual({ stdout: 'said a\n', stderr: '', status: 0 });
    expect(readFileSync(join(root, file)).length).toBeGreaterThan(length);
  }
});

test('a file with a bit that was turned is made again', () => {
  start();
  const file = join(root, files()[0] ?? '');
  const whole = readFileSync(file);
  for (const share of [0, 0.2, 0.5, 0.9]) {
    const bytes = Buffer.from(whole);
    const at = Math.floor(whole.length * share);
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
    writeFileSync(file, bytes);
    expect(start(undefined, 'a')).toEqual({ stdout: 'said a\n', stderr: '', status: 0 });
    expect(readFileSync(file)).not.toEqual(bytes);
  }
});

test.each(['written over', 'put in its place'])('a text of the same length and time, %s, is seen', (how) => {
  const file = join(root, 'agents/two.ts');
  const at = new Date('2026-01-01');
  utimesSync(file, at, at);
  start();
  const other = how === 'written over' ? file : join(root, 'draft.ts');
  writeFileSync(other, readFileSync(file, 'utf8').replace('said', 'SAID'));
  utimesSync(other, at, at);
  if (other !== file) renameSync(other, file);
  expect(start(undefined, 'a').stdout).toBe('SAID a\n');
});

test('no draft stays where the file cannot be written', () => {
  start();
  const [file = ''] = files();
  rmSync(join(root, file));
  mkdirSync(join(root, file));
  expect(start(undefined, 'a')).toEqual({ stdout: 'said a\n', stderr: '', status: 0 });
  expect(files()).toEqual([file]);
});

test('old drafts and old files of another Node go when a file is written, and new ones stay', () => {
  start();
  const [file = ''] = files();
  const other = '.cache/joined/v1.2.3-x64-agents-one-main-ts';
  const old = new Date('2026-01-01');
  for (const name of [`${file}.123`, other]) {
    write(name, 'old');
    utimesSync(join(root, name), old, old);
    write(name.replace('one', 'two'), 'new');
  }
  write('agents/two.ts', 'export function say(): void {}\n');
  start();
  const stay = [file, `${file}.123`.replace('one', 'two'), other.replace('one', 'two')];
  expect(files().toSorted()).toEqual(stay.toSorted());
});

test('a file of flags that are used no longer goes a month after it was last written or read', () => {
  start();
  const [file = ''] = files();
  const ofFlags = (tag: number) => file.replace(/-\d+-(?=agents)/, `-${tag}-`);
  const { mtimeMs } = statSync(join(root, file));
  const daysAgo = (days: number) => new Date(mtimeMs - days * 86_400_000);
  for (const [tag, read, written] of [
    [1, 31, 31],
    [2, 29, 31],
    [3, 31, 29],
  ] as const) {
    write(ofFlags(tag), 'old');
    utimesSync(join(root, ofFlags(tag)), daysAgo(read), daysAgo(written));
  }
  write('agents/two.ts', 'export function say(): void {}\n');
  start();
  expect(files().toSorted()).toEqual([file, ofFlags(2), ofFlags(3)].toSorted());
});

test('a script that throws runs once, and each that imports it is told the same', () => {
  write('agents/bad.ts', "console.log('runs');\nthrow new Error('bad');\nexport const bad = 1;\n");
  for (const name of ['a', 'b'])
    write(`agents/${name}.ts`, "import { bad } from './bad.ts';\nexport const got = bad;\n");
  write(
    'agents/one/main.ts',
    "const told = (problem: unknown) => problem;\nconst a = await import('../a.ts').catch(told);\nconst b = await import('../b.ts').catch(told);\nconsole.log(a === b, a.message);\n",
  );
  for (const _time of [1, 2]) expect(start().stdout).toBe('runs\ntrue bad\n');
});

test('a file of JSON is one object for all scripts', () => {
  write('agents/data.json', '{}');
  for (const name of ['a', 'b'])
    write(`agents/${name}.ts`, "import data from './data.json' with { type: 'json' };\nexport const got = data;\n");
  write(
    'agents/one/main.ts',
    "import { got } from '../a.ts';\nimport { got as other } from '../b.ts';\nconsole.log(got === other);\n",
  );
  for (const _time of [1, 2]) expect(start().stdout).toBe('true\n');
});

test('where no file can be made, all stays as it was', () => {
  write('.cache', 'in the way');
  for (const word of ['a', 'b'])
    expect(start(undefined, word)).toEqual({ stdout: `said ${word}\n`, stderr: '', status: 0 });
});
