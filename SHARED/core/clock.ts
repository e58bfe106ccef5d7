/** Time, handed in: the only home of Date, timers and the event loop. */

declare const monotonicBrand: unique symbol;

/** Milliseconds on a clock that never jumps; only differences mean anything. */
export type Monotonic = number & { readonly [monotonicBrand]: true };

/** Time of day, durations and timers. Code that takes a clock runs on real time and on a test's virtual time alike. */
export interface Clock {
  /** The time of day, for timestamps only; it may jump. */
  now(): Date;
  /** For deadlines and durations. */
  monotonic(): Monotonic;
  /** Runs `action` once after `ms`, unless the returned function is called before. */
  after(ms: number, action: () => void): () => void;
  /** Resolves after the event loop has polled once more for arrived input. */
  poll(): Promise<void>;
  /** From now on, until it is ended: how long this process stands still (stopped, starved or busy), which is no other party's time. */
  watch(): LoopWatch;
}

/** Sees how long a process stood still while it waited for something. */
export interface LoopWatch {
  /** In all, since the watch began; after its end, until then. */
  stoodMs(): number;
  end(): void;
}

/** While something is watched, the event loop shows itself so often; by how much it comes too late, it stood still. */
const TICK_MS = 20;
/** Timers of the machine are never quite on time. */
const PUNCTUAL_MS = 5;
const loop = { watches: 0, stoodMs: 0, due: Number.POSITIVE_INFINITY };

function tick(): void {
  const now = performance.now();
  loop.stoodMs = stoodUntil(now);
  loop.due = loop.watches === 0 ? Number.POSITIVE_INFINITY : now + TICK_MS;
  if (loop.watches > 0) setTimeout(tick, TICK_MS).unref();
}

/** What the loop has stood still in all, the tick that is overdue counted. */
function stoodUntil(now: number): number {
  const lateMs = now - loop.due;
  return loop.stoodMs + (lateMs > PUNCTUAL_MS ? lateMs : 0);
}

/** The clock of the machine. */
export const systemClock: Clock = {
  now: () => new Date(),
  monotonic: () => performance.now() as Monotonic,
  after(ms, action) {
    const timer = setTimeout(action, ms);
    return () => clearTimeout(timer);
  },
  poll: () => new Promise((resolve) => setImmediate(resolve)),
  watch() {
    loop.watches++;
    if (loop.due === Number.POSITIVE_INFINITY) tick();
    return watchOf(stoodNow, unwatch);
  },
};

function stoodNow(): number {
  return stoodUntil(performance.now());
}

function unwatch(): void {
  loop.watches--;
}

/** Runs `action` once after `ms` if the process still lives by something else; the returned function cancels it. */
export function backgroundTimer(ms: number, action: () => void): () => void {
  const timer = setTimeout(action, ms).unref();
  return () => clearTimeout(timer);
}

/** A watch over a sum that only grows. */
export function watchOf(sum: () => number, ended: () => void = () => {}): LoopWatch {
  const begun = sum();
  let end: number | undefined;
  return {
    stoodMs: () => (end ?? sum()) - begun,
    end() {
      if (end !== undefined) return;
      end = sum();
      ended();
    },
  };
}

/** Resolves after `ms` on the given clock. */
export function sleep(clock: Clock, ms: number): Promise<void> {
  return new Promise((resolve) => {
    clock.after(ms, resolve);
  });
}

/** The instant `ms` after another. */
export function later(from: Monotonic, ms: number): Monotonic {
  return (from + ms) as Monotonic;
}

/** `2025-01-15T10:15:00.000Z`: the one spelling of a timestamp we write. */
export function timestamp(clock: Clock): string {
  const ms = clock.now().getTime();
  // A busy millisecond has hundreds of timestamps, and spelling one takes longer than comparing two.
  if (ms !== spelled.ms) spelled = { ms, text: new Date(ms).toISOString() };
  return spelled.text;
}
let spelled = { ms: Number.NaN, text: '' };

/** Timers of the machine hold 31 bits; a longer wait is made of several. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Runs `action` once the deadline has truly passed: the timer fired, and one further poll brought nothing,
 * so input that lay unread while this process was busy still counts. Time in which this process stood still does not
 * count, up to once the whole time again. The returned function cancels it to the very end.
 */
export function oncePassed(clock: Clock, deadline: Monotonic, action: () => void): () => void {
  const mostMs = Math.max(deadline - clock.monotonic(), 0);
  const watch = clock.watch();
  let calledOff = false;
  let cancelTimer = arm(Math.ceil(mostMs));
  return () => {
    calledOff = true;
    cancelTimer();
    watch.end();
  };

  function leftMs(): number {
    return Math.ceil(deadline + Math.min(watch.stoodMs(), mostMs) - clock.monotonic());
  }

  function arm(ms = leftMs()): () => void {
    return clock.after(Math.min(Math.max(ms, 0), LONGEST_TIMER_MS), fired);
  }

  function fired(): void {
    // Timers count from when the event loop last looked at its watch, which may be a little early.
    if (leftMs() > 0) {
      cancelTimer = arm();
      return;
    }
    void clock.poll().then(() => {
      if (calledOff) return;
      if (leftMs() > 0) cancelTimer = arm();
      else {
        watch.end();
        action();
      }
    });
  }
}
