/** The holder of a lock, written so that another process can tell whether it still lives. */

export interface LockHolder {
  readonly pid: number;
  /** Differs after a restart of the machine; null where the system does not tell. */
  readonly boot_id: string | null;
  /** Differs when the number has gone to another process; null where the system does not tell. */
  readonly started: string | null;
}

/** Reads a small file of the system, or undefined. */
export type ReadSystemFile = (path: string) => Promise<string | undefined>;

/** The process with this number as it is now. */
export async function processNow(read: ReadSystemFile, pid: number): Promise<LockHolder> {
  const [boot, stat] = await Promise.all([read('/proc/sys/kernel/random/boot_id'), read(`/proc/${pid}/stat`)]);
  return { pid, boot_id: boot?.trim() ?? null, started: stat === undefined ? null : startTime(stat) };
}

/** Whether the process that wrote the lock is the one that has its number now. A lock that cannot be read has no living holder. */
export async function isAlive(read: ReadSystemFile, written: string): Promise<boolean> {
  const holder = parseHolder(written);
  if (holder === undefined || !exists(holder.pid)) return false;
  const now = await processNow(read, holder.pid);
  return agree(holder.boot_id, now.boot_id) && agree(holder.started, now.started);
}

function parseHolder(written: string): LockHolder | undefined {
  try {
    const holder = JSON.parse(written) as LockHolder | null;
    return Number.isSafeInteger(holder?.pid) && (holder?.pid ?? 0) > 0 ? (holder ?? undefined) : undefined;
  } catch {
    return undefined;
  }
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    // EPERM: the process lives and belongs to another user.
    return (thrown as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The name of a program may hold spaces and brackets, so fields are counted from the last bracket: the start is number 22. */
function startTime(stat: string): string | null {
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
}

function agree(then: string | null, now: string | null): boolean {
  return then === null || now === null || then === now;
}
