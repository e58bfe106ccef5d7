/** One wire with so many players: the league and the bare loop, measured in turn. */
import { join } from 'node:path';
import type { Traffic } from './bare_agents.ts';
import type { BareSlice } from './bare_slices.ts';
import type { Field } from './field.ts';

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
  readonly traffic: Traffic;
  readonly rates: { readonly [K in 'league' | 'bare' | 'withoutMcp']: number[] };
  bareTraffic: Traffic;
  lastMs: number;
}

/** Measures all once more. Each goes first as often as the others: who follows finds a heap and caches that are in use. */
export async function playSlice(contest: Contest, folder: string): Promise<void> {
  const { times, field, league, withoutMcp, bare, rates } = contest;
  const seconds = { league: 0, bare: 0, withoutMcp: 0 };
  const parts: ((i: number) => Promise<void>)[] = [
    async (i) => {
      seconds.league += await league(join(folder, String(i)));
    },
    async () => {
      const slice = await bare();
      seconds.bare += slice.seconds;
      contest.bareTraffic = slice.traffic;
    },
  ];
  if (withoutMcp !== undefined) {
    parts.unshift(async (i) => {
      seconds.withoutMcp += await withoutMcp(join(folder, `${i}_without_mcp`));
    });
  }
  const before = rates.league.length;
  for (let i = 0; i < times; i++) {
    const inTurn = (before + i) % 2 === 0 ? parts.toReversed() : parts;
    for (const part of inTurn) await part(i);
  }
  const rate = (name: keyof typeof seconds) => rates[name].push((times * field.matches) / seconds[name]);
  rate('league');
  rate('bare');
  if (withoutMcp !== undefined) rate('withoutMcp');
}
