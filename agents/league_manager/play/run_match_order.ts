/** RUN_MATCH: everything a referee needs to run a match, so that it reads no league file and asks nothing. */
import type { BodyOf } from '../../../SHARED/contracts/contract.ts';
import type { All } from '../../../SHARED/contracts/index.ts';
import type { Agent, League, Match } from '../league/state.ts';
import { pinnedEndpoint } from '../registration/endpoints.ts';
import { commitmentOf, type DerivedTokens } from '../registration/tokens.ts';
import type { Settings } from '../settings.ts';
import { sharedDialect } from '../tournament/assignment.ts';
import { emptyTally } from '../tournament/standings.ts';

export type Order = BodyOf<All['RUN_MATCH']>;

/** The order for a match as it is assigned now. */
export function orderOf(league: League, match: Match, settings: Settings, tokens: DerivedTokens): Order {
  const { pairing, seed, referee_id, epoch } = match;
  const referee = league.agents.get(referee_id);
  const [a, b] = pairing.seats.map((id) => league.agents.get(id)) as [Agent, Agent];
  return {
    league_id: league.league_id,
    run_id: league.run_id,
    round_id: pairing.round_id,
    match_id: pairing.match_id,
    referee_id,
    player_a: a.id,
    player_a_endpoint: pinnedEndpoint(a.endpoint, a.address),
    player_b: b.id,
    player_b_endpoint: pinnedEndpoint(b.endpoint, b.address),
    players: [ordered(a), ordered(b)],
    rules: rulesOf(league.game_type, settings),
    draw_seed: seed,
    draw_commitment: commitmentOf(seed, pairing.match_id),
    assignment_epoch: epoch,
    lease_sec: settings.limits.leaseMs / 1_000,
  };

  function ordered(player: Agent): Order['players'][number] {
    const { wins, losses, draws, points } = league.tallies.get(player.id) ?? emptyTally();
    return {
      player_id: player.id,
      display_name: player.display_name,
      endpoint: pinnedEndpoint(player.endpoint, player.address),
      dialect: (referee && sharedDialect(referee, player)) ?? player.dialect,
      ...(player.echo === undefined ? {} : { echo: player.echo }),
      ticket: tokens.ticket(player.id, pairing.match_id, epoch),
      standings: { wins, losses, draws, points },
      attempts: player.state === 'ACTIVE' ? settings.limits.maxRetries : 1,
    };
  }
}

function rulesOf(game_type: string, { config, limits }: Settings): Order['rules'] {
  const { win_points, draw_points, loss_points, technical_loss_points } = config.scoring;
  return {
    game_type,
    options: config.options,
    scoring: { win_points, draw_points, loss_points, technical_loss_points },
    double_forfeit: config.double_forfeit,
    timeouts: {
      join_sec: limits.joinMs / 1_000,
      move_sec: limits.moveMs / 1_000,
      notify_sec: limits.notifyMs / 1_000,
      report_sec: limits.responseMs / 1_000,
      max_match_sec: limits.maxMatchMs / 1_000,
    },
    max_retries: limits.maxRetries,
    retry_on_timeout: limits.retryOnTimeout,
  };
}
