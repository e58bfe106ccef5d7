/** A request as it comes in: what its head says; its body counted, gathered within limits, and read as UTF-8 text. */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '../../../core/clock.ts';
import type { Overload } from '../../../core/limits.ts';
import type { Origin } from '../transport.ts';
import type { ClientConnection, ConnectionLimits } from './connection_limits.ts';
import type { HttpLimits } from './limits.ts';

/** The part of a body that is too long that is still read: a client that is cut off while sending does not see why. */
const POLITE_BYTES = 1_048_576;
/** The number of pieces of any size, however small: a short message may be sent letter by letter. */
const CRUMBS = 1_024;
/** The least average of bytes in a piece, beyond that number: each piece costs us more work than its sender. */
const LEAST_AVERAGE = 16;

/** What becomes of a request; exactly one of these is called, none if the caller hangs up before its end. */
interface IntakeEnds {
  /** The whole text is there; `settled` is to be called when it was answered. */
  readonly whole: (text: string, settled: () => void) => void;
  /** It is longer than allowed; `endless` when it had better be cut off. */
  readonly tooLong: (endless: boolean) => void;
  /** It comes in so many small pieces that it had better be cut off. */
  readonly crumbled: () => void;
  /** Too much is being read already: of this caller, or of all. */
  readonly noRoom: (overload: Overload) => void;
}

/** Reads a request that was counted in. */
export function takeIn(
  request: IncomingMessage,
  {
    connections,
    caller,
    maxBytes,
  }: { readonly connections: ConnectionLimits; readonly caller: ClientConnection; readonly maxBytes: number },
  ends: IntakeEnds,
): void {
  const body = new GatheredBytes(maxBytes);
  let pieces = 0;
  let size = 0;
  let held = 0;
  let state: 'reading' | 'answering' | 'over' = 'reading';

  function over(): void {
    if (state === 'over') return;
    state = 'over';
    body.forget();
    connections.end(caller, held);
  }

  request.on('data', (piece: Buffer) => {
    if (state !== 'reading') return;
    pieces++;
    size += piece.length;
    if (pieces > CRUMBS && size < pieces * LEAST_AVERAGE) {
      over();
      ends.crumbled();
      return;
    }
    if (size > maxBytes) {
      if (size <= maxBytes + POLITE_BYTES) return;
      over();
      ends.tooLong(true);
      return;
    }
    const cost = body.costOf(piece.length);
    const overload = connections.hold(caller, cost);
    if (overload !== undefined) {
      over();
      ends.noRoom(overload);
      return;
    }
    held += cost;
    body.add(piece);
  });
  request.on('end', () => {
    if (state !== 'reading') return;
    if (size > maxBytes) {
      over();
      ends.tooLong(false);
      return;
    }
    state = 'answering';
    ends.whole(body.text(), over);
  });
  request.on('close', () => {
    if (state === 'reading') over();
  });
}

/**
 * The turn of a request that is no message: `settled` counts it out once. Its body is read only where it is asked for;
 * from then on it is counted out with the body.
 */
export function turnOf(
  request: IncomingMessage,
  end: () => void,
  read: (whole: IntakeEnds['whole']) => void,
): { readonly settled: () => void; readonly body: () => Promise<string | undefined> } {
  let over: (() => void) | undefined = end;
  return {
    settled() {
      over?.();
      over = undefined;
    },
    body() {
      const { promise, resolve } = Promise.withResolvers<string | undefined>();
      over = undefined;
      request.once('close', () => resolve(undefined));
      read((text, settled) => {
        over = settled;
        resolve(text);
      });
      return promise;
    },
  };
}

/** An answer that the caller does not read is dropped after a time, with its connection; where others are to be read first, from its turn on. */
export function awaitReader(
  response: ServerResponse,
  socket: Socket | null,
  { clock, limits }: { readonly clock: Clock; readonly limits: HttpLimits },
): void {
  // A request that was read in part and left has no socket any more.
  if (response.writableFinished || socket === null) return;
  const wait = (): void => {
    const callOff = clock.after(limits.unreadMs, () => socket.destroy());
    response.once('close', callOff);
  };
  if (response.socket === null) response.once('socket', wait);
  else if (socket.writableLength > 0) wait();
}

/** What a body in pieces takes at least, so that the first few do not have it copied again and again. */
const LEAST = 1_024;
const NOTHING = Buffer.alloc(0);

/** Collects the pieces of a body; a single piece is not copied and must stay as it is, of several none is kept. */
export class GatheredBytes {
  readonly #most: number;
  #buffer: Buffer = NOTHING;
  #isOurs = false;
  #size = 0;

  /** `most` is how long the body is expected to become at most. */
  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#size;
  }

  /** How many bytes of memory more it takes to add a piece of this length. */
  costOf(length: number): number {
    return this.#capacityWith(length) - this.#buffer.length;
  }

  add(piece: Buffer): void {
    if (this.#size === 0) this.#buffer = piece;
    else if (piece.length > 0) this.#copy(piece);
    this.#size += piece.length;
  }

  /** All of it as text; bytes that are no UTF-8 give a text that is no JSON. */
  text(): string {
    return textOf(this.bytes());
  }

  /** All of it, which nothing that is added later changes once it is forgotten here. */
  bytes(): Buffer {
    return this.#isOurs ? this.#buffer.subarray(0, this.#size) : this.#buffer;
  }

  /** Lets go of all of it, ready for another body. */
  forget(): void {
    this.#buffer = NOTHING;
    this.#isOurs = false;
    this.#size = 0;
  }

  #copy(piece: Buffer): void {
    const capacity = this.#capacityWith(piece.length);
    if (!this.#isOurs || capacity > this.#buffer.length) {
      // Not from the pool: a slice of it would keep the whole.
      const larger = Buffer.allocUnsafeSlow(capacity);
      this.#buffer.copy(larger, 0, 0, this.#size);
      this.#buffer = larger;
      this.#isOurs = true;
    }
    piece.copy(this.#buffer, this.#size);
  }

  #capacityWith(length: number): number {
    const needed = this.#size + length;
    if (this.#size === 0 || (this.#isOurs && needed <= this.#buffer.length))
      return Math.max(needed, this.#buffer.length);
    return length === 0 ? needed : Math.max(needed, Math.min(this.#most, Math.max(LEAST, 2 * needed)));
  }
}

/** The text in the place of bytes that are no UTF-8: no JSON parser accepts it. */
const UNREADABLE = '\uFFFD';

/** The text of these bytes exactly, or a text that is certain to be refused as JSON. */
export function textOf(bytes: Buffer): string {
  return isUtf8(bytes) ? bytes.toString('utf8') : UNREADABLE;
}

const JSON_TYPE = /^application\/json[ \t]*(?:;|$)/i;
const PLAIN = /^[ \t]*(?:identity[ \t]*)?$/i;
const COMPRESSED = 'the body must not be compressed: send it without content-encoding';

/** Why the body of a post is not read, by its head; `why` is absent where the usual words say it. */
export interface BodyFault {
  readonly noted: string;
  readonly why?: string;
  readonly headers: { readonly [name: string]: string };
}

/** The fault of a body that is to be JSON, as its head tells it. */
export function bodyFault({ headers }: IncomingMessage): BodyFault | undefined {
  const { 'content-type': type = '', 'content-encoding': encoding } = headers;
  if (encoding !== undefined && !PLAIN.test(encoding))
    return { noted: COMPRESSED, why: COMPRESSED, headers: { 'accept-encoding': 'identity' } };
  return JSON_TYPE.test(type) ? undefined : { noted: 'the content type is not application/json', headers: {} };
}

const BEARER = /^bearer +(\S+)$/i;
/** For callers that can be given an address and nothing else. */
const CODE = /[?&]code=([\w-]{1,128})(?:&|$)/;
/** The media type that only clients of MCP ask for. */
const STREAM_TYPE = 'text/event-stream';

/** Whether the head of a request is one that clients of MCP send. */
export function isHinted({ headers }: IncomingMessage): boolean {
  return headers.accept?.includes(STREAM_TYPE) === true || headers['mcp-session-id'] !== undefined;
}

/** The marks of an answer while it is made, and the status that HTTP has for them. */
export function answerMarks() {
  let status: 200 | 400 | 429 = 200;
  return {
    status: () => status,
    tooMany: () => {
      status = 429;
    },
    unreadable: () => {
      status = 400;
    },
  };
}

/** The facts about the sender of a request. */
export function originOf({ headers, url = '' }: IncomingMessage, { address }: ClientConnection, clock: Clock): Origin {
  const receivedAt = clock.monotonic();
  const bearer = headers.authorization === undefined ? undefined : BEARER.exec(headers.authorization)?.[1];
  const code = url.includes('?') ? CODE.exec(url)?.[1] : undefined;
  const origin = { address, receivedAt };
  if (bearer === undefined && code === undefined) return origin;
  return { ...origin, ...(bearer === undefined ? {} : { bearer }), ...(code === undefined ? {} : { code }) };
}

/** Aborted when the caller has hung up. */
export function hangUpOf(response: ServerResponse): AbortSignal {
  const leaving = new AbortController();
  response.once('close', () => leaving.abort());
  if (response.destroyed) leaving.abort();
  return leaving.signal;
}

/** The path that a request asks for, without its query. */
export function pathOf({ url = '/' }: IncomingMessage): string {
  const query = url.indexOf('?');
  return query < 0 ? url : url.slice(0, query);
}

/** A path in the one spelling that paths are compared in. */
export function plainPath(path: string): string {
  const lower = path.toLowerCase();
  return lower.length > 1 && lower.endsWith('/') ? lower.slice(0, -1) : lower;
}
