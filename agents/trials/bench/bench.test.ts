/** The measurement measured: the bare loop does what the league does, no more and no less. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { systemClock } from '../../../SHARED/core/clock.ts';
import { httpTransport } from '../../../SHARED/league_sdk/transport/http/http.ts';
import { type ScratchFolder, scratchFolder } from '../scratch_folder.ts';
import { freePortBase, league, until } from '../testing/rehearsal.ts';
import { typed } from '../testing/rehearsal_in_process.ts';
import { bareInMemory } from './bare_slices.ts';
import { bench, type Figure, median } from './bench.ts';
import { figuresJson, figuresText } from './bench_command.ts';
import { WIRES } from './contest.ts';
import { fieldOf } from './field.ts';
import { record } from './recording.ts';

const PLAYERS = 4;
const MATCHES = 6;
let scratch: ScratchFolder;
let portBase: number;

beforeAll(async () => {
  scratch = await scratchFolder('league-bench-');
  portBase = await freePortBase();
});
afterAll(() => scratch.remove());

describe('a league of four', () => {
  const told: string[] = [];
  const emptied: string[] = [];
  let figures: readonly Figure[];

  beforeAll(async () => {
    figures = await bench({
      players: [PLAYERS],
      rounds: 3,
      matchesInMemory: MATCHES + 1,
      budgetMs: 0,
      portBase,
      folder: join(scratch.path, 'bench'),
      emptied: async (folder) => void emptied.push(folder),
      tell: (line) => told.push(line),
    });
    // Sixty-four processes, on a machine that may have other things to do.
  }, 300_000);

  test('is measured once over every wire when there is no time for more', () => {
    expect(figures.map(({ wire, players, slices }) => [wire, players, slices])).toEqual(
      WIRES.map((wire) => [wire, PLAYERS, 1]),
    );
    expect(told.filter((line) => line.includes('slice 1'))).toHaveLength(WIRES.length);
    expect(emptied).toHaveLength(WIRES.length);
  });

  test.each(WIRES)('over %s makes exactly the round trips of the bare loop, with as many bytes', (wire) => {
    const { traffic } = figures.find((figure) => figure.wire === wire) as Figure;
    // Six agents hear of three rounds, and six matches take eight trips each.
    expect(traffic.league.trips * MATCHES).toBeCloseTo(6 * 3 + 8 * MATCHES, 9);
    expect(traffic.bare.trips).toBe(traffic.league.trips);
    expect(traffic.bare.bytes / traffic.league.bytes).toBeGreaterThan(0.98);
    expect(traffic.bare.bytes / traffic.league.bytes).toBeLessThan(1.02);
  });

  test('is told to programs in one document', () => {
    const rate = { league: expect.any(Number), bare: expect.any(Number), ratio: expect.any(Number) };
    const cpu = { manager_cpu_ms: expect.any(Number), manager_cpu_ms_with_readers: expect.any(Number) };
    const compared = { ...rate, with_mcp: expect.any(Number), ...cpu, cost_of_readers: expect.any(Number) };
    const document = JSON.parse(figuresJson(figures));
    expect(document).toEqual({
      http: { ...compared, by_players: { [PLAYERS]: compared } },
      stdio: { ...rate, by_players: { [PLAYERS]: rate } },
      memory: { ...rate, by_players: { [PLAYERS]: rate } },
    });
    for (const wire of WIRES) {
      const { by_players, ...numbers } = document[wire];
      const { league, bare, ratio } = numbers;
      expect(Math.min(league, bare, ratio)).toBeGreaterThan(0);
      expect(ratio).toBeCloseTo(league / bare, 2);
      expect(by_players[PLAYERS]).toEqual(numbers);
    }
  });

  test('is told to people in a table', () => {
    for (const wire of WIRES) expect(figuresText(figures)).toMatch(new RegExp(`^  ${wire} +${PLAYERS} .*/s`, 'm'));
    expect(figuresText(figures)).toMatch(
      /^10 readers of the event stream cost the manager of 4 players -?\d+\.\d % of its CPU per match: \d+\.\d\d ms instead of \d+\.\d\d ms\.$/m,
    );
  });
});

test('a recording in memory has the traffic of one over sockets', async () => {
  const field = await fieldOf({ players: PLAYERS, portBase, folder: join(scratch.path, 'sockets'), rounds: 3 });
  const wires = httpTransport({ clock: systemClock });
  const [inMemory, overSockets] = [await record(field), await record(field, wires)];
  await wires.close();
  expect(overSockets.traffic.trips).toBe(inMemory.traffic.trips);
  expect(overSockets.traffic.bytes / inMemory.traffic.bytes).toBeCloseTo(1, 2);
});

test('players that share a process have addresses of their own in the bare loop as well', async () => {
  const field = await fieldOf({ players: 20, portBase, folder: join(scratch.path, 'hosted'), rounds: 2 });
  expect(field.roster.hosts).toBeGreaterThan(0);
  expect(field.matches).toBe(20);
  const { script, traffic } = await record(field);
  expect(new Set(script.agents.map(({ address }) => address)).size).toBe(22);
  const bare = await bareInMemory(field, script);
  expect(bare.traffic.trips).toBe(traffic.trips);
});

test('the biggest league stands for its wire', () => {
  const traffic = { league: { trips: 10, bytes: 100 }, bare: { trips: 10, bytes: 100 } };
  const figure = (players: number): Figure[] =>
    WIRES.map((wire) => ({ wire, players, league: players, bare: 2 * players, ratio: 0.5, slices: 1, traffic }));
  const { http } = JSON.parse(figuresJson([...figure(50), ...figure(10)]));
  expect(http.league).toBe(50);
  expect(Object.keys(http.by_players)).toEqual(['10', '50']);
});

test.each([
  [[3, 1, 2], 2],
  [[4, 1, 2, 3], 2.5],
  [[7], 7],
])('the median of %j is %d', (values, middle) => {
  expect(median(values)).toBe(middle);
});

test.each(['1', '10,', 'ten', '10,2000', '-5'])('`--players=%s` is a mistake of one line', async (players) => {
  const { code, out, err } = await typed('bench', `--players=${players}`);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(/^league: --players takes whole numbers from 2 to 1000, separated by commas, not "[^\n]+\n$/);
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
