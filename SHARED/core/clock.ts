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
};

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
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Runs `action` once the deadline has truly passed: the timer fired, and one further poll brought nothing,
 * so input that lay unread while this process was busy still counts. The returned function cancels it to the very end.
 */
export function oncePassed(clock: Clock, deadline: Monotonic, action: () => void): () => void {
  let calledOff = false;
  let cancelTimer = arm();
  return () => {
    calledOff = true;
    cancelTimer();
  };

  function arm(): () => void {
    const leftMs = Math.ceil(deadline - clock.monotonic());
    return clock.after(Math.min(Math.max(leftMs, 0), LONGEST_TIMER_MS), fired);
  }

  function fired(): void {
    // Timers count from when the event loop last looked at its watch, which may be a little early.
    if (clock.monotonic() < deadline) {
      cancelTimer = arm();
      return;
    }
    void clock.poll().then(() => {
      if (!calledOff) action();
    });
  }
}
