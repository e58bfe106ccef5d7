/** One end of a pipe: lines in and out, and requests of the frame matched with their responses. */
import { type Clock, type Monotonic, oncePassed } from '../../../core/clock.ts';
import type { JsonObject } from '../../../core/json.ts';
import { err, ok, type Result } from '../../../core/result.ts';
import { textOf } from '../http/incoming.ts';
import type { Address, Reply, SendFailure } from '../transport.ts';
import {
  type AskedDelivery,
  type Carried,
  type Delivered,
  deliveredIn,
  FRAME,
  type FrameId,
  type FrameMethod,
  failed,
  failureLine,
  markOf,
  noticeLine,
  type Outgoing,
  type ReadLine,
  rawAnswer,
  rawAsk,
  readFrame,
  readRaw,
  requestLine,
  resultLine,
  textAt,
  textIn,
} from './frame.ts';
import { isLonger, LineReader, type PipeEnds, PipeWriter, type Written } from './lines.ts';

/** The listener at one end of a pipe: what it hears from the other. */
export interface PipeEar {
  /** A text that is to be delivered. */
  deliver(asked: AskedDelivery): void;
  /** Any other request or notice of the frame. */
  frame(method: FrameMethod, params: JsonObject, id: FrameId | undefined): void;
  /** Any other line; its value where it is JSON. Responses to requests that were never made come as `response`. */
  line(text: string, read: Exclude<ReadLine, { kind: 'frame' }>): void;
  /** A line of blanks, as long as this. */
  blank?(bytes: number): void;
  /** A line that answers a request of this end, in time or too late. */
  answered?(): void;
  /** Bytes of a line that is too long were dropped, the first of it or more. */
  tooLong(bytes: number, isFirst: boolean): void;
  /** The other side has closed the pipe, or it broke; told once, after every line. */
  ended(): void;
}

interface PipeSettings {
  readonly clock: Clock;
  readonly maxLineBytes: number;
  /** How much may wait for a reader before nothing more is written. */
  readonly maxWaitingBytes: number;
}

/** Hears the answer to a request, and the response it was read from with its line where there is one. */
type Settled = (delivered: Delivered, response?: JsonObject, line?: string) => void;

/** About as many requests of ours as fit into what a side may leave unread: one that wakes up may answer them all. */
const FORGOTTEN_AT_MOST = 65_536;
const NOT_BLANK = /\S/;

/** One end of a pipe: reads nothing before `start`, never throws and never rejects. */
export class StdioPipe {
  readonly #ends: PipeEnds;
  readonly #writer: PipeWriter;
  readonly #ear: PipeEar;
  readonly #idOf: (number: number) => FrameId;
  readonly #reader: LineReader;
  readonly #awaited = new Map<FrameId, Settled>();
  /** Requests that are not awaited any more and may still be answered: a late answer is no violation. */
  readonly #forgotten = new Set<FrameId>();
  #asked = 0;
  #isStarted = false;
  #hearsRaw = false;
  #hasEnded = false;

  /** Ids of its requests are made by `idOf`, so that they can be told from others' on the same pipe. */
  constructor(ends: PipeEnds, settings: PipeSettings, idOf: (number: number) => FrameId, ear: PipeEar) {
    this.#ends = ends;
    this.#ear = ear;
    this.#idOf = idOf;
    this.#writer = new PipeWriter(ends.output, settings.clock, settings.maxWaitingBytes);
    this.#reader = new LineReader(
      settings.maxLineBytes,
      (line) => this.#hear(line),
      (bytes, isFirst) => ear.tooLong(bytes, isFirst),
    );
    // A pipe that breaks is a pipe that has ended.
    ends.output.on('error', () => this.#end());
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  get waiting(): number {
    return this.#writer.waiting;
  }

  /** From now on raw lines are read as such: the other side has said, or was told, that there may be some. */
  hearRaw(): void {
    this.#hearsRaw = true;
  }

  /** Begins to read, which nothing does before; safe to call again. */
  start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    const { input } = this.#ends;
    input
      .on('data', (chunk: Buffer) => {
        if (!this.#hasEnded) this.#reader.feed(chunk);
      })
      .once('end', () => {
        // Half of a raw line would pass for the whole of it; half of a JSON text does not.
        if (!this.#hasEnded) this.#reader.end((line) => !this.#hearsRaw || markOf(line) === undefined);
        this.#end();
      })
      .on('error', () => this.#end())
      .once('close', () => this.#end());
  }

  /**
   * Sends a request of the frame; `settled` hears its answer, or UNREACHABLE when the pipe ends first. `left` is called
   * when the line has left. The id, or undefined when it could not be written and `settled` heard why.
   */
  ask(method: FrameMethod, params: JsonObject, settled: Settled, left?: () => void): FrameId | undefined {
    const id = this.nextId();
    return this.askLine(id, requestLine(id, method, params), settled, left);
  }

  /** Asks the other side to deliver a text, raw where it may be, else as `ask` does. */
  deliver(outgoing: Outgoing, mayBeRaw: boolean, settled: Settled, left?: () => void): FrameId | undefined {
    const id = this.nextId();
    const raw = mayBeRaw ? rawAsk(id, outgoing) : undefined;
    if (raw === undefined || this.#hasEnded) {
      const params = { ...outgoing, text: textIn(outgoing.text) };
      return this.askLine(id, requestLine(id, FRAME.deliver, params), settled, left);
    }
    return this.#awaits(id, settled, this.#writer.carry(raw, outgoing.text, left));
  }

  /** The next id of this end's own, for a line that is made elsewhere. */
  nextId(): FrameId {
    return this.#idOf(++this.#asked);
  }

  /** The same with a line of one's own. */
  askLine(id: FrameId, line: string, settled: Settled, left?: () => void): FrameId | undefined {
    return this.#awaits(id, settled, this.#hasEnded ? 'gone' : this.#writer.write(line, left));
  }

  #awaits(id: FrameId, settled: Settled, written: Written): FrameId | undefined {
    if (written === 'written') {
      this.#awaited.set(id, settled);
      return id;
    }
    settled(
      written === 'gone' ? failed('UNREACHABLE', GONE) : failed('REFUSED', 'the other side of the pipe does not read'),
    );
    return undefined;
  }

  /** Gives up an answer; the other side is told where it knows the frame. */
  forget(id: FrameId, tell = true): void {
    if (!this.#awaited.delete(id)) return;
    this.#forgotten.add(id);
    const [oldest] = this.#forgotten;
    if (oldest !== undefined && this.#forgotten.size > FORGOTTEN_AT_MOST) this.#forgotten.delete(oldest);
    if (tell) this.write(noticeLine(FRAME.forget, { id }));
  }

  /** Answers a request of the frame; with a raw line if it was one. */
  answer(id: FrameId, delivered: Delivered, isRaw = false): Written {
    if (isRaw && delivered.ok && delivered.text !== undefined) {
      const raw = rawAnswer(id, delivered.text);
      if (raw !== undefined) return this.#writer.carry(raw, delivered.text);
    }
    return this.write(delivered.ok ? resultLine(id, delivered.text) : failureLine(id, delivered.failure));
  }

  /** Writes a line of any sort. */
  write(line: string): Written {
    return this.#writer.write(line);
  }

  /** Stops reading until the other side has read what waits. */
  async pauseUntilRead(): Promise<void> {
    this.#ends.input.pause();
    await this.#writer.flushed();
    this.#ends.input.resume();
  }

  /** Resolves when what was written has left, or the other side has not read it for so long. */
  async flushed(clock: Clock, patienceMs: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const callOff = clock.after(patienceMs, resolve);
      void this.#writer.flushed().then(() => {
        callOff();
        resolve();
      });
    });
  }

  /** Says goodbye: the other side sees the end of the pipe. */
  hangUp(): void {
    this.#writer.end();
  }

  /** Ends the pipe at once, with what is still on its way. */
  destroy(): void {
    this.#ends.input.destroy();
    this.#ends.output.destroy();
    this.#end();
  }

  #hear(line: Carried): void {
    if (this.#hasEnded) return;
    const raw = this.#hearsRaw ? readRaw(line) : undefined;
    if (raw !== undefined && !('answer' in raw)) {
      this.#ear.deliver(raw);
      return;
    }
    if (raw !== undefined && this.#heardAnswer(raw.id, { ok: true, text: raw.answer })) return;
    const text = typeof line === 'string' ? line : textOf(line);
    if (raw !== undefined) {
      this.#ear.line(text, { kind: 'response', id: raw.id, response: {} });
      return;
    }
    if (!NOT_BLANK.test(text)) {
      this.#ear.blank?.(line.length);
      return;
    }
    const read = readFrame(text);
    if (read.kind === 'frame') {
      const { method, params, id } = read;
      if (method !== FRAME.deliver || id === undefined) this.#ear.frame(method, params, id);
      else {
        const [to, from] = [textAt(params, 'to'), textAt(params, 'from')];
        this.#ear.deliver({ id, to, from, text: textAt(params, 'text'), isRaw: false });
      }
      return;
    }
    if (read.kind === 'response' && this.#heardAnswer(read.id, deliveredIn(read.response), read.response, text)) return;
    this.#ear.line(text, read);
  }

  /** Whether a response answers a request of this end, awaited or given up. */
  #heardAnswer(id: FrameId, delivered: Delivered, response?: JsonObject, line?: string): boolean {
    const settled = this.#awaited.get(id);
    if (settled === undefined && !this.#forgotten.delete(id)) return false;
    this.#awaited.delete(id);
    settled?.(delivered, response, line);
    this.#ear.answered?.();
    return true;
  }

  #end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    for (const settled of this.#awaited.values()) settled(failed('UNREACHABLE', GONE));
    this.#awaited.clear();
    this.#forgotten.clear();
    this.#ear.ended();
  }
}

const GONE = 'the pipe has ended';

export interface Exchange {
  readonly clock: Clock;
  readonly to: Address;
  readonly deadline: Monotonic;
  readonly maxReplyBytes: number;
  /** Sends it: `left` is to be called when it has left, `settled` with what came of it. Returns how to give it up. */
  readonly begin: (settled: (delivered: Delivered) => void, left: () => void) => () => void;
}

/** Never rejects; an answer after the deadline is given up. */
export function exchanged({
  clock,
  to,
  deadline,
  maxReplyBytes,
  begin,
}: Exchange): Promise<Result<Reply, SendFailure>> {
  return new Promise((resolve) => {
    let sentAt: Monotonic | undefined;
    const watch = clock.watch();
    const departure = () => {
      watch.end();
      return watch.stoodMs() === 0 ? {} : { departure: { handshakeMs: 0, stoodMs: watch.stoodMs() } };
    };
    const fail = (code: SendFailure['code'], detail: string): void => {
      callOff();
      const sent = sentAt === undefined ? {} : { sentAt };
      resolve(err({ code, detail, ...sent, ...departure(), failedAt: clock.monotonic() }));
    };
    const callOff = oncePassed(clock, deadline, () => {
      giveUp();
      fail('DEADLINE_PASSED', `no reply from ${to}`);
    });
    const settled = (delivered: Delivered): void => {
      if (!delivered.ok) fail(delivered.failure.code as SendFailure['code'], delivered.failure.detail);
      else if (delivered.text !== undefined && isLonger(delivered.text, maxReplyBytes)) {
        fail('TOO_LARGE', `the reply has more than ${maxReplyBytes} bytes`);
      } else {
        callOff();
        const receivedAt = clock.monotonic();
        const text = delivered.text === undefined ? undefined : textIn(delivered.text);
        resolve(ok({ text, sentAt: sentAt ?? receivedAt, ...departure(), receivedAt }));
      }
    };
    const giveUp = begin(settled, () => {
      sentAt = clock.monotonic();
      watch.end();
    });
  });
}
