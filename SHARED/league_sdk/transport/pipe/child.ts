/** A child as its hub sees it: what it may ask for, what reaches it, and how long nonsense is listened to. */
import type { Clock, Monotonic } from '../../../core/clock.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject, parseJson } from '../../../core/json.ts';
import type { Address } from '../transport.ts';
import {
  type AskedDelivery,
  type Delivered,
  FRAME,
  type FrameId,
  type FrameMethod,
  failed,
  isStdioAddress,
  lineBytesFor,
  nobodyAt,
  noticeLine,
  notOfPipe,
  type Outgoing,
  type ReadLine,
  takenAt,
  textAt,
  textIn,
} from './frame.ts';
import type { Delivery, HubLine, PipeEndpoint, PlainChild, Switchboard } from './hub.ts';
import type { PipeEnds, StdioLimits } from './lines.ts';
import { StdioPipe } from './pipe.ts';

/** What a hub hands to each of its children. */
interface ChildSurroundings {
  readonly board: Switchboard;
  readonly clock: Clock;
  readonly limits: StdioLimits;
  readonly warn: (line: string) => void;
  readonly plain: PlainChild | undefined;
}

const NONE = { lines: 0, bytes: 0 };

/** A child on a pipe: its misbehaviour costs the others nothing; `ended` tells when it is heard no more. */
export class HubChild implements HubLine {
  readonly ended: Promise<'ended' | 'cut off'>;
  readonly #name: string;
  readonly #around: ChildSurroundings;
  readonly #pipe: StdioPipe;
  readonly #own = new Map<Address, PipeEndpoint>();
  /** Deliveries this child waits for, by its own ids, and how to give them up. */
  readonly #asking = new Map<FrameId, () => void>();
  #address = 'stdio';
  #end!: (how: 'ended' | 'cut off') => void;
  /** What it wrote since it last made sense. */
  #rubbish = NONE;
  #untold = 0;
  #complainedAt: Monotonic | undefined;

  constructor(name: string, ends: PipeEnds, around: ChildSurroundings) {
    this.#name = name;
    this.#around = around;
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
    const { clock, limits, plain } = around;
    this.#pipe = new StdioPipe(
      ends,
      { clock, maxLineBytes: lineBytesFor(limits.maxTextBytes), maxWaitingBytes: limits.maxWaitingBytes },
      (number) => number,
      {
        deliver: (asked) => this.#deliver(asked),
        frame: (method, params, id) => this.#frame(method, params, id),
        line: (text, read) => this.#line(text, read),
        answered: () => this.#sense(),
        blank: (bytes) => void this.#count(bytes),
        tooLong: (bytes) => this.#nonsense(bytes),
        ended: () => this.#gone('ended'),
      },
    );
    if (plain === undefined) {
      this.#pipe.hearRaw();
      this.#pipe.write(noticeLine(FRAME.hello, { raw: true }));
    } else this.#open(plain.at, plainEndpoint(this.#pipe));
    this.#pipe.start();
  }

  hangUp(): void {
    this.#pipe.hangUp();
  }

  #frame(method: FrameMethod, params: JsonObject, id: FrameId | undefined): void {
    this.#sense();
    if (method === FRAME.forget) this.#forget(params['id']);
    else if (id === undefined) return;
    else if (method === FRAME.listen) this.#reply(id, this.#listen(textAt(params, 'at'), params['raw'] === true));
    else if (method === FRAME.unlisten) this.#reply(id, this.#unlisten(textAt(params, 'at')));
    else if (method === FRAME.knock) this.#reply(id, this.#knock(textAt(params, 'to')));
    else this.#reply(id, failed('REFUSED', `${method} is for an agent to hear`));
  }

  #deliver({ id, to, text, isRaw }: AskedDelivery): void {
    this.#sense();
    this.#pass(id, { to, text }, (delivered) => this.#reply(id, delivered, isRaw));
  }

  #line(text: string, read: Exclude<ReadLine, { kind: 'frame' }>): void {
    const { plain } = this.#around;
    if (read.kind === 'response') {
      // An answer to no question: tolerated, within a limit.
      this.#count(text.length);
      return;
    }
    const isRequest =
      read.kind === 'other' && (isJsonArray(read.value) || (isJsonObject(read.value) && 'method' in read.value));
    if (plain === undefined || !isRequest) {
      this.#nonsense(text.length);
      return;
    }
    this.#sense();
    const { id } = isJsonObject(read.value) ? read.value : {};
    const settled = (delivered: Delivered): void => {
      if (!delivered.ok) {
        if (typeof id === 'string' || typeof id === 'number') this.#reply(id, delivered);
      } else if (delivered.text !== undefined && this.#pipe.write(textIn(delivered.text)) === 'full') {
        this.#cutOff(UNREAD);
      }
    };
    this.#pass(this.#pipe.nextId(), { to: plain.manager, text }, settled);
  }

  #listen(at: Address, takesRaw: boolean): Delivered {
    if (!isStdioAddress(at)) return notOfPipe(at);
    if (this.#around.board.endpoints.has(at)) return takenAt(at);
    if (this.#own.size >= this.#around.limits.maxPending) return failed('INVALID_ADDRESS', 'too many addresses');
    this.#open(at, { deliver: (delivery, settled) => this.#reach(delivery, takesRaw, settled) });
    return { ok: true };
  }

  #open(at: Address, endpoint: PipeEndpoint): void {
    if (this.#own.size === 0) this.#address = at;
    this.#own.set(at, endpoint);
    this.#around.board.endpoints.set(at, endpoint);
  }

  #unlisten(at: Address): Delivered {
    const endpoint = this.#own.get(at);
    this.#own.delete(at);
    if (endpoint !== undefined && this.#around.board.endpoints.get(at) === endpoint)
      this.#around.board.endpoints.delete(at);
    return { ok: true };
  }

  #knock(to: Address): Delivered {
    return this.#around.board.endpoints.has(to) ? { ok: true } : nobodyAt(to);
  }

  /** Passes on what this child says to another. */
  #pass(id: FrameId, { to, text }: Outgoing, settled: (delivered: Delivered) => void): void {
    if (this.#asking.size >= this.#around.limits.maxPending || this.#asking.has(id)) {
      settled(failed('REFUSED', 'too many requests at once'));
      return;
    }
    let isSettled = false;
    const forget = this.#around.board.deliver({ to, text, from: this.#address }, (delivered) => {
      isSettled = true;
      this.#asking.delete(id);
      settled(delivered);
    });
    if (!isSettled) this.#asking.set(id, forget);
  }

  #forget(id: unknown): void {
    if (typeof id !== 'string' && typeof id !== 'number') return;
    this.#asking.get(id)?.();
    this.#asking.delete(id);
  }

  /** Brings to this child what another says. */
  #reach({ to, text, from, left }: Delivery, mayBeRaw: boolean, settled: (delivered: Delivered) => void): () => void {
    const id = this.#pipe.deliver({ to, from, text }, mayBeRaw, settled, left);
    return () => {
      if (id !== undefined) this.#pipe.forget(id, false);
    };
  }

  #reply(id: FrameId, delivered: Delivered, isRaw = false): void {
    // A child that reads no more because its pipe has ended, or is about to, leaves in order.
    if (this.#pipe.answer(id, delivered, isRaw) === 'full') this.#cutOff(UNREAD);
  }

  /** A line of JSON-RPC: it resets the count of rubbish. */
  #sense(): void {
    if (this.#rubbish !== NONE) this.#rubbish = NONE;
  }

  /** Whether it may go on: so much in a row that means nothing is too much. */
  #count(bytes: number): boolean {
    const { rubbishLines, rubbishBytes } = this.#around.limits;
    this.#rubbish = { lines: this.#rubbish.lines + 1, bytes: this.#rubbish.bytes + bytes };
    const isEnough = this.#rubbish.lines > rubbishLines || this.#rubbish.bytes > rubbishBytes;
    if (isEnough) this.#cutOff('it writes nothing that means anything');
    return !isEnough;
  }

  #nonsense(bytes: number): void {
    const { limits, clock, warn } = this.#around;
    if (!this.#count(bytes)) return;
    this.#untold++;
    const now = clock.monotonic();
    if (this.#complainedAt !== undefined && now - this.#complainedAt < limits.complainMs) return;
    this.#complainedAt = now;
    const count = this.#untold;
    this.#untold = 0;
    warn(
      `${this.#name} wrote ${count === 1 ? 'a line' : `${count} lines`} on stdout that ${count === 1 ? 'is' : 'are'} no JSON-RPC; ignored (logs belong on stderr)`,
    );
  }

  #cutOff(why: string): void {
    if (this.#pipe.hasEnded) return;
    this.#around.warn(`${this.#name} is cut off: ${why}`);
    this.#gone('cut off');
    this.#pipe.destroy();
  }

  #gone(how: 'ended' | 'cut off'): void {
    for (const at of [...this.#own.keys()]) this.#unlisten(at);
    for (const forget of this.#asking.values()) forget();
    this.#asking.clear();
    this.#pipe.hangUp();
    this.#end(how);
  }
}

const UNREAD = 'it does not read what it asked for';

/** Delivers JSON-RPC requests and notifications; other texts for the child are REFUSED. */
function plainEndpoint(pipe: StdioPipe): PipeEndpoint {
  return {
    deliver({ text, left }, settled) {
      const request = requestIn(textIn(text));
      if (request === undefined) {
        settled(failed('REFUSED', 'this agent takes one JSON-RPC request a line and nothing else'));
        return () => undefined;
      }
      const { id: theirs } = request;
      if (theirs === undefined) {
        const written = pipe.write(JSON.stringify(request));
        if (written === 'written') left?.();
        settled(written === 'written' ? { ok: true } : failed('UNREACHABLE', 'the pipe has ended, or nobody reads it'));
        return () => undefined;
      }
      const id = pipe.nextId();
      const asked = pipe.askLine(
        id,
        JSON.stringify({ ...request, id }),
        (delivered, response, line = '') => {
          // Any reply of the child is an answer, an error too: the asker judges it.
          if (response === undefined) settled(delivered);
          // What can be read in two ways is not written anew in one of them.
          else if (parseJson(line).ok) settled({ ok: true, text: JSON.stringify({ ...response, id: theirs }) });
          else settled({ ok: true, text: line });
        },
        left,
      );
      return () => {
        if (asked !== undefined) pipe.forget(asked, false);
      };
    },
  };
}

function requestIn(text: string): JsonObject | undefined {
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
  return isJsonObject(value) && typeof value['method'] === 'string' ? value : undefined;
}
