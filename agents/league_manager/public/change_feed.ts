/** The change feed of a league: everything that happened, told in batches once no crash can undo it, the newest kept. */
import type { PublicEvent } from '../../../SHARED/contracts/api/events.ts';
import type { Clock } from '../../../SHARED/core/clock.ts';
import type { LeagueEvent } from '../league/events.ts';
import { KEPT_EVENTS } from '../league/read_league.ts';
import type { League } from '../league/state.ts';
import type { LeagueStore } from '../league/store.ts';
import { publicEvent } from './public_event.ts';

/** Of many changes in this time a reader hears once. */
const TOLD_EVERY_MS = 200;

/** Events of a league in their order, all of them durable. */
export interface Batch {
  /** The place of the last of them in the ledger. */
  readonly sequence: number;
  readonly events: readonly LeagueEvent[];
  /** Those that anybody may know. */
  readonly told: readonly PublicEvent[];
}

export interface ChangeFeed {
  readonly league: Readonly<Pick<League, 'league_id' | 'run_id'>>;
  /** The place of the last event that was told. */
  readonly sequence: number;
  /** The place of the oldest event that is kept. */
  readonly first: number;
  /** Hears of every batch from now on; returns how to stop that. */
  onBatch(hear: (batch: Batch) => void): () => void;
  /** The public events that are kept, after this place, oldest first. */
  after(sequence: number): readonly PublicEvent[];
  /** Resolves when what has happened so far is durable. */
  durable(): Promise<void>;
  /** Tells nothing more. */
  close(): void;
}

export interface FeedSource {
  readonly league: Readonly<League>;
  /** Without the newest events, readers hear of what happens from now on. */
  readonly store: Pick<LeagueStore, 'onCommit' | 'durable'> & Partial<Pick<LeagueStore, 'newest'>>;
  readonly clock: Clock;
}

/** Of the newest events of a league, those that anybody may know; `most` of them are looked at. */
export function newestOf(events: readonly LeagueEvent[], league: Readonly<League>, most: number): PublicEvent[] {
  const newest = events.slice(-most);
  const before = league.sequence - newest.length;
  return newest.flatMap((event, at) => publicEvent(event, before + at + 1, league) ?? []);
}

/** The feed of a league from now on; one for all its readers. */
export function changeFeed({ league, store, clock }: FeedSource): ChangeFeed {
  const past = store.newest?.() ?? [];
  const readers = new Set<(batch: Batch) => void>();
  let waiting: LeagueEvent[] = [];
  let kept = newestOf(past, league, KEPT_EVENTS);
  let sequence = league.sequence;
  let first = sequence + 1 - Math.min(past.length, KEPT_EVENTS);
  let cancel: (() => void) | undefined;
  let isClosed = false;

  const leave = store.onCommit((events) => {
    waiting.push(...events);
    tellSoon();
  });

  function tellSoon(): void {
    // Over a ledger that cannot be written the manager ends and says why; of what was lost there is nothing to tell.
    cancel ??= clock.after(TOLD_EVERY_MS, () => void tell().catch(() => undefined));
  }

  async function tell(): Promise<void> {
    const events = waiting;
    waiting = [];
    await store.durable();
    if (isClosed) return;
    const told = events.flatMap((event) => publicEvent(event, ++sequence, league) ?? []);
    keep(told);
    for (const hear of readers) hear({ sequence, events, told });
    // Only now: batches keep their order, however long a disk takes.
    cancel = undefined;
    if (waiting.length > 0) tellSoon();
  }

  /** Drops the oldest, not one by one but as many as are kept. */
  function keep(told: readonly PublicEvent[]): void {
    kept.push(...told);
    if (kept.length < 2 * KEPT_EVENTS) return;
    kept = kept.slice(-KEPT_EVENTS);
    first = kept[0]?.sequence ?? first;
  }

  return {
    league,
    get sequence() {
      return sequence;
    },
    get first() {
      return first;
    },
    onBatch(hear) {
      readers.add(hear);
      return () => void readers.delete(hear);
    },
    after(last) {
      const from = kept.findIndex((event) => event.sequence > last);
      return from < 0 ? [] : kept.slice(from);
    },
    durable: () => store.durable(),
    close() {
      isClosed = true;
      leave();
      cancel?.();
      readers.clear();
    },
  };
}
