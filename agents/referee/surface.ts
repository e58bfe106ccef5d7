/** The Referee by the names of specification 002: each method has the referee do what it does anyway. */
import type { BodyOf } from '../../SHARED/contracts/contract.ts';
import { refusal } from '../../SHARED/contracts/errors.ts';
import { type Failure, NOT_STARTED } from '../../SHARED/contracts/failures.ts';
import type { All, Message } from '../../SHARED/contracts/index.ts';
import type { MatchResult } from '../../SHARED/contracts/messages/result.ts';
import { MOVE_TAKEN, MOVE_TIMED_OUT, type MoveAnswerType } from '../../SHARED/contracts/moves.ts';
import type { RefereePhase } from '../../SHARED/contracts/states.ts';
import type { JsonObject } from '../../SHARED/core/json.ts';
import { err, ok, type Result } from '../../SHARED/core/result.ts';
import {
  type Callable,
  callEmbedded,
  EmbeddedAgent,
  type Proof,
  postEmbedded,
  wrongState,
} from '../../SHARED/league_sdk/spec/embedded.ts';
import type { FailedAttempt } from './match/evidence.ts';
import type { MatchOrder } from './match/order.ts';
import type { Match } from './match/state.ts';
import type { Matches } from './matches.ts';
import { type RefereeAtWork, type RefereeOptions, startReferee } from './referee.ts';
import { isResult, type Report } from './result/report.ts';

/** The options that all referees of a program have in common. */
export type RefereeWorld = Pick<RefereeOptions, 'effects' | 'places' | 'gameOf'>;
/** The options of one referee alone. */
export type RefereeIdentity = Omit<RefereeOptions, keyof RefereeWorld>;

/** An attempt to ask a player: of which match, whom, and which attempt it was, from 1. */
export interface Attempted {
  readonly match_id: string;
  readonly player_id: string;
  readonly retry_count: number;
}

/** A match of this referee. */
interface Found {
  readonly match: Match;
  readonly matches: Matches;
}

/** A move in the words of its game; the type says in which. */
export type PostedMove = { readonly message_type: MoveAnswerType } & JsonObject;

/** A referee in the hands of a program. Nothing here throws for what can be expected; E007 says that it is not the time. */
export class Referee {
  readonly #world: RefereeWorld;
  readonly #held = new EmbeddedAgent<RefereeAtWork>('the referee');

  constructor(world: RefereeWorld) {
    this.#world = world;
  }

  /** The referee at work: its id, its address, its end and how to bring that about. */
  get running(): RefereeAtWork | undefined {
    return this.#held.running;
  }

  /** How far a match is; a match that is not known, or forgotten, is none. */
  stateOf(match_id: string): RefereePhase | typeof NOT_STARTED {
    if (this.running === undefined) return NOT_STARTED;
    return this.running.matches.match(match_id)?.phase.current ?? 'IDLE';
  }

  /** Resolves when it is registered. */
  async startReferee(identity: RefereeIdentity): Promise<Result<void, Failure>> {
    return this.#held.start(async () => {
      for (const game_type of identity.game_types) {
        const game = this.#world.gameOf(game_type, {});
        if (!game.ok) return err({ code: 'GAME_RULES_LOAD_FAILED', detail: game.error.detail });
      }
      return startReferee({ ...this.#world, ...identity });
    });
  }

  /** Takes a match on; the proof holds the token by which the league manager is known. */
  async handleMatchAssignment(order: MatchOrder, proof: Proof): Promise<Result<Message<'RUN_MATCH_ACK'>, Failure>> {
    const agent = this.#callable();
    if (!agent.ok) return agent;
    const answer = await callEmbedded(agent.value, 'RUN_MATCH', order, proof);
    if (!answer.ok || answer.value.status === 'acknowledged') return answer;
    return err({ code: 'MATCH_REFUSED', detail: answer.value.reason ?? 'it gave no reason' });
  }

  /** Takes a player's answer to its invitation. */
  async handleGameJoinAck(answer: BodyOf<All['GAME_JOIN_ACK']>, proof: Proof): Promise<Result<void, Failure>> {
    const agent = this.#callable();
    return agent.ok ? postEmbedded(agent.value, 'GAME_JOIN_ACK', answer as JsonObject, proof) : agent;
  }

  /** What was made of an invitation that was not answered in time. */
  async handleGameJoinTimeout(attempted: Attempted): Promise<Result<FailedAttempt, Failure>> {
    return this.#failed(attempted, ({ awaited }) => awaited === 'GAME_JOIN_ACK');
  }

  /** Takes a player's move. */
  async [MOVE_TAKEN]({ message_type, ...move }: PostedMove, proof: Proof): Promise<Result<void, Failure>> {
    const agent = this.#callable();
    return agent.ok ? postEmbedded(agent.value, message_type, move, proof) : agent;
  }

  /** What was made of a call for a move that was not answered in time; of several steps the newest is meant. */
  async [MOVE_TIMED_OUT](attempted: Attempted): Promise<Result<FailedAttempt, Failure>> {
    return this.#failed(attempted, ({ awaited }) => awaited !== 'GAME_JOIN_ACK');
  }

  /** The result of a match as it will be or was reported; every caller gets the same, at any time. */
  async drawNumberAndDetermineWinner(match_id: string): Promise<Result<MatchResult, Failure>> {
    const found = this.#decided(match_id);
    if (!found.ok) return found;
    const { report } = found.value;
    if (!isResult(report)) return err(refusal('E020', `${match_id} could not be run, and has no result`));
    return ok(report.result);
  }

  /** Resolves when the report is recorded and the players were told, however long that takes. */
  async notifyPlayersAndReport(match_id: string): Promise<Result<void, Failure>> {
    const found = this.#decided(match_id);
    if (!found.ok) return found;
    const { match, matches } = found.value;
    matches.take(match.order);
    await matches.atRest(match);
    if (match.phase.current === 'MATCH_COMPLETE') return ok(undefined);
    return err({ code: 'REPORT_NOT_TAKEN', detail: `the report of ${match_id} is kept in the outbox` });
  }

  /** Forgets a match when its last file is written. */
  async resetForNextMatch(match_id: string): Promise<Result<void, Failure>> {
    const found = this.#find(match_id);
    if (!found.ok) return found;
    const { match, matches } = found.value;
    if (match.phase.current !== 'MATCH_COMPLETE') return wrongState(`${match_id} is in ${match.phase.current}`);
    await matches.atRest(match);
    if (matches.match(match_id) === match) matches.reset(match);
    return ok(undefined);
  }

  #callable(): Result<Callable, Failure> {
    const referee = this.#held.atWork();
    return referee.ok ? ok({ answer: referee.value.answer, ...this.#world.effects }) : referee;
  }

  #find(match_id: string): Result<Found, Failure> {
    const referee = this.#held.atWork();
    if (!referee.ok) return referee;
    const { matches } = referee.value;
    const match = matches.match(match_id);
    return match === undefined ? err(refusal('E008', `no match ${match_id} is known here`)) : ok({ match, matches });
  }

  #decided(match_id: string): Result<Found & { readonly report: Report }, Failure> {
    const found = this.#find(match_id);
    if (!found.ok) return found;
    const { decided } = found.value.match;
    if (decided === undefined) return wrongState(`${match_id} is not decided`);
    return ok({ ...found.value, report: decided.report });
  }

  #failed(
    { match_id, player_id, retry_count }: Attempted,
    of: (failed: FailedAttempt) => boolean,
  ): Result<FailedAttempt, Failure> {
    const found = this.#find(match_id);
    if (!found.ok) return found;
    const seat = found.value.match.seats.find((one) => one.player_id === player_id);
    if (seat === undefined) return err(refusal('E005', `${player_id} has no seat in ${match_id}`));
    const failed = seat.failedAttempts.findLast((one) => of(one) && one.attempt === retry_count);
    return failed === undefined ? wrongState(`attempt ${retry_count} has not come to nothing`) : ok(failed);
  }
}
