/** Hands matches to referees: never more at once than a referee takes, again when it went away, to another when it stays away. */

import { sleep, timestamp } from '../../../SHARED/core/clock.ts';
import { cut } from '../../../SHARED/core/json.ts';
import type { Random } from '../../../SHARED/core/random.ts';
import { err, reasonOf } from '../../../SHARED/core/result.ts';
import type { CallError, Peer } from '../../../SHARED/league_sdk/messaging/peer.ts';
import { withRetry } from '../../../SHARED/league_sdk/transport/retry.ts';
import { LOST_BY, type Loss, type LostBy, type MatchDecided } from '../league/events.ts';
import { type Agent, exclusionOf, type Match } from '../league/state.ts';
import type { LeagueStore } from '../league/store.ts';
import type { LeagueTools } from '../league_tools.ts';
import type { Ping } from '../liveness/ping.ts';
import { askReferee, candidates } from './assignment.ts';
import { longRuns, type RefereeLoad, watchLeases } from './leases.ts';
import {
  findIncompatibility,
  isLeaving,
  REFUSED_REPORTS,
  RefereeFaultCounter,
  refusalReason,
} from './referee_faults.ts';

export interface DispatcherOptions extends LeagueTools {
  readonly peer: Peer;
  readonly ping: Ping;
  readonly random: Random;
  readonly newConversation: () => string;
  readonly onDurable: LeagueStore['onDurable'];
  /** Hears, for people, that the league pauses. */
  readonly onPaused?: ((why: string) => void) | undefined;
  /** Hears of every way in which the rules of the game fail, once. */
  readonly onGameFault?: ((line: string) => void) | undefined;
  /** Is called when the rules have failed in the same way so often that the league cannot be played. */
  readonly onUnplayable?: ((why: string) => void) | undefined;
}

/** The number of runs of one match that came to nothing by faults of ours at which the league pauses. */
const VOIDED_RUNS = 3;
/** The number of failures of the rules in the same way, in any matches, at which the league ends. */
const GAME_FAULTS = 3;

/** The longest pause before a match that no referee can run is tried again. */
const LONGEST_PAUSE_MS = 60_000;

const COULD_NOT: Loss = { why: 'the referee could not run the match' };

/** The loss of a match in one of these ways, with more of it where there is more. */
function lossBy(by: LostBy, detail?: string): Loss {
  return { why: detail === undefined ? LOST_BY[by] : `${LOST_BY[by]}: ${detail}`, by };
}

export type Dispatcher = ReturnType<typeof makeDispatcher>;

/**
 * The dispatcher of a league. A match that is given to another referee is in the ledger as `match_reassigned`; it is
 * queued there when it is dispatched again.
 */
export function makeDispatcher(options: DispatcherOptions) {
  const { league, ping, clock, random, commit, log, onDurable, onPaused } = options;
  const { limits } = options.settings;
  const loads = new Map<string, RefereeLoad>();
  /** How often a match had to wait for a referee that can run it. */
  const waited = new Map<string, number>();
  /** How many runs of a match were voided, and which was the last. */
  const voidedRuns = new Map<string, { readonly runs: number; readonly epoch: number }>();
  const faults = new RefereeFaultCounter();
  const isExcluded = (referee_id: string) => faults.isExcluded(referee_id);
  /** The referees that said they end, until they are back. */
  const leaving = new Set<string>();
  const isUnavailable = (referee_id: string) => leaving.has(referee_id) || isExcluded(referee_id);
  let pausedByFault: string | undefined;
  /** By the operator, as the ledger has it: a pause ends there before a match is given out. */
  let pausedOnDisk = league.paused;
  let stopped = false;
  const leases = watchLeases({ league, limits, ping, clock, loads, attempt, onLost });
  onDurable((events) => {
    for (const event of events) {
      if (event.type === 'match_decided') release(event);
      if (event.type === 'league_paused') pausedOnDisk = event.reason;
      if (event.type === 'league_unpaused') pausedOnDisk = undefined;
      if (event.type === 'league_unpaused') refill();
    }
  });

  function loadOf(referee_id: string): RefereeLoad {
    let load = loads.get(referee_id);
    if (load === undefined) {
      load = { running: new Map(), queue: [], lastSign: clock.monotonic() };
      loads.set(referee_id, load);
    }
    return load;
  }

  /** Queues a match with the referee it is assigned to. */
  function dispatch(match_id: string): void {
    const match = open(match_id);
    if (match === undefined) return;
    const load = loadOf(match.referee_id);
    if (load.running.has(match_id) || load.queue.includes(match_id)) return;
    if (exclusionOf(league, match.referee_id) !== undefined)
      return void attempt(handOver(match_id, lossBy('exclusion')));
    // An idle referee is not asked for a sign of life, so its silence counts from its first match.
    if (load.running.size + load.queue.length === 0) load.lastSign = clock.monotonic();
    load.queue.push(match_id);
    fill(match.referee_id);
    leases.watch();
  }

  function fill(referee_id: string): void {
    if (whyPaused() !== undefined) return;
    const load = loadOf(referee_id);
    const capacity = league.agents.get(referee_id)?.max_concurrent_matches ?? 1;
    while (load.running.size < capacity) {
      const match_id = load.queue.shift();
      if (match_id === undefined) return;
      if (open(match_id) === undefined) continue;
      load.running.set(match_id, { since: clock.monotonic(), orders: 0 });
      attempt(send(match_id));
    }
  }

  /** A bug in this file costs one match a delay, and not the league. */
  function attempt(work: Promise<void>): void {
    work.catch((cause) => log('INTERNAL_ERROR', { what: 'the dispatcher', reason: reasonOf(cause) }));
  }

  async function send(match_id: string): Promise<void> {
    const match = open(match_id);
    const load = match === undefined ? undefined : loadOf(match.referee_id);
    const run = load?.running.get(match_id);
    if (match === undefined || load === undefined || run === undefined || stopped) return;
    const { referee_id, epoch } = match;
    const order = ++run.orders;
    const isNewest = () =>
      !stopped && open(match_id)?.epoch === epoch && run.orders === order && load.running.get(match_id) === run;
    const outdated = err<CallError>({ code: 'UNREACHABLE', detail: 'outdated', failedAt: clock.monotonic() });
    const sent = await withRetry(async () => (isNewest() ? askReferee(match, options) : outdated), {
      clock,
      random,
      attempts: limits.maxRetries,
      ...limits.backoff,
      retryable: (error) => error.code !== 'ERROR_REPLY' && isNewest(),
    });
    if (!isNewest()) return;
    const incompatibility = findIncompatibility(sent);
    if (sent.ok && sent.value.kind === 'answer' && sent.value.message.status === 'acknowledged') {
      load.lastSign = clock.monotonic();
      run.since = clock.monotonic();
      run.unclearAckReason = incompatibility;
      log('MATCH_ASSIGNED', { match_id, referee_id, epoch });
      return;
    }
    if (incompatibility !== undefined) exclude(match, incompatibility);
    if (isLeaving(sent)) noteLeaving(referee_id);
    await handOver(match_id, { why: refusalReason(sent) });
  }

  /** A referee whose answers cannot be used gets no further match; what waits for it goes to others. */
  function exclude({ referee_id, pairing }: Match, why: string): void {
    if (isExcluded(referee_id)) return;
    faults.noteIncompatible(referee_id, why);
    log('REFEREE_BARRED', { referee_id, reason: why });
    reassignQueueOf(pairing, referee_id, `no referee is left that can run a match; ${referee_id}: ${cut(why, 200)}`, {
      why,
    });
  }

  /** A referee ends, which is no fault: what waits for it goes to others, and the next matches too. */
  function noteLeaving(referee_id: string): void {
    if (leaving.has(referee_id)) return;
    leaving.add(referee_id);
    log('REFEREE_LEAVING', { referee_id });
    for (const waiting of loadOf(referee_id).queue.splice(0)) attempt(handOver(waiting, lossBy('leaving')));
  }

  function reassignQueueOf(pairing: Match['pairing'], referee_id: string, pausing: string, loss: Loss): void {
    if (candidates(league, pairing, isExcluded).length === 0) pause(pairing.match_id, pausing);
    else for (const waiting of loadOf(referee_id).queue.splice(0)) attempt(handOver(waiting, loss));
  }

  /** Its referee does not run a match: another one gets it; without another, the same one is asked again later. */
  async function handOver(match_id: string, loss: Loss): Promise<void> {
    const match = open(match_id);
    if (match === undefined || stopped) return;
    const { referee_id, epoch } = match;
    const others = candidates(league, match.pairing, isUnavailable).some((referee) => referee.id !== referee_id);
    if (others) return renewAssignment(match, loss);
    unload(match);
    log('REFEREE_ERROR', { match_id, referee_id, epoch, reason: loss.why });
    log('MATCH_WAITING', { match_id, epoch });
    await sleep(clock, pauseMs(match_id));
    if (open(match_id)?.epoch === epoch && !stopped) dispatch(match_id);
  }

  /** Ends an assignment for good: a report of the referee that still comes is refused. */
  async function reassign(match_id: string, loss: Loss): Promise<void> {
    const match = open(match_id);
    if (match !== undefined && !stopped) await renewAssignment(match, loss);
  }

  /**
   * A run came to nothing by a fault of ours, a refused or missing report included: the next referee gets the match. What
   * fails again and again needs people: the league pauses, and gives out no match until it is told to go on.
   */
  async function voided(match_id: string, why: string, loss: Loss = COULD_NOT): Promise<void> {
    const epoch = open(match_id)?.epoch;
    const before = voidedRuns.get(match_id);
    if (epoch === undefined || before?.epoch === epoch) return;
    const runs = (before?.runs ?? 0) + 1;
    voidedRuns.set(match_id, { runs, epoch });
    if (runs >= VOIDED_RUNS)
      pause(match_id, `${runs} runs of ${match_id} came to nothing by faults of ours, the last one: ${cut(why, 200)}`);
    await reassign(match_id, loss);
  }

  /** Why no match is given out at present, if so. */
  const whyPaused = () => league.paused ?? pausedOnDisk ?? pausedByFault;

  /** Whether a referee has been given a match, which then waits in no queue. */
  const isGivenOut = (id: string) => loads.get(league.matches.get(id)?.referee_id ?? '')?.running.has(id) === true;

  /** Whether this run has come to nothing already: the same report twice is about one run. */
  function isVoided({ pairing, epoch }: Match): boolean {
    return voidedRuns.get(pairing.match_id)?.epoch === epoch;
  }

  /** Rules that fail alike again and again end the league; where there are several referees, one word is not enough. */
  async function rulesFailed(match_id: string, how: string): Promise<void> {
    const match = open(match_id);
    if (match === undefined || isVoided(match)) return;
    const sentence = cut(how, 500);
    const { count, referees } = faults.countRuleFault(sentence, match.referee_id);
    if (count === 1) options.onGameFault?.(`${match.referee_id}: ${sentence}`);
    log('GAME_FAULT', { match_id, referee_id: match.referee_id, reason: sentence });
    const witnesses = Math.min(2, candidates(league, match.pairing, isExcluded).length);
    if (count >= GAME_FAULTS && referees >= witnesses)
      options.onUnplayable?.(`the rules fail again and again: ${sentence}, ${count} times; mend them`);
    else await voided(match_id, sentence);
  }

  /**
   * A report was refused. A referee whose reports are refused again and again gets no further match; where none is left
   * for a match, the league pauses.
   */
  async function refused(match_id: string, why: string): Promise<void> {
    const match = open(match_id);
    if (match === undefined || isVoided(match)) return;
    const { referee_id } = match;
    const count = faults.countRefusedReport(referee_id, why);
    const loss = lossBy('refusedReport', why);
    if (count === REFUSED_REPORTS) log('REFEREE_BARRED', { referee_id, reason: why });
    const pausing = `no referee is left whose reports can be taken; ${referee_id}: ${cut(why, 200)}`;
    if (isExcluded(referee_id)) reassignQueueOf(match.pairing, referee_id, pausing, loss);
    await voided(match_id, loss.why, loss);
  }

  function pause(match_id: string, why: string): void {
    if (pausedByFault !== undefined) return;
    pausedByFault = why;
    log('LEAGUE_PAUSED', { match_id, reason: why });
    onPaused?.(why);
  }

  /** Goes on after a pause; one of the operator's ends with the ledger's word alone. */
  function goOn(): void {
    faults.forgiveAll();
    if (pausedByFault === undefined) return;
    pausedByFault = undefined;
    voidedRuns.clear();
    refill();
  }

  function refill(): void {
    for (const referee_id of loads.keys()) fill(referee_id);
    leases.watch();
  }

  /** Each time no referee could, the next pause is twice as long. */
  function pauseMs(match_id: string): number {
    const waits = (waited.get(match_id) ?? 0) + 1;
    waited.set(match_id, waits);
    return Math.min(limits.backoff.baseMs * 2 ** (waits - 1), LONGEST_PAUSE_MS);
  }

  /** The next referee gets the match with a new epoch. */
  async function renewAssignment(match: Match, { why, by }: Loss): Promise<void> {
    unload(match);
    const { match_id } = match.pairing;
    const { referee_id, epoch } = match;
    log('REFEREE_ERROR', { match_id, referee_id, epoch, reason: why });
    const able = candidates(league, match.pairing, isUnavailable);
    const place = able.findIndex((referee) => referee.id === referee_id);
    const successor = able[(place + 1) % able.length] ?? (league.agents.get(referee_id) as Agent);
    const isReplaced = isUnavailable(referee_id) && (able.length > 0 || isExcluded(referee_id));
    if (!isReplaced && epoch % Math.max(able.length, 1) === 0) {
      // Every referee was asked and none can at present: to ask at once again would only make a noise.
      log('MATCH_WAITING', { match_id, epoch });
      await sleep(clock, pauseMs(match_id));
    }
    if (open(match_id)?.epoch !== epoch || stopped) return;
    // It may have been dispatched while it waited, as at a start: that run is over too.
    unload(match);
    await commit({
      type: 'match_reassigned',
      at: timestamp(clock),
      match_id,
      referee_id: successor.id,
      epoch: epoch + 1,
      why: cut(why, 200),
      ...(by === undefined ? {} : { by }),
    });
    const renewed = open(match_id);
    if (renewed === undefined) return;
    log('MATCH_REASSIGNED', { match_id, referee_id: successor.id, epoch: renewed.epoch });
  }

  function unload(match: Match): void {
    const load = loadOf(match.referee_id);
    const { match_id } = match.pairing;
    load.running.delete(match_id);
    const queued = load.queue.indexOf(match_id);
    if (queued >= 0) load.queue.splice(queued, 1);
    fill(match.referee_id);
  }

  /** The match is decided: its place at the referee is free. What the manager decided is no word of the referee. */
  function release({ match_id, referee_id }: MatchDecided): void {
    const match = league.matches.get(match_id);
    if (match === undefined) return;
    if (referee_id === match.referee_id) {
      loadOf(referee_id).lastSign = clock.monotonic();
      faults.forgive(referee_id);
    }
    waited.delete(match_id);
    voidedRuns.delete(match_id);
    unload(match);
  }

  /** A referee registered again: its open matches are sent again with the same epoch. */
  function refereeIsBack(referee_id: string): void {
    const load = loadOf(referee_id);
    load.lastSign = clock.monotonic();
    leaving.delete(referee_id);
    for (const match_id of load.running.keys()) attempt(send(match_id));
    fill(referee_id);
  }

  /** A referee was removed or suspended: its matches go to others, or wait for one. */
  function refereeIsOut(referee_id: string): void {
    const load = loadOf(referee_id);
    for (const match_id of [...load.running.keys(), ...load.queue.splice(0)])
      attempt(handOver(match_id, lossBy('exclusion')));
  }

  /** A player registered again elsewhere: the referee of its open match is told, with the same epoch. */
  function playerMoved(player_id: string): void {
    for (const load of loads.values()) {
      for (const match_id of load.running.keys()) {
        if (open(match_id)?.pairing.seats.includes(player_id) === true) attempt(send(match_id));
      }
    }
  }

  function open(match_id: string): Match | undefined {
    const match = league.matches.get(match_id);
    return match === undefined || match.decided !== undefined ? undefined : match;
  }

  /** A referee was silent for too long; one that had said yes in words of its own had not meant it. */
  function onLost(match_id: string, by: LostBy, unclearAckReason: string | undefined): void {
    const match = open(match_id);
    if (match !== undefined && unclearAckReason !== undefined)
      exclude(match, `${unclearAckReason}, and sent no report`);
    const loss = lossBy(by);
    attempt(by === 'endedLease' ? handOver(match_id, loss) : voided(match_id, loss.why, loss));
  }

  /** Sends nothing more. */
  function stop(): void {
    stopped = true;
    leases.stop();
  }

  return {
    ...{ dispatch, reassign, voided, refused, rulesFailed, goOn, stop },
    ...{ noteLeaving, refereeIsBack, refereeIsOut, playerMoved },
    isUnavailable,
    paused: whyPaused,
    isHeld: (id: string) => whyPaused() !== undefined && !isGivenOut(id),
    isGivenOut,
    longRunning: () => longRuns(league, loads, clock),
    /** How many matches wait until a referee takes them. */
    queued: () => [...loads.values()].reduce((sum, { queue }) => sum + queue.length, 0),
    refusedReports: () => faults.refusedReports(),
    excludedReferees: () => faults.excludedReferees(),
  };
}
