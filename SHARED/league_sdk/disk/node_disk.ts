/** The disk of the machine: the home of `fs` for everything a league keeps. */
import * as fs from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat, truncate } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import { type Clock, later, type Monotonic, systemClock } from '../../core/clock.ts';
import { type Entropy, systemEntropy } from '../../core/entropy.ts';
import { toHex } from '../../core/hash.ts';
import type { Result } from '../../core/result.ts';
import { KeyedMutex, SharedTurns } from '../flow/mutex.ts';
import {
  changedByAnother,
  type Disk,
  diskError,
  type Measure,
  type Text,
  type Unlock,
  type Utf8Text,
  type WriteOptions,
} from './disk.ts';
import { kernelLock } from './kernel_lock.ts';
import { bytesIn, ifThere, measured, reading } from './node_reading.ts';

/** A host of players has a log and a history for each; fewer would close each other at every line. */
export const OPEN_FILES = 256;
const OWNER_ONLY = 0o600;
const EVERYBODY = 0o644;
const TEMPORARY = /^\..*\.tmp$/;
/** A text up to this length is written by the thread that asks: the system takes it faster than another thread wakes. */
const SMALL = 64 * 1024;
/** A disk that took longer over one is left to other threads for a while: an agent must not stand still with it. */
const SLOW_MS = 50;
const SLOW_FOR_MS = 1_000;

const inThread = {
  open: promisify(fs.open),
  write: promisify(fs.writeFile),
  datasync: promisify(fs.fdatasync),
};

/** A disk over `fs`. Operations on one path run in the order of their calls; failures reject with a DiskError. */
export function nodeDisk(entropy: Entropy = systemEntropy, clock: Clock = systemClock): Disk {
  return new NodeDisk(entropy, clock);
}

class NodeDisk implements Disk {
  readonly #entropy: Entropy;
  readonly #clock: Clock;
  /** Files that are appended to, in the order of use, the longest unused first. */
  readonly #open = new Map<string, number>();
  readonly #turns = new KeyedMutex();
  /** Paths whose name has reached the disk. */
  readonly #named = new Set<string>();
  /** Folders made here whose own name has not reached the disk. */
  readonly #newFolders = new Set<string>();
  /** Folders that are being synced: thousands of agents are made in one. */
  readonly #folders = new SharedTurns();
  /** What went wrong when a file was closed behind its user's back; told at the next sync. */
  readonly #lost = new Map<string, unknown>();

  /** Guarded files as this process left them; undefined for one that is not there. */
  readonly #guarded = new Map<string, Mark | undefined>();
  #slowUntil = 0 as Monotonic;

  constructor(entropy: Entropy, clock: Clock) {
    this.#entropy = entropy;
    this.#clock = clock;
  }

  read(path: string): Promise<string | undefined> {
    return this.#queued('read', path, (at) => ifThere(readFile(at, 'utf8')));
  }

  readBytes(path: string, from = 0, length?: number): Promise<Uint8Array | undefined> {
    return this.#queued('read', path, (at) => reading(at, (handle) => bytesIn(handle, from, length)));
  }

  append(path: string, text: Utf8Text, options: WriteOptions = {}): Promise<void> {
    return this.#appendAll(path, text, options);
  }

  appendBytes(path: string, bytes: Uint8Array): Promise<void> {
    return this.#appendAll(path, bytes, {});
  }

  replace(path: string, text: Text, options: WriteOptions = {}): Promise<void> {
    return this.#queued('write', path, (at) =>
      // Where another file has the name, a system may wait for the new one to be on the disk (ext4 does).
      typeof text === 'string' &&
      !fs.existsSync(at) &&
      this.#quickly(text.length, () => this.#makeHere(at, text, options))
        ? undefined
        : this.#replace(at, text, options),
    );
  }

  sync(path: string): Promise<void> {
    return this.#queued('sync', path, async (at) => {
      if (this.#lost.has(at)) throw this.#lost.get(at);
      const held = this.#opened(at);
      const file = held ?? (await ifThere(inThread.open(at, 'r+')));
      try {
        if (file !== undefined) {
          await inThread.datasync(file);
          // Of two processes that passed the check of `append` together, the second finds more here than it has written.
          this.#checkGuard(at);
        }
      } finally {
        if (held === undefined && file !== undefined) fs.closeSync(file);
      }
      if (!this.#named.has(at)) await this.#syncName(at);
    });
  }

  truncate(path: string, bytes: number): Promise<void> {
    return this.#queued('cut', path, async (at) => {
      const mark = this.#checkGuard(at);
      await truncate(at, bytes);
      if (mark !== undefined) this.#guarded.set(at, { ...mark, size: bytes });
    });
  }

  guard(path: string): Promise<void> {
    return this.#queued('read', path, async (at) => {
      // What is open here may be a file that no longer lies at the path.
      await this.#letGo(at);
      this.#guarded.set(at, await ifThere(stat(at)));
    });
  }

  async rename(from: string, to: string): Promise<void> {
    await this.#queued('rename to', to, async (at) => {
      await this.#letGo(at);
      await this.#makeFolder(dirname(at));
      this.#begun(at);
    });
    await this.#queued('rename', from, async (at) => {
      await this.#letGo(at);
      await rename(at, resolve(to));
      for (const known of [...this.#named, ...this.#lost.keys()]) if (isIn(at, known)) this.#begun(known);
    });
  }

  remove(path: string): Promise<void> {
    return this.#queued('remove', path, async (at) => {
      await this.#letGo(at);
      await rm(at, { force: true });
      this.#begun(at);
    });
  }

  measure(path: string): Promise<Measure | undefined> {
    return this.#queued('look at', path, (at) => reading(at, measured));
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
    return this.#queued('lock', path, async (at) => {
      const sign = await this.#writeBeside(at, `${JSON.stringify({ pid: process.pid })}\n`, {});
      return kernelLock(at, sign, () => this.remove(at));
    });
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open.keys()].map((path) => this.#closeQueued(path)));
    await this.#turns.settled();
  }

  #queued<T>(doing: string, path: string, action: (at: string) => T | Promise<T>): Promise<T> {
    const at = resolve(path);
    return this.#turns
      .takeAtOnce(at, () => action(at))
      .catch((thrown: unknown) => {
        throw diskError(doing, path, thrown);
      });
  }

  #appendAll(path: string, data: string | Uint8Array, options: WriteOptions): Promise<void> {
    return this.#queued('write', path, (at) => {
      this.#checkGuard(at);
      const isDone = this.#quickly(data.length, () => this.#appendHere(at, data, options));
      return isDone ? undefined : this.#append(at, data, options);
    });
  }

  /** Whether something small was written at once; false where it is for another thread, or its folder is not there. */
  #quickly(length: number, write: () => void): boolean {
    const begun = this.#clock.monotonic();
    if (length > SMALL || begun < this.#slowUntil) return false;
    try {
      write();
      return true;
    } catch (thrown) {
      if (isMissing(thrown)) return false;
      throw thrown;
    } finally {
      const now = this.#clock.monotonic();
      if (now - begun > SLOW_MS) this.#slowUntil = later(now, SLOW_FOR_MS);
    }
  }

  #appendHere(at: string, data: string | Uint8Array, options: WriteOptions): void {
    const file = this.#opened(at) ?? this.#keepOpen(at, fs.openSync(at, 'a', modeOf(options)), options);
    fs.writeFileSync(file, data);
    this.#grown(at, file, data);
  }

  async #append(at: string, data: string | Uint8Array, options: WriteOptions): Promise<void> {
    const open = () => inThread.open(at, 'a', modeOf(options));
    const file = this.#opened(at) ?? this.#keepOpen(at, await this.#inFolder(at, open), options);
    await inThread.write(file, data);
    this.#grown(at, file, data);
  }

  /** Takes note of what was appended to a guarded file. */
  #grown(at: string, file: number, data: string | Uint8Array): void {
    if (!this.#guarded.has(at)) return;
    const { ino, size } = this.#guarded.get(at) ?? { ino: fs.fstatSync(file).ino, size: 0 };
    this.#guarded.set(at, { ino, size: size + Buffer.byteLength(data) });
  }

  #makeHere(at: string, text: string, options: WriteOptions): void {
    const temporary = this.#temporary(at);
    try {
      fs.writeFileSync(temporary, text, { flag: 'wx', mode: modeOf(options) });
      this.#closeHere(at);
      fs.renameSync(temporary, at);
    } catch (thrown) {
      fs.rmSync(temporary, { force: true });
      throw thrown;
    }
    this.#begun(at);
  }

  async #replace(at: string, text: Text, options: WriteOptions): Promise<void> {
    const temporary = await this.#writeBeside(at, text, options);
    await this.#letGo(at);
    await rename(temporary, at);
    this.#begun(at);
  }

  /** Another file lies at a path from now on, or none. */
  #begun(at: string): void {
    this.#named.delete(at);
    this.#lost.delete(at);
  }

  /** The mark of a guarded file, which is as this process left it. */
  #checkGuard(at: string): Mark | undefined {
    if (!this.#guarded.has(at)) return undefined;
    const [left, now] = [this.#guarded.get(at), fs.statSync(at, { throwIfNoEntry: false })];
    if (left?.ino !== now?.ino || left?.size !== now?.size) throw changedByAnother(at);
    return left;
  }

  /** The open file at a path, which thereby counts as just used. */
  #opened(at: string): number | undefined {
    const file = this.#forget(at);
    if (file !== undefined) this.#open.set(at, file);
    return file;
  }

  /** The open file at a path, which is now the caller's to close. */
  #forget(at: string): number | undefined {
    const file = this.#open.get(at);
    if (file !== undefined) this.#open.delete(at);
    return file;
  }

  #keepOpen(at: string, file: number, options: WriteOptions): number {
    // The mode given to open counts for new files only.
    if (options.secret) fs.fchmodSync(file, OWNER_ONLY);
    this.#open.set(at, file);
    for (const old of this.#open.keys()) {
      if (this.#open.size <= OPEN_FILES) break;
      // Nobody waits for this turn: two files that push each other out would wait for ever.
      this.#closeQueued(old).catch((thrown: unknown) => this.#lost.set(old, thrown));
    }
    return file;
  }

  /** Opens a file, in a folder that is made if need be. */
  async #inFolder<T>(at: string, open: () => Promise<T>): Promise<T> {
    return open().catch(async (thrown: unknown) => {
      if (!isMissing(thrown)) throw thrown;
      await this.#makeFolder(dirname(at));
      return open();
    });
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
    this.#closeHere(at);
    const below = [...this.#open.keys()].filter((path) => isIn(at, path));
    await Promise.all(below.map((path) => this.#closeQueued(path)));
  }

  /** Closes what is open at a path, in whose turn this is. */
  #closeHere(at: string): void {
    const file = this.#forget(at);
    if (file !== undefined) fs.closeSync(file);
  }

  async #closeQueued(at: string): Promise<void> {
    const file = this.#forget(at);
    if (file !== undefined) await this.#queued('close', at, () => fs.closeSync(file));
  }

  async #writeBeside(at: string, text: Text, options: WriteOptions): Promise<string> {
    const temporary = this.#temporary(at);
    const handle = await this.#inFolder(at, () => open(temporary, 'wx', modeOf(options)));
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

  /** The name of a file beside another, hidden, and not there yet. */
  #temporary(at: string): string {
    return join(dirname(at), `.${toHex(this.#entropy.bytes(8))}.tmp`);
  }

  async #syncName(at: string): Promise<void> {
    let name = at;
    do {
      await this.#folders.share(dirname(name), syncFolder);
      if (name !== at) this.#newFolders.delete(name);
      name = dirname(name);
    } while (this.#newFolders.has(name));
    this.#named.add(at);
  }
}

/** Whether a path is the other one, or below it. */
function isIn(at: string, path: string): boolean {
  return path === at || path.startsWith(at + sep);
}

async function syncFolder(path: string): Promise<void> {
  const folder = await ifThere(open(path, 'r'));
  try {
    await folder?.sync();
  } finally {
    await folder?.close();
  }
}

function modeOf({ secret = false }: WriteOptions): number {
  return secret ? OWNER_ONLY : EVERYBODY;
}

/** Which file lies at a path, and its length in bytes. */
interface Mark {
  readonly ino: number;
  readonly size: number;
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

function isMissing(thrown: unknown): boolean {
  return (thrown as NodeJS.ErrnoException).code === 'ENOENT';
}
