/** The one rule by which a deadline has passed, the same for every wire. */
import type { Clock, Monotonic } from '../../core/clock.ts';

/** Timers of the machine hold 31 bits; a longer wait is made of several. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Runs `action` once the deadline has truly passed: the timer fired, and one further poll brought nothing,
 * so what lay unread while this process was busy still counts. The returned function calls it off until the very end.
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
