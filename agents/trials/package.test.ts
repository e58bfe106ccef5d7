/** The package as its users have it: packed, installed into an empty project, and run there. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, realpath, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from '../launcher/world/installation.ts';
import { type ScratchFolder, scratchFolder } from './scratch_folder.ts';

const PATIENCE_MS = 240_000;
const MANIFEST = { name: 'empty-project', version: '1.0.0', private: true, type: 'module' };
const QUIET = ['--no-audit', '--no-fund', '--loglevel=error'];

/** Tests and sources; kits are sources that users get as a copy. */
const UNWANTED = /\.test\.|^(?!.*\/kits\/).*(?<!\.d)\.ts$|fixtures|stand_ins/;

interface Ending {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

let scratch: ScratchFolder;
let project: string;
/** What came of the command under an older Node, if there is one: it takes its time, while the others are tried. */
let older: Promise<Ending | undefined>;

/** Runs a program of this machine, Node and npm the ones that run the tests. */
async function ran(cwd: string, program: string, ...words: readonly string[]): Promise<Ending> {
  const path = [dirname(process.execPath), process.env['PATH']].join(delimiter);
  const { LEAGUE_DATA: _d, LEAGUE_LOGS: _l, LEAGUE_CONFIG: _c, ...env } = process.env;
  const child = spawn(program, words, { cwd, env: { ...env, PATH: path, NO_COLOR: '1' }, timeout: PATIENCE_MS });
  const said = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.err += text;
  });
  return new Promise((settle, fail) => {
    child.on('error', fail);
    child.on('close', (code) => settle({ code, ...said }));
  });
}

/** Runs a command of the package in the project. */
const run = (bin: 'league' | 'even-odd-league', ...words: readonly string[]) =>
  ran(project, join(project, 'node_modules', '.bin', bin), ...words);

beforeAll(async () => {
  scratch = await scratchFolder('package-');
  project = join(scratch.path, 'project');
  await mkdir(project);
  await writeFile(join(project, 'package.json'), JSON.stringify(MANIFEST));
  const pack = await ran(ROOT, 'npm', 'pack', '--pack-destination', scratch.path, ...QUIET);
  expect(pack.code, pack.err).toBe(0);
  const [tarball = ''] = (await readdir(scratch.path)).filter((name) => name.endsWith('.tgz'));
  const install = await ran(project, 'npm', 'install', '--prefer-offline', ...QUIET, join(scratch.path, tarball));
  expect(install.code, install.err).toBe(0);
}, PATIENCE_MS);
afterAll(() => scratch.remove());

test('the package brings its licence, no test and no source', async () => {
  const packed = await readdir(join(project, 'node_modules', 'even-odd-league'), { recursive: true });
  expect(packed).toEqual(expect.arrayContaining(['LICENSE', 'README.md']));
  expect(packed.filter((path) => UNWANTED.test(path))).toEqual([]);
});

/** What `npm run mcpb` packs is this project and the manifest. */
test('a bundle of it is one by the rules of MCPB, and its server starts as the manifest says', async () => {
  await copyFile(join(ROOT, 'doc', 'mcp', 'manifest.json'), join(project, 'manifest.json'));
  const mcpb = join(ROOT, 'agents', 'trials', 'node_modules', '@anthropic-ai', 'mcpb', 'dist', 'cli', 'cli.js');
  const validated = await ran(project, process.execPath, mcpb, 'validate', 'manifest.json');
  expect(validated.code, validated.out + validated.err).toBe(0);
  const { server, user_config } = JSON.parse(await readFile(join(project, 'manifest.json'), 'utf8'));
  const filled = (text: string) =>
    text
      .replace(`\${__dirname}`, project)
      .replace(/\$\{user_config\.(\w+)\}/, (_, key: string) => user_config[key].default);
  const env = Object.fromEntries(
    Object.entries<string>(server.mcp_config.env).map(([key, text]) => [key, filled(text)]),
  );
  const client = new Client({ name: 'a desktop', version: '1.0.0' });
  await client.connect(
    new StdioClientTransport({
      ...{ command: process.execPath, args: server.mcp_config.args.map(filled), env, cwd: scratch.path },
      stderr: 'ignore',
    }),
  );
  expect(client.getServerVersion()).toMatchObject({ name: 'even-odd-league' });
  await client.close();
});

describe('in an empty project', () => {
  beforeAll(() => {
    older = ranUnderOlderNode();
    older.catch(() => undefined);
  });

  test('a league is played by processes, its files are in ./league, and it is verified there', async () => {
    // On pipes, since a port may be taken.
    const { code, out, err } = await run('even-odd-league', 'run', '--transport', 'stdio', '--json');
    expect(code, err).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ league_id: 'league_2025_even_odd', matches: { length: 6 } });
    expect((await readdir(join(project, 'league'))).sort()).toEqual(['data', 'logs']);
    const verified = await run('league', 'verify');
    expect([verified.code, verified.out]).toEqual([0, expect.stringContaining('6 results recomputed')]);
  });

  test('a run is planned by the figures that the package brings', async () => {
    const { code, out } = await run('league', 'plan');
    expect([code, out]).toEqual([0, expect.stringContaining('6 matches in 3 rounds')]);
  });

  test('a duel plays in threads of the package', async () => {
    const { code, out } = await run('league', 'duel', 'random', 'mirror', '--games', '20');
    expect([code, out]).toEqual([0, expect.stringContaining('20 games of each pair')]);
  });

  test('a strategy and a game of one’s own, in TypeScript, import the package', async () => {
    const strategy = `import { defineStrategy } from 'even-odd-league';
      export const strategy = defineStrategy({ name: 'last', decide: ({ moves }) => moves.at(-1) ?? null });`;
    await writeFile(join(project, 'last.ts'), strategy);
    const nim = await readFile(join(ROOT, 'SHARED', 'testing', 'fixtures', 'nim.ts'), 'utf8');
    await writeFile(join(project, 'nim.ts'), nim);
    const words = ['--strategies', './last.ts,random', '--game', './nim.ts', '--in-process', '--json'];
    const { code, out, err } = await run('league', 'run', ...words);
    expect(code, err).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ league_id: 'league_2025_nim', matches: { length: 6 } });
  });

  test('a configuration in ./league/config takes the place of the shipped one', async () => {
    const elsewhere = join(scratch.path, 'another');
    await mkdir(elsewhere);
    const bin = join(project, 'node_modules', '.bin', 'league');
    expect(await ran(elsewhere, bin, 'class', 'new', 'league', '--name', 'Own Rules')).toMatchObject({ code: 0 });
    const begun = await ran(elsewhere, bin, 'run', '--in-process');
    expect(begun.out + begun.err).toContain('Own Rules');
  });

  test('a strategy in a project that npm made as CommonJS is told how it becomes a module', async () => {
    const common = join(project, 'common');
    await mkdir(common);
    await writeFile(join(common, 'package.json'), '{ "type": "commonjs" }');
    await writeFile(join(common, 'mine.ts'), "import 'node:path';\nexport const strategy = () => 'even';\n");
    const { code, err } = await run('league', 'run', '--in-process', '--strategies', './common/mine.ts');
    const line =
      /league: the strategy file common\/mine\.ts does not load: .*; set "type": "module" in the package\.json/;
    expect([code, err]).toEqual([2, expect.stringMatching(line)]);
  });

  test('the commands that try the system itself are not there, and say so in one line', async () => {
    expect((await run('league', '--help')).out).not.toMatch(/chaos|soak/);
    const { code, err } = await run('league', 'chaos');
    expect([code, err]).toEqual([2, expect.stringMatching(/^league: league chaos tries .* in a clone\n$/)]);
  });
});

describe('as a library', () => {
  const program = `import { defineStrategy, type LeagueResult, playLeague } from 'even-odd-league';
    const odd = defineStrategy({ name: 'odd', decide: (turn) => (turn.moves.includes('odd') ? 'odd' : null) });
    const result: LeagueResult = await playLeague({ players: [odd, 'random', () => 'even'], seed: 5 });
    // @ts-expect-error: a result has no such field.
    if (result.winners !== undefined) throw new Error('it has');
    // @ts-expect-error: players are strategies.
    await playLeague({ players: [1, 2] }).catch((problem: TypeError) => console.error(problem.message));
    console.log(JSON.stringify(result.standings.map((row) => row.games_played)));`;

  test('a program plays a league and writes nothing', async () => {
    const before = await readdir(project);
    await writeFile(join(project, 'program.ts'), program);
    const { code, out, err } = await ran(project, process.execPath, 'program.ts');
    expect([code, out, err]).toEqual([0, '[2,2,2]\n', expect.stringMatching(/^defineStrategy takes an object .*\n$/)]);
    expect((await readdir(project)).filter((name) => !before.includes(name))).toEqual(['program.ts']);
  });

  test('the program of the guide runs as it stands', async () => {
    const guide = await readFile(join(ROOT, 'doc', 'BRING_YOUR_OWN_AGENT.md'), 'utf8');
    const [, text = ''] = /```ts\n(import [^`]*from 'even-odd-league';[^`]*)```/.exec(guide) ?? [];
    await writeFile(join(project, 'guide.ts'), text);
    const { code, out, err } = await ran(project, process.execPath, 'guide.ts');
    expect([code, out, err]).toEqual([0, expect.stringMatching(/\] 12 \[\]\n$/), '']);
  });

  test.each(['nodenext', 'bundler'])('its types hold under %s, and need no other package', async (resolution) => {
    await writeFile(join(project, 'program.ts'), program);
    const module = resolution === 'bundler' ? 'esnext' : 'nodenext';
    const options = { strict: true, noEmit: true, target: 'esnext', module, moduleResolution: resolution, types: [] };
    const lib = ['esnext', 'dom'];
    await writeFile(
      join(project, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: { ...options, lib, exactOptionalPropertyTypes: true }, files: ['program.ts'] }),
    );
    const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
    expect(await ran(project, process.execPath, tsc, '-p', project)).toEqual({ code: 0, out: '', err: '' });
  });

  test('an older Node is told in one line what is needed', async () => {
    const old = "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.1.0' } });";
    const tell = "await import('even-odd-league').catch(({ message }) => console.log(message));";
    const { out } = await ran(project, process.execPath, '--input-type=module', '-e', old + tell);
    expect(out).toMatch(/^even-odd-league needs Node 24 or later, and this is 20\.1\.0: [^\n]+\n$/);
    const folder = join(await realpath(project), 'node_modules', 'even-odd-league', '.node');
    expect(out).toContain(`fetches one below ${folder}: start your program with that`);
  });
});

test('under an older Node the command fetches one, and runs', async ({ skip }) => {
  const ending = await older;
  if (ending === undefined) return skip('this machine has no Node 20 to 23');
  expect([ending.code, ending.out], ending.err).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\n$/)]);
  expect(existsSync(join(project, 'node_modules', 'even-odd-league', '.node'))).toBe(true);
});

async function ranUnderOlderNode(): Promise<Ending | undefined> {
  const bin = join(project, 'node_modules', 'even-odd-league', 'SHARED', 'tools', 'league.mjs');
  const node = await olderNode();
  return node === undefined ? undefined : ran(project, node, bin, '--version');
}

/** A Node of this machine that is too old for a league, if there is one. */
async function olderNode(): Promise<string | undefined> {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const node = join(folder, 'node');
    if (!existsSync(node)) continue;
    const { out } = await ran(project, node, '--version');
    if (/^v2[0-3]\./.test(out)) return node;
  }
  return undefined;
}
