import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
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
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [join(root, 'SHARED/tools/start.mjs'), script, ...words],
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
    write(`agents/player_${id}/main.ts`, "import { mine } from './mine.ts';\nconsole.log(mine);\n");
    write(`agents/player_${id}/mine.ts`, `export const mine = 'of ${id}';\n`);
    expect(start(`agents/player_${id}/main.ts`).stdout).toBe(`of ${id}\n`);
  }
  expect(files()).toHaveLength(1);
  for (const id of ['P01', 'P02']) expect(scripts()).toContain(`of ${id}`);
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

test('where no file can be made, all stays as it was', () => {
  write('.cache', 'in the way');
  for (const word of ['a', 'b'])
    expect(start(undefined, word)).toEqual({ stdout: `said ${word}\n`, stderr: '', status: 0 });
});
