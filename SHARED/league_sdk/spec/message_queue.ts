/** The Message Queue of spec 004: bounded for each receiver, urgent messages first, none lost without a refusal. */
import { type Refusal, refusal } from '../../contracts/errors.ts';
import { URGENCIES, type Urgency } from '../../contracts/urgency.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { PriorityQueue } from '../flow/work_queue.ts';

/** One message and its receiver. */
export interface Letter<T> {
  readonly to: string;
  readonly urgency: Urgency;
  readonly item: T;
}

/** The next delivery to one receiver. */
export interface Parcel<T> {
  readonly to: string;
  readonly items: readonly T[];
}

/** The counters of a queue. */
export interface QueueFigures {
  readonly waiting: number;
  /** The greatest number that ever waited at once. */
  readonly most: number;
  /** How many were refused because there was no room. */
  readonly refused: number;
}

/** A poster that waits for room. */
interface Poster<T> {
  readonly letter: Letter<T>;
  readonly posted: (outcome: Result<void, Refusal>) => void;
}

/** A receiver: the letters that wait for it, and the posters that wait for room. */
interface Box<T> {
  readonly line: PriorityQueue<T>;
  readonly posters: Poster<T>[];
  busy: boolean;
}

/** The room for one receiver: far more than wait for a receiver that is merely slow. */
const LETTERS_PER_RECEIVER = 1_000;

const CLOSED = 'this queue is closed';

/**
 * Outgoing messages by receiver. Each gets one delivery at a time, so order is kept within one urgency; a slow receiver
 * holds up no other. A letter stays in the queue until it is taken out.
 *
 * @example
 * const queue = new MessageQueue<string>();
 * queue.post({ to: 'P01', urgency: 'decides', item: 'your move?' });
 * queue.next(); // { to: 'P01', items: ['your move?'] }
 * queue.done('P01'); // P01 can be served again
 */
export class MessageQueue<T> {
  readonly #boxes = new Map<string, Box<T>>();
  /** Receivers that can be served now, by the urgency of their first letter; the longest waiting comes first. */
  readonly #ready: ReadonlyMap<Urgency, Set<string>> = new Map(URGENCIES.map((urgency) => [urgency, new Set()]));
  readonly #room: number;
  #waiting = 0;
  #most = 0;
  #refused = 0;
  #closed = false;

  /** `room`: how many may wait for one receiver. */
  constructor(room: number = LETTERS_PER_RECEIVER) {
    this.#room = room;
  }

  get figures(): QueueFigures {
    return { waiting: this.#waiting, most: this.#most, refused: this.#refused };
  }

  /** Puts a letter in line; E014 when there is no room for it, and then it was not taken. */
  post(letter: Letter<T>): Result<void, Refusal> {
    if (this.#closed) return this.#refuse(CLOSED);
    const box = this.#boxOf(letter.to);
    if (box.line.length >= this.#room) return this.#refuse(`${box.line.length} messages wait for ${letter.to} already`);
    this.#put(letter, box);
    return ok(undefined);
  }

  /** Whether a letter to this receiver would be taken now. */
  hasRoomFor(to: string): boolean {
    return !this.#closed && (this.#boxes.get(to)?.line.length ?? 0) < this.#room;
  }

  /** Waits for room, behind earlier posters; E014 when the queue is closed, or the poster has waited enough. */
  async postWhenRoom(letter: Letter<T>, enough?: AbortSignal): Promise<Result<void, Refusal>> {
    if (this.#closed || this.hasRoomFor(letter.to)) return this.post(letter);
    const { posters } = this.#boxOf(letter.to);
    return new Promise((posted) => {
      const poster = { letter, posted };
      posters.push(poster);
      enough?.addEventListener('abort', () => {
        const at = posters.indexOf(poster);
        if (at < 0) return;
        posters.splice(at, 1);
        posted(this.#refuse(`${this.#room} messages wait for ${letter.to}, and none went out in time`));
      });
    });
  }

  /**
   * The next delivery, undefined when no receiver can be served: the receiver with the most urgent letter gets at most so
   * many. It gets nothing more until `done` says that this one is over.
   */
  next(atMost: (to: string) => number = () => 1): Parcel<T> | undefined {
    for (const ready of this.#ready.values()) {
      for (const to of ready) {
        const box = this.#boxes.get(to) as Box<T>;
        ready.delete(to);
        box.busy = true;
        return { to, items: this.#take(box, Math.max(1, atMost(to))) };
      }
    }
    return undefined;
  }

  /** The delivery to a receiver is over, however it went. */
  done(to: string): void {
    const box = this.#boxes.get(to);
    if (box === undefined) return;
    box.busy = false;
    if (box.line.length > 0) this.#makeReady(to, box);
    else this.#boxes.delete(to);
  }

  /** Takes no more, and hands back the items that were never delivered: their posters are to be told. */
  close(): readonly T[] {
    this.#closed = true;
    for (const ready of this.#ready.values()) ready.clear();
    return [...this.#boxes.values()].flatMap((box) => {
      for (const { posted } of box.posters.splice(0)) posted(this.#refuse(CLOSED));
      return this.#take(box, Number.POSITIVE_INFINITY);
    });
  }

  #put({ to, urgency, item }: Letter<T>, box: Box<T>): void {
    const before = box.line.urgency;
    box.line.push(urgency, item);
    this.#most = Math.max(this.#most, ++this.#waiting);
    if (box.busy || before === box.line.urgency) return;
    if (before !== undefined) this.#ready.get(before)?.delete(to);
    this.#makeReady(to, box);
  }

  #makeReady(to: string, { line }: Box<T>): void {
    this.#ready.get(line.urgency as Urgency)?.add(to);
  }

  #take(box: Box<T>, atMost: number): T[] {
    const items = box.line.take(atMost);
    this.#waiting -= items.length;
    // A waiting poster gets the room before later ones.
    for (const { letter, posted } of box.posters.splice(0, items.length)) {
      this.#put(letter, box);
      posted(ok(undefined));
    }
    return items;
  }

  #boxOf(to: string): Box<T> {
    let box = this.#boxes.get(to);
    if (box === undefined) {
      box = { line: new PriorityQueue(), posters: [], busy: false };
      this.#boxes.set(to, box);
    }
    return box;
  }

  #refuse(why: string): Result<never, Refusal> {
    this.#refused++;
    return err(refusal('E014', why));
  }
}
