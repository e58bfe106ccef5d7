/** `npm start`, leagues of our own strategies as `league run` plays them, and a league whose referees starve. */
import { join } from 'node:path';
import { nodeDisk } from '../../../SHARED/league_sdk/disk/node_disk.ts';
import { median, type OwnRow } from '../../../SHARED/tools/performance/bench_report.ts';
import { Mistake } from '../../launcher/options.ts';
import { ledgersIn } from '../../launcher/world/installation.ts';
import type { LeagueEvent } from '../../league_manager/league/events.ts';
import type { Starved } from '../chaos/starve.ts';
import { folderBytes } from '../scratch_folder.ts';
import { type Bench, jsonMicroseconds, leagueWords, placeWords, runTimed, type TimedRun } from './programs.ts';

const LEAGUE = 'league_2025_even_odd';

/** The default league from the command to its exit in a clone that is set up, and npm with nothing to run. */
export async function starts(bench: Bench) {
  const [seconds, npmAlone]: [number[], number[]] = [[], []];
  const start = (folder: string) =>
    runTimed('npm', ['start', '--', '--port-base', String(bench.portBase), ...placeWords(folder)], bench);
  // The first one finds nothing in the caches of the machine.
  await start(join(bench.folder, 'start'));
  for (let i = 1; i <= (bench.isQuick ? 1 : 9); i++) {
    seconds.push(round((await start(join(bench.folder, `start_${i}`))).seconds, 2));
    npmAlone.push(round((await runTimed('npm', ['run', '--if-present', 'nothing'], bench)).seconds, 2));
  }
  bench.tell(`npm start: ${median(seconds).toFixed(2)} s`);
  return { seconds, npm_alone_seconds: npmAlone };
}

type Kind = Pick<OwnRow, 'transport' | 'players'> & { readonly rounds?: number; readonly times: number };

const QUICK: readonly Kind[] = [
  { transport: 'memory', players: 50, times: 1 },
  { transport: 'http', players: 50, times: 1 },
  { transport: 'http', players: 500, rounds: 2, times: 1 },
];
const IN_FULL: readonly Kind[] = [
  ...[50, 150].map((players) => ({ transport: 'memory', players, times: 3 })),
  ...[10, 50, 150].map((players) => ({ transport: 'http', players, times: 3 })),
  ...[50, 150].map((players) => ({ transport: 'stdio', players, times: 1 })),
  { transport: 'http', players: 10_000, rounds: 2, times: 1 },
];

/** Leagues of our own strategies, in turn. */
export async function ownLeagues(
  bench: Bench,
  kinds = bench.isQuick ? QUICK : IN_FULL,
): Promise<{ readonly rows: readonly OwnRow[] }> {
  const laps = kinds.map((): Lap[] => []);
  for (let turn = 0; turn < Math.max(...kinds.map(({ times }) => times)); turn++) {
    for (const [i, kind] of kinds.entries()) {
      if (turn >= kind.times) continue;
      const lap = await oneLap(kind, join(bench.folder, `own_${i}_${turn}`), bench);
      laps[i]?.push(lap);
      bench.tell(`${kind.players} own players over ${kind.transport}: ${lap.perSecond.toFixed(0)} matches/s`);
    }
  }
  return { rows: kinds.map((kind, i) => rowOf(kind, laps[i] ?? [])) };
}

interface Lap {
  readonly matches: number;
  readonly records: string;
  readonly logSample: number;
  readonly perSecond: number;
  readonly registerSeconds: number;
  readonly diskBytes: number;
  readonly logBytes: number;
  readonly jsonUs: number;
  readonly roles: TimedRun['roles'];
}

async function oneLap({ transport, players, rounds }: Kind, folder: string, bench: Bench): Promise<Lap> {
  const jsonUs = jsonMicroseconds();
  const size = ['--players', String(players), ...(rounds === undefined ? [] : ['--max-rounds', String(rounds)])];
  const place = ['--port-base', String(bench.portBase), ...placeWords(folder)];
  const { roles } = await runTimed(
    process.execPath,
    leagueWords('run', '--transport', transport, '--quiet', ...size, ...place),
    bench,
  );
  const disk = nodeDisk();
  const data = join(folder, 'data');
  const ledger = await ledgersIn({ data }, disk).read<LeagueEvent>(LEAGUE);
  const run = JSON.parse((await disk.read(join(data, 'leagues', LEAGUE, 'run.json'))) ?? '{}');
  await disk.close();
  const events = ledger.ok ? (ledger.value?.lines.flat() ?? []) : [];
  const timesOf = (type: LeagueEvent['type']) =>
    events.filter((event) => event.type === type).map(({ at }) => Date.parse(at) / 1_000);
  const span = (from = 0, to = 0) => to - from;
  const [results, registrations] = [timesOf('match_decided'), timesOf('agent_registered')];
  return {
    ...{ matches: results.length, records: run.options.records, jsonUs, roles },
    logSample: Number(run.options['log-sample'] ?? 1),
    perSecond: results.length / span(timesOf('league_started')[0], results.at(-1)),
    registerSeconds: span(registrations[0], registrations.at(-1)),
    diskBytes: (await folderBytes(folder)) / results.length,
    logBytes: (await folderBytes(join(folder, 'logs', 'agents'))) / results.length,
  };
}

function rowOf({ transport, players }: Kind, laps: readonly Lap[]): OwnRow {
  const [{ matches = 0, records = '', logSample = 1 } = {}] = laps;
  const list = (of: (lap: Lap) => number, digits: number) => laps.map((lap) => round(of(lap), digits));
  const names = laps[0]?.roles.map(({ role }) => role) ?? [];
  const sum = (lap: Lap, name: string, of: (figures: Lap['roles'][number]) => number) =>
    lap.roles.filter(({ role }) => role === name).reduce((all, figures) => all + of(figures), 0);
  return {
    ...{ transport, players, records, log_sample: logSample, matches },
    per_second: list(({ perSecond }) => perSecond, 1),
    register_seconds: list(({ registerSeconds }) => registerSeconds, 1),
    json_us: list(({ jsonUs }) => jsonUs, 2),
    cpu_ms: Object.fromEntries(
      names.map((name) => [name, list((lap) => sum(lap, name, ({ cpuMs }) => cpuMs) / matches, 3)]),
    ),
    memory_mb: Object.fromEntries(
      names.map((name) => [name, list((lap) => sum(lap, name, ({ peakMb }) => peakMb), 0)]),
    ),
    disk_bytes: list(({ diskBytes }) => diskBytes, 0),
    log_bytes: list(({ logBytes }) => logBytes, 0),
  };
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

/** Referees at 1 % of a core, and a second for every answer: each loss of a healthy player is a false one. */
export async function starvedReferees(bench: Bench) {
  const size = bench.isQuick ? ['--players', '4', '--matches', '6'] : ['--players', '12', '--matches', '66'];
  const { out } = await runTimed(process.execPath, leagueWords('chaos', '--starve', '--json', ...size), bench, [0, 1]);
  if (out === '') throw new Mistake('league chaos --starve ended without figures');
  const { by, matches, technical_losses, seconds } = JSON.parse(out) as Starved;
  bench.tell(`starved referees: ${technical_losses.length} false losses in ${matches} matches`);
  return { held_by: by, matches, false_losses: technical_losses.length, seconds };
}
