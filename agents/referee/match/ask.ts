/** Asks a seat until it answers or has used up its attempts, each with a deadline of its own (DECISIONS section 5). */
import { later, timestamp } from '../../../SHARED/core/clock.ts';
import { err, ok, type Result } from '../../../SHARED/core/result.ts';
import type { Fault } from '../result/verdict.ts';
import { Attempt, type AttemptTools, type Question } from './attempt.ts';
import { type AttemptEvidence, evidenceOf, type Failure, timeAfter } from './evidence.ts';
import type { Seat } from './seat.ts';

/** What a seat is asked with, and who hears how it went. */
export interface AskTools extends AttemptTools {
  /** Whether a missed deadline may be tried again. */
  readonly retryOnTimeout: boolean;
  readonly onAsk: (seat: Seat, question: Question<unknown>, attempt: number) => void;
  /** An attempt came to nothing. */
  readonly onFailure: (seat: Seat, question: Question<unknown>, failed: FailedAttempt) => void;
}

/** One attempt that came to nothing. */
export interface FailedAttempt {
  readonly number: number;
  readonly limitMs: number;
  readonly failure: Failure;
  /** Another attempt follows; without it the seat is at fault. */
  readonly retrying: boolean;
}

/**
 * The newest legal answer of a seat, or the fault of one that gave none. Another answer may take its place
 * until the seat notes that it joined or moved.
 */
export async function askSeat<T>(seat: Seat, question: Question<T>, tools: AskTools): Promise<Result<() => T, Fault>> {
  const { clock } = tools;
  const call = new Attempt(seat, question, tools);
  const attempts: AttemptEvidence[] = [];
  let failure: Failure = { cause: 'timeout', code: 'E001', detail: 'its clock for the whole match is used up' };

  let isExcused = false;
  for (let number = 1; number <= seat.attempts && seat.leftMs > 0 && !seat.closed; number++) {
    const limitMs = Math.min(question.limitMs, seat.leftMs);
    const sentMs = clock.monotonic();
    const deadlineMs = later(sentMs, limitMs);
    const sent_at = timestamp(clock);
    const deadline = timeAfter(clock, limitMs);
    tools.onAsk(seat, question, number);
    const { at, lateMs, failure: failed } = await call.attempt(question.body(deadline), deadlineMs);
    seat.leftMs -= Math.min(at - sentMs, limitMs) - lateMs;
    if (failed === undefined) return ok(() => (call.answer as { readonly value: T }).value);

    failure = failed;
    const departedMs = later(sentMs, lateMs);
    attempts.push({ number, sent_at, deadline, sentMs: departedMs, deadlineMs, settledMs: clock.monotonic(), failure });
    if (failure.cause === 'timeout' && lateMs > 0 && !isExcused) {
      // The player had less time than it was promised. Asked again once, or a wire that is always slow would never end.
      isExcused = true;
      number--;
      continue;
    }
    const retrying = mayRetry(failure, tools) && number < seat.attempts && seat.leftMs > 0;
    seat.lapses.push({ awaited: question.awaited, attempt: number, cause: failure.cause, retrying });
    if (!seat.closed) tools.onFailure(seat, question, { number, limitMs, failure, retrying });
    if (!retrying) break;
  }
  seat.open = undefined;
  return err({
    player_id: seat.player_id,
    cause: failure.cause,
    evidence: evidenceOf(question.awaited, attempts, failure),
  });
}

function mayRetry({ cause }: Failure, { retryOnTimeout }: AskTools): boolean {
  if (cause === 'declined') return false;
  return cause === 'invalid_choice' || retryOnTimeout;
}
