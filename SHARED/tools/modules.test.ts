import { existsSync } from 'node:fs';
import { cp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Clone, freshClone, LOCK, NEWER, TOLD, tell, tellWith, tool } from './fresh_clone.ts';
import { importsOf, readSources } from './gates/sources.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** Everything in a node_modules that a test asks about: the version of each package, and which folder it is. */
async function installed(clone: Clone, folder = '.') {
  const modules = join(clone.root, folder, 'node_modules');
  const versionOf = async (name: string): Promise<string | undefined> => {
    const file = join(modules, name, 'package.json');
    return existsSync(file)
      ? (JSON.parse(await readFile(file, 'utf8')) as { readonly version: string }).version
      : undefined;
  };
  const folderOf = async (name: string): Promise<number> => (await stat(join(modules, name))).ino;
  return { modules, versionOf, folderOf };
}

describe('what is installed', () => {
  test('for a league is nothing of its tools and trials', async () => {
    const clone = await freshClone();
    await tell(clone);
    const { modules, versionOf } = await installed(clone);
    expect([await versionOf('a'), await versionOf('@s/b'), await versionOf('tool')]).toEqual([
      '1.0.0',
      '1.0.0',
      undefined,
    ]);
    expect(existsSync(join(modules, '.bin', 'tool'))).toBe(false);
    expect(existsSync(join(clone.root, 'agents', 'trials', 'node_modules'))).toBe(false);
    expect(await clone.npmCalls()).toEqual([expect.stringContaining('--omit=dev')]);
  });

  test('for the tools comes beside what a league runs from, which stays', async () => {
    const clone = await freshClone();
    await tell(clone);
    const { modules, versionOf, folderOf } = await installed(clone);
    const before = [await folderOf('.'), await folderOf('a'), await folderOf('@s/b')];
    await writeFile(join(modules, 'a', 'in use'), '');

    expect((await tellWith('tools', clone)).err).toBe('Preparing: installing packages of the tools (once)…\n');
    expect([await versionOf('tool'), await versionOf('tool/node_modules/a')]).toEqual(['1.0.0', '0.1.0']);
    expect(await readFile(join(modules, '.bin', 'tool'), 'utf8')).toBe('1.0.0');
    expect([await folderOf('.'), await folderOf('a'), await folderOf('@s/b')]).toEqual(before);
    expect(existsSync(join(modules, 'a', 'in use'))).toBe(true);

    for (const again of [tell(clone), tellWith('tools', clone)]) expect((await again).err).toBe('');
  });

  test('follows the lock file forth and back, and what did not change stays', async () => {
    const clone = await freshClone();
    await tellWith('tools', clone);
    const { modules, versionOf, folderOf } = await installed(clone);
    const before = [await folderOf('.'), await folderOf('@s/b')];
    await writeFile(join(clone.root, 'package-lock.json'), NEWER);
    await tell(clone);
    expect(await versionOf('a')).toBe('2.0.0');
    await writeFile(join(clone.root, 'package-lock.json'), LOCK);
    await rm(join(modules, 'tool'), { recursive: true });
    await tellWith('tools', clone);
    expect([await versionOf('a'), await versionOf('tool')]).toEqual(['1.0.0', '1.0.0']);
    expect([await folderOf('.'), await folderOf('@s/b')]).toEqual(before);
  });

  test('for the trials and for language models is in folders of their own', async () => {
    const clone = await freshClone();
    const lines = (await tellWith('trials', clone)).err.split('\n').filter((line) => line !== '');
    expect(lines.sort()).toEqual([
      'Preparing: installing packages for language models (once)…',
      'Preparing: installing packages of the tools (once)…',
      'Preparing: installing packages of the trials (once)…',
    ]);
    expect(await (await installed(clone, 'agents/trials')).versionOf('trial')).toBe('1.0.0');
    expect(await (await installed(clone, 'agents/player/model')).versionOf('model')).toBe('1.0.0');
    expect(await (await installed(clone)).versionOf('trial')).toBeUndefined();
    for (const need of ['trials', 'tools']) expect((await tellWith(need, clone)).err).toBe('');
  });

  test.each([
    { next: 'the next command', lock: NEWER, a: '2.0.0' },
    { next: 'a command after the lock file was put back', lock: LOCK, a: '1.0.0' },
  ])('is repaired by $next, wherever one was killed', async ({ lock, a }) => {
    const clone = await freshClone();
    await tell(clone);
    const { modules, versionOf, folderOf } = await installed(clone);
    await cp(modules, `${modules} of a league`, { recursive: true });
    const repaired: number[] = [];
    for (let step = 1; repaired.length === step - 1; step++) {
      await rm(modules, { recursive: true });
      await cp(`${modules} of a league`, modules, { recursive: true });
      const inUse = await folderOf('@s/b');
      await writeFile(join(clone.root, 'package-lock.json'), NEWER);
      const words = [tool(clone, 'bootstrap.mjs'), '--with=tools', 'tell.ts', 'a', 'b c'];
      const { code } = await clone.run([...killedAtRename(step), ...words]);
      if (code === 'SIGKILL') repaired.push(step);
      expect(await folderOf('@s/b')).toBe(inUse);
      await writeFile(join(clone.root, 'package-lock.json'), lock);
      expect(await clone.run(words)).toMatchObject({ code: 0, out: TOLD });
      expect([await versionOf('a'), await versionOf('tool/node_modules/a')]).toEqual([a, '0.1.0']);
      expect(await folderOf('@s/b')).toBe(inUse);
    }
    // The turn, two records, two packages, one of them swapped, and their commands.
    expect(repaired.length).toBeGreaterThan(6);
    expect((await readdir(join(clone.root, '.cache'))).filter((name) => name.startsWith('install-'))).toEqual([]);
  });
});

/** Words for Node that make a process kill itself instead of its n-th rename. */
function killedAtRename(step: number): readonly string[] {
  const code = `
    import fs from 'node:fs/promises';
    import { syncBuiltinESMExports } from 'node:module';
    const { rename } = fs;
    let left = ${step};
    fs.rename = (...words) => (--left === 0 ? process.kill(process.pid, 'SIGKILL') : rename(...words));
    syncBuiltinESMExports();`;
  return ['--import', `data:text/javascript,${encodeURIComponent(code)}`];
}

/** The package file of this clone. */
async function manifest() {
  return JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as {
    readonly dependencies: { readonly [name: string]: string };
    readonly devDependencies: { readonly [name: string]: string };
  };
}

/** A lock file of this clone. */
async function lockedIn(folder: string) {
  const { packages } = JSON.parse(await readFile(join(ROOT, folder, 'package-lock.json'), 'utf8')) as {
    readonly packages: { readonly [path: string]: { readonly version: string } };
  };
  return packages;
}

test('a package that the trials bring along has the version that it has without them', async () => {
  const [ours, theirs] = [await lockedIn('.'), await lockedIn('agents/trials')];
  const { dependencies, devDependencies } = await manifest();
  const both = [...Object.keys(dependencies), ...Object.keys(devDependencies)]
    .map((name) => `node_modules/${name}`)
    .filter((path) => path in theirs);
  expect(both.length).toBeGreaterThan(0);
  expect(both.map((path) => [path, theirs[path]?.version])).toEqual(both.map((path) => [path, ours[path]?.version]));
});

/** Its packages are installed where a player first thinks with a model. */
const MODEL_HOME = 'agents/player/model/ai_sdk.ts';

test('all that a league loads is installed for it: types of other packages are for the compiler alone', async () => {
  const sources = new Map(readSources(ROOT).map((source) => [source.path, source]));
  const reached = new Set([...sources.keys()].filter((path) => /^agents\/[^/]+\/main\.ts$/.test(path)));
  const packages = new Set<string>();
  for (const path of reached) {
    const text = stripTypeScriptTypes(sources.get(path)?.text ?? '');
    for (const { target } of importsOf({ path, text })) {
      if (target.endsWith('.json') || target === MODEL_HOME) continue;
      if (sources.has(target)) reached.add(target);
      else if (/^(@[^/]+\/)?[a-z]/.test(target) && !/^node:|^computed$/.test(target)) packages.add(target);
    }
  }
  const { dependencies } = await manifest();
  const there = Object.keys(dependencies);
  expect(
    [...packages].filter((name) => !there.some((known) => name === known || name.startsWith(`${known}/`))),
  ).toEqual([]);
  expect(packages.size).toBeGreaterThan(3);
  expect(reached.size).toBeGreaterThan(100);
});
