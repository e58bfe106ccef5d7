/**
 * Work that is begun at once while there is room for it, waits in line while there is not, and is refused when too much
 * waits: the intake of an agent.
 */
import { type Refusal, refusal } from '../../contracts/errors.ts';
import { URGENCIES, type Urgency, urgencyOf } from '../../contracts/urgency.ts';
import { isJsonObject, parseJson } from '../../core/json.ts';
import { NETWORK_LIMITS } from '../../core/limits.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { errorEnvelope, type RequestId } from '../messaging/envelope.ts';
import type { Answer, OnRefused, Origin } from '../transport/transport.ts';

export interface WorkBounds {
  /** The most that is in work at once. */
  readonly atOnce: number;
  /** The most that may wait beside that; anything further is refused. */
  readonly room: number;
}

/** The work that is being done and the work that waits, the most urgent first; no work that was taken is dropped. */
export class WorkQueue {
  readonly #bounds: WorkBounds;
  readonly #line = new PriorityQueue<() => void>();
  #inWork = 0;

  constructor(bounds: WorkBounds) {
    this.#bounds = bounds;
  }

  /**
   * The promise of the work; work that is begun at once gives its own, and its urgency is not asked for. E014 when the
   * queue is full. Work never rejects. Work whose `signal` is aborted leaves the queue and is begun beside it, so that
   * it can see that it is not wanted any more.
   */
  offer<T>(urgency: () => Urgency, work: () => Promise<T>, signal?: AbortSignal): Result<Promise<T>, Refusal> {
    if (this.#inWork < this.#bounds.atOnce) return ok(this.#begin(work));
    if (this.#line.length >= this.#bounds.room) {
      const detail = `${this.#inWork} are in work here and ${this.#line.length} wait; try again a little later`;
      return err(refusal('E014', detail));
    }
    return ok(
      new Promise((resolve) => {
        const begin = (): void => resolve(this.#begin(work));
        this.#line.push(urgency(), begin);
        signal?.addEventListener('abort', () => {
          if (this.#line.remove(begin)) resolve(work());
        });
      }),
    );
  }

  #begin<T>(work: () => Promise<T>): Promise<T> {
    this.#inWork++;
    const done = work();
    // Beside the work and not behind it: counting costs the caller no turn of the event loop.
    done.then(this.#end, this.#end);
    return done;
  }

  readonly #end = (): void => {
    this.#inWork--;
    this.#line.take(1)[0]?.();
  };
}

/** As many in line as a server takes requests at once: a class that registers in one moment gets in. */
export const INTAKE_BOUNDS: WorkBounds = { atOnce: 1_024, room: NETWORK_LIMITS.pendingRequests };

export interface Intake {
  /** To listen with: what comes while there is room is answered, each text once. */
  readonly answer: Answer;
}

/**
 * Puts a line in front of an answering function. While less is in work than the bound, a text is answered at once and
 * by the promise of the function itself; else it waits, messages that decide a match before those that inform. A caller
 * that finds no room is told E014; `onRefused` hears of the first, and again only after there was room, so that the log
 * is not flooded too.
 */
export function intake(answer: Answer, onRefused: OnRefused = () => {}, bounds: WorkBounds = INTAKE_BOUNDS): Intake {
  const line = new WorkQueue(bounds);
  let isFlooded = false;

  function refuse(text: string, from: Origin, why: Refusal): string | undefined {
    from.tooMany?.();
    if (!isFlooded) onRefused(typeIn(text) ?? 'unknown', why, from);
    isFlooded = true;
    const id = idIn(text);
    return id === undefined ? undefined : JSON.stringify(errorEnvelope(id, 'INVALID_REQUEST', why));
  }

  return {
    answer(text, from) {
      // A text is read only where it has to wait, and then no further than to its type; a batch goes by its first message.
      const offered = line.offer(
        () => urgencyOf(typeIn(text)),
        () => answer(text, from),
      );
      if (!offered.ok) return Promise.resolve(refuse(text, from, offered.error));
      isFlooded = false;
      return offered.value;
    },
  };
}

const TYPE = /"message_type"\s*:\s*"([^"\\]{1,64})"/;

function typeIn(text: string): string | undefined {
  return TYPE.exec(text)?.[1];
}

/** The id an error is answered to: null where there is none to be had, undefined for a notification. */
function idIn(text: string): RequestId | null | undefined {
  const parsed = parseJson(text);
  if (!parsed.ok || !isJsonObject(parsed.value)) return null;
  const { jsonrpc, id } = parsed.value;
  if (id === undefined) return jsonrpc === undefined ? null : undefined;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

/** A queue without a bound of its own: callers look at its length before they push. */
export class PriorityQueue<T> {
  readonly #lanes: readonly T[][] = URGENCIES.map(() => []);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** How urgent the first in line is; undefined when the queue is empty. */
  get urgency(): Urgency | undefined {
    return this.#length === 0 ? undefined : URGENCIES[this.#lanes.findIndex((lane) => lane.length > 0)];
  }

  push(urgency: Urgency, item: T): void {
    (this.#lanes[URGENCIES.indexOf(urgency)] as T[]).push(item);
    this.#length++;
  }

  /** Takes one out wherever it stands; whether it was there. */
  remove(item: T): boolean {
    for (const lane of this.#lanes) {
      const at = lane.indexOf(item);
      if (at < 0) continue;
      lane.splice(at, 1);
      this.#length--;
      return true;
    }
    return false;
  }

  /** Takes the first out, at most so many. */
  take(atMost: number): T[] {
    const taken: T[] = [];
    for (const lane of this.#lanes) {
      if (taken.length >= atMost) break;
      if (lane.length > 0) taken.push(...lane.splice(0, atMost - taken.length));
    }
    this.#length -= taken.length;
    return taken;
  }
}
