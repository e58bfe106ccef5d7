/** One connection for many requests at once: lines in place of HTTP, to a server of ours that has agreed to them. */
import type { Socket } from 'node:net';
import { NETWORK_LIMITS } from '../../../core/limits.ts';
import { type Delivered, type FrameId, isRawText, lineBytesFor, textIn } from '../pipe/frame.ts';
import { isLonger, STDIO_LIMITS } from '../pipe/lines.ts';
import { StdioPipe } from '../pipe/pipe.ts';
import {
  type Carrier,
  type HttpCaller,
  type HttpPlace,
  type HttpTarget,
  LATE_ANSWER_MS,
  MAX_LATE,
  openSocket,
} from './connection.ts';
import type { HttpLimits } from './limits.ts';
import { LINE_PROTOCOL, tooLong } from './reply.ts';

/** A longer text has a connection of its own, so that none waits behind it. */
export const LINE_TEXT_BYTES = NETWORK_LIMITS.requestBytes;
/** A text to a longer path has one too. */
const LINE_PATH_BYTES = 512;
/** What stands before a text has room in so many bytes. */
export const LINE_HEAD_BYTES = LINE_PATH_BYTES + 32;
/** Requests on one line at once. */
export const LINE_REQUESTS = 256;
/** Nothing more is asked as long as more than this is unread. */
const UNREAD_BYTES = STDIO_LIMITS.unreadBytes;

/** The whole answer of a server that goes over to lines. */
export const SWITCHED = `HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: ${LINE_PROTOCOL}\r\n\r\n`;

const KEPT = { reusable: true, offersLines: false };

/** The pool that a line belongs to. */
interface LineHome {
  /** It carries no more requests. */
  gone(): void;
  /** It has not come to be, or broke where its server did not keep to what it had offered. */
  failed(isBreach: boolean): void;
}

/** Opens when it is made, and carries requests once the server has agreed. */
export class SharedLine {
  readonly #place: HttpPlace;
  readonly #limits: HttpLimits;
  readonly #home: LineHome;
  readonly #pinned: string | undefined;
  readonly #socket: Socket;
  readonly #late = new Map<LineRequest, number>();
  #heard = '';
  #pipe: StdioPipe | undefined;
  #waiting = 0;
  #isRetired = false;
  #isBroken = false;
  /**
   * Whether an answer did not come in time, and none has come since. Where nothing is under way that could be answered, it
   * ends with the line, which is idle then.
   */
  #isSilent = false;
  /** How to call off the end of a line that stays silent: its server may say a byte now and then, and it is never idle. */
  #callOffEnd: (() => void) | undefined;

  constructor(place: HttpPlace, limits: HttpLimits, home: LineHome) {
    this.#place = place;
    this.#limits = limits;
    this.#home = home;
    this.#pinned = place.pinned();
    this.#socket = openSocket(place)
      .unref()
      .setTimeout(limits.clientIdleMs)
      .on('timeout', () => this.#endIfIdle())
      .on('data', this.#onAgreement)
      .on('error', () => this.#socket.destroy())
      .on('close', () => {
        this.#callOffEnd?.();
        if (this.#isBroken || (this.#pipe === undefined && !this.#isRetired)) home.failed(this.#isBroken);
        home.gone();
      });
    this.#socket.write(
      `GET / HTTP/1.1\r\nhost: ${place.authority}\r\nconnection: upgrade\r\nupgrade: ${LINE_PROTOCOL}\r\n\r\n`,
    );
  }

  readonly #onAgreement = (piece: Buffer): void => {
    this.#heard += piece.toString('latin1', 0, SWITCHED.length + 1);
    if (this.#heard === SWITCHED) this.#begin();
    else if (!SWITCHED.startsWith(this.#heard)) this.#fail();
  };

  #begin(): void {
    const fail = (): void => this.#fail();
    const ends = { input: this.#socket, output: this.#socket };
    const maxLineBytes = lineBytesFor(this.#limits.maxReplyBytes);
    const settings = { clock: this.#place.clock, maxLineBytes, maxWaitingBytes: 2 * UNREAD_BYTES };
    this.#pipe = new StdioPipe(ends, settings, (number) => number, {
      answered: () => {
        if (this.#isSilent) this.#hearAgain();
        if (this.#late.size > 0) this.#forgetStale();
      },
      blank: fail,
      deliver: fail,
      frame: fail,
      line: fail,
      tooLong: fail,
      ended: () => this.#socket.destroy(),
    });
    this.#socket.off('data', this.#onAgreement);
    this.#pipe.hearRaw();
    this.#pipe.start();
  }

  /** What carries this text to its address, if the line can. */
  carrierFor(target: HttpTarget, text: string): Carrier | undefined {
    const pipe = this.#pipe;
    if (pipe === undefined || pipe.hasEnded || this.#isRetired || this.#isSilent) return undefined;
    if (this.#waiting >= LINE_REQUESTS || pipe.waiting > UNREAD_BYTES) return undefined;
    if (!target.isPlain || target.path.length > LINE_PATH_BYTES) return undefined;
    if (isLonger(text, LINE_TEXT_BYTES) || !isRawText(text)) return undefined;
    if (this.#pinned === this.#place.pinned()) return new LineRequest(this, pipe);
    this.retire();
    return undefined;
  }

  /** Carries nothing more, and is closed when no request waits on it. */
  retire(): void {
    this.#isRetired = true;
    this.#home.gone();
    this.#endIfIdle();
  }

  #endIfIdle(): void {
    if (this.#waiting === this.#late.size) this.#socket.destroy();
  }

  begun(): void {
    this.#waiting++;
  }

  /** Whether the caller of a request may still want to hear of its answer. */
  settled(request: LineRequest): boolean {
    const until = this.#late.get(request);
    this.#late.delete(request);
    this.#waiting--;
    if (this.#isRetired) this.#endIfIdle();
    return until === undefined || this.#place.clock.monotonic() <= until;
  }

  pass({ text, status = 200 }: Delivered & { readonly ok: true }, caller: HttpCaller): void {
    const { maxReplyBytes } = this.#limits;
    if (text === undefined) caller.replied({ status: 202, text: '', ...KEPT }, true);
    else if (isLonger(text, maxReplyBytes)) caller.broke(tooLong('the answer is', maxReplyBytes), false);
    else caller.replied({ status, text: textIn(text), ...KEPT }, true);
  }

  /** A request has no time left; its answer is still waited for where that is wanted, and not wanted too often. */
  expired(request: LineRequest, wantsLate: boolean): void {
    this.#isSilent = true;
    this.#forgetStale();
    const until = this.#place.clock.monotonic() + LATE_ANSWER_MS;
    if (wantsLate && this.#late.size < MAX_LATE) this.#late.set(request, until);
    else request.forget();
    // A socket tells that it is idle once, and this request may have been what it was not idle for.
    this.#socket.setTimeout(this.#limits.clientIdleMs);
    if (this.#isRetired) this.#endIfIdle();
    if (this.#waiting === this.#late.size)
      this.#callOffEnd ??= this.#place.clock.after(LATE_ANSWER_MS, () => this.#socket.destroy());
  }

  #hearAgain(): void {
    this.#isSilent = false;
    this.#callOffEnd?.();
    this.#callOffEnd = undefined;
  }

  #forgetStale(): void {
    const now = this.#place.clock.monotonic();
    for (const [late, until] of this.#late) if (until < now) late.forget();
  }

  /** The end of a server may cut what it says into what it would not have said. */
  #fail(): void {
    this.#isBroken = !this.#socket.readableEnded;
    this.#socket.destroy();
  }
}

/** One request on a line, as its caller sees it. */
class LineRequest implements Carrier {
  readonly isFirst = false;
  readonly #line: SharedLine;
  readonly #pipe: StdioPipe;
  #id: FrameId | undefined;
  #isOver = false;

  constructor(line: SharedLine, pipe: StdioPipe) {
    this.#line = line;
    this.#pipe = pipe;
  }

  request({ path }: HttpTarget, text: string, caller: HttpCaller): void {
    const settled = (delivered: Delivered): void => {
      this.#isOver = true;
      if (!this.#line.settled(this)) return;
      // What could not be answered by a line may be by a connection, which says more about why not.
      if (delivered.ok) this.#line.pass(delivered, caller);
      else if (delivered.failure.code === 'REFUSED') caller.refused();
      else caller.broke({ code: 'UNREACHABLE', detail: delivered.failure.detail }, true);
    };
    this.#line.begun();
    this.#id = this.#pipe.deliver({ to: path, text }, true, settled, () => caller.written());
  }

  expire(wantsLate: boolean): void {
    this.#line.expired(this, wantsLate);
  }

  forget(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (this.#id !== undefined) this.#pipe.forget(this.#id);
    this.#line.settled(this);
  }

  release(): void {}

  breakOff(): void {
    this.#line.retire();
  }
}
