/** The bench on leagues of a few players: it measures what it says, and asserts no speed. */
import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { reportText } from '../../../SHARED/tools/performance/performance.ts';
import { type ScratchFolder, scratchFolder } from '../scratch_folder.ts';
import { freePortBase, league, until } from '../testing/rehearsal.ts';
import { typed } from '../testing/rehearsal_in_process.ts';
import { foreignLeagues } from './foreign_league.ts';
import { manyResults } from './many_results.ts';
import { ownLeagues } from './own_leagues.ts';
import { type Bench, runTimed } from './programs.ts';

const PATIENCE_MS = 300_000;
const isLinux = process.platform === 'linux';
let scratch: ScratchFolder;
let bench: Bench;

beforeAll(async () => {
  scratch = await scratchFolder('league-bench-');
  const interruption = { promise: new Promise<never>(() => {}), isThere: () => false };
  const [folder, portBase] = [scratch.path, await freePortBase()];
  bench = { isQuick: true, folder, portBase, interruption, tell: () => undefined };
});
afterAll(() => scratch.remove());

const positive = { asymmetricMatch: (values: unknown) => Array.isArray(values) && values.every((value) => value > 0) };

test('a league of foreign players is measured beside a loop of exchanges with them', {
  timeout: PATIENCE_MS,
}, async () => {
  const { rows } = await foreignLeagues(bench, [{ players: 4, times: 1 }]);
  expect(rows).toMatchObject([{ players: 4, matches: 6, per_second: positive, loop_per_second: positive }]);
  // Each player is invited, asked and told of each match, and hears of each round.
  expect(rows[0]?.per_match.exchanges).toBeGreaterThanOrEqual(8);
  expect(rows[0]?.per_match.bytes).toBeGreaterThan(1_000);
});

test('leagues of own strategies are measured by transport, records and rounds', { timeout: PATIENCE_MS }, async () => {
  const { rows } = await ownLeagues(bench, [
    { transport: 'memory', players: 6, times: 2 },
    { transport: 'http', players: 4, rounds: 1, times: 1 },
  ]);
  expect(rows).toMatchObject([
    { transport: 'memory', players: 6, records: 'files', matches: 15, per_second: positive },
    { transport: 'http', players: 4, records: 'files', matches: 2, disk_bytes: positive },
  ]);
  expect(rows[0]?.per_second).toHaveLength(2);
  if (isLinux) expect(Object.keys(rows[1]?.cpu_ms ?? {})).toEqual(expect.arrayContaining(['manager', 'referees']));
});

test('a manager is restarted on the results that were decided before', { timeout: PATIENCE_MS }, async () => {
  const results = await manyResults(bench, { players: 6, matches: 9 });
  expect(results).toMatchObject({ players: 6, matches: 9 });
  expect(results.restart_seconds).toBeGreaterThan(0);
  if (isLinux) expect(results.restart_memory_mb).toBeGreaterThan(20);
});

test.runIf(isLinux)('a program is timed with its output and the CPU time of its processes', async () => {
  const { seconds, out, roles } = await runTimed(process.execPath, ['-p', 'setTimeout(() => {}, 300); 6 * 7'], bench);
  expect(out).toBe('42\n');
  expect(seconds).toBeGreaterThan(0.3);
  expect(roles).toMatchObject([{ role: 'launcher', peakMb: expect.any(Number) }]);
});

test('a program that fails is a mistake with its last line', async () => {
  const words = ['-e', 'console.error("first\\nlast"); process.exit(3)'];
  await expect(runTimed(process.execPath, words, bench)).rejects.toThrow('last');
});

test.each([
  ['--only', 'league,start', /^league: --only takes some of foreign,.*, not "league"\n$/],
  ['--only', 'million', /^league: --only million was removed: use --only results[^\n]+\n$/],
  ['--quick', '--write', /^league: --write keeps figures of full runs; leave out --quick\n$/],
  ['--players', '50', /^league: --players was removed: [^\n]+\n$/],
])('%s %s is a mistake of one line', async (flag, value, line) => {
  const { code, out, err } = await typed('bench', flag, value);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(line);
});

test.skipIf(process.platform === 'win32')('a measurement that is interrupted leaves nothing behind', async () => {
  const home = await scratchFolder('league-interrupted-');
  vi.stubEnv('TMPDIR', home.path);
  const measuring = league('bench', '--quick', '--only', 'leagues');
  vi.unstubAllEnvs();
  try {
    await until('it to begin', () => (measuring.err().includes('own players') ? true : undefined));
    expect(await readdir(home.path)).toHaveLength(1);
    measuring.signal('SIGINT');
    expect(await measuring.ended()).toBe(1);
    expect(measuring.err()).toMatch(/\nleague: interrupted\n$/);
    expect(await readdir(home.path)).toEqual([]);
  } finally {
    await measuring.end();
    await home.remove();
  }
});

test('a report without any section is an empty text', () => {
  expect(reportText({ schema_version: '2.0.0' })).toBe('');
});
