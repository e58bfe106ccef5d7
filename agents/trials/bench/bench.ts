/** Measures leagues beside the bare loop, slice by slice in turn, so that other work of the machine hits both. */
import { join } from 'node:path';
import { systemClock } from '../../../SHARED/core/clock.ts';
import type { LeagueFigures } from '../../../SHARED/tools/performance/bench_report.ts';
import { Mistake } from '../../launcher/options.ts';
import type { BareScript, Traffic } from './bare/bare_agents.ts';
import { type BareLap, bareInMemory, bareOverHttp, bareOverStdio } from './bare/bare_slices.ts';
import { type Field, fieldOf } from './field.ts';
import { type LeagueLap, leagueLap, type WireName, warmUpOf } from './league_lap.ts';
import { record } from './recording.ts';
import { type Lap, stretchOf } from './roles.ts';
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
}

/** A league is as long as one of 150 players that meet each other once, as far as rounds of its size go. */
const LONG_LEAGUE_MATCHES = 11_175;
/** Of a long league the first rounds are recorded; the bare loop goes through them again and again. */
const RECORDED_MATCHES = 1_225;
/** A slice ends when it has taken this many times its length, starts of processes included. */
const PATIENCE = 6;

/** One wire with one number of players, and the laps of each slice. */
interface Contest {
  readonly wire: WireName;
  readonly field: Field;
  readonly script: BareScript;
  /** Per match, of what was recorded. */
  readonly traffic: Traffic;
  readonly slices: Slice[];
}

/** The laps that were played in turn. */
export interface Slice {
  readonly league: LeagueLap[];
  readonly bare: BareLap[];
}

/** Measures every wire with every number of players; the figures are in this order. */
export async function bench(options: BenchOptions): Promise<readonly LeagueFigures[]> {
  const { slices, folder, tell } = options;
  const contests = await contestsOf(options);
  let played = 0;
  for (let i = 0; i < slices; i++) {
    for (const contest of contests) {
      goOn(options);
      played += 1;
      const home = join(folder, `slice_${played}`);
      contest.slices.push(await playSlice(contest, home, options));
      tell(progressOf(contest));
    }
  }
  return contests.map(figuresOf);
}

/** Rejects when the caller wants to stop. */
export function goOn({ isCalledOff }: Pick<BenchOptions, 'isCalledOff'>): void {
  if (isCalledOff?.() === true) throw new Mistake('interrupted');
}

async function contestsOf(options: BenchOptions): Promise<readonly Contest[]> {
  const { players, wires, rounds, portBase, folder, tell, referees, records } = options;
  const contests: Contest[] = [];
  for (const count of players) {
    goOn(options);
    tell(`recording a league of ${count} players`);
    const inRound = Math.floor(count / 2);
    const most = Math.min(rounds, Math.max(2, Math.ceil(LONG_LEAGUE_MATCHES / inRound)));
    const named = { players: count, portBase, records, ...(referees === undefined ? {} : { referees }) };
    const field = await fieldOf({ ...named, folder: join(folder, `field_${count}`), rounds: most });
    const recorded = Math.min(field.rounds, Math.max(2, Math.ceil(RECORDED_MATCHES / inRound)));
    const sample = await fieldOf({ ...named, folder: join(folder, `recorded_${count}`), rounds: recorded });
    const { script, traffic } = await record(sample);
    // The league's code has just been warmed up in this process, so the bare loop's has to be as well.
    await bareInMemory(sample, script);
    const perMatch = { trips: traffic.trips / sample.matches, bytes: traffic.bytes / sample.matches };
    const whole = { ...script, plays: field.rounds };
    for (const wire of wires) contests.push({ wire, field, script: whole, traffic: perMatch, slices: [] });
  }
  return contests;
}

const BARE = { http: bareOverHttp, stdio: bareOverStdio, memory: bareInMemory };

/**
 * Plays league and bare loop until each has had its time. Each goes first as often as the other: a later one finds a
 * heap and caches that are in use.
 */
async function playSlice(contest: Contest, home: string, options: BenchOptions): Promise<Slice> {
  const { wire, field, script, slices } = contest;
  const { sliceMs } = options;
  const slice: Slice = { league: [], bare: [] };
  const until = systemClock.monotonic() + PATIENCE * sliceMs;
  const lacks = (side: keyof Slice) =>
    slice[side].length === 0 || (secondsOf(slice[side]) * 1_000 < sliceMs && systemClock.monotonic() < until);
  const play = {
    league: async () =>
      slice.league.push(await leagueLap(field, join(home, `league_${slice.league.length}`), { wire })),
    bare: async () => slice.bare.push(await BARE[wire](field, script)),
  };
  const sides = ['bare', 'league'] as const;
  for (let turn = slices.length; sides.some(lacks); turn++) {
    for (const side of turn % 2 === 0 ? sides : sides.toReversed()) {
      goOn(options);
      if (lacks(side)) await play[side]();
    }
  }
  return slice;
}

function secondsOf(laps: readonly Lap[]): number {
  return laps.reduce((sum, lap) => sum + stretchOf(lap).seconds, 0);
}

function figuresOf({ wire, field, traffic, slices }: Contest): LeagueFigures {
  const roles = rolesOver(wire);
  const of = (side: keyof Slice, isWarm = false) => slices.map((slice) => sumOf(slice[side], roles, isWarm));
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
  const bareTraffic = slices[0]?.bare[0]?.traffic ?? { trips: 0, bytes: 0 };
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

function progressOf({ wire, field, slices }: Contest): string {
  const slice = slices.at(-1) as Slice;
  const rate = (side: keyof Slice) => `${Math.round(sumOf(slice[side], []).perSecond)} matches/s`;
  return `${wire}, ${field.players} players, slice ${slices.length}: league ${rate('league')}, bare loop ${rate('bare')}`;
}
