/** A league to be read, wherever it is: at its manager, in a data folder, or in an archive. */
import { basename, dirname, join, resolve } from 'node:path';
import { errorBody } from '../../../SHARED/contracts/errors.ts';
import type { MatchRecord } from '../../../SHARED/contracts/files/match.ts';
import { later } from '../../../SHARED/core/clock.ts';
import { isId } from '../../../SHARED/core/ids.ts';
import { isJsonArray, type JsonObject } from '../../../SHARED/core/json.ts';
import { err, ok, type Result } from '../../../SHARED/core/result.ts';
import type { Effects } from '../../../SHARED/league_sdk/effects.ts';
import type { LedgerStore } from '../../../SHARED/league_sdk/ledger/ledger.ts';
import { makePeer } from '../../../SHARED/league_sdk/messaging/peer.ts';
import { dataPaths } from '../../../SHARED/league_sdk/paths.ts';
import { type MatchReader, matchReader } from '../../../SHARED/league_sdk/records/records.ts';
import { damageText, readLeague } from '../../league_manager/league/read_league.ts';
import { type League, tableOf, totalMatches } from '../../league_manager/league/state.ts';
import { decidedMatches, recordAt, type ToldMatch, toldMatch } from '../../league_manager/public/public_match.ts';
import { type ScheduledMatch, schedule, wholeStatus } from '../../league_manager/public/queries.ts';
import type { Row } from '../../league_manager/tournament/standings.ts';
import { type Flags, Mistake, usage } from '../options.ts';
import { managerFor } from './addresses.ts';
import { leagueIdIn } from './games.ts';
import {
  configOf,
  hostedPlaces,
  type LedgerPlace,
  ledgersIn,
  machine,
  placesOf,
  placeText,
  ROOT,
  systemEffects,
  withRecords,
} from './installation.ts';
import { type Operator, operatorOf, operatorToken } from './operator.ts';
import { httpFromHere, managersIn } from './wires_http.ts';

/** A league that is only read. Every kind of source gives the same answers. */
export interface LeagueSource {
  readonly league_id: string;
  readonly run_id: string;
  readonly game_type: string;
  /** The address of the manager that answers, or the folder or database that is read. */
  readonly where: string;
  readonly kind: 'manager' | 'folder' | 'archive';
  /** How far it is, in the fields of LEAGUE_STATUS; from its manager also for whom it waits. */
  status(): Promise<JsonObject>;
  /** The table, all rows. */
  standings(): Promise<readonly Row[]>;
  /** All matches, played and to come; before the start the refusal that says so. */
  schedule(): Promise<Result<readonly ScheduledMatch[], JsonObject>>;
  /** One match, planned, open or decided. */
  match(match_id: string): Promise<ToldMatch | undefined>;
  /** The decided matches in the order in which they were opened, of all players or of one. */
  decided(player_id?: string): AsyncIterable<ToldMatch>;
  /** The referee's record of a decided match, where it is at hand here; else one line on why it is not. */
  record(match: ToldMatch): Promise<Result<MatchRecord, string>>;
  /** The league as its ledger tells it, where that is at hand here: then no more of a match is hidden than its moves. */
  readonly league: League | undefined;
}

/** The time for which a manager that may be there is waited for, before the data folder is read. */
const PROBE_MS = 2_000;
/** As many rows as a query may ask for. */
const ROWS = 1_000;

/**
 * The league that a command is to read. An --archive is read as such, and a manager that is typed is asked. Otherwise the
 * manager of the league in the data folder, or of the configuration, is asked if it answers; else the folder is read.
 */
export async function leagueSource(flags: Flags): Promise<LeagueSource | KeptSource> {
  const archive = flags.text('archive');
  if (archive !== undefined) return archivedLeague(flags, archive);
  const effects = await effectsTowards(flags);
  const { manager, kept, several } = await meantBy(flags, effects);
  if (manager !== undefined) return managerSource(flags, effects, manager);
  if (kept !== undefined) return fileSource(effects, kept);
  if (several !== undefined) throw several;
  // The one that is meant does not answer, and says so.
  return managerSource(flags, effects, await configuredManager(flags));
}

/** The league that is meant, in files: where its manager answers, the data folder must have it. */
export async function keptSource(flags: Flags): Promise<KeptSource> {
  const source = await leagueSource(flags);
  if ('data' in source) return source;
  const effects = systemEffects('agent');
  const { data, database } = placesOf(flags);
  const league = source.league ?? (await leagueOf(ledgersIn({ data, database }, effects.disk), source.league_id));
  if (league?.run_id !== source.run_id)
    throw new Mistake(
      `the files of the league at ${source.where} are not in ${data}; do this where its manager runs, or name them with --data DIR`,
    );
  return fileSource(effects, { data, database, league });
}

/** A league of the data folder or the database by its id, whether a manager answers for it or not. */
export async function keptLeague(flags: Flags, league_id: string): Promise<KeptSource> {
  const { disk } = machine();
  const { data, database } = placesOf(flags);
  const store = ledgersIn({ data, database }, disk);
  const league = await leagueOf(store, league_id);
  if (league === undefined) throw new Mistake(`there is no ledger of ${league_id} in ${placeText({ data, database })}`);
  return fileSource({ disk }, { data, database, league });
}

/** The manager that a command is to speak to: typed, else that of the league in the data folder, else the configured one. */
export async function managerIn(flags: Flags): Promise<string> {
  return (await meantBy(flags, await effectsTowards(flags))).manager ?? configuredManager(flags);
}

/** The operator's client of the manager that is meant. */
export async function operatorIn(flags: Flags, manager?: string): Promise<Operator> {
  const effects = await effectsTowards(flags);
  const operator: Operator = operatorOf(effects, manager ?? (await managerIn(flags)), async () => {
    const { league_id } = await operator.look('get_status');
    return operatorToken(flags, ledgersIn(placesOf(flags), effects.disk), String(league_id));
  });
  return operator;
}

/** A league of a data folder, or of an archive in it. */
interface KeptLeague extends LedgerPlace {
  readonly league: League;
  /** The name of the archive. */
  readonly archived?: string;
}
/** A league whose files are at hand. */
export type KeptSource = LeagueSource & KeptLeague & { readonly records: MatchReader };

interface Meant {
  /** A manager that was typed, or that answers and has the league that is meant. */
  readonly manager?: string;
  /** The league of the data folder. */
  readonly kept?: KeptLeague;
  /** There is more than one, and none is named. */
  readonly several?: Mistake;
}

async function meantBy(flags: Flags, effects: Effects): Promise<Meant> {
  const isTyped = flags.text('manager') !== undefined || flags.text('port-base') !== undefined;
  const configured = await configuredManager(flags);
  if (isTyped) return { manager: configured };
  const places = placesOf(flags);
  const { data, database } = places;
  if (database === undefined && flags.text('data') !== undefined && (await effects.disk.list(data)).length === 0)
    throw noFolder(data);
  const store = ledgersIn(places, effects.disk);
  const there = await store.leagues();
  const named = await namedLeague(flags);
  const isNamed = named !== undefined || database !== undefined || data !== resolve(ROOT, 'SHARED', 'data');
  const running = await runAt(configured, effects);
  const at =
    named ?? there.find((league_id) => league_id === running?.league_id) ?? (there.length === 1 ? there[0] : undefined);
  const league = at === undefined ? undefined : await leagueOf(store, at);
  const isItsManager = (run: Running | undefined) => run !== undefined && run.run_id === league?.run_id;
  if (
    running !== undefined &&
    (isItsManager(running) || (!isNamed && league?.run_id !== running.run_id) || there.length === 0)
  )
    return { manager: configured };
  if (league === undefined) {
    if (named !== undefined && there.length > 0)
      throw usage(`there is no league ${named} in ${placeText(places)}, which has: ${there.join(', ')}`);
    return there.length > 1 ? { several: severalLeagues(places, there) } : {};
  }
  const kept = { data, database, league };
  const last = httpFromHere(league.manager_address);
  const isThere = last !== undefined && last !== configured && isItsManager(await runAt(last, effects));
  return isThere ? { manager: last, kept } : { kept };
}

/** A data folder that is not there, or has nothing in it. */
export function noFolder(folder: string): Mistake {
  return usage(`there is no folder ${folder}; name the data folder of a league, or the address of its manager`);
}

async function configuredManager(flags: Flags): Promise<string> {
  return (await configuredManagers(flags))[0];
}

async function configuredManagers(flags: Flags): Promise<ReturnType<typeof managersIn>> {
  return managersIn(flags.text('manager') ?? (await managerFor(flags, configOf(flags))));
}

/** The machine, with a way to whichever of the typed managers answers. */
async function effectsTowards(flags: Flags): Promise<Effects> {
  return systemEffects('agent', undefined, await configuredManagers(flags));
}

/**
 * The league of a data folder that a command is about: the one that is named, else the only one, or the only one that is
 * `meant` among several; the usual one of an empty folder.
 */
export async function leagueInFolder(
  flags: Flags,
  store: LedgerStore,
  meant: (league: League) => boolean = () => false,
): Promise<string> {
  const named = await namedLeague(flags);
  if (named !== undefined) return named;
  const there = await store.leagues();
  const [only] = there;
  if (only === undefined) return leagueIdIn(flags, configOf(flags));
  if (there.length === 1) return only;
  const fitting: string[] = [];
  for (const league_id of there) {
    const read = await readLeague(store, league_id);
    if (read.ok && read.value !== undefined && meant(read.value)) fitting.push(league_id);
  }
  if (fitting.length === 1) return fitting[0] as string;
  throw severalLeagues(placesOf(flags), there);
}

function severalLeagues(place: LedgerPlace, there: readonly string[]): Mistake {
  return usage(`${placeText(place)} has several leagues: ${there.join(', ')}; name one with --league ID`);
}

async function namedLeague(flags: Flags): Promise<string | undefined> {
  if (flags.text('league') === undefined && flags.text('game') === undefined) return undefined;
  const league_id = await leagueIdIn(flags, configOf(flags));
  if (!isId(league_id)) throw usage(`--league takes the id of a league, not "${league_id}"`);
  return league_id;
}

interface Running {
  readonly league_id: string;
  readonly run_id: string;
}

/** The run of the manager at an address; undefined where none answers. */
async function runAt(manager: string, { transport, clock }: Effects): Promise<Running | undefined> {
  const peer = makePeer({ transport, clock, sender: () => 'launcher' });
  const seen = await peer.look(manager, 'get_status', {}, later(clock.monotonic(), PROBE_MS));
  return seen.ok ? { league_id: String(seen.value['league_id']), run_id: String(seen.value['run_id']) } : undefined;
}

async function leagueOf(store: LedgerStore, league_id: string, archived?: string): Promise<League | undefined> {
  const read = await readLeague(store, league_id, archived);
  if (!read.ok) throw new Mistake(damageText(store, league_id, read.error));
  return read.value;
}

/** The run that --archive names: by its folder, by its name, or as the latest. */
async function archivedLeague(flags: Flags, archive: string): Promise<KeptSource> {
  const effects = systemEffects('agent');
  const isPath = /[/\\]/.test(archive);
  const folder = resolve(archive);
  const place: LedgerPlace = isPath ? { data: resolve(folder, '../../..') } : placesOf(flags);
  const { data, database } = place;
  const store = ledgersIn(place, effects.disk);
  const named = isPath ? basename(dirname(folder)) : await namedLeague(flags);
  const runs = [...(await store.archives())].flatMap(([league_id, names]) =>
    named === undefined || named === league_id ? names.map((name) => ({ league_id, name })) : [],
  );
  const leagues = new Set(runs.map(({ league_id }) => league_id));
  if (archive === 'latest' && leagues.size > 1)
    throw usage(
      `${placeText(place)} has archives of several leagues: ${[...leagues].join(', ')}; name one with --league ID`,
    );
  const name = isPath ? basename(folder) : archive;
  const found = archive === 'latest' ? runs.at(-1) : runs.find((run) => run.name === name);
  const league = found === undefined ? undefined : await leagueOf(store, found.league_id, found.name);
  if (found === undefined || league === undefined) {
    const some =
      runs.length === 0
        ? 'there is none'
        : `there are: ${runs
            .slice(-5)
            .map((run) => run.name)
            .join(', ')}`;
    throw usage(`${isPath ? archive : `${archive} in ${placeText(place)}`} is no archive of a league; ${some}`);
  }
  return fileSource(effects, { data, database, league, archived: found.name });
}

async function fileSource({ disk: files }: Pick<Effects, 'disk'>, found: KeptLeague): Promise<KeptSource> {
  const kept = { ...found, data: await folderOf(found, files) };
  const disk = withRecords(kept, files);
  const { data, league, archived } = kept;
  const { league_id, run_id, game_type } = league;
  const paths = dataPaths(data);
  const folder = archived === undefined ? data : paths.archive(league_id, archived);
  const records = matchReader(disk, archived === undefined ? paths.matches(league_id) : join(folder, 'matches'));
  const within = archived === undefined ? '' : `, ${archived}`;
  const where = kept.database === undefined ? folder : `${placeText(kept)}${within}`;
  return {
    ...kept,
    ...{ league_id, run_id, game_type, where, kind: archived === undefined ? 'folder' : 'archive' },
    status: async () => wholeStatus(league),
    standings: async () => tableOf(league),
    async schedule() {
      const page = schedule(league, { limit: Math.max(1, totalMatches(league)) });
      return page.ok ? ok(listIn<ScheduledMatch>(page.value, 'matches')) : err({ ...errorBody(page.error) });
    },
    match: async (match_id) => toldMatch(league, match_id),
    async *decided(player_id) {
      for (const { at: _, ...match } of decidedMatches(league, player_id)) yield match;
    },
    records,
    record: ({ match_id, record_sha256 }) => recordAt(records, match_id, record_sha256),
  };
}

/** Where the agents of a league keep their files: one of hosts has a folder of its own. */
async function folderOf(kept: KeptLeague, disk: Effects['disk']): Promise<string> {
  const {
    data,
    database,
    league: { league_id },
  } = kept;
  if (database === undefined) return data;
  const hosted = hostedPlaces({ data, logs: data }, league_id).data;
  return (await disk.list(hosted)).length > 0 ? hosted : data;
}

async function managerSource(flags: Flags, effects: Effects, manager: string): Promise<LeagueSource> {
  const operator = await operatorIn(flags, manager);
  const { league_id, run_id = '', game_type = '' } = await operator.look('get_status');
  const head = { league_id: String(league_id), run_id: String(run_id), game_type: String(game_type) };
  const { data, database } = placesOf(flags);
  const store = ledgersIn({ data, database }, effects.disk);
  const its = isId(head.league_id) ? await leagueOf(store, head.league_id) : undefined;
  const league = its?.run_id === head.run_id ? its : undefined;
  const kept = league === undefined ? undefined : await fileSource(effects, { data, database, league });
  return {
    ...{ ...head, league, where: manager, kind: 'manager' },
    status: () => operator.look('get_status'),
    async standings() {
      const rows: Row[] = [];
      const ask = (cursor: string) => operator.look('get_standings', { limit: ROWS, cursor });
      for await (const page of pages(ask)) rows.push(...listIn<Row>(page, 'standings'));
      return rows;
    },
    async schedule() {
      const matches: ScheduledMatch[] = [];
      for (let cursor: string | null = '0'; cursor !== null; ) {
        const query_params = { cursor, limit: ROWS };
        const { data, error } = await operator.ask('LEAGUE_QUERY', { query_type: 'GET_SCHEDULE', query_params });
        if (data === null) return err(error ?? {});
        matches.push(...listIn<ScheduledMatch>(data, 'matches'));
        cursor = data['next_cursor'] as string | null;
      }
      return ok(matches);
    },
    async match(match_id) {
      if (kept !== undefined) return kept.match(match_id);
      return listIn<ToldMatch>(await operator.look('get_matches', { match_id }), 'matches')[0];
    },
    async *decided(player_id) {
      if (kept !== undefined) return yield* kept.decided(player_id);
      const of = player_id === undefined ? {} : { player_id };
      const ask = (cursor: string) => operator.look('get_matches', { ...of, cursor });
      for await (const page of pages(ask)) yield* listIn<ToldMatch>(page, 'matches');
    },
    record: ({ match_id, record_sha256 }) =>
      recordAt(
        matchReader(withRecords({ data, database }, effects.disk), dataPaths(data).matches(head.league_id)),
        match_id,
        record_sha256,
      ),
  };
}

/** A list of an answer; its entries have the shape in which a manager of ours makes them. */
function listIn<Entry>(answer: JsonObject, name: string): readonly Entry[] {
  const list = answer[name];
  if (!isJsonArray(list)) throw new Mistake(`the manager's answer has no list of ${name}`);
  return list as readonly Entry[];
}

async function* pages(ask: (cursor: string) => Promise<JsonObject>): AsyncGenerator<JsonObject> {
  for (let cursor: string | null = '0'; cursor !== null; ) {
    const page = await ask(cursor);
    yield page;
    cursor = page['next_cursor'] as string | null;
  }
}
