/**
 * Asks a seat until it answers or has used up its attempts (DECISIONS section 5), and sends GAME_ERROR after each attempt that failed.
 *
 * A deadline is set here, from the rules and what is left of the player's clock, and is kept by the part that waits:
 * the wire (`oncePassed` of core/clock.ts) while a response is awaited, `deliver` (attempt.ts) while a line is down and tried
 * again, `OpenCall.attempt` (attempt.ts) while an acknowledged call waits for a posted answer. Only one of them waits at a time.
 */
import { ERRORS } from '../../../SHARED/contracts/errors.ts';
import type { Fault } from '../../../SHARED/contracts/messages/result.ts';
import { later } from '../../../SHARED/core/clock.ts';
import { err, ok, type Result } from '../../../SHARED/core/result.ts';
import { A_MOMENT_MS, type CallTools, OpenCall } from './attempt.ts';
import {
  type AttemptEvidence,
  evidenceOf,
  type FailedAttempt,
  type Failure,
  late,
  sentenceOf,
  timeAfter,
} from './evidence.ts';
import { type MatchOrder, placeOf } from './order.ts';
import type { Objection, Question } from './questions.ts';
import type { Seat } from './seat.ts';

/** The tools of a question. */
export interface AskTools extends CallTools {
  readonly order: MatchOrder;
  readonly onBug: (what: string, cause: unknown) => void;
}

/** A legal answer that its player may still replace. */
export interface LiveAnswer<T> {
  /** The newest legal answer; from here on it stands. */
  take(): T;
  /** A yes by a status that was taken back since. */
  readonly withdrawn?: Objection | undefined;
}

/** The answer of a seat, or the fault of one that gave none. Another answer may take its place until it is taken. */
export async function askSeat<T>(
  seat: Seat,
  question: Question<T>,
  tools: AskTools,
): Promise<Result<LiveAnswer<T>, Fault>> {
  const { clock, recorder, signal } = tools;
  const call = new OpenCall(seat, question, tools);
  const attempts: AttemptEvidence[] = [];
  let failure: Failure = { cause: 'timeout', code: 'E001', detail: 'its clock for the whole match is used up' };

  for (let number = 1; number <= seat.attempts && seat.leftMs > 0 && !signal.aborted; number++) {
    const limitMs = Math.min(question.limitMs, seat.leftMs);
    recorder.asked(seat, question, number, limitMs);
    // Before the time of the player begins: a process that stops in between has taken nothing of it.
    const watch = clock.watch();
    const begunMs = clock.monotonic();
    const deadline = timeAfter(clock, limitMs);
    seat.isAwaited = true;
    const ended = await call.attempt(question.body(deadline), later(begunMs, limitMs), { limitMs, watch });
    seat.isAwaited = false;
    const tookMs = ended.at - begunMs - ended.stoodMs - ended.excusedMs;
    const chargedMs = Math.min(Math.max(tookMs, 0), limitMs);
    seat.charge(chargedMs, ended);
    recorder.gave(seat, ended.stoodMs + ended.excusedMs);
    if (ended.failure === undefined) return ok(call);

    const failed = late(ended.failure, call.lateMs);
    // A player that had less time than it was promised is asked again; what bounds that is the time of the match.
    const isOfTime = isSilence(failed) || failed.untried === true;
    const isExcused = isOfTime && chargedMs < limitMs - A_MOMENT_MS && !signal.aborted;
    const settledMs = clock.monotonic();
    const sent_at = ended.sentMs === undefined ? undefined : timeAfter(clock, ended.sentMs - settledMs);
    attempts.push({ ...ended, number, sent_at, deadline, settledMs, chargedMs, isExcused, failure: failed });
    if (isExcused) {
      number--;
      continue;
    }
    const retrying = mayRetry(failed, tools.order) && number < seat.attempts && seat.leftMs > 0;
    // What a player has said stays the reason, also where it says nothing more.
    failure = isSilence(failed) && !isSilence(failure) ? failure : failed;
    const about = retrying ? failed : failure;
    const failedAttempt = { ...about, awaited: question.awaited, attempt: number, limitMs, retrying };
    seat.failedAttempts.push(failedAttempt);
    if (!signal.aborted) {
      recorder.failed(seat, question, failedAttempt);
      if (failure.cause !== 'declined') sendGameError(seat, failedAttempt, tools);
    }
    if (!retrying) break;
  }
  call.close();
  return err({
    player_id: seat.player_id,
    cause: failure.cause,
    evidence: evidenceOf(question.awaited, attempts, failure, seat.account),
  });
}

function isSilence({ cause }: Failure): boolean {
  return cause === 'timeout' || cause === 'unreachable';
}

function mayRetry({ cause }: Failure, { rules }: MatchOrder): boolean {
  if (cause === 'declined') return false;
  return cause === 'invalid_choice' || cause === 'bad_answer' || rules.retry_on_timeout;
}

/** Tells a player that an attempt failed, and what follows. Whether it arrives changes nothing. */
function sendGameError(seat: Seat, failed: FailedAttempt, { order, peer, clock, recorder, onBug }: AskTools): void {
  const { conversation_id, ticket } = seat;
  const body = {
    ...placeOf(order),
    error_code: failed.code,
    error_name: ERRORS[failed.code].name,
    error_description: sentenceOf(seat, failed),
    affected_player: seat.player_id,
    action_required: failed.retrying ? failed.awaited : null,
    retryable: failed.retrying,
    retry_count: failed.attempt,
    max_retries: seat.attempts,
    consequence: failed.retrying ? 'Technical loss if no response after retries' : 'Technical loss of the match',
  };
  const deadline = later(clock.monotonic(), order.rules.timeouts.notify_sec * 1_000);
  const how = { conversation_id, deadline, ...(ticket === undefined ? {} : { auth_token: ticket }) };
  recorder.toldOf(seat, failed);
  // The next call does not wait for it.
  peer.tell(seat.correspondent, 'GAME_ERROR', body, how).catch((cause: unknown) => onBug('GAME_ERROR', cause));
}
