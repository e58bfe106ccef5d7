/** What a player answers: the bodies of its messages, made from what it knows. */
import type { BodyOf } from '../../SHARED/contracts/contract.ts';
import type { All } from '../../SHARED/contracts/index.ts';
import { type MoveQuestion, wordsFor } from '../../SHARED/contracts/moves.ts';
import type { Json, JsonObject } from '../../SHARED/core/json.ts';

/** That the player is there. It always accepts: to decline is to lose. */
export function join(player_id: string, match_id: string, arrival_timestamp: string): BodyOf<All['GAME_JOIN_ACK']> {
  return { match_id, player_id, arrival_timestamp, accept: true };
}

/** The move, in the words of its game. */
export function answerMove(question: MoveQuestion, move: Json): JsonObject {
  return wordsFor(question.game_type).answerBody(question, move);
}

/** That a message about a round was heard. */
export function heardRound(round_id: number) {
  return { round_id, status: 'acknowledged' } as const;
}

/** That the end of a match was heard. */
export function heardMatch(match_id: string) {
  return { match_id, status: 'acknowledged' } as const;
}

/** That any other message was heard. */
export function heard() {
  return { status: 'acknowledged' } as const;
}
