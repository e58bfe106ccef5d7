import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { checkItems, itemsOf } from './checklist.ts';

const PATH = 'doc/CHECKLIST.md';
const root = fileURLToPath(new URL('../../../', import.meta.url));
const isFile = (path: string) => existsSync(join(root, path)) && statSync(join(root, path)).isFile();
const read = (path: string) => (isFile(path) ? readFileSync(join(root, path), 'utf8') : undefined);
const text = read(PATH) ?? '';
const items = itemsOf(text);

/** How many boxes each list of document 004 has, in its order. */
const OF_004 = [
  ['Logging requirements', 9],
  ['HTTP server', 6],
  ['Message validation', 6],
  ['Registration messages', 4],
  ['Round management messages', 4],
  ['Game flow messages', 6],
  ['Error messages', 2],
  ['Startup sequence', 4],
  ['Game state machine', 4],
  ['Round robin for four players', 3],
  ['Scoring system', 4],
  ['League Manager', 10],
  ['Referee', 12],
  ['Player', 9],
  ['Protocol compliance tests', 5],
  ['Agent behaviour tests', 5],
  ['Integration tests', 4],
  ['Edge case tests', 10],
  ['Test coverage', 3],
  ['Quality: protocol compliance', 6],
  ['Quality: agent implementation', 6],
  ['Quality: game logic', 5],
  ['Quality: testing', 5],
  ['Quality: documentation', 5],
  ['SDK requirements', 7],
  ['Pre-development', 5],
  ['Development: league layer', 5],
  ['Development: referee layer', 6],
  ['Development: game layer', 5],
  ['Development: agents', 6],
  ['Development: testing', 6],
  ['Development: documentation', 5],
  ['Pre-submission', 9],
] as const;
/** Lists of 004 without boxes, the one of document 002, and what the other three documents ask for. */
const FURTHER = [
  ['004: required agent capabilities', 9],
  ['004: success criteria of the private league', 4],
  ['002: implementation checklist, for each interface', 10],
  ['004: must have, or be disqualified', 6],
  ['004: should have', 4],
  ['004: disqualification', 6],
  ['004: class league and submission', 8],
  ['000: player contracts', 10],
  ['001: referee contracts', 5],
  ['003: league manager contracts', 5],
] as const;

describe('the checklist', () => {
  test('has every line of every list, in order', () => {
    const counts = new Map<string, number>();
    for (const { section } of items) counts.set(section, (counts.get(section) ?? 0) + 1);
    expect([...counts]).toEqual([...OF_004, ...FURTHER]);
    expect(OF_004.reduce((sum, [, count]) => sum + count, 0)).toBe(191);
  });

  test('names files and tests that are there, and says why where something is not so', () => {
    expect(checkItems(PATH, items, read)).toEqual([]);
  });

  test('counts its ticks as they are', () => {
    const further = new Set<string>(FURTHER.map(([section]) => section));
    const [ours, others] = [false, true].map((isFurther) =>
      items.filter((item) => further.has(item.section) === isFurther),
    );
    const ticked = (list: typeof items = []) => list.filter(({ done }) => done).length;
    expect(text).toContain(`${ticked(ours)} of the ${ours?.length} lines of 004 are ticked.`);
    expect(text).toContain(`Of the further ${others?.length} lines ${ticked(others)} are ticked.`);
  });
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
