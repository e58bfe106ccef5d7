/** A league of a data folder or an archive as the page shows it. */
import { basename, join, resolve } from 'node:path';
import { systemClock } from '../../../SHARED/core/clock.ts';
import { nodeDisk } from '../../../SHARED/league_sdk/disk/node_disk.ts';
import { dataPaths } from '../../../SHARED/league_sdk/paths.ts';
import type { LeagueEvent } from '../../league_manager/league/events.ts';
import { type League, tableOf } from '../../league_manager/league/state.ts';
import { type LeagueStore, memoByEvent } from '../../league_manager/league/store.ts';
import type { ShownLeague } from '../../web/web.ts';
import { Flags, Mistake } from '../options.ts';
import { configOf, ledgersIn, need } from './installation.ts';
import { keptSource } from './league_source.ts';

export interface FiledLeague {
  /** The folder it was read from. */
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

/** The league that the options name, in files. */
export async function filedLeague(flags: Flags): Promise<FiledLeague> {
  const { league, where, kind } = await keptSource(flags);
  const { league_id, game_type } = league;
  const disk = nodeDisk();
  // An archive lies at archive/LEAGUE/NAME in the data folder it was played in.
  const isArchived = kind === 'archive';
  const data = isArchived ? resolve(where, '../../..') : where;
  const read = await ledgersIn({ data }, disk).read<LeagueEvent>(league_id, isArchived ? basename(where) : undefined);
  if (!read.ok || read.value === undefined) throw new Mistake(`the ledger of ${league_id} in ${where} cannot be read`);
  const loader = configOf(flags);
  const game = await loader.getGame(game_type);
  const settings = {
    config: need(await loader.loadLeague(league_id)),
    limits: need(await loader.limits({ role: 'referee', leagueId: league_id })),
    ...{
      requireTokens: true,
      tokenTtlMs: 0,
      seatsMatter: false,
      seed: undefined,
      schemes: [],
      expected: [],
      keep: false,
    },
  };
  return {
    where,
    league,
    lines: read.value.lines,
    at: (shown, store = STILL) => ({
      ...{ league: shown, store, disk, data },
      // It is as late as in the newest of its events.
      clock: { ...systemClock, now: () => new Date(shown.updated_at) },
      matchFolder: isArchived ? join(where, 'matches') : dataPaths(data).matches(league_id),
      // A league that has begun keeps its rules, whatever its file says now.
      settings: { ...settings, config: { ...settings.config, ...league.rules } },
      rows: memoByEvent(shown, () => tableOf(shown)),
      ...(game.ok ? { game: titleIn(game.value) } : {}),
    }),
  };
}

function titleIn({ display_name, description }: NonNullable<ShownLeague['game']>) {
  return { display_name, description };
}

/** The options as if the folder that was typed after the command had been named by its flag: an archive, or a data folder. */
export function readingFrom(flags: Flags, folder: string): Flags {
  if (folder === '') return flags;
  const isArchive = basename(resolve(folder, '../..')) === 'archive';
  const rest = flags.kept(['league', 'game', 'config', 'class', 'logs', 'port', 'speed', 'open']);
  return new Flags([...rest, [isArchive ? 'archive' : 'data', resolve(folder)]]);
}
