/** Reads an HTTP reply as its bytes come: head, body by length or in chunks, within limits. */
import { cut } from '../../../core/json.ts';
import { err, ok, type Result } from '../../../core/result.ts';
import { GatheredBytes } from './incoming.ts';
import type { HttpLimits } from './limits.ts';

/** One whole answer. */
export interface HttpReply {
  readonly status: number;
  /** Empty when there was no body; of a refusal that is too long, its beginning. */
  readonly text: string;
  /** Whether another request may follow on the same connection. */
  readonly reusable: boolean;
}
/** Why there will be no answer. */
export type HttpFault = { readonly code: 'UNREACHABLE' | 'TOO_LARGE'; readonly detail: string };

const HEAD_END = /\r?\n\r?\n/g;

/** Reads one answer after another, however the bytes are cut into pieces. */
export class HttpReplyReader {
  readonly #limits: HttpLimits;
  /** The text of the head until it is complete, then what it says. */
  #head: string | HttpHead = '';
  #roomForHead: number;
  #chunks: ChunkedBody | undefined;
  readonly #body: GatheredBytes;

  constructor(limits: HttpLimits) {
    this.#limits = limits;
    this.#roomForHead = limits.maxHeadBytes;
    this.#body = new GatheredBytes(limits.maxReplyBytes);
  }

  /** Forgets the answer before. */
  restart(): void {
    this.#head = '';
    this.#roomForHead = this.#limits.maxHeadBytes;
    this.#chunks = undefined;
    this.#body.forget();
  }

  /** Whether a byte of the answer has come. */
  get hasBegun(): boolean {
    return this.#roomForHead < this.#limits.maxHeadBytes;
  }

  /** The answer or a reason why there will be none; undefined as long as bytes are missing. The piece is not copied: it must stay as it is. */
  feed(piece: Buffer): Result<HttpReply, HttpFault> | undefined {
    let rest = piece;
    while (typeof this.#head === 'string') {
      const before = this.#head.length;
      this.#head += rest.toString('latin1', 0, this.#roomForHead);
      // Only what is new is searched, or a head that trickles in would cost its length squared.
      HEAD_END.lastIndex = Math.max(before - 3, 0);
      const end = HEAD_END.exec(this.#head);
      const used = end === null ? this.#head.length - before : end.index + end[0].length - before;
      this.#roomForHead -= used;
      if (end === null) return this.#headSoFar(this.#head);
      rest = rest.subarray(used);
      const head = readHead(this.#head.slice(0, end.index));
      if (!head.ok) return broken(head.error);
      // No request that is read here asks to switch protocols; the other 1xx are words of patience before the answer.
      if (head.value.status === 101) return broken('the server switched protocols');
      this.#head = head.value.status < 200 ? '' : head.value;
    }
    return this.#feedBody(this.#head, rest);
  }

  /** What it means that the other side has closed the connection. */
  end(): Result<HttpReply, HttpFault> {
    if (typeof this.#head === 'object' && this.#head.body === 'until_close') return this.#done(this.#head, false);
    return broken(`the connection was closed ${this.hasBegun ? 'in the middle of' : 'before'} the answer`);
  }

  #headSoFar(text: string): Result<never, HttpFault> | undefined {
    if (this.#roomForHead <= 0) return err(tooLong('the headers are', this.#limits.maxHeadBytes));
    return 'HTTP/1.'.startsWith(text.slice(0, 7)) ? undefined : broken('the answer is not HTTP');
  }

  #feedBody(head: HttpHead, piece: Buffer): Result<HttpReply, HttpFault> | undefined {
    const { keepsAlive } = head;
    if (head.body === 'chunked') {
      this.#chunks ??= new ChunkedBody(this.#limits.maxHeadBytes);
      const progress = this.#chunks.feed(piece, (payload) => this.#body.add(payload));
      if (progress === 'broken') return broken('the answer is cut into chunks that make no sense');
      if (this.#body.size > this.#limits.maxReplyBytes) return this.#overflow(head);
      return progress === 'done' ? this.#done(head, keepsAlive && this.#chunks.used === piece.length) : undefined;
    }
    if (head.body === 'counted' && head.length <= this.#limits.maxReplyBytes) {
      const missing = head.length - this.#body.size;
      this.#body.add(piece.length > missing ? piece.subarray(0, missing) : piece);
      return this.#body.size === head.length ? this.#done(head, keepsAlive && piece.length <= missing) : undefined;
    }
    this.#body.add(piece);
    return Math.max(this.#body.size, head.length) > this.#limits.maxReplyBytes ? this.#overflow(head) : undefined;
  }

  #overflow(head: HttpHead): Result<HttpReply, HttpFault> {
    // Of a refusal the status is what counts, however much is said beside it.
    if (head.status >= 300) return this.#done(head, false);
    return err(tooLong('the answer is', this.#limits.maxReplyBytes));
  }

  #done({ status }: HttpHead, reusable: boolean): Result<HttpReply, HttpFault> {
    return ok({ status, text: this.#body.text(), reusable });
  }
}

function broken(detail: string): Result<never, HttpFault> {
  return err({ code: 'UNREACHABLE', detail });
}

function tooLong(what: 'the headers are' | 'the answer is', mostBytes: number): HttpFault {
  return { code: 'TOO_LARGE', detail: `${what} longer than ${mostBytes} bytes` };
}

/** All that matters of a head. */
interface HttpHead {
  readonly status: number;
  /** Whether the server is willing to take another request on the connection. */
  readonly keepsAlive: boolean;
  /** How the end of the body is recognised. */
  readonly body: 'counted' | 'chunked' | 'until_close';
  /** Of a counted body. */
  readonly length: number;
}

const STATUS_LINE = /^HTTP\/1\.([01]) ([1-5]\d\d)(?: |\r?\n|$)/;
const LENGTH = /^\d{1,15}$/;

/** Understands a head without its final empty line, or says what is wrong with it. */
function readHead(head: string): Result<HttpHead, string> {
  const statusLine = STATUS_LINE.exec(head);
  if (statusLine === null) return err('the answer is not HTTP');
  const status = Number(statusLine[2]);
  let keepsAlive = statusLine[1] === '1';
  let length: number | undefined;
  let coding: string | undefined;

  for (let at = head.indexOf('\n') + 1; at > 0; at = head.indexOf('\n', at) + 1) {
    const colon = head.indexOf(':', at);
    const nameLength = colon - at;
    // Only three header fields concern us, and their lengths rule out most others at no cost.
    if (nameLength !== 10 && nameLength !== 14 && nameLength !== 17) continue;
    const lineEnd = head.indexOf('\n', at);
    const name = head.slice(at, colon).toLowerCase();
    const value = head.slice(colon + 1, lineEnd < 0 ? undefined : lineEnd).trim();
    if (name === 'connection') {
      const wish = value.toLowerCase();
      if (wish === 'close') keepsAlive = false;
      else if (wish === 'keep-alive') keepsAlive = true;
    } else if (name === 'content-length') {
      const known = length ?? Number(value);
      if (!LENGTH.test(value) || known !== Number(value)) return err('the answer has no valid length');
      length = known;
    } else if (name === 'transfer-encoding') {
      coding = coding === undefined ? value.toLowerCase() : `${coding}, ${value}`;
    }
  }

  if (status === 204 || status === 304) return ok({ status, keepsAlive, body: 'counted', length: 0 });
  if (coding !== undefined) {
    if (coding !== 'chunked') return err(`the answer is encoded as ${cut(coding, 50)}`);
    // With two ways to tell where it ends, nothing that follows can be trusted.
    return ok({ status, keepsAlive: keepsAlive && length === undefined, body: 'chunked', length: 0 });
  }
  if (length === undefined) return ok({ status, keepsAlive: false, body: 'until_close', length: 0 });
  return ok({ status, keepsAlive, body: 'counted', length });
}

/** An optional extension is allowed after the size and ignored; more than eight digits is no honest size. */
const SIZE_LINE = /^([0-9a-f]{1,8})[ \t]*(?:;.*)?$/i;
const NEWLINE = 0x0a;

/** Takes a chunked body apart, however the bytes are cut into pieces. */
class ChunkedBody {
  readonly #maxLineBytes: number;
  #expecting: 'size' | 'bytes' | 'end_of_bytes' | 'trailer' = 'size';
  #line = '';
  #left = 0;
  #trailerBytes = 0;
  /** How many bytes of the piece last fed belonged to the body. */
  used = 0;

  constructor(maxLineBytes: number) {
    this.#maxLineBytes = maxLineBytes;
  }

  /** Hands the payload in `piece` to `take`, and says whether the body goes on, is over, or makes no sense. */
  feed(piece: Buffer, take: (payload: Buffer) => void): 'more' | 'done' | 'broken' {
    this.used = 0;
    while (this.used < piece.length) {
      if (this.#expecting === 'bytes') {
        const payload = piece.subarray(this.used, this.used + this.#left);
        this.used += payload.length;
        this.#left -= payload.length;
        take(payload);
        if (this.#left === 0) this.#expecting = 'end_of_bytes';
        continue;
      }
      const newline = piece.indexOf(NEWLINE, this.used);
      const end = newline < 0 ? piece.length : newline;
      this.#line += piece.toString('latin1', this.used, end);
      this.used = Math.min(end + 1, piece.length);
      if (this.#line.length > this.#maxLineBytes) return 'broken';
      if (newline < 0) return 'more';
      const progress = this.#endOfLine(this.#line.endsWith('\r') ? this.#line.slice(0, -1) : this.#line);
      if (progress !== 'more') return progress;
      this.#line = '';
    }
    return 'more';
  }

  #endOfLine(line: string): 'more' | 'done' | 'broken' {
    if (this.#expecting === 'end_of_bytes') {
      this.#expecting = 'size';
      return line === '' ? 'more' : 'broken';
    }
    if (this.#expecting === 'trailer') {
      this.#trailerBytes += line.length;
      if (this.#trailerBytes > this.#maxLineBytes) return 'broken';
      return line === '' ? 'done' : 'more';
    }
    const size = SIZE_LINE.exec(line)?.[1];
    if (size === undefined) return 'broken';
    this.#left = Number.parseInt(size, 16);
    this.#expecting = this.#left === 0 ? 'trailer' : 'bytes';
    return 'more';
  }
}
