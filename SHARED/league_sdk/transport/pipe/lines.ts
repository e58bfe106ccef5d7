/** Lines over a pipe: read and written within limits on length, number and what is kept waiting. */
import { isAscii } from 'node:buffer';
import type { Readable, Writable } from 'node:stream';
import type { Clock } from '../../../core/clock.ts';
import { NETWORK_LIMITS } from '../../../core/limits.ts';
import { GatheredBytes } from '../http/incoming.ts';
import type { Carried } from './frame.ts';

/** The two directions of one pipe, as this side sees them. */
export interface PipeEnds {
  readonly input: Readable;
  readonly output: Writable;
}

const NEWLINE = 0x0a;
const RETURN = 0x0d;

/** Cuts bytes into lines; a line over the limit is dropped as it comes, and never kept. */
export class LineReader {
  readonly #maxBytes: number;
  readonly #line: (line: Carried) => void;
  readonly #tooLong: (bytes: number, isFirst: boolean) => void;
  readonly #begun: GatheredBytes;
  /** Bytes of a line that is being dropped; 0 when none is. */
  #dropped = 0;

  /**
   * `line` gets every line, without its end: as a string where it is ASCII, since strings are no memory
   * outside the heap, of which a little makes V8 mark all of it. `tooLong` hears of every piece of one that is dropped.
   */
  constructor(maxBytes: number, line: (line: Carried) => void, tooLong: (bytes: number, isFirst: boolean) => void) {
    this.#maxBytes = maxBytes;
    this.#line = line;
    this.#tooLong = tooLong;
    this.#begun = new GatheredBytes(maxBytes);
  }

  feed(chunk: Buffer): void {
    let from = 0;
    if (this.#begun.size > 0 || this.#dropped > 0) {
      const end = chunk.indexOf(NEWLINE);
      this.#take(end < 0 ? chunk : chunk.subarray(0, end));
      if (end < 0) return;
      this.#finish();
      from = end + 1;
    }
    const all: Carried = isAscii(chunk) ? chunk.toString('latin1') : chunk;
    for (let end = all.indexOf(END, from); end >= 0; end = all.indexOf(END, from)) {
      if (typeof all === 'string' && end - from <= this.#maxBytes) this.#give(all.slice(from, end));
      else {
        this.#take(chunk.subarray(from, end));
        this.#finish();
      }
      from = end + 1;
    }
    if (from < chunk.length) this.#take(chunk.subarray(from));
  }

  /** The pipe has ended: what has no end of its own is a line all the same, where it is `whole` as it is. */
  end(isWhole: (line: Buffer) => boolean = () => true): void {
    if (this.#begun.size > 0 && isWhole(this.#begun.bytes())) this.#finish();
  }

  #take(piece: Buffer): void {
    if (this.#dropped === 0 && this.#begun.size + piece.length <= this.#maxBytes) {
      this.#begun.add(piece);
      return;
    }
    const bytes = this.#begun.size + piece.length;
    this.#begun.forget();
    this.#dropped += bytes;
    this.#tooLong(bytes, this.#dropped === bytes);
  }

  #finish(): void {
    const line = this.#dropped > 0 ? undefined : this.#begun.bytes();
    this.#begun.forget();
    this.#dropped = 0;
    if (line !== undefined) this.#give(line);
  }

  #give(line: Carried): void {
    const text = typeof line !== 'string' && isAscii(line) ? line.toString('latin1') : line;
    if (typeof text === 'string') this.#line(text.endsWith('\r') ? text.slice(0, -1) : text);
    else this.#line(text.at(-1) === RETURN ? text.subarray(0, -1) : text);
  }
}

/** The fate of a line: it is on its way, the other side has too much to read already, or has gone. */
export type Written = 'written' | 'full' | 'gone';

/** Writes lines; those of one turn of the event loop leave together, which costs hardly more than one of them. */
export class PipeWriter {
  readonly #output: Writable;
  readonly #clock: Clock;
  readonly #maxWaiting: number;
  #turn: Carried[] = [];
  #turnSize = 0;
  #leaving: (() => void)[] = [];
  #turnEnd: Promise<void> | undefined;

  constructor(output: Writable, clock: Clock, maxWaiting: number) {
    this.#output = output;
    this.#clock = clock;
    this.#maxWaiting = maxWaiting;
  }

  /** How many bytes were written and not read yet, beside those that the system itself holds. */
  get waiting(): number {
    return this.#output.writableLength + this.#turnSize;
  }

  /** Writes a text as one line. */
  write(text: string, left?: () => void): Written {
    return this.carry('', oneLine(text), left);
  }

  /** Writes a line of two parts, neither of which has an end of a line in it. */
  carry(head: string, text: Carried, left?: () => void): Written {
    if (!this.#output.writable) return 'gone';
    if (this.waiting > this.#maxWaiting) return 'full';
    this.#turnEnd ??= this.#clock.poll().then(() => {
      this.#turnEnd = undefined;
      this.#flush();
    });
    this.#turn.push(head, text, END);
    this.#turnSize += head.length + text.length + 1;
    if (left !== undefined) this.#leaving.push(left);
    if (this.#turnSize > FULL_TURN) this.#flush();
    return 'written';
  }

  /** Resolves when everything written so far has left, or never will. */
  async flushed(): Promise<void> {
    this.#flush();
    const output = this.#output;
    if (!output.writable || output.writableLength === 0) return;
    await new Promise<void>((resolve) => {
      const settle = (): void => {
        output.off('close', settle);
        resolve();
      };
      output.once('close', settle);
      output.write('', settle);
    });
  }

  /** Writes what there is and then the end of the pipe. */
  end(): void {
    this.#flush();
    this.#output.end();
  }

  /** Writes what there is, without waiting for the end of the turn. */
  #flush(): void {
    const [turn, leaving] = [this.#turn, this.#leaving];
    if (turn.length === 0) return;
    this.#turn = [];
    this.#turnSize = 0;
    this.#leaving = [];
    this.#output.write(joined(turn), (error) => {
      if (!error) for (const left of leaving) left();
    });
  }
}

const END = '\n';
/** About what the system holds for a reader: more of one turn need not wait for its end. */
const FULL_TURN = 65_536;

/** Pieces in one, which keeps nothing of the buffers that they are parts of. */
function joined(pieces: readonly Carried[]): Carried {
  if (pieces.every((piece) => typeof piece === 'string')) return pieces.join('');
  let size = 0;
  for (const piece of pieces) size += typeof piece === 'string' ? Buffer.byteLength(piece) : piece.length;
  const all = Buffer.allocUnsafe(size);
  let at = 0;
  for (const piece of pieces) at += typeof piece === 'string' ? all.write(piece, at) : piece.copy(all, at);
  return all;
}

/** Between the words of a JSON text a space means the same as the end of a line. */
function oneLine(text: string): string {
  return text.includes('\n') || text.includes('\r') ? text.replaceAll(/[\r\n]+/g, ' ') : text;
}

/** Every limit there is, for agents on a pipe and for the hub that holds them. */
export interface StdioLimits {
  /** The longest text an agent takes. */
  readonly maxRequestBytes: number;
  /** The longest answer an agent takes. */
  readonly maxReplyBytes: number;
  /** The longest text that a pipe carries at all. */
  readonly maxTextBytes: number;
  /** Texts of one end that are being answered at once. */
  readonly maxPending: number;
  /** An agent reads no more as long as so much of what it said is unread. */
  readonly unreadBytes: number;
  /** Nothing more is written to an end that has left so much unread. */
  readonly maxWaitingBytes: number;
  /** How long an agent waits for the hub's first word before it goes on as if there were none. */
  readonly helloMs: number;
  /** How long an agent whose pipe has ended waits for answers that are being made, and for a reader of what it said. */
  readonly closingMs: number;
  /** Lines in a row that mean nothing, and bytes of them, after which an end is cut off. */
  readonly rubbishLines: number;
  readonly rubbishBytes: number;
  /** How often an end that says what means nothing is complained of. */
  readonly complainMs: number;
}

/** The limits unless told otherwise. */
export const STDIO_LIMITS: StdioLimits = {
  maxRequestBytes: NETWORK_LIMITS.requestBytes,
  maxReplyBytes: NETWORK_LIMITS.requestBytes,
  maxTextBytes: NETWORK_LIMITS.listBytes,
  maxPending: NETWORK_LIMITS.pendingRequests,
  unreadBytes: 1_048_576,
  maxWaitingBytes: 16_777_216,
  helloMs: 1_000,
  closingMs: 5_000,
  rubbishLines: 1_000,
  rubbishBytes: 16_777_216,
  complainMs: 10_000,
};

const MOST_BYTES_OF_A_CHARACTER = 3;

/** Whether a text has more bytes than this; counted only where its length leaves it open. */
export function isLonger(text: Carried, maxBytes: number): boolean {
  if (typeof text !== 'string') return text.length > maxBytes;
  return text.length * MOST_BYTES_OF_A_CHARACTER > maxBytes && Buffer.byteLength(text) > maxBytes;
}
