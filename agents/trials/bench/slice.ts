/** A slice of the bench: laps of a league and of the bare loop in turn, until each has had its time. */
import { join } from 'node:path';
import { systemClock } from '../../../SHARED/core/clock.ts';
import { Mistake } from '../../launcher/options.ts';
import type { BareScript, Traffic } from './bare/bare_agents.ts';
import { type BareLap, bareInMemory, bareOverHttp, bareOverStdio } from './bare/bare_slices.ts';
import { type Field, type FieldOptions, fieldOf } from './field.ts';
import { type LeagueLap, leagueLap, type WireName } from './league_lap.ts';
import { record } from './recording.ts';
import { type Lap, stretchOf } from './roles.ts';

/** A league is as long as one of 150 players that meet each other once, as far as rounds of its size go. */
const LONG_LEAGUE_MATCHES = 11_175;
/** Of a long league the first rounds are recorded; the bare loop goes through them again and again. */
const RECORDED_MATCHES = 1_225;
/** A slice ends when it has taken this many times its length, starts of processes included. */
const PATIENCE = 6;

/** What is played against the bare loop, and what the bare loop sends. */
export interface Contest {
  readonly field: Field;
  readonly script: BareScript;
  /** Per match, of what was recorded. */
  readonly traffic: Traffic;
}

/** The laps that were played in turn, and the traffic per match of the league that the bare loop was recorded from. */
export interface Slice extends Pick<Contest, 'traffic'> {
  readonly league: Pick<LeagueLap, keyof Lap | 'steps' | 'diskBytes'>[];
  readonly bare: BareLap[];
}

export interface SliceOptions {
  readonly wire: WireName;
  /** How many slices were played before. */
  readonly nth: number;
  /** A folder for everything that the leagues write. */
  readonly home: string;
  /** The leagues take at least so long, and the laps of the bare loop as well. */
  readonly sliceMs: number;
  readonly isCalledOff?: (() => boolean) | undefined;
  /** Resolves, with a word for it, when the caller wants to stop: what other processes play is not waited for then. */
  readonly calledOff?: Promise<string> | undefined;
}

/** Records a league in this process, and warms up the code of the bare loop as that of the league was by then. */
export async function contestOf(options: FieldOptions): Promise<Contest> {
  const { players, rounds, folder } = options;
  const inRound = Math.floor(players / 2);
  const most = Math.min(rounds, Math.max(2, Math.ceil(LONG_LEAGUE_MATCHES / inRound)));
  const field = await fieldOf({ ...options, folder: join(folder, 'field'), rounds: most });
  const recorded = Math.min(field.rounds, Math.max(2, Math.ceil(RECORDED_MATCHES / inRound)));
  const sample = await fieldOf({ ...options, folder: join(folder, 'recorded'), rounds: recorded });
  const { script, traffic } = await record(sample);
  await bareInMemory(sample, script);
  return {
    field,
    script: { ...script, plays: field.rounds },
    traffic: { trips: traffic.trips / sample.matches, bytes: traffic.bytes / sample.matches },
  };
}

const BARE = { http: bareOverHttp, stdio: bareOverStdio, memory: bareInMemory };

/**
 * Plays league and bare loop until each has had its time. Each goes first as often as the other: a later one finds a
 * heap and caches that are in use.
 */
export async function playSlice({ field, script, traffic }: Contest, options: SliceOptions): Promise<Slice> {
  const { wire, nth, home, sliceMs } = options;
  const slice: Slice = { league: [], bare: [], traffic };
  const until = systemClock.monotonic() + PATIENCE * sliceMs;
  const lacks = (side: 'league' | 'bare') =>
    slice[side].length === 0 || (secondsOf(slice[side]) * 1_000 < sliceMs && systemClock.monotonic() < until);
  const play = {
    league: async () => slice.league.push(await leagueLap(field, join(home, `league_${slice.league.length}`), wire)),
    bare: async () => slice.bare.push(await BARE[wire](field, script)),
  };
  const sides = ['bare', 'league'] as const;
  for (let turn = nth; sides.some(lacks); turn++) {
    for (const side of turn % 2 === 0 ? sides : sides.toReversed()) {
      goOn(options);
      if (lacks(side)) await play[side]();
    }
  }
  return slice;
}

/** Rejects when the caller wants to stop. */
export function goOn({ isCalledOff }: Pick<SliceOptions, 'isCalledOff'>): void {
  if (isCalledOff?.() === true) throw new Mistake('interrupted');
}

function secondsOf(laps: readonly Lap[]): number {
  return laps.reduce((sum, lap) => sum + stretchOf(lap).seconds, 0);
}
