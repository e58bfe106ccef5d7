/** One question to one seat: each attempt ends with the first thing that decides it, wherever it comes from. */
import type { BodyOf } from '../../../SHARED/contracts/contract.ts';
import type { HabitName } from '../../../SHARED/contracts/dialects/habits.ts';
import type { ErrorCode } from '../../../SHARED/contracts/errors.ts';
import type { All } from '../../../SHARED/contracts/index.ts';
import { type Clock, type LoopWatch, later, type Monotonic, oncePassed } from '../../../SHARED/core/clock.ts';
import { cut, type JsonObject } from '../../../SHARED/core/json.ts';
import type { Random } from '../../../SHARED/core/random.ts';
import { err, ok, type Result } from '../../../SHARED/core/result.ts';
import type { AskOutcome, CallError, Peer } from '../../../SHARED/league_sdk/messaging/peer.ts';
import { withRetry } from '../../../SHARED/league_sdk/transport/retry.ts';
import type { Departure } from '../../../SHARED/league_sdk/transport/transport.ts';
import { type AttemptTimes, type Failure, silent } from './evidence.ts';
import type { AwaitingCall, PostedAnswers, PostedBy } from './posted_answers.ts';
import type { AskType, AwaitedType, Objection, Question } from './questions.ts';
import type { CameBy, Recorder } from './recorder.ts';
import type { Seat } from './seat.ts';

/** The tools of a call. */
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
  /** By how much its newest late answer was late. */
  lateMs: number | undefined;
  /** Its player took the seat by a status, and posted that it would not. */
  withdrawn: Objection | undefined;
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

  receive(answer: JsonObject, { received, dialect, from }: PostedBy): void {
    this.#take(answer, received, { dialect }, from.receivedAt);
  }

  #take(answer: JsonObject, received: JsonObject, how: CameBy, at: Monotonic): void {
    const seat = this.#seat;
    const judged = this.#question.legal(answer);
    // A posted answer confirms or takes back what a status said; it is no second one.
    if (seat.joinedByStatus && this.awaited === 'GAME_JOIN_ACK') {
      seat.joinedByStatus = false;
      if (judged.ok) return;
      this.withdrawn = judged.error;
    }
    // A status after the join itself says nothing more.
    if (how.habits?.includes('status_joins') && this.#answer !== undefined) return;
    // Whether that is a breach depends on what is posted until the match is over.
    if (how.habits?.includes('status_joins')) seat.joinedByStatus = true;
    else this.#tools.recorder.noteConduct(seat, this.#question, received, how);
    if (!judged.ok) {
      this.#object(judged.error, answer, received, at);
      return;
    }
    this.#note(answer, undefined);
    this.#answer = { value: judged.value };
    this.#settle(undefined, at);
  }

  /** An illegal second answer does not take back a legal first one. */
  #object(objection: Objection, answer: JsonObject, received: JsonObject, at: Monotonic): void {
    this.#note(answer, objection);
    if (this.#answer === undefined) this.#settle({ ...objection, answer: received }, at);
  }

  /** Something came that is no answer at all: what can be read of it is on record. */
  #objectTo(failure: Failure): void {
    if (failure.code !== 'E009') this.#note(failure.answer ?? {}, failure);
    if (this.#answer === undefined) this.#settle(failure);
  }

  /** An answer to an attempt that is over: it does not count, and how late it was is worth knowing. */
  #late(number: number, at: Monotonic, deadlineMs: Monotonic): void {
    if (!this.#isOpen) return;
    this.lateMs = Math.max(1, Math.round(at - deadlineMs));
    this.#tools.recorder.late(this.#seat, this.#question, number);
  }

  /** Its player showed habits: the next question goes by them, and the report names them. */
  #learn(habits: readonly HabitName[], isSilent: boolean): void {
    const met = isSilent ? habits : this.#seat.learn(habits);
    if (met.length > 0) this.#tools.recorder.conduct.showed(this.#seat.player_id, met);
  }

  #note(answer: JsonObject, objection: Pick<Failure, 'code'> | undefined): void {
    const heard = { objection, again: this.#answer !== undefined, nth: ++this.#heard };
    this.#tools.recorder.answered(this.#seat, this.#question, answer, heard);
  }

  /**
   * Resolves when there is a legal answer to take, or with why this attempt came to nothing; by then its deadline has
   * truly passed. The watch began with the player's time, and ends here.
   */
  attempt(
    body: JsonObject,
    deadline: Monotonic,
    { limitMs, watch }: { readonly limitMs: number; readonly watch: LoopWatch },
  ): Promise<Ended> {
    const { clock } = this.#tools;
    const number = ++this.#attempt;
    return new Promise((resolve, reject) => {
      let settled = false;
      let callOff: (() => void) | undefined;
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
        const { habits } = heard.ok ? heard.value : heard.error;
        if (habits !== undefined) this.#learn(habits, heard.ok && heard.value.kind === 'acknowledged');
        if (!settled) times = { sentMs, handshakeMs, excusedMs: this.#seat.excuse(heldMs) };
        if (heard.ok && heard.value.kind === 'acknowledged') {
          if (settled) return;
          deadlineMs = later(deadline, times.excusedMs + watch.stoodMs());
          const { method, doubt } = heard.value;
          const silence = { ...silent(limitMs, 'acknowledged', method), ...(habits === undefined ? {} : { habits }) };
          callOff = oncePassed(clock, deadlineMs, () => {
            doubt?.();
            this.#settle(silence);
          });
          return;
        }
        if (heard.ok) {
          const answered = heard.value as Extract<typeof heard.value, { kind: 'answer' }>;
          const { message, received = {}, dialect = this.#seat.correspondent.dialect, receivedAt } = answered;
          this.#take(message, received, { dialect, habits }, receivedAt);
        } else if (heard.error.cause === 'bad_answer') this.#objectTo(heard.error);
        else this.#settle(heard.error);
      };
      // As the wire has it: time in which this process stood still does not count, up to once the whole time again.
      const until = () => later(deadline, Math.min(watch.stoodMs(), limitMs));
      const onLate = (at: Monotonic): void => this.#late(number, at, deadlineMs);
      const delivery = { type: this.#question.type, body, limitMs, until, isOver: () => settled, onLate };
      deliver(this.#seat, delivery, this.#tools).then(hear).catch(reject);
    });
  }
}

/** A message that has to arrive. */
interface Delivery {
  readonly type: AskType;
  readonly body: JsonObject;
  readonly limitMs: number;
  /** Its deadline, which moves while this process stands still. */
  readonly until: () => Monotonic;
  /** Whether its answer has come by another way. */
  readonly isOver: () => boolean;
  /** Hears when an answer came after the deadline, as long as somebody waits for it. */
  readonly onLate: (at: Monotonic) => void;
}

/** What came of a message, and how it left. */
interface Delivered extends Pick<AttemptTimes, 'sentMs' | 'handshakeMs'> {
  readonly heard: Result<AskOutcome<AskType>, Failure>;
  /** Time in which it did not leave though this process was awake and the player kept no connection waiting. */
  readonly heldMs: number;
}

/** Connection faults are tried again from here on, doubling, while the deadline lasts. */
const FIRST_PAUSE_MS = 100;
/** A message takes a moment to leave; only more than this is time taken from the player. */
export const A_MOMENT_MS = 50;
/** A line may break once in an attempt; a player that ends it oftener means it. */
const HANG_UPS_FORGIVEN = 1;

/** Resolves with what the seat said, or at once with why that is no answer; with its silence only once the deadline has truly passed. */
async function deliver(seat: Seat, delivery: Delivery, { peer, clock, random }: CallTools): Promise<Delivered> {
  const { type, body, limitMs, until, isOver, onLate } = delivery;
  const { conversation_id, ticket, strict, detections } = seat;
  const how = { conversation_id, onLate, strict, detections, ...(ticket === undefined ? {} : { auth_token: ticket }) };
  let sentMs: Monotonic | undefined;
  let handshakeMs = 0;
  let heldMs = 0;
  let hangUps = 0;
  /** The newest failure that is more than silence: it stays the reason, wherever the deadline falls. */
  let known: CallError | undefined;

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
    if (!heard.ok && heard.error.hungUp) hangUps++;
    if (!heard.ok && heard.error.code !== 'DEADLINE_PASSED') known = heard.error;
    return heard;
  }

  /** When a message that did not leave was given up. A connection that was refused or broke is the player's. */
  function neverLeft(heard: Result<unknown, CallError>): Monotonic | undefined {
    return !heard.ok && heard.error.code === 'DEADLINE_PASSED' ? heard.error.failedAt : undefined;
  }

  function isWorthAnother(error: CallError): boolean {
    if (error.code === 'DEADLINE_PASSED' || isOver()) return false;
    return error.hungUp ? hangUps <= HANG_UPS_FORGIVEN : !isReply(error);
  }

  async function failed(last: CallError): Promise<Failure> {
    if (isReply(last) || (last.hungUp && hangUps > HANG_UPS_FORGIVEN)) return badAnswer(last);
    // The wire polls once more before it calls a deadline passed; a line that was down is polled here.
    if (last.code !== 'DEADLINE_PASSED') await clock.poll();
    if (known !== undefined && (isBusy(known) || known.hungUp)) return badAnswer(known);
    // A player that took its last call is there, though it was not before.
    const line = last.code === 'DEADLINE_PASSED' && last.sentAt !== undefined ? undefined : known;
    if (line !== undefined) return { cause: 'unreachable', code: 'E009', detail: line.detail };
    return silent(limitMs, last.sentAt === undefined ? 'untaken' : 'taken');
  }

  const heard = await withRetry(ask, {
    clock,
    random,
    attempts: Number.POSITIVE_INFINITY,
    baseMs: FIRST_PAUSE_MS,
    until,
    retryable: isWorthAnother,
  });
  return { heard: heard.ok ? heard : err(await failed(heard.error)), sentMs, handshakeMs, heldMs };
}

function heldBefore(left: Monotonic | undefined, begun: Monotonic, departure: Departure | undefined): number {
  if (left === undefined) return 0;
  const heldMs = left - (departure?.begun ?? begun) - (departure?.handshakeMs ?? 0) - (departure?.stoodMs ?? 0);
  return heldMs > A_MOMENT_MS ? heldMs : 0;
}

/** Whether a player was reached and said something that is no answer, and that it would say again. */
function isReply(error: CallError): boolean {
  const { code, status, sentAt } = error;
  if (isBusy(error)) return false;
  if (code === 'REFUSED') return status !== undefined;
  if (code === 'TOO_LARGE') return sentAt !== undefined;
  return code === 'ERROR_REPLY' || code === 'INVALID_REPLY' || code === 'INVALID_ANSWER';
}

/** Statuses of HTTP that ask to try again: too many requests, and gateways without a server behind them. */
const BUSY: ReadonlySet<number | undefined> = new Set([429, 502, 503, 504]);

function isBusy({ status, error_code }: CallError): boolean {
  return BUSY.has(status) || error_code === 'E014';
}

/** A stranger's words may be long; so much of them is told. */
const SAID_LENGTH = 200;

function badAnswer(error: CallError): Failure {
  const { habits, untried } = error;
  if (untried) return { ...saidBadly(error), untried };
  return habits === undefined ? saidBadly(error) : { ...saidBadly(error), habits };
}

function saidBadly({ code, detail, rpc_code, error_code, hungUp, received, status }: CallError): Failure {
  const told = cut(detail, SAID_LENGTH);
  if (hungUp) return { cause: 'bad_answer', code: 'E009', detail: hangUpIn(detail) };
  if (code === 'INVALID_ANSWER') {
    const answer = received ?? {};
    return { cause: 'bad_answer', code: error_code as ErrorCode, detail: told, answer };
  }
  const word = rpc_code ?? error_code;
  const named = word === undefined ? '' : ` (${word})`;
  const said = code === 'ERROR_REPLY' ? `it answered with an error: ${told}${named}` : told;
  const isError = code === 'ERROR_REPLY' || (status !== undefined && status >= 400);
  return { cause: 'bad_answer', code: 'E002', detail: said, ...(isError ? { error: { rpc_code, error_code } } : {}) };
}

function hangUpIn(detail: string): string {
  if (/in the middle of the answer/.test(detail)) return 'it closed the connection in the middle of its answer';
  const isClosed = /closed|ECONNRESET|EPIPE|broke/.test(detail);
  return isClosed ? 'it closed the connection without an answer' : `its answer cannot be read: ${detail}`;
}
