/** Waits for agents of other machines: an agent has come when the manager's list has it. */
import { AgentsView } from '../../../SHARED/contracts/files/league_data.ts';
import { type Clock, sleep } from '../../../SHARED/core/clock.ts';
import type { Disk } from '../../../SHARED/league_sdk/disk/disk.ts';
import { readDocument } from '../../../SHARED/league_sdk/files/document.ts';
import { dataPaths } from '../../../SHARED/league_sdk/paths.ts';
import type { AwaySeat } from './roster.ts';

/** How often the manager's list is read. */
const LOOK_EVERY_MS = 100;

export interface AwaitedOptions {
  readonly disk: Disk;
  readonly data: string;
  readonly league_id: string;
  readonly clock: Clock;
  readonly limitMs: number;
}

/** Resolves when all have registered, by id or by endpoint, or the limit has passed: with the agents that have not. */
export async function awaited(
  away: readonly AwaySeat[],
  { disk, data, league_id, clock, limitMs }: AwaitedOptions,
): Promise<readonly AwaySeat[]> {
  const until = clock.monotonic() + limitMs;
  for (let missing = away; ; await sleep(clock, LOOK_EVERY_MS)) {
    if (missing.length === 0 || clock.monotonic() >= until) return missing;
    const view = await readDocument(disk, dataPaths(data).agentsView(league_id), AgentsView);
    const here = new Set(view.ok && view.value !== undefined ? namesIn(view.value) : []);
    missing = missing.filter(({ id, address }) => !here.has(id) && !here.has(address));
  }
}

function namesIn({ referees, players }: AgentsView): readonly string[] {
  return [
    ...referees.flatMap(({ referee_id, endpoint }) => [referee_id, endpoint]),
    ...players.flatMap(({ player_id, default_endpoint }) => [player_id, default_endpoint]),
  ];
}
