/** Writes a file that changes often: of many versions in a short time only the last reaches the disk. */
import type { Clock } from '../../core/clock.ts';
import type { Disk, Text } from '../disk/disk.ts';

/** A file that is written at intervals. */
export interface DebouncedFiles {
  /** Has this text written soon; it is made when it is needed. */
  show(make: () => Text): void;
  /** Resolves when the newest text is in the file; rejects when the disk will not take it. */
  flush(): Promise<void>;
}

export interface DebounceOptions {
  readonly disk: Pick<Disk, 'replace'>;
  readonly clock: Clock;
  readonly path: string;
  /** How closely the file follows; asked after each write. */
  readonly everyMs?: () => number;
  /** Called for a failed write that no caller was waiting for; the next `show` or `flush` tries again. */
  readonly onFailure?: (thrown: unknown) => void;
}

/** Large files take long to write: at most this share of the time goes into one. */
const SHARE = 1 / 20;
/** While a text is made nothing else is done, which is a part of that: this share at most. */
const MAKING_SHARE = 1 / 100;

/** However long the making seems to have taken: a process that was stopped in the middle of it is not slow. */
const LONGEST_PAUSE_MS = 60_000;

/** A writer for one file. Not durable, and not meant to be: a view can be made again from durable data. */
export function debouncedFiles({ disk, clock, path, everyMs = () => 200, onFailure }: DebounceOptions): DebouncedFiles {
  let waiting: (() => Text) | undefined;
  let running: Promise<void> | undefined;
  let cancel: (() => void) | undefined;
  let pauseMs = everyMs();

  async function write(make: () => Text): Promise<void> {
    waiting = undefined;
    const begun = clock.monotonic();
    let madeMs = 0;
    try {
      const text = make();
      madeMs = clock.monotonic() - begun;
      await disk.replace(path, text);
    } catch (thrown) {
      waiting ??= make;
      throw thrown;
    } finally {
      const afterMakingMs = Math.min(madeMs / MAKING_SHARE, LONGEST_PAUSE_MS);
      pauseMs = Math.max(everyMs(), (clock.monotonic() - begun) / SHARE, afterMakingMs);
      running = undefined;
    }
  }

  function start(make: () => Text): Promise<void> {
    const writing = write(make);
    running = writing;
    // The caller that asked for the write hears of its failure.
    writing.then(writeWhenDue, () => undefined);
    return writing;
  }

  function writeWhenDue(): void {
    if (waiting === undefined || running !== undefined || cancel !== undefined) return;
    cancel = clock.after(pauseMs, () => {
      cancel = undefined;
      if (waiting !== undefined && running === undefined)
        start(waiting).catch((thrown: unknown) => onFailure?.(thrown));
    });
  }

  return {
    show(make) {
      waiting = make;
      writeWhenDue();
    },
    async flush() {
      cancel?.();
      cancel = undefined;
      // A write that was under way and fails leaves its text waiting, and it is tried again here.
      await running?.catch(() => undefined);
      await (waiting === undefined ? running : start(waiting));
    },
  };
}
