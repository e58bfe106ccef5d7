/** Brings one message to a seat: what fails on the way is tried again inside the deadline, silence is not. */
import type { BodyOf } from '../../../SHARED/contracts/contract.ts';
import type { ErrorCode } from '../../../SHARED/contracts/errors.ts';
import type { All } from '../../../SHARED/contracts/index.ts';
import type { Monotonic } from '../../../SHARED/core/clock.ts';
import type { JsonObject } from '../../../SHARED/core/json.ts';
import { err, ok, type Result } from '../../../SHARED/core/result.ts';
import type { AskOutcome, CallError } from '../../../SHARED/league_sdk/messaging/peer.ts';
import { withRetry } from '../../../SHARED/league_sdk/transport/retry.ts';
import type { AskType, AttemptTools, Objection } from './attempt.ts';
import type { Failure } from './evidence.ts';
import type { Seat } from './seat.ts';

/** A message that has to arrive. */
export interface Delivery {
  readonly type: AskType;
  readonly body: JsonObject;
  readonly deadline: Monotonic;
  /** Whether its answer has come by another way. */
  readonly isOver: () => boolean;
}

/** An answer that could not even be read. */
export type InvalidAnswer = Objection & { readonly answer: JsonObject };

/** What came of a message, and how long it took our wire to let it go. */
export interface Delivered {
  readonly heard: Result<AskOutcome<AskType>, Failure | InvalidAnswer>;
  readonly leftLateMs: number;
}

/** Connection faults are tried again from here on, doubling, while the deadline lasts. */
const FIRST_PAUSE_MS = 100;
/** A connection takes a moment; only more than this is time taken from the player. */
const A_MOMENT_MS = 50;

/** Whether a failure is the answer itself, so that it is judged and not asked for again inside the attempt. */
export function isInvalid(failure: Failure | InvalidAnswer): failure is InvalidAnswer {
  return failure.cause === 'invalid_choice';
}

/** Resolves with what the seat said; with a failure only once the deadline has truly passed, or for an invalid answer. */
export async function deliver(seat: Seat, errand: Delivery, { peer, clock, random }: AttemptTools): Promise<Delivered> {
  const { type, body, deadline, isOver } = errand;
  const { conversation_id, ticket } = seat;
  const how = { conversation_id, deadline, ...(ticket === undefined ? {} : { auth_token: ticket }) };
  let leftLateMs = 0;

  async function ask(): Promise<Result<AskOutcome<AskType>, CallError>> {
    const begun = clock.monotonic();
    // An answer was posted while the line was down: nothing more to ask.
    if (isOver()) return ok({ kind: 'acknowledged', sentAt: begun, receivedAt: begun });
    const heard = await peer.ask<AskType>(seat.correspondent, type, body as BodyOf<All[AskType]>, how);
    const { sentAt = begun } = heard.ok ? heard.value : heard.error;
    leftLateMs = sentAt - begun > A_MOMENT_MS ? sentAt - begun : 0;
    return heard;
  }

  async function failed({ code, detail, error_code, received = {} }: CallError): Promise<Failure | InvalidAnswer> {
    if (code === 'INVALID_ANSWER') {
      return { cause: 'invalid_choice', code: error_code as ErrorCode, detail, answer: received };
    }
    if (code === 'DEADLINE_PASSED') return { cause: 'timeout', code: 'E001', detail };
    // The wire looks once more before it calls a deadline passed; so must who waited for it alone.
    await clock.poll();
    return { cause: 'unreachable', code: 'E009', detail: `${code}: ${detail}` };
  }

  const heard = await withRetry(ask, {
    clock,
    random,
    attempts: Number.POSITIVE_INFINITY,
    baseMs: FIRST_PAUSE_MS,
    until: deadline,
    retryable: ({ code }) => code !== 'DEADLINE_PASSED' && code !== 'INVALID_ANSWER' && !isOver(),
  });
  return { heard: heard.ok ? heard : err(await failed(heard.error)), leftLateMs };
}
