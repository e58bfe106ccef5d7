/** The same league played in several ways, and the bare loop as well: each next to the others, in the same run. */
import { join } from 'node:path';
import type { VariantFigures } from '../../../SHARED/tools/performance/bench_report.ts';
import { bareOverHttp } from './bare/bare_slices.ts';
import type { BenchOptions } from './bench.ts';
import { type FieldOptions, fieldOf } from './field.ts';
import { leagueLap } from './league_lap.ts';
import { READERS } from './readers.ts';
import { record } from './recording.ts';
import type { ByRole, Lap } from './roles.ts';
import { goOn } from './slice.ts';
import { byRole, peakOf, rolesOver, rounded, sumOf } from './sums.ts';

/** A way to play a league; what it does not say is as it is shipped. */
interface Variant extends Partial<Pick<FieldOptions, 'referees' | 'records' | 'system'>> {
  readonly name: string;
  readonly readers?: number;
}

/** The first is what the others are held against. */
const VARIANTS: readonly Variant[] = [
  { name: 'as shipped: two referees, records in files' },
  { name: 'one referee', referees: 1 },
  { name: 'four referees', referees: 4 },
  { name: 'records in segments', records: 'segments' },
  { name: 'agents that do not serve MCP', system: { network: { serve_mcp: false } } },
  { name: `${READERS} readers of the event stream`, readers: READERS },
];

export interface VariantOptions extends Omit<BenchOptions, 'players' | 'wires' | 'referees'> {
  readonly players: number;
  readonly variants?: readonly Variant[];
}

/** Leagues of real processes over HTTP, as often as there are slices. */
export async function variants({ variants: ways = VARIANTS, ...options }: VariantOptions) {
  const { players, portBase, folder, rounds } = options;
  const fields = await Promise.all(
    ways.map(({ referees, records, system }, i) => {
      const wanted = { ...(referees === undefined ? {} : { referees }), ...(system === undefined ? {} : { system }) };
      return fieldOf({ players, portBase, rounds, records, folder: join(folder, `variant_${i}`), ...wanted });
    }),
  );
  const plays = ways.map(({ name, readers = 0 }, i) => ({
    name,
    play: (home: string) => leagueLap(fields[i] as (typeof fields)[number], home, { wire: 'http', readers }),
  }));
  return compared(plays, options);
}

/** The rounds of a league after which the code of the bare loop is as warm as it gets. */
const WARM_ROUNDS = 8;

/** The bare loop as it is, and with the text of a broadcast made once for all; cold as the league is, and warm. */
export async function bareVariants(options: VariantOptions): Promise<readonly VariantFigures[]> {
  const { players, portBase, folder, rounds } = options;
  const field = await fieldOf({ players, portBase, rounds, folder: join(folder, 'bare') });
  const { script } = await record(field);
  const plays = [1, WARM_ROUNDS].flatMap((times) =>
    [false, true].map((once) => ({
      name: `${times === 1 ? 'cold' : 'warm'}, texts of broadcasts ${once ? 'once for all' : 'once for each'}`,
      play: () => bareOverHttp(field, { ...script, plays: times * field.rounds, once }),
    })),
  );
  return compared(plays, options);
}

/** A league of so many players over HTTP that registering them is a matter of its own, and some rounds of it. */
export async function manyPlayers(options: VariantOptions) {
  const { players, portBase, folder, tell, rounds } = options;
  const field = await fieldOf({ players, portBase, rounds, folder: join(folder, 'many') });
  tell(`a league of ${players} players, ${field.rounds} rounds`);
  const lap = await leagueLap(field, join(folder, 'many_league'), { wire: 'http' });
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

interface Way {
  readonly name: string;
  readonly play: (home: string) => Promise<Lap>;
}

/** Plays all ways once for every slice; each goes first as often as the last. */
async function compared(ways: readonly Way[], options: VariantOptions): Promise<readonly VariantFigures[]> {
  const { slices, folder, tell } = options;
  const roles = rolesOver('http');
  let played = 0;
  const measured = new Map(ways.map(({ name }) => [name, [] as ReturnType<typeof sumOf>[]]));
  for (let i = 0; i < slices; i++) {
    for (const { name, play } of i % 2 === 0 ? ways : ways.toReversed()) {
      goOn(options);
      const sum = sumOf([await play(join(folder, `variant_${played}`))], roles);
      played += 1;
      measured.get(name)?.push(sum);
      tell(`${name}, slice ${i + 1}: ${Math.round(sum.perSecond)} matches/s`);
    }
  }
  const rates = (name: string) => (measured.get(name) ?? []).map(({ perSecond }) => perSecond);
  const first = rates(ways[0]?.name ?? '');
  return ways.map(({ name }) => ({
    name,
    per_second: rounded(rates(name), 1),
    share: rounded(
      rates(name).map((rate, i) => rate / (first[i] ?? rate)),
      3,
    ),
    cpu_ms: byRole(
      (measured.get(name) ?? []).map(({ cpuMs }) => cpuMs),
      3,
    ),
  }));
}
