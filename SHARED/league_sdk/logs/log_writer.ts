/** Lines on their way to a log file: collected, and written a moment later or when they are many. */
import type { Clock } from '../../core/clock.ts';
import type { Disk } from '../disk/disk.ts';

export interface LineWriter {
  /** Takes a line (without its end); it is on disk a moment later. Never fails: see `onFailure`. */
  write(line: string): void;
  /** Resolves when every line taken so far has been given to the disk; rejects when lines were lost since the last flush. */
  flush(): Promise<void>;
  /** Flushes; what is written afterwards is lost. */
  close(): Promise<void>;
}

export interface LogWriterOptions {
  readonly disk: Disk;
  readonly clock: Clock;
  readonly path: string;
  /** Hears, once until the next flush, that lines could not be written. */
  readonly onFailure?: (thrown: unknown) => void;
}

/** What is said together is one write. */
const DELAY_MS = 20;
/** Who has much to say is written this seldom: fifty agents in a process would else write thousands of times a second. */
const EVERY_MS = 250;
const ENOUGH = 64 * 1024;

/** A writer for one log file. A log that cannot be written stops nobody: lines are dropped, and that is told. */
export function logWriter({ disk, clock, path, onFailure }: LogWriterOptions): LineWriter {
  let lines: string[] = [];
  let size = 0;
  let cancel: (() => void) | undefined;
  let written: Promise<void> = Promise.resolve();
  let lost: { readonly thrown: unknown } | undefined;
  let closed = false;
  let sentAt = Number.NEGATIVE_INFINITY;

  function send(): void {
    cancel?.();
    cancel = undefined;
    if (lines.length === 0) return;
    const text = `${lines.join('\n')}\n`;
    lines = [];
    size = 0;
    sentAt = clock.monotonic();
    // The disk keeps the order of appends, so nothing has to wait for the one before.
    const writing = disk.append(path, text).catch((thrown: unknown) => {
      if (lost === undefined) onFailure?.(thrown);
      lost ??= { thrown };
    });
    written = Promise.all([written, writing]).then(() => undefined);
  }

  async function flush(): Promise<void> {
    send();
    await written;
    const failed = lost;
    lost = undefined;
    if (failed !== undefined) throw failed.thrown;
  }

  return {
    write(line) {
      if (closed) return;
      lines.push(line);
      size += line.length;
      if (size >= ENOUGH) send();
      else cancel ??= clock.after(Math.max(DELAY_MS, sentAt + EVERY_MS - clock.monotonic()), send);
    },
    flush,
    async close() {
      closed = true;
      await flush();
    },
  };
}
