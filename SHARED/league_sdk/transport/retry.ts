/** Trying again, with growing and jittered pauses, over the clock that is handed in. */
import { type Clock, type Monotonic, sleep } from '../../core/clock.ts';
import type { Random } from '../../core/random.ts';
import type { Result } from '../../core/result.ts';

/** The documented policy (spec 004, Retry Pattern): three attempts in all, 2 s and 4 s apart. */
export const RETRY_POLICY = { attempts: 3, baseMs: 2_000, factor: 2 } as const;

export interface RetryOptions<E> {
  readonly clock: Clock;
  readonly random: Random;
  /** How many attempts in all. */
  readonly attempts?: number;
  /** The pause after the first failure, before jitter. */
  readonly baseMs?: number;
  /** By how much each pause is longer than the one before. */
  readonly factor?: number;
  /** No attempt begins after this; the last pause ends with it, so that giving up then means the time has truly passed. It is asked each time: it may move. */
  readonly until?: () => Monotonic;
  /** Whether this failure is worth another attempt. */
  retryable(error: E): boolean;
}

/** The first success, or the last failure. `attempt` is told its number, from 1. */
export async function withRetry<T, E>(
  attempt: (number: number) => Promise<Result<T, E>>,
  options: RetryOptions<E>,
): Promise<Result<T, E>> {
  const { clock, random, attempts, baseMs, factor, until, retryable } = { ...RETRY_POLICY, ...options };
  for (let number = 1, pauseMs = baseMs; ; number++, pauseMs *= factor) {
    const result = await attempt(number);
    if (result.ok || number >= attempts || !retryable(result.error)) return result;
    const leftMs = until === undefined ? Number.POSITIVE_INFINITY : until() - clock.monotonic();
    await sleep(clock, Math.min(jittered(pauseMs, random), Math.max(leftMs, 0)));
    if (until !== undefined && clock.monotonic() >= until()) return result;
  }
}

/** Half to all of a pause: callers that failed together do not come back together. */
export function jittered(pauseMs: number, random: Random): number {
  return pauseMs * (0.5 + random() / 2);
}
