/** The seats of a league by the secrets of their owners: a change is durable first, and only then in memory. */
import { type KeptSeat, SeatsFile } from '../../SHARED/contracts/files/league_data.ts';
import { sha256 } from '../../SHARED/core/hash.ts';
import { ok, type Result } from '../../SHARED/core/result.ts';
import { type DataFault, documentIn, documentText } from '../../SHARED/league_sdk/files/document.ts';
import type { LedgerDocument } from '../../SHARED/league_sdk/ledger/ledger.ts';
import type { Seat } from './seat.ts';

/** The seats of one league. */
export class SeatBook {
  readonly #document: LedgerDocument;
  readonly #seats = new Map<string, Seat>();
  #lastPlace = 0;

  constructor(document: LedgerDocument) {
    this.#document = document;
  }

  get all(): readonly Seat[] {
    return [...this.#seats.values()];
  }

  /** A place for a new seat, never the same twice: the league may remember the player that listened there. */
  newPlace(): number {
    this.#lastPlace = 1 + Math.max(this.#lastPlace, ...this.all.map(({ kept }) => kept.place));
    return this.#lastPlace;
  }

  /** The seat that a secret proves. */
  find(secret: string): Seat | undefined {
    return this.#seats.get(sha256(secret));
  }

  /** The seats that were taken in this run, or how the document is damaged. */
  async read(): Promise<Result<readonly KeptSeat[], DataFault>> {
    const read = documentIn(await this.#document.read(), this.#document.where, SeatsFile);
    return read.ok ? ok(read.value?.seats ?? []) : read;
  }

  /** A seat that is kept already. */
  enter(seat: Seat): void {
    this.#seats.set(seat.kept.seat_sha256, seat);
  }

  /** Changes a seat once the change is durable; where the disk fails it rejects and nothing has changed. */
  async put(seat: Seat, changed: KeptSeat): Promise<void> {
    const others = this.all.map(({ kept }) => kept).filter(({ place }) => place !== changed.place);
    const seats = [...others, changed].sort((a, b) => a.place - b.place);
    const file: SeatsFile = { schema_version: '1.0.0', seats };
    await this.#document.replace(documentText(file));
    this.#seats.delete(seat.kept.seat_sha256);
    seat.become(changed);
    this.enter(seat);
  }
}

export type { KeptSeat } from '../../SHARED/contracts/files/league_data.ts';
