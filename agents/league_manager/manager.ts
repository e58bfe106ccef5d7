/** Starts a League Manager: puts its parts together and serves until the league is over. */
import type { Refusal } from '../../SHARED/contracts/errors.ts';
import { timestamp } from '../../SHARED/league_sdk/core/clock.ts';
import { randomFrom, uuid } from '../../SHARED/league_sdk/core/entropy.ts';
import { err, ok, type Result } from '../../SHARED/league_sdk/core/result.ts';
import type { Effects, Places, Running, StartFailure } from '../../SHARED/league_sdk/effects.ts';
import type { OpenLedger } from '../../SHARED/league_sdk/ledger/ledger.ts';
import { AgentLogger, LeagueLogger } from '../../SHARED/league_sdk/logger.ts';
import { makePeer } from '../../SHARED/league_sdk/peer.ts';
import { type Authenticate, answering } from '../../SHARED/league_sdk/serve.ts';
import { breakers } from '../../SHARED/league_sdk/transport/breaker.ts';
import { derivedTokens } from './credentials.ts';
import { makeDispatcher } from './dispatcher.ts';
import type { Commit } from './events.ts';
import { managerHandlers, managerLooks } from './handlers.ts';
import { tokenBook } from './identity.ts';
import { openBooks, reasonOf } from './journal.ts';
import { type Log, makeCourse } from './league.ts';
import { messageLog } from './message_log.ts';
import { makeOutbox } from './outbox.ts';
import { rollCall } from './roll_call.ts';
import type { Judge, Settings } from './settings.ts';
import { type League, tableOf } from './state.ts';
import { makeViews } from './views.ts';

export interface ManagerOptions {
  readonly effects: Effects;
  readonly places: Places;
  readonly settings: Settings;
  readonly judge: Judge;
  readonly openLedger: OpenLedger;
  readonly listen: string;
  /** Given from outside, or made at the first start and kept in a file of its own. */
  readonly operatorToken?: string;
  /** Start by itself after this time with whoever is there (DECISIONS section 6). */
  readonly registrationTimeoutMs?: number;
}

export interface Manager extends Running {
  readonly league: Readonly<League>;
}

/** A manager that listens; a league that was interrupted goes on where it was. */
export async function startManager(options: ManagerOptions): Promise<Result<Manager, StartFailure>> {
  const { effects, places, settings, judge } = options;
  const { clock, entropy, transport, disk } = effects;
  const { league_id } = settings.config;
  const { operatorToken } = options;
  const opened = await openBooks(effects, settings, options.openLedger, { data: places.data, operatorToken });
  if (!opened.ok) return opened;
  const { journal, secrets } = opened.value;
  const { league } = journal;
  /** What cannot be written has no consequences: the manager ends, and nobody hears of it. */
  const commit: Commit = (...events) =>
    journal.commit(...events).catch((cause) => {
      life.fail(cause);
      return new Promise(() => {});
    });

  const store = { disk, clock, root: places.logs };
  const logs = { league: new LeagueLogger(league_id, store), agent: new AgentLogger('LM01', store) };
  const log: Log = (event_type, details) => logs.league.log('league_manager', event_type, details);
  const closeFiles = async () => {
    const closed = await Promise.allSettled([logs.league.close(), logs.agent.close()]);
    await journal.close();
    for (const log of closed) if (log.status === 'rejected') throw log.reason;
  };

  const tokens = derivedTokens(secrets.secret, league_id, league.run_id);
  const book = tokenBook(league, secrets.operator, settings.requireTokens);
  const rows = () => tableOf(league);
  const newConversation = () => uuid(entropy);
  const voice = { clock, sender: () => 'league_manager', observe: messageLog(logs.agent) };
  const noteDialect = (agent_id: string, { from, to }: { readonly from: string; readonly to: string }) =>
    log('DIALECT_CHANGED', { agent_id, from, to });
  const peer = makePeer({ ...voice, transport, onDialectChange: noteDialect });
  const outbox = makeOutbox({
    peer,
    clock,
    breakers: breakers(clock),
    agentOf: (id) => league.agents.get(id),
    managerToken: tokens.manager,
    timeoutMs: settings.limits.responseMs,
    newConversation,
    onBug: (what, cause) => log('INTERNAL_ERROR', { what, reason: reasonOf(cause) }),
  });
  const common = { league, settings, clock, tokens, commit, log };
  const course = makeCourse({
    ...common,
    entropy,
    outbox,
    rows,
    dispatch: (id) => dispatcher.dispatch(id),
    onRoundClosed: () => views.write(),
  });
  const dispatcher = makeDispatcher({
    ...common,
    peer,
    random: randomFrom(entropy),
    newConversation,
    announceAgain: course.announceAgain,
  });
  const life = makeLife();

  const authenticate: Authenticate = (of, message, origin) => {
    const recognised = book.recognise(of, message, origin.address);
    if (!recognised.ok) return recognised;
    const { identity, firstUse } = recognised.value;
    // A registration is no use of the token: the answer that carries a new one may still get lost.
    if (firstUse !== undefined && of.head.chapter !== 'registration') {
      void commit({ type: 'token_confirmed', at: timestamp(clock), agent_id: firstUse.id });
    }
    return ok(identity);
  };
  const handlers = managerHandlers({
    ...common,
    judge,
    entropy,
    book,
    rows,
    durable: journal.durable,
    dispatcher,
    noteDecided: course.noteDecided,
    startLeague: life.startLeague,
    startByItself: life.startByItself,
    shutDown: (reason) => void life.endAgents(reason).finally(() => life.stop(reason)),
  });
  const answer = answering({
    ...voice,
    role: 'league_manager',
    handlers,
    looks: managerLooks(league, rows),
    authenticate,
    entropy,
    league_id: () => league_id,
    dialectOf: ({ id }) => league.agents.get(id)?.dialect,
    onDialectChange: ({ id }, change) => noteDialect(id, change),
    onBug: (what, cause) => log('INTERNAL_ERROR', { what, reason: reasonOf(cause) }),
    onRefusal: (what, refused, origin) =>
      log('MESSAGE_REFUSED', {
        message_type: what,
        error_code: refused.code,
        reason: refused.detail,
        address: origin.address,
      }),
  });
  const listened = await transport.listen(options.listen, answer);
  if (!listened.ok) {
    await closeFiles();
    return err(listened.error);
  }
  const listener = listened.value;
  const views = makeViews({
    league,
    rows,
    disk,
    clock,
    data: places.data,
    managerAddress: listener.address,
    onFailure: life.fail,
  });
  journal.onCommit(views.touch);
  views.touch();
  if (league.course === 'RUNNING_LEAGUE') life.resume();
  else if (options.registrationTimeoutMs !== undefined) life.startAfter(options.registrationTimeoutMs);
  return ok({ id: 'LM01', address: listener.address, stop: life.stop, ended: life.ended, league });

  /** What begins and ends: play, the agents, the manager itself. Each happens once, however often it is asked for. */
  function makeLife() {
    const { promise: ended, resolve: over } = Promise.withResolvers<string>();
    let starting: Promise<Result<void, Refusal>> | undefined;
    let playing: Promise<void> | undefined;
    let stopping: Promise<void> | undefined;
    let callOff = () => {};

    async function startLeague(): Promise<Result<void, Refusal>> {
      starting ??= course.start();
      const started = await starting;
      if (!started.ok) starting = undefined;
      else if (league.course === 'RUNNING_LEAGUE') playOn();
      return started;
    }

    function startByItself(): void {
      void startLeague().then((started) => {
        if (!started.ok) log('START_REFUSED', { error_code: started.error.code, reason: started.error.detail });
      });
    }

    function playOn(): void {
      callOff();
      playing ??= play();
      playing.catch(fail);
    }

    async function play(): Promise<void> {
      await course.play();
      if (settings.keep) return;
      await endAgents('the league is complete');
      await stop('the league is complete');
    }

    async function endAgents(reason: string): Promise<void> {
      log('SHUTDOWN_SENT', { reason });
      await Promise.all(
        [...league.agents.keys()].map((id) => outbox.post(id, 'SHUTDOWN_COMMAND', { league_id, reason })),
      );
    }

    function stop(reason: string): Promise<void> {
      stopping ??= end(reason);
      return stopping;
    }

    async function end(reason: string): Promise<void> {
      callOff();
      dispatcher.stop();
      course.stop();
      await listener.close();
      try {
        await journal.durable();
        await views.write();
      } catch (cause) {
        log('DISK_FAILED', { reason: reasonOf(cause) });
      }
      if (league.course === 'RUNNING_LEAGUE') log('LEAGUE_STOPPED', { reason });
      const lost = await closeFiles().then(
        () => '',
        (cause) => `; its logs are not complete: ${reasonOf(cause)}`,
      );
      over(reason + lost);
    }

    /** Nothing is acknowledged that is not durable: a manager that cannot write ends. */
    function fail(cause: unknown): void {
      log('DISK_FAILED', { reason: reasonOf(cause) });
      void stop(`the manager failed: ${reasonOf(cause)}`);
    }

    function startAfter(ms: number): void {
      callOff = clock.after(ms, () => {
        for (const id of settings.expected) if (!league.agents.has(id)) log('REGISTRATION_TIMEOUT', { agent_id: id });
        startByItself();
      });
    }

    function resume(): void {
      log('LEAGUE_RESUMED', { league_id, round_id: league.rounds.size });
      const call = rollCall({ league, peer, clock, limits: settings.limits });
      callOff = call.callOff;
      void call.over.then(playOn);
    }

    return { startLeague, startByItself, endAgents, stop, fail, startAfter, resume, ended };
  }
}
