/** Assigns a referee to each match, by turns and by dialect, and makes the order that the referee is given. */

import type { BodyOf } from '../../../SHARED/contracts/contract.ts';
import type { DialectName } from '../../../SHARED/contracts/dialects/dialect.ts';
import type { All } from '../../../SHARED/contracts/index.ts';
import { later } from '../../../SHARED/core/clock.ts';
import { byNaturalOrder } from '../../../SHARED/core/ids.ts';
import type { Peer } from '../../../SHARED/league_sdk/messaging/peer.ts';
import { type Agent, agentsOf, type League, type Match } from '../league/state.ts';
import type { LeagueTools } from '../league_tools.ts';
import { pinnedEndpoint } from '../registration/endpoints.ts';
import { commitmentOf, type DerivedTokens } from '../registration/tokens.ts';
import { attemptsOf, type Settings } from '../settings.ts';
import type { Pairing } from '../tournament/format.ts';
import { emptyTally } from '../tournament/standings.ts';

/**
 * Match k of the whole league, counted from 0, goes to referee k mod R; if that one speaks no dialect of a player, to
 * the next that does. The referees are found out once, for all the matches of a round; they hold until the league's
 * next event.
 */
export function refereesByTurns(
  league: League,
  isExcluded: IsExcluded,
): (pairing: Pairing, k: number) => Agent | undefined {
  const active = activeReferees(league);
  const included = active.filter(({ id }) => !isExcluded(id));
  // Where none is left, the league pauses at the first match.
  const all = included.length === 0 ? active : included;
  return (pairing, k) => {
    const players = playersOf(league, pairing);
    for (let turn = 0; turn < all.length; turn++) {
      const referee = all[(k + turn) % all.length] as Agent;
      if (speaksWith(referee, players)) return referee;
    }
    return undefined;
  };
}

/** Whether a referee gets no further match, though it is active. */
export type IsExcluded = (referee_id: string) => boolean;

/** The active referees that speak a dialect of both players and are not excluded, in natural order. */
export function candidates(league: League, pairing: Pairing, isExcluded: IsExcluded): readonly Agent[] {
  const players = playersOf(league, pairing);
  return activeReferees(league).filter((referee) => speaksWith(referee, players) && !isExcluded(referee.id));
}

function activeReferees(league: League): readonly Agent[] {
  return agentsOf(league, 'referee')
    .filter((referee) => referee.state === 'ACTIVE')
    .sort((a, b) => byNaturalOrder(a.id, b.id));
}

function playersOf(league: League, { seats }: Pairing): readonly Agent[] {
  return seats.flatMap((id) => league.agents.get(id) ?? []);
}

function speaksWith(referee: Agent, players: readonly Agent[]): boolean {
  return players.every((player) => sharedDialect(referee, player) !== undefined);
}

/** How a referee writes to a player: as the player registered, or else in a dialect both speak. */
function sharedDialect(referee: Agent, player: Agent): DialectName | undefined {
  return [player.dialect, ...player.dialects].find((dialect) => referee.dialects.includes(dialect));
}

interface OrderTools extends Pick<LeagueTools, 'league' | 'settings' | 'tokens' | 'clock'> {
  readonly peer: Peer;
  readonly newConversation: () => string;
}

type Order = BodyOf<All['RUN_MATCH']>;
type Ordered = Order['players'][number];

/** The order for a match as it is assigned now. */
export function orderOf(league: League, match: Match, settings: Settings, tokens: DerivedTokens): Order {
  const { pairing, seed, referee_id, epoch } = match;
  const referee = league.agents.get(referee_id);
  const [a, b] = pairing.seats.map((id) => ordered(league.agents.get(id) as Agent)) as [Ordered, Ordered];
  return {
    league_id: league.league_id,
    run_id: league.run_id,
    round_id: pairing.round_id,
    match_id: pairing.match_id,
    referee_id,
    player_a: a.player_id,
    player_a_endpoint: a.endpoint,
    player_b: b.player_id,
    player_b_endpoint: b.endpoint,
    players: [a, b],
    rules: rulesOf(league.game_type, settings),
    draw_seed: seed,
    draw_commitment: commitmentOf(seed, pairing.match_id),
    assignment_epoch: epoch,
    lease_sec: settings.limits.leaseMs / 1_000,
    ...(settings.withRecords === true ? { with_record: true } : {}),
  };

  function ordered(player: Agent): Ordered {
    const { wins, losses, draws, points } = league.tallies.get(player.id) ?? emptyTally();
    return {
      player_id: player.id,
      display_name: player.display_name,
      endpoint: pinnedEndpoint(player.endpoint, player.address),
      dialect: (referee && sharedDialect(referee, player)) ?? player.dialect,
      ...(player.echo === undefined ? {} : { echo: player.echo }),
      ticket: tokens.ticket(player.id, pairing.match_id, epoch),
      standings: { wins, losses, draws, points },
      attempts: player.state === 'ACTIVE' ? attemptsOf(settings) : 1,
    };
  }
}

/** Asks the referee of a match to run it, where it is now: it may have moved since the last attempt. */
export function askReferee(match: Match, { league, settings, tokens, peer, clock, newConversation }: OrderTools) {
  const referee = league.agents.get(match.referee_id) as Agent;
  return peer.ask(
    { id: referee.id, address: referee.endpoint, dialect: referee.dialect, echo: referee.echo },
    'RUN_MATCH',
    orderOf(league, match, settings, tokens),
    {
      conversation_id: newConversation(),
      auth_token: tokens.manager(referee.id),
      deadline: later(clock.monotonic(), settings.limits.responseMs),
    },
  );
}

function rulesOf(game_type: string, settings: Settings): Order['rules'] {
  const { config, limits } = settings;
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
    max_retries: attemptsOf(settings),
    retry_on_timeout: limits.retryOnTimeout,
    ...(config.violations === 'disqualify' ? { violations: config.violations } : {}),
  };
}
