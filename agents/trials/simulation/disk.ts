/** The disk of one simulated machine: it outlives its agents, may be slow or full, and loses in a power cut what was not safe. */
import type { Clock } from '../../../SHARED/core/clock.ts';
import { intBetween, type Random } from '../../../SHARED/core/random.ts';
import { type Disk, DiskError, stringOf, wholeText } from '../../../SHARED/league_sdk/disk/disk.ts';
import { type MemoryDisk, memoryDisk, type Remains } from '../../../SHARED/league_sdk/disk/memory_disk.ts';
import { type Incarnation, never } from './incarnation.ts';
import type { Trace } from './trace.ts';

export interface MachineOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly trace: Trace;
  /** Whether a power cut may leave a part of what was written. */
  readonly tears: boolean;
  readonly count: (fault: string) => void;
}

export interface Machine {
  readonly files: MemoryDisk;
  /** The disk as one life of its agent has it. */
  disk(by: Incarnation): Disk;
  powerCut(): void;
  /** Makes this many of the next writes fail. */
  fillUp(writes: number): void;
  /** Makes this many of the next syncs fail. */
  failSyncs(syncs: number): void;
  /** Makes every operation take up to this long; 0 ends it. */
  slowDown(upToMs: number): void;
}

export function machine({ clock, random, trace, tears, count }: MachineOptions): Machine {
  const files = memoryDisk();
  let upToMs = 0;
  let readyAt = 0;
  let failingWrites = 0;
  let failingSyncs = 0;

  /** A life does something to the disk: at once, or when the disk gets to it, in order. */
  function effect<T>(by: Incarnation, path: string, action: () => Promise<T>): Promise<T> {
    if (!by.begin(path)) return never();
    if (upToMs === 0 && clock.monotonic() >= readyAt) {
      const done = action();
      by.end();
      return new Promise((resolve, reject) => settle(by, done, resolve, reject));
    }
    readyAt = Math.max(readyAt, clock.monotonic()) + intBetween(random, 0, upToMs);
    return new Promise((resolve, reject) => {
      clock.after(readyAt - clock.monotonic(), () => {
        // An agent that died meanwhile is not waited for: its operation would come after its successor has begun.
        if (!by.lives) return;
        settle(by, action(), resolve, reject);
        by.end();
      });
    });
  }

  function settle<T>(
    by: Incarnation,
    done: Promise<T>,
    resolve: (value: T) => void,
    reject: (thrown: unknown) => void,
  ): void {
    done.then(
      (value) => by.run('arrival', () => resolve(value)),
      (thrown: unknown) => by.run('arrival', () => reject(thrown)),
    );
  }

  /** Text that was not synced may be there, or not, or in part. */
  const remains: Remains = (durable, written) => {
    const kept = random();
    if (kept < 0.4) return durable;
    if (kept < 0.6 || !tears || written === undefined) return written;
    count('torn');
    const start = durable !== undefined && written.startsWith(durable) ? durable.length : 0;
    return written.slice(0, intBetween(random, start, written.length));
  };

  /** The disk as one life has it: the guards of files are its own. */
  function diskOf(by: Incarnation): Disk {
    const own = files.beside();
    const append = (path: string, text: string | Uint8Array) =>
      typeof text === 'string' ? own.append(path, text) : own.appendBytes(path, text);

    /** A full disk takes what still fits of an append, and nothing of a replacement. */
    function write(how: 'append' | 'replace', path: string, text: string | Uint8Array): Promise<void> {
      return effect(by, path, async () => {
        const at = clock.monotonic();
        if (failingWrites > 0) {
          failingWrites--;
          count('disk full');
          trace.note({ kind: 'fault', at, what: 'disk full', where: by.life });
          if (how === 'append') await append(path, text.slice(0, intBetween(random, 0, text.length - 1)));
          throw new DiskError('DISK_FULL', `cannot write ${path}: the disk is full (ENOSPC)`);
        }
        const said = typeof text === 'string' ? text : Buffer.from(text).toString('latin1');
        trace.note({ kind: 'wrote', at, life: by.life, path, text: said });
        await (how === 'replace' ? own.replace(path, said) : append(path, text));
      });
    }

    return {
      read: (path) => effect(by, path, () => files.read(path)),
      readBytes: (path, from, length) => effect(by, path, () => files.readBytes(path, from, length)),
      append: (path, text) => write('append', path, stringOf(text)),
      appendBytes: (path, bytes) => write('append', path, bytes),
      replace: (path, text) => write('replace', path, wholeText(text)),
      sync: (path) =>
        effect(by, path, async () => {
          if (failingSyncs > 0) {
            failingSyncs--;
            count('sync error');
            throw new DiskError('DISK_ERROR', `cannot sync ${path}: the disk reports a fault (EIO)`);
          }
          await own.sync(path);
          trace.note({
            kind: 'synced',
            at: clock.monotonic(),
            life: by.life,
            path,
            length: files.durable(path)?.length ?? 0,
          });
        }),
      truncate: (path, bytes) => effect(by, path, () => own.truncate(path, bytes)),
      guard: (path) => own.guard(path),
      rename: (from, to) => effect(by, from, () => files.rename(from, to)),
      remove: (path) => effect(by, path, () => files.remove(path)),
      measure: (path) => effect(by, path, () => files.measure(path)),
      list: (folder) => effect(by, folder, () => files.list(folder)),
      lock: (path) => effect(by, path, () => files.lock(path)),
      close: async () => undefined,
    };
  }

  return {
    files,
    disk: diskOf,
    powerCut: () => files.crash(remains),
    fillUp(writes) {
      failingWrites = writes;
    },
    failSyncs(syncs) {
      failingSyncs = syncs;
    },
    slowDown(ms) {
      upToMs = ms;
    },
  };
}
