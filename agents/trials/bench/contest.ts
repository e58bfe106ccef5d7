/** One wire with one number of players: the league and the bare loop, measured in turn. */
import { join } from 'node:path';
import type { Traffic } from './bare_agents.ts';
import type { BareSlice } from './bare_slices.ts';
import type { Field } from './field.ts';
import { READERS } from './readers.ts';

export const WIRES = ['http', 'stdio', 'memory'] as const;
export type WireName = (typeof WIRES)[number];

/** The seconds a league took, with its files below this folder. */
type LeagueSlice = (folder: string) => Promise<number>;

export interface Contest {
  readonly wire: WireName;
  readonly field: Pick<Field, 'players' | 'matches'>;
  /** Leagues in one slice: short ones are played several times. */
  readonly times: number;
  readonly league: LeagueSlice;
  /** The league of agents that do not serve MCP, where it is to be seen what that costs. */
  readonly withoutMcp?: LeagueSlice;
  readonly bare: () => Promise<BareSlice>;
  /** The CPU seconds of a manager per match with so many readers of its event stream, where that is to be seen. */
  readonly cpuPerMatch?: (folder: string, readers: number) => Promise<number>;
  readonly traffic: Traffic;
  readonly rates: { readonly [K in 'league' | 'bare' | 'withoutMcp']: number[] };
  /** CPU seconds of a manager per match. */
  readonly cpu: { readonly [K in 'unread' | 'read']: number[] };
  bareTraffic: Traffic;
  lastMs: number;
}

/**
 * Measures all once more. Each goes first as often as the others: a later one finds a heap and caches that are in use.
 * The league with and without MCP, which differ by little, are played twice, one inside the other.
 */
export async function playSlice(contest: Contest, folder: string): Promise<void> {
  const { times, field, league, withoutMcp, bare, rates } = contest;
  const taken = { league: new Stopwatch(), bare: new Stopwatch(), withoutMcp: new Stopwatch() };
  const home = (name: string) => join(folder, `${name}_${taken.league.laps}_${taken.withoutMcp.laps}`);
  const playLeague = async () => taken.league.add(await league(home('league')));
  const playWithoutMcp = async () => taken.withoutMcp.add((await withoutMcp?.(home('without_mcp'))) ?? 0);
  const playBare = async () => {
    const slice = await bare();
    taken.bare.add(slice.seconds);
    contest.bareTraffic = slice.traffic;
  };
  const parts =
    withoutMcp === undefined
      ? [playBare, playLeague]
      : [playBare, playLeague, playWithoutMcp, playWithoutMcp, playLeague];
  const before = rates.league.length;
  for (let i = 0; i < times; i++) {
    const inTurn = (before + i) % 2 === 0 ? parts : parts.toReversed();
    for (const part of inTurn) await part();
  }
  rates.league.push(taken.league.rate(field.matches));
  rates.bare.push(taken.bare.rate(field.matches));
  if (withoutMcp !== undefined) rates.withoutMcp.push(taken.withoutMcp.rate(field.matches));
  await playForReaders(contest, folder);
}

/** The league that is read beside the one that is not; each goes first as often as the other. */
async function playForReaders({ cpuPerMatch, cpu }: Contest, folder: string): Promise<void> {
  if (cpuPerMatch === undefined) return;
  const read = async () => void cpu.read.push(await cpuPerMatch(join(folder, 'read'), READERS));
  const unread = async () => void cpu.unread.push(await cpuPerMatch(join(folder, 'unread'), 0));
  for (const play of cpu.read.length % 2 === 0 ? [unread, read] : [read, unread]) await play();
}

/** Seconds that add up. */
class Stopwatch {
  #seconds = 0;
  laps = 0;

  add(seconds: number): void {
    this.#seconds += seconds;
    this.laps += 1;
  }

  /** The rate per second, where one lap is `each` units. */
  rate(each: number): number {
    return (this.laps * each) / this.#seconds;
  }
}
