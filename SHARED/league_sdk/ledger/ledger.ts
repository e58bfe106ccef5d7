/** The ledger: the events of a league, in order, for good. The truth; everything else on disk is a view of it. */
import type { Json } from '../../core/json.ts';
import { ok, type Result } from '../../core/result.ts';

/** A segment of so many characters is closed: as much is read line by line at a start. */
export const SEGMENT_LENGTH = 16 * 1024 * 1024;

/** The number of an event in its ledger, from 1. */
export type Sequence = number;

export interface Ledger<Event extends Json> {
  /** All or none. Resolves when the events would survive a power cut; concurrent appends share one sync. Rejects when the disk fails, and then refuses everything after. */
  append(...events: readonly Event[]): Promise<Sequence>;
  /** Every event from a point on (default 1), in order: how a restarted manager finds out who it is. */
  replay(from?: Sequence): AsyncIterable<readonly Event[]>;
  /** Whether so much was appended since the ledger was last sealed that it pays to do so now. */
  readonly isLong: boolean;
  /**
   * Seals what was appended so far, with what a fold has made of it; later appends are durable after that. A seal that fails
   * is a disk that fails: appends after it reject.
   */
  seal(snapshot: Snapshot): void;
  /** The snapshot that the newest seal was given; undefined where there is none that can be read. */
  snapshot(): Promise<Sealed | undefined>;
  /** Resolves when what was appended so far is still the whole ledger; rejects when another process has written to it. */
  check(): Promise<void>;
  /** Stores the record of a match with the next append, all or none; absent where no record is kept beside the events. */
  keepRecord?(match_id: string, text: string): void;
  /** Hears why, when the ledger takes nothing more though it was not closed: it cannot be written to, or another process has taken it over. */
  onLost(hear: (why: unknown) => void): void;
  /** The sequence of the last event. */
  readonly last: Sequence;
  /** Takes nothing more and lets the lock go, once. */
  close(): Promise<void>;
}

/** The state that a fold has made of the events of a ledger, for the fold alone to read. */
export interface Snapshot {
  readonly state: Uint8Array;
  /** What never changes once it is there, in pieces: those behind the first `from`, which are in the snapshots before. */
  readonly pages: readonly Uint8Array[];
  readonly from: number;
}

/** The newest snapshot of a ledger as it is found again: of its events up to `last`, with all pages. */
export interface Sealed extends Omit<Snapshot, 'from'> {
  readonly last: Sequence;
}

/** Another process has the ledger open. */
export interface Locked {
  readonly code: 'LOCKED';
}

/** Where a ledger stops making sense, and why. */
export interface Damage {
  readonly code: 'DAMAGED';
  readonly line: number;
  /** The file that has the line, where the ledger is in several. */
  readonly file?: string;
  /** The kind of event, where one is at fault and not its line. */
  readonly kind?: string;
  readonly detail: string;
}

/** The events of one append, and where they stand. */
export interface AppendedEvents<Event> {
  readonly events: readonly Event[];
  readonly line: number;
  readonly file?: string;
}

/** How a reader without a lock found the end of a ledger. */
export interface Ending {
  /** Whether the end is an append that was interrupted, or is being written; it counts for nothing. */
  readonly torn: boolean;
  /** Whether the last process that opened it has closed it; one that was killed never did. */
  readonly closed: boolean;
}

/** A ledger as a reader without a lock finds it: its hash chain holds from the first event to the last. */
export interface Chain<Event> extends Ending {
  /** What was appended together, in order. */
  readonly lines: readonly (readonly Event[])[];
}

/** The documents that a league must not lose beside its events. */
export type DocumentName = 'secret' | 'operator_token' | 'run' | 'seats';

/** A small text of a league under a name, for its owner alone. */
export interface LedgerDocument {
  /** Where it is kept, for people to read. */
  readonly where: string;
  /** The whole text; undefined when none was ever put there. */
  read(): Promise<string | undefined>;
  /** Puts a text in place of the old one, whole or not at all; resolves when it would survive a power cut. */
  replace(text: string): Promise<void>;
}

/** A store that cannot be reached, or that refuses: no bug, and its message is a line for people. */
export class StoreError extends Error {
  constructor(line: string) {
    super(line);
    this.name = 'StoreError';
  }
}

/** The ledgers of many leagues, by their ids, and what is kept beside each. The only way to any of it. */
export interface LedgerStore {
  /** Where the ledger of a league is kept, for people to read. */
  where(league_id: string): string;
  /** Takes the lock until `close` and drops what was never acknowledged; a league that never was begins empty. Says LOCKED or DAMAGED (where) instead of guessing. */
  open<Event extends Json>(league_id: string): Promise<Result<Ledger<Event>, Locked | Damage>>;
  /** Everything so far, without a lock and without a trace of the reading, also while it is open; undefined when there is no such league. `archived` names one of the runs that were put away instead. */
  read<Event>(league_id: string, archived?: string): Promise<Result<Chain<Event> | undefined, Damage>>;
  /**
   * The same one append after the other, for a ledger that is too long to be held; `hear` may say what is wrong with one.
   * Where the ledger was sealed, `resume` is given the newest snapshot first and says from which event on `hear` is to be
   * told; what lies before is checked as a whole.
   */
  scan<Event>(
    league_id: string,
    hear: (told: AppendedEvents<Event>) => Damage | undefined,
    of?: { readonly archived?: string | undefined; readonly resume?: (sealed: Sealed) => Sequence },
  ): Promise<Result<Ending | undefined, Damage>>;
  /** The ids of the leagues that have a ledger here, in natural order. */
  leagues(): Promise<readonly string[]>;
  /** The names of the runs that were put away, by league, each list in the order in which they began. */
  archives(): Promise<ReadonlyMap<string, readonly string[]>>;
  /** Puts ledger and documents of a league away, whole, under the time it began: its id is free again. Only for a league that no process has open. */
  archive(league_id: string, created_at: string): Promise<void>;
  /** A document of a league, whether or not it is there yet; `archived` names one of the runs that were put away instead. */
  document(league_id: string, name: DocumentName, archived?: string): LedgerDocument;
}

/** The process that has a league open in a store that several share. */
export interface Leader {
  /** Where it listens; undefined before it does. */
  readonly address: string | undefined;
  /** Grows with every leader. */
  readonly epoch: string;
  /** How long it may be silent from now on before another may take the league, by the clock of the store. */
  readonly leftMs: number;
  /** How long ago the store heard of it last, by the same clock. */
  readonly silentMs: number;
}

/** A store that processes of several machines share: one of them leads a league, the others can know which. */
export interface SharedLedgerStore extends LedgerStore {
  /** The leader of a league; undefined where none has it open, and where the one that had it is certainly gone. */
  leader(league_id: string): Promise<Leader | undefined>;
  /** Tells the others where the leader listens; rejects unless this store has the league open. */
  announce(league_id: string, address: string): Promise<void>;
  /** Tells the others that the league is not to be taken over: they end with its leader. Rejects as `announce` does. */
  standDown(league_id: string): Promise<void>;
  /** Whether the last leader of a league told so; the next one takes it back. */
  hasStoodDown(league_id: string): Promise<boolean>;
}

/** The `read` of a store that can scan. */
export function readBy(scan: LedgerStore['scan']): LedgerStore['read'] {
  return async <Event>(league_id: string, archived?: string) => {
    const lines: (readonly Event[])[] = [];
    const hear = ({ events }: AppendedEvents<Event>) => void lines.push(events);
    const found = await scan<Event>(league_id, hear, { archived });
    if (!found.ok) return found;
    return ok(found.value && { lines, ...found.value });
  };
}
