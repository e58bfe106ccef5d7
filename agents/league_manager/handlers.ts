/** The handlers of the League Manager: each message addressed to it calls one function and is answered. */
import { addedByReport } from '../../SHARED/contracts/dialects/wrappings.ts';
import type { Judge } from '../../SHARED/contracts/messages/result.ts';
import type { AgentState } from '../../SHARED/contracts/states.ts';
import { timestamp } from '../../SHARED/core/clock.ts';
import { cut, type JsonObject } from '../../SHARED/core/json.ts';
import { err, ok } from '../../SHARED/core/result.ts';
import { documentText } from '../../SHARED/league_sdk/files/document.ts';
import { type Handlers, refuse } from '../../SHARED/league_sdk/messaging/serve.ts';
import type { HabitsNoted, MatchDecided } from './league/events.ts';
import type { League } from './league/state.ts';
import { memoByEvent } from './league/store.ts';
import type { Readiness } from './liveness/readiness.ts';
import type { AwaitedAgents } from './liveness/roll_call.ts';
import type { Dispatcher } from './play/dispatcher.ts';
import type { Lifecycle } from './play/lifecycle.ts';
import type { OperatorCommands } from './play/operator_commands.ts';
import { REFUSED_REPORTS } from './play/referee_faults.ts';
import { publicWords } from './public/public_league.ts';
import { matchesPage } from './public/public_match.ts';
import { answerQuery, pageIn, statusOf, wholeStatus } from './public/queries.ts';
import { type EnrolmentOptions, makeEnrolment } from './registration/enrol.ts';
import { checkReport } from './results/check_report.ts';
import type { ConductWatch } from './results/conduct.ts';
import type { Row } from './tournament/standings.ts';

export interface HandlerOptions extends EnrolmentOptions {
  /** Stores the record of a match with the next commit; absent where records are the referees' alone. */
  readonly keepRecord?: ((match_id: string, text: string) => void) | undefined;
  readonly stillOurs?: (() => Promise<void>) | undefined;
  readonly judge: Judge;
  readonly rows: () => readonly Row[];
  readonly dispatcher: Dispatcher;
  readonly readiness: Readiness;
  readonly commands: OperatorCommands;
  readonly conduct: ConductWatch;
  readonly lifecycle: Lifecycle;
  readonly shutDown: (reason: string) => void;
}

export function managerHandlers(options: HandlerOptions): Handlers<'league_manager'> {
  const { league, settings, clock, tokens, commit, durable, log, judge } = options;
  const { rows, dispatcher, readiness, commands, conduct, shutDown } = options;
  const { startLeague, awaited, goOn } = options.lifecycle;
  const enrol = makeEnrolment(options);

  function statesOf(match_id: string): ReadonlyMap<string, AgentState | undefined> {
    const seats = league.matches.get(match_id)?.pairing.seats ?? [];
    return new Map(seats.map((id) => [id, league.agents.get(id)?.state]));
  }

  function noteReliability(
    before: ReadonlyMap<string, unknown>,
    after: ReadonlyMap<string, AgentState | undefined>,
  ): void {
    for (const [player_id, state] of after) {
      if (before.get(player_id) === state) continue;
      if (state === 'SUSPENDED') log('AGENT_SUSPENDED', { player_id });
      if (state === 'SHUTDOWN') log('AGENT_SHUTDOWN', { player_id });
      if (state === 'ACTIVE') log('AGENT_RECOVERED', { player_id });
    }
  }

  /** The habits that a report tells of, may add, and that are news. */
  function habitsIn({ at, match_id, result }: MatchDecided): readonly HabitsNoted[] {
    const { habits } = result.details;
    if (habits === undefined) return [];
    return (league.matches.get(match_id)?.pairing.seats ?? []).flatMap((agent_id) => {
      const fresh = addedByReport(habits[agent_id] ?? [], league.agents.get(agent_id)?.echo);
      return fresh.length === 0 ? [] : [{ type: 'habits_noted', at, agent_id, habits: fresh } as const];
    });
  }

  function ofAnother(league_id: string) {
    if (league_id === league.league_id) return undefined;
    return refuse('E002', `this manager runs ${league.league_id}, not ${cut(league_id, 80)}`);
  }

  return {
    async REFEREE_REGISTER_REQUEST(message, caller) {
      const { conversation_id, referee_meta: meta } = message;
      const { id, answer } = await enrol({ role: 'referee', meta, caller }, conversation_id, meta);
      if (!answer.ok) return answer;
      // A referee of ours takes tickets, and reports every move.
      const isDoubtful = id !== null && meta.tickets !== true;
      const isVerifying = settings.config.referees.accept === 'verified';
      const warning = isVerifying ? `${NEEDS_MOVES}; ${NEEDS_YES}` : NEEDS_YES;
      if (isDoubtful) log('REFEREE_WARNED', { referee_id: id, reason: warning });
      return ok({ ...answer.value, referee_id: id, ...(isDoubtful ? { warning } : {}) });
    },

    async LEAGUE_REGISTER_REQUEST(message, caller) {
      const { conversation_id, player_meta: meta } = message;
      // With another code it is another registration.
      const shown = { ...meta, bearer: caller.bearer ?? null };
      const { id, answer } = await enrol({ role: 'player', meta, caller }, conversation_id, shown);
      return answer.ok ? ok({ ...answer.value, player_id: id }) : answer;
    },

    async START_LEAGUE(message) {
      const another = ofAnother(message.league_id);
      if (another !== undefined) return another;
      // A league is played without a referee that is missing, and the board is that of the agents before play.
      const leftOut = (awaited()?.named ?? [])
        .filter(({ agent_id }) => league.agents.get(agent_id)?.role === 'player')
        .map(({ agent_id, display_name, reason }) => ({ agent_id, display_name, reason }));
      const wasWaiting = league.phase === 'WAITING_FOR_REGISTRATIONS';
      const started = await startLeague();
      // The operator's word also ends a pause.
      if (started.ok && league.paused !== undefined) await commands.unpause();
      if (started.ok) dispatcher.goOn();
      return started.ok
        ? ok({ ...statusOf(league), would_forfeit: wasWaiting ? [...readiness.wouldForfeit()] : leftOut })
        : err(started.error);
    },

    async AGENT_COMMAND(message) {
      const done = ofAnother(message.league_id) ?? (await commands.commandAgent(message));
      return done.ok ? ok(statusOf(league)) : done;
    },

    async PAUSE_COMMAND(message) {
      const done = ofAnother(message.league_id) ?? (await commands.commandPause(message));
      if (done.ok && message.action === 'unpause') goOn();
      const why = dispatcher.paused();
      return done.ok ? ok({ ...statusOf(league), ...(why === undefined ? {} : { paused: why }) }) : done;
    },

    async LEAGUE_QUERY(message, caller) {
      const { party, id, reclaimed } = caller.identity;
      const answer = ok(answerQuery({ league, rows, tokens, isHeld: dispatcher.isHeld }, message, caller.identity));
      // A token that was given for a name and a place is anybody's.
      if (message.leaving === true && party === 'referee' && reclaimed !== true) dispatcher.noteLeaving(id);
      return answer;
    },

    async MATCH_RESULT_REPORT(message, caller) {
      const referee_id = caller.identity.id;
      const believed = checkReport(league, { settings, judge }, message, referee_id);
      const { match_id } = message;
      if (!believed.ok) {
        // A leader that has slept knows less than the next one, and its referee would believe it.
        if (options.stillOurs !== undefined) await options.stillOurs();
        log('RESULT_REFUSED', { match_id, referee_id, error_code: believed.error.code, reason: believed.error.detail });
        if (believed.error.code === 'E023') void dispatcher.refused(match_id, believed.error.detail);
        return err(believed.error);
      }
      // Before its result opens the next round.
      if (message.leaving === true) dispatcher.noteLeaving(referee_id);
      if (believed.value.kind === 'voided') {
        const { reason = 'no reason given', game_fault } = message.result.details;
        void (game_fault === true ? dispatcher.rulesFailed(match_id, reason) : dispatcher.voided(match_id, reason));
        return ok({ match_id, status: 'voided' });
      }
      if (believed.value.kind === 'again') {
        // Acknowledged only when the first is durable, or a crash between the two would lose what both were told.
        await durable();
        return ok({ match_id, status: 'recorded' });
      }
      const decided = { ...believed.value.event, at: timestamp(clock) };
      const before = statesOf(match_id);
      if (believed.value.record !== undefined) options.keepRecord?.(match_id, documentText(believed.value.record));
      const written = commit(decided, ...habitsIn(decided));
      const after = statesOf(match_id);
      // At once: a breach in the last match of a league is a breach, and the league closes when its result is durable.
      for (const { player_id } of decided.result.details.violations ?? []) conduct.enforce(player_id);
      await written;
      noteReliability(before, after);
      const { winner, details } = decided.result;
      log('MATCH_RESULT_RECEIVED', { match_id, referee_id, winner_id: winner, status: details.status });
      const { faults } = details;
      for (const { player_id, cause } of faults) log('TECHNICAL_LOSS', { match_id, player_id, cause });
      if (faults.length > 1 && faults.every((fault) => fault.cause === 'unreachable')) {
        log('REFEREE_ERROR', { match_id, referee_id, reason: 'neither player could be reached' });
      }
      return ok({ match_id, status: 'recorded' });
    },

    async SHUTDOWN_COMMAND(message) {
      shutDown(message.reason ?? 'the operator asked for it');
      return ok({ status: 'acknowledged' });
    },
  };
}

/** What a referee must know that may not report moves. */
const NEEDS_YES =
  'RUN_MATCH is to be answered at once with RUN_MATCH_ACK and the status "acknowledged", and its match reported once; a referee whose answers cannot be used gets no further match';
const NEEDS_MOVES = `this league takes only results it can recompute (referees.accept is "verified"): a report without details.moves, one entry per step with the move of each player, is refused, and after ${REFUSED_REPORTS} refused reports a referee gets no further match`;

/** The sources of a status beside the state of the league. */
export interface StatusSources {
  readonly readiness: Readiness;
  readonly awaited: Lifecycle['awaited'];
  readonly paused: Dispatcher['paused'];
  readonly longRunning: Dispatcher['longRunning'];
  readonly refusedReports: Dispatcher['refusedReports'];
  readonly excludedReferees: Dispatcher['excludedReferees'];
  /** How many lines of the manager's logs could not be written. */
  readonly linesLost: () => number;
}

/** The read-only methods of the manager; no token, no secret. */
export function managerReadOnly(
  league: League,
  rows: () => readonly Row[],
  { readiness, awaited, paused, longRunning, refusedReports, excludedReferees, linesLost }: StatusSources,
) {
  // Anybody may ask, as often as it likes: the answer is worked out when something happens, and not when it is asked for.
  const status = memoByEvent(league, () => wholeStatus(league, publicWords));
  return {
    // Which run it is, for agents that come back after they lost it.
    ping: () => ({ status: 'ok', league_id: league.league_id, run_id: league.run_id }),
    get_status: (): JsonObject => {
      const [why, waiting_for, lost] = [paused(), waitingFor(awaited()), linesLost()];
      const long = longRunning().map(({ players, ...match }) => ({ ...match, players: [...players] }));
      const refused = refusedReports().map((referee) => ({ ...referee }));
      const idle = excludedReferees().map((referee) => ({ ...referee }));
      const wouldForfeit = () => readiness.wouldForfeit().map((unready) => ({ ...unready }));
      return {
        ...status(),
        ...(why === undefined ? {} : { paused: why }),
        ...(waiting_for === undefined ? {} : { waiting_for }),
        ...(long.length === 0 ? {} : { long_matches: long }),
        ...(lost === 0 ? {} : { log_lines_missing: lost }),
        ...(refused.length === 0 ? {} : { refused_reports: refused }),
        ...(idle.length === 0 ? {} : { barred_referees: idle }),
        ...(league.phase === 'WAITING_FOR_REGISTRATIONS' ? { would_forfeit: wouldForfeit() } : {}),
      };
    },
    get_matches: (params: JsonObject) => matchesPage(league, params),
    get_standings: (params: JsonObject) => {
      const { start, limit } = pageIn(params);
      const all = rows();
      const next_cursor = start + limit < all.length ? String(start + limit) : null;
      const { league_id, run_id, seeded } = league;
      const standings = publicWords(all.slice(start, start + limit));
      return { league_id, run_id, seeded, total: all.length, standings, next_cursor };
    },
  };
}

/** The agents that are waited for, as anybody may know them; undefined where there are none. */
export function waitingFor(awaited: AwaitedAgents | undefined): JsonObject | undefined {
  if (awaited === undefined || awaited.total === 0) return undefined;
  return { total: awaited.total, agents: awaited.named.map((agent) => ({ ...agent })) };
}
