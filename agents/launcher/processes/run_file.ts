/** How a run was begun, kept beside its ledger: whoever resumes it starts the same agents with the same strategies. */
import { RunFile } from '../../../SHARED/contracts/files/league_data.ts';
import type { Disk } from '../../../SHARED/league_sdk/disk/disk.ts';
import { documentText, readDocument } from '../../../SHARED/league_sdk/files/document.ts';
import { dataPaths } from '../../../SHARED/league_sdk/paths.ts';
import { Flags } from '../options.ts';
import { need } from '../world/installation.ts';
import { lasting } from '../world/strategies.ts';

/** The options of a run that say who takes part and how. */
export const RUN_OPTIONS = [
  ...['players', 'referees', 'strategies', 'transport', 'in-process', 'port-base'],
  ...['seed', 'strict', 'keep'],
];

/** Notes what a run was started with. A seed tells every draw to come, so the file is for its owner alone. */
export async function noteRun(disk: Disk, data: string, league_id: string, flags: Flags): Promise<void> {
  const options = Object.fromEntries(
    flags
      .kept(RUN_OPTIONS)
      .map(([name, value]) => [name, name === 'strategies' && typeof value === 'string' ? lasting(value) : value]),
  );
  const file: RunFile = { schema_version: '1.0.0', options };
  await disk.replace(dataPaths(data).run(league_id), documentText(file), { secret: true });
}

/** What a run was started with, as if it were typed again; undefined when nobody ran it from here. */
export async function notedRun(disk: Disk, data: string, league_id: string): Promise<Flags | undefined> {
  const file = need(await readDocument(disk, dataPaths(data).run(league_id), RunFile));
  return file === undefined ? undefined : new Flags(Object.entries(file.options));
}
