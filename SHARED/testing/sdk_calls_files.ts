/** Calls of the repositories and the loggers, on the files that the specification shows. */
import { fileURLToPath } from 'node:url';
import type { HistoryFile } from '../contracts/files/history.ts';
import type { RoundsFile, StandingsFile } from '../contracts/files/league_data.ts';
import { AgentLogLine, ComponentLogLine, LeagueLogLine } from '../contracts/files/logs.ts';
import type { MatchRecord } from '../contracts/files/match.ts';
import * as sdk from '../league_sdk/index.ts';
import { dataPaths } from '../league_sdk/paths.ts';
import { type Calls, type CallsByName, emptyStore, failingStore, storeWith } from './sdk_calls.ts';

const LEAGUE = 'league_2025_even_odd';
const PATHS = dataPaths('/data');

async function shown<T>(name: string): Promise<T> {
  const path = fileURLToPath(new URL(`fixtures/spec_examples/data/${name}.json`, import.meta.url));
  return JSON.parse((await sdk.nodeDisk().read(path)) ?? '') as T;
}

type Fails = NonNullable<Calls['fails']>;
type Act = (store: sdk.Store) => Promise<unknown>;

/** The failures of reading one file. */
const reads = (path: string, act: Act): Fails => ({
  DAMAGED: async () => act(await storeWith(path, 'torn')),
  DISK_ERROR: () => act(failingStore('read', 'DISK_ERROR')),
});
/** The failures of writing it. */
const writes = (act: Act): Fails => ({
  DISK_FULL: () => act(failingStore('replace', 'DISK_FULL')),
  DISK_ERROR: () => act(failingStore('replace', 'DISK_ERROR')),
});

const standings = (store: sdk.Store) => new sdk.StandingsRepository(LEAGUE, store);
const rounds = (store: sdk.Store) => new sdk.RoundsRepository(LEAGUE, store);
const matches = (store: sdk.Store) => new sdk.MatchRepository(LEAGUE, store);
const history = (store: sdk.Store) => new sdk.PlayerHistoryRepository('P01', store);

const saveStandings: Act = async (store) => standings(store).save(await shown<StandingsFile>('standings'));
const addRound: Act = async (store) =>
  rounds(store).addRound((await shown<RoundsFile>('rounds')).rounds[0] as RoundsFile['rounds'][number]);
const saveMatch: Act = async (store) => matches(store).saveMatch('R1M1', await shown<MatchRecord>('R1M1'));
const addResult: Act = async (store) =>
  history(store).addMatchResult((await shown<HistoryFile>('history')).matches[0] as HistoryFile['matches'][number]);

/** Counts on the table the specification shows; on a disk that takes nothing more, from then on. */
async function countOn(disk: (whole: sdk.Disk) => sdk.Disk, player = 'P01'): Promise<unknown> {
  const store = emptyStore();
  await saveStandings(store);
  return standings({ ...store, disk: disk(store.disk) }).updatePlayer(player, 'WIN', 3);
}

const fullDisk = (code: sdk.DiskError['code']) => (disk: sdk.Disk) => ({
  ...disk,
  replace: failingStore('replace', code).disk.replace,
});

const REPOSITORY_CALLS: CallsByName = {
  StandingsRepository: { works: () => standings(emptyStore()).path === PATHS.standings(LEAGUE) },
  'StandingsRepository.load': {
    works: async () => sdk.unwrap(await standings(emptyStore()).load()).standings.length === 0,
    fails: reads(PATHS.standings(LEAGUE), (store) => standings(store).load()),
  },
  'StandingsRepository.save': {
    async works() {
      const store = emptyStore();
      await saveStandings(store);
      return sdk.unwrap(await standings(store).load()).standings.length > 0;
    },
    fails: writes(saveStandings),
  },
  'StandingsRepository.updatePlayer': {
    works: async () => ((await countOn((disk) => disk)) as sdk.Result<void, unknown>).ok,
    fails: {
      UNKNOWN_PLAYER: () => countOn((disk) => disk, 'P99'),
      DAMAGED: async () => standings(await storeWith(PATHS.standings(LEAGUE), 'torn')).updatePlayer('P01', 'WIN', 3),
      DISK_FULL: () => countOn(fullDisk('DISK_FULL')),
      DISK_ERROR: () => countOn(fullDisk('DISK_ERROR')),
    },
  },
  RoundsRepository: { works: () => rounds(emptyStore()).path === PATHS.rounds(LEAGUE) },
  'RoundsRepository.load': {
    works: async () => sdk.unwrap(await rounds(emptyStore()).load()).rounds.length === 0,
    fails: reads(PATHS.rounds(LEAGUE), (store) => rounds(store).load()),
  },
  'RoundsRepository.addRound': {
    async works() {
      const store = emptyStore();
      await addRound(store);
      return sdk.unwrap(await rounds(store).load()).rounds.length === 1;
    },
    fails: { ...reads(PATHS.rounds(LEAGUE), addRound), ...writes(addRound) },
  },
  MatchRepository: { works: () => matches(emptyStore()) instanceof sdk.MatchRepository },
  'MatchRepository.saveMatch': {
    async works() {
      const store = emptyStore();
      await saveMatch(store);
      return (await store.disk.read(PATHS.match(LEAGUE, 'R1M1'))) !== undefined;
    },
    fails: writes(saveMatch),
  },
  'MatchRepository.getMatch': {
    async works() {
      const store = emptyStore();
      const before = sdk.unwrap(await matches(store).getMatch('R1M1'));
      await saveMatch(store);
      return before === undefined && sdk.unwrap(await matches(store).getMatch('R1M1'))?.match_id === 'R1M1';
    },
    fails: reads(PATHS.match(LEAGUE, 'R1M1'), (store) => matches(store).getMatch('R1M1')),
  },
  'MatchRepository.listMatches': {
    async works() {
      const store = emptyStore();
      await saveMatch(store);
      return (await matches(store).listMatches()).join() === 'R1M1';
    },
    fails: { DISK_ERROR: () => matches(failingStore('list', 'DISK_ERROR')).listMatches() },
  },
  PlayerHistoryRepository: { works: () => history(emptyStore()).path === PATHS.history('P01') },
  'PlayerHistoryRepository.getHistory': {
    works: async () => sdk.unwrap(await history(emptyStore()).getHistory()).stats.total_matches === 0,
    fails: reads(PATHS.history('P01'), (store) => history(store).getHistory()),
  },
  'PlayerHistoryRepository.addMatchResult': {
    works: async () => ((await addResult(emptyStore())) as sdk.Result<void, unknown>).ok,
    fails: reads(PATHS.history('P01'), addResult),
  },
};

const DETAILS = { match_id: 'R1M1' };

/** Whether an event becomes one line of its schema, and a failing disk stops no caller. */
async function writesLine<L extends { readonly path: string; flush(): Promise<void> }>(
  open: (store: sdk.LogStore) => L,
  shape: Parameters<typeof sdk.fits>[0],
  say: (log: L) => void,
): Promise<boolean> {
  const store = { ...emptyStore(), level: 'DEBUG' } as const;
  const log = open(store);
  say(log);
  await log.flush();
  const lines = ((await store.disk.read(log.path)) ?? '').trimEnd().split('\n');

  let told = false;
  const deaf = open({
    ...failingStore('append', 'DISK_FULL'),
    level: 'DEBUG',
    onFailure: () => {
      told = true;
    },
  });
  say(deaf);
  const isLost = await deaf.flush().then(
    () => false,
    () => true,
  );
  return lines.length === 1 && sdk.fits(shape, JSON.parse(lines[0] ?? '')) && told && isLost;
}

const json = (say: (log: sdk.JsonLogger) => void): Calls => ({
  works: () => writesLine((store) => new sdk.JsonLogger('referee:REF01', store, LEAGUE), ComponentLogLine, say),
});
const agent = (say: (log: sdk.AgentLogger) => void): Calls => ({
  works: () => writesLine((store) => new sdk.AgentLogger('P01', store), AgentLogLine, say),
});
const league = (say: (log: sdk.LeagueLogger) => void): Calls => ({
  works: () => writesLine((store) => new sdk.LeagueLogger(LEAGUE, store), LeagueLogLine, say),
});

const LOGGER_CALLS: CallsByName = {
  JsonLogger: { works: () => new sdk.JsonLogger('launcher', emptyStore()).path.includes('/system/') },
  'JsonLogger.log': json((log) => log.log('GAME_ERROR', 'WARNING', DETAILS)),
  'JsonLogger.debug': json((log) => log.debug('GAME_ERROR', DETAILS)),
  'JsonLogger.info': json((log) => log.info('GAME_ERROR', DETAILS)),
  'JsonLogger.warning': json((log) => log.warning('GAME_ERROR', DETAILS)),
  'JsonLogger.error': json((log) => log.error('GAME_ERROR', DETAILS)),
  'JsonLogger.logMessageSent': json((log) => log.logMessageSent('GAME_INVITATION', 'P01', DETAILS)),
  'JsonLogger.logMessageReceived': json((log) => log.logMessageReceived('GAME_JOIN_ACK', 'P01', DETAILS)),
  AgentLogger: { works: () => new sdk.AgentLogger('P01', emptyStore()).agentId === 'P01' },
  'AgentLogger.log': agent((log) => log.log('SENT', { type: 'GAME_JOIN_ACK', peer: 'REF01' }, 'INFO', DETAILS)),
  'AgentLogger.logSent': agent((log) => log.logSent('GAME_JOIN_ACK', 'REF01', DETAILS)),
  'AgentLogger.logReceived': agent((log) => log.logReceived('GAME_INVITATION', 'REF01', DETAILS)),
  LeagueLogger: { works: () => new sdk.LeagueLogger(LEAGUE, emptyStore()).path.includes(LEAGUE) },
  'LeagueLogger.log': league((log) => log.log('league_manager', 'LEAGUE_STARTED', { league_id: LEAGUE })),
  'LeagueLogger.info': league((log) => log.info('league_manager', 'ROUND_COMPLETED', { round_id: 1 })),
  'LeagueLogger.error': league((log) => log.error('referee:REF01', 'REFEREE_ERROR', DETAILS)),
};

export const FILE_CALLS: CallsByName = { ...REPOSITORY_CALLS, ...LOGGER_CALLS };
