/** Reads the answers of HTTP/1.0 and HTTP/1.1 servers from the bytes of a connection. */
import { err, ok, type Result } from '../../../core/result.ts';
import { GatheredBytes } from './bytes.ts';
import { ChunkedBody } from './chunks.ts';
import { type HttpHead, readHead } from './head.ts';
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
      // We never ask to switch protocols; the other 1xx are words of patience before the answer.
      if (head.value.status === 101) return broken('the server switched protocols');
      this.#head = head.value.status < 200 ? '' : head.value;
    }
    return this.#feedBody(this.#head, rest);
  }

  /** What it means that the other side has closed the connection. */
  end(): Result<HttpReply, HttpFault> {
    if (typeof this.#head === 'object' && this.#head.body === 'until_close')
      return this.#done(this.#head.status, false);
    return broken(`the connection was closed ${this.hasBegun ? 'in the middle of' : 'before'} the answer`);
  }

  #headSoFar(text: string): Result<never, HttpFault> | undefined {
    if (this.#roomForHead <= 0) return tooLarge(`the headers are longer than ${this.#limits.maxHeadBytes} bytes`);
    return 'HTTP/1.'.startsWith(text.slice(0, 7)) ? undefined : broken('the answer is not HTTP');
  }

  #feedBody(head: HttpHead, piece: Buffer): Result<HttpReply, HttpFault> | undefined {
    const { status, keepsAlive } = head;
    if (head.body === 'chunked') {
      this.#chunks ??= new ChunkedBody(this.#limits.maxHeadBytes);
      const progress = this.#chunks.feed(piece, (payload) => this.#body.add(payload));
      if (progress === 'broken') return broken('the answer is cut into chunks that make no sense');
      if (this.#body.size > this.#limits.maxReplyBytes) return this.#overflow(status);
      return progress === 'done' ? this.#done(status, keepsAlive && this.#chunks.used === piece.length) : undefined;
    }
    if (head.body === 'counted' && head.length <= this.#limits.maxReplyBytes) {
      const missing = head.length - this.#body.size;
      this.#body.add(piece.length > missing ? piece.subarray(0, missing) : piece);
      return this.#body.size === head.length ? this.#done(status, keepsAlive && piece.length <= missing) : undefined;
    }
    this.#body.add(piece);
    return Math.max(this.#body.size, head.length) > this.#limits.maxReplyBytes ? this.#overflow(status) : undefined;
  }

  #overflow(status: number): Result<HttpReply, HttpFault> {
    // Of a refusal the status is what counts, however much is said beside it.
    if (status >= 300) return this.#done(status, false);
    return tooLarge(`the answer is longer than ${this.#limits.maxReplyBytes} bytes`);
  }

  #done(status: number, reusable: boolean): Result<HttpReply, HttpFault> {
    return ok({ status, text: this.#body.text(), reusable });
  }
}

function broken(detail: string): Result<never, HttpFault> {
  return err({ code: 'UNREACHABLE', detail });
}

function tooLarge(detail: string): Result<never, HttpFault> {
  return err({ code: 'TOO_LARGE', detail });
}
