/** What happened, in order, for good. The truth; everything else on disk is a view of it. */
import type { Json } from '../../core/json.ts';
import type { Result } from '../../core/result.ts';
import type { Disk } from '../disk/disk.ts';

/** The number of an event in its ledger, from 1. */
export type Sequence = number;

export interface Ledger<Event extends Json> {
  /** All or none. Resolves when the events would survive a power cut; concurrent appends share one sync. Rejects when the disk fails, and then refuses everything after. */
  append(...events: readonly Event[]): Promise<Sequence>;
  /** Every event from a point on (default 1), in order: how a restarted manager finds out who it is. */
  replay(from?: Sequence): AsyncIterable<readonly Event[]>;
  /** The sequence of the last event. */
  readonly last: Sequence;
  close(): Promise<void>;
}

/** Where a ledger stops making sense, and why. */
export interface Damage {
  readonly code: 'DAMAGED';
  readonly line: number;
  readonly detail: string;
}

/** Opens, takes the lock, cuts a torn tail; says LOCKED or DAMAGED (where) instead of guessing. */
export type OpenLedger = <Event extends Json>(
  disk: Disk,
  path: string,
) => Promise<Result<Ledger<Event>, { readonly code: 'LOCKED' } | Damage>>;
