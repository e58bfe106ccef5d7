/** All matches of one referee: which it takes on, which it already has, and what became of them. */
import { type Refusal, refusal } from '../../SHARED/contracts/errors.ts';
import { isId } from '../../SHARED/core/ids.ts';
import type { JsonObject } from '../../SHARED/core/json.ts';
import { err, ok, type Result } from '../../SHARED/core/result.ts';
import type { Game, GameOf } from '../../SHARED/games/game.ts';
import type { JsonLogger } from '../../SHARED/league_sdk/logger.ts';
import { type MatchTools, resumeMatch, runMatch } from './match/match.ts';
import { isSameMatch, type MatchOrder } from './match/order.ts';
import { Match } from './match/state.ts';
import type { Decided } from './result/report.ts';
import { reportAndNotify } from './result/report_and_notify.ts';

/** The tools of matches. */
export interface MatchesOptions extends MatchTools {
  readonly gameOf: GameOf;
  readonly max_concurrent_matches: number;
  readonly log: Pick<JsonLogger, 'debug' | 'info' | 'warning' | 'error'>;
  /** At least so many matches that are over can still be asked about, at most twice as many. */
  readonly remembered?: number;
}

/** Whether the referee runs a match, or why not. */
export type Taken =
  | { readonly match_id: string; readonly status: 'acknowledged' }
  | {
      readonly match_id: string;
      readonly status: 'refused';
      readonly reason: string;
      /** It ends soon, and takes no further match. */
      readonly leaving?: true;
    };

/** The matches of one referee. */
export type Matches = ReturnType<typeof makeMatches>;

/** No matches yet. A bug in one match stays in that match. */
export function makeMatches(options: MatchesOptions) {
  const { gameOf, max_concurrent_matches, remembered = 1_000, entropy, clock, log, onBug } = options;
  /** The newest assignment of each match. */
  const matches = new Map<string, Match>();
  const undecided = new Set<Match>();
  const over: Match[] = [];
  const running = new Map<Match, Promise<void>>();
  /** Ends soon, or has ended: no match is begun. */
  let isLeaving = false;

  /**
   * Takes an order on. The same order again changes nothing but the addresses, and a report that was not taken or is
   * asked for again is sent again; an older one is E007.
   */
  function take(order: MatchOrder): Result<Taken, Refusal> {
    const { match_id, assignment_epoch } = order;
    const known = matches.get(match_id);
    if (known !== undefined && !known.abandoned.aborted && isSameMatch(known.order, order)) {
      const newer = assignment_epoch - known.order.assignment_epoch;
      if (newer < 0) return err(refusal('E007', `${match_id} has been assigned again since`));
      if (newer === 0 && (running.has(known) || known.decided !== undefined)) {
        known.renew(order);
        reportAgain(known);
        return ok({ match_id, status: 'acknowledged' });
      }
    }
    if (known !== undefined) abandon(known);
    const game = acceptable(order);
    if (!game.ok)
      return ok({ match_id, status: 'refused', reason: game.error, ...(isLeaving ? { leaving: isLeaving } : {}) });
    begin(order, (match) => {
      undecided.add(match);
      return runMatch(match, game.value, options);
    });
    return ok({ match_id, status: 'acknowledged' });
  }

  function acceptable({ league_id, rules }: MatchOrder): Result<Game, string> {
    if (isLeaving) return err('the referee is stopping');
    if (!isId(league_id)) return err('the league_id cannot name a folder');
    const game = gameOf(rules.game_type, rules.options as JsonObject);
    if (!game.ok) return err(game.error.detail);
    // A decided match takes no place: the manager may give out the next one before we hear its acknowledgement.
    if (undecided.size >= max_concurrent_matches) return err(`already ${max_concurrent_matches} matches at once`);
    return game;
  }

  /** Sends the report of a decided match again, unless its run is doing so. */
  function reportAgain(match: Match): void {
    if (!running.has(match) && match.decided !== undefined)
      void work(match, reportAndNotify(match, match.decided, options));
  }

  /** Goes on with a match whose report lies in the outbox. */
  function restore(order: MatchOrder, decided: Decided): void {
    begin(order, (match) => resumeMatch(match, decided, options));
  }

  function begin(order: MatchOrder, doing: (match: Match) => Promise<void>): void {
    const match = new Match(order, entropy, clock);
    const { match_id } = order;
    matches.set(match_id, match);
    match.phase.onPhase = (phase) => {
      log.debug('MATCH_PHASE', { match_id, phase });
      if (!match.phase.undecided) undecided.delete(match);
    };
    void work(match, doing(match)).then(() => forget(match));
  }

  /** Does something for a match. A bug is told, and stays in the match. */
  function work(match: Match, doing: Promise<void>): Promise<void> {
    const done = doing
      .catch((cause: unknown) => onBug(`match ${match.order.match_id}`, cause))
      .finally(() => running.delete(match));
    running.set(match, done);
    return done;
  }

  function abandon(match: Match): void {
    undecided.delete(match);
    match.abandon();
  }

  function forget(match: Match): void {
    over.push(match);
    if (over.length <= 2 * remembered) return;
    for (const old of over.splice(0, remembered)) {
      if (matches.get(old.order.match_id) === old) matches.delete(old.order.match_id);
    }
  }

  /** Resolves when nothing is being done for a match. */
  async function atRest(match: Match): Promise<void> {
    await running.get(match);
  }

  /** Forgets a match that is complete and at rest. */
  function reset(match: Match): void {
    match.phase.advance('reset');
    matches.delete(match.order.match_id);
  }

  /** How far the matches are, or one of them; no choices. */
  function states(match_id?: string): readonly JsonObject[] {
    const asked = match_id === undefined ? [...matches.values()] : [matches.get(match_id)];
    return asked.flatMap((match) => (match === undefined ? [] : [stateOf(match)]));
  }

  /** Lets go of what is undecided; what is to be reported, announced or written is tried once more and gets a little time. */
  async function stop(graceMs: number): Promise<void> {
    isLeaving = true;
    for (const match of matches.values()) {
      if (undecided.has(match)) abandon(match);
      else match.hurry();
    }
    await allAtRest(graceMs);
    for (const match of matches.values()) abandon(match);
  }

  /** Begins no match from now on; resolves when those that are run are over, reported and told, or the time is. */
  async function drain(withinMs: number): Promise<void> {
    isLeaving = true;
    for (const match of running.keys()) match.isLast = true;
    await allAtRest(withinMs);
  }

  function allAtRest(withinMs: number): Promise<void> {
    return new Promise<void>((resolve) => {
      const cancel = clock.after(withinMs, resolve);
      void Promise.all(running.values()).then(() => {
        cancel();
        resolve();
      });
    });
  }

  return {
    ...{ take, restore, states, atRest, reset, drain, stop },
    playing: () => undecided.size,
    /** A match that is not forgotten, in any phase. */
    match: (match_id: string) => matches.get(match_id),
  };
}

function stateOf({ order, seats, phase: { current: phase, state }, abandoned }: Match): JsonObject {
  const { match_id, round_id, assignment_epoch, player_a, player_b } = order;
  const players = [player_a, player_b];
  const waits_for = seats.flatMap(({ isAwaited, player_id }) => (isAwaited ? [player_id] : []));
  return { match_id, round_id, assignment_epoch, players, phase, state, waits_for, abandoned: abandoned.aborted };
}
