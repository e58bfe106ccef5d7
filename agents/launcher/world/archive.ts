/** The run of a league before this one: opened to go on with it, or put away and never overwritten. */
import { systemClock, timestamp } from '../../../SHARED/core/clock.ts';
import type { Disk } from '../../../SHARED/league_sdk/disk/disk.ts';
import type { LedgerStore } from '../../../SHARED/league_sdk/ledger/ledger.ts';
import { dataPaths } from '../../../SHARED/league_sdk/paths.ts';
import { type HeldLeague, holdLeague } from '../../league_manager/league/read_league.ts';
import { Mistake } from '../options.ts';
import { quoted } from '../output/text.ts';
import { type LedgerPlace, placeText } from './installation.ts';

/** The folders and stores that hold the runs of leagues. */
export interface Shelf extends LedgerPlace {
  readonly store: LedgerStore;
  /** For the match files, which lie below `data`. */
  readonly disk: Disk;
}

export type EarlierRun =
  /**
   * `waiting`: play has not begun, so a new run has nothing to lose but registrations. `untold`: every result is in, and
   * the manager was gone before all agents had heard the end.
   */
  | {
      readonly state: 'none' | 'waiting' | 'unfinished' | 'untold' | 'finished';
      readonly created_at: string;
      /** Opened and folded: to be handed to a manager, or closed. */
      readonly held: HeldLeague;
    }
  /** A damaged ledger does not tell how far it was, nor when it began. */
  | { readonly state: 'damaged'; readonly why: string; readonly created_at: string; readonly held?: undefined };

/** Opens the league of an earlier run, if there was one. A second manager on it is a mistake. */
export async function earlierRun({ store, ...place }: Shelf, league_id: string): Promise<EarlierRun> {
  const opened = await holdLeague(store, league_id);
  if (!opened.ok) {
    if (opened.error.code === 'LOCKED')
      throw new Mistake(
        `a manager is already running this league on ${placeText(place)}; stop it first (npx league stop --data ${quoted(place.data)}), or use another ${place.database === undefined ? '--data folder' : 'database'}`,
      );
    const { line, detail } = opened.error;
    const why = `the ledger ${store.where(league_id)} is damaged at line ${line} (${detail}); put it away with --fresh`;
    return { state: 'damaged', why, created_at: timestamp(systemClock) };
  }
  return runIn(opened.value);
}

/** The run of a league that is opened already. */
export function runIn(held: HeldLeague): Exclude<EarlierRun, { readonly state: 'damaged' }> {
  const { sequence, phase, told, created_at } = held.league;
  if (sequence === 0) return { state: 'none', created_at, held };
  const isUntold = phase === 'LEAGUE_COMPLETE' && !told;
  return { state: isUntold ? 'untold' : STATES[phase], created_at, held };
}

const STATES = {
  WAITING_FOR_REGISTRATIONS: 'waiting',
  RUNNING_LEAGUE: 'unfinished',
  LEAGUE_COMPLETE: 'finished',
} as const;

/** Puts a run away under the time it began, its match files with it; its ledger is closed first. */
export async function archive({ store, disk, data }: Shelf, league_id: string, run: EarlierRun): Promise<void> {
  const paths = dataPaths(data);
  await run.held?.ledger.close();
  await store.archive(league_id, run.created_at);
  if ((await disk.list(paths.matches(league_id))).length > 0)
    await disk.rename(paths.matches(league_id), `${paths.archive(league_id, run.created_at)}/matches`);
}
