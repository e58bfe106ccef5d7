/** The rounds of a league: each is opened, its matches are run, and it is closed, until there is no next. */
import { type Refusal, refusal } from '../../../SHARED/contracts/errors.ts';
import type { RequestType } from '../../../SHARED/contracts/index.ts';
import type { Judge } from '../../../SHARED/contracts/messages/result.ts';
import { timestamp } from '../../../SHARED/core/clock.ts';
import type { Entropy } from '../../../SHARED/core/entropy.ts';
import { byNaturalOrder, numberedId } from '../../../SHARED/core/ids.ts';
import type { JsonObject } from '../../../SHARED/core/json.ts';
import { err, ok, type Result, reasonOf } from '../../../SHARED/core/result.ts';
import type { LeagueEvent, RoundOpened } from '../league/events.ts';
import {
  type Agent,
  agentsOf,
  exclusionOf,
  finalOrder,
  isOfWorth,
  type League,
  type Match,
  playedIn,
  type Round,
} from '../league/state.ts';
import type { LeagueStore } from '../league/store.ts';
import type { LeagueTools } from '../league_tools.ts';
import { matchSeed } from '../registration/tokens.ts';
import { rulesIn } from '../settings.ts';
import {
  announcementOf,
  announcements,
  leagueCompletions,
  roundCompletions,
  standingsUpdates,
} from '../telling/broadcasts.ts';
import type { Delivery, Mailer } from '../telling/mailer.ts';
import type { Views } from '../telling/views.ts';
import type { Format, Pairing } from '../tournament/format.ts';
import { formatOf, oddFigures, scheduleFault } from '../tournament/formats.ts';
import { championOf, type Row } from '../tournament/standings.ts';
import { type IsExcluded, refereesByTurns } from './assignment.ts';
import { forfeitOf } from './forfeits.ts';

export interface RoundsOptions extends LeagueTools {
  readonly entropy: Entropy;
  readonly judge: Judge;
  readonly mailer: Mailer;
  /** Orders a match from the referee it is assigned to. */
  readonly dispatch: (match_id: string) => void;
  readonly isUnavailable: IsExcluded;
  readonly rows: () => readonly Row[];
  readonly onDurable: LeagueStore['onDurable'];
  /** Show the end before it is told. */
  readonly views: Pick<Views, 'write'>;
}

export type Rounds = ReturnType<typeof makeRounds>;

/** The rounds of a league; the store's durable events tell which matches were decided or reassigned. */
export function makeRounds(options: RoundsOptions) {
  const { league, settings, clock, entropy, judge, mailer, dispatch, tokens, rows, commit, log, views, isUnavailable } =
    options;
  let roundDecided: (() => void) | undefined;
  let forgetLimit = () => {};
  /** Before, an assignment may change, and no match begins: `play` begins all that are open. */
  let isPlaying = false;
  let stopped = false;
  options.onDurable((events) => {
    for (const event of events) {
      if (event.type === 'match_decided') roundDecided?.();
      if (event.type === 'match_reassigned' && isPlaying && !stopped) beginAgain(event.match_id);
    }
  });

  /** Closes registration and opens the first round, or says why it cannot. */
  async function start(): Promise<Result<void, Refusal>> {
    if (league.phase !== 'WAITING_FOR_REGISTRATIONS') return ok(undefined);
    const players = agentsOf(league, 'player')
      .map((player) => player.id)
      .sort(byNaturalOrder);
    const needed = Math.max(2, settings.config.participants.min_players);
    if (players.length < needed) {
      return err(
        refusal(
          'E007',
          `${players.length} players are registered, at least ${needed} are needed`,
          'INSUFFICIENT_PLAYERS',
        ),
      );
    }
    if (agentsOf(league, 'referee').length === 0)
      return err(refusal('E007', 'no referee is registered', 'NO_REFEREES'));
    const { seatsMatter } = settings;
    const late_places = freeIds(league, settings.config.participants.late_places ?? 0);
    const format = formatOf(settings.config.schedule, { players: [...players, ...late_places], seatsMatter });
    if (format === undefined) throw new Error(scheduleFault(settings.config.schedule));
    const outlook = format.outlook();
    for (const { of, stated, computed } of oddFigures(settings.config, outlook))
      log('CONFIG_IGNORED', { [`configured_${of}`]: stated, [`computed_${of}`]: computed ?? null });
    const at = timestamp(clock);
    // Registration closes in memory at once, on disk with the first round: the two are one append.
    const started = {
      type: 'league_started',
      at,
      players,
      ...(late_places.length === 0 ? {} : { late_places }),
      ...(outlook.rounds === undefined ? {} : { total_rounds: outlook.rounds }),
      seats_matter: seatsMatter,
      rules: rulesIn(settings.config),
    } as const;
    const pairings = format.next({ rounds: 0, round: () => [] }) ?? [];
    await commit(started, () => openedRound(1, pairings), ...forfeits(pairings));
    log('LEAGUE_STARTED', {
      league_id: league.league_id,
      total_players: players.length,
      total_rounds: outlook.rounds ?? null,
    });
    return ok(undefined);
  }

  /** Plays the rest of the league; resolves when every agent that listens has been told LEAGUE_COMPLETED, or it is stopped. */
  async function play(): Promise<void> {
    isPlaying = true;
    // The manager died before every agent was told; to hear it twice does no harm.
    if (league.phase === 'LEAGUE_COMPLETE') return tellTheEnd(currentRound(), rows());
    let told = announce(currentRound());
    for (;;) {
      const round = currentRound();
      beginMatches(round, told);
      await allDecided(round.round_id);
      if (stopped) return;
      forgetLimit();
      const pairings = pairingsOf(league);
      const table = pairings === undefined ? finalOrder(league, rows()) : rows();
      await commit(
        { type: 'round_closed', at: timestamp(clock), round_id: round.round_id },
        () =>
          pairings === undefined
            ? { type: 'league_closed', at: timestamp(clock), champion: championOf(table) }
            : openedRound(round.round_id + 1, pairings),
        ...forfeits(pairings ?? []),
      );
      if (stopped) return;
      log('ROUND_COMPLETED', { round_id: round.round_id, completed_matches: round.matches.length });
      log('STANDINGS_UPDATED', { round_id: round.round_id, leader: table[0]?.player_id ?? null });
      if (pairings === undefined) return tellTheEnd(round, table);
      tellRoundClosed(round, table);
      told = announce(currentRound());
    }
  }

  /** In this order for every agent, and in one batch for those who take batches. */
  function tellRoundClosed({ round_id }: Round, table: readonly Row[]): void {
    void tellAll('LEAGUE_STANDINGS_UPDATE', standingsUpdates(league, round_id, table));
    void tellAll('ROUND_COMPLETED', roundCompletions(league, league.rounds.get(round_id) as Round));
  }

  async function tellTheEnd(round: Round, table: readonly Row[]): Promise<void> {
    tellRoundClosed(round, table);
    log('LEAGUE_COMPLETED', {
      winner_id: championOf(table),
      final_standings: table.slice(0, 100).map((row) => row.player_id),
      most_messages_waiting: mailer.figures().most,
      messages_refused: mailer.figures().refused,
    });
    const heard = tellAll('LEAGUE_COMPLETED', leagueCompletions(league, table));
    await views.write();
    await Promise.all(heard.values());
  }

  function currentRound(): Round {
    return league.rounds.get(league.rounds.size) as Round;
  }

  /** A round with fresh seeds and its referees; meetings that are worth nothing are left out. */
  function openedRound(round_id: number, pairings: readonly Pairing[]): RoundOpened {
    const refereeOf = refereesByTurns(league, isUnavailable);
    const first = [...league.agents.values()].find(({ role }) => role === 'referee') as Agent;
    const before = league.matches.size;
    const matches = ofWorth(pairings).map((pairing, i) => {
      const { match_id, seats } = pairing;
      const referee = refereeOf(pairing, before + i) ?? first;
      return { match_id, seed: matchSeed(entropy, match_id, settings.seed), referee_id: referee.id, seats };
    });
    return { type: 'round_opened', at: timestamp(clock), round_id, matches };
  }

  function ofWorth(pairings: readonly Pairing[]): readonly Pairing[] {
    return pairings.filter(({ seats }) => isOfWorth(league, seats));
  }

  /** The matches of a round that are decided as it is opened, because a player of theirs does not play. */
  function forfeits(pairings: readonly Pairing[]): readonly (() => LeagueEvent)[] {
    return ofWorth(pairings)
      .filter(({ seats }) => seats.some((id) => exclusionOf(league, id) !== undefined))
      .map(
        ({ match_id }) =>
          () =>
            forfeitOf(league, judge, match_id, timestamp(clock)),
      );
  }

  /** Tells every agent of a round; each agent's own outcome comes back. */
  function announce(round: Round): ReadonlyMap<string, Promise<Delivery>> {
    log('ROUND_ANNOUNCEMENT_SENT', { round_id: round.round_id, matches_count: round.matches.length });
    return tellAll('ROUND_ANNOUNCEMENT', announcements(league, round, tokens));
  }

  /** Tells every agent that still listens what is for it; each agent's own outcome comes back. */
  function tellAll(
    type: RequestType,
    bodyFor: (agent: Agent) => JsonObject | object,
  ): ReadonlyMap<string, Promise<Delivery>> {
    const told = new Map<string, Promise<Delivery>>();
    for (const agent of inOrder()) {
      if (agent.state !== 'SHUTDOWN') told.set(agent.id, tell(agent.id, type, bodyFor(agent) as JsonObject));
    }
    return told;
  }

  /** The players of the current round by its matches, then all others: a match can begin once its own two were told. */
  function inOrder(): Iterable<Agent> {
    const seats = (currentRound()?.matches ?? []).flatMap((id) => (league.matches.get(id) as Match).pairing.seats);
    const players = seats.map((id) => league.agents.get(id)).filter((agent) => agent !== undefined);
    return new Set([...players, ...league.agents.values()]);
  }

  /** Tells one agent; that it did not hear is in the log, whether the caller waits for the outcome or not. */
  function tell(agent_id: string, type: RequestType, body: JsonObject): Promise<Delivery> {
    const delivered = mailer.post(agent_id, type, body);
    void delivered.then((outcome) => {
      if (!outcome.ok) log('BROADCAST_FAILED', { message_type: type, agent_id, reason: outcome.error.detail });
    });
    return delivered;
  }

  /** A match starts when its own two players have heard of it, or their time is up; it waits for no other agent. */
  function beginMatches(round: Round, told: ReadonlyMap<string, Promise<unknown>>): void {
    // An agent that still has older messages to get takes no more time than the announcement's own.
    const { promise: limit, resolve: timeIsUp } = Promise.withResolvers<void>();
    forgetLimit();
    forgetLimit = clock.after(settings.limits.responseMs, timeIsUp);
    for (const match_id of round.matches) {
      const match = league.matches.get(match_id) as Match;
      if (match.decided !== undefined) continue;
      const awaited = match.pairing.seats
        .filter((id) => league.agents.get(id)?.state === 'ACTIVE')
        .map((id) => told.get(id));
      void Promise.race([Promise.all(awaited), limit]).then(() => dispatch(match_id));
    }
  }

  /** A match that was assigned anew starts again when its players have heard of its referee, or their time is up. */
  function beginAgain(match_id: string): void {
    const match = league.matches.get(match_id);
    if (match === undefined || match.decided !== undefined) return;
    void announceAgain(match).then(
      () => dispatch(match_id),
      (cause) => log('INTERNAL_ERROR', { what: `match ${match_id} assigned anew`, reason: reasonOf(cause) }),
    );
  }

  /** Tells both players; a suspended one is told, and not waited for. */
  async function announceAgain(match: Match): Promise<void> {
    const awaited = match.pairing.seats.map((id) => {
      const player = league.agents.get(id) as Agent;
      if (player.state === 'SHUTDOWN') return undefined;
      const body = announcementOf(league, match, player, tokens) as JsonObject;
      const told = tell(id, 'ROUND_ANNOUNCEMENT', body);
      return player.state === 'ACTIVE' ? told : undefined;
    });
    await Promise.all(awaited);
  }

  /** Resolves when every match of a round is decided, or all is stopped. */
  function allDecided(round_id: number): Promise<void> {
    return new Promise((resolve) => {
      roundDecided = () => {
        const round = league.rounds.get(round_id);
        if (stopped || (round !== undefined && round.decided === round.matches.length)) resolve();
      };
      roundDecided();
    });
  }

  return {
    start,
    play,
    announce,
    tell,
    tellAll,
    /** Begins and tells nothing more; what is written down by then is for the next manager to tell. */
    stop: () => {
      stopped = true;
      forgetLimit();
      roundDecided?.();
    },
  };
}

/** Ids that no player has, in order. */
function freeIds({ agents }: League, count: number): readonly string[] {
  const taken = new Set([...agents.keys()].map((id) => id.toLowerCase()));
  const free: string[] = [];
  for (let number = 1; free.length < count; number++) {
    const id = numberedId('P', number);
    if (!taken.has(id.toLowerCase())) free.push(id);
  }
  return free;
}

/** The pairings of the next round of a league that has started; undefined when it is over. */
function pairingsOf(league: League): readonly Pairing[] | undefined {
  return (league.format as Format).next(playedIn(league));
}
