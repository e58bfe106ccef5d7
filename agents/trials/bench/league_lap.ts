/** One league, played to its end in processes or in this one, and what its ledger and the machine say of it. */
import { join } from 'node:path';
import { sleep, systemClock } from '../../../SHARED/core/clock.ts';
import type { JsonObject } from '../../../SHARED/core/json.ts';
import { nodeDisk } from '../../../SHARED/league_sdk/disk/node_disk.ts';
import { Records } from '../../../SHARED/league_sdk/records/records.ts';
import { Mistake } from '../../launcher/options.ts';
import { ledgersIn } from '../../launcher/world/installation.ts';
import type { LeagueEvent } from '../../league_manager/league/events.ts';
import { folderBytes } from '../scratch_folder.ts';
import { type Field, type FieldRun, startField } from './field.ts';
import { memoryWires, playHere } from './memory/play_here.ts';
import { type Lap, type RoleSample, watchRoles } from './roles.ts';
import { type Steps, stepsIn } from './steps.ts';

export const WIRES = ['http', 'stdio', 'memory'] as const;
export type WireName = (typeof WIRES)[number];

/** The first matches of a lap are for warming up, where more than twice as many follow. */
const WARM_UP_MATCHES = 1_000;

/** How many matches of a lap are left out of the figures of warm code; undefined: it is over before it is warm. */
export function warmUpOf(matches: number): number | undefined {
  return matches >= 3 * WARM_UP_MATCHES ? WARM_UP_MATCHES : undefined;
}

export interface LeagueLap extends Lap {
  /** Without those of the warm-up. */
  readonly steps: Steps;
  /** From the first registration of an agent to the last. */
  readonly registerSeconds: number;
  /** What it left on the disk. */
  readonly diskBytes: number;
  readonly events: readonly LeagueEvent[];
}

/** Plays it with all files below a folder; rejects where an agent was lost or a match is missing. */
export async function leagueLap(field: Field, folder: string, wire: WireName): Promise<LeagueLap> {
  const places = { data: join(folder, 'data'), logs: join(folder, 'logs') };
  const samples = wire === 'memory' ? await inMemory(field, places) : await inProcesses(field, folder, wire);
  const disk = nodeDisk();
  try {
    const { league_id } = field.settings.config;
    const store = ledgersIn(places, disk);
    const read = await store.read<LeagueEvent>(league_id);
    if (!read.ok) throw new Mistake(`the ledger ${store.where(league_id)} cannot be read: ${read.error.detail}`);
    const events = read.value?.lines.flat() ?? [];
    const results = events.filter(({ type }) => type === 'match_decided').map(({ at }) => Date.parse(at));
    if (results.length !== field.matches)
      throw new Mistake(`${results.length} of ${field.matches} matches were decided`);
    const begun = Date.parse(events.find(({ type }) => type === 'league_started')?.at ?? '');
    const warm = warmUpOf(results.length);
    const since = warm === undefined ? begun : (results[warm - 1] as number);
    const steps = await stepsIn(events, { disk, folder: places.logs }, since);
    const registered = events.filter(({ type }) => type === 'agent_registered').map(({ at }) => Date.parse(at));
    const registerSeconds = ((registered.at(-1) ?? 0) - (registered[0] ?? 0)) / 1_000;
    return { begun, results, samples, steps, registerSeconds, diskBytes: await folderBytes(folder), events };
  } finally {
    await disk.close();
  }
}

async function inProcesses(field: Field, folder: string, wire: 'http' | 'stdio'): Promise<readonly RoleSample[]> {
  const { league_id } = field.settings.config;
  const run = await startField(field, folder, wire === 'http' ? 'http' : 'pipe');
  try {
    const watch = await watchRoles();
    await run.operator.ask('START_LEAGUE', { league_id });
    await Promise.race([completed(run), run.hopeless]);
    const samples = await watch.end();
    run.checkLosses();
    return samples;
  } finally {
    await run.end();
  }
}

const LOOK_EVERY_MS = 100;

/** Resolves when the manager says that the league is over, or has ended. */
async function completed({ operator, over }: FieldRun): Promise<void> {
  let isGone = false;
  void over.then(() => {
    isGone = true;
  });
  for (let status: unknown; !isGone && status !== 'completed'; ) {
    await Promise.race([sleep(systemClock, LOOK_EVERY_MS), over]);
    ({ status } = await operator.look('get_status').catch((): JsonObject => ({})));
  }
}

async function inMemory(field: Field, places: { data: string; logs: string }): Promise<readonly RoleSample[]> {
  const disk = nodeDisk();
  const watch = await watchRoles();
  try {
    const records = new Records(field.records, { disk, root: places.data });
    await playHere(field, { transport: memoryWires(), disk, places, records });
  } finally {
    await disk.close();
  }
  // Other processes of this one are none of this league’s.
  return (await watch.end()).map(({ at, cpuMs: { here = 0 }, peakMb }) => ({
    ...{ at, processes: 0, cpuMs: { here } },
    peakMb: { here: peakMb.here ?? 0 },
  }));
}
