/** Measures leagues beside the bare loop, slice by slice in turn, so that other work of the machine hits both. */
import { join } from 'node:path';
import type { LeagueFigures } from '../../../SHARED/tools/performance/bench_report.ts';
import { type FieldOptions, fieldOf } from './field.ts';
import { leagueLap, type WireName, warmUpOf } from './league_lap.ts';
import { sliceInMemory } from './memory/memory_slice.ts';
import type { ByRole } from './roles.ts';
import { type Contest, contestOf, goOn, playSlice, type Slice } from './slice.ts';
import { percentile, STEPS } from './steps.ts';
import { byRole, peakOf, rolesOver, rounded, sumOf } from './sums.ts';

export interface BenchOptions {
  readonly players: readonly number[];
  readonly wires: readonly WireName[];
  /** The most rounds of each league. */
  readonly rounds: number;
  /** The number of referees; absent: as the configuration says. */
  readonly referees?: number;
  /** How matches and histories are kept; absent: as a run of so many players keeps them. */
  readonly records?: string | undefined;
  readonly slices: number;
  /** A slice has leagues of at least so long, and as much of the bare loop. */
  readonly sliceMs: number;
  readonly portBase: number;
  /**
   * A folder for everything that is written. Nothing in it is removed before all is measured: for minutes, ext4 looks at
   * every file that was removed before it creates another one, and charges that to the league that is measured next.
   */
  readonly folder: string;
  readonly tell: (line: string) => void;
  /** Whether the caller wants it to stop; it rejects then, as soon as what is being played is over. */
  readonly isCalledOff?: () => boolean;
  /** Resolves when it does; what is played in another process is not waited for then. */
  readonly calledOff?: Promise<string>;
}

/** One wire with one number of players, and the laps of each slice. */
interface WireContest extends Contest {
  readonly wire: WireName;
  readonly options: FieldOptions;
  readonly slices: Slice[];
}

/** Measures every wire with every number of players; the figures are in this order. */
export async function bench(options: BenchOptions): Promise<readonly LeagueFigures[]> {
  const { slices, folder, tell, sliceMs, isCalledOff, calledOff } = options;
  const contests = await contestsOf(options);
  let played = 0;
  for (let nth = 0; nth < slices; nth++) {
    for (const contest of contests) {
      goOn(options);
      played += 1;
      const { wire } = contest;
      const slice = { wire, nth, home: join(folder, `slice_${played}`), sliceMs, isCalledOff, calledOff };
      const play = wire === 'memory' ? sliceInMemory(contest.options, slice) : playSlice(contest, slice);
      contest.slices.push(await play);
      tell(progressOf(contest));
    }
  }
  return contests.map(figuresOf);
}

async function contestsOf(options: BenchOptions): Promise<readonly WireContest[]> {
  const { wires, rounds, portBase, tell, referees, records } = options;
  const contests: WireContest[] = [];
  for (const players of options.players) {
    goOn(options);
    tell(`recording a league of ${players} players`);
    const folder = join(options.folder, `field_${players}`);
    const named = { players, rounds, portBase, folder, records, ...(referees === undefined ? {} : { referees }) };
    const contest = await contestOf(named);
    for (const wire of wires) contests.push({ ...contest, wire, options: named, slices: [] });
  }
  return contests;
}

const NONE = { trips: 0, bytes: 0 };

function figuresOf({ wire, field, slices }: WireContest): LeagueFigures {
  const roles = rolesOver(wire);
  const of = (side: 'league' | 'bare', isWarm = false) => slices.map((slice) => sumOf(slice[side], roles, isWarm));
  const shares = (part: ReturnType<typeof of>, all: ReturnType<typeof of>) =>
    part.map(({ perSecond }, i) => perSecond / (all[i]?.perSecond ?? 0));
  const rates = (sums: ReturnType<typeof of>) =>
    rounded(
      sums.map(({ perSecond }) => perSecond),
      1,
    );
  const cpu = (sums: ReturnType<typeof of>) =>
    byRole(
      sums.map(({ cpuMs }) => cpuMs),
      3,
    );
  const [league, bare] = [of('league'), of('bare')];
  const [warm, warmBare] = [of('league', true), of('bare', true)];
  const warmUp = warmUpOf(field.matches);
  const laps = slices.flatMap((slice) => slice.league);
  const [first] = slices;
  const traffic = first?.traffic ?? NONE;
  const bareTraffic = first?.bare[0]?.traffic ?? NONE;
  const steps = STEPS.map((step) => [step, laps.flatMap(({ steps: own }) => own.get(step) ?? [])] as const);
  return {
    wire,
    players: field.players,
    records: field.records,
    rounds: field.rounds,
    matches: field.matches,
    league: rates(league),
    bare: rates(bare),
    ratio: rounded(shares(league, bare), 3),
    cpu_ms: cpu(league),
    bare_cpu_ms: cpu(bare),
    ...(warmUp === undefined
      ? {}
      : {
          warm: {
            after: warmUp,
            league: rates(warm),
            bare: rates(warmBare),
            ratio: rounded(shares(warm, warmBare), 3),
            cpu_ms: cpu(warm),
          },
        }),
    memory_mb: byRole(
      slices.map((slice) => peakOf(slice.league, roles)),
      0,
    ),
    steps_ms: Object.fromEntries(
      steps
        .filter(([, ms]) => ms.length > 0)
        .map(([step, ms]) => [
          step,
          { p50: percentile(ms, 0.5), p95: percentile(ms, 0.95), p99: percentile(ms, 0.99) },
        ]),
    ),
    per_match: {
      trips: round1(traffic.trips),
      bytes: Math.round(traffic.bytes),
      bare_trips: round1(bareTraffic.trips / field.matches),
      bare_bytes: Math.round(bareTraffic.bytes / field.matches),
      disk_bytes: rounded(
        laps.map(({ diskBytes }) => diskBytes / field.matches),
        0,
      ),
    },
  };
}

function round1(value: number): number {
  return Number(value.toFixed(1));
}

function progressOf({ wire, field, slices }: WireContest): string {
  const slice = slices.at(-1) as Slice;
  const rate = (side: 'league' | 'bare') => `${Math.round(sumOf(slice[side], []).perSecond)} matches/s`;
  return `${wire}, ${field.players} players, slice ${slices.length}: league ${rate('league')}, bare loop ${rate('bare')}`;
}

type ManyOptions = Pick<BenchOptions, 'portBase' | 'folder' | 'tell'>;

/** Measures a league of so many players that registering them is a matter of its own, and some rounds of it over HTTP. */
export async function manyPlayers(players: number, rounds: number, { portBase, folder, tell }: ManyOptions) {
  const field = await fieldOf({ players, portBase, rounds, folder: join(folder, 'many') });
  tell(`a league of ${players} players, ${field.rounds} rounds`);
  const lap = await leagueLap(field, join(folder, 'many_league'), 'http');
  const roles = rolesOver('http');
  const { perSecond, cpuMs } = sumOf([lap], roles);
  const numbers = (figures: ByRole, digits: number) =>
    Object.fromEntries(Object.entries(figures).map(([role, figure]) => [role, Number(figure.toFixed(digits))]));
  return {
    ...{ players, rounds: field.rounds, matches: field.matches },
    register_seconds: Number(lap.registerSeconds.toFixed(1)),
    per_second: Number(perSecond.toFixed(1)),
    cpu_ms: numbers(cpuMs, 3),
    memory_mb: numbers(peakOf([lap], roles), 0),
  };
}
