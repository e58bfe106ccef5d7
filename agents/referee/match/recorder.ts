/** The record and the log of a referee while it asks: the transcript of a match, its errors, and answers given again. */

import type { DialectName } from '../../../SHARED/contracts/dialects/dialect.ts';
import type { HabitName } from '../../../SHARED/contracts/dialects/habits.ts';
import { ERRORS } from '../../../SHARED/contracts/errors.ts';
import type { TranscriptLine } from '../../../SHARED/contracts/files/match.ts';
import { type Breach, ConductTally, named } from '../../../SHARED/contracts/judged.ts';
import {
  type COURSE,
  helpIn,
  type MatchResult,
  type ModelTotals,
  modelMove,
  modelSum,
  TIMELINE_LENGTH,
  type TimelineEntry,
} from '../../../SHARED/contracts/messages/result.ts';
import { moveIn } from '../../../SHARED/contracts/moves.ts';
import { violationOf } from '../../../SHARED/contracts/violations.ts';
import { type Clock, timestamp } from '../../../SHARED/core/clock.ts';
import { canonicalJson, type Json, type JsonObject } from '../../../SHARED/core/json.ts';
import type { JsonLogger } from '../../../SHARED/league_sdk/logger.ts';
import { capped, type FailedAttempt, type Failure, sentenceOf } from './evidence.ts';
import type { Objection, Question } from './questions.ts';
import type { Seat } from './seat.ts';

/** The tools of a recorder. */
export interface RecorderTools {
  readonly clock: Clock;
  readonly log: Pick<JsonLogger, 'warning' | 'error'>;
}

/** What an answer is worth. */
interface HeardAnswer {
  readonly objection: Pick<Objection, 'code'> | undefined;
  /** There was a legal one before it. */
  readonly again: boolean;
  /** How many answers to this question there have been, with this one. */
  readonly nth: number;
}

/** How an answer came: in which dialect, and by which habits it was read. */
export interface CameBy {
  readonly dialect: DialectName;
  readonly habits?: readonly HabitName[] | undefined;
}

/** Of further answers to a question only the newest is kept. */
const KEPT_ANSWERS = 10;

/** The recorder of one match. No log line of it holds a choice: the match is not decided. */
export class Recorder {
  readonly #match_id: string;
  readonly #log: RecorderTools['log'];
  readonly #transcript: Transcript;
  readonly #timeline: Timeline;
  /** How its players kept to the protocol. */
  readonly conduct = new ConductTally();

  constructor(match_id: string, { clock, log }: RecorderTools) {
    this.#match_id = match_id;
    this.#log = log;
    this.#transcript = new Transcript(clock);
    this.#timeline = new Timeline(clock);
  }

  /** How the match went so far, as its report carries it. */
  get story(): Story {
    const guarded = this.#guarded();
    const models = this.#timeline.models();
    return {
      ...this.#timeline.story(),
      ...(guarded === undefined ? {} : { guarded }),
      ...(models === undefined ? {} : { models }),
    };
  }

  /** All messages of the match so far, in order. */
  get transcript(): readonly TranscriptLine[] {
    return this.#transcript.lines;
  }

  /** How many moves of each player a guard made, where it made any. */
  #guarded(): Story['guarded'] {
    const helped = this.transcript.filter(({ from, guarded }) => from !== undefined && guarded !== undefined);
    const counts = Map.groupBy(helped, ({ from }) => from as string);
    return counts.size === 0 ? undefined : Object.fromEntries([...counts].map(([id, lines]) => [id, stepsIn(lines)]));
  }

  /** When a player last said something. */
  lastFrom(player_id: string): string | undefined {
    return this.#transcript.lastFrom(player_id);
  }

  /** A question leaves; its answer is awaited for so long. */
  asked({ player_id }: Seat, question: Question<unknown>, attempt: number, limitMs: number): void {
    const { type, record } = question;
    this.#timeline.asked(player_id, question, attempt, limitMs);
    this.#transcript.sent(type, player_id, { ...stepOf(record), ...(attempt === 1 ? {} : { attempt }) });
  }

  /** An answer came, legal or not. */
  answered({ player_id }: Seat, { record }: Question<unknown>, answer: JsonObject, heard: HeardAnswer): void {
    const { objection, again, nth } = heard;
    const said: Note = record.field === undefined ? {} : { [record.field]: capped(moveIn(answer) ?? null) };
    const wrong: Note = objection === undefined ? {} : { error_code: objection.code };
    const isHelped = objection === undefined && (answer['guarded'] ?? answer['model_use']) !== undefined;
    const { model_use, ...helped } = isHelped ? helpIn(answer) : {};
    this.#timeline.answered(player_id, { ...helped, ...(model_use && { model_use }) });
    const isOneTooMany = nth > KEPT_ANSWERS;
    const note = { ...said, ...stepOf(record), ...wrong, ...helped };
    this.#transcript.received(record.answer, player_id, note, isOneTooMany);
    // Spec 002 §3.2.5: the latest choice counts, and that it was not the first is worth a line.
    if (again && !isOneTooMany) this.#log.warning('ANSWERED_AGAIN', { match_id: this.#match_id, player_id });
  }

  /** A player had so much more time for the attempt it was asked in last, for time that was not its own. */
  gave({ player_id }: Seat, moreMs: number): void {
    this.#timeline.gave(player_id, moreMs);
  }

  /** An answer came to an attempt that was over. */
  late({ player_id }: Seat, { step }: Question<unknown>, attempt: number): void {
    this.#timeline.late(player_id, step ?? 0, attempt);
  }

  /** An attempt came to nothing. */
  failed(seat: Seat, question: Question<unknown>, failed: FailedAttempt): void {
    const { player_id } = seat;
    this.#timeline.failed(player_id, { code: failed.code, sentence: sentenceOf(seat, failed) });
    const { attempt, limitMs, cause } = failed;
    const timeout = cause === 'timeout' ? { timeout_sec: limitMs / 1_000 } : {};
    const error_code = wordFor(question, failed);
    const { answer, habits } = failed;
    const how = () => ({ dialect: seat.correspondent.dialect, habits });
    const isNoted = answer !== undefined && this.noteConduct(seat, question, answer, how());
    const breach = isNoted ? undefined : named(habits ?? [], breachOf(failed));
    if (breach !== undefined) this.conduct.breached(player_id, breach);
    this.#log.error('GAME_ERROR', { match_id: this.#match_id, error_code, player_id, ...timeout, attempt });
  }

  /** An answer is judged as it came, by the published rules of its dialect. Whether it breaks one. */
  noteConduct({ player_id }: Seat, { awaited: type }: Question<unknown>, received: JsonObject, how: CameBy): boolean {
    const { dialect, habits = [] } = how;
    return this.conduct.heard(player_id, { type, dialect, habits }, received);
  }

  /** A seat that was taken by a status alone, and by no answer until the match was over. */
  tookByStatus({ player_id }: Seat): void {
    const breach = { kind: 'missing_field', detail: 'GAME_JOIN_ACK: missing required field: accept' } as const;
    this.conduct.breached(player_id, named(['status_joins'], breach) as Breach);
  }

  /** A GAME_ERROR about the attempt leaves. */
  toldOf({ player_id }: Seat, { code: error_code, attempt }: FailedAttempt): void {
    this.#transcript.sent('GAME_ERROR', player_id, { error_code, attempt });
  }
}

/** An answer that was given again counts once. */
function stepsIn(lines: readonly TranscriptLine[]): number {
  return new Set(lines.map(({ step = 1 }) => step)).size;
}

function stepOf({ step }: Question<unknown>['record']): Note {
  return step === undefined ? {} : { step };
}

/** Spec 004's word for a deadline that passed; anything else by the name of its code. */
function wordFor({ type }: Question<unknown>, { cause, code }: Failure): string {
  if (cause !== 'timeout') return ERRORS[code].name;
  return type === 'GAME_INVITATION' ? 'TIMEOUT_JOIN' : 'TIMEOUT_MOVE';
}

/** The rule of the protocol that an attempt without a usable answer breaks. */
function breachOf(failed: FailedAttempt): Breach | undefined {
  const kind = violationOf(failed);
  return kind === undefined ? undefined : { kind, detail: `${failed.awaited}: ${failed.detail}` };
}

/** What stands in a line beside its head. */
type Note = { readonly [field: string]: Json };

/** All messages of a match in order. It stays in memory until the match is decided, because it holds choices. */
class Transcript {
  readonly #clock: Clock;
  readonly #lines: (TranscriptLine & JsonObject)[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get lines(): readonly TranscriptLine[] {
    return this.#lines;
  }

  /** Notes a message to a player. The same message to the other one, straight after, is the same line. */
  sent(message_type: string, to: string, note: Note = {}): void {
    const last = this.#lines.at(-1);
    const wentToOther = last?.to?.includes(to) === false;
    if (wentToOther && last.message_type === message_type && isSameNote(last, note)) last.to?.push(to);
    else this.#add(message_type, { to: [to], ...note });
  }

  /** Notes an answer; `instead` of the player's last one when too many have come to keep them all. */
  received(message_type: string, from: string, note: Note = {}, instead = false): void {
    const last = instead ? this.#lines.findLastIndex((line) => line.from === from) : -1;
    if (last !== -1) {
      this.#lines.splice(last, 1);
      for (const line of this.#lines.slice(last)) line.sequence--;
    }
    this.#add(message_type, { from, ...note });
  }

  /** When a player last said something. */
  lastFrom(player: string): string | undefined {
    return this.#lines.findLast(({ from }) => from === player)?.timestamp;
  }

  #add(message_type: string, about: Note): void {
    this.#lines.push({
      sequence: this.#lines.length + 1,
      message_type,
      timestamp: timestamp(this.#clock),
      ...(about as object),
    });
  }
}

function isSameNote(
  { sequence: _s, message_type: _m, timestamp: _t, to: _to, ...note }: JsonObject,
  other: Note,
): boolean {
  return canonicalJson(note) === canonicalJson(other);
}

/** The part of a result that tells how the match went. */
type Story = Pick<MatchResult['details'], keyof typeof COURSE>;
type Entry = { -readonly [K in keyof TimelineEntry]: TimelineEntry[K] };

/** Every attempt to ask a player, with its times since the match began. */
class Timeline {
  readonly #clock: Clock;
  readonly #begun: number;
  readonly #entries: Entry[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#begun = clock.monotonic();
  }

  asked(player_id: string, { step = 0, awaited }: Question<unknown>, attempt: number, limitMs: number): void {
    const asked_ms = this.#now();
    const deadline_ms = Math.round(this.#clock.monotonic() - this.#begun + limitMs);
    this.#entries.push({ player_id, step, awaited, attempt, asked_ms, answered_ms: null, deadline_ms });
  }

  /** The first answer to an attempt is the one whose time counts. */
  answered(player_id: string, helped: Pick<Entry, 'guarded' | 'model_use'>): void {
    const entry = this.#lastOf(player_id);
    if (entry === undefined) return;
    entry.answered_ms ??= this.#now();
    Object.assign(entry, helped);
  }

  gave(player_id: string, moreMs: number): void {
    const entry = this.#lastOf(player_id);
    if (entry !== undefined) entry.deadline_ms += Math.round(moreMs);
  }

  #lastOf(player_id: string): Entry | undefined {
    return this.#entries.findLast((each) => each.player_id === player_id);
  }

  late(player_id: string, step: number, attempt: number): void {
    const entry = this.#entries.findLast(
      (each) => each.player_id === player_id && each.step === step && each.attempt === attempt,
    );
    if (entry !== undefined) entry.answered_ms ??= this.#now();
  }

  failed(player_id: string, fault: NonNullable<Entry['fault']>): void {
    const entry = this.#lastOf(player_id);
    if (entry !== undefined) entry.fault = fault;
  }

  /** The language models of the players, added up over all their moves; an answer that was given again counts once. */
  models(): Story['models'] {
    const moves = this.#entries.flatMap(({ player_id, model_use }) =>
      model_use === undefined ? [] : [modelMove(player_id, model_use)],
    );
    if (moves.length === 0) return undefined;
    return [...Map.groupBy(moves, ({ player_id }) => player_id).values()].map((own) => {
      const { latencies_ms, ...sum } = modelSum(own as [ModelTotals, ...ModelTotals[]]);
      return { ...sum, latencies_ms: latencies_ms.slice(-TIMELINE_LENGTH) };
    });
  }

  story(): Story {
    const spare = this.#entries.length - TIMELINE_LENGTH;
    if (spare <= 0) return { timeline: [...this.#entries] };
    const answered = this.#entries.filter(({ fault }) => fault === undefined);
    const left = new Set([...answered, ...this.#entries.filter(({ fault }) => fault !== undefined)].slice(0, spare));
    return { timeline: this.#entries.filter((entry) => !left.has(entry)), timeline_left_out: spare };
  }

  #now(): number {
    return Math.round(this.#clock.monotonic() - this.#begun);
  }
}
