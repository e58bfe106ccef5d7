/** The things that a trial borrows from the machine: a temporary folder, a control group, a folder that stays for the next trial. */
import { access, mkdir, mkdtemp, readdir, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { err, ok, type Result, reasonOf } from '../../SHARED/core/result.ts';

export interface ScratchFolder {
  readonly path: string;
  /** Removes a folder inside it with everything below, or the whole of it. */
  remove(inside?: string): Promise<void>;
}

/** A new, empty folder. */
export async function scratchFolder(prefix: string, above = tmpdir()): Promise<ScratchFolder> {
  const path = await mkdtemp(join(above, prefix));
  return { path, remove: (inside = path) => rm(inside, { recursive: true, force: true, maxRetries: 3 }) };
}

/** A new, empty folder on the disk, for trials of what is on it: the gate of the tests keeps other scratch in memory. */
export function scratchOnDisk(prefix: string): Promise<ScratchFolder> {
  return scratchFolder(prefix, process.env['TMPDIR_ON_DISK']);
}

/** The bytes of all files below a folder. */
export async function folderBytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  let bytes = 0;
  for (const { parentPath, name } of files) bytes += (await stat(join(parentPath, name))).size;
  return bytes;
}

/** A folder that stays, and is whole whenever it is there: filled under another name first, also by several at once. */
export async function keptFolder(path: string, fill: (folder: string) => Promise<void>): Promise<string> {
  if (await isThere(path)) return path;
  await mkdir(dirname(path), { recursive: true });
  const folder = await mkdtemp(`${path}-`);
  try {
    await fill(folder);
    await rename(folder, path);
  } catch (thrown) {
    await rm(folder, { recursive: true, force: true });
    // Another was quicker, and its folder is as good.
    if (!(await isThere(path))) throw thrown;
  }
  return path;
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Processes that together get a share of one core. */
export interface ControlGroup {
  /** Puts a process in. */
  hold(pid: number): Promise<void>;
  /** Lets all of them go, and removes the group. */
  remove(): Promise<void>;
}

const PERIOD_US = 100_000;
const GROUPS = '/sys/fs/cgroup';

/** A new control group of Linux, of its first or second version; or why this machine gives none. */
export async function controlGroup(name: string, share: number): Promise<Result<ControlGroup, string>> {
  const isFirst = await isThere(join(GROUPS, 'cpu'));
  const above = isFirst ? join(GROUPS, 'cpu') : GROUPS;
  const path = join(above, name);
  const quota = String(Math.round(PERIOD_US * share));
  const held = new Set<number>();
  try {
    await mkdir(path);
    if (isFirst) {
      await writeFile(join(path, 'cpu.cfs_period_us'), String(PERIOD_US));
      await writeFile(join(path, 'cpu.cfs_quota_us'), quota);
    } else await writeFile(join(path, 'cpu.max'), `${quota} ${PERIOD_US}`);
  } catch (thrown) {
    await rmdir(path).catch(() => undefined);
    return err(reasonOf(thrown));
  }
  return ok({
    async hold(pid) {
      held.add(pid);
      await writeFile(join(path, 'cgroup.procs'), String(pid));
    },
    async remove() {
      // A process that has ended is in no group any more.
      for (const pid of held) await writeFile(join(above, 'cgroup.procs'), String(pid)).catch(() => undefined);
      await rmdir(path);
    },
  });
}
