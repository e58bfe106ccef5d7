/** One wire with so many players: the league and the bare loop, measured in turn. */
import { join } from 'node:path';
import type { Traffic } from './bare_agents.ts';
import type { BareSlice } from './bare_slices.ts';
import type { Field } from './field.ts';

export const WIRES = ['http', 'memory'] as const;
export type WireName = (typeof WIRES)[number];

export interface Contest {
  readonly wire: WireName;
  readonly field: Pick<Field, 'players' | 'matches'>;
  /** Leagues in one slice: short ones are played several times. */
  readonly times: number;
  /** The seconds a league took, with its files below this folder. */
  readonly league: (folder: string) => Promise<number>;
  readonly bare: () => Promise<BareSlice>;
  readonly traffic: Traffic;
  readonly rates: { readonly league: number[]; readonly bare: number[] };
  bareTraffic: Traffic;
  lastMs: number;
}

/** Measures both once more. Each goes first as often as the other: who follows finds a heap and caches that are in use. */
export async function playSlice(contest: Contest, folder: string): Promise<void> {
  const { times, field, league, bare, rates } = contest;
  let [leagueSeconds, bareSeconds] = [0, 0];
  const parts = [
    async (i: number) => {
      leagueSeconds += await league(join(folder, String(i)));
    },
    async () => {
      const slice = await bare();
      bareSeconds += slice.seconds;
      contest.bareTraffic = slice.traffic;
    },
  ];
  const before = rates.league.length;
  for (let i = 0; i < times; i++) {
    const inTurn = (before + i) % 2 === 0 ? parts : parts.toReversed();
    for (const part of inTurn) await part(i);
  }
  rates.league.push((times * field.matches) / leagueSeconds);
  rates.bare.push((times * field.matches) / bareSeconds);
}
