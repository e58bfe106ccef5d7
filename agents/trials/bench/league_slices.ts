/** A slice of the league: played once from beginning to end, with its files on the real disk. */
import { join } from 'node:path';
import { nodeDisk } from '../../../SHARED/league_sdk/disk/node_disk.ts';
import { Flags, Mistake } from '../../launcher/options.ts';
import { startProcesses } from '../../launcher/processes/run_processes.ts';
import { ledgersIn } from '../../launcher/world/installation.ts';
import { WIRES } from '../../launcher/world/wires.ts';
import type { LeagueEvent } from '../../league_manager/league/events.ts';
import type { Field } from './field.ts';
import { memoryWires, playHere } from './play_here.ts';

/** The seconds a league of real processes takes from its start to the last result; its files are below `folder`. */
export function leagueOverHttp(field: Field, folder: string, { mcp = true } = {}): Promise<number> {
  return leagueOf(field, folder, { wire: 'http', config: mcp ? field.config : field.configWithoutMcp });
}

/** The same on pipes. */
export function leagueOverStdio(field: Field, folder: string): Promise<number> {
  return leagueOf(field, folder, { wire: 'pipe', config: field.config });
}

async function leagueOf(
  field: Field,
  folder: string,
  { wire, config }: { readonly wire: 'http' | 'pipe'; readonly config: string },
): Promise<number> {
  const { roster, settings } = field;
  const { league_id } = settings.config;
  const data = join(folder, 'data');
  const folders = [
    ['data', data],
    ['logs', join(folder, 'logs')],
    ['config', config],
  ] as const;
  const losses: string[] = [];
  const warn = (line: string) => void losses.push(line);
  const wires = WIRES[wire].processes.lay({ manager: roster.manager, warn });
  const run = await startProcesses({ wires, flags: new Flags([]), roster, settings, data, folders, warn });
  try {
    await run.operator.ask('START_LEAGUE', { league_id });
    await Promise.race([run.over, run.hopeless]);
  } finally {
    await run.end();
  }
  if (losses.length > 0) throw new Mistake(losses.join('; '));
  return secondsInLedger(field, data);
}

/** The same in this process, without a network; the files are as real. */
export async function leagueInMemory(field: Field, folder: string): Promise<number> {
  const disk = nodeDisk();
  const places = { data: join(folder, 'data'), logs: join(folder, 'logs') };
  await playHere(field, { transport: memoryWires(), disk, places });
  await disk.close();
  return secondsInLedger(field, places.data);
}

/** From the event that starts the league to the one that closes it, once the last result is durable. */
async function secondsInLedger({ settings, matches }: Field, data: string): Promise<number> {
  const disk = nodeDisk();
  const { league_id } = settings.config;
  const store = ledgersIn({ data }, disk);
  const read = await store.read<LeagueEvent>(league_id);
  await disk.close();
  if (!read.ok) throw new Mistake(`the ledger ${store.where(league_id)} cannot be read: ${read.error.detail}`);
  const events = read.value?.lines.flat() ?? [];
  const decided = events.filter(({ type }) => type === 'match_decided').length;
  if (decided !== matches) throw new Mistake(`${decided} of ${matches} matches were decided`);
  const at = (wanted: LeagueEvent['type']) => Date.parse(events.find(({ type }) => type === wanted)?.at ?? '');
  return (at('league_closed') - at('league_started')) / 1_000;
}
