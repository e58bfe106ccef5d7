/** A league of a data folder or an archive as the page shows it. */
import { join } from 'node:path';
import { systemClock } from '../../../SHARED/core/clock.ts';
import { type ConfigLoader, leagueIdOf } from '../../../SHARED/league_sdk/config_loader.ts';
import { nodeDisk } from '../../../SHARED/league_sdk/disk/node_disk.ts';
import { dataPaths } from '../../../SHARED/league_sdk/paths.ts';
import type { LeagueEvent } from '../../league_manager/league/events.ts';
import { KEPT_EVENTS } from '../../league_manager/league/read_league.ts';
import { type League, tableOf } from '../../league_manager/league/state.ts';
import { type LeagueStore, memoByEvent } from '../../league_manager/league/store.ts';
import type { Settings } from '../../league_manager/settings.ts';
import type { ShownLeague } from '../../web/web.ts';
import { type Flags, Mistake } from '../options.ts';
import { gamesOf } from './games.ts';
import { configOf, ledgersIn, need, withRecords } from './installation.ts';
import { boardsBy } from './league_setup.ts';
import { type KeptSource, keptSource } from './league_source.ts';

export interface FiledLeague {
  /** The folder or database it was read from. */
  readonly where: string;
  readonly league: League;
  /** What was appended to its ledger, in order. */
  readonly lines: readonly (readonly LeagueEvent[])[];
  /** The league at any point of its course, as it is to be shown. */
  at(league: Readonly<League>, store?: ShownLeague['store']): ShownLeague;
}

/** Nothing happens in a league of files. */
const STILL: Pick<LeagueStore, 'onCommit' | 'durable'> = {
  onCommit: () => () => undefined,
  durable: async () => undefined,
};

/** The league that the options name, in files; or the one that is at hand, by its own configuration. */
export async function filedLeague(
  flags: Flags,
  at?: { readonly kept: KeptSource; readonly loader: ConfigLoader },
): Promise<FiledLeague> {
  const { league, data, database, archived, where } = at?.kept ?? (await keptSource(flags));
  const { league_id, game_type } = league;
  const disk = withRecords({ data, database }, nodeDisk());
  const read = await ledgersIn({ data, database }, disk).read<LeagueEvent>(league_id, archived);
  if (!read.ok || read.value === undefined) throw new Mistake(`the ledger of ${league_id} in ${where} cannot be read`);
  // What happened last, for those who read no ledger.
  const newest = read.value.lines.slice(-KEPT_EVENTS).flat().slice(-KEPT_EVENTS);
  const still = { ...STILL, newest: () => newest };
  const loader = at?.loader ?? configOf(flags);
  const boardsOf = boardsBy(await gamesOf(flags, loader));
  const settings = await settingsOf(league, loader);
  const game = await loader.getGame(game_type);
  return {
    where,
    league,
    lines: read.value.lines,
    at: (shown, store = still) => ({
      ...{ league: shown, store, disk, data, settings, boardsOf },
      // It is as late as in the newest of its events.
      clock: { ...systemClock, now: () => new Date(shown.updated_at) },
      ...(archived === undefined ? {} : { matchFolder: join(dataPaths(data).archive(league_id, archived), 'matches') }),
      rows: memoByEvent(shown, () => tableOf(shown)),
      ...(game.ok ? { game: { display_name: game.value.display_name, description: game.value.description } } : {}),
    }),
  };
}

/** What a ledger does not tell. A league without a file here, such as one of another machine, goes by its id. */
async function settingsOf({ league_id, game_type, rules }: League, loader: ConfigLoader): Promise<Settings> {
  const file = await loader.loadLeague(league_id);
  const [usual] = need(await loader.loadGamesRegistry()).games;
  const config = file.ok
    ? file.value
    : { ...need(await loader.loadLeague(leagueIdOf(usual?.game_type ?? ''))), league_id, display_name: league_id };
  return {
    // A league that has begun keeps its rules, whatever its file says now.
    config: { ...config, game_type, ...rules },
    limits: need(await loader.limits({ role: 'referee', ...(file.ok ? { leagueId: league_id } : {}) })),
    ...{ requireTokens: true, tokenTtlMs: 0, seatsMatter: false, keep: false },
    ...{ seed: undefined, schemes: [], expected: [] },
  };
}
