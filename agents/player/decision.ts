/** From a question to a move: the strategy behind its guard, asked once for each question of a match. */
import { type Refusal, refusal } from '../../SHARED/contracts/errors.ts';
import { CONTRACTS, type Message } from '../../SHARED/contracts/index.ts';
import { type CallType, type MoveQuestion, questionIn, wordsFor } from '../../SHARED/contracts/moves.ts';
import type { Clock, Monotonic } from '../../SHARED/core/clock.ts';
import { type Entropy, randomFrom } from '../../SHARED/core/entropy.ts';
import { sha256 } from '../../SHARED/core/hash.ts';
import { type Json, sameJson } from '../../SHARED/core/json.ts';
import { chanceStream, type Random } from '../../SHARED/core/random.ts';
import { err, ok, type Result } from '../../SHARED/core/result.ts';
import { type Decision, type GuardSetting, guard } from './guard.ts';
import type { History } from './history.ts';
import type { CallAndDecision, Match, State } from './state.ts';
import type { Strategy } from './strategy.ts';

/** The question in a call, put to this player; E002 where there is none to answer. */
export function questionTo(player_id: string, call: Message<CallType>): Result<MoveQuestion, Refusal> {
  const question = { ...questionIn(call), player_id };
  if (wordsFor(question.game_type).call !== call.message_type) {
    return err(refusal('E002', `moves of ${question.game_type} are not asked for by ${call.message_type}`));
  }
  return question.options.length === 0 ? err(refusal('E002', 'the call leaves no move open')) : ok(question);
}

/** Whether a call was made before. A match that is played again may ask another question at the same step. */
export function isRepeated(match: Match, question: MoveQuestion): boolean {
  const before = match.asked.get(question.step);
  return before !== undefined && isSameQuestion(before.question, question);
}

/** The share of its time in which a strategy may think. The rest is for the way back, and for clocks that differ a little. */
export const SHARE = 0.8;

/** The time of a player: its own clock, when a call came, and the limit it knows of where that is longer than usual. */
export interface Timing {
  readonly clock: Clock;
  readonly receivedAt: Monotonic;
  readonly moveMs?: number | undefined;
}

/** How long a strategy may think: 80 % of the time to the deadline, in whole milliseconds. */
export function thinkingMs(call: Message<CallType>, timing: Timing): number {
  return Math.floor(SHARE * untilDeadlineMs(call, timing));
}

/**
 * The time to the deadline of a call by the clock of the player; where that is nothing, or more than the limit, the
 * deadline is of another clock, and the limit counts from when the call came.
 */
export function untilDeadlineMs(call: Message<CallType>, { clock, receivedAt, moveMs = 0 }: Timing): number {
  const limitMs = Math.max(moveMs, CONTRACTS[call.message_type as CallType].head.reply.withinMs);
  const leftMs = Date.parse(call.deadline) - clock.now().getTime();
  if (leftMs > 0 && leftMs <= limitMs) return leftMs;
  return Math.max(0, limitMs - (clock.monotonic() - receivedAt));
}

export interface ThinkOptions extends Omit<GuardSetting, 'clock'> {
  readonly state: State;
  /** There from the moment the player is registered. */
  readonly history: () => History;
  readonly strategy: Strategy;
  readonly clock: Clock;
  readonly entropy: Entropy;
  /** Makes the strategy's chance the same in every run of the league. */
  readonly seed: string | undefined;
}

/** The strategy's decision within the given time, from all that the player knows. */
export type Think = (match: Match, question: MoveQuestion, timeLeftMs: number) => Promise<Decision>;

/** A player's way of deciding. A repeated question gets the same move; one that ended in an exception is asked anew. */
export function makeThink(options: ThinkOptions): Think {
  const { state, history, strategy, clock, entropy, seed } = options;
  const decide = guard(strategy, options);

  return (match, question, timeLeftMs) => {
    const before = match.asked.get(question.step);
    if (before !== undefined && isSameQuestion(before.question, question)) return before.decision;
    const { player_id } = state.member;
    const standing = state.standing(player_id) as { readonly [name: string]: Json } | undefined;
    match.random ??= chanceOf(player_id, match.match_id);
    const { game_type, opponent_id, match_id, round_id, view, options: moves } = question;
    const decision = decide({
      ...{ player_id, history: history().past, standing, timeLeftMs },
      ...{ game_type, opponent_id, match_id, round_id, view, moves, step: match.asked.size + 1 },
      ...{ random: match.random, clock },
    });
    const asked: CallAndDecision = { question, decision };
    match.asked.set(question.step, asked);
    decision.then(
      (decided) => {
        asked.decided = decided;
      },
      () => match.asked.delete(question.step),
    );
    return decision;
  };

  function chanceOf(player_id: string, match_id: string): Random {
    return seed === undefined ? randomFrom(entropy) : chanceStream(sha256(`${seed}:${player_id}:${match_id}`));
  }
}

function isSameQuestion(a: MoveQuestion, b: MoveQuestion): boolean {
  return sameJson(a.view, b.view) && sameJson(a.options, b.options);
}
