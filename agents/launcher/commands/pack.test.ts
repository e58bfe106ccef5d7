import { execFileSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sha256 } from '../../../SHARED/core/hash.ts';
import { verdictOn } from '../../checker/report.ts';
import { type ScratchFolder, scratchFolder } from '../../trials/scratch_folder.ts';
import { typed } from '../../trials/testing/rehearsal_in_process.ts';

let scratch: ScratchFolder;
let player: string;
let out: string;
beforeAll(async () => {
  scratch = await scratchFolder('pack-');
  player = join(scratch.path, 'alpha');
  out = join(scratch.path, 'handed_in.tar.gz');
});
afterAll(() => scratch.remove());

const TOKEN = `tok_${'ab'.repeat(32)}`;
const LONG = `src/${'deep_folder/'.repeat(8)}a_module_of_the_player_with_a_rather_long_name.py`;
const NO_STEPS = { passed: 0, warned: 0, failed: 0, skipped: 0 };
const FINE = { steps: [], verdict: { isFine: true, steps: { ...NO_STEPS, passed: 3 }, disqualify: 'it plays' } };
const FILES: { readonly [path: string]: string } = {
  'player.py': 'print("שלום")\n',
  [LONG]: 'pass\n',
  'requirements.txt': '',
  'start.sh': '#!/bin/sh\npython3 player.py\n',
  'STRATEGY.md': `${'word '.repeat(500)}\n`,
  'endpoint.json': '{"endpoint": "http://192.168.1.7:8101/mcp"}\n',
  'TEST_RESULTS.md': `# Test results\n\nSent ${TOKEN}.\n`,
  'check_report.json': JSON.stringify({ ...FINE, subject: `asked with ${TOKEN}` }),
};

beforeEach(async () => {
  await rm(player, { recursive: true, force: true });
  for (const [path, text] of Object.entries(FILES)) await put(path, text);
});

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(player, path)), { recursive: true });
  await writeFile(join(player, path), text);
}

const pack = () => typed('pack', 'player', player, '--out', out);

/** Unpacks by the program that others have. */
async function unpacked(): Promise<string> {
  const folder = join(scratch.path, 'unpacked');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  execFileSync('tar', ['-xzf', out, '-C', folder]);
  return join(folder, 'alpha');
}

test('what is handed in is one archive with a manifest, which other programs unpack', async () => {
  expect(await pack()).toMatchObject({ code: 0, err: '', out: expect.stringContaining('8 files and a manifest.\n') });
  const folder = await unpacked();
  expect((await readdir(folder)).sort()).toEqual(
    ['MANIFEST.json', ...Object.keys(FILES).filter((path) => path !== LONG), 'src'].sort(),
  );
  expect(await readFile(join(folder, LONG), 'utf8')).toBe(FILES[LONG]);
  expect(
    execFileSync('sh', ['-c', '[ -x start.sh ] && [ ! -x player.py ] && echo so'], { cwd: folder }).toString(),
  ).toBe('so\n');
  const manifest = JSON.parse(await readFile(join(folder, 'MANIFEST.json'), 'utf8'));
  expect(manifest).toMatchObject({
    ...{ player: 'alpha', endpoint: 'http://192.168.1.7:8101/mcp', strategy_words: 500 },
    check: { passed: 3, failed: 0 },
  });
  for (const { path, bytes, sha256: digest } of manifest.files) {
    const content = await readFile(join(folder, path));
    expect([path, content.length, sha256(content)]).toEqual([path, bytes, digest]);
  }
  expect(manifest.files).toHaveLength(8);
});

test('the same folder gives the same archive, and the archive in it is no part of it', async () => {
  out = join(player, 'alpha.tar.gz');
  await pack();
  const first = await readFile(out);
  chmodSync(join(player, 'player.py'), 0o600);
  expect(await pack()).toMatchObject({ code: 0, err: '' });
  expect(await readFile(out)).toEqual(first);
  out = join(scratch.path, 'handed_in.tar.gz');
});

test('secrets, hidden files, links and what can be made again stay where they are', async () => {
  const kept = ['.env', '.git/config', 'node_modules/x/index.js', '__pycache__/a.pyc', 'data/credentials.json'];
  for (const path of [...kept, 'operator.token', 'my.key', 'secret', 'MANIFEST.json']) await put(path, TOKEN);
  await symlink('/etc/passwd', join(player, 'link.py'));
  const told = await pack();
  expect(told).toMatchObject({ code: 0, err: '' });
  expect(told.out).toContain(
    '; left out: .env, .git/, MANIFEST.json, __pycache__/, data/credentials.json, link.py, my.key, node_modules/, operator.token, secret.\n',
  );
  const folder = await unpacked();
  const all = execFileSync('sh', ['-c', 'cat $(find . -type f)'], { cwd: folder }).toString();
  expect(all).not.toContain('tok_');
  expect(all).toContain('Sent [secret].');
});

test.each([[TOKEN], [`op_${'0'.repeat(64)}`], ['http://127.0.0.1:8000/mcp?code=K7QM-3XNP-A2DF-9WRT']])(
  'a file with %s in it is refused, with its line',
  async (secret) => {
    await put('src/login.py', `first = 1\nsecond = "${secret}"\n`);
    expect(await pack()).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(
        /^league: \S*alpha\/src\/login\.py holds a token or an invite code in line 2; take it out\n$/,
      ),
    });
  },
);

test('each thing that is missing is a line with the way to make it', async () => {
  for (const path of Object.keys(FILES)) await rm(join(player, path));
  await put('STRATEGY.md', 'word '.repeat(501));
  await put('check_report.json', '{"verdict": null}');
  await put('endpoint.json', '{"endpoint": "localhost"}');
  const { code, out: printed, err } = await pack();
  expect([code, printed]).toEqual([1, '']);
  const folder = err.split(' ')[1];
  expect(err.split('\n')).toEqual([
    `league: ${folder} has no code; put the program of the player there`,
    `league: ${folder} has no list of dependencies; write package.json, requirements.txt or the like, empty where nothing is needed`,
    `league: ${folder}/STRATEGY.md has 501 words; shorten it to 500 at most`,
    `league: ${folder} has no endpoint.json with an endpoint; write {"endpoint": "URL"} there, with the URL it listens at, or {"pull": true} for a player without a server`,
    `league: ${folder} has no TEST_RESULTS.md; make it with: npx league private-league --player "COMMAND" --out ${folder}/TEST_RESULTS.md, where COMMAND starts it`,
    `league: ${folder} has no check_report.json of a check; make it with: npx league check --command "COMMAND" --json > ${folder}/check_report.json, where COMMAND starts it`,
    '',
  ]);
});

test('a folder that says how its results are made is not told otherwise', async () => {
  for (const path of ['TEST_RESULTS.md', 'check_report.json']) await rm(join(player, path));
  await put('README.md', 'league check … > check_report.json, league private-league … --out TEST_RESULTS.md\n');
  const { err } = await pack();
  const folder = err.split(' ')[1];
  expect(err.split('\n')).toEqual([
    `league: ${folder} has no TEST_RESULTS.md; make it as ${folder}/README.md says`,
    `league: ${folder} has no check_report.json of a check; make it as ${folder}/README.md says`,
    '',
  ]);
});

test('the strategy may be explained under the name that document 004 gives it', async () => {
  await rm(join(player, 'STRATEGY.md'));
  expect((await pack()).err).toContain('has no STRATEGY.md; explain there how it decides, in at most 500 words\n');
  await put('AGENT_STRATEGY.md', 'It chooses at random.\n');
  expect(await pack()).toMatchObject({ code: 0, err: '' });
});

test('a player without a server is packed without an endpoint', async () => {
  await put('endpoint.json', '{"pull": true}');
  expect(await pack()).toMatchObject({ code: 0, err: '' });
  const manifest = JSON.parse(await readFile(join(await unpacked(), 'MANIFEST.json'), 'utf8'));
  expect([manifest.endpoint, manifest.pull]).toEqual([undefined, true]);
});

test('a check that failed is handed in, and told', async () => {
  const verdict = { ...verdictOn([]), isFine: false, steps: { ...NO_STEPS, failed: 2 }, disqualify: 'it is out' };
  await put('check_report.json', JSON.stringify({ steps: [], verdict }));
  expect(await pack()).toMatchObject({ code: 0, err: 'league: the check in it has failed 2 steps: it is out\n' });
});

test('a folder that is not there is a mistake of one line', async () => {
  expect(await typed('pack', 'player', join(scratch.path, 'nowhere'))).toMatchObject({
    code: 2,
    err: expect.stringMatching(/^league: cannot read .*nowhere: no such file or folder \(ENOENT\)\n$/),
  });
  expect(await typed('pack')).toMatchObject({ code: 2, err: 'league: league pack needs another word: pack player\n' });
});
