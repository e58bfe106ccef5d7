/** One question to one seat: each attempt ends with the first thing that decides it, wherever it comes from. */
import type { BodyOf } from '../../../SHARED/contracts/contract.ts';
import type { ErrorCode } from '../../../SHARED/contracts/errors.ts';
import type { All } from '../../../SHARED/contracts/index.ts';
import { type Clock, later, type Monotonic, oncePassed } from '../../../SHARED/core/clock.ts';
import { cut, type JsonObject } from '../../../SHARED/core/json.ts';
import type { Random } from '../../../SHARED/core/random.ts';
import { err, ok, type Result } from '../../../SHARED/core/result.ts';
import type { AskOutcome, CallError, Peer } from '../../../SHARED/league_sdk/messaging/peer.ts';
import { withRetry } from '../../../SHARED/league_sdk/transport/retry.ts';
import type { Departure } from '../../../SHARED/league_sdk/transport/transport.ts';
import type { AttemptTimes, Failure } from './evidence.ts';
import type { AwaitingCall, PostedAnswers } from './posted_answers.ts';
import type { AskType, AwaitedType, Objection, Question } from './questions.ts';
import type { Recorder } from './recorder.ts';
import type { Seat } from './seat.ts';

/** What a call is made with. */
export interface CallTools {
  readonly peer: Peer;
  readonly clock: Clock;
  /** For jitter. */
  readonly random: Random;
  /** Where answers come in that are not in a response. */
  readonly posted: PostedAnswers;
  readonly recorder: Recorder;
  /** Aborted when no answer is wanted any more. */
  readonly signal: AbortSignal;
}

/** How an attempt ended, when, and whose time it took. */
interface Ended extends AttemptTimes {
  readonly at: Monotonic;
  /** When the player's time was up; later than it was told where our message left late. */
  readonly deadlineMs: Monotonic;
  /** Absent: there is a legal answer. */
  readonly failure: Failure | undefined;
}

/** One question at one seat over all its attempts. From its making on it takes posted answers, until it is closed. */
export class OpenCall<T> implements AwaitingCall {
  readonly awaited: AwaitedType;
  readonly step: number | undefined;
  readonly #seat: Seat;
  readonly #question: Question<T>;
  readonly #tools: CallTools;
  /** The newest legal answer. */
  #answer: { readonly value: T } | undefined;
  #isOpen = true;
  #attempt = 0;
  #heard = 0;
  #settle: (failure: Failure | undefined, at?: Monotonic) => void = () => undefined;

  constructor(seat: Seat, question: Question<T>, tools: CallTools) {
    this.#seat = seat;
    this.#question = question;
    this.#tools = tools;
    this.awaited = question.awaited;
    this.step = question.step;
    tools.posted.expect(seat, this);
    tools.signal.addEventListener('abort', this.#callOff);
  }

  /** Takes no more answers. */
  close(): void {
    this.#isOpen = false;
    this.#tools.posted.withdraw(this.#seat, this);
    this.#tools.signal.removeEventListener('abort', this.#callOff);
  }

  /** Closes the call and gives the answer that stands: the newest legal one. Throws when there is none. */
  take(): T {
    this.close();
    if (this.#answer === undefined) throw new RangeError(`${this.#seat.player_id} has given no legal answer`);
    return this.#answer.value;
  }

  readonly #callOff = (): void => {
    this.#settle({ cause: 'timeout', code: 'E001', detail: 'the match was called off' });
    this.close();
  };

  receive(answer: JsonObject, received: JsonObject, at?: Monotonic): void {
    const judged = this.#question.judge(answer);
    if (!judged.ok) {
      this.#object(judged.error, answer, received, at);
      return;
    }
    this.#note(answer, undefined);
    this.#answer = { value: judged.value };
    this.#settle(undefined, at);
  }

  /** An illegal second answer does not take back a legal first one. */
  #object(objection: Objection, answer: JsonObject, received: JsonObject, at?: Monotonic): void {
    this.#note(answer, objection);
    if (this.#answer === undefined) this.#settle({ ...objection, answer: received }, at);
  }

  #note(answer: JsonObject, objection: Objection | undefined): void {
    const heard = { objection, again: this.#answer !== undefined, nth: ++this.#heard };
    this.#tools.recorder.answered(this.#seat, this.#question, answer, heard);
  }

  /** Resolves when there is a legal answer to take, or with why this attempt came to nothing; by then its deadline has truly passed. */
  attempt(body: JsonObject, deadline: Monotonic): Promise<Ended> {
    const { clock } = this.#tools;
    const number = ++this.#attempt;
    return new Promise((resolve, reject) => {
      let settled = false;
      let callOff: (() => void) | undefined;
      const watch = clock.watch();
      let deadlineMs = deadline;
      let times = { sentMs: undefined as Monotonic | undefined, handshakeMs: 0, excusedMs: 0 };
      this.#settle = (failure, at = clock.monotonic()) => {
        if (settled) return;
        settled = true;
        callOff?.();
        watch.end();
        resolve({ at, deadlineMs, ...times, stoodMs: watch.stoodMs(), failure });
      };
      const hear = ({ heard, sentMs, handshakeMs, heldMs }: Delivered): void => {
        // What answers an earlier attempt has had its time.
        if (number !== this.#attempt || !this.#isOpen) return;
        if (!settled) times = { sentMs, handshakeMs, excusedMs: this.#seat.excuse(heldMs) };
        if (heard.ok && heard.value.kind === 'acknowledged') {
          if (settled) return;
          const { said } = heard.value;
          deadlineMs = later(deadline, times.excusedMs + watch.stoodMs());
          callOff = oncePassed(clock, deadlineMs, () => this.#settle(silent(said)));
          return;
        }
        if (heard.ok) {
          const { message, received = {}, receivedAt } = heard.value as Extract<typeof heard.value, { kind: 'answer' }>;
          this.receive(message, received, receivedAt);
        } else {
          const failure = heard.error;
          if (isInvalid(failure)) this.#object(failure, failure.answer, failure.answer);
          else this.#settle(failure);
        }
      };
      const limitMs = deadline - clock.monotonic();
      // As the wire has it: time in which this process stood still does not count, up to once the whole time again.
      const until = () => later(deadline, Math.min(watch.stoodMs(), limitMs));
      const delivery = { type: this.#question.type, body, until, isOver: () => settled };
      deliver(this.#seat, delivery, this.#tools).then(hear).catch(reject);
    });
  }
}

/** A reply that is no answer counts as an acknowledgement; the player is shown it, as it may have meant an answer. */
function silent(said: string | undefined): Failure {
  const detail = 'it acknowledged, and no answer followed';
  return { cause: 'timeout', code: 'E001', detail: said === undefined ? detail : `${detail}; it had said: ${said}` };
}

/** A message that has to arrive. */
interface Delivery {
  readonly type: AskType;
  readonly body: JsonObject;
  /** Its deadline, which moves while this process stands still. */
  readonly until: () => Monotonic;
  /** Whether its answer has come by another way. */
  readonly isOver: () => boolean;
}

/** An answer that could not even be read. */
type InvalidAnswer = Objection & { readonly answer: JsonObject };

/** What came of a message, and how it left. */
interface Delivered extends Pick<AttemptTimes, 'sentMs' | 'handshakeMs'> {
  readonly heard: Result<AskOutcome<AskType>, Failure | InvalidAnswer>;
  /** Time in which it did not leave though this process was awake and the player kept no connection waiting. */
  readonly heldMs: number;
}

/** Connection faults are tried again from here on, doubling, while the deadline lasts. */
const FIRST_PAUSE_MS = 100;
/** A message takes a moment to leave; only more than this is time taken from the player. */
export const A_MOMENT_MS = 50;

/** Whether a failure is the answer itself, so that it is judged and not asked for again inside the attempt. */
function isInvalid(failure: Failure | InvalidAnswer): failure is InvalidAnswer {
  return failure.cause === 'invalid_choice';
}

/** Resolves with what the seat said; with a failure only once the deadline has truly passed, or for an invalid answer. */
async function deliver(seat: Seat, delivery: Delivery, { peer, clock, random }: CallTools): Promise<Delivered> {
  const { type, body, until, isOver } = delivery;
  const { conversation_id, ticket } = seat;
  const how = { conversation_id, ...(ticket === undefined ? {} : { auth_token: ticket }) };
  let sentMs: Monotonic | undefined;
  let handshakeMs = 0;
  let heldMs = 0;

  async function ask(): Promise<Result<AskOutcome<AskType>, CallError>> {
    const begun = clock.monotonic();
    // An answer was posted while the line was down: nothing more to ask.
    if (isOver()) return ok({ kind: 'acknowledged', sentAt: begun, receivedAt: begun });
    const called = { ...how, deadline: until() };
    const heard = await peer.ask<AskType>(seat.correspondent, type, body as BodyOf<All[AskType]>, called);
    const { sentAt, departure } = heard.ok ? heard.value : heard.error;
    sentMs ??= sentAt;
    handshakeMs += departure?.handshakeMs ?? 0;
    heldMs += heldBefore(sentAt ?? neverLeft(heard), begun, departure);
    return heard;
  }

  /** When a message that did not leave was given up. A connection that was refused or broke is the player's. */
  function neverLeft(heard: Result<unknown, CallError>): Monotonic | undefined {
    return !heard.ok && heard.error.code === 'DEADLINE_PASSED' ? heard.error.failedAt : undefined;
  }

  async function failed(last: CallError): Promise<Failure | InvalidAnswer> {
    const { code, detail, error_code, received = {} } = last;
    const bad = code === 'DEADLINE_PASSED' ? replied : last;
    if (code === 'INVALID_ANSWER') {
      return { cause: 'invalid_choice', code: error_code as ErrorCode, detail, answer: received };
    }
    if (bad !== undefined && isReply(bad)) {
      await clock.poll();
      return badAnswer(bad);
    }
    if (code === 'DEADLINE_PASSED') return { cause: 'timeout', code: 'E001', detail };
    // The wire polls once more before it calls a deadline passed; a line that was down is polled here.
    await clock.poll();
    return { cause: 'unreachable', code: 'E009', detail: `${code}: ${detail}` };
  }

  /** What a player has said stays the reason, wherever the deadline falls. */
  let replied: CallError | undefined;
  async function askAndNote(): ReturnType<typeof ask> {
    const heard = await ask();
    if (!heard.ok && isReply(heard.error)) replied = heard.error;
    return heard;
  }

  const heard = await withRetry(askAndNote, {
    clock,
    random,
    attempts: Number.POSITIVE_INFINITY,
    baseMs: FIRST_PAUSE_MS,
    until,
    retryable: ({ code }) => code !== 'DEADLINE_PASSED' && code !== 'INVALID_ANSWER' && !isOver(),
  });
  return { heard: heard.ok ? heard : err(await failed(heard.error)), sentMs, handshakeMs, heldMs };
}

function heldBefore(left: Monotonic | undefined, begun: Monotonic, departure: Departure | undefined): number {
  if (left === undefined) return 0;
  const heldMs = left - begun - (departure?.handshakeMs ?? 0) - (departure?.stoodMs ?? 0);
  return heldMs > A_MOMENT_MS ? heldMs : 0;
}

/** Whether a player was reached and said something that is no answer. */
function isReply({ code }: CallError): boolean {
  return code === 'ERROR_REPLY' || code === 'INVALID_REPLY';
}

/** A stranger's words may be long; so much of them is told. */
const SAID_LENGTH = 200;

function badAnswer({ code, detail, rpc_code, error_code }: CallError): Failure {
  const what = code === 'ERROR_REPLY' ? 'it answered with an error' : 'its answer cannot be used';
  const word = rpc_code ?? error_code;
  const named = word === undefined ? '' : ` (${word})`;
  return { cause: 'bad_answer', code: 'E002', detail: `${what}: ${cut(detail, SAID_LENGTH)}${named}` };
}
