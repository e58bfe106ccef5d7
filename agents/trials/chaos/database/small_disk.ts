/** A disk of a few megabytes in memory, for a table space that can be full; only root may have one. */
import { spawnSync } from 'node:child_process';

export interface SmallDisk {
  readonly path: string;
  /** Takes what is free. */
  fill(): void;
  /** Gives it back. */
  free(): void;
  unmount(): void;
}

/** Enough for an empty database and one league. */
const SIZE = '48m';

/** A small disk mounted at a folder, for a user; undefined where this machine does not allow it. */
export function smallDisk(path: string, uid: number): SmallDisk | undefined {
  const made = shell(`mkdir -p "$1" && mount -t tmpfs -o size=${SIZE},uid=${uid},mode=700 league-chaos "$1"`, path);
  if (made !== 0) return undefined;
  return {
    path,
    // It ends when no byte is left.
    fill: () => void shell('dd if=/dev/zero of="$1/ballast" bs=64k 2>/dev/null', path),
    free: () => void shell('rm -f "$1/ballast"', path),
    unmount: () => void shell('umount -l "$1"', path),
  };
}

function shell(script: string, path: string): number | null {
  return spawnSync('sh', ['-c', script, 'sh', path], { stdio: 'ignore' }).status;
}
