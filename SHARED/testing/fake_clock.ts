/** Virtual time: a clock that stands still until a test or a simulation moves it. */
import { type Clock, type Monotonic, systemClock, watchOf } from '../core/clock.ts';

export interface FakeClock extends Clock {
  /** The number of waiting timers; zero after a run means that none was leaked. */
  readonly scheduled: number;
  /** Moves time on by `ms`: runs what falls due in order, and lets everything settle before, between and after. */
  advance(ms: number): Promise<void>;
  /** Time goes by and nothing runs, as in a process that is stopped; what fell due meanwhile runs with the next advance. */
  stall(ms: number): void;
  /** Moves time from timer to timer until the promise settles; rejects when nothing is scheduled any more or `limitMs` have passed. */
  runUntil<T>(promise: Promise<T>, limitMs?: number): Promise<T>;
}

const AN_HOUR_MS = 3_600_000;

/** A clock on virtual time. The same calls give the same order of events: by due time, then by the order of the calls. */
export function fakeClock(startIso = '2025-01-15T10:00:00.000Z'): FakeClock {
  const startMs = Date.parse(startIso);
  if (Number.isNaN(startMs)) throw new RangeError(`not a point in time: ${startIso}`);
  const timers = new TimerHeap();
  let elapsed = 0;
  let created = 0;
  let polls = 0;
  let driven = false;
  let stood = 0;

  async function idle(): Promise<void> {
    // One turn of the real event loop runs every microtask there is, however long the chain. Code that
    // polls waits for such a turn too, so the process is only idle when no poll is waiting.
    do await systemClock.poll();
    while (polls > 0);
  }

  function fire(timer: Timer): void {
    timers.pop();
    elapsed = Math.max(elapsed, timer.due);
    timer.action();
  }

  async function drive<T>(run: () => Promise<T>): Promise<T> {
    if (driven) throw new Error('somebody is already moving this clock');
    driven = true;
    try {
      await idle();
      return await run();
    } finally {
      driven = false;
    }
  }

  return {
    now: () => new Date(startMs + elapsed),
    monotonic: () => elapsed as Monotonic,
    after(ms, action) {
      const timer: Timer = { due: elapsed + (ms > 0 ? ms : 0), order: created++, action, state: 'waiting' };
      timers.push(timer);
      return () => timers.cancel(timer);
    },
    async poll() {
      polls++;
      await systemClock.poll();
      polls--;
    },
    watch: () => watchOf(() => stood),
    stall(ms) {
      elapsed += ms;
      stood += ms;
    },
    get scheduled() {
      return timers.waiting;
    },
    advance: (ms) =>
      drive(async () => {
        const target = elapsed + ms;
        for (let timer = timers.peek(); timer !== undefined && timer.due <= target; timer = timers.peek()) {
          fire(timer);
          await idle();
        }
        elapsed = Math.max(elapsed, target);
      }),
    runUntil: (promise, limitMs = AN_HOUR_MS) => {
      let settled = false;
      const settle = (): void => {
        settled = true;
      };
      promise.then(settle, settle);
      return drive(async () => {
        const start = elapsed;
        while (!settled) {
          const timer = timers.peek();
          const passed = `after ${elapsed - start} ms of virtual time`;
          if (timer === undefined) throw new Error(`${passed} nothing is scheduled any more, and it has not settled`);
          if (timer.due > start + limitMs) throw new Error(`${passed} the limit of ${limitMs} ms is reached`);
          fire(timer);
          await idle();
        }
        return promise;
      });
    },
  };
}

interface Timer {
  readonly due: number;
  readonly order: number;
  readonly action: () => void;
  state: 'waiting' | 'cancelled' | 'gone';
}

/** A binary heap. Cancelled timers stay in it until they are the majority: most deadlines are cancelled long before they are due. */
class TimerHeap {
  #heap: Timer[] = [];
  waiting = 0;

  push(timer: Timer): void {
    this.waiting++;
    const heap = this.#heap;
    let at = heap.push(timer) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      const parent = heap[above] as Timer;
      if (isBefore(parent, timer)) break;
      heap[at] = parent;
      at = above;
    }
    heap[at] = timer;
  }

  peek(): Timer | undefined {
    while (this.#heap[0]?.state === 'cancelled') this.#removeFirst();
    return this.#heap[0];
  }

  /** Takes out the timer that `peek` has shown. */
  pop(): void {
    const timer = this.#removeFirst();
    timer.state = 'gone';
    this.waiting--;
  }

  cancel(timer: Timer): void {
    if (timer.state !== 'waiting') return;
    timer.state = 'cancelled';
    this.waiting--;
    if (this.#heap.length < 64 || this.waiting * 2 > this.#heap.length) return;
    // A sorted array is a heap.
    this.#heap = this.#heap.filter((each) => each.state === 'waiting').sort((a, b) => (isBefore(a, b) ? -1 : 1));
  }

  #removeFirst(): Timer {
    const heap = this.#heap;
    const first = heap[0] as Timer;
    const last = heap.pop() as Timer;
    const size = heap.length;
    if (size === 0) return first;
    let at = 0;
    for (let below = 1; below < size; below = 2 * at + 1) {
      const right = heap[below + 1];
      if (right !== undefined && isBefore(right, heap[below] as Timer)) below++;
      const child = heap[below] as Timer;
      if (isBefore(last, child)) break;
      heap[at] = child;
      at = below;
    }
    heap[at] = last;
    return first;
  }
}

function isBefore(a: Timer, b: Timer): boolean {
  return a.due === b.due ? a.order < b.order : a.due < b.due;
}
