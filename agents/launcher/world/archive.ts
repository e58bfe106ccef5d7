/** A league run again: what an earlier run left behind is put away, never overwritten. */
import { systemClock, timestamp } from '../../../SHARED/core/clock.ts';
import type { Disk } from '../../../SHARED/league_sdk/disk/disk.ts';
import { openFileLedger } from '../../../SHARED/league_sdk/ledger/file.ts';
import { dataPaths } from '../../../SHARED/league_sdk/paths.ts';
import type { LeagueEvent } from '../../league_manager/league/events.ts';
import { apply, newLeague } from '../../league_manager/league/state.ts';
import { Mistake } from '../options.ts';

export type EarlierRun =
  | { readonly state: 'none' }
  /**
   * `waiting`: nobody has played yet, so a new run has nothing to lose but registrations. `untold`: every result is
   * in, and the manager was gone before everybody had heard the end.
   */
  | { readonly state: 'waiting' | 'unfinished' | 'untold' | 'finished'; readonly created_at: string }
  /** Nobody can tell how far it was, nor when it began. */
  | { readonly state: 'damaged'; readonly why: string; readonly created_at: string };

/** What the data folder holds of this league. A second manager on it is a mistake. */
export async function earlierRun(disk: Disk, data: string, league_id: string): Promise<EarlierRun> {
  const path = dataPaths(data).ledger(league_id);
  if ((await disk.read(path)) === undefined) return { state: 'none' };
  const opened = await openFileLedger<LeagueEvent & never>(disk, path);
  if (!opened.ok) {
    if (opened.error.code === 'LOCKED')
      throw new Mistake(
        `a manager is already running this league on ${data}; stop it first (league stop), or use another --data folder`,
      );
    const why = `the ledger ${path} is damaged at line ${opened.error.line} (${opened.error.detail}); put it away with --fresh`;
    return { state: 'damaged', why, created_at: timestamp(systemClock) };
  }
  const league = newLeague();
  for await (const events of opened.value.replay()) for (const event of events) apply(league, event as LeagueEvent);
  await opened.value.close();
  if (league.sequence === 0) return { state: 'none' };
  const isUntold = league.phase === 'LEAGUE_COMPLETE' && !league.told;
  return { state: isUntold ? 'untold' : STATES[league.phase], created_at: league.created_at };
}

const STATES = {
  WAITING_FOR_REGISTRATIONS: 'waiting',
  RUNNING_LEAGUE: 'unfinished',
  LEAGUE_COMPLETE: 'finished',
} as const;

/** Moves a run's files to data/archive/<league_id>/<start>/ and says where they are. */
export async function archive(disk: Disk, data: string, league_id: string, created_at: string): Promise<string> {
  const paths = dataPaths(data);
  const home = paths.archive(league_id, created_at);
  await disk.rename(paths.league(league_id), home);
  if ((await disk.list(paths.matches(league_id))).length > 0)
    await disk.rename(paths.matches(league_id), `${home}/matches`);
  return home;
}
