/** Checks what a league under fire left behind: the audit of its ledger, and every agent's record beside the ledger. */
import { systemClock } from '../../../SHARED/core/clock.ts';
import type { Disk } from '../../../SHARED/league_sdk/disk/disk.ts';
import { PlayerHistoryRepository } from '../../../SHARED/league_sdk/files/player_history.ts';
import { dataPaths, logPaths } from '../../../SHARED/league_sdk/paths.ts';
import { Records } from '../../../SHARED/league_sdk/records/records.ts';
import { judge } from '../../../SHARED/testing/shipped_games.ts';
import { ledgersIn, withRecords } from '../../launcher/world/installation.ts';
import { audit } from '../../league_manager/audit/audit.ts';
import type { LeagueEvent } from '../../league_manager/league/events.ts';
import { type Battlefield, roleOf } from './battlefield.ts';
import { checkByHand } from './by_hand.ts';
import { checkRemains, decisionsIn, type RemainsViolation } from './check.ts';
import type { Moment } from './crew.ts';
import { fromHistory, fromPlayer, fromReferee, type Testimony } from './evidence.ts';
import type { Fought } from './under_fire.ts';

export interface Aftermath {
  readonly results: number;
  /** Results that an agent besides the manager was told of. */
  readonly attested: number;
  readonly testimonies: number;
  readonly reassigned: number;
  readonly technicalLosses: number;
  readonly violations: readonly RemainsViolation[];
  /** From each kill to the next thing that took its victim. */
  readonly recoveries: readonly (number | undefined)[];
}

/** The parts of a battlefield that are read afterwards. */
type Remaining = Pick<Battlefield, 'begins' | 'league_id' | 'data' | 'logs' | 'ids' | 'database' | 'managers'>;

/** The parts of what happened that are looked at. */
type Seen = Omit<Fought, 'struck' | 'frozen' | 'launches'> & { readonly struck: readonly Moment[] };

/** Reads and checks everything. */
export async function aftermathOf(field: Remaining, fought: Seen, files: Disk): Promise<Aftermath> {
  const { data, league_id, managers = [] } = field;
  const disk = withRecords(field, files);
  const store = ledgersIn(field, disk);
  const read = await store.read<LeagueEvent>(league_id);
  const events = read.ok ? (read.value?.lines.flat() ?? []) : [];
  const testimonies = await testimoniesIn(field, disk, runIn(events));
  const { standings } = await newestViews(field, disk);
  // Of a damaged ledger the audit says where, and nothing else can be said.
  const violations = read.ok ? [...checkRemains({ events, standings, testimonies, seen: fought.seen })] : [];
  for (const at of [data, ...managers]) {
    const place = { data: at, disk: withRecords({ ...field, data: at }, files) };
    const audited = await audit({ store, ...place, league_id, judge, isAnywhere: field.database !== undefined });
    if (audited?.ok === true) continue;
    const { where, what } = audited?.error ?? { where: store.where(league_id), what: 'it is missing' };
    violations.push({ wrong: 'untrue', detail: `league verify: ${where}: ${what}` });
  }
  // Of a league in a database every agent was started by us, and managers have logs of their own.
  if (field.begins === 'by hand' && field.database === undefined) {
    const log = (await disk.read(logPaths(field.logs).league(league_id))) ?? '';
    const deaths = [...fought.struck, ...fought.blackedOut];
    violations.push(...checkByHand({ ...fought, ids: field.ids, events, log, deaths }));
  }
  if (!fought.ended) violations.push({ wrong: 'not ended', detail: 'not everybody was told of the end in time' });
  const decided = [...decisionsIn(events).values()].flat();
  return {
    results: decided.length,
    attested: new Set(testimonies.map(({ match_id }) => match_id)).size,
    testimonies: testimonies.length,
    reassigned: events.filter(({ type }) => type === 'match_reassigned').length,
    technicalLosses: decided.filter(({ result }) => result.details.status === 'TECHNICAL_LOSS').length,
    violations,
    recoveries: recoveriesIn(events, fought.struck),
  };
}

/** The views of the manager that wrote last: each has those of the time when it had the league. */
async function newestViews({ data, managers = [data], league_id }: Remaining, disk: Disk) {
  const found = await Promise.all(
    managers.map(async (folder) => {
      const standings = await disk.read(dataPaths(folder).standings(league_id));
      return { standings, sequence: Number(/"sequence": (\d+),/.exec(standings ?? '')?.[1] ?? -1) };
    }),
  );
  return found.sort((a, b) => b.sequence - a.sequence)[0] as (typeof found)[number];
}

function runIn([created]: readonly LeagueEvent[]): string {
  return created?.type === 'league_created' ? created.run_id : '';
}

async function testimoniesIn(
  { ids, logs, data }: Remaining,
  disk: Disk,
  run_id: string,
): Promise<readonly Testimony[]> {
  const store = { disk, clock: systemClock, root: data, records: new Records('files', { disk, root: data }) };
  const of = ids.map(async (id) => {
    const log = (await disk.read(logPaths(logs).agent(id))) ?? '';
    if (id.startsWith('REF')) return fromReferee(id, log);
    if (roleOf(id) === 'manager') return [];
    const history = await new PlayerHistoryRepository(id, store).getHistory();
    return [...fromPlayer(id, log), ...(history.ok ? fromHistory(id, JSON.stringify(history.value), run_id) : [])];
  });
  return (await Promise.all(of)).flat();
}

/**
 * Milliseconds from each kill to the first thing the ledger says that took the victim: a manager wrote to it, a referee
 * reported a result, a player's match was decided. Undefined where it had nothing left to do.
 */
export function recoveriesIn(
  events: readonly LeagueEvent[],
  struck: readonly Moment[],
): readonly (number | undefined)[] {
  return struck.map(({ id, at }) => {
    const next = events.find((event) => Date.parse(event.at) > at && takes(event, id));
    return next === undefined ? undefined : Date.parse(next.at) - at;
  });
}

function takes(event: LeagueEvent, id: string): boolean {
  if (roleOf(id) === 'manager') return true;
  if (event.type !== 'match_decided') return false;
  return roleOf(id) === 'referee' ? event.referee_id === id : Object.hasOwn(event.result.score, id);
}
