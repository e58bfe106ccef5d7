/** A temporary folder of the machine, removed with everything in it when it is not needed any more. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface ScratchFolder {
  readonly path: string;
  /** Removes a folder inside it with everything below, or the whole of it. */
  remove(inside?: string): Promise<void>;
}

/** A new, empty folder. */
export async function scratchFolder(prefix: string): Promise<ScratchFolder> {
  const path = await mkdtemp(join(tmpdir(), prefix));
  return { path, remove: (inside = path) => rm(inside, { recursive: true, force: true, maxRetries: 3 }) };
}
