/**
 * One match from its order to the news of its result: invite, play, judge, report, tell.
 * Seats are asked in ask.ts, the game is stepped in play.ts, the result follows in verdict.ts, report and news leave in report_and_notify.ts.
 */
import { type Fault, faultSentence, type Step } from '../../../SHARED/contracts/messages/result.ts';
import { LONGEST_TIMER_MS, timestamp } from '../../../SHARED/core/clock.ts';
import { MATCH_TIME } from '../../../SHARED/core/limits.ts';
import { chanceStream } from '../../../SHARED/core/random.ts';
import { ok, type Result } from '../../../SHARED/core/result.ts';
import { type Game, GameFault, type Seat as SeatNumber } from '../../../SHARED/games/game.ts';
import { type Ending, verdict } from '../../../SHARED/games/verdict.ts';
import { keep, keepMoves, reportOnRecord } from '../result/match_files.ts';
import { type Decided, type Decision, recordOf, reportOf } from '../result/report.ts';
import { type ReportTools, reportAndNotify } from '../result/report_and_notify.ts';
import { type AskTools, askSeat, type LiveAnswer } from './ask.ts';
import { evidenceOf } from './evidence.ts';
import { termsOf } from './order.ts';
import { type LiveMove, play, type Turn } from './play.ts';
import { invitation, moveCall } from './questions.ts';
import { Recorder } from './recorder.ts';
import type { Seat } from './seat.ts';
import type { Match } from './state.ts';

/** The tools of a match. */
export interface MatchTools extends Pick<AskTools, 'posted' | 'onBug'>, ReportTools {
  /** Hears that the rules of the game failed, and how. */
  readonly onGameFault: (match_id: string, fault: GameFault) => void;
  /** Where players may post their answers. */
  readonly endpoint: string;
}

/** Runs a match from its order to its end. Once it is abandoned, no seat is asked and no report is begun. */
export async function runMatch(match: Match, game: Game, tools: MatchTools): Promise<void> {
  const earlier = await reportOnRecord(match.order, tools);
  if (match.abandoned.aborted) return;
  if (earlier !== undefined) {
    await resumeMatch(match, earlier, tools);
    return;
  }
  const decision = await decide(match, game, tools);
  if (decision === undefined || match.abandoned.aborted) return;
  const record = decision.by === 'players' ? decision.record : undefined;
  match.decided = { report: reportOf(match.order, decision), record };
  await keep(match.order, match.decided, tools);
  await reportAndNotify(match, match.decided, tools);
}

/** Goes on with a match that was decided before: only its report and the news of it are left. */
export async function resumeMatch(match: Match, decided: Decided, tools: MatchTools): Promise<void> {
  match.phase.resume();
  match.decided = decided;
  await reportAndNotify(match, decided, tools);
}

/** Brings a match to its decision; undefined when it was abandoned on the way. */
async function decide(match: Match, game: Game, tools: MatchTools): Promise<Decision | undefined> {
  // One signal that follows the other: AbortSignal.any costs more than the rest of a match's signals and timers together.
  const over = new AbortController();
  const end = (): void => over.abort(OVER);
  match.abandoned.addEventListener('abort', end);
  const boundMs = match.order.rules.timeouts.max_match_sec * 1_000 * MATCH_TIME.run;
  // The clocks of the players end before: what takes longer than this is held up by nobody but us.
  const callOff = tools.clock.after(Math.min(boundMs, LONGEST_TIMER_MS), end);
  for (const seat of match.seats) tools.posted.open(seat);
  try {
    const decision = await refereed(match, game, tools, over.signal);
    return decision ?? voided(match, `the run was not through in ${boundMs / 1_000} s`);
  } catch (cause) {
    // Rules that fail and chance that fails are ours to answer for: the match is voided, and run again.
    const isOfGame = cause instanceof GameFault;
    if (isOfGame) tools.onGameFault(match.order.match_id, cause);
    else tools.onBug(`match ${match.order.match_id}`, cause);
    return voided(match, isOfGame ? cause.message : String(cause), isOfGame);
  } finally {
    callOff();
    match.abandoned.removeEventListener('abort', end);
    end();
    for (const seat of match.seats) tools.posted.close(seat);
  }
}

/** Why a signal is aborted: without a reason it gets an error with the stack of the moment. */
const OVER = 'the match is over';

/** A fault of ours: it costs no player anything, and the match is run again. */
function voided({ phase, abandoned }: Match, detail: string, isOfGame = false): Decision | undefined {
  if (abandoned.aborted) return undefined;
  if (phase.undecided) phase.advance('forfeited');
  return { by: 'referee_fault', detail, isOfGame };
}

/** Invites both players, lets them play, judges how it ended; undefined when it is called off. */
async function refereed(
  match: Match,
  game: Game,
  tools: MatchTools,
  signal: AbortSignal,
): Promise<Decision | undefined> {
  const { order, seats, phase } = match;
  const { clock, referee_id, endpoint, log } = tools;
  const { match_id, draw_seed } = order;
  const terms = termsOf(order);
  const recorder = new Recorder(match_id, tools);
  const asking: AskTools = { ...tools, order, recorder, signal };
  const created_at = timestamp(clock);
  let started_at: string | null = null;

  phase.advance('assigned');
  log.info('MATCH_STARTED', { match_id, players: terms.players });
  const invited = await Promise.all(seats.map(invite));
  if (signal.aborted) return undefined;
  const absent: Fault[] = [];
  for (const [i, answered] of invited.entries()) {
    const fault = takeSeat(seats[i] as Seat, answered);
    if (fault !== undefined) absent.push(fault);
  }
  if (absent.length > 0) return decisionOn([], { by: 'forfeit', faults: absent });

  phase.advance('both_joined');
  started_at = timestamp(clock);
  const { steps, end } = await play(game, {
    players: terms.players,
    ask: askForMove,
    random: chanceStream(draw_seed),
    played: tools.outbox.movesOf(order),
    keep: (steps) => keepMoves(order, steps, tools),
  });
  if (signal.aborted) return undefined;
  if (!end.ok) return decisionOn(steps, { by: 'forfeit', faults: end.error });
  return decisionOn(steps, { by: 'play', outcome: end.value, explain: game.explain });

  async function invite(seat: Seat, number: number): Promise<Result<LiveAnswer<true>, Fault>> {
    const answered = await askSeat(seat, invitation(order, number, endpoint), asking);
    if (!answered.ok && answered.error.cause === 'declined') seat.joined(undefined);
    // A yes by a status may be taken back until the first call.
    if (answered.ok && !seat.joinedByStatus) sitDown(seat, answered.value);
    return answered;
  }

  function sitDown(seat: Seat, answer: LiveAnswer<true>): void {
    answer.take();
    seat.joined(recorder.lastFrom(seat.player_id));
  }

  /** What is wrong with the answer to an invitation; without a fault the player sits. */
  function takeSeat(seat: Seat, answered: Result<LiveAnswer<true>, Fault>): Fault | undefined {
    if (!answered.ok) return answered.error;
    if (seat.joinedAt === undefined) sitDown(seat, answered.value);
    const { withdrawn } = answered.value;
    if (withdrawn === undefined) return undefined;
    seat.joined(undefined);
    const { player_id, account } = seat;
    return { player_id, cause: withdrawn.cause, evidence: evidenceOf('GAME_JOIN_ACK', [], withdrawn, account) };
  }

  async function askForMove(number: SeatNumber, turn: Turn): Promise<Result<LiveMove, Fault>> {
    const seat = seats[number] as Seat;
    const answered = await askSeat(seat, moveCall(order, number, turn), asking);
    return answered.ok ? ok({ take: () => seat.moved(turn.step, answered.value.take()) }) : answered;
  }

  function decisionOn(moves: readonly Step[], ending: Ending): Decision {
    const judged = verdict(terms, moves, ending);
    for (const seat of seats) if (seat.joinedByStatus) recorder.tookByStatus(seat);
    const result = { ...judged, details: { ...judged.details, ...recorder.story, ...recorder.conduct.report() } };
    const finished_at = timestamp(clock);
    phase.advance(ending.by === 'play' ? 'all_moves_in' : 'forfeited');
    if (ending.by === 'play') phase.advance('decided');
    for (const fault of result.details.faults) {
      const { player_id, cause } = fault;
      log.warning('TECHNICAL_LOSS', { match_id, player_id, cause, reason: faultSentence(fault) });
    }
    const lifecycle = { state: phase.state, created_at, started_at, finished_at };
    const { transcript } = recorder;
    return { by: 'players', result, record: recordOf({ referee_id, order, seats, lifecycle, transcript, result }) };
  }
}
