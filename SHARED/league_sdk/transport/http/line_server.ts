/** The server's end of a line that one of our clients shares among its requests. */
import type { Socket } from 'node:net';
import { type AskedDelivery, type Delivered, FRAME, failed, NOWHERE, textIn } from '../pipe/frame.ts';
import { isLonger, STDIO_LIMITS } from '../pipe/lines.ts';
import { StdioPipe } from '../pipe/pipe.ts';
import type { Answer, Origin } from '../transport.ts';
import type { ClientConnection } from './connection_limits.ts';
import type { DirectServer } from './direct.ts';
import { OwnRequest } from './incoming.ts';
import { LINE_HEAD_BYTES, LINE_REQUESTS, LINE_TEXT_BYTES, SWITCHED } from './shared_line.ts';

/** A request that has no answer here is asked again over HTTP, which has words for why. */
const OVER_HTTP = failed('REFUSED', 'ask over HTTP');
/** The longest request, with what stands before its text. */
const MAX_LINE_BYTES = LINE_HEAD_BYTES + LINE_TEXT_BYTES;
/** A client that leaves more than this unread is closed. */
const MAX_UNREAD_BYTES = 4_194_304;

/** So long after a turn that held up its answers they are made apart. */
const APART_MS = 5_000;

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
  readonly #pending = new Map<number, OwnRequest>();
  /** The number of the newest request. */
  #newest = -1;
  #isPaused = false;
  /** Whether each answer is made in a turn of its own and leaves at once, so that none waits for its neighbours. */
  #isApart = false;
  /** The end of the turn of the newest of them. */
  #lastTurn = Promise.resolve();
  /** How to let go of a request of which only a part has come: its time, and the room that was kept for it. */
  #endHalf: (() => void) | undefined;

  #callOffEnd: (() => void) | undefined;

  constructor(socket: Socket, connection: ClientConnection, host: string, way: LineWay) {
    this.#socket = socket;
    this.#connection = connection;
    this.#host = host;
    this.#way = way;
    const stop = (): void => this.destroy();
    const ends = { input: socket, output: socket };
    const settings = { clock: way.server.clock, maxLineBytes: MAX_LINE_BYTES, maxWaitingBytes: MAX_UNREAD_BYTES };
    this.#pipe = new StdioPipe(ends, settings, (number) => number, {
      deliver: (asked) => this.#deliver(asked),
      frame: (method, params) => {
        this.#endHalf?.();
        if (method === FRAME.forget) this.#pending.get(params['id'] as number)?.leave();
        else this.destroy();
      },
      blank: stop,
      line: stop,
      tooLong: stop,
      ended: () => this.#gone(),
    });
    socket.setTimeout(way.server.limits.serverIdleMs).on('timeout', () => this.close());
    socket.write(SWITCHED);
    this.#pipe.hearRaw();
    this.#pipe.start();
    socket.on('data', () => this.#watchHalf());
  }

  /** Closes it now, or after its last answer has left. */
  close(): void {
    if (this.#pending.size > 0) return;
    if (this.#pipe.waiting === 0) {
      this.destroy();
      return;
    }
    // The end stands behind what is unread, and a client that never reads would never see it.
    this.#pipe.hangUp();
    const { clock, limits } = this.#way.server;
    this.#callOffEnd ??= clock.after(limits.unreadMs, () => this.destroy());
  }

  destroy(): void {
    this.#socket.destroy();
    this.#pipe.destroy();
  }

  /** A request of which a part has come has time for the rest, and room: where there is none, nothing of it is kept. */
  #watchHalf(): void {
    if (this.#pipe.begunBytes === 0) {
      this.#endHalf?.();
      return;
    }
    const { clock, connections, limits } = this.#way.server;
    if (this.#endHalf !== undefined || this.#pipe.hasEnded) return;
    const giveBack = connections.take(this.#connection, MAX_LINE_BYTES);
    if (giveBack === undefined) {
      this.destroy();
      return;
    }
    const callOff = clock.after(limits.requestMs, () => this.destroy());
    this.#endHalf = () => {
      callOff();
      giveBack();
      this.#endHalf = undefined;
    };
  }

  #deliver(asked: AskedDelivery): void {
    this.#endHalf?.();
    const { id, isRaw, from } = asked;
    if (!isRaw || typeof id !== 'number' || id <= this.#newest || from !== NOWHERE) {
      this.destroy();
      return;
    }
    this.#newest = id;
    const { clock, connections } = this.#way.server;
    const text = textIn(asked.text);
    const answer = this.#answerFor(asked, text);
    const settled = answer === undefined ? undefined : connections.take(this.#connection, asked.text.length);
    if (answer === undefined || settled === undefined) {
      this.#say(id, OVER_HTTP);
      return;
    }
    const receivedAt = clock.monotonic();
    const pending = new OwnRequest(this.#connection.address, receivedAt, settled);
    this.#pending.set(id, pending);
    this.#isApart = receivedAt - this.#pipe.longTurnAt < APART_MS;
    void this.#made(answer, text, pending.origin).then((said) => {
      settled();
      this.#pending.delete(id);
      const status = pending.status();
      const answered = said === undefined ? {} : { text: said };
      this.#say(id, status === 200 ? { ok: true, ...answered } : { ok: true, ...answered, status });
      if (this.#way.isClosing) this.close();
    });
  }

  #made(answer: Answer, text: string, origin: Origin): Promise<string | undefined> {
    if (this.#isApart) return this.#madeApart(answer, text, origin);
    void this.#pipe.turn();
    return answer(text, origin);
  }

  async #madeApart(answer: Answer, text: string, origin: Origin): Promise<string | undefined> {
    const before = this.#lastTurn;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#lastTurn = promise;
    await before;
    void this.#pipe.turn().then(resolve);
    return answer(text, origin);
  }

  #answerFor({ to, text: carried }: AskedDelivery, text: string): Answer | undefined {
    const { server, isClosing } = this.#way;
    const isTooMuch = this.#pending.size >= LINE_REQUESTS || isLonger(carried, server.limits.maxRequestBytes);
    return isTooMuch || isClosing ? undefined : server.answerAt(to, this.#host, text);
  }

  #say(id: number, delivered: Delivered): void {
    if (this.#pipe.answer(id, delivered, true) === 'full') this.destroy();
    if (this.#isApart) this.#pipe.flush();
    // A client that asks and does not listen is heard no more until it has, and not kept for ever.
    if (this.#isPaused || this.#pipe.waiting <= STDIO_LIMITS.unreadBytes) return;
    this.#isPaused = true;
    const { clock, limits } = this.#way.server;
    const callOff = clock.after(limits.unreadMs, () => this.destroy());
    void this.#pipe.pauseUntilRead().then(() => {
      callOff();
      this.#isPaused = false;
    });
  }

  #gone(): void {
    this.#way.forget(this);
    this.#endHalf?.();
    this.#callOffEnd?.();
    for (const asked of this.#pending.values()) asked.leave();
    this.destroy();
  }
}
