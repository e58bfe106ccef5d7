/** The disk of the machine: the home of `fs` for everything a league keeps. */
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat, truncate } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { type Entropy, systemEntropy } from '../../core/entropy.ts';
import { toHex } from '../../core/hash.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { KeyedMutex } from '../flow/mutex.ts';
import {
  changedByAnother,
  type Disk,
  diskError,
  type Measure,
  type Text,
  type Unlock,
  type WriteOptions,
} from './disk.ts';

const OPEN_FILES = 64;
const OWNER_ONLY = 0o600;
const EVERYBODY = 0o644;
const TEMPORARY = /^\..*\.tmp$/;

/** A disk over `fs`. What is asked of one path is done in the order it was asked; failures reject with a DiskError. */
export function nodeDisk(entropy: Entropy = systemEntropy): Disk {
  return new NodeDisk(entropy);
}

class NodeDisk implements Disk {
  readonly #entropy: Entropy;
  readonly #open = new OpenFiles<FileHandle>(OPEN_FILES);
  readonly #turns = new KeyedMutex();
  /** Paths whose name has reached the disk. */
  readonly #named = new Set<string>();
  /** Folders made here whose own name has not reached the disk. */
  readonly #newFolders = new Set<string>();
  /** What went wrong when a file was closed behind its user's back; told at the next sync. */
  readonly #lost = new Map<string, unknown>();

  /** Guarded files as this process left them; undefined for one that is not there. */
  readonly #guarded = new Map<string, Mark | undefined>();

  constructor(entropy: Entropy) {
    this.#entropy = entropy;
  }

  read(path: string): Promise<string | undefined> {
    return this.#inTurn('read', path, (at) => readIfThere(at));
  }

  readBytes(path: string, from = 0, length?: number): Promise<Uint8Array | undefined> {
    return this.#inTurn('read', path, (at) => reading(at, (handle) => bytesIn(handle, from, length)));
  }

  append(path: string, text: string, options: WriteOptions = {}): Promise<void> {
    return this.#append(path, text, options);
  }

  appendBytes(path: string, bytes: Uint8Array): Promise<void> {
    return this.#append(path, bytes);
  }

  #append(path: string, text: string | Uint8Array, options: WriteOptions = {}): Promise<void> {
    return this.#inTurn('write', path, async (at) => {
      const mark = await this.#checkGuard(at);
      const handle = this.#open.use(at) ?? (await this.#openToAppend(at, options));
      await handle.appendFile(text);
      if (!this.#guarded.has(at)) return;
      const { ino, size } = mark ?? { ino: (await handle.stat()).ino, size: 0 };
      this.#guarded.set(at, { ino, size: size + Buffer.byteLength(text) });
    });
  }

  replace(path: string, text: Text, options: WriteOptions = {}): Promise<void> {
    return this.#inTurn('write', path, async (at) => {
      const temporary = await this.#writeBeside(at, text, options);
      await this.#letGo(at);
      await rename(temporary, at);
      this.#named.delete(at);
    });
  }

  sync(path: string): Promise<void> {
    return this.#inTurn('sync', path, async (at) => {
      if (this.#lost.has(at)) throw this.#lost.get(at);
      const held = this.#open.use(at);
      const handle = held ?? (await ifThere(open(at, 'r+')));
      try {
        // Of two processes that passed the check of `append` together, the second finds more here than it has written.
        if (handle !== undefined) await Promise.all([handle.datasync(), this.#checkGuard(at)]);
      } finally {
        if (held === undefined) await handle?.close();
      }
      if (!this.#named.has(at)) await this.#syncName(at);
    });
  }

  truncate(path: string, bytes: number): Promise<void> {
    return this.#inTurn('cut', path, async (at) => {
      const mark = await this.#checkGuard(at);
      await truncate(at, bytes);
      if (mark !== undefined) this.#guarded.set(at, { ...mark, size: bytes });
    });
  }

  guard(path: string): Promise<void> {
    return this.#inTurn('read', path, async (at) => {
      // What is open here may be a file that no longer lies at the path.
      await this.#letGo(at);
      this.#guarded.set(at, await ifThere(stat(at)));
    });
  }

  async rename(from: string, to: string): Promise<void> {
    await this.#inTurn('rename to', to, async (at) => {
      await this.#letGo(at);
      await this.#makeFolder(dirname(at));
      this.#named.delete(at);
    });
    await this.#inTurn('rename', from, async (at) => {
      await this.#letGo(at);
      await rename(at, resolve(to));
      this.#named.delete(at);
    });
  }

  remove(path: string): Promise<void> {
    return this.#inTurn('remove', path, async (at) => {
      await this.#letGo(at);
      await rm(at, { force: true });
      this.#named.delete(at);
    });
  }

  measure(path: string): Promise<Measure | undefined> {
    return this.#inTurn('look at', path, (at) => reading(at, measured));
  }

  async list(folder: string): Promise<readonly string[]> {
    try {
      const names = await ifThere(readdir(folder));
      return (names ?? []).filter((name) => !TEMPORARY.test(name)).sort();
    } catch (thrown) {
      throw diskError('list', folder, thrown);
    }
  }

  lock(path: string): Promise<Result<Unlock, 'LOCKED'>> {
    return this.#inTurn('lock', path, async (at) => {
      const sign = await this.#writeBeside(at, `${JSON.stringify({ pid: process.pid })}\n`, {});
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
          await this.remove(at).finally(letGo);
        });
      } finally {
        await rm(sign, { force: true });
      }
    });
  }

  async close(): Promise<void> {
    const closing = this.#open
      .release(() => true)
      .map(([path, handle]) => this.#inTurn('close', path, () => handle.close()));
    await Promise.all(closing);
    await this.#turns.settled();
  }

  #inTurn<T>(doing: string, path: string, action: (at: string) => Promise<T>): Promise<T> {
    const at = resolve(path);
    return this.#turns
      .take(at, () => action(at))
      .catch((thrown: unknown) => {
        throw diskError(doing, path, thrown);
      });
  }

  /** The mark of a guarded file, which is as this process left it. */
  async #checkGuard(at: string): Promise<Mark | undefined> {
    if (!this.#guarded.has(at)) return undefined;
    const [left, now] = [this.#guarded.get(at), await ifThere(stat(at))];
    if (left?.ino !== now?.ino || left?.size !== now?.size) throw changedByAnother(at);
    return left;
  }

  async #openToAppend(at: string, options: WriteOptions): Promise<FileHandle> {
    const handle = await this.#openFile(at, 'a', options);
    for (const [old, pushedOut] of this.#open.keep(at, handle)) {
      // Nobody waits for this turn: two files that push each other out would wait for ever.
      this.#inTurn('close', old, () => pushedOut.close()).catch((thrown: unknown) => this.#lost.set(old, thrown));
    }
    return handle;
  }

  async #openFile(at: string, flags: string, options: WriteOptions): Promise<FileHandle> {
    const mode = options.secret ? OWNER_ONLY : EVERYBODY;
    const handle = await open(at, flags, mode).catch(async (thrown: unknown) => {
      if (!isMissing(thrown)) throw thrown;
      await this.#makeFolder(dirname(at));
      return open(at, flags, mode);
    });
    // The mode given to open counts for new files only.
    if (options.secret) await handle.chmod(OWNER_ONLY);
    return handle;
  }

  /** Makes a folder and those above it. The system's own way never ends below /proc, where none can be made. */
  async #makeFolder(folder: string): Promise<void> {
    const make = async () => {
      if (await unlessThere(mkdir(folder))) this.#newFolders.add(folder);
    };
    const unmakeable = (thrown: unknown) => diskError('make the folder', folder, thrown);
    return make().catch(async (thrown: unknown) => {
      if (!isMissing(thrown) || dirname(folder) === folder) throw unmakeable(thrown);
      await this.#makeFolder(dirname(folder));
      await make().catch((again: unknown) => Promise.reject(unmakeable(again)));
    });
  }

  /** Closes what is open at a path and below it, before something else takes its place. */
  async #letGo(at: string): Promise<void> {
    const released = this.#open.release((path) => path === at || path.startsWith(at + sep));
    await Promise.all(
      released.map(([path, handle]) =>
        path === at ? handle.close() : this.#inTurn('close', path, () => handle.close()),
      ),
    );
  }

  async #writeBeside(at: string, text: Text, options: WriteOptions): Promise<string> {
    const temporary = join(dirname(at), `.${toHex(this.#entropy.bytes(8))}.tmp`);
    const handle = await this.#openFile(temporary, 'wx', options);
    try {
      await handle.writeFile(text);
    } catch (thrown) {
      await rm(temporary, { force: true });
      throw thrown;
    } finally {
      await handle.close();
    }
    return temporary;
  }

  async #syncName(at: string): Promise<void> {
    let name = at;
    do {
      const folder = await ifThere(open(dirname(name), 'r'));
      try {
        await folder?.sync();
      } finally {
        await folder?.close();
      }
      if (name !== at) this.#newFolders.delete(name);
      name = dirname(name);
    } while (this.#newFolders.has(name));
    this.#named.add(at);
  }
}

/** Locks of this process; a database that is collected as garbage would let its lock go. */
const heldLocks = new Set<() => void>();
/** What SQLite says when another has the lock; the rest of its codes says more about it. */
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

/** Which file lies at a path, and its length in bytes. */
interface Mark {
  readonly ino: number;
  readonly size: number;
}

function readIfThere(path: string): Promise<string | undefined> {
  return ifThere(readFile(path, 'utf8'));
}

function ifThere<T>(operation: Promise<T>): Promise<T | undefined> {
  return operation.catch((thrown: unknown) => {
    if (isMissing(thrown)) return undefined;
    throw thrown;
  });
}

/** Whether it was made; false when something of that name is there already. */
function unlessThere(making: Promise<unknown>): Promise<boolean> {
  return making.then(
    () => true,
    (thrown: unknown) => {
      if ((thrown as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw thrown;
    },
  );
}

/** What is read of a file; undefined when there is no such file. */
async function reading<T>(path: string, read: (handle: FileHandle) => Promise<T>): Promise<T | undefined> {
  const handle = await ifThere(open(path, 'r'));
  try {
    return handle === undefined ? undefined : await read(handle);
  } finally {
    await handle?.close();
  }
}

async function bytesIn(handle: FileHandle, from: number, length?: number): Promise<Uint8Array> {
  const left = Math.max(0, (await handle.stat()).size - from);
  const buffer = Buffer.allocUnsafe(Math.min(left, length ?? left));
  const { bytesRead } = await handle.read(buffer, 0, buffer.length, from);
  return buffer.subarray(0, bytesRead);
}

const LOOK_BYTES = 65_536;

/** Looks for the last newline from the end on. */
async function measured(handle: FileHandle): Promise<Measure> {
  const { size: bytes } = await handle.stat();
  const buffer = Buffer.alloc(Math.min(bytes, LOOK_BYTES));
  for (let end = bytes; end > 0; ) {
    const start = Math.max(0, end - buffer.length);
    const { bytesRead } = await handle.read(buffer, 0, end - start, start);
    const newline = buffer.subarray(0, bytesRead).lastIndexOf('\n');
    if (newline >= 0) return { bytes, torn: bytes - (start + newline + 1) };
    end = start;
  }
  return { bytes, torn: bytes };
}

function isMissing(thrown: unknown): boolean {
  return (thrown as NodeJS.ErrnoException).code === 'ENOENT';
}

interface Closable {
  close(): Promise<void>;
}

class OpenFiles<Handle extends Closable> {
  readonly #limit: number;
  /** In the order of use, the longest unused first. */
  readonly #handles = new Map<string, Handle>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The open file at a path, which thereby counts as just used. */
  use(path: string): Handle | undefined {
    const handle = this.#handles.get(path);
    if (handle !== undefined) {
      this.#handles.delete(path);
      this.#handles.set(path, handle);
    }
    return handle;
  }

  /** Keeps a file open; what is handed back has been pushed out and is the caller's to close. */
  keep(path: string, handle: Handle): readonly [string, Handle][] {
    this.#handles.set(path, handle);
    const pushedOut = [...this.#handles].slice(0, Math.max(0, this.#handles.size - this.#limit));
    for (const [old] of pushedOut) this.#handles.delete(old);
    return pushedOut;
  }

  /** Forgets every file the test says yes to; they are the caller's to close. */
  release(test: (path: string) => boolean): readonly [string, Handle][] {
    const released = [...this.#handles].filter(([path]) => test(path));
    for (const [path] of released) this.#handles.delete(path);
    return released;
  }
}
