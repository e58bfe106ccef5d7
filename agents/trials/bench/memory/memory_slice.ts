/**
 * A slice of leagues in memory, in a process of its own: where a heap also holds what leagues of other sizes have said,
 * every collection of garbage goes through that too.
 */
import { sleep, systemClock } from '../../../../SHARED/core/clock.ts';
import { Mistake } from '../../../launcher/options.ts';
import { endAll, spawnAgent } from '../../../launcher/processes/spawn.ts';
import type { FieldOptions } from '../field.ts';
import { contestOf, playSlice, type Slice, type SliceOptions } from '../slice.ts';

/** The part that the process is handed. */
export interface MemoryPart {
  readonly field: FieldOptions;
  readonly options: Omit<SliceOptions, 'isCalledOff'>;
}

const ENDING_MS = 3_000;

/** Plays a slice in another process, whose code is warm by the league that it records first. */
export async function sliceInMemory(field: FieldOptions, { nth, home, sliceMs }: SliceOptions): Promise<Slice> {
  const played = Promise.withResolvers<string>();
  const hand: MemoryPart = { field, options: { wire: 'memory', nth, home, sliceMs } };
  const main = 'agents/trials/bench/memory/memory_main.ts';
  const agent = spawnAgent('a league in memory', main, [], { hand, onNote: played.resolve });
  const lost = agent.lost.then((line) => {
    throw new Mistake(line);
  });
  try {
    const { league, bare } = JSON.parse(await Promise.race([played.promise, lost])) as TravellingSlice;
    return { league: league.map((lap) => ({ ...lap, steps: new Map(lap.steps) })), bare };
  } finally {
    await endAll([agent], ENDING_MS, (ms) => sleep(systemClock, ms));
  }
}

/** The other process: plays what it is handed; resolves with the slice as text. */
export async function playedInMemory({ field, options }: MemoryPart): Promise<string> {
  const { league, bare } = await playSlice(await contestOf(field), options);
  const travelling: TravellingSlice = {
    league: league.map(({ begun, results, samples, diskBytes, steps }) => {
      return { begun, results, samples, diskBytes, steps: [...steps] };
    }),
    bare,
  };
  return JSON.stringify(travelling);
}

type LeagueLap = Slice['league'][number];

/** A slice as JSON has it. */
interface TravellingSlice extends Pick<Slice, 'bare'> {
  readonly league: readonly (Omit<LeagueLap, 'steps'> & { readonly steps: [string, readonly number[]][] })[];
}
