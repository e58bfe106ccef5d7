/** A disk in memory, for tests and simulations: the same laws, and a power cut on request. */
import { resolve, sep } from 'node:path';
import { err, ok, type Result } from '../../core/result.ts';
import { type Disk, DiskError, type Unlock } from './disk.ts';

/** What a power cut leaves of a file that was not synced, told what is safe of it and what was written; undefined for no file. */
export type Remains = (durable: string | undefined, written: string | undefined, path: string) => string | undefined;

export interface MemoryDisk extends Disk {
  /**
   * A power cut: no lock is held. Without a word on what remains, what was not synced is gone, and what was removed or
   * renamed without a sync is back.
   */
  crash(remains?: Remains): void;
  /** The holder of every lock died, and the machine did not: files stay as they are. */
  unlockAll(): void;
  /** What would be in a file after a power cut. */
  durable(path: string): string | undefined;
  /** Every file there is, by absolute path. */
  files(): ReadonlyMap<string, string>;
}

/** An empty disk in memory. */
export function memoryDisk(): MemoryDisk {
  let live = new Map<string, string>();
  const durable = new Map<string, string>();
  /** Where a renamed file was before, until the rename itself is durable. */
  const formerly = new Map<string, string>();
  const locks = new Map<string, symbol>();

  function move(from: string, to: string): void {
    live.set(to, live.get(from) as string);
    live.delete(from);
    formerly.set(to, formerly.get(from) ?? from);
    formerly.delete(from);
  }

  return {
    async read(path) {
      return live.get(resolve(path));
    },
    async append(path, text) {
      const at = resolve(path);
      live.set(at, (live.get(at) ?? '') + text);
    },
    async replace(path, text) {
      live.set(resolve(path), text);
    },
    async sync(path) {
      const at = resolve(path);
      const text = live.get(at);
      if (text === undefined) durable.delete(at);
      else durable.set(at, text);
      const before = formerly.get(at);
      if (before !== undefined && !live.has(before)) durable.delete(before);
      formerly.delete(at);
    },
    async truncate(path, bytes) {
      const at = resolve(path);
      const text = live.get(at);
      if (text === undefined) throw missing('cut', path);
      live.set(at, Buffer.from(text).subarray(0, bytes).toString());
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
    },
    async measure(path) {
      const text = live.get(resolve(path));
      if (text === undefined) return undefined;
      return { bytes: Buffer.byteLength(text), torn: Buffer.byteLength(text.slice(text.lastIndexOf('\n') + 1)) };
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

function missing(doing: string, path: string): DiskError {
  return new DiskError('DISK_ERROR', `cannot ${doing} ${path}: no such file or folder (ENOENT)`);
}
