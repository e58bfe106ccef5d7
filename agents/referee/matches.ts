/** All matches of one referee: which it takes on, which it already has, and what became of them. */
import { type Refusal, refusal } from '../../SHARED/contracts/errors.ts';
import type { MatchRecord } from '../../SHARED/contracts/files/match.ts';
import { isId } from '../../SHARED/core/ids.ts';
import type { JsonObject } from '../../SHARED/core/json.ts';
import { err, ok, type Result } from '../../SHARED/core/result.ts';
import type { Game } from '../../SHARED/games/game.ts';
import { decide, Match } from './match/match.ts';
import { isSameMatch, type MatchOrder } from './match/order.ts';
import { Phase } from './match/phase.ts';
import type { PostedAnswers } from './match/posted_answers.ts';
import type { GameOf } from './result/judge.ts';
import { type Report, reportOf } from './result/report.ts';
import { keep, type ReportTools, reportAndNotify, reportOnRecord } from './result/report_and_notify.ts';

/** What a desk needs to run matches. */
export interface MatchesOptions extends ReportTools {
  readonly gameOf: GameOf;
  readonly postbox: PostedAnswers;
  readonly max_concurrent_matches: number;
  /** At least so many matches that are over can still be asked about, at most twice as many. */
  readonly remembered?: number;
}

/** Whether the referee runs a match, or why not. */
export type Taken =
  | { readonly match_id: string; readonly status: 'acknowledged' }
  | { readonly match_id: string; readonly status: 'refused'; readonly reason: string };

/** The desk of one referee. */
export type Matches = ReturnType<typeof makeMatches>;

/** A desk without matches. Whatever goes wrong in one of its matches stays in that match. */
export function makeMatches(options: MatchesOptions) {
  const { gameOf, postbox, max_concurrent_matches, remembered = 1_000, entropy, clock, log, onBug } = options;
  /** The newest assignment of each match. */
  const matches = new Map<string, Match>();
  const undecided = new Set<Match>();
  const over: Match[] = [];
  const running = new Map<Match, Promise<void>>();
  let stopped = false;

  /**
   * Takes an order on. The same order again changes nothing but the addresses, and a report that was not taken or is
   * asked for again is sent again; an older one is E007.
   */
  function take(order: MatchOrder): Result<Taken, Refusal> {
    const { match_id, assignment_epoch } = order;
    const known = matches.get(match_id);
    if (known !== undefined && !known.abandoned && isSameMatch(known.order, order)) {
      const newer = assignment_epoch - known.order.assignment_epoch;
      if (newer < 0) return err(refusal('E007', `${match_id} has been assigned again since`));
      const { report } = known;
      if (newer === 0 && (running.has(known) || report !== undefined)) {
        known.renew(order);
        known.wake?.();
        if (!running.has(known) && report !== undefined)
          void work(known, reportAndNotify(known, report, known.record, options));
        return ok({ match_id, status: 'acknowledged' });
      }
    }
    if (known !== undefined) abandon(known);
    const game = acceptable(order);
    if (!game.ok) return ok({ match_id, status: 'refused', reason: game.error });
    begin(new Match(order, entropy), (match) => run(match, game.value));
    return ok({ match_id, status: 'acknowledged' });
  }

  function acceptable({ league_id, rules }: MatchOrder): Result<Game, string> {
    if (stopped) return err('the referee is stopping');
    if (!isId(league_id)) return err('the league_id cannot name a folder');
    const game = gameOf(rules.game_type, rules.options as JsonObject);
    if (!game.ok) return err(game.error.detail);
    // A decided match takes no place: the manager may give out the next one before we hear its acknowledgement.
    if (undecided.size >= max_concurrent_matches) return err(`already ${max_concurrent_matches} matches at once`);
    return game;
  }

  /** Goes on with a match whose report lies in the outbox. */
  function restore(order: MatchOrder, report: Report, record: MatchRecord | undefined): void {
    begin(new Match(order, entropy), (match) => goOn(match, report, record));
  }

  function goOn(match: Match, report: Report, record: MatchRecord | undefined): Promise<void> {
    match.course = watched(match.order, new Phase('REPORTING_RESULT', 'FINISHED'));
    match.report = report;
    match.record = record;
    return reportAndNotify(match, report, record, options);
  }

  function watched({ match_id }: MatchOrder, course: Phase): Phase {
    course.onPhase = (phase) => log.debug('MATCH_PHASE', { match_id, phase });
    return course;
  }

  function begin(match: Match, doing: (match: Match) => Promise<void>): void {
    matches.set(match.order.match_id, match);
    watched(match.order, match.course);
    void work(match, doing(match)).then(() => forget(match));
  }

  /** Whatever goes wrong in a match stays in it. */
  function work(match: Match, doing: Promise<void>): Promise<void> {
    const done = doing
      .catch((cause: unknown) => onBug(`match ${match.order.match_id}`, cause))
      .finally(() => running.delete(match));
    running.set(match, done);
    return done;
  }

  async function run(match: Match, game: Game): Promise<void> {
    undecided.add(match);
    for (const seat of match.seats) postbox.open(seat);
    const earlier = await reportOnRecord(match.order, options);
    const decision = earlier === undefined && !match.abandoned ? await decide(match, game, options) : undefined;
    undecided.delete(match);
    for (const seat of match.seats) postbox.close(seat);
    if (match.abandoned) return;
    if (earlier !== undefined) await goOn(match, earlier.report, earlier.record);
    if (decision === undefined) return;
    const report = reportOf(match.order, decision);
    match.report = report;
    const record = decision.by === 'players' ? decision.record : undefined;
    match.record = record;
    await keep(match, report, record, options);
    await reportAndNotify(match, report, record, options);
  }

  function abandon(match: Match): void {
    match.abandoned = true;
    undecided.delete(match);
    for (const seat of match.seats) postbox.close(seat);
    match.wake?.();
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
    match.course.advance('reset');
    matches.delete(match.order.match_id);
  }

  /** How far the matches are, or one of them; no choices. */
  function states(match_id?: string): readonly JsonObject[] {
    const asked = match_id === undefined ? [...matches.values()] : [matches.get(match_id)];
    return asked.flatMap((match) => (match === undefined ? [] : [stateOf(match)]));
  }

  /** Lets go of what cannot be finished now; what is being reported or announced gets a little time. */
  async function stop(graceMs: number): Promise<void> {
    stopped = true;
    for (const match of matches.values()) if (undecided.has(match) || match.wake !== undefined) abandon(match);
    await new Promise<void>((resolve) => {
      const cancel = clock.after(graceMs, resolve);
      void Promise.all(running.values()).then(() => {
        cancel();
        resolve();
      });
    });
    for (const match of matches.values()) abandon(match);
  }

  return {
    ...{ take, restore, states, atRest, reset, stop },
    playing: () => undecided.size,
    /** A match that is not forgotten, at whatever point. */
    match: (match_id: string) => matches.get(match_id),
  };
}

function stateOf({ order, course, abandoned }: Match): JsonObject {
  const { match_id, round_id, assignment_epoch, player_a, player_b } = order;
  const { phase, state } = course;
  return { match_id, round_id, assignment_epoch, players: [player_a, player_b], phase, state, abandoned };
}
