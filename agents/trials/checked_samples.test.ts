/** The players we show to others pass the check: none of its steps fails, and nothing would disqualify them. */
import { mkdtempSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { CheckReport } from '../checker/report.ts';
import { ROOT } from '../launcher/world/installation.ts';
import { typed } from './testing/rehearsal_in_process.ts';
import { FLAT_PLAYER, LINE_PLAYERS, SHORTEST_PLAYERS } from './testing/stand_ins.ts';

const folder = mkdtempSync(join(tmpdir(), 'league-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A sample keeps its token where it is started, by its name. */
const program = (file: string) => {
  const path = resolve(ROOT, 'SHARED', 'testing', 'stand_ins', file);
  const run = file.endsWith('.py') ? 'python3' : `"${process.execPath}"`;
  return `cd "${folder}" && ${run} "${path}" "$LEAGUE_MANAGER" ${file.replace('.', '_')}`;
};

const SAMPLES: readonly (readonly [string, readonly string[]])[] = [
  ...['random', 'mirror'].map((name) => [`the strategy ${name}`, ['--strategy', name]] as const),
  ['the strategy of P02', ['--strategy', resolve(ROOT, 'agents', 'player_P02', 'strategy.ts')]],
  ['a player of tic-tac-toe', ['--strategy', 'perfect_tic_tac_toe', '--game', 'tic_tac_toe']],
  ...[...SHORTEST_PLAYERS, FLAT_PLAYER.file].map((file) => [file, ['--command', program(file)]] as const),
  ['v1_player.mjs', ['--command', program('v1_player.mjs')]],
  ['posting_player.mjs', ['--command', program('posting_player.mjs')]],
  ...LINE_PLAYERS.map((command, nth) => [`line player ${nth + 1}`, ['--command', command]] as const),
];

test.concurrent.each(SAMPLES)('%s passes', async (name, words) => {
  const junit = join(folder, `${name}.xml`);
  const run = await typed('check', ...words, '--matches', '4', '--json', '--junit', junit);
  const { steps, verdict } = JSON.parse(run.out) as CheckReport;
  expect(steps.filter(({ status }) => status === 'failed' || status === 'skipped')).toEqual([]);
  expect(verdict.disqualify).toContain('nothing would disqualify it');
  expect(run.code, run.err).toBe(0);
  expect(await readFile(junit, 'utf8')).toContain('failures="0"');
});

test('a player that is registered elsewhere is asked what needs no registration', async () => {
  const run = await typed('check', 'http://127.0.0.1:9/mcp', '--wait', '0', '--json');
  expect(run.code).toBe(1);
  const { steps, notes } = JSON.parse(run.out) as CheckReport;
  expect(notes).toEqual(['It has not registered here.']);
  expect(steps.find(({ number }) => number === 2)).toMatchObject({ status: 'failed', violation: 'invalid_endpoint' });
});

test('a player that cannot be reached passes no step, and is judged by that alone', async () => {
  const run = await typed('check', 'http://127.0.0.1:9/mcp', '--wait', '0', '--json');
  expect(run.code).toBe(1);
  const { steps, verdict } = JSON.parse(run.out) as CheckReport;
  const others = steps.filter(({ number }) => number > 2);
  expect(others.filter(({ status }) => status !== 'skipped')).toEqual([]);
  expect(verdict.count).toBe('this would be counted against it: invalid_endpoint');
});

test('words of a program on stdout are spoken of only where it never registers', async () => {
  const words = (file: string) => ['check', '--command', program(file), '--matches', '1'];
  const heard = await typed(...words('shortest_player.mjs'));
  expect(heard).toMatchObject({ code: 0, err: '' });
  const never = await typed('check', '--command', 'echo "I am here"; sleep 60', '--wait', '2');
  expect(never.code).toBe(1);
  expect(never.err).toContain('a line on stdout that is no JSON-RPC');
});

test('a program that ends at once is told with its last words', async () => {
  const run = await typed('check', '--command', 'echo "no module named player" >&2; exit 3');
  expect(run.code).toBe(1);
  expect(run.out).toMatch(/FAIL {2}1\. registers: .*exit code 3.*no module named player/);
});

test.each([
  [[], /name one player/],
  [['http://localhost:1', '--strategy', 'random'], /name one player/],
  [['--strategy', 'no_such_strategy'], /no_such_strategy/],
  [['--strategy', 'random', '--matches', '0'], /--matches takes/],
])('what was typed wrong is one line and exit code 2', async (words, line) => {
  const run = await typed('check', ...words);
  expect(run.code).toBe(2);
  expect(run.err).toMatch(line);
});
