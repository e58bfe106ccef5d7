/** A league as its ledger tells it: folded from the first event to the last, with or without taking its lock. */
import type { JsonObject } from '../../../SHARED/core/json.ts';
import { err, ok, type Result } from '../../../SHARED/core/result.ts';
import type { Damage, Ledger, LedgerStore, Locked } from '../../../SHARED/league_sdk/ledger/ledger.ts';
import type { LeagueEvent } from './events.ts';
import { apply, type League, newLeague } from './state.ts';

/** The league so far, whether or not a manager has it open, or a run of it that was put away; undefined when there is none. Nothing is written. */
export async function readLeague(
  store: LedgerStore,
  league_id: string,
  archived?: string,
): Promise<Result<League | undefined, Damage>> {
  const read = await store.read<LeagueEvent>(league_id, archived);
  if (!read.ok) return read;
  if (read.value === undefined) return ok(undefined);
  const league = newLeague();
  for (const [index, events] of read.value.lines.entries()) {
    const damage = applied(league, events, index + 1);
    if (damage !== undefined) return err(damage);
  }
  return ok(league);
}

/** A league and its open ledger. No other process can open it before the ledger is closed. */
export interface HeldLeague {
  readonly league: League;
  readonly ledger: Ledger<JsonObject>;
  /** The newest of its events, oldest first; at least as many as are kept, where there were so many. */
  readonly newest: readonly LeagueEvent[];
}

/** So many of the newest events are kept in memory, for readers that come later or come back. */
export const KEPT_EVENTS = 1_000;

/** Opens a league and folds it; one that never was begins empty. When this rejects, nothing stays locked. */
export async function holdLeague(store: LedgerStore, league_id: string): Promise<Result<HeldLeague, Locked | Damage>> {
  const opened = await store.open<JsonObject>(league_id);
  if (!opened.ok) return opened;
  const ledger = opened.value;
  try {
    const league = newLeague();
    let newest: LeagueEvent[] = [];
    let line = 0;
    for await (const read of ledger.replay()) {
      const events = read.map(asEvent);
      newest.push(...events);
      if (newest.length >= 2 * KEPT_EVENTS) newest = newest.slice(-KEPT_EVENTS);
      const damage = applied(league, events, ++line);
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
export function damageText(store: LedgerStore, league_id: string, { line, detail }: Damage): string {
  return `the ledger ${store.where(league_id)} is damaged at line ${line}: ${detail}`;
}

/** Folds the events of one line; an event that a league cannot have lived through is damage, whatever its hash says. */
function applied(league: League, events: readonly LeagueEvent[], line: number): Damage | undefined {
  try {
    for (const event of events) apply(league, event);
    return undefined;
  } catch (thrown) {
    return { code: 'DAMAGED', line, detail: (thrown as Error).message };
  }
}

/** The ledger's hash chain vouches for what it says: these are the events we wrote. */
function asEvent(event: JsonObject): LeagueEvent {
  return event as unknown as LeagueEvent;
}
