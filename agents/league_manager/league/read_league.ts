/** A league as its ledger tells it: folded from the first event to the last, with or without taking its lock. */
import type { JsonObject } from '../../../SHARED/core/json.ts';
import { err, ok, type Result } from '../../../SHARED/core/result.ts';
import type {
  AppendedEvents,
  Damage,
  Ledger,
  LedgerStore,
  Locked,
  Sealed,
} from '../../../SHARED/league_sdk/ledger/ledger.ts';
import type { LeagueEvent } from './events.ts';
import { leagueIn } from './snapshot.ts';
import { apply, type League, newLeague } from './state.ts';

/** The league so far, whether or not a manager has it open, or a run of it that was put away; undefined when there is none. Nothing is written. */
export async function readLeague(
  store: LedgerStore,
  league_id: string,
  archived?: string,
): Promise<Result<League | undefined, Damage>> {
  let league = newLeague();
  const hear = ({ events, ...at }: AppendedEvents<LeagueEvent>) => applied(league, events, at);
  const resume = (sealed: Sealed) => {
    league = leagueIn(sealed)?.league ?? league;
    return league.sequence + 1;
  };
  const read = await store.scan<LeagueEvent>(league_id, hear, { archived, resume });
  if (!read.ok) return read;
  return ok(read.value === undefined ? undefined : league);
}

/** A league and its open ledger. No other process can open it before the ledger is closed. */
export interface HeldLeague {
  readonly league: League;
  readonly ledger: Ledger<JsonObject>;
  /** The newest of its events, oldest first; at least as many as are kept, where there were so many. */
  readonly newest: readonly LeagueEvent[];
}

/** The number of newest events kept in memory, for readers that come later or come back. */
export const KEPT_EVENTS = 1_000;

/** Opens a league and folds it; one that never was begins empty. When this rejects, nothing stays locked. */
export async function holdLeague(store: LedgerStore, league_id: string): Promise<Result<HeldLeague, Locked | Damage>> {
  const opened = await store.open<JsonObject>(league_id);
  if (!opened.ok) return opened;
  const ledger = opened.value;
  try {
    const kept = await ledger.snapshot();
    const sealed = kept === undefined ? undefined : leagueIn(kept);
    const league = sealed?.league ?? newLeague();
    let newest = [...(sealed?.newest ?? [])];
    let line = 0;
    for await (const read of ledger.replay(league.sequence + 1)) {
      const events = read.map(asEvent);
      newest.push(...events);
      if (newest.length >= 2 * KEPT_EVENTS) newest = newest.slice(-KEPT_EVENTS);
      const damage = applied(league, events, { line: ++line });
      if (damage === undefined) continue;
      await ledger.close();
      return err(damage);
    }
    return ok({ league, ledger, newest });
  } catch (thrown) {
    await ledger.close();
    throw thrown;
  }
}

/** A ledger that cannot be read, in words: the place, the line and what is wrong with it. */
export function damageText(store: LedgerStore, league_id: string, damage: Damage): string {
  return `the ledger ${damagedAt(store, league_id, damage).replace(/, line/, ' is damaged at line')}: ${damage.detail}`;
}

/** The place of damage: the file and the line in it. */
export function damagedAt(
  store: LedgerStore,
  league_id: string,
  { line, file }: Pick<Damage, 'line' | 'file'>,
): string {
  const where = store.where(league_id);
  return `${file === undefined ? where : where.replace(/[^/\\]*$/, file)}, line ${line}`;
}

/** Folds the events of one line; an event that a league cannot have lived through is damage, whatever its hash says. */
function applied(
  league: League,
  events: readonly LeagueEvent[],
  at: Pick<Damage, 'line' | 'file'>,
): Damage | undefined {
  try {
    for (const event of events) apply(league, event);
    return undefined;
  } catch (thrown) {
    return { code: 'DAMAGED', ...at, detail: (thrown as Error).message };
  }
}

/** The ledger's hash chain vouches for what it says: these are the events we wrote. */
function asEvent(event: JsonObject): LeagueEvent {
  return event as unknown as LeagueEvent;
}
