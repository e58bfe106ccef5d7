/** Watches a league's ledger while it is played: how far it is, and every result that ever stood in it. */
import type { LedgerStore } from '../../../SHARED/league_sdk/ledger/ledger.ts';
import type { LeagueEvent, MatchDecided } from '../../league_manager/league/events.ts';

export interface LedgerWatch {
  /** Reads it again. */
  look(): Promise<LeagueProgress>;
  /** Whether all agents have been told how it ended, or that cannot be known: its database is down at present. */
  isOver(): Promise<boolean>;
  /** Every result as it first stood there. */
  readonly seen: ReadonlyMap<string, MatchDecided>;
}

export interface LeagueProgress {
  readonly started: boolean;
  /** Grows with every result, and with every round that is closed. */
  readonly progress: number;
  /** All agents have been told how it ended. */
  readonly told: boolean;
}

/** Whether an event counts as getting further. */
function isProgress({ type }: LeagueEvent): boolean {
  return type === 'match_decided' || type === 'round_closed' || type === 'league_closed' || type === 'end_told';
}

export function watchLedger(store: LedgerStore, league_id: string): LedgerWatch {
  const seen = new Map<string, MatchDecided>();
  let course: LeagueProgress = { started: false, progress: 0, told: false };

  async function readAgain(): Promise<LeagueProgress> {
    const read = await store.read<LeagueEvent>(league_id);
    // A damaged ledger stays so, and the audit at the end names the place.
    if (!read.ok) return course;
    const events = read.value?.lines.flat() ?? [];
    for (const event of events)
      if (event.type === 'match_decided' && !seen.has(event.match_id)) seen.set(event.match_id, event);
    course = {
      started: events.some(({ type }) => type === 'league_started'),
      progress: events.filter(isProgress).length,
      told: events.some(({ type }) => type === 'end_told'),
    };
    return course;
  }

  return {
    seen,
    look: () => readAgain().catch(() => course),
    isOver: () =>
      readAgain().then(
        ({ told }) => told,
        () => true,
      ),
  };
}
