/** One player in one match: how it is reached, how much of its clock is left, and the call it may still answer. */
import type { Envelope } from '../../../SHARED/contracts/contract.ts';
import type { DialectName, Echo } from '../../../SHARED/contracts/dialects/dialect.ts';
import { idIn } from '../../../SHARED/contracts/dialects/senders.ts';
import { type Refusal, refusal } from '../../../SHARED/contracts/errors.ts';
import { type MoveAnswerType, moveIn, stepIn } from '../../../SHARED/contracts/moves.ts';
import { type Json, type JsonObject, sameJson } from '../../../SHARED/core/json.ts';
import { err, ok, type Result } from '../../../SHARED/core/result.ts';
import type { Correspondent } from '../../../SHARED/league_sdk/messaging/peer.ts';
import type { Cause } from '../result/verdict.ts';

/** A message a player may answer with. */
export type AwaitedType = 'GAME_JOIN_ACK' | MoveAnswerType;

/** A call that waits for an answer, or whose answer may still be replaced. */
export interface OpenAttempt {
  readonly awaited: AwaitedType;
  /** Which call for a move; absent for the invitation. */
  readonly step: number | undefined;
  /** Takes an answer, the first one or another; `received` is how it came, without its secrets. */
  receive(answer: JsonObject, received: JsonObject): void;
  /** Nobody wants an answer any more. */
  abandon(): void;
}

/** An attempt to ask a player that came to nothing. */
export interface Lapse {
  readonly awaited: AwaitedType;
  /** Which attempt at this question, from 1. */
  readonly attempt: number;
  readonly cause: Cause;
  /** It was asked again; otherwise it has lost. */
  readonly retrying: boolean;
}

/** What a seat is made from. */
export interface SeatOptions {
  readonly match_id: string;
  readonly player_id: string;
  readonly opponent_id: string;
  readonly address: string;
  readonly dialect: DialectName;
  readonly echo?: Echo | undefined;
  /** Unguessable, so that it proves who answers. */
  readonly conversation_id: string;
  readonly ticket: string | undefined;
  /** How often it is asked before it forfeits. */
  readonly attempts: number;
  /** Its clock for all calls of the match together. */
  readonly clockMs: number;
}

/** A seat with its player. Whoever asks it opens a call; answers that are posted find it. */
export class Seat {
  readonly match_id: string;
  readonly player_id: string;
  readonly opponent_id: string;
  readonly conversation_id: string;
  readonly ticket: string | undefined;
  readonly attempts: number;
  /** What is left of its clock. */
  leftMs: number;
  correspondent: Correspondent;
  open: OpenAttempt | undefined;
  /** Nothing is awaited from it any more. */
  closed = false;
  /** When it took its seat. */
  joinedAt: string | undefined;
  /** What it was asked in vain, newest last. */
  readonly lapses: Lapse[] = [];
  readonly #moves = new Map<number, Json>();
  #lastStep = 0;
  #joined: boolean | undefined;

  constructor(options: SeatOptions) {
    const { match_id, player_id, opponent_id, address, dialect, echo, conversation_id, ticket, attempts, clockMs } =
      options;
    this.match_id = match_id;
    this.player_id = player_id;
    this.opponent_id = opponent_id;
    this.conversation_id = conversation_id;
    this.ticket = ticket;
    this.attempts = attempts;
    this.leftMs = clockMs;
    this.correspondent = { id: player_id, address, dialect, echo };
  }

  /** Its player moved elsewhere; the next message goes there. */
  readdress({ address, dialect, echo }: Pick<SeatOptions, 'address' | 'dialect' | 'echo'>): void {
    this.correspondent = { id: this.player_id, address, dialect, echo };
  }

  /** Remembers when it came, or that it would not, so that the same answer again gets the same reply. */
  joined(at: string | undefined): void {
    this.#joined = at !== undefined;
    this.joinedAt = at;
    this.open = undefined;
  }

  /** Remembers the move that stands for a step, and gives it back. */
  moved(step: number, move: Json): Json {
    this.#moves.set(step, move);
    this.#lastStep = step;
    this.open = undefined;
    return move;
  }

  /** Nothing that comes from now on changes anything. */
  close(): void {
    this.closed = true;
    this.open?.abandon();
    this.open = undefined;
  }

  /** Takes an answer that came by itself. It counts for the open call, or repeats what stands, or does not fit. */
  post(answer: Envelope & JsonObject, received: JsonObject): Result<void, Refusal> {
    const { player_id, match_id } = answer;
    // A stranger's name claims nothing; the opponent's claims its seat.
    const claimed = player_id ?? (idIn(answer.sender) === this.opponent_id ? this.opponent_id : this.player_id);
    if (claimed !== this.player_id) {
      return err(refusal('E012', `this conversation is not one with ${String(claimed)}`));
    }
    if (match_id !== undefined && match_id !== this.match_id) {
      return err(refusal('E008', `this conversation is about ${this.match_id}, not ${String(match_id)}`));
    }
    if (this.open !== undefined && answers(answer, this.open)) {
      this.open.receive(answer, received);
      return ok(undefined);
    }
    if (this.#repeats(answer)) return ok(undefined);
    const awaited = this.open?.awaited ?? 'nothing';
    return err(refusal('E007', `${answer.message_type} does not fit: ${awaited} is awaited from ${this.player_id}`));
  }

  #repeats(answer: Envelope & JsonObject): boolean {
    if (answer.message_type === 'GAME_JOIN_ACK') return this.#joined === (answer['accept'] !== false);
    const step = stepIn(answer) ?? this.#lastStep;
    return this.#moves.has(step) && sameJson(this.#moves.get(step), moveIn(answer));
  }
}

function answers(answer: Envelope & JsonObject, call: OpenAttempt): boolean {
  if (answer.message_type !== call.awaited) return false;
  const step = stepIn(answer);
  return step === undefined || step === call.step;
}
