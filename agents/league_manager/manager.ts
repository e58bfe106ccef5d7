/** Starts a League Manager: puts its parts together and serves until the league is over. */

import { REST_PATH } from '../../SHARED/contracts/dialects/wrappings.ts';
import type { Refusal, Rejection } from '../../SHARED/contracts/errors.ts';
import { MANAGER_ID } from '../../SHARED/contracts/fields.ts';
import type { Judge } from '../../SHARED/contracts/messages/result.ts';
import { timestamp } from '../../SHARED/core/clock.ts';
import { randomFrom, uuid } from '../../SHARED/core/entropy.ts';
import { err, ok, type Result, reasonOf } from '../../SHARED/core/result.ts';
import type { Effects, Places, Running, StartFailure } from '../../SHARED/league_sdk/effects.ts';
import { intake } from '../../SHARED/league_sdk/flow/work_queue.ts';
import type { LedgerStore } from '../../SHARED/league_sdk/ledger/ledger.ts';
import { openLogs } from '../../SHARED/league_sdk/logs/logs.ts';
import { fieldsOf, type Line } from '../../SHARED/league_sdk/logs/message_log.ts';
import { refusalLines, withinLogBudget } from '../../SHARED/league_sdk/logs/refusals.ts';
import { type LoggedMessage, makePeer } from '../../SHARED/league_sdk/messaging/peer.ts';
import { answering } from '../../SHARED/league_sdk/messaging/serve.ts';
import { breakers } from '../../SHARED/league_sdk/transport/breaker.ts';
import type { Answer, OnRefused, Transport } from '../../SHARED/league_sdk/transport/transport.ts';
import { managerHandlers, managerReadOnly } from './handlers.ts';
import type { Commit } from './league/events.ts';
import type { HeldLeague } from './league/read_league.ts';
import { type League, tableOf } from './league/state.ts';
import { type LeagueStore, memoByEvent, openLeague } from './league/store.ts';
import { budgetedLog, type LeagueTools, type Log } from './league_tools.ts';
import { type LiveLeague, makeLiveLeague } from './liveness/live_league.ts';
import { makeAskSeat, makePing, watchSuspended } from './liveness/ping.ts';
import { makeReadiness } from './liveness/readiness.ts';
import type { AwaitedAgents } from './liveness/roll_call.ts';
import { makeDispatcher } from './play/dispatcher.ts';
import { makeLifecycle } from './play/lifecycle.ts';
import { makeOperatorCommands } from './play/operator_commands.ts';
import { makeRounds, type Rounds } from './play/rounds.ts';
import { rejectionFor } from './registration/admit.ts';
import { directoryOf } from './registration/directory.ts';
import { codeOfRoster } from './registration/invite_codes.ts';
import { makeNamePins, type NamePins, type Network } from './registration/name_pins.ts';
import { makeRateLimits, type RateLimitsOptions } from './registration/rate_limits.ts';
import { authenticatesBy, derivedTokens, tokenBook } from './registration/tokens.ts';
import { readBareReport } from './results/check_report.ts';
import { makeConductWatch } from './results/conduct.ts';
import type { Settings } from './settings.ts';
import { makeMailer } from './telling/mailer.ts';
import { makeNotices } from './telling/notices.ts';
import { makeViews } from './telling/views.ts';
import { scheduleFault } from './tournament/formats.ts';
import type { Row } from './tournament/standings.ts';

export interface ManagerOptions {
  readonly effects: Effects;
  readonly places: Places;
  readonly settings: Settings;
  readonly judge: Judge;
  /** Where the league's events and secrets are kept. */
  readonly ledgers: LedgerStore;
  /** The league of this store, where the caller has opened it already; the manager closes it, started or not. */
  readonly held?: HeldLeague;
  readonly listen: string;
  /** Given from outside, or made at the first start and kept as a document of the league. */
  readonly operatorToken?: string;
  /** Start by itself after this time with the players that are there (DECISIONS section 6). */
  readonly registrationTimeoutMs?: number | undefined;
  /** How long a league that goes on waits for players that are not back; absent: as long as agents have to register. */
  readonly resumeMs?: number;
  /** What is known of the network; without it, names in endpoints stand for nothing. */
  readonly network?: Network;
  readonly rateLimits?: Pick<RateLimitsOptions, 'limits'>;
  /** Takes a line for people on a message that cannot be read, not more often than a person reads; the log has all. */
  readonly onUnreadable?: (line: string) => void;
  /** Hears why, when the league pauses until the operator starts it again. */
  readonly onPaused?: (why: string) => void;
  /** Hears of every way in which the rules of the game fail, once. */
  readonly onGameFault?: (line: string) => void;
  /** Hears that the operator ends the league, before anything of it ends; what it rejects with is not looked at. */
  readonly onShutDown?: () => Promise<void>;
  /** Resolves when those who look at the league have had the time to see its end; the manager ends by itself only then. */
  readonly lastLook?: () => Promise<void>;
}

export interface Manager extends Running {
  readonly league: Readonly<League>;
  /** Answers a text as if it had come by a wire. */
  readonly answer: Answer;
  /** Closes registration and begins to play; says why not where it cannot. */
  startLeague(): Promise<Result<void, Refusal>>;
  /** Why it could not go on, if that is how it ended. */
  failure(): string | undefined;
  /** The agents a league that goes on is waiting for; undefined when it waits for none. */
  awaited(): AwaitedAgents | undefined;
  /** Tells everybody what the league tells by itself, once more. */
  readonly rounds: Pick<Rounds, 'announce' | 'tellAll'>;
  /** What happens in the league as it happens, and when that is for good. */
  readonly store: Pick<LeagueStore, 'onCommit' | 'durable'>;
  /** What the league is played by: once it has begun, the rules it began with. */
  readonly settings: Settings;
  /** The table, worked out once between two events. */
  readonly rows: () => readonly Row[];
  /** What no event tells. */
  readonly live: LiveLeague;
  /** Whether a token is the operator's: E012 if not, and E014 where too many wrong ones came from this address. */
  isOperator(token: string, address: string): Result<void, Refusal>;
  /** Why a newcomer of this name that shows these codes would not be taken in as a player; undefined: nothing is in its way. */
  objectionTo(display_name: string, codes?: readonly string[]): Rejection | undefined;
  /** The hash of the first of these invite codes that is one of the roster. */
  codeOf(codes: readonly string[]): string | undefined;
}

/** A manager that listens; a league that was interrupted goes on where it was. */
export async function startManager(options: ManagerOptions): Promise<Result<Manager, StartFailure>> {
  const { effects, places, judge, ledgers, held, operatorToken, onPaused, onGameFault } = options;
  const { clock, entropy, disk } = effects;
  const { config } = options.settings;
  const { league_id } = config;
  const isForeseen = options.settings.seed !== undefined && config.kind === 'class';
  const fault = isForeseen
    ? 'a class league draws its numbers itself, and takes no seed'
    : scheduleFault(config.schedule);
  if (fault !== undefined) {
    await held?.ledger.close();
    return err({ code: 'INVALID_CONFIG', detail: fault });
  }
  const opened = await openLeague({ effects, settings: options.settings, ledgers, held, operatorToken });
  if (!opened.ok) return opened;
  const { store, secrets } = opened.value;
  const { league, durable } = store;
  const withRecords = store.keepRecord !== undefined;
  // A league that has begun keeps its rules, whatever its file says now.
  const settings = { ...options.settings, config: { ...config, ...league.rules }, withRecords };
  const { promise: unwritable, resolve: cannotWrite } = Promise.withResolvers<unknown>();
  store.onLost(cannotWrite);
  /** What cannot be written has no consequences: the manager ends, and nothing is told of it. */
  const commit: Commit = (...events) =>
    store.commit(...events).catch((cause) => {
      cannotWrite(cause);
      return new Promise(() => {});
    });

  const loggers = openLogs(effects, places.logs);
  const logs = { league: loggers.league(league_id), agent: loggers.messages(describeMessage) };
  logs.agent.open(MANAGER_ID);
  const log: Log = budgetedLog(
    (type, details) => logs.league.log('league_manager', type, details),
    loggers.budget('refusals'),
  );
  const onBug = (what: string, cause: unknown) => log('INTERNAL_ERROR', { what, reason: reasonOf(cause) });
  const closeFiles = async () => {
    const closed = await Promise.allSettled([logs.league.close(), logs.agent.close()]);
    await store.close();
    for (const log of closed) if (log.status === 'rejected') throw log.reason;
  };

  const tokens = derivedTokens(secrets.secret, league_id, league.run_id);
  const tools: LeagueTools = { league, settings, clock, tokens, commit, log };
  const book = tokenBook(league, secrets.operator, {
    ...settings,
    reclaimed: tokens.reclaimed,
    now: () => clock.now(),
  });
  const rows = memoByEvent(league, () => tableOf(league));
  const { check } = store;
  const views = makeViews({ league, disk, clock, data: places.data, durable, check, onFailure: cannotWrite });
  store.onCommit(views.touch);

  const namePins = makeNamePins(league, { clock, commit, network: options.network, transport: effects.transport });
  const transport = findingFirst(effects.transport, namePins);
  const newConversation = () => uuid(entropy);
  const voice = { clock, sender: () => 'league_manager', observe: logs.agent.observe };
  const noteDialect = (agent_id: string, { from, to }: { readonly from: string; readonly to: string }) =>
    log('DIALECT_CHANGED', { agent_id, from, to });
  const peer = makePeer({ ...voice, transport, onDialectChange: noteDialect });
  const ping = makePing({ peer, transport, clock });
  const askSeat = makeAskSeat({ peer, transport, clock });
  const readiness = makeReadiness({ ...tools, ping });
  const suspended = watchSuspended({ ...tools, ping, limits: settings.limits });

  const { onDurable } = store;
  const { promise: unplayable, resolve: onUnplayable } = Promise.withResolvers<string>();
  const dispatcher = makeDispatcher({
    ...tools,
    ...{ peer, ping, random: randomFrom(entropy), newConversation, onDurable },
    ...{ onPaused, onGameFault, onUnplayable },
  });
  const directory = directoryOf(league, options.network?.machine ?? []);
  const commands = makeOperatorCommands({ ...tools, judge, directory, dispatcher });
  const conduct = makeConductWatch({
    ...tools,
    book,
    disqualify: (agent, why) => commands.remove(agent, why, 'rule'),
  });
  const mailer = makeMailer({
    ...{ peer, clock, newConversation, onBug, breakers: breakers(clock) },
    agentOf: (id) => league.agents.get(id),
    managerToken: tokens.manager,
    timeoutMs: settings.limits.responseMs,
    onAnswer: conduct.answered,
  });
  store.onCommit(makeNotices({ league, mailer, durable }));
  const { dispatch, isUnavailable } = dispatcher;
  const rounds = makeRounds({ ...tools, entropy, judge, mailer, rows, views, dispatch, isUnavailable, onDurable });
  const lifecycle = makeLifecycle({
    ...tools,
    ...{ transport, rounds, dispatcher, mailer, suspended, readiness, ping, views },
    ...{ unwritable, unplayable, durable, closeFiles, lastLook: options.lastLook },
  });

  const rateLimits = makeRateLimits({ kind: config.kind, clock, ...options.rateLimits });
  const shown = options.onUnreadable === undefined ? undefined : refusalLines(options.onUnreadable, clock);
  const onRefusal: OnRefused = (what, refused, origin) => {
    shown?.(what, refused, origin);
    const { code: error_code, detail: reason } = refused;
    log('MESSAGE_REFUSED', { message_type: what, error_code, reason, address: origin.address });
  };
  const handlers = managerHandlers({
    ...tools,
    ...{ judge, entropy, book, directory, rows, durable, dispatcher, readiness, askSeat, namePins },
    ...{ rateLimits, commands, conduct, lifecycle },
    ...{ keepRecord: store.keepRecord, stillOurs: store.stillOurs },
    onRejected: (...refused) => shown?.(...refused),
    shutDown: (reason) => {
      const told = Promise.allSettled([options.onShutDown?.()]);
      void told.then(() => lifecycle.endAgents(reason)).finally(() => lifecycle.stop(reason));
    },
  });
  const { awaited } = lifecycle;
  const { answer: answered } = intake(
    answering({
      ...voice,
      budget: loggers.budget,
      role: 'league_manager',
      handlers,
      readOnly: managerReadOnly(league, rows, { ...dispatcher, readiness, awaited, linesLost: loggers.lost }),
      authenticate: authenticatesBy(book, rateLimits, tools),
      entropy,
      league_id: () => league_id,
      game_type: config.game_type,
      right: RIGHT,
      least: (of, words, how) => readBareReport(of, words, { ...how, ...settings.config.referees }),
      readsHabits: () => settings.config.violations !== 'disqualify',
      dialectOf: ({ id }) => league.agents.get(id)?.dialect,
      onDialectChange: ({ id }, change) => noteDialect(id, change),
      onBug,
      onRefusal,
      onHeard: conduct.heard,
      onUnread: conduct.unread,
    }),
    onRefusal,
  );
  const answer: Answer = Object.assign(answered, {
    onRefused: withinLogBudget(onRefusal, loggers.budget('refusals')),
    alsoAt: REST_PATH,
    right: RIGHT,
  });
  const listened = await lifecycle.listen(options.listen, answer);
  if (!listened.ok) {
    await closeFiles();
    return err(listened.error);
  }
  const { address } = listened.value;
  conduct.catchUp();
  void commit({ type: 'manager_started', at: timestamp(clock), address });
  if (league.phase === 'RUNNING_LEAGUE' || (league.phase === 'LEAGUE_COMPLETE' && !league.told)) {
    lifecycle.resume(options.resumeMs ?? settings.limits.resumeMs ?? settings.limits.registrationMs);
  } else lifecycle.awaitPlayers(options.registrationTimeoutMs);
  const { startLeague, stop, ended, failure } = lifecycle;
  const queues = () => ({ matches: dispatcher.queued(), messages: mailer.figures().waiting });
  const live = makeLiveLeague({ ...tools, peer, dispatcher, queues, readiness });
  return ok({
    id: MANAGER_ID,
    address,
    ...{ league, settings, rows, rounds, store, answer, startLeague, stop, ended, failure, awaited, live },
    isOperator(token, address) {
      const judged = book.isOperator(token);
      return judged.ok ? judged : err(rateLimits.afterWrongToken(address, judged.error));
    },
    objectionTo: (display_name, codes) => rejectionFor(display_name, { league, directory, settings }, codes),
    codeOf: (codes) => codeOfRoster(settings.config.participants.roster, codes),
  });
}

/** How an agent gets in, for those that tried otherwise. */
const RIGHT =
  'a player registers by POST /mcp, method register_player, params with protocol, message_type and player_meta (see doc/protocol_spec.md)';

/** What of each message goes into the manager's own log. */
const TOLD = [
  ...['round_id', 'match_id', 'status', 'reason', 'query_type', 'success', 'assignment_epoch', 'error_code'],
  'league_id',
] as const;

function describeMessage({ message }: LoggedMessage): Line {
  return { message_type: message.message_type, level: 'INFO', details: fieldsOf(message, TOLD) };
}

/** Wires that send nothing to an agent at a `localhost` before it is known at which address of this machine it listens. */
function findingFirst(wires: Transport, { unsettled, find }: NamePins): Transport {
  return {
    ...wires,
    send: (to, ...what) => (unsettled.has(to) ? find(to).then(() => wires.send(to, ...what)) : wires.send(to, ...what)),
    knock: (to, deadline) =>
      unsettled.has(to) ? find(to).then(() => wires.knock(to, deadline)) : wires.knock(to, deadline),
  };
}
