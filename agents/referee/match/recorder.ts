/** What a referee writes down, logs and says to a player while it asks: the transcript, errors, GAME_ERROR. */
import { ERRORS } from '../../../SHARED/contracts/errors.ts';
import { moveIn } from '../../../SHARED/contracts/moves.ts';
import { later } from '../../../SHARED/core/clock.ts';
import type { Note, Transcript } from '../result/record.ts';
import type { AskTools, FailedAttempt } from './ask.ts';
import type { Question } from './attempt.ts';
import { capped, type Failure } from './evidence.ts';
import type { MatchTools } from './match.ts';
import { type MatchOrder, placeOf } from './order.ts';
import type { Seat } from './seat.ts';

/** Nobody needs to change its mind more often; of further answers to a question only the newest is kept. */
const KEPT_ANSWERS = 10;

/** The tools to ask with in one match. No log line here holds a choice: the match is not decided. */
export function recorder(order: MatchOrder, transcript: Transcript, tools: MatchTools): AskTools {
  const { peer, clock, random, log, onBug } = tools;
  const { match_id, rules } = order;

  function sendGameError(seat: Seat, question: Question<unknown>, { number, limitMs, failure }: FailedAttempt): void {
    const { conversation_id, ticket } = seat;
    const body = {
      ...placeOf(order),
      error_code: failure.code,
      error_name: ERRORS[failure.code].name,
      error_description: described(failure, limitMs),
      affected_player: seat.player_id,
      action_required: question.awaited,
      retryable: true,
      retry_count: number,
      max_retries: seat.attempts,
      consequence: 'Technical loss if no response after retries',
    };
    const deadline = later(clock.monotonic(), rules.timeouts.notify_sec * 1_000);
    const how = { conversation_id, deadline, ...(ticket === undefined ? {} : { auth_token: ticket }) };
    transcript.sent('GAME_ERROR', seat.player_id, { error_code: failure.code, attempt: number });
    // Whether it arrives changes nothing, and the next call does not wait for it.
    peer.tell(seat.correspondent, 'GAME_ERROR', body, how).catch((cause: unknown) => onBug('GAME_ERROR', cause));
  }

  return {
    peer,
    clock,
    random,
    retryOnTimeout: rules.retry_on_timeout,
    onAsk(seat, { type, record }, attempt) {
      transcript.sent(type, seat.player_id, { ...stepOf(record), ...(attempt === 1 ? {} : { attempt }) });
    },
    onAnswer(seat, { record }, answer, { objection, again, nth }) {
      const said: Note = record.field === undefined ? {} : { [record.field]: capped(moveIn(answer) ?? null) };
      const wrong: Note = objection === undefined ? {} : { error_code: objection.code };
      const isOneTooMany = nth > KEPT_ANSWERS;
      transcript.received(record.answer, seat.player_id, { ...said, ...stepOf(record), ...wrong }, isOneTooMany);
      // Spec 002 §3.2.5: the latest choice counts, and that it was not the first is worth a line.
      if (again && !isOneTooMany) log.warning('ANSWERED_AGAIN', { match_id, player_id: seat.player_id });
    },
    onFailure(seat, question, failed) {
      const { number: attempt, limitMs, failure, retrying } = failed;
      const timeout = failure.cause === 'timeout' ? { timeout_sec: limitMs / 1_000 } : {};
      const error_code = wordFor(question, failure);
      log.error('GAME_ERROR', { match_id, error_code, player_id: seat.player_id, ...timeout, attempt });
      if (retrying) sendGameError(seat, question, failed);
    },
  };
}

function stepOf({ step }: Question<unknown>['record']): Note {
  return step === undefined ? {} : { step };
}

function described({ cause, detail }: Failure, limitMs: number): string {
  if (cause === 'timeout') return `No answer within ${limitMs / 1_000} seconds: ${detail}.`;
  return cause === 'unreachable' ? `You could not be reached: ${detail}.` : detail;
}

/** Spec 004's word for a deadline that passed; anything else by the name of its code. */
function wordFor({ type }: Question<unknown>, { cause, code }: Failure): string {
  if (cause !== 'timeout') return ERRORS[code].name;
  return type === 'GAME_INVITATION' ? 'TIMEOUT_JOIN' : 'TIMEOUT_MOVE';
}
