/** The moves that are asked of a seat: each is open until it is made, or until its match is over. */
import { type ErrorCode, type Refusal, refusal } from '../../SHARED/contracts/errors.ts';
import type { Help } from '../../SHARED/contracts/model_use.ts';
import { legalMove, wordsFor } from '../../SHARED/contracts/moves.ts';
import type { Clock, Monotonic } from '../../SHARED/core/clock.ts';
import { cut, isJsonObject, type Json } from '../../SHARED/core/json.ts';
import { err, ok, type Result } from '../../SHARED/core/result.ts';
import type { Choice, Turn } from '../player/strategy.ts';

/** How long a referee waits for an answer to its call. */
export interface Limit {
  /** As the referee wrote it. */
  readonly deadline: string;
  /** The same on our clock. */
  readonly at: Monotonic;
}

/** A turn that waits for its client's move. */
export interface OpenTurn {
  readonly turn: Turn;
  readonly limit: Limit;
  /** How often the referee has asked for this move. */
  readonly asked: number;
}

/** A move that was made in time. */
export interface Made {
  readonly move: Json;
  /** The time left until the deadline. */
  readonly spareMs: number;
}

/** The words of a client beside its move: the reason for its own log, and its help for the referee's record. */
export interface OfMove extends Help {
  readonly reasoning?: string;
}

interface Pending extends OpenTurn {
  limit: Limit;
  asked: number;
  /** When the client's time for this call began. */
  since: Monotonic;
  readonly settle: (choice: Choice) => void;
  readonly giveUp: (why: Error) => void;
}

/** The moves that are awaited from one seat; a match has one at a time. */
export class OpenTurns {
  readonly #clock: Clock;
  readonly #limits = new Map<string, Limit>();
  readonly #pending = new Map<string, Pending>();
  /** The time that was used in each match, of calls that are over. */
  readonly #spentMs = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A referee calls for a move, for the first time or once more. */
  called(match_id: string, limit: Limit): void {
    this.#limits.set(match_id, limit);
    const pending = this.#pending.get(match_id);
    if (pending === undefined) return;
    this.#charge(match_id, pending);
    Object.assign(pending, { limit, since: this.#clock.monotonic(), asked: pending.asked + 1 });
  }

  /** The time that this seat has used in a match so far, by its own count: the referee's decides. */
  spentMs(match_id: string): number {
    const pending = this.#pending.get(match_id);
    return (this.#spentMs.get(match_id) ?? 0) + (pending === undefined ? 0 : this.#runningMs(pending));
  }

  /**
   * Resolves with the move when it is made. No move is made in its place: without one it rejects after the match,
   * long after the referee has stopped listening.
   */
  ask(turn: Turn): Promise<Choice> {
    const { match_id, timeLeftMs } = turn;
    this.drop(match_id, 'the referee asks something else');
    const limit = this.#limits.get(match_id) ?? this.#limitAfter(timeLeftMs);
    const { promise, resolve: settle, reject: giveUp } = Promise.withResolvers<Choice>();
    this.#pending.set(match_id, { turn, limit, asked: 1, since: this.#clock.monotonic(), settle, giveUp });
    return promise;
  }

  /** The open turn that has to be answered first. */
  current(): OpenTurn | undefined {
    const now = this.#clock.monotonic();
    return [...this.#pending.values()].filter(({ limit }) => limit.at > now).sort((a, b) => a.limit.at - b.limit.at)[0];
  }

  /** Whether a move of this match is awaited, in time or not. */
  has(match_id: string): boolean {
    return this.#pending.has(match_id);
  }

  /** Makes the move that is awaited in a match. An illegal move leaves the turn open. */
  make(match_id: string, given: Json, { reasoning = '', ...helped }: OfMove = {}): Result<Made, Refusal> {
    const pending = this.#pending.get(match_id);
    if (pending === undefined) return err(refusal('E007', `no move of yours is awaited in ${match_id}`));
    const { turn, limit, settle } = pending;
    const spareMs = limit.at - this.#clock.monotonic();
    if (spareMs <= 0) {
      const late = (-spareMs / 1_000).toFixed(1);
      return err(
        refusal(
          'E001',
          `too late: the time for this move ended ${late} s ago, at ${limit.deadline}; call wait_for_turn to hear whether the referee asks once more`,
        ),
      );
    }
    const move = legalMove(given, turn.moves);
    if (move === undefined) return err(notLegal(given, turn));
    this.#charge(match_id, pending);
    this.#pending.delete(match_id);
    settle({ move, reasoning, ...helped });
    return ok({ move, spareMs });
  }

  /** The match is over, or its question is no longer asked. */
  drop(match_id: string, why: string): void {
    const pending = this.#pending.get(match_id);
    if (pending !== undefined) this.#charge(match_id, pending);
    this.#pending.delete(match_id);
    pending?.giveUp(new Error(`no move was made in ${match_id}: ${why}`));
  }

  /** The match will not be heard of again. */
  forget(match_id: string, why: string): void {
    this.drop(match_id, why);
    this.#limits.delete(match_id);
    this.#spentMs.delete(match_id);
  }

  /** The client will not move any more. */
  dropAll(why: string): void {
    for (const match_id of [...this.#pending.keys()]) this.drop(match_id, why);
  }

  /** A call is over, or made once more: what was used of it is counted, at most until its deadline. */
  #charge(match_id: string, pending: Pending): void {
    this.#spentMs.set(match_id, (this.#spentMs.get(match_id) ?? 0) + this.#runningMs(pending));
  }

  #runningMs({ since, limit }: Pending): number {
    return Math.max(0, Math.min(this.#clock.monotonic(), limit.at) - since);
  }

  #limitAfter(ms: number): Limit {
    const deadline = new Date(this.#clock.now().getTime() + ms).toISOString();
    return { deadline, at: (this.#clock.monotonic() + ms) as Monotonic };
  }
}

function notLegal(given: Json, { game_type, moves }: Turn): Refusal {
  const code: ErrorCode = wordsFor(game_type).invalid;
  const what = isJsonObject(given) ? 'that' : cut(JSON.stringify(given) ?? '', 80);
  return refusal(
    code,
    `${what} is not a legal move here; legal are: ${moves.map((move) => JSON.stringify(move)).join(', ')}`,
  );
}
