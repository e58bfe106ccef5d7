/** The beginnings and ends of play, the agents and the manager itself. Each happens once, however often it is asked for. */
import { type Refusal, refusal } from '../../../SHARED/contracts/errors.ts';
import { timestamp } from '../../../SHARED/core/clock.ts';
import { err, type Result, reasonOf } from '../../../SHARED/core/result.ts';
import { DiskError } from '../../../SHARED/league_sdk/disk/disk.ts';
import { StoreError } from '../../../SHARED/league_sdk/ledger/ledger.ts';
import type { Answer, Listener, Transport } from '../../../SHARED/league_sdk/transport/transport.ts';
import { agentsOf } from '../league/state.ts';
import type { LeagueTools } from '../league_tools.ts';
import type { Ping, SuspendedWatch } from '../liveness/ping.ts';
import type { Readiness } from '../liveness/readiness.ts';
import { type AwaitedAgents, callRoll, type RollCall, type RollEnd } from '../liveness/roll_call.ts';
import type { Mailer } from '../telling/mailer.ts';
import type { Views } from '../telling/views.ts';
import type { Dispatcher } from './dispatcher.ts';
import type { Rounds } from './rounds.ts';

export interface LifecycleOptions extends LeagueTools {
  readonly transport: Pick<Transport, 'listen'>;
  readonly rounds: Rounds;
  readonly dispatcher: Dispatcher;
  readonly mailer: Mailer;
  readonly suspended: SuspendedWatch;
  readonly readiness: Readiness;
  readonly ping: Ping;
  readonly views: Views;
  /** Resolves with the reason when something cannot be written. */
  readonly unwritable: Promise<unknown>;
  /** Resolves with the reason when nothing more can be played. */
  readonly unplayable: Promise<string>;
  /** Resolves when everything that has happened so far is durable. */
  readonly durable: () => Promise<void>;
  /** Closes logs and ledger; rejects when lines were lost. */
  readonly closeFiles: () => Promise<void>;
  /** Resolves when those who look at the league have had the time to see its end. */
  readonly lastLook?: (() => Promise<void>) | undefined;
}

export type Lifecycle = ReturnType<typeof makeLifecycle>;

/** The life of a manager: it listens, plays and ends by this. */
export function makeLifecycle(options: LifecycleOptions) {
  const { league, settings, clock, rounds, dispatcher, mailer, suspended, readiness, ping, views } = options;
  const { transport, commit, log, durable, closeFiles, unwritable, unplayable, lastLook } = options;
  const { promise: ended, resolve: over } = Promise.withResolvers<string>();
  let starting: Promise<Result<void, Refusal>> | undefined;
  let playing: Promise<void> | undefined;
  let stopping: Promise<void> | undefined;
  let agentsEnding: Promise<void> | undefined;
  let callOff = () => {};
  let roll: RollCall | undefined;
  let failure: string | undefined;
  /** The league would have started by itself, had the operator not held it. */
  let isOwed = false;
  let listener: Listener | undefined;
  const isEnding = () => stopping !== undefined;
  void unwritable.then(fail);
  void unplayable.then(giveUp);

  /** Takes messages from now on until the end. */
  async function listen(address: string, answer: Answer): ReturnType<Transport['listen']> {
    const listened = await transport.listen(address, answer);
    if (listened.ok) listener = listened.value;
    return listened;
  }

  async function startLeague(): Promise<Result<void, Refusal>> {
    starting ??= checkedStart();
    const started = await starting;
    if (!started.ok) starting = undefined;
    else if (roll !== undefined) endRoll('the operator said go');
    else if (league.phase === 'RUNNING_LEAGUE') playOn();
    return started;
  }

  async function checkedStart(): Promise<Result<void, Refusal>> {
    if (league.phase === 'WAITING_FOR_REGISTRATIONS' && !isEnding()) await readiness.checkAll();
    if (isEnding()) return err(refusal('E007', 'the league manager is ending'));
    return rounds.start();
  }

  /** In a league that has begun there is nothing to start, and to go on is the operator's word, or the roll call's. */
  function startByItself(): void {
    if (league.phase !== 'WAITING_FOR_REGISTRATIONS') return;
    isOwed = league.paused !== undefined;
    if (isOwed) return;
    void startLeague().then((started) => {
      if (!started.ok) log('START_REFUSED', { error_code: started.error.code, reason: started.error.detail });
    });
  }

  function playOn(): void {
    if (isEnding()) return;
    callOff();
    if (league.phase === 'RUNNING_LEAGUE') suspended.start();
    playing ??= play();
    playing.catch((cause) => fail(cause, !(cause instanceof DiskError || cause instanceof StoreError)));
  }

  /** A manager that is told to stop on the way says and writes nothing more: the next one tells the end again. */
  async function play(): Promise<void> {
    await rounds.play();
    if (isEnding()) return;
    suspended.stop();
    if (!settings.keep) await endAgents('the league is complete');
    if (isEnding()) return;
    // A league that is told gets no further manager: its last files must be there before.
    await views.writeDurably();
    if (isEnding()) return;
    if (!league.told) await commit({ type: 'end_told', at: timestamp(clock) });
    if (settings.keep) return;
    await lastLook?.();
    await stop('the league is complete');
  }

  /** Once: agents that have been told are not there any more. */
  function endAgents(reason: string): Promise<void> {
    agentsEnding ??= tellAgents(reason);
    return agentsEnding;
  }

  async function tellAgents(reason: string): Promise<void> {
    log('SHUTDOWN_SENT', { reason });
    await Promise.all(
      [...league.agents.keys()].map((id) =>
        rounds.tell(id, 'SHUTDOWN_COMMAND', { league_id: league.league_id, reason }),
      ),
    );
  }

  function stop(reason: string): Promise<void> {
    stopping ??= end(reason);
    return stopping;
  }

  async function end(reason: string): Promise<void> {
    callOff();
    readiness.stop();
    roll = undefined;
    dispatcher.stop();
    rounds.stop();
    suspended.stop();
    mailer.close();
    await listener?.close();
    try {
      await durable();
      await views.write();
    } catch (cause) {
      log('DISK_FAILED', { reason: reasonOf(cause) });
    }
    if (league.phase === 'RUNNING_LEAGUE') log('LEAGUE_STOPPED', { reason });
    const lost = await closeFiles().then(
      () => '',
      (cause) => `; its logs are not complete: ${reasonOf(cause)}`,
    );
    over(reason + lost);
  }

  /** Nothing is acknowledged that is not durable: a manager that cannot write ends, as does one that a bug keeps from playing. */
  function fail(cause: unknown, isBug = false): void {
    const reason = reasonOf(cause);
    if (isBug) log('INTERNAL_ERROR', { what: 'play', reason });
    else log('DISK_FAILED', { reason });
    failure ??= `the manager failed: ${reason}`;
    void stop(failure);
  }

  /** Nothing more can be played: the manager ends, and says why. */
  function giveUp(why: string): void {
    failure ??= why;
    void stop(why);
  }

  /** All may have registered with the manager before this one; without a time to wait, only the last of them is awaited. */
  function awaitPlayers(ms: number | undefined): void {
    const { auto_start_players: wanted = Number.POSITIVE_INFINITY } = settings.config.participants;
    if (agentsOf(league, 'player').length >= wanted) startByItself();
    if (ms === undefined) return;
    callOff = clock.after(ms, () => {
      for (const id of settings.expected) if (!league.agents.has(id)) log('REGISTRATION_TIMEOUT', { agent_id: id });
      startByItself();
    });
  }

  /** Goes on with a league when its agents are back, or `waitMs` have passed. */
  function resume(waitMs: number): void {
    log('LEAGUE_RESUMED', { league_id: league.league_id, round_id: league.rounds.size });
    // Where all is decided no player can forfeit: agents that are away are not waited for.
    if (league.phase === 'LEAGUE_COMPLETE' || waitMs <= 0) {
      playOn();
      return;
    }
    const onMissing = (awaited: AwaitedAgents) => log('ROLL_CALLED', described(awaited));
    roll = callRoll({ league, ping, clock, limits: settings.limits, waitMs, onMissing });
    callOff = roll.callOff;
    void roll.over.then(endRoll);
  }

  function endRoll(reason: RollEnd): void {
    if (roll === undefined || isEnding()) return;
    log('ROLL_ENDED', { reason, ...described(roll.awaited()) });
    playOn();
    roll = undefined;
  }

  function described({ total, named }: AwaitedAgents) {
    return { missing: total, agents: named.map(({ agent_id }) => agent_id) };
  }

  /** The agents that are waited for before a league goes on; undefined when no roll is called. */
  function awaited(): AwaitedAgents | undefined {
    return roll?.awaited();
  }

  return {
    ...{ listen, startLeague, startByItself, endAgents, stop, awaitPlayers, resume, awaited, ended },
    /** The operator lets the league go on. */
    goOn: () => {
      if (isOwed) startByItself();
    },
    /** An agent has registered again. */
    noteReturn: (agent_id: string) => roll?.note(agent_id),
    failure: () => failure,
  };
}
