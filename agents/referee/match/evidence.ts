/** The evidence for a fault: every attempt with its times, and the last thing that was heard or not heard. */
import type { HabitName } from '../../../SHARED/contracts/dialects/habits.ts';
import { ACKNOWLEDGED, type ErrorCode } from '../../../SHARED/contracts/errors.ts';
import { type Cause, faultSentence } from '../../../SHARED/contracts/messages/result.ts';
import type { Unanswered } from '../../../SHARED/contracts/violations.ts';
import type { Clock, Monotonic } from '../../../SHARED/core/clock.ts';
import { cut, type Json, type JsonObject } from '../../../SHARED/core/json.ts';
import type { AwaitedType } from './questions.ts';

/** Why one attempt came to nothing. */
export interface Failure {
  readonly cause: Cause;
  readonly code: ErrorCode;
  /** For people; it never holds the answer itself. */
  readonly detail: string;
  /** The answer that was no good, where there was one. */
  readonly answer?: JsonObject;
  /** The error that came instead of an answer. */
  readonly error?: Unanswered['error'];
  /** The habits it would have been read by, where such reading is off. */
  readonly habits?: readonly HabitName[];
  /** A habit would explain it, and there was no time left to ask in its way. */
  readonly untried?: true;
}

/** How a player that gave no answer took the question: not at all, or it said that it had, or neither is known. */
type Taken = 'untaken' | 'taken' | 'acknowledged';

const SILENCES: { readonly [T in Taken]: string } = {
  untaken: 'it had not taken the connection',
  taken: 'it had not answered',
  acknowledged: `${ACKNOWLEDGED} and not answered`,
};

/** The failure of a player that was silent until its time was over; `method` is the one of a call in its own way. */
export function silent(limitMs: number, taken: Taken, method?: string): Failure {
  const how = method === undefined ? SILENCES[taken] : `${ACKNOWLEDGED} a call by ${method} and not answered`;
  return { cause: 'timeout', code: 'E001', detail: `${how} when its ${seconds(limitMs)} were over` };
}

/** The same silence, where the answer to an earlier attempt is known to have come so much too late. */
export function late(failure: Failure, lateMs: number | undefined): Failure {
  if (failure.cause !== 'timeout' || lateMs === undefined) return failure;
  return { ...failure, detail: `${failure.detail}; its answer to an earlier attempt came ${lateMs} ms late` };
}

function seconds(ms: number): string {
  return `${Math.round(ms) / 1_000} s`;
}

/** One attempt to ask a player that came to nothing: what is logged of it, and what the player is told. */
export interface FailedAttempt extends Failure {
  readonly awaited: AwaitedType;
  /** Which attempt at this question, from 1. */
  readonly attempt: number;
  readonly limitMs: number;
  /** Another attempt follows; without it the seat is at fault. */
  readonly retrying: boolean;
}

/** The one sentence about an attempt that failed: the same that stands in the result when it was the last. */
export function sentenceOf({ player_id }: { readonly player_id: string }, { cause, detail }: Failure): string {
  return faultSentence({ player_id, cause, evidence: { detail } });
}

/** How long an attempt took, and whose time that was. */
export interface AttemptTimes {
  /** When our message had left; absent where it never did, or where that is not known. */
  readonly sentMs: Monotonic | undefined;
  /** What the player took to take the connection: its own time. */
  readonly handshakeMs: number;
  /** Time in which the message did not leave though this process was awake; excused within the seat's total. */
  readonly excusedMs: number;
  /** Time in which this process stood still: held against no player. */
  readonly stoodMs: number;
}

/** One attempt that failed, with its times: what a fault is proved by. */
export interface AttemptEvidence extends AttemptTimes {
  readonly number: number;
  /** Times of day, as told to the player. */
  readonly sent_at: string | undefined;
  readonly deadline: string;
  readonly deadlineMs: Monotonic;
  /** When it was settled at our end; long after the deadline it would mean that we were too busy to judge. */
  readonly settledMs: Monotonic;
  /** The part of its clock that it cost the player. */
  readonly chargedMs: number;
  /** The player had less time than it was promised: the attempt does not count, and is made again. */
  readonly isExcused: boolean;
  readonly failure: Failure;
}

/** A stranger's answer may be long; so much of it is kept. */
const KEPT_CHARACTERS = 500;
/** Of attempts that do not count, the newest are kept. */
const KEPT_EXCUSED = 20;

function isKept({ isExcused }: AttemptEvidence, i: number, { length }: readonly AttemptEvidence[]): boolean {
  return !isExcused || i >= length - KEPT_EXCUSED;
}

/** The evidence as the report carries it. */
export function evidenceOf(
  awaited: string,
  attempts: readonly AttemptEvidence[],
  last: Failure,
  /** What the whole match took of the player's clock, and what not. */
  clock: JsonObject,
): JsonObject {
  const { code: error_code, detail } = last;
  const evidence = { awaited, error_code, detail, attempts: attempts.filter(isKept).map(attemptOf), clock };
  return last.answer === undefined
    ? evidence
    : { ...evidence, answer: cut(JSON.stringify(last.answer), KEPT_CHARACTERS) };
}

/** A value as it is, or the beginning of its text when it is too long to keep. */
export function capped(value: Json): Json {
  const text = JSON.stringify(value);
  return text.length > KEPT_CHARACTERS ? cut(text, KEPT_CHARACTERS) : value;
}

/** The time of day so many milliseconds from now. */
export function timeAfter(clock: Clock, ms: number): string {
  const time = clock.now();
  time.setTime(time.getTime() + ms);
  return time.toISOString();
}

function attemptOf(attempt: AttemptEvidence): JsonObject {
  const { number, sent_at, deadline, sentMs, deadlineMs, settledMs, failure, isExcused } = attempt;
  const { handshakeMs, excusedMs, stoodMs } = attempt;
  return {
    attempt: number,
    ...(sent_at === undefined || sentMs === undefined ? {} : { sent_at, sent_ms: Math.round(sentMs) }),
    deadline,
    deadline_ms: Math.round(deadlineMs),
    settled_ms: Math.round(settledMs),
    lag_ms: Math.max(0, Math.round(settledMs - deadlineMs)),
    charged_ms: Math.round(attempt.chargedMs),
    ...someMs({ handshake_ms: handshakeMs, excused_ms: excusedMs, stood_ms: stoodMs }),
    ...(isExcused ? { excused: true } : {}),
    cause: failure.cause,
    error_code: failure.code,
    detail: failure.detail,
  };
}

/** Those that are more than nothing. */
function someMs(times: { readonly [name: string]: number }): JsonObject {
  return Object.fromEntries(Object.entries(times).flatMap(([name, ms]) => (ms < 1 ? [] : [[name, Math.round(ms)]])));
}
