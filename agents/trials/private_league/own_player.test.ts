import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verdictOn } from '../../checker/report.ts';
import type { CheckedMatch } from '../../checker/watch.ts';
import { typed } from '../testing/rehearsal_in_process.ts';
import { criteriaOf, type OwnResults, ownResultsText } from './own_player.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'league-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const game = (more: Partial<CheckedMatch> = {}): CheckedMatch => ({
  match_id: 'R1M1',
  opponent_id: 'SPAR1',
  result: 'won',
  ...more,
});
const results = (matches: readonly CheckedMatch[]): OwnResults => ({
  player: 'mine.ts',
  date: '2026-01-15',
  command: 'npx league private-league --player mine.ts',
  against: [{ name: 'random', matches }],
  matches,
  steps: [],
  verdict: verdictOn([]),
});
const row = (what: RegExp, matches: readonly CheckedMatch[]) =>
  criteriaOf(results(matches)).find((each) => what.test(each.what));

test('a timeout breaks the row of games, and too few games are not judged', () => {
  const late = game({ result: 'lost', fault: { cause: 'timeout', sentence: 'it did not answer in time' } });
  const many = Array.from({ length: 50 }, () => game());
  expect(row(/timeouts/, many)).toMatchObject({ isMet: true, seen: '50 in a row, of 50 games' });
  expect(row(/timeouts/, [...many.slice(0, 30), late, ...many.slice(0, 30)])).toMatchObject({ isMet: false });
  expect(row(/timeouts/, many.slice(1))?.isMet).toBeUndefined();
});

test('the win rate that cannot be reached by skill is shown and not judged', () => {
  const drawn = game({ result: 'drawn' });
  const seen = row(/60 %/, [game(), drawn, drawn, game({ result: 'lost' })]);
  expect(seen?.isMet).toBeUndefined();
  expect(seen?.seen).toMatch(/^1 of 4 games won; of the 2 decided 50/);
  expect(ownResultsText(results([drawn]))).toContain('cannot be reached by skill');
});

test('a strategy of one’s own goes through the first phase, and its results are written', async () => {
  const out = join(folder, 'TEST_RESULTS.md');
  const strategy = join(folder, 'mine.mjs');
  await writeFile(strategy, 'export const strategy = ({ moves }) => moves[0];\n');
  const run = await typed('private-league', '--player', strategy, '--games', '3', '--out', out);
  expect(run.code, run.err).toBe(0);
  const text = await readFile(out, 'utf8');
  for (const opponent of ['random', 'always:even', 'mirror', 'itself']) {
    expect(text).toMatch(new RegExp(`^\\| ${opponent} \\| 3 \\|`, 'm'));
  }
  expect(text).not.toContain('its version before');
  expect(text).toMatch(/100 % protocol compliance \| no breach \| yes/);
});

test('the version before is met where it is named, and stands in the command', async () => {
  const out = join(folder, 'AGAIN.md');
  const strategy = join(folder, 'newer.mjs');
  await writeFile(strategy, 'export const strategy = ({ moves }) => moves[0];\n');
  const words = ['private-league', '--player', strategy, '--games', '1', '--previous', 'random'];
  const run = await typed(...words, '--out', out);
  expect(run.code, run.err).toBe(0);
  const text = await readFile(out, 'utf8');
  expect(text).toMatch(/^\| its version before \| 1 \|/m);
  expect(text).toContain(`\`npx league ${words.join(' ')}\``);
});

test('a strategy that throws is told by the step that names it', async () => {
  const strategy = join(folder, 'throws.mjs');
  await writeFile(strategy, 'export const strategy = () => { throw new Error("no idea"); };\n');
  const out = join(folder, 'THROWS.md');
  const run = await typed('private-league', '--player', strategy, '--games', '1', '--out', out);
  expect(run.code).toBe(1);
  expect(await readFile(out, 'utf8')).toMatch(/decides by itself \| failed \| .*no idea/);
  const verdict =
    'league: 100 % protocol compliance is not met: no message broke a rule, and this failed: decides by itself';
  expect(run.err.split('\n')).toContain(verdict);
  expect(run.err).toMatch(
    /^league: win rate over 60 % against a random agent is not judged: .* cannot be reached by skill/m,
  );
});
