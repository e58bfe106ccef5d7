/** What is kept of seats, so that their clients go on after the manager was stopped or killed. */
import { type KeptSeat, SeatsFile } from '../../SHARED/contracts/files/league_data.ts';
import type { Result } from '../../SHARED/core/result.ts';
import { ok } from '../../SHARED/core/result.ts';
import type { Disk } from '../../SHARED/league_sdk/disk/disk.ts';
import { type DataFault, documentText, readDocument } from '../../SHARED/league_sdk/files/document.ts';

export type { KeptSeat } from '../../SHARED/contracts/files/league_data.ts';

/** The seats that were taken in this run, or how the file is damaged. */
export async function readSeats(disk: Disk, path: string): Promise<Result<readonly KeptSeat[], DataFault>> {
  const read = await readDocument(disk, path, SeatsFile);
  return read.ok ? ok(read.value?.seats ?? []) : read;
}

/** Puts the seats in place of those that were kept, for the owner alone; resolves when a power cut would not undo it. */
export async function writeSeats(disk: Disk, path: string, seats: readonly KeptSeat[]): Promise<void> {
  const file: SeatsFile = { schema_version: '1.0.0', seats: [...seats] };
  await disk.replace(path, documentText(file), { secret: true });
  await disk.sync(path);
}
