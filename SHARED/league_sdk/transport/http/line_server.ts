/** The server's end of a line that one of our clients shares among its requests. */
import type { Socket } from 'node:net';
import { type AskedDelivery, FRAME, type FrameFailure, type FrameId, lineBytesFor, textIn } from '../pipe/frame.ts';
import { isLonger, STDIO_LIMITS } from '../pipe/lines.ts';
import { StdioPipe } from '../pipe/pipe.ts';
import type { Answer, Origin } from '../transport.ts';
import type { ClientConnection } from './connection_limits.ts';
import type { DirectServer } from './direct.ts';
import { LINE_REQUESTS, LINE_TEXT_BYTES, SWITCHED } from './shared_line.ts';

/** Whatever is not simply answered is asked again over HTTP, which has words for it. */
const OVER_HTTP = { code: 'REFUSED', detail: 'ask over HTTP' } as const satisfies FrameFailure;

/** What a line needs of the way it came by. */
interface LineWay {
  readonly server: DirectServer;
  readonly isClosing: boolean;
  forget(line: LineServer): void;
}

/** Answers the requests of one line, as many at once as it may have. */
export class LineServer {
  readonly #socket: Socket;
  readonly #connection: ClientConnection;
  readonly #host: string;
  readonly #way: LineWay;
  readonly #pipe: StdioPipe;
  /** The requests that wait for something to happen, and how to tell them that nobody waits for them. */
  readonly #waits = new Map<FrameId, AbortController>();
  #pending = 0;
  #isPaused = false;

  constructor(socket: Socket, connection: ClientConnection, host: string, way: LineWay) {
    this.#socket = socket;
    this.#connection = connection;
    this.#host = host;
    this.#way = way;
    const stop = (): void => this.destroy();
    const ends = { input: socket, output: socket };
    const { maxWaitingBytes } = STDIO_LIMITS;
    const settings = { clock: way.server.clock, maxLineBytes: lineBytesFor(LINE_TEXT_BYTES), maxWaitingBytes };
    this.#pipe = new StdioPipe(ends, settings, (number) => number, {
      deliver: (asked) => this.#deliver(asked),
      frame: (method, params) => {
        if (method === FRAME.forget) this.#waits.get(params['id'] as FrameId)?.abort();
        else this.destroy();
      },
      line: stop,
      tooLong: stop,
      ended: () => this.#gone(),
    });
    socket.setTimeout(way.server.limits.serverIdleMs).on('timeout', () => {
      if (this.#pending === 0) this.destroy();
    });
    socket.write(SWITCHED);
    this.#pipe.hearRaw();
    this.#pipe.start();
  }

  /** Closes it now, or after its last answer. */
  close(): void {
    if (this.#pending === 0) this.destroy();
  }

  destroy(): void {
    this.#socket.destroy();
    this.#pipe.destroy();
  }

  #deliver(asked: AskedDelivery): void {
    const { connections } = this.#way.server;
    const text = textIn(asked.text);
    const heldBytes = asked.text.length;
    const answer = this.#answerFor(asked, text);
    if (answer === undefined || connections.begin(this.#connection) !== undefined) {
      this.#say(asked, undefined, true);
      return;
    }
    if (connections.hold(this.#connection, heldBytes) !== undefined) {
      connections.end(this.#connection, 0);
      this.#say(asked, undefined, true);
      return;
    }
    this.#pending++;
    let isCounted = true;
    let isRefused = false;
    const settled = (): void => {
      if (isCounted) connections.end(this.#connection, heldBytes);
      isCounted = false;
    };
    const refuse = (): void => {
      isRefused = true;
    };
    const origin: Origin = {
      address: this.#connection.address,
      receivedAt: this.#way.server.clock.monotonic(),
      tooMany: refuse,
      unreadable: refuse,
      waits: () => {
        settled();
        const leaving = new AbortController();
        this.#waits.set(asked.id, leaving);
        if (this.#pipe.hasEnded) leaving.abort();
        return leaving.signal;
      },
    };
    void answer(text, origin).then((said) => {
      settled();
      this.#pending--;
      this.#waits.delete(asked.id);
      this.#say(asked, said, isRefused);
      if (this.#way.isClosing && this.#pending === 0) this.#pipe.hangUp();
    });
  }

  #answerFor({ to, text: carried }: AskedDelivery, text: string): Answer | undefined {
    const { server } = this.#way;
    const isTooMuch = this.#pending >= LINE_REQUESTS || isLonger(carried, server.limits.maxRequestBytes);
    return isTooMuch ? undefined : server.answerAt(to, this.#host, text);
  }

  #say({ id, isRaw }: AskedDelivery, said: string | undefined, isRefused: boolean): void {
    const delivered = isRefused
      ? { ok: false as const, failure: OVER_HTTP }
      : { ok: true as const, ...(said === undefined ? {} : { text: said }) };
    if (this.#pipe.answer(id, delivered, isRaw) === 'full') this.destroy();
    // A client that asks and does not listen is heard no more until it has.
    if (this.#isPaused || this.#pipe.waiting <= STDIO_LIMITS.unreadBytes) return;
    this.#isPaused = true;
    void this.#pipe.pauseUntilRead().then(() => {
      this.#isPaused = false;
    });
  }

  #gone(): void {
    this.#way.forget(this);
    for (const leaving of this.#waits.values()) leaving.abort();
    this.#waits.clear();
    this.destroy();
  }
}
