/** A lock that the kernel keeps for a process, and the file that shows people that it is held. */
import { rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { err, ok, type Result } from '../../core/result.ts';
import type { Unlock } from './disk.ts';

/**
 * Takes the lock at a path, where the sign, a file that lies beside it, is shown while it is held; `unsign` removes it
 * again. LOCKED when a living process has it.
 */
export async function kernelLock(at: string, sign: string, unsign: Unlock): Promise<Result<Unlock, 'LOCKED'>> {
  try {
    const letGo = await lockOfKernel(join(dirname(at), `.${basename(at)}`));
    if (letGo === undefined) return err('LOCKED');
    await rename(sign, at).catch((thrown: unknown) => {
      letGo();
      throw thrown;
    });
    let isHeld = true;
    return ok(async () => {
      if (!isHeld) return;
      isHeld = false;
      await unsign().finally(letGo);
    });
  } finally {
    await rm(sign, { force: true });
  }
}

/** Locks of this process; a database that is collected as garbage would let its lock go. */
const heldLocks = new Set<() => void>();
/** The low byte of SQLite's codes when another process has the lock; the bytes above say more about it. */
const SQLITE_BUSY = 5;

/**
 * The lock that the kernel keeps on a file for its process, whatever namespace that is in, and drops when it ends; given
 * as the function that lets it go, undefined when another process has it. Node has no lock of its own, but SQLite, which
 * has: a database that is about to be written to and never is. Its file stays empty, and stays: a lock on a removed file
 * would exclude no process. No other code may open it, since the kernel drops the lock when any handle of it is closed.
 */
async function lockOfKernel(path: string): Promise<(() => void) | undefined> {
  const { DatabaseSync } = await import('node:sqlite');
  const database = new DatabaseSync(path);
  try {
    database.exec('BEGIN IMMEDIATE');
  } catch (thrown) {
    database.close();
    if (((thrown as { errcode?: number }).errcode ?? 0) % 256 === SQLITE_BUSY) return undefined;
    throw thrown;
  }
  const letGo = () => {
    if (heldLocks.delete(letGo)) database.close();
  };
  heldLocks.add(letGo);
  return letGo;
}
