/** Leagues of other people's players over plain HTTP, each beside a loop of ten exchanges with the same players. */
import { join } from 'node:path';
import type { ForeignRow } from '../../../SHARED/tools/performance/bench_report.ts';
import { Mistake } from '../../launcher/options.ts';
import { ROOT } from '../../launcher/world/installation.ts';
import type { Program } from '../testing/rehearsal.ts';
import {
  type Bench,
  figuresOf,
  jsonMicroseconds,
  leagueWords,
  placeWords,
  runTimed,
  startProgram,
} from './programs.ts';

const STAND_INS = join(ROOT, 'SHARED', 'testing', 'stand_ins');

/** Rows of players and times that each is measured. */
const IN_FULL = [
  { players: 50, times: 5 },
  { players: 100, times: 3 },
  { players: 150, times: 1 },
];
const QUICK = [{ players: 50, times: 1 }];

export async function foreignLeagues(
  bench: Bench,
  sizes = bench.isQuick ? QUICK : IN_FULL,
): Promise<{ readonly rows: readonly ForeignRow[] }> {
  const rows: ForeignRow[] = [];
  for (const { players, times } of sizes) {
    const laps: Awaited<ReturnType<typeof oneLap>>[] = [];
    for (let lap = 1; lap <= times; lap++) {
      laps.push(await oneLap(players, join(bench.folder, `foreign_${players}_${lap}`), bench));
      const { perSecond, loopPerSecond } = laps.at(-1) as (typeof laps)[number];
      bench.tell(`${players} foreign players: ${perSecond.toFixed(0)} matches/s, loop ${loopPerSecond.toFixed(0)}`);
    }
    const [{ matches = 0, exchanges = 0, bytes = 0 } = {}] = laps;
    const list = (of: (lap: (typeof laps)[number]) => number, digits: number) =>
      laps.map((lap) => Number(of(lap).toFixed(digits)));
    rows.push({
      ...{ players, matches },
      per_second: list(({ perSecond }) => perSecond, 1),
      loop_per_second: list(({ loopPerSecond }) => loopPerSecond, 1),
      json_us: list(({ jsonUs }) => jsonUs, 2),
      cpu_ms: { manager: list(({ manager }) => manager, 3), referees: list(({ referees }) => referees, 3) },
      per_match: { exchanges: Number((exchanges / matches).toFixed(1)), bytes: Math.round(bytes / matches) },
    });
  }
  return { rows };
}

interface ForeignResult {
  readonly matches: number;
  readonly seconds: number;
  readonly results: { readonly [status: string]: number };
  readonly exchanges: number;
  readonly bytes: number;
}

/** One league from its first round to its last result, then the loop. */
async function oneLap(players: number, folder: string, bench: Bench) {
  const jsonUs = jsonMicroseconds();
  const { portBase } = bench;
  const programs: Program[] = [];
  const start = (...words: readonly string[]) => {
    programs.push(startProgram(words, bench));
    return programs.at(-1) as Program;
  };
  const words = ['--port-base', String(portBase), ...placeWords(folder)];
  const manager = `http://localhost:${portBase}/mcp`;
  try {
    const league = start(...leagueWords('manager', ...words));
    await league.says(/listens at/);
    const referees = ['REF01', 'REF02'].map((id) => start(...leagueWords('referee', '--id', id, ...words)));
    for (const referee of referees) await referee.says(/is registered/);
    const foreign = start(join(STAND_INS, 'many_players.mjs'), manager, String(players));
    const [playersLine] = await foreign.says(/^\{"players".*$/m);
    const agents = [league, ...referees].map(({ pid }) => pid);
    const cpuAtStart = foreign.says(/"begun"/).then(() => cpuOf(agents));
    const command = runTimed(process.execPath, leagueWords('start', '--manager', manager, ...words.slice(2, 4)), bench);
    const [startMs] = await Promise.all([cpuAtStart, command]);
    const [text] = await foreign.says(/^\{"matches".*$/m);
    const endMs = await cpuOf(agents);
    const result = JSON.parse(text) as ForeignResult;
    const badStatus = Object.keys(result.results).find((status) => status !== 'WIN' && status !== 'DRAW');
    if (badStatus !== undefined) throw new Mistake(`a foreign player was told ${badStatus}`);
    const addresses = (JSON.parse(playersLine) as { players: string[] }).players;
    const loop = [join(STAND_INS, 'exchange_loop.mjs'), String(result.matches), ...addresses];
    const { out } = await runTimed(process.execPath, loop, bench);
    const [managerMs = 0, ...refereesMs] = endMs.map((ms, i) => (ms - (startMs[i] ?? 0)) / result.matches);
    return {
      ...result,
      jsonUs,
      manager: managerMs,
      referees: refereesMs.reduce((sum, ms) => sum + ms, 0),
      perSecond: result.matches / result.seconds,
      loopPerSecond: result.matches / (JSON.parse(out) as { seconds: number }).seconds,
    };
  } finally {
    for (const program of programs) await program.end();
  }
}

async function cpuOf(pids: readonly number[]): Promise<readonly number[]> {
  const figures = await Promise.all(pids.map(figuresOf));
  return figures.map((figure) => figure?.cpuMs ?? 0);
}
