/** The referee of a match, by turns and by what it can do, and the order that it is given. */

import type { BodyOf } from '../../../SHARED/contracts/contract.ts';
import type { DialectName } from '../../../SHARED/contracts/dialects/dialect.ts';
import type { All } from '../../../SHARED/contracts/index.ts';
import { type Clock, later, type Monotonic } from '../../../SHARED/core/clock.ts';
import { byNaturalOrder } from '../../../SHARED/core/ids.ts';
import type { JsonObject } from '../../../SHARED/core/json.ts';
import { MATCH_TIME } from '../../../SHARED/core/limits.ts';
import type { Result } from '../../../SHARED/core/result.ts';
import type { AskOutcome, CallError, Peer } from '../../../SHARED/league_sdk/messaging/peer.ts';
import { LOST_BY, type Loss, type LostBy } from '../league/events.ts';
import { type Agent, agentsOf, type League, type Match } from '../league/state.ts';
import type { LeagueTools } from '../league_tools.ts';
import type { Ping } from '../liveness/ping.ts';
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
export function refereesByTurns(league: League, isBarred: Barred): (pairing: Pairing, k: number) => Agent | undefined {
  const active = activeReferees(league);
  const welcome = active.filter(({ id }) => !isBarred(id));
  // Where none is left, the league pauses at the first match.
  const all = welcome.length === 0 ? active : welcome;
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
export type Barred = (referee_id: string) => boolean;

/** The active referees that speak a dialect of both players and are not barred, in natural order. */
export function candidates(league: League, pairing: Pairing, isBarred: Barred): readonly Agent[] {
  const players = playersOf(league, pairing);
  return activeReferees(league).filter((referee) => speaksWith(referee, players) && !isBarred(referee.id));
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

/** The number of refused reports in a row after which a referee gets no further match. */
export const REFUSED_REPORTS = 3;
/** The most ways in which rules fail that are counted. */
const MOST_WAYS = 100;

/** Error codes by which a referee says that it cannot read its order; the next one would be the same. */
const UNREAD: ReadonlySet<string | undefined> = new Set(['E002', 'E003', 'E018', 'E021']);
const NO_SUCH_METHOD = -32_601;

/** The fault of an answer to RUN_MATCH whose referee cannot be given matches; undefined where it can. */
export function unusable(sent: Result<AskOutcome<'RUN_MATCH'>, CallError>): string | undefined {
  if (sent.ok) return sent.value.kind === 'answer' && !isPlain(sent.value.received) ? whyNot(sent) : undefined;
  const { code, rpc_code, error_code, detail } = sent.error;
  if (code === 'INVALID_REPLY') return `its answer to RUN_MATCH cannot be read: ${detail}`;
  const isDeaf = rpc_code === NO_SUCH_METHOD || UNREAD.has(error_code);
  return code === 'ERROR_REPLY' && isDeaf ? `it does not know RUN_MATCH: ${detail}` : undefined;
}

/** Whether an order was answered in the words of the documents. */
function isPlain({ status }: JsonObject = {}): boolean {
  return status === 'acknowledged' || status === 'refused';
}

/** Whether a referee says that it ends soon, and takes no further match. */
export function isLeaving(sent: Result<AskOutcome<'RUN_MATCH'>, CallError>): boolean {
  return sent.ok && sent.value.kind === 'answer' && sent.value.message.leaving === true;
}

/** The failures that speak against giving a match to a referee, or to any: counted since the manager started. */
export function makeFailures() {
  const refused = new Map<string, { readonly count: number; readonly why: string }>();
  /** Referees whose answers to orders cannot be used, and why. */
  const deaf = new Map<string, string>();
  const ways = new Map<string, { readonly count: number; readonly referees: ReadonlySet<string> }>();
  return {
    /** Counts a report that was refused: how many in a row that makes. */
    ofReport(referee_id: string, why: string): number {
      const count = (refused.get(referee_id)?.count ?? 0) + 1;
      refused.set(referee_id, { count, why });
      return count;
    },
    /** Notes an answer to an order that cannot be used: one is enough. */
    ofAnswer(referee_id: string, why: string): void {
      deaf.set(referee_id, why);
    },
    /** Counts a failure of the rules: how often they failed in this way, and by the word of how many referees. */
    ofRules(way: string, referee_id: string): { readonly count: number; readonly referees: number } {
      const before = ways.get(way);
      const referees = new Set([...(before?.referees ?? []), referee_id]);
      const count = (before?.count ?? 0) + 1;
      if (before !== undefined || ways.size < MOST_WAYS) ways.set(way, { count, referees });
      return { count, referees: referees.size };
    },
    /** Forgets the refusals of one referee, or of all. */
    forgive(referee_id?: string): void {
      for (const failures of [refused, deaf])
        if (referee_id === undefined) failures.clear();
        else failures.delete(referee_id);
    },
    isBarred: (referee_id: string): boolean =>
      deaf.has(referee_id) || (refused.get(referee_id)?.count ?? 0) >= REFUSED_REPORTS,
    /** The referees that get no further match, and why. */
    barred: () => [
      ...[...deaf].map(([referee_id, reason]) => ({ referee_id, reason })),
      ...[...refused].flatMap(([referee_id, { count, why }]) =>
        count < REFUSED_REPORTS || deaf.has(referee_id)
          ? []
          : [{ referee_id, reason: `${count} of its reports in a row were refused, the last one: ${why}` }],
      ),
    ],
    /** The referees whose newest reports were refused, how many in a row, and why the last one. */
    refusals: () => [...refused].map(([referee_id, { count, why }]) => ({ referee_id, refused: count, reason: why })),
  };
}

/** A match that takes longer than any agent of ours needs; so many of them are named. */
const MOMENT_MS = 5_000;
const NAMED = 100;
export interface LongRunning {
  readonly match_id: string;
  readonly players: readonly string[];
  readonly referee_id: string;
  readonly since: string;
}

/** A match that a referee has. */
interface Run {
  /** When the referee said it would run it; before that, when it was first asked. */
  since: Monotonic;
  /** How often it was asked. Only the answer to the newest order counts. */
  orders: number;
  /** It said yes in words of its own, and these; silence after them is a no. */
  doubt?: string | undefined;
}

/** The matches that one referee runs, and those that wait for it. */
export interface RefereeLoad {
  readonly running: Map<string, Run>;
  readonly queue: string[];
  lastHeard: Monotonic;
}

/** The matches that referees have had for longer than a moment, the longest first: their players are waited for. */
export function longRuns(
  league: League,
  loads: ReadonlyMap<string, RefereeLoad>,
  clock: Clock,
): readonly LongRunning[] {
  const now = clock.monotonic();
  return [...loads]
    .flatMap(([referee_id, { running }]) =>
      [...running].map(([match_id, { since }]) => ({ referee_id, match_id, ms: now - since })),
    )
    .filter(({ ms }) => ms > MOMENT_MS)
    .sort((a, b) => b.ms - a.ms)
    .slice(0, NAMED)
    .map(({ referee_id, match_id, ms }) => {
      const players = league.matches.get(match_id)?.pairing.seats ?? [];
      return { match_id, players, referee_id, since: new Date(clock.now().getTime() - ms).toISOString() };
    });
}

/** Why a referee does not run a match it was asked to run. */
export function whyNot(sent: Result<AskOutcome<'RUN_MATCH'>, CallError>): string {
  if (!sent.ok) return sent.error.detail;
  if (sent.value.kind !== 'answer') return 'it gave no acknowledgement';
  const { status, reason } = sent.value.message;
  const word = sent.value.received?.['status'];
  return reason ?? (status === 'refused' ? 'it refused' : `it answered RUN_MATCH with the status "${word}"`);
}

/** The loss of a match in one of these ways, with more of it where there is more. */
export function lossBy(by: LostBy, detail?: string): Loss {
  return { why: detail === undefined ? LOST_BY[by] : `${LOST_BY[by]}: ${detail}`, by };
}

/**
 * How long a referee may say nothing. One that can only be connected to has no way to say that it lives before its
 * match is over; a connection gives it the time of a match, and renews nothing.
 */
function termOf({ leaseMs, maxMatchMs }: Settings['limits'], sign: Awaited<ReturnType<Ping>>): number {
  return sign.ok && sign.value === 'listening' ? Math.max(leaseMs, maxMatchMs) : leaseMs;
}

interface Leases {
  readonly league: League;
  readonly limits: Settings['limits'];
  readonly ping: Ping;
  readonly clock: Clock;
  readonly loads: ReadonlyMap<string, RefereeLoad>;
  /** Does work of which a bug costs no more than a delay. */
  readonly attempt: (work: Promise<void>) => void;
  /** Hears of a match whose referee was silent for too long, by which limit, and what was odd about its yes. */
  readonly isLost: (match_id: string, by: LostBy, doubt: string | undefined) => void;
}

/** While matches run, their referees are asked for a sign of life; a lease that ends takes the match away. */
export function watchLeases({ league, limits, ping, clock, loads, attempt, isLost }: Leases) {
  let callOff: (() => void) | undefined;
  let stopped = false;

  function watch(): void {
    if (callOff !== undefined || stopped) return;
    callOff = clock.after(limits.pingMs, () => {
      callOff = undefined;
      const busy = [...loads].filter(([, load]) => load.running.size > 0);
      for (const [referee_id, load] of busy) attempt(renew(referee_id, load));
      if (busy.length > 0) watch();
    });
  }

  async function renew(referee_id: string, load: RefereeLoad): Promise<void> {
    const referee = league.agents.get(referee_id);
    if (referee === undefined) return;
    const sign = await ping(referee, limits.responseMs);
    const now = clock.monotonic();
    if (sign.ok && sign.value === 'answered') load.lastHeard = now;
    const running = [...load.running];
    if (now - load.lastHeard > termOf(limits, sign)) {
      // A match that waits for this referee would wait in vain as well.
      const waiting = load.queue.splice(0);
      for (const [match_id, { doubt }] of running) isLost(match_id, 'endedLease', doubt);
      for (const match_id of waiting) isLost(match_id, 'endedLease', undefined);
      return;
    }
    for (const [match_id, { since, doubt }] of running) {
      if (now - since > MATCH_TIME.report * limits.maxMatchMs) isLost(match_id, 'missingReport', doubt);
    }
  }

  return {
    watch,
    /** Asks no more. */
    stop(): void {
      stopped = true;
      callOff?.();
    },
  };
}
