/** A log file: how a line is spelled, and how lines are gathered and appended. */

import type { Clock } from '../../core/clock.ts';
import { cut, type Json, strictText } from '../../core/json.ts';
import { reasonOf } from '../../core/result.ts';
import type { Disk } from '../disk/disk.ts';

/** The details of an event; undefined fields are left out. */
export type Details = { readonly [field: string]: Json | undefined };

const SECRET = new Set([
  'auth_token',
  'manager_token',
  'operator_token',
  'seat_token',
  'ticket',
  'token',
  'draw_seed',
  'authorization',
]);
const SECRET_TEXT = '"[secret]"';
const SECRET_FIELD = new RegExp(`"(?:${[...SECRET].join('|')})":`);
const FIELD_LIMIT = 2_048;
const NAMES_KEPT = 1_000;
const NAMES_LENGTH = 100;
/**
 * Characters that JSON leaves as they are although terminals or line readers act on them: DEL and C1, and the two
 * Unicode line ends.
 */
const CONTROL = /[\u007f-\u009f\u2028\u2029]/g;

/** A text that needs no escape in JSON, and stays as it is on a terminal. */
const PLAIN = /^[ !#-[\]-~]*$/;

/** Texts that come again and again (ids, types, names of components), quoted once. */
const quotedTexts = new Map<string, string>();
/** Names of details come from our own code and are few. */
const names = new Map<string, ReturnType<typeof nameText>>();

/** The text of details, their commas between them, without secrets; fields that a head has already are left out. */
export function fieldsText(details: Details, head?: ReadonlySet<string>): string {
  let said = '';
  for (const name in details) {
    const value = details[name];
    if (value === undefined || head?.has(name)) continue;
    const { text, next, isSecret } = names.get(name) ?? nameText(name);
    said += said === '' ? text : next;
    said += isSecret ? SECRET_TEXT : valueText(value);
  }
  return said;
}

/** A text as JSON in a line, for those that come again and again. */
export function quoted(text: string): string {
  return quotedTexts.get(text) ?? kept(quotedTexts, text, stringText(text));
}

/** A name as the first field of some, and as a further one. */
function nameText(name: string): { readonly text: string; readonly next: string; readonly isSecret: boolean } {
  const text = `${stringText(name)}:`;
  return kept(names, name, { text, next: `,${text}`, isSecret: SECRET.has(name) });
}

function kept<T>(map: Map<string, T>, name: string, value: T): T {
  if (map.size < NAMES_KEPT && name.length < NAMES_LENGTH) map.set(name, value);
  return value;
}

function valueText(value: Json): string {
  if (typeof value === 'string') return stringText(value);
  if (typeof value === 'number') return Number.isFinite(value) ? `${value}` : 'null';
  if (typeof value !== 'object') return `${value}`;
  const plain = JSON.stringify(value);
  // A replacer is slow, and few values have a secret.
  const text = SECRET_FIELD.test(plain) ? JSON.stringify(value, withoutSecrets) : plain;
  return text.length > FIELD_LIMIT ? shortened(text) : safe(text);
}

function stringText(text: string): string {
  if (text.length > FIELD_LIMIT) return shortened(text);
  return PLAIN.test(text) ? `"${text}"` : safe(JSON.stringify(text));
}

/** JSON that no terminal and no reader of lines acts on, and that strict readers take. */
function safe(text: string): string {
  return strictText(text.replace(CONTROL, escaped));
}

function withoutSecrets(key: string, value: unknown): unknown {
  return SECRET.has(key) ? '[secret]' : value;
}

/** Too long a text keeps its beginning; too long a structure becomes the beginning of its text. */
function shortened(text: string): string {
  return safe(JSON.stringify(`${cut(text, FIELD_LIMIT)}…`));
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

export interface LineWriter {
  /** Takes a line (without its end); it is on disk a moment later, or at once. Never fails: see `onFailure`. */
  write(line: string, atOnce?: boolean): void;
  /** Resolves when every line taken so far has been given to the disk; rejects when lines were lost since the last flush. */
  flush(): Promise<void>;
  /** Flushes; what is written afterwards is lost. */
  close(): Promise<void>;
}

/** How large a log may become. */
export interface LogLimits {
  /** The bytes of one file: a line that does not fit any more begins a new one. */
  readonly maxBytes: number;
  /** The files that are kept, the newest with those before it: `P01.log.jsonl`, `P01.log.1.jsonl`, … */
  readonly maxFiles: number;
}

/** The limits of a log whose configuration says nothing else. */
export const LOG_LIMITS: LogLimits = { maxBytes: 64 * 1024 * 1024, maxFiles: 4 };

export interface LogWriterOptions {
  readonly disk: Disk;
  readonly clock: Clock;
  readonly path: string;
  /** Where lines go; absent: to the file at the path. */
  readonly file?: LineFile | undefined;
  /** Makes the line that stands in the place of lines that could not be written. */
  readonly gap: (missing: number, reason: string) => string;
  readonly limits?: LogLimits;
  /** Called for each write that failed, with the number of lines that were lost. */
  readonly onFailure?: (thrown: unknown, lines: number) => void;
}

/** Lines within this time of each other are one write. */
const DELAY_MS = 20;
/** A busy log is written this seldom: fifty agents in a process would else write thousands of times a second. */
const EVERY_MS = 250;
const ENOUGH = 64 * 1024;

/**
 * A writer for one log file. A log that cannot be written stops no agent: its lines are dropped, the loss is told, what
 * was written of them is cut off again, and a line says in their place how many there were.
 */
export function logWriter(options: LogWriterOptions): LineWriter {
  const { clock, gap, onFailure } = options;
  const file = options.file ?? new LogFile(options);
  let lines = new GatheredLines();
  /** The gathered lines that were written last: the next ones are put into their memory. */
  let idle = new GatheredLines();
  let cancel: (() => void) | undefined;
  let writing: Promise<void> | undefined;
  let missing = { lines: 0, reason: '' };
  let lost: { readonly thrown: unknown } | undefined;
  let closed = false;
  let sentAt = Number.NEGATIVE_INFINITY;

  function send(): void {
    cancel?.();
    cancel = undefined;
    if (lines.count === 0) return;
    sentAt = clock.monotonic();
    writing ??= writeAll().finally(done);
  }

  function done(): void {
    writing = undefined;
  }

  async function writeAll(): Promise<void> {
    while (lines.count > 0) {
      const taken = lines;
      lines = idle;
      await put(taken.bytes(), taken.count);
      taken.forget();
      idle = taken;
    }
  }

  async function put(taken: Uint8Array, count: number): Promise<void> {
    const gapLine = missing.lines === 0 ? undefined : `${gap(missing.lines, missing.reason)}\n`;
    try {
      await file.append(gapLine === undefined ? taken : Buffer.concat([Buffer.from(gapLine), taken]));
      missing = { lines: 0, reason: '' };
    } catch (thrown) {
      missing = { lines: missing.lines + count, reason: reasonOf(thrown) };
      if (count === 0) return;
      lost ??= { thrown };
      onFailure?.(thrown, count);
    }
  }

  async function flush(): Promise<void> {
    send();
    await writing;
    if (missing.lines > 0) writing ??= put(new Uint8Array(), 0).then(writeAll).finally(done);
    await writing;
    const failed = lost;
    lost = undefined;
    if (failed !== undefined) throw failed.thrown;
  }

  return {
    write(line, atOnce = false) {
      if (closed) return;
      lines.add(line);
      if (atOnce || lines.size >= ENOUGH) send();
      else cancel ??= clock.after(Math.max(DELAY_MS, sentAt + EVERY_MS - clock.monotonic()), send);
    },
    flush,
    async close() {
      closed = true;
      await flush();
    },
  };
}

const NEWLINE = 0x0a;
const MOST_BYTES_OF_A_CHARACTER = 3;
const SMALLEST = 4_096;
/** A log that waited for a slow disk gives back what it needed above this. */
const LARGEST_KEPT = 16 * ENOUGH;

/**
 * Lines that wait for the disk, as bytes: a line waits longer than anything else of a message lives, and as strings a few
 * thousand of them would be carried along by every collection of garbage.
 */
class GatheredLines {
  count = 0;
  size = 0;
  #room: Buffer = Buffer.alloc(0);

  add(line: string): void {
    const most = this.size + MOST_BYTES_OF_A_CHARACTER * line.length + 1;
    if (most > this.#room.length) this.#grow(most);
    this.size += this.#room.write(line, this.size);
    this.#room[this.size++] = NEWLINE;
    this.count++;
  }

  /** They stay as they are until `forget`. */
  bytes(): Uint8Array {
    return this.#room.subarray(0, this.size);
  }

  forget(): void {
    this.count = 0;
    this.size = 0;
    if (this.#room.length > LARGEST_KEPT) this.#room = Buffer.alloc(0);
  }

  #grow(most: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(SMALLEST, most, 2 * this.#room.length));
    larger.set(this.bytes());
    this.#room = larger;
  }
}

/** The place that the lines of a log go to. */
export interface LineFile {
  /** Appends whole lines, or none of them; the bytes are the caller's again once it resolves. */
  append(text: Uint8Array): Promise<void>;
}

/** A file of whole lines that begins anew where it would grow too large. */
class LogFile implements LineFile {
  readonly #disk: Disk;
  readonly #path: string;
  readonly #limits: LogLimits;
  /** The bytes of whole lines; absent before the first look. */
  #whole: number | undefined;
  /** The bytes of an append that may have been written in part. */
  #torn = 0;

  constructor({ disk, path, limits = LOG_LIMITS }: Pick<LogWriterOptions, 'disk' | 'path' | 'limits'>) {
    this.#disk = disk;
    this.#path = path;
    this.#limits = limits;
  }

  async append(text: Uint8Array): Promise<void> {
    if (this.#whole === undefined || this.#torn > 0) await this.#mend();
    const whole = this.#whole ?? 0;
    const bytes = text.length;
    // A log that cannot begin anew grows on: no line is lost for that.
    if (whole > 0 && whole + bytes > this.#limits.maxBytes) await this.#rotate().catch(() => undefined);
    this.#torn = bytes;
    try {
      await this.#disk.append(this.#path, text);
    } catch (thrown) {
      // Else it is cut before the next append.
      await this.#mend().catch(() => undefined);
      throw thrown;
    }
    this.#torn = 0;
    this.#whole = (this.#whole ?? 0) + bytes;
  }

  /** Cuts off a line that an earlier process left torn, or all that was written of a failed append. */
  async #mend(): Promise<void> {
    const { bytes, torn } = (await this.#disk.measure(this.#path)) ?? { bytes: 0, torn: 0 };
    // Where another process has appended since, only what is torn is ours to cut.
    const isOurs = this.#whole !== undefined && bytes < this.#whole + this.#torn;
    const whole = isOurs ? Math.min(bytes, this.#whole ?? 0) : bytes - torn;
    if (whole < bytes) await this.#disk.truncate(this.#path, whole);
    this.#whole = whole;
    this.#torn = 0;
  }

  async #rotate(): Promise<void> {
    const [disk, oldest] = [this.#disk, this.#limits.maxFiles - 1];
    await disk.remove(this.#older(oldest));
    for (let nth = oldest; nth > 0; nth--) {
      const from = this.#older(nth - 1);
      if ((await disk.measure(from)) !== undefined) await disk.rename(from, this.#older(nth));
    }
    this.#whole = 0;
  }

  #older(nth: number): string {
    return nth === 0 ? this.#path : this.#path.replace(/(\.\w+)?$/, `.${nth}$1`);
  }
}
