/** The measurement measured: the bare loop does what the league does, no more and no less. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { systemClock } from '../../../SHARED/core/clock.ts';
import { httpTransport } from '../../../SHARED/league_sdk/transport/http/http.ts';
import { cpuOf, type LeagueFigures, median } from '../../../SHARED/tools/performance/bench_report.ts';
import { type ScratchFolder, scratchFolder } from '../scratch_folder.ts';
import { freePortBase, league, until } from '../testing/rehearsal.ts';
import { typed } from '../testing/rehearsal_in_process.ts';
import { bareInMemory } from './bare/bare_slices.ts';
import { bench } from './bench.ts';
import { fieldOf } from './field.ts';
import { WIRES } from './league_lap.ts';
import { record } from './recording.ts';
import { benchText } from './report_text.ts';
import { starvedLeagues } from './starved.ts';

/** The fewest players that share processes: a league of four processes, however many players it has. */
const PLAYERS = 18;
const ROUNDS = 2;
const MATCHES = 18;
const isLinux = process.platform === 'linux';
let scratch: ScratchFolder;
let portBase: number;
const told: string[] = [];

beforeAll(async () => {
  scratch = await scratchFolder('league-bench-');
  portBase = await freePortBase();
});
afterAll(() => scratch.remove());

function options() {
  return {
    ...{ players: PLAYERS, rounds: ROUNDS, referees: 1, slices: 1, sliceMs: 0, portBase },
    folder: join(scratch.path, 'bench'),
    tell: (line: string) => void told.push(line),
  };
}

describe('a small league', () => {
  let figures: readonly LeagueFigures[];

  beforeAll(async () => {
    figures = await bench({ ...options(), players: [PLAYERS], wires: WIRES });
    // Sixteen processes, on a machine that may have other things to do.
  }, 300_000);

  test('is measured over every wire, once for every slice', () => {
    expect(figures.map(({ wire, players, league, bare }) => [wire, players, league.length, bare.length])).toEqual(
      WIRES.map((wire) => [wire, PLAYERS, 1, 1]),
    );
    expect(told.filter((line) => line.includes('slice 1'))).toHaveLength(WIRES.length);
  });

  test.each(WIRES)('over %s makes exactly the round trips of the bare loop, with as many bytes', (wire) => {
    const { per_match } = figures.find((figure) => figure.wire === wire) as LeagueFigures;
    // Nineteen agents hear of two rounds, and eighteen matches take eight trips each.
    expect(per_match.trips).toBeCloseTo((19 * ROUNDS) / MATCHES + 8, 1);
    expect(per_match.bare_trips).toBe(per_match.trips);
    expect(per_match.bare_bytes / per_match.bytes).toBeGreaterThan(0.98);
    expect(per_match.bare_bytes / per_match.bytes).toBeLessThan(1.02);
  });

  test.each(WIRES)('over %s has a rate, a ratio and the time of every step', (wire) => {
    const {
      league: rate,
      bare,
      ratio,
      steps_ms,
      per_match,
    } = figures.find((one) => one.wire === wire) as LeagueFigures;
    expect(median(rate)).toBeGreaterThan(0);
    expect(median(ratio)).toBeCloseTo(median(rate) / median(bare), 1);
    expect(Object.keys(steps_ms)).toEqual(['announcement', 'invitation', 'choice', 'report', 'game over', 'match']);
    for (const { p50, p95, p99 } of Object.values(steps_ms))
      expect([p50, p95, p99]).toEqual([p50, p95, p99].sort((a, b) => a - b));
    expect(median(per_match.disk_bytes)).toBeGreaterThan(1_000);
  });

  test.runIf(isLinux)('tells CPU time and memory of every role, of the bare loop as well', () => {
    const [http, stdio, memory] = figures as [LeagueFigures, LeagueFigures, LeagueFigures];
    for (const { cpu_ms, bare_cpu_ms, memory_mb } of [http, stdio])
      for (const roles of [cpu_ms, bare_cpu_ms, memory_mb])
        expect(Object.keys(roles)).toEqual(expect.arrayContaining(['manager', 'referees', 'hosts']));
    // The hub of pipes is in this process; over HTTP it only looks on.
    expect(Object.keys(http.cpu_ms)).not.toContain('here');
    expect(Object.keys(stdio.cpu_ms)).toContain('here');
    expect(Object.keys(memory.cpu_ms)).toEqual(['here']);
    expect(cpuOf(http.memory_mb, 'manager')).toBeGreaterThan(20);
  });

  test('is told to people in a table', () => {
    const machine = { processor: 'one', cores: 2, memory_gb: 8, node: 'v1', system: 'Linux' };
    const leagues = { at: '2026-01-01T00:00:00.000Z', command: 'npm run bench', machine, rows: figures };
    const text = benchText({ schema_version: '1.0.0', leagues });
    for (const wire of WIRES) expect(text).toMatch(new RegExp(`^  ${wire} +${PLAYERS} .*/s`, 'm'));
    expect(text).toMatch(/invitation \d+\/\d+\/\d+/);
  });
});

test('a league beside busy loops is looked through for technical losses', async () => {
  const starved = await starvedLeagues({ ...options(), rounds: 1, matches: 1, loops: 1, wire: 'memory' });
  expect(starved).toMatchObject({ loops: 1, matches: 9, technical_losses: 0 });
}, 300_000);

test('a recording in memory has the traffic of one over sockets', async () => {
  const field = await fieldOf({ players: 4, portBase, folder: join(scratch.path, 'sockets'), rounds: 3 });
  const wires = httpTransport({ clock: systemClock });
  const [inMemory, overSockets] = [await record(field), await record(field, wires)];
  await wires.close();
  expect(overSockets.traffic.trips).toBe(inMemory.traffic.trips);
  expect(overSockets.traffic.bytes / inMemory.traffic.bytes).toBeCloseTo(1, 2);
});

test('the bare loop goes through the rounds of its recording again, with an address for every player', async () => {
  const field = await fieldOf({ players: 20, portBase, folder: join(scratch.path, 'hosted'), rounds: 2 });
  expect(field.roster.hosts).toBeGreaterThan(0);
  expect(field.matches).toBe(20);
  const { script, traffic } = await record(field);
  expect(new Set(script.agents.map(({ address }) => address)).size).toBe(22);
  const bare = await bareInMemory(field, { ...script, plays: 6 });
  expect(bare.results).toHaveLength(60);
  expect(bare.traffic).toEqual({ trips: 3 * traffic.trips, bytes: expect.any(Number) });
});

test.each(['1', '10,', 'ten', '10,20000', '-5'])('`--players=%s` is a mistake of one line', async (players) => {
  const { code, out, err } = await typed('bench', `--players=${players}`);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(/^league: --players takes whole numbers from 2 to 10000, separated by commas, not "[^\n]+\n$/);
});

test.each([
  ['--only', 'league,start', /^league: --only takes all, or some of leagues,.*, not "league"\n$/],
  ['--records', 'file', /^league: --records takes files or segments, not "file"\n$/],
  ['--only', 'leagues,million', /^league: --only million was removed: use --only thousand[^\n]+\n$/],
  ['--wires', 'pipes', /^league: --wires takes some of http,stdio,memory, not "pipes"\n$/],
  ['--slices', '0', /^league: --slices takes a whole number from 1 to 100, not "0"\n$/],
])('%s %s is a mistake of one line', async (flag, value, line) => {
  const { code, out, err } = await typed('bench', flag, value);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(line);
});

test.skipIf(process.platform === 'win32')('a measurement that is interrupted leaves nothing behind', async () => {
  const home = await scratchFolder('league-interrupted-');
  vi.stubEnv('TMPDIR', home.path);
  const measuring = league('bench', '--quick', '--players', '4');
  vi.unstubAllEnvs();
  try {
    await until('it to begin', () => (measuring.err().includes('recording') ? true : undefined));
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
