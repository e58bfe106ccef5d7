/** A match as a manager orders it, for rehearsals: P01 against P02, with the limits of the specification. */
import { fromHex, sha256 } from '../../../SHARED/core/hash.ts';
import type { MatchOrder, OrderedPlayer } from '../match/order.ts';

/** Where every rehearsed match belongs. */
export const LEAGUE = 'league_2025_rehearsal';
export const RUN = 'run_1';
/** The seed of its chance. */
export const SEED = '0000000000000000000000000000000000000000000000000000000000000001';

/** An order; parts of it, and of its rules, are as told. */
export function sampleOrder(
  game_type: string,
  parts: Partial<MatchOrder> = {},
  rules: Partial<MatchOrder['rules']> = {},
): MatchOrder {
  const { match_id = 'R1M1', players = [ordered('P01'), ordered('P02')] } = parts;
  const [a, b] = players as [OrderedPlayer, OrderedPlayer];
  return {
    league_id: LEAGUE,
    run_id: RUN,
    round_id: 1,
    match_id,
    referee_id: 'REF01',
    player_a: a.player_id,
    player_a_endpoint: a.endpoint,
    player_b: b.player_id,
    player_b_endpoint: b.endpoint,
    draw_seed: SEED,
    draw_commitment: sha256(fromHex(SEED), match_id),
    assignment_epoch: 1,
    lease_sec: 30,
    ...parts,
    players,
    rules: {
      game_type,
      options: {},
      scoring: { win_points: 3, draw_points: 1, loss_points: 0, technical_loss_points: 0 },
      double_forfeit: 'draw',
      timeouts: { join_sec: 5, move_sec: 30, notify_sec: 5, report_sec: 10, max_match_sec: 150 },
      max_retries: 3,
      retry_on_timeout: true,
      ...rules,
    },
  };
}

/** A player as the manager orders it. */
export function ordered(player_id: string, parts: Partial<OrderedPlayer> = {}): OrderedPlayer {
  return {
    player_id,
    display_name: `Agent ${player_id}`,
    endpoint: `memory:${player_id}`,
    dialect: 'rpc',
    ticket: `tkt_${player_id}`,
    standings: { wins: 0, losses: 0, draws: 0, points: 0 },
    attempts: 3,
    ...parts,
  };
}
