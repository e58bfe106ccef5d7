/** A disk in memory, for tests and simulations: the same laws, and a power cut on request. */
import { resolve, sep } from 'node:path';
import { err, ok, type Result } from '../../core/result.ts';
import { changedByAnother, type Disk, DiskError, stringOf, type Unlock, wholeText } from './disk.ts';

/** The text that a power cut leaves of a file that was not synced, from its safe text and its written one; undefined for no file. */
export type Remains = (durable: string | undefined, written: string | undefined, path: string) => string | undefined;

export interface MemoryDisk extends Disk {
  /**
   * A power cut: no lock is held. Without a word on what remains, what was not synced is gone, and what was removed or
   * renamed without a sync is back.
   */
  crash(remains?: Remains): void;
  /** The holder of every lock died, and the machine did not: files stay as they are. */
  unlockAll(): void;
  /** The same files as another process has them. */
  beside(): Disk;
  /** What would be in a file after a power cut. */
  durable(path: string): string | undefined;
  /** Every file there is, by absolute path; one of bytes with a character for each of them. */
  files(): ReadonlyMap<string, string>;
}

/** An empty disk in memory. */
export function memoryDisk(): MemoryDisk {
  let live = new Map<string, string>();
  const durable = new Map<string, string>();
  /** Where a renamed file was before, until the rename itself is durable. */
  const formerly = new Map<string, string>();
  const locks = new Map<string, symbol>();
  /** Stands for the file that lies at a path: another one once it was replaced. */
  const inodes = new Map<string, symbol>();
  /** Files of bytes, whose text has a character for each of them. */
  const ofBytes = new Set<string>();
  const bytesOf = (at: string, text: string): Buffer => Buffer.from(text, ofBytes.has(at) ? 'latin1' : 'utf8');

  function put(at: string, text: string, inode = live.has(at) ? inodes.get(at) : undefined): void {
    live.set(at, text);
    inodes.set(at, inode ?? Symbol(at));
  }

  function move(from: string, to: string): void {
    put(to, live.get(from) as string, inodes.get(from));
    live.delete(from);
    if (ofBytes.delete(from)) ofBytes.add(to);
    formerly.set(to, formerly.get(from) ?? from);
    formerly.delete(from);
  }

  function makeDurable(at: string): void {
    const text = live.get(at);
    if (text === undefined) durable.delete(at);
    else durable.set(at, text);
    const before = formerly.get(at);
    if (before !== undefined && !live.has(before)) durable.delete(before);
    formerly.delete(at);
  }

  /** What one process may change of a file that it guards: the files are common to all, guards are not. */
  function guarding(): Pick<Disk, 'append' | 'appendBytes' | 'truncate' | 'sync' | 'guard'> {
    const guarded = new Map<string, Mark>();
    const markOf = (at: string): Mark => (live.has(at) ? { inode: inodes.get(at), length: live.get(at)?.length } : {});
    function change(path: string, action: (at: string) => void): void {
      const at = resolve(path);
      const [left, now] = [guarded.get(at), markOf(at)];
      if (left !== undefined && (left.inode !== now.inode || left.length !== now.length)) throw changedByAnother(path);
      action(at);
      if (left !== undefined) guarded.set(at, markOf(at));
    }
    return {
      append: async (path, text) => change(path, (at) => put(at, (live.get(at) ?? '') + stringOf(text))),
      appendBytes: async (path, bytes) =>
        change(path, (at) => {
          ofBytes.add(at);
          put(at, (live.get(at) ?? '') + Buffer.from(bytes).toString('latin1'));
        }),
      truncate: async (path, bytes) =>
        change(path, (at) => {
          const text = live.get(at);
          if (text === undefined) throw missing('cut', path);
          put(
            at,
            bytesOf(at, text)
              .subarray(0, bytes)
              .toString(ofBytes.has(at) ? 'latin1' : 'utf8'),
          );
        }),
      sync: async (path) => change(path, makeDurable),
      async guard(path) {
        guarded.set(resolve(path), markOf(resolve(path)));
      },
    };
  }

  const common: Omit<Disk, 'append' | 'appendBytes' | 'truncate' | 'sync' | 'guard'> = {
    async read(path) {
      return live.get(resolve(path));
    },
    async readBytes(path, from = 0, length) {
      const text = live.get(resolve(path));
      return text === undefined
        ? undefined
        : bytesOf(resolve(path), text).subarray(from, length === undefined ? undefined : from + length);
    },
    async replace(path, text) {
      ofBytes.delete(resolve(path));
      put(resolve(path), wholeText(text), Symbol(path));
    },
    async rename(from, to) {
      const [at, target] = [resolve(from), resolve(to)];
      if (live.has(at)) return move(at, target);
      const below = [...live.keys()].filter((path) => path.startsWith(at + sep));
      if (below.length === 0) throw missing('rename', from);
      for (const path of below) move(path, target + path.slice(at.length));
    },
    async remove(path) {
      live.delete(resolve(path));
      ofBytes.delete(resolve(path));
    },
    async measure(path) {
      const text = live.get(resolve(path));
      if (text === undefined) return undefined;
      const bytes = bytesOf(resolve(path), text);
      return { bytes: bytes.length, torn: bytes.length - (bytes.lastIndexOf('\n') + 1) };
    },
    async list(folder) {
      const start = resolve(folder) + sep;
      const inside = [...live.keys()].filter((path) => path.startsWith(start));
      return [...new Set(inside.map((path) => path.slice(start.length).split(sep)[0] as string))].sort();
    },
    async lock(path): Promise<Result<Unlock, 'LOCKED'>> {
      const at = resolve(path);
      if (locks.has(at)) return err('LOCKED');
      const holder = Symbol(at);
      locks.set(at, holder);
      return ok(async () => {
        if (locks.get(at) === holder) locks.delete(at);
      });
    },
    async close() {
      // Nothing is held open.
    },
  };
  const view = (): Disk => ({ ...common, ...guarding() });

  return {
    ...view(),
    beside: view,
    crash(remains = (safe) => safe) {
      const left = new Map<string, string>();
      for (const path of new Set([...durable.keys(), ...live.keys()])) {
        const [safe, written] = [durable.get(path), live.get(path)];
        const text = safe === written ? safe : remains(safe, written, path);
        if (text !== undefined) left.set(path, text);
      }
      live = left;
      // What is there when the power is back is what the platter holds.
      durable.clear();
      for (const [path, text] of left) durable.set(path, text);
      locks.clear();
      formerly.clear();
    },
    unlockAll: () => locks.clear(),
    durable: (path) => durable.get(resolve(path)),
    files: () => live,
  };
}

/** Which file lies at a path, and its length; neither where there is none. */
interface Mark {
  readonly inode?: symbol | undefined;
  readonly length?: number | undefined;
}

function missing(doing: string, path: string): DiskError {
  return new DiskError('DISK_ERROR', `cannot ${doing} ${path}: no such file or folder (ENOENT)`);
}
