/** The questions of a referee to a player: to take its seat, and to move. The words for a move are the game's, from their one table. */
import type { ErrorCode } from '../../../SHARED/contracts/errors.ts';
import { type CallType, type MoveAnswerType, moveIn, stepIn, wordsFor } from '../../../SHARED/contracts/moves.ts';
import { cut, type Json, type JsonObject, sameJson } from '../../../SHARED/core/json.ts';
import { err, ok, type Result } from '../../../SHARED/core/result.ts';
import type { Seat as SeatNumber } from '../../../SHARED/games/game.ts';
import { type MatchOrder, type OrderedPlayer, placeOf, playersOf } from './order.ts';
import type { Turn } from './play.ts';

/** A message a player is asked something with. */
export type AskType = 'GAME_INVITATION' | CallType;

/** A message a player may answer with. */
export type AwaitedType = 'GAME_JOIN_ACK' | MoveAnswerType;

/** The fault of an answer that came. */
export interface Objection {
  readonly cause: 'declined' | 'invalid_choice';
  readonly code: ErrorCode;
  readonly detail: string;
}

/** One thing to ask, as often as it takes. */
export interface Question<T> {
  readonly type: AskType;
  readonly awaited: AwaitedType;
  /** Which call for a move; absent for the invitation. */
  readonly step: number | undefined;
  readonly limitMs: number;
  /** What the record calls an answer, where in its line the answer itself stands, and whether its step is noted. */
  readonly record: { readonly answer: string; readonly field?: string; readonly step?: number };
  /** The message for an attempt that ends at this time of day. */
  body(deadline: string): JsonObject;
  /** The answer where it is one that may be given, or what is wrong with it. */
  legal(answer: JsonObject): Result<T, Objection>;
}

/** Asks a player to take its seat. Any answer but a no is a yes. */
export function invitation(order: MatchOrder, seat: SeatNumber, referee_endpoint: string): Question<true> {
  const { me, other } = sides(order, seat);
  const body = {
    ...placeOf(order),
    game_type: order.rules.game_type,
    player_id: me.player_id,
    role_in_match: seat === 0 ? 'PLAYER_A' : 'PLAYER_B',
    opponent_id: other.player_id,
    opponent_name: other.display_name,
    referee_endpoint,
    draw_commitment: order.draw_commitment,
    assignment_epoch: order.assignment_epoch,
  };
  return {
    type: 'GAME_INVITATION',
    awaited: 'GAME_JOIN_ACK',
    step: undefined,
    limitMs: order.rules.timeouts.join_sec * 1_000,
    record: { answer: 'GAME_JOIN_ACK' },
    body: () => body,
    legal: (answer) =>
      answer['accept'] === false
        ? err({ cause: 'declined', code: 'E006', detail: 'it declined the invitation' })
        : ok(true),
  };
}

/** Asks a player for a move; only what is among the options is one. */
export function moveCall(order: MatchOrder, seat: SeatNumber, { step, view, options }: Turn): Question<Json> {
  const { me, other } = sides(order, seat);
  const words = wordsFor(order.rules.game_type);
  const body = words.callBody({
    ...placeOf(order),
    player_id: me.player_id,
    game_type: order.rules.game_type,
    opponent_id: other.player_id,
    your_standings: me.standings,
    step,
    view,
    options,
    deadline: '',
    assignment_epoch: order.assignment_epoch,
  });
  const { message_type: answer, field } = words.record;
  return {
    type: words.call,
    awaited: words.answer,
    step,
    limitMs: order.rules.timeouts.move_sec * 1_000,
    record: stepIn(body) === undefined ? { answer, field } : { answer, field, step },
    body: (deadline) => ({ ...body, deadline }),
    legal(given) {
      const move = moveIn(given);
      const legal = options.find((option) => sameJson(option, move));
      if (legal !== undefined) return ok(legal);
      return err({ cause: 'invalid_choice', code: words.invalid, detail: notAnOption(move, options) });
    },
  };
}

/** What was sent and what could have been, for the author of the player. */
function notAnOption(move: Json | undefined, options: readonly Json[]): string {
  const shown = (value: Json) => (typeof value === 'string' ? value : JSON.stringify(value));
  const could = `${options.slice(0, OPTIONS_SHOWN).map(shown).join(', ')}${options.length > OPTIONS_SHOWN ? ', …' : ''}`;
  if (move === undefined || move === null) return `there is no choice in the answer; it could be one of: ${could}`;
  return `the choice ${cut(JSON.stringify(move), 100)} is not one of: ${could}`;
}

const OPTIONS_SHOWN = 20;

function sides(order: MatchOrder, seat: SeatNumber): { readonly me: OrderedPlayer; readonly other: OrderedPlayer } {
  const [a, b] = playersOf(order);
  return seat === 0 ? { me: a, other: b } : { me: b, other: a };
}
