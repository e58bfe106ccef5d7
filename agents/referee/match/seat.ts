/** One player in one match: how it is reached, how much of its clock is left, and what it has answered so far. */
import type { Envelope } from '../../../SHARED/contracts/contract.ts';
import type { DialectName, Echo } from '../../../SHARED/contracts/dialects/dialect.ts';
import type { HabitName } from '../../../SHARED/contracts/dialects/habits.ts';
import { withHabits } from '../../../SHARED/contracts/dialects/wrappings.ts';
import { moveIn, stepIn } from '../../../SHARED/contracts/moves.ts';
import { type Json, type JsonObject, sameJson } from '../../../SHARED/core/json.ts';
import { MATCH_TIME } from '../../../SHARED/core/limits.ts';
import type { Correspondent, Detections } from '../../../SHARED/league_sdk/messaging/peer.ts';
import type { AttemptTimes, FailedAttempt } from './evidence.ts';

/** The parts of a seat. */
export interface SeatOptions {
  readonly match_id: string;
  readonly player_id: string;
  readonly opponent_id: string;
  readonly address: string;
  readonly dialect: DialectName;
  readonly echo?: Echo | undefined;
  /** Its league disqualifies for breaches: no habit of it is read. */
  readonly strict?: boolean;
  /** Cannot be guessed, so that an answer which names it comes from this player. */
  readonly conversation_id: string;
  readonly ticket: string | undefined;
  /** How often it is asked before it forfeits. */
  readonly attempts: number;
  /** Its clock for all calls of the match together. */
  readonly clockMs: number;
}

/** A seat with its player. It knows no call: a call that waits for an answer is in the posted answers. */
export class Seat {
  readonly match_id: string;
  readonly player_id: string;
  readonly opponent_id: string;
  readonly conversation_id: string;
  readonly ticket: string | undefined;
  readonly attempts: number;
  /** What is left of its clock. */
  leftMs: number;
  /** What all its calls took so far, and whose time that was. */
  readonly #spent = { charged_ms: 0, handshake_ms: 0, excused_ms: 0, stood_ms: 0 };
  /** What may still be excused in this match; see `excuse`. */
  #excusableMs: number;
  correspondent: Correspondent;
  readonly strict: boolean;
  /** How often it may still be asked once more to find out a habit: that takes of its time, and no attempt. */
  readonly detections: Detections = { left: 3 };
  /** It took its seat by a status, and has not said so in an answer. */
  joinedByStatus = false;
  /** An answer of its player is awaited now. */
  isAwaited = false;
  /** When it took its seat. */
  joinedAt: string | undefined;
  /** What it was asked in vain, newest last. */
  readonly failedAttempts: FailedAttempt[] = [];
  readonly #moves = new Map<number, Json>();
  #lastStep = 0;
  #joined: boolean | undefined;

  constructor(options: SeatOptions) {
    const { match_id, player_id, opponent_id, address, dialect, echo, conversation_id, ticket, attempts, clockMs } =
      options;
    this.strict = options.strict ?? false;
    this.match_id = match_id;
    this.player_id = player_id;
    this.opponent_id = opponent_id;
    this.conversation_id = conversation_id;
    this.ticket = ticket;
    this.attempts = attempts;
    this.leftMs = clockMs;
    this.#excusableMs = clockMs * MATCH_TIME.excused;
    this.correspondent = { id: player_id, address, dialect, echo };
  }

  /**
   * Time in which a message to it did not leave: how much of that is not taken from its clock. It has a total for the
   * match, since a player may have its ways to hold our messages up.
   */
  excuse(ms: number): number {
    const excused = Math.min(ms, this.#excusableMs);
    this.#excusableMs -= excused;
    return excused;
  }

  /** An attempt is over: so much of it is taken from the clock. */
  charge(chargedMs: number, { handshakeMs, excusedMs, stoodMs }: AttemptTimes): void {
    this.leftMs -= chargedMs;
    this.#spent.charged_ms += chargedMs;
    this.#spent.handshake_ms += handshakeMs;
    this.#spent.excused_ms += excusedMs;
    this.#spent.stood_ms += stoodMs;
  }

  /** What all its calls took so far, in whole milliseconds, for the evidence. */
  get account(): { readonly [what: string]: number } {
    return Object.fromEntries(Object.entries(this.#spent).map(([what, ms]) => [what, Math.round(ms)]));
  }

  /** Its player moved elsewhere; the next message goes there. */
  readdress({ address, dialect, echo }: Pick<SeatOptions, 'address' | 'dialect' | 'echo'>): void {
    const habits = this.correspondent.echo?.habits ?? [];
    this.correspondent = { id: this.player_id, address, dialect, echo: withHabits(echo, habits) };
  }

  /** Remembers habits of its player for its next question; those that were not known. */
  learn(habits: readonly HabitName[]): readonly HabitName[] {
    const { echo } = this.correspondent;
    const met = habits.filter((habit) => !echo?.habits?.includes(habit));
    if (met.length > 0) this.correspondent = { ...this.correspondent, echo: withHabits(echo, met) };
    return met;
  }

  /** Remembers when it came, or that it would not, so that the same answer again gets the same reply. */
  joined(at: string | undefined): void {
    this.#joined = at !== undefined;
    this.joinedAt = at;
  }

  /** Remembers the move that stands for a step, and gives it back. */
  moved(step: number, move: Json): Json {
    this.#moves.set(step, move);
    this.#lastStep = step;
    return move;
  }

  /** Whether an answer says what this player has said before and what stands. */
  repeats(answer: Envelope & JsonObject): boolean {
    if (answer.message_type === 'GAME_JOIN_ACK') {
      const isSame = this.#joined === (answer['accept'] !== false);
      if (isSame) this.joinedByStatus = false;
      return isSame;
    }
    const step = stepIn(answer) ?? this.#lastStep;
    return this.#moves.has(step) && sameJson(this.#moves.get(step), moveIn(answer));
  }
}
