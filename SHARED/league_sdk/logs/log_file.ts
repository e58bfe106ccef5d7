/** A log file: how a line is spelled, and how lines are gathered and appended. */

import type { Clock } from '../../core/clock.ts';
import { cut, type Json, strictText } from '../../core/json.ts';
import type { Disk } from '../disk/disk.ts';

/** The details of an event; undefined fields are left out. */
export type Details = { readonly [field: string]: Json | undefined };

const SECRET = new Set([
  'auth_token',
  'manager_token',
  'operator_token',
  'ticket',
  'token',
  'draw_seed',
  'authorization',
]);
const SECRET_TEXT = '"[secret]"';
const FIELD_LIMIT = 2_048;
const NAMES_KEPT = 1_000;
/**
 * Characters that JSON leaves as they are although terminals or line readers act on them: DEL and C1, and the two
 * Unicode line ends.
 */
const CONTROL = /[\u007f-\u009f\u2028\u2029]/g;

/** Names come from our own code and are few, so each is quoted once. */
const quoted = new Map<string, string>();

/** The text of one line, its details beside the head or, where named, in a field of their own. */
export function logLine(head: { readonly [field: string]: string }, details: Details, nestedIn?: string): string {
  let line = '{';
  for (const name in head) line += `${line === '{' ? '' : ','}${field(name, head[name] as string)}`;
  let said = '';
  for (const name in details) {
    const value = details[name];
    if (value === undefined || (nestedIn === undefined && name in head)) continue;
    said += `${said === '' ? '' : ','}${field(name, value)}`;
  }
  if (nestedIn !== undefined) line += `,${quote(nestedIn)}:{${said}}`;
  else if (said !== '') line += `,${said}`;
  return strictText(`${line}}`.replace(CONTROL, escaped));
}

function field(name: string, value: Json): string {
  return `${quote(name)}:${SECRET.has(name) ? SECRET_TEXT : valueText(value)}`;
}

function quote(name: string): string {
  let text = quoted.get(name);
  if (text === undefined) {
    text = JSON.stringify(name);
    if (quoted.size < NAMES_KEPT) quoted.set(name, text);
  }
  return text;
}

function valueText(value: Json): string {
  // A replacer is slow, and only what has fields can hide a secret in one.
  const text = typeof value === 'object' ? JSON.stringify(value, withoutSecrets) : JSON.stringify(value);
  return text.length > FIELD_LIMIT ? shortened(text, value) : text;
}

function withoutSecrets(key: string, value: unknown): unknown {
  return SECRET.has(key) ? '[secret]' : value;
}

/** Too long a text keeps its beginning; too long a structure becomes the beginning of its text. */
function shortened(text: string, value: Json): string {
  return JSON.stringify(`${cut(typeof value === 'string' ? value : text, FIELD_LIMIT)}…`);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

export interface LineWriter {
  /** Takes a line (without its end); it is on disk a moment later. Never fails: see `onFailure`. */
  write(line: string): void;
  /** Resolves when every line taken so far has been given to the disk; rejects when lines were lost since the last flush. */
  flush(): Promise<void>;
  /** Flushes; what is written afterwards is lost. */
  close(): Promise<void>;
}

interface LogWriterOptions {
  readonly disk: Disk;
  readonly clock: Clock;
  readonly path: string;
  /** Hears, once until the next flush, that lines could not be written. */
  readonly onFailure?: (thrown: unknown) => void;
}

/** Lines within this time of each other are one write. */
const DELAY_MS = 20;
/** A busy log is written this seldom: fifty agents in a process would else write thousands of times a second. */
const EVERY_MS = 250;
const ENOUGH = 64 * 1024;

/**
 * A writer for one log file. A log that cannot be written stops no agent: its lines are dropped, and the loss is told.
 */
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
