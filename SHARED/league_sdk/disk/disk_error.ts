/** What a disk rejects with: a code to act on and a sentence to read. */
import type { DiskFailure } from './disk.ts';

export class DiskError extends Error implements DiskFailure {
  readonly code: DiskFailure['code'];
  readonly detail: string;

  constructor(code: DiskFailure['code'], detail: string, cause?: unknown) {
    super(detail, { cause });
    this.name = 'DiskError';
    this.code = code;
    this.detail = detail;
  }
}

const REASONS: { readonly [code: string]: string } = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EIO: 'the disk reports a fault',
  EROFS: 'the disk is read-only',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENOENT: 'no such file or folder',
  ENOTDIR: 'a file is where a folder should be',
  EISDIR: 'a folder is where a file should be',
  EMFILE: 'too many open files',
  ENFILE: 'too many open files',
};

/** Names in our words what the system would not do, and to which path. */
export function diskError(doing: string, path: string, thrown: unknown): DiskError {
  if (thrown instanceof DiskError) return thrown;
  const { code = 'UNKNOWN', message } = thrown as NodeJS.ErrnoException;
  const full = code === 'ENOSPC' || code === 'EDQUOT';
  return new DiskError(
    full ? 'DISK_FULL' : 'DISK_ERROR',
    `cannot ${doing} ${path}: ${REASONS[code] ?? message} (${code})`,
    thrown,
  );
}
