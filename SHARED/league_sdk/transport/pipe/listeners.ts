/** The listeners on this end of a pipe: texts that are delivered to them, and lines that have no address. */
import type { Clock } from '../../../core/clock.ts';
import { isJsonObject, type Json } from '../../../core/json.ts';
import type { LineTalk, SideProtocol } from '../side_protocol.ts';
import type { Address, Answer, Origin } from '../transport.ts';
import { type AskedDelivery, failed, nobodyAt, type ReadLine, textIn } from './frame.ts';
import { isLonger, type StdioLimits } from './lines.ts';
import type { StdioPipe } from './pipe.ts';

/** One listener. */
export interface PipeListener {
  readonly at: Address;
  readonly answer: Answer;
  readonly side: SideProtocol | undefined;
}

/** The address of a program that writes on the pipe itself. */
const NO_ADDRESS = 'stdio';

/** Nothing they do is held back by one another, and no more is kept for a client than it may leave unread. */
export class PipeListeners {
  readonly #pipe: StdioPipe;
  readonly #clock: Clock;
  readonly #limits: StdioLimits;
  readonly #refusalText: ((status: number, why: string) => string) | undefined;
  readonly #listeners = new Map<Address, PipeListener>();
  /** The conversation of the pipe's other protocol, once it has begun, and the requests in it that wait for an answer. */
  #talk: LineTalk | undefined;
  readonly #owed = new Set<Json>();
  #pending = 0;
  #isPaused = false;
  #whenIdle: (() => void) | undefined;

  constructor(
    pipe: StdioPipe,
    clock: Clock,
    limits: StdioLimits,
    refusalText?: (status: number, why: string) => string,
  ) {
    this.#pipe = pipe;
    this.#clock = clock;
    this.#limits = limits;
    this.#refusalText = refusalText;
  }

  addresses(): readonly Address[] {
    return [...this.#listeners.keys()];
  }

  /** Undefined when the address has a listener already. */
  add(at: Address, answer: Answer, side: SideProtocol | undefined): PipeListener | undefined {
    if (this.#listeners.has(at)) return undefined;
    const listener = { at, answer, side };
    this.#listeners.set(at, listener);
    return listener;
  }

  /** Its conversation ends with it; answers that it is making still leave. */
  async remove(listener: PipeListener): Promise<void> {
    if (this.#listeners.get(listener.at) !== listener) return;
    this.#listeners.delete(listener.at);
    if (this.#listeners.size === 0) this.#endTalk();
  }

  /** What one of them answers to another, without a word on the pipe; without a text, that it is there. Undefined: it is not. */
  ask(to: Address, text: string | undefined): Promise<string | undefined> | undefined {
    const listener = this.#listeners.get(to);
    if (listener === undefined) return undefined;
    return text === undefined ? Promise.resolve(undefined) : this.#answered(listener.answer, text, NO_ADDRESS);
  }

  /** Gives a text that came by the frame to whom it is for, and sends back the answer. */
  deliver({ id, to, from, text, isRaw }: AskedDelivery): void {
    const listener = this.#listeners.get(to);
    if (listener === undefined) this.#pipe.answer(id, nobodyAt(to));
    else if (isLonger(text, this.#limits.maxRequestBytes)) {
      this.#pipe.answer(id, failed('REFUSED', `too large: at most ${this.#limits.maxRequestBytes} bytes`));
    } else if (this.#pending >= this.#limits.maxPending) this.#pipe.answer(id, failed('REFUSED', BUSY));
    else {
      void this.#answered(listener.answer, textIn(text), from || NO_ADDRESS).then((said) => {
        if (said === undefined) this.#pipe.answer(id, { ok: true });
        else if (isLonger(said, this.#limits.maxTextBytes)) {
          this.#pipe.answer(id, failed('TOO_LARGE', `the answer has more than ${this.#limits.maxTextBytes} bytes`));
        } else this.#pipe.answer(id, { ok: true, text: said }, isRaw);
      });
    }
  }

  /** Gives a line that is not of the frame to the agent on this pipe, and writes what it says to it. */
  line(text: string, read: Exclude<ReadLine, { kind: 'frame' }>): void {
    const [listener] = this.#listeners.values();
    if (listener === undefined) return;
    const { side } = listener;
    if (isLonger(text, this.#limits.maxRequestBytes)) {
      this.refuse(`a line has more than ${this.#limits.maxRequestBytes} bytes`);
    } else if (side?.wants(text, this.#talk !== undefined) === true) {
      if (read.kind === 'other') this.#owe(read.value);
      this.#talk ??= side.lines((line) => this.#sayForSide(line), this.#origin(NO_ADDRESS));
      this.#talk.receive(text);
    } else if (read.kind !== 'response') {
      if (this.#pending >= this.#limits.maxPending) this.#refuse(503, BUSY);
      else
        void this.#answered(listener.answer, text, NO_ADDRESS).then((said) => {
          if (said !== undefined) this.#say(said);
        });
    }
  }

  /** Says that a line was too long to be read. */
  refuse(why: string): void {
    this.#refuse(413, why);
  }

  /** The pipe has ended: resolves when what is being answered has been answered and has left, or takes too long. */
  async finish(): Promise<void> {
    if (this.#pending > 0 || this.#owed.size > 0) {
      await new Promise<void>((resolve) => {
        const callOff = this.#clock.after(this.#limits.closingMs, resolve);
        this.#whenIdle = () => {
          callOff();
          resolve();
        };
      });
    }
    this.#endTalk();
    await this.#pipe.flushed(this.#clock, this.#limits.closingMs);
  }

  async #answered(answer: Answer, text: string, from: string): Promise<string | undefined> {
    this.#pending++;
    const said = await answer(text, this.#origin(from));
    this.#pending--;
    // What is said now is said before anybody looks whether all is said.
    void Promise.resolve().then(() => this.#settle());
    return said;
  }

  #origin(address: string): Origin {
    return { address, receivedAt: this.#clock.monotonic() };
  }

  /** A client that asks and does not listen is asked to stop asking. */
  #say(line: string): void {
    this.#pipe.write(line);
    if (this.#isPaused || this.#pipe.waiting <= this.#limits.unreadBytes) return;
    this.#isPaused = true;
    void this.#pipe.pauseUntilRead().then(() => {
      this.#isPaused = false;
    });
  }

  #sayForSide(line: string): void {
    this.#say(line);
    if (this.#owed.size === 0) return;
    const said = parsed(line);
    if (isJsonObject(said) && said['method'] === undefined) this.#owed.delete(said['id'] ?? null);
    this.#settle();
  }

  /** Notes which requests of a line will be answered. */
  #owe(value: Json): void {
    if (!isJsonObject(value) || value['method'] === undefined) return;
    const { id } = value;
    if (id !== undefined && this.#owed.size < this.#limits.maxPending) this.#owed.add(id);
  }

  #refuse(status: number, why: string): void {
    const line = this.#refusalText?.(status, why);
    if (line !== undefined) this.#say(line);
  }

  #endTalk(): void {
    this.#talk?.close();
    this.#talk = undefined;
    this.#owed.clear();
  }

  #settle(): void {
    if (this.#pending === 0 && this.#owed.size === 0) this.#whenIdle?.();
  }
}

const BUSY = 'too many requests at once; try again';

function parsed(line: string): Json | undefined {
  try {
    return JSON.parse(line) as Json;
  } catch {
    // What the other protocol says is its own affair.
    return undefined;
  }
}
