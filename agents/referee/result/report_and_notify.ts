/** The end of a decided match: the report, until the manager has it for good, then GAME_OVER and the match file. */
import type { MatchResult } from '../../../SHARED/contracts/messages/result.ts';
import { type Clock, later } from '../../../SHARED/core/clock.ts';
import { type Entropy, uuid } from '../../../SHARED/core/entropy.ts';
import type { JsonObject } from '../../../SHARED/core/json.ts';
import type { Random } from '../../../SHARED/core/random.ts';
import type { JsonLogger } from '../../../SHARED/league_sdk/logger.ts';
import type { Correspondent, Peer } from '../../../SHARED/league_sdk/messaging/peer.ts';
import { jittered } from '../../../SHARED/league_sdk/transport/retry.ts';
import type { Seat } from '../match/seat.ts';
import type { Match } from '../match/state.ts';
import { type FileTools, saveIfFirst, saveRecord, settle } from './match_files.ts';
import { type Decided, type GameOver, gameOverOf, isResult, type Report } from './report.ts';

/** How often and how soon a report is sent again. */
export interface RetryPlan {
  readonly attempts: number;
  readonly baseMs: number;
  readonly factor: number;
  /** When the attempts are used up: every so often, as long as it takes. */
  readonly afterwardsMs: number;
}

/** The tools to report a decided match and to notify its players. */
export interface ReportTools extends FileTools {
  readonly peer: Peer;
  readonly clock: Clock;
  readonly random: Random;
  readonly entropy: Entropy;
  readonly manager: Correspondent;
  /** The referee's own token, for the manager alone; undefined: it was given none. */
  readonly auth_token: string | undefined;
  readonly retry: RetryPlan;
  readonly log: Pick<JsonLogger, 'info' | 'warning' | 'error'>;
}

/** What the manager makes of a report. */
type ReportAnswer = 'recorded' | 'voided' | 'refused';

/** These say that the report will never be taken: another referee has the match, or the result is settled or wrong. */
const FINAL: ReadonlySet<string | undefined> = new Set([
  ...['E006', 'E008', 'E010', 'E023'],
  // It cannot be read, and the next time it would be the same.
  ...['E002', 'E003', 'E018', 'E021'],
]);
/** Of a server without a manager, which may be one that is about to lead: it says nothing of the report. */
const NOBODY_THERE = 404;
/** These say that the manager does not know us, which lasts until one of us has started anew. */
const UNKNOWN: ReadonlySet<string | undefined> = new Set(['E011', 'E012', 'E013']);

/** Reports a decided match and tells its players, once. A report that was not answered stays in the outbox. */
export async function reportAndNotify(match: Match, { report, record }: Decided, tools: ReportTools): Promise<void> {
  const answer = await sendReport(match, report, tools);
  if (answer === undefined || match.phase.current === 'MATCH_COMPLETE') return;
  let unsaved: Decided['record'];
  if (answer === 'recorded' && isResult(report)) unsaved = await tellPlayers(match, report.result, record, tools);
  else await drop(match, record, tools);
  match.decided = { report, record: undefined };
  while (unsaved !== undefined && !match.isEnding && !match.abandoned.aborted) {
    await match.orderedAgain.wait(tools.retry.afterwardsMs, match.abandoned);
    if (await saveRecord(unsaved, tools)) unsaved = undefined;
  }
  // Last: what is in the outbox is taken up again after a crash, and what is not is forgotten.
  if (unsaved === undefined) await settle(match.order, isResult(report), tools);
}

/** The result stands: the players are told it, and the file shows the seed that proves the draw. What the disk would not take is given back. */
async function tellPlayers(
  match: Match,
  result: MatchResult,
  record: Decided['record'],
  tools: ReportTools,
): Promise<Decided['record']> {
  const { order, phase, seats } = match;
  phase.advance('recorded');
  const revealed = record === undefined ? undefined : { ...record, draw_seed: order.draw_seed };
  const saving = saveRecord(revealed, tools);
  await Promise.all(seats.map((seat) => sendGameOver(seat, match, gameOverOf(order, result, seat), tools)));
  const isSaved = await saving;
  phase.advance('notified');
  const { winner: winner_id, details } = result;
  const { status, termination } = details;
  tools.log.info('MATCH_FINISHED', { match_id: order.match_id, winner_id, status, termination });
  return isSaved ? undefined : revealed;
}

/** The report was not taken: what happened is still on record; the seed stays a secret, as the match may be run again. */
async function drop({ order, phase }: Match, record: Decided['record'], tools: ReportTools): Promise<void> {
  phase.advance('dropped');
  await saveIfFirst(record, order.match_id, tools);
}

/** A record that is longer, in characters of JSON, stays with its referee: the report must arrive in any case. */
const LONGEST_SENT_RECORD = 250_000;

/** The report with the record of the match, where the manager wants it and it can be sent. */
function withRecord({ order, decided }: Match, report: Report): Report {
  const record = decided?.record;
  if (order.with_record !== true || record === undefined) return report;
  return JSON.stringify(record).length > LONGEST_SENT_RECORD ? report : { ...report, record: record as JsonObject };
}

/** Sends the report until the manager has said what it makes of it; undefined when the match is abandoned before, the referee ends, or the manager does not know it. */
async function sendReport(match: Match, report: Report, tools: ReportTools): Promise<ReportAnswer | undefined> {
  const { order, abandoned, orderedAgain } = match;
  const { peer, clock, entropy, manager, auth_token, log, retry } = tools;
  const { match_id, rules } = order;
  const conversation_id = uuid(entropy);
  const whole = withRecord(match, report);
  for (let attempt = 1; !abandoned.aborted; attempt++) {
    const deadline = later(clock.monotonic(), rules.timeouts.report_sec * 1_000);
    const how = { conversation_id, deadline, ...(auth_token === undefined ? {} : { auth_token }) };
    const sent = match.isLast ? { ...whole, leaving: true } : whole;
    const heard = await peer.ask(manager, 'MATCH_RESULT_REPORT', sent, how);
    if (heard.ok) return heard.value.kind === 'answer' ? heard.value.message.status : 'recorded';
    const { code, error_code, detail, status } = heard.error;
    if (FINAL.has(error_code) && status !== NOBODY_THERE) {
      log.error('RESULT_REFUSED', { match_id, error_code, detail });
      return 'refused';
    }
    if (UNKNOWN.has(error_code) && attempt >= retry.attempts) {
      log.error('REPORT_KEPT', { match_id, error_code, detail });
      return undefined;
    }
    log.warning('REPORT_DELAYED', { match_id, attempt, error_code: error_code ?? code, detail });
    if (match.isEnding) return undefined;
    if (!abandoned.aborted) await orderedAgain.wait(pauseMs(attempt, tools), abandoned);
  }
  return undefined;
}

function pauseMs(attempt: number, { random, retry }: ReportTools): number {
  if (attempt >= retry.attempts) return retry.afterwardsMs;
  return jittered(retry.baseMs * retry.factor ** (attempt - 1), random);
}

/** Sends GAME_OVER to a player, once: a player that does not hear it finds the result in ROUND_COMPLETED. */
async function sendGameOver(seat: Seat, { order }: Match, body: GameOver, tools: ReportTools): Promise<void> {
  const { peer, clock, log } = tools;
  const { match_id, rules } = order;
  const { conversation_id, ticket, correspondent, player_id } = seat;
  const deadline = later(clock.monotonic(), rules.timeouts.notify_sec * 1_000);
  const how = { conversation_id, deadline, ...(ticket === undefined ? {} : { auth_token: ticket }) };
  const heard = await peer.ask(correspondent, 'GAME_OVER', body, how);
  if (!heard.ok) log.warning('GAME_OVER_UNHEARD', { match_id, player_id, detail: heard.error.detail });
}
