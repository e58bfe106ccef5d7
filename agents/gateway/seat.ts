/** One seat: a real player of the league that gets its moves from a client, and the news for that client. */
import { type Refusal, refusal } from '../../SHARED/contracts/errors.ts';
import { type Clock, later } from '../../SHARED/core/clock.ts';
import { cut, type Json } from '../../SHARED/core/json.ts';
import { err, ok, type Result } from '../../SHARED/core/result.ts';
import type { StartFailure } from '../../SHARED/league_sdk/effects.ts';
import { Wakeup } from '../../SHARED/league_sdk/flow/mutex.ts';
import { untilDeadlineMs } from '../player/decision.ts';
import type { PlayerAtWork } from '../player/player.ts';
import type { Finished, OnFinished } from '../player/sensors.ts';
import { type Match, State } from '../player/state.ts';
import type { Strategy } from '../player/strategy.ts';
import { callIn, type HeardMessage, type OnHeard, type Tap } from '../player/tap.ts';
import { type Asking, type FinishedMatch, FinishedMatches } from './finished_matches.ts';
import { type Made, type OfMove, type OpenTurn, OpenTurns } from './open_turns.ts';
import type { KeptSeat } from './seat_book.ts';

/** The parts of a player's options that come from its seat. */
export interface Holding {
  readonly strategy: Strategy;
  readonly state: State;
  readonly onHeard: OnHeard;
  readonly onFinished: OnFinished;
}

/** A client's undecided match, as far as the client may know it. */
export interface CurrentMatch {
  readonly match_id: string;
  readonly opponent_id: string;
  readonly opponent_name?: string;
  readonly round_id: number;
  readonly phase: 'announced' | 'seated' | 'asked' | 'moved';
}

/** The status of a seat for a client that waits. */
export interface SeatStatus {
  readonly status: 'your_turn' | 'match_over' | 'league_over' | 'waiting' | 'left';
  readonly turn?: OpenTurn;
  /** Matches that ended since the last answer that the client is known to have received. */
  readonly finished: readonly FinishedMatch[];
  /** The number of matches that ended before those, and are told no more. */
  readonly dropped: number;
  /** The last match that had ended when this was said. */
  readonly last?: string;
}

/** The time for a client that was told the end, but may have lost its connection, to ask again. */
const REPEATED_MS = 5_000;
/** The most calls that wait at one seat; one more is answered at once. */
const MOST_WAITING = 16;
/** A client that gives up twice after the same time, but for so much of it, has a limit of its own: calls are held for most of it. */
const SAME_TIME = 0.1;
const HELD_OF_LIMIT = 0.8;
/** Sooner, a person has called it off. */
const LEAST_LIMIT_MS = 2_000;
/** It may have been something else: so long after it was learnt, it is tried again. */
const LEARNT_FOR_MS = 1_800_000;

type Start = (holding: Holding) => Promise<Result<PlayerAtWork, StartFailure>>;

/** A seat with at most one player at a time. */
export class Seat {
  readonly news = new FinishedMatches();
  /** The knowledge of its players; the next player goes on where the one before ended. */
  readonly state = new State();
  /** Whether its client is one of MCP, which may ask on when the league is over: a plain program ends with its league. */
  mayAskOn = false;
  readonly #clock: Clock;
  readonly #turns: OpenTurns;
  readonly #wakeup: Wakeup;
  readonly #start: Start;
  readonly #moveMs: number | undefined;
  #kept: Omit<KeptSeat, 'player_id'>;
  #player_id: string | undefined;
  #player: PlayerAtWork | undefined;
  #ended: string | undefined;
  /** When the end was put into an answer that the client may no longer have been waiting for. */
  #endTold: number | undefined;
  #isEndHeard = false;
  #isClosed = false;
  #waiting = 0;
  /** How long its client waited for the last answer that it gave up, and how long it is held at most since then. */
  #gaveUpAfter: number | undefined;
  #holdMs = Number.POSITIVE_INFINITY;
  #learntAt: number | undefined;
  /** How often its client was to show that it is there. */
  #nudges = 0;
  /** When its client was last heard of; undefined: never since the seat was given. */
  #heardOf: number | undefined;
  /** When a manager that was started again gave the seat back; its client may be on its way. */
  #keptSince: number | undefined;

  constructor(
    kept: Omit<KeptSeat, 'player_id'> & { readonly player_id?: string },
    { clock, moveMs }: { readonly clock: Clock; readonly moveMs?: number | undefined },
    start: Start,
  ) {
    const { player_id, ...rest } = kept;
    this.#kept = rest;
    this.#player_id = player_id;
    this.#clock = clock;
    this.#moveMs = moveMs;
    this.#start = start;
    this.#turns = new OpenTurns(clock);
    this.#wakeup = new Wakeup(clock);
  }

  /** The durable part of the seat. */
  get kept(): KeptSeat {
    return { ...this.#kept, player_id: this.player_id };
  }

  get player_id(): string {
    if (this.#player_id === undefined) throw new Error('this seat has no player yet');
    return this.#player_id;
  }

  get hasLeft(): boolean {
    return this.#kept.left;
  }

  /** The reason why it has no player now, where it has none. */
  get ended(): string | undefined {
    return this.#player === undefined ? (this.#ended ?? 'it was not started') : undefined;
  }

  /** Whether it was not used since it was given, and nothing was played. */
  get isUntouched(): boolean {
    return this.#heardOf === undefined && this.state.round === 0;
  }

  /** Whether its client was there a moment ago and has yet to hear how the league ended. */
  awaitsTheEnd(sinceMs: number): boolean {
    const { final } = this.state;
    if (final === undefined || this.#isEndHeard || this.hasLeft) return false;
    const heardOf = this.#heardOf ?? this.#keptSince;
    if (heardOf === undefined) return false;
    const now = this.#clock.monotonic();
    const isOnItsWay = this.#endTold === undefined || now - this.#endTold <= REPEATED_MS;
    return isOnItsWay && now - heardOf <= sinceMs;
  }

  /** Whether its client was there in the last while, or waits for an answer, as far as is known: `nudge` shows whether it does. */
  wasHeardWithin(ms: number): boolean {
    if (this.#waiting > 0) return true;
    return this.#heardOf !== undefined && this.#clock.monotonic() - this.#heardOf <= ms;
  }

  /** The manager was started again. */
  comeBack(): void {
    this.#keptSince = this.#clock.monotonic();
  }

  /** Its client has shown that it knows the seat. */
  touch(): void {
    this.#heardOf = this.#clock.monotonic();
  }

  /** Answers the calls that wait: a client that is there asks on, and one whose line is dead is not heard of again. */
  nudge(): void {
    this.#nudges += 1;
    this.#wakeup.ring();
  }

  /** Takes over the durable part: to be called when that is on disk. */
  become({ player_id, ...rest }: KeptSeat): void {
    this.#player_id = player_id;
    this.#kept = rest;
  }

  /** Starts its player, if it is not there. */
  async sit(): Promise<Result<void, StartFailure>> {
    if (this.#player !== undefined) return ok(undefined);
    const started = await this.#start({
      strategy: this.#strategy(),
      state: this.state,
      onHeard: (heard, by) => this.#hear(heard, by),
      onFinished: (finished) => this.#finished(finished),
    });
    if (!started.ok) {
      this.#ended = 'it could not be started';
      return started;
    }
    this.#isClosed = false;
    this.#player = started.value;
    this.#player_id = started.value.id;
    void started.value.ended.then((reason) => {
      this.#player = undefined;
      this.#ended = reason;
      this.#turns.dropAll('the player has ended');
      this.#wakeup.ring();
    });
    return ok(undefined);
  }

  /** Ends the player and keeps the seat; waiting clients are answered. */
  async stop(reason: string): Promise<void> {
    this.#isClosed = true;
    this.#turns.dropAll(reason);
    await this.#player?.stop(reason);
    this.#wakeup.ring();
  }

  /**
   * Resolves as soon as there is something to say, at the latest after `ms`, and at once when the signal is aborted.
   * Several may wait at one seat: each is told everything. `heard` is the last match its client has heard of.
   */
  async wait(ms: number, signal: AbortSignal, heard?: string): Promise<SeatStatus> {
    this.#waiting += 1;
    const begun = this.#clock.monotonic();
    if (begun - (this.#learntAt ?? begun) >= LEARNT_FOR_MS) this.#holdMs = Number.POSITIVE_INFINITY;
    try {
      return await this.#wait(this.#waiting > MOST_WAITING ? 0 : Math.min(ms, this.#holdMs), signal, heard);
    } finally {
      this.#waiting -= 1;
      this.touch();
      if (signal.aborted) this.#noteGivenUp(this.#clock.monotonic() - begun);
    }
  }

  #noteGivenUp(afterMs: number): void {
    const before = this.#gaveUpAfter ?? 0;
    this.#gaveUpAfter = afterMs;
    const isLimit = before >= LEAST_LIMIT_MS && Math.abs(afterMs - before) <= SAME_TIME * before;
    if (!isLimit) return;
    this.#holdMs = Math.min(this.#holdMs, HELD_OF_LIMIT * Math.min(before, afterMs));
    this.#learntAt = this.#clock.monotonic();
  }

  /** Another client may sit here from now on: it is held for as long as it says. */
  forgetLimit(): void {
    this.#gaveUpAfter = undefined;
    this.#holdMs = Number.POSITIVE_INFINITY;
  }

  async #wait(ms: number, signal: AbortSignal, heard?: string): Promise<SeatStatus> {
    const until = later(this.#clock.monotonic(), ms);
    const asking = this.news.asking(heard);
    const nudges = this.#nudges;
    // A client that asks when the league is over is answered at once, and surely there to hear it.
    if (this.state.final !== undefined && !signal.aborted) this.#isEndHeard = true;
    for (;;) {
      if (signal.aborted) return { status: 'waiting', finished: [], dropped: 0 };
      const leftMs = until - this.#clock.monotonic();
      const turn = this.#turns.current();
      const status = this.#statusWith(turn, asking);
      const isDue = leftMs <= 0 || this.#isClosed || this.#nudges > nudges;
      if (status !== 'waiting' || isDue) return this.#answer(status, turn, asking);
      await this.#wakeup.wait(leftMs, signal);
    }
  }

  /** Makes a move; a refusal says exactly why not. */
  make(match_id: string, move: Json, said: OfMove): Result<Made, Refusal> {
    return this.#turns.has(match_id) ? this.#turns.make(match_id, move, said) : err(this.#noTurn(match_id));
  }

  /** The turn that is open. */
  get turn(): OpenTurn | undefined {
    return this.#turns.current();
  }

  /** The time that its client has used in a match so far; undefined where it took its seat before this process began. */
  spentMs(match_id: string): number | undefined {
    const isKnown = this.state.matches.get(match_id)?.joined_at !== undefined;
    return isKnown ? this.#turns.spentMs(match_id) : undefined;
  }

  /** The match of this round, while it is undecided. */
  get match(): CurrentMatch | undefined {
    const match = this.state.matches.undecided;
    if (match === undefined) return undefined;
    const { match_id, opponent_id = 'unknown', opponent_name, round_id = this.state.round } = match;
    const named = opponent_name === undefined ? {} : { opponent_name };
    return { match_id, opponent_id, ...named, round_id, phase: this.#phaseOf(match) };
  }

  #strategy(): Strategy {
    return {
      name: 'client',
      // Silence must stay silence: no move is made in a client's place.
      unguarded: true,
      decide: (turn) => {
        const asked = this.#turns.ask(turn);
        this.#wakeup.ring();
        return asked;
      },
    };
  }

  #hear(heard: HeardMessage, { receivedAt }: Tap): void {
    const call = callIn(heard);
    if (call !== undefined) {
      const leftMs = untilDeadlineMs(call, { clock: this.#clock, receivedAt, moveMs: this.#moveMs });
      this.#turns.called(call.match_id, { deadline: call.deadline, at: later(this.#clock.monotonic(), leftMs) });
    }
    // Waiting clients look when this message has been taken in.
    this.#wakeup.ring();
  }

  #finished(finished: Finished): void {
    this.news.add(finished);
    this.#turns.forget(finished.match.match_id, 'the match is over');
    this.#wakeup.ring();
  }

  #phaseOf({ match_id, asked, joined_at }: Match): CurrentMatch['phase'] {
    if (this.#turns.has(match_id)) return 'asked';
    if (asked.size > 0) return 'moved';
    return joined_at === undefined ? 'announced' : 'seated';
  }

  #answer(status: SeatStatus['status'], turn: OpenTurn | undefined, asking: Asking): SeatStatus {
    if (this.state.final !== undefined) this.#endTold = this.#clock.monotonic();
    const { matches: finished, dropped } = this.news.tell(asking);
    const last = this.news.finished.at(-1)?.match_id;
    return {
      status,
      finished,
      dropped,
      ...(turn === undefined ? {} : { turn }),
      ...(last === undefined ? {} : { last }),
    };
  }

  #statusWith(turn: OpenTurn | undefined, asking: Asking): SeatStatus['status'] {
    if (this.hasLeft) return 'left';
    if (turn !== undefined) return 'your_turn';
    if (this.state.final !== undefined) return 'league_over';
    return this.news.hasNewsFor(asking) ? 'match_over' : 'waiting';
  }

  #noTurn(match_id: string): Refusal {
    if (this.hasLeft)
      return refusal('E007', 'you have left this seat; join_league with its seat_token brings you back');
    if (this.news.isOver(match_id)) return refusal('E007', `match ${match_id} is over`);
    const match = this.state.matches.get(match_id);
    if (match !== undefined && this.#phaseOf(match) === 'moved')
      return refusal('E007', `not your turn: your move in ${match_id} is made and cannot be changed`);
    if (match !== undefined)
      return refusal('E007', `not your turn: nobody has asked you for a move in ${match_id} yet`);
    const own = this.state.matches.undecided;
    const now = own === undefined ? 'you have none now' : `yours is ${own.match_id}`;
    return refusal('E008', `no match ${cut(match_id, 80)} of this seat is known; ${now}`);
  }
}
