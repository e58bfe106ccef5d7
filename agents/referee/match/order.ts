/** A match as it is ordered: everything a referee needs to know of it, and what follows from that at once. */
import type { BodyOf } from '../../../SHARED/contracts/contract.ts';
import type { All } from '../../../SHARED/contracts/index.ts';
import type { Terms } from '../../../SHARED/contracts/messages/result.ts';
import { type Entropy, uuid } from '../../../SHARED/core/entropy.ts';
import { Seat } from './seat.ts';

/** The RUN_MATCH of a match, without its envelope. */
export type MatchOrder = BodyOf<All['RUN_MATCH']>;
/** A player of the match, as the manager describes it. */
export type OrderedPlayer = MatchOrder['players'][number];
/** One for each seat. */
export type Pair<T> = readonly [T, T];

/** The players in the order of the seats. */
export function playersOf(order: MatchOrder): Pair<OrderedPlayer> {
  const [a, b] = order.players;
  if (a === undefined || b === undefined) throw new RangeError(`${order.match_id} has not two players`);
  return [a, b];
}

/** Where a message about the match says that it belongs. */
export function placeOf({ league_id, round_id, match_id }: MatchOrder) {
  return { league_id, round_id, match_id };
}

/** The terms on which the verdict of the match will depend. */
export function termsOf(order: MatchOrder): Terms {
  const [a, b] = playersOf(order);
  const { game_type, scoring, double_forfeit } = order.rules;
  return { game_type, players: [a.player_id, b.player_id], scoring, double_forfeit };
}

/** A seat for each player, each with a conversation of its own that cannot be guessed. */
export function seatsFor(order: MatchOrder, entropy: Entropy): Pair<Seat> {
  const seat = (player: OrderedPlayer, opponent: OrderedPlayer) =>
    new Seat({
      match_id: order.match_id,
      player_id: player.player_id,
      opponent_id: opponent.player_id,
      address: player.endpoint,
      dialect: player.dialect,
      echo: player.echo,
      strict: order.rules.violations === 'disqualify',
      conversation_id: uuid(entropy),
      ticket: player.ticket,
      attempts: player.attempts,
      clockMs: order.rules.timeouts.max_match_sec * 1_000,
    });
  const [a, b] = playersOf(order);
  return [seat(a, b), seat(b, a)];
}

/** Whether two orders are about the same match of the same run of a league; their epochs may differ. */
export function isSameMatch(one: MatchOrder, other: MatchOrder): boolean {
  return one.match_id === other.match_id && one.league_id === other.league_id && one.run_id === other.run_id;
}
