/** The only way to files. Paths are absolute or relative to the process; folders are made when needed. */
import type { Result } from '../../core/result.ts';

export interface WriteOptions {
  /** Readable by the owner alone (0600). */
  readonly secret?: boolean;
}

type DiskFailure = { readonly code: 'DISK_FULL' | 'DISK_ERROR'; readonly detail: string };

/** A text, or its pieces in order: of a long one no more than a piece need be in memory at a time. */
export type Text = string | Iterable<string>;

/** The text as a whole. */
export function wholeText(text: Text): string {
  return typeof text === 'string' ? text : [...text].join('');
}

/** A text, or the UTF-8 bytes of one: lines that are gathered as bytes are no strings while they wait. */
export type Utf8Text = string | Uint8Array;

/** A text as a string. */
export function stringOf(text: Utf8Text): string {
  return typeof text === 'string' ? text : Buffer.from(text.buffer, text.byteOffset, text.length).toString();
}

export interface Disk {
  /** The whole text, or undefined when there is no such file. */
  read(path: string): Promise<string | undefined>;
  /** The bytes of a file from a place on, fewer where it ends before; undefined when there is no such file. */
  readBytes(path: string, from?: number, length?: number): Promise<Uint8Array | undefined>;
  /**
   * Adds a text to the end of a file; not durable before `sync`. Appends to one path keep their order; bytes are the
   * caller's again once it resolves.
   */
  append(path: string, text: Utf8Text, options?: WriteOptions): Promise<void>;
  /** Adds bytes that are no text to the end of a file, as `append` does; a file is of text or of bytes. */
  appendBytes(path: string, bytes: Uint8Array): Promise<void>;
  /** Puts a new text in place of the old one, whole or not at all (temporary file, then rename); not durable before `sync`. */
  replace(path: string, text: Text, options?: WriteOptions): Promise<void>;
  /** Resolves when everything written to the file, and its name, would survive a power cut. */
  sync(path: string): Promise<void>;
  /** Cuts a file after so many bytes. */
  truncate(path: string, bytes: number): Promise<void>;
  /**
   * From now on the file at the path, or its absence, is this process's own: once another process has written to it, cut
   * it or put another file in its place, `append`, `truncate` and `sync` of it reject. Of processes that append to it at
   * the same moment, at most one has a `sync` that resolves.
   */
  guard(path: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** Removes a file if it is there. */
  remove(path: string): Promise<void>;
  /** The length of a file in bytes, and how many of them stand behind its last newline; undefined when there is no such file. */
  measure(path: string): Promise<Measure | undefined>;
  /** The names in a folder, sorted; empty when there is no such folder. */
  list(folder: string): Promise<readonly string[]>;
  /**
   * Takes a lock that other processes see, whatever namespace they are in, and that ends with this process; LOCKED when a
   * living process has it. On the machine's disk a file lies at the path while it is held, and after its holder was killed.
   */
  lock(path: string): Promise<Result<Unlock, 'LOCKED'>>;
  /** Closes what is held open. */
  close(): Promise<void>;
}
export interface Measure {
  readonly bytes: number;
  readonly torn: number;
}
export type Unlock = () => Promise<void>;

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

/** The error for a guarded file that is not as this process left it. */
export function changedByAnother(path: string): DiskError {
  const how = 'another process has written to it or put another file in its place';
  return new DiskError('DISK_ERROR', `cannot write ${path}: ${how}`);
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

/** The same disk, but for what is answered otherwise. */
export function diskBeside(disk: Disk, beside: Partial<Disk>): Disk {
  return new Proxy(disk, {
    get(of, name) {
      const value: unknown = Reflect.get(name in beside ? beside : of, name);
      return typeof value === 'function' ? value.bind(of) : value;
    },
  });
}
