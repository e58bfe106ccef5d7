import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { checkItems, itemsOf } from './checklist.ts';

const PATH = 'doc/CHECKLIST.md';
const root = fileURLToPath(new URL('../../../', import.meta.url));
const isFile = (path: string) => existsSync(join(root, path)) && statSync(join(root, path)).isFile();
const read = (path: string) => (isFile(path) ? readFileSync(join(root, path), 'utf8') : undefined);

test('the checklist names files and tests that are there, and says why where something is not so', () => {
  const items = itemsOf(read(PATH) ?? '');
  expect(items.length).toBeGreaterThan(250);
  expect(checkItems(PATH, items, read)).toEqual([]);
});

test('every strategy is explained in at most 500 words', () => {
  for (const player of ['P01', 'P02', 'P03', 'P04']) {
    const words = (read(`agents/player_${player}/AGENT_STRATEGY.md`) ?? '').match(/\S+/g) ?? [];
    expect(words.length, player).toBeGreaterThan(100);
    expect(words.length, player).toBeLessThanOrEqual(500);
  }
});

describe('a claim that is not so is found:', () => {
  const row = (box: string, where: string) =>
    `## A list\n\n| line | | where |\n|---|---|---|\n| It works | ${box} | ${where} |`;
  const faults = (box: string, where: string) =>
    checkItems(PATH, itemsOf(row(box, where)), (path) =>
      path === 'SHARED/x.test.ts' ? "test('it works', run)" : undefined,
    ).map(({ line, what }) => `${line}: ${what}`);

  test.each([
    ['[x]', 'it is so', 'names no file'],
    ['[ ]', '[x](../SHARED/x.test.ts)', 'is not so, and nobody says why'],
    ['[x]', '[x](../SHARED/x.test.ts) “it dances”', 'SHARED/x.test.ts has no test “it dances”'],
    ['[x]', '[x](../SHARED/x.test.ts) “it works”, “works”', 'SHARED/x.test.ts has no test “works”'],
    ['[x]', '[y](../SHARED/y.test.ts) “it works”', 'there is no SHARED/y.test.ts'],
  ])('%s %s', (box, where, what) => {
    expect(faults(box, where)).toEqual([`5: It works: ${what}`]);
  });

  test.each([
    ['[x]', '[x](../SHARED/x.test.ts) “it works”'],
    ['[ ]', 'because it rains: [x](../SHARED/x.test.ts)'],
  ])('%s %s is in order', (box, where) => {
    expect(faults(box, where)).toEqual([]);
  });
});
