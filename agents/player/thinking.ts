/** From a call for a move to what the strategy makes of it, whoever asks. */
import { type Refusal, refusal } from '../../SHARED/contracts/errors.ts';
import type { Message } from '../../SHARED/contracts/index.ts';
import { type CallType, type MoveQuestion, questionIn, wordsFor } from '../../SHARED/contracts/moves.ts';
import type { Json } from '../../SHARED/core/json.ts';
import { err, ok, type Result } from '../../SHARED/core/result.ts';
import type { Decide } from './decision.ts';
import type { Decision } from './guard.ts';
import type { History } from './history.ts';
import type { Match } from './matches.ts';
import type { State } from './state.ts';

/** Has the strategy decide, within the given time, knowing all that the player knows. */
export type Think = (match: Match, question: MoveQuestion, timeLeftMs: number) => Promise<Decision>;

export interface ThinkOptions {
  readonly state: State;
  readonly history: () => History;
  readonly decide: Decide;
}

export function makeThink({ state, history, decide }: ThinkOptions): Think {
  return (match, question, timeLeftMs) => {
    const { player_id } = state.member;
    const standing = state.standing(player_id) as { readonly [name: string]: Json } | undefined;
    return decide(match, question, { player_id, history: history().past, standing, timeLeftMs });
  };
}

/** The question in a call, put to this player; E002 where there is none to answer. */
export function questionTo(player_id: string, call: Message<CallType>): Result<MoveQuestion, Refusal> {
  const question = { ...questionIn(call), player_id };
  if (wordsFor(question.game_type).call !== call.message_type) {
    return err(refusal('E002', `moves of ${question.game_type} are not asked for by ${call.message_type}`));
  }
  return question.options.length === 0 ? err(refusal('E002', 'the call leaves no move open')) : ok(question);
}
