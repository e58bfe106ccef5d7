/** The tests that doc/RELIABILITY.md names are there, under their names. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../launcher/world/installation.ts';
import { AGENT_BUGS } from './testing/planted_agent_bugs.ts';
import { ELECTION_BUGS } from './testing/planted_election_bugs.ts';
import { HABIT_BUGS } from './testing/planted_habit_bugs.ts';
import { MANAGER_BUGS } from './testing/planted_manager_bugs.ts';
import { RECORD_BUGS } from './testing/planted_record_bugs.ts';
import { TOLD_BUGS } from './testing/planted_told_bugs.ts';

const document = await readFile(resolve(ROOT, 'doc/RELIABILITY.md'), 'utf8');
const [, findings = ''] = /## What a hostile world and a bad day found\n([\s\S]*?)\n## Figures/.exec(document) ?? [];
const named = [...findings.matchAll(/`((?:SHARED|agents)\/[\w/]+\.test\.ts)` ((?:"[^"]+"(?:, )?)+)/g)].map(
  ([, file = '', titles = '']) => ({ file, titles: [...titles.matchAll(/"([^"]+)"/g)].map(([, title = '']) => title) }),
);

describe('the findings in RELIABILITY', () => {
  test('name a test or a command each', () => {
    const rows = findings
      .split('\n')
      .filter((line) => line.startsWith('| ') && !/^\| (finding|what did not hold) \|/.test(line));
    expect(rows.length).toBeGreaterThan(35);
    for (const row of rows) expect(row).toMatch(/\.test\.ts` "/);
  });

  test.each(named)('name tests that are there: $file', async ({ file, titles }) => {
    const source = await readFile(resolve(ROOT, file), 'utf8');
    for (const title of titles) expect(source).toContain(title);
  });
});

test('RELIABILITY counts the planted bugs', () => {
  const count = [
    ...[...MANAGER_BUGS, ...AGENT_BUGS, ...TOLD_BUGS],
    ...[...HABIT_BUGS, ...RECORD_BUGS, ...ELECTION_BUGS],
  ].length;
  expect(document).toContain(`| planted bugs | ${count} faults put into the parts`);
});
