import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readlink, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { type Clone, freshClone, NEWER, TOLD, tell, tool } from './fresh_clone.ts';

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
  // It takes long enough for them to meet.
  const slowly = { NPM_TAKES_MS: '200' };
  const endings = await Promise.all([tell(clone, slowly), tell(clone, slowly), tell(clone, slowly)]);
  expect(endings.map(({ code, out }) => [code, out])).toEqual(Array(3).fill([0, TOLD]));
  expect(await clone.npmCalls()).toHaveLength(1);
});

test('a changed lock file is installed, and packages installed by hand are taken as they are', async () => {
  const clone = await freshClone();
  await tell(clone);
  await writeFile(join(clone.root, 'package-lock.json'), NEWER);
  expect((await tell(clone)).err).toContain('installing packages');
  await rm(join(clone.root, 'node_modules', '.ready'));
  expect(await tell(clone)).toEqual({ code: 0, out: TOLD, err: '' });
  expect(await clone.npmCalls()).toHaveLength(2);
});

test('the turn of a silent command passes to the next', async () => {
  const clone = await freshClone();
  const turn = join(clone.root, '.cache', 'turn');
  await mkdir(turn, { recursive: true });
  await writeFile(join(turn, String(process.pid)), '');
  await utimes(join(turn, String(process.pid)), new Date(0), new Date(0));
  expect((await tell(clone)).code).toBe(0);
  expect(existsSync(turn)).toBe(false);
});

test('without the registry there is one line that says what to do, and what was there stays', async () => {
  const clone = await freshClone();
  await tell(clone);
  await writeFile(join(clone.root, 'package-lock.json'), NEWER);
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

test('an npm that was disturbed in its cache, as by one that outlives its command, is run again', async () => {
  const clone = await freshClone();
  const disturbed = 'npm error code ENOENT\nnpm error path ~/.npm/_cacache/content-v2';
  expect(await tell(clone, { NPM_FIRST_SAYS: disturbed })).toMatchObject({ code: 0, out: TOLD });
  expect(await clone.npmCalls()).toHaveLength(2);
});

test('on a terminal one line moves, and one stays', async () => {
  const clone = await freshClone();
  const terminal = ['--import', 'data:text/javascript,process.stderr.isTTY=true'];
  const words = [...terminal, tool(clone, 'bootstrap.mjs'), 'tell.ts'];
  const { err } = await clone.run(words, { NPM_TAKES_MS: '500', TERM: 'xterm' });
  const shown = err.split('\r\u001b[K').slice(1);
  expect(shown[0]).toContain('packages, 0 of 2');
  expect(shown.filter((line) => !/^Preparing \(once\): (packages, \d of 2 · )?\d s$/.test(line))).toEqual([
    expect.stringMatching(/^Prepared in \d s\.\n$/),
  ]);
  expect((await clone.run(words, { TERM: 'xterm' })).err).toBe('');
});

/** What an old Node would ask for; it is only asked for here, since the one that runs the tests is new. */
const fetching = (clone: Clone): readonly string[] => {
  const home = join(clone.root, '.node', 'v');
  const parts = [{ name: 'packages', folder: clone.root, dev: false }];
  const wish = JSON.stringify({ root: clone.root, version: '26.10.0', home, node: join(home, 'bin', 'node'), parts });
  const path = JSON.stringify(tool(clone, 'prepare.mjs'));
  return ['--input-type=module', '-e', `console.log(await (await import(${path})).prepare(${wish}))`];
};

test('a Node is fetched, pinned by its digest, into a folder of its own', async () => {
  const clone = await freshClone();
  const { out, err } = await clone.run(fetching(clone));
  expect(out).toBe('undefined\n');
  expect(err.split('\n').sort()).toEqual([
    '',
    'Preparing: fetching Node 26 (once)…',
    'Preparing: installing packages (once)…',
  ]);
  expect(existsSync(join(clone.root, '.node', 'v', 'bin', 'node'))).toBe(true);
});

test('a Node that does not run on this machine is not kept', async () => {
  const clone = await freshClone();
  const { out } = await clone.run(fetching(clone), { NODE_ENDS: '127' });
  expect(out).toBe('The fetched Node does not run here: install Node 24 or later and run the same command again.\n');
  expect(existsSync(join(clone.root, '.node', 'v'))).toBe(false);
});

/** What bootstrap.mjs takes for a Node that is too old; it hands its words on to the other one. */
const OLDER = ['--import', "data:text/javascript,Object.defineProperty(process.versions,'node',{value:'20.0.0'})"];

test('an older Node leaves the fetched one where npm finds it first, in place of what lay there', async () => {
  const clone = await freshClone();
  const name = `26.10.0-${process.platform}-${process.arch}`;
  const fetched = join(clone.root, '.node', name, 'bin', 'node');
  await mkdir(dirname(fetched), { recursive: true });
  await symlink(process.execPath, fetched);
  const found = join(clone.root, 'node_modules', '.bin', 'node');
  for (const _ of ['nothing', 'a link']) {
    const { code, out } = await clone.run([...OLDER, tool(clone, 'bootstrap.mjs'), 'tell.ts', 'a', 'b c']);
    expect([code, out]).toEqual([0, TOLD]);
    expect(await readlink(found)).toBe(`../../.node/${name}/bin/node`);
    await rm(found);
    await symlink('nowhere', found);
  }
});

test('a Node of the clone that is not the one it wants now is not taken', async () => {
  const clone = await freshClone();
  const earlier = join(clone.root, '.node', 'earlier', 'bin', 'node');
  await mkdir(dirname(earlier), { recursive: true });
  await copyFile(process.execPath, earlier);
  const { err } = await clone.run([tool(clone, 'bootstrap.mjs'), 'tell.ts'], {}, earlier);
  expect(err).toContain('fetching Node 26 (once)');
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
