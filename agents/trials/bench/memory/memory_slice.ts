/**
 * A slice of leagues in memory, in a process of its own: where a heap also holds what leagues of other sizes have said,
 * every collection of garbage goes through that too.
 */
import { sleep, systemClock } from '../../../../SHARED/core/clock.ts';
import { reasonOf } from '../../../../SHARED/core/result.ts';
import { Mistake } from '../../../launcher/options.ts';
import { sayFailed } from '../../../launcher/processes/child.ts';
import { endAll, spawnAgent } from '../../../launcher/processes/spawn.ts';
import type { FieldOptions } from '../field.ts';
import { contestOf, playSlice, type Slice, type SliceOptions } from '../slice.ts';

/** The part that the process is handed. */
export interface MemoryPart {
  readonly field: FieldOptions;
  readonly options: Omit<SliceOptions, 'isCalledOff' | 'calledOff'>;
}

const ENDING_MS = 3_000;

/** Plays a slice in another process, whose code is warm by the league that it records first. */
export async function sliceInMemory(
  field: FieldOptions,
  { nth, home, sliceMs, calledOff }: SliceOptions,
): Promise<Slice> {
  const played = Promise.withResolvers<string>();
  const hand: MemoryPart = { field, options: { wire: 'memory', nth, home, sliceMs } };
  const main = 'agents/trials/bench/memory/memory_main.ts';
  const agent = spawnAgent('a league in memory', main, [], { hand, onNote: played.resolve });
  const fail = (line: unknown) => played.reject(new Mistake(String(line)));
  void agent.lost.then(fail);
  void agent.gone.then(() => agent.exitCode() === 0 && fail('a league in memory ended without a word'));
  void calledOff?.then(fail);
  try {
    const { league, ...slice } = JSON.parse(await played.promise) as TravellingSlice;
    return { ...slice, league: league.map((lap) => ({ ...lap, steps: new Map(lap.steps) })) };
  } finally {
    await endAll([agent], ENDING_MS, (ms) => sleep(systemClock, ms));
  }
}

/** The other process: plays what it is handed, and gives the slice as text to `tell`. */
export async function playInMemory({ field, options }: MemoryPart, tell: (text: string) => void): Promise<void> {
  try {
    tell(textOf(await playSlice(await contestOf(field), options)));
  } catch (problem) {
    await sayFailed(reasonOf(problem));
    process.exit(1);
  }
}

function textOf({ league, ...slice }: Slice): string {
  const travelling: TravellingSlice = {
    ...slice,
    league: league.map(({ begun, results, samples, diskBytes, steps }) => {
      return { begun, results, samples, diskBytes, steps: [...steps] };
    }),
  };
  return JSON.stringify(travelling);
}

type LeagueLap = Slice['league'][number];

/** A slice as JSON has it. */
interface TravellingSlice extends Omit<Slice, 'league'> {
  readonly league: readonly (Omit<LeagueLap, 'steps'> & { readonly steps: [string, readonly number[]][] })[];
}
