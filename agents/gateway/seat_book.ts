/** The seats of a league by what proves whose they are: on disk first, and only then in memory. */

import { type KeptSeat, SeatsFile } from '../../SHARED/contracts/files/league_data.ts';
import { sha256 } from '../../SHARED/core/hash.ts';
import { ok, type Result } from '../../SHARED/core/result.ts';
import type { Disk } from '../../SHARED/league_sdk/disk/disk.ts';
import { type DataFault, documentText, readDocument } from '../../SHARED/league_sdk/files/document.ts';
import type { Seat } from './seat.ts';

export class SeatBook {
  readonly #disk: Disk;
  readonly #path: string;
  readonly #seats = new Map<string, Seat>();
  #lastPlace = 0;

  constructor(disk: Disk, path: string) {
    this.#disk = disk;
    this.#path = path;
  }

  get all(): readonly Seat[] {
    return [...this.#seats.values()];
  }

  /** A place for a seat that is new, and never the same twice: the league may remember whoever listened there. */
  newPlace(): number {
    this.#lastPlace = 1 + Math.max(this.#lastPlace, ...this.all.map(({ kept }) => kept.place));
    return this.#lastPlace;
  }

  /** The seat that a secret proves. */
  find(secret: string): Seat | undefined {
    return this.#seats.get(sha256(secret));
  }

  /** What was kept, or how the file is damaged. */
  read(): ReturnType<typeof readSeats> {
    return readSeats(this.#disk, this.#path);
  }

  /** A seat that is on disk already. */
  enter(seat: Seat): void {
    this.#seats.set(seat.kept.seat_sha256, seat);
  }

  /** Makes a seat what is handed in, once that is on disk; where the disk fails it rejects and nothing has changed. */
  async put(seat: Seat, changed: KeptSeat): Promise<void> {
    const others = this.all.map(({ kept }) => kept).filter(({ place }) => place !== changed.place);
    const seats = [...others, changed].sort((a, b) => a.place - b.place);
    await writeSeats(this.#disk, this.#path, seats);
    this.#seats.delete(seat.kept.seat_sha256);
    seat.become(changed);
    this.enter(seat);
  }
}

export type { KeptSeat } from '../../SHARED/contracts/files/league_data.ts';

/** The seats that were taken in this run, or how the file is damaged. */
async function readSeats(disk: Disk, path: string): Promise<Result<readonly KeptSeat[], DataFault>> {
  const read = await readDocument(disk, path, SeatsFile);
  return read.ok ? ok(read.value?.seats ?? []) : read;
}

/** Puts the seats in place of those that were kept, for the owner alone; resolves when a power cut would not undo it. */
async function writeSeats(disk: Disk, path: string, seats: readonly KeptSeat[]): Promise<void> {
  const file: SeatsFile = { schema_version: '1.0.0', seats: [...seats] };
  await disk.replace(path, documentText(file), { secret: true });
  await disk.sync(path);
}
