/** Leagues on a machine that others keep busy: no healthy player may lose a match by that. */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { LeagueEvent } from '../../league_manager/league/events.ts';
import type { BenchOptions } from './bench.ts';
import { fieldOf } from './field.ts';
import { leagueLap, type WireName } from './league_lap.ts';
import { goOn } from './slice.ts';
import { sumOf } from './sums.ts';

/** Threads that never rest, and end with this process. */
function busyLoops(count: number): { end(): Promise<void> } {
  const workers = Array.from({ length: count }, () => new Worker('for (;;);', { eval: true }));
  return { end: async () => void (await Promise.all(workers.map((worker) => worker.terminate()))) };
}

export interface StarvedOptions extends Pick<BenchOptions, 'rounds' | 'portBase' | 'folder' | 'tell' | 'isCalledOff'> {
  readonly players: number;
  /** The least number of matches, in as many whole leagues as it takes. */
  readonly matches: number;
  /** Busy loops (default: two for each core). */
  readonly loops?: number;
  /** The wire (default: HTTP). */
  readonly wire?: WireName;
}

/** Plays leagues, deadlines and all as they are shipped, beside busy loops. */
export async function starvedLeagues(options: StarvedOptions) {
  const {
    players,
    rounds,
    matches,
    portBase,
    folder,
    tell,
    loops = 2 * availableParallelism(),
    wire = 'http',
  } = options;
  const field = await fieldOf({ players, rounds, portBase, folder: join(folder, 'starved') });
  const busy = busyLoops(loops);
  const laps: Awaited<ReturnType<typeof leagueLap>>[] = [];
  const counted = { played: 0, losses: 0, failed: 0 };
  try {
    while (counted.played < matches) {
      goOn(options);
      const lap = await leagueLap(field, join(folder, `starved_${laps.length}`), wire);
      const { losses, failed } = faultsIn(lap.events);
      counted.played += lap.results.length;
      counted.losses += losses;
      counted.failed += failed;
      laps.push(lap);
      tell(`${counted.played} of ${matches} matches beside ${loops} busy loops: ${counted.losses} technical losses`);
    }
  } finally {
    await busy.end();
  }
  return {
    loops,
    matches: counted.played,
    technical_losses: counted.losses,
    failed_attempts: counted.failed,
    per_second: Number(sumOf(laps, []).perSecond.toFixed(1)),
  };
}

/** Technical losses, each of which is a false one where every player is healthy, and attempts that came to nothing. */
export function faultsIn(events: readonly LeagueEvent[]): { readonly losses: number; readonly failed: number } {
  let [losses, failed] = [0, 0];
  for (const event of events) {
    if (event.type !== 'match_decided') continue;
    const { faults, timeline = [] } = event.result.details;
    losses += faults.length;
    failed += timeline.filter(({ answered_ms }) => answered_ms === undefined || answered_ms === null).length;
  }
  return { losses, failed };
}
