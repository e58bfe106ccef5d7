/** The end of a match: kept, reported until the manager has it for good, and only then told to its players. */
import type { MatchRecord } from '../../../SHARED/contracts/files/match.ts';
import { type Clock, later } from '../../../SHARED/core/clock.ts';
import { type Entropy, uuid } from '../../../SHARED/core/entropy.ts';
import type { JsonObject } from '../../../SHARED/core/json.ts';
import type { Correspondent } from '../../../SHARED/league_sdk/messaging/peer.ts';
import type { MatchRepository, OutboxRepository } from '../../../SHARED/league_sdk/repositories.ts';
import type { Match, MatchTools } from '../match/match.ts';
import type { MatchOrder } from '../match/order.ts';
import type { Seat } from '../match/seat.ts';
import { gameOverOf, isResult, type Report, reportOf } from './report.ts';
import type { MatchResult } from './verdict.ts';

/** How often and how soon a report is sent again. */
export interface RetryPlan {
  readonly attempts: number;
  readonly baseMs: number;
  readonly factor: number;
  /** When the attempts are used up: every so often, as long as it takes. */
  readonly afterwardsMs: number;
}

/** What a decided match is concluded with. */
export interface ReportTools extends MatchTools {
  readonly entropy: Entropy;
  readonly manager: Correspondent;
  /** The referee's own token, for the manager alone. */
  readonly auth_token: string;
  readonly matches: MatchRepository;
  readonly outbox: OutboxRepository;
  /** The matches that have a file already, by id. */
  readonly onRecord: Set<string>;
  readonly retry: RetryPlan;
}

/** These say that the report will never be taken: somebody else has the match, or the result is settled or wrong. */
const FINAL: ReadonlySet<string | undefined> = new Set([
  ...['E006', 'E008', 'E010', 'E023'],
  // It cannot be read, and the next time it would be the same.
  ...['E002', 'E003', 'E018', 'E021'],
]);
/** These say that the manager does not know us, which lasts until one of us has started anew. */
const UNKNOWN: ReadonlySet<string | undefined> = new Set(['E011', 'E012', 'E013']);

/** Keeps a decided match where a crash finds it again: its order, its report and its record. */
export async function keep(
  { order }: Match,
  report: Report,
  record: MatchRecord | undefined,
  tools: ReportTools,
): Promise<void> {
  const { match_id, assignment_epoch } = order;
  const kept = record === undefined ? {} : { record: record as unknown as JsonObject };
  const item = { match_id, assignment_epoch, order: order as JsonObject, report: report as JsonObject, ...kept };
  await onDisk(tools.outbox.keep(item), tools);
}

/**
 * Reports a decided match and tells its players, once. Leaves the report in the outbox when the match is abandoned
 * before it arrived, or when the manager does not know this referee.
 */
export async function reportAndNotify(
  match: Match,
  report: Report,
  record: MatchRecord | undefined,
  tools: ReportTools,
): Promise<void> {
  const { order, course, seats } = match;
  const word = await deliver(match, report, tools);
  if (word === undefined || course.phase === 'MATCH_COMPLETE') return;
  if (word !== 'recorded' || !isResult(report)) {
    course.advance('dropped');
    // What nobody took is still what happened; the seed stays with the match, which may be run again.
    if (!(await isOnRecord(order.match_id, tools))) await file(record, tools);
    await onDisk(tools.outbox.settle(order), tools);
    return;
  }
  course.advance('recorded');
  const body = gameOverOf(order, report);
  const revealed = record === undefined ? undefined : { ...record, draw_seed: order.draw_seed };
  await Promise.all([file(revealed, tools), ...seats.map((seat) => announce(seat, body, match, tools))]);
  course.advance('notified');
  const { status, termination } = report.result.details;
  tools.log.info('MATCH_FINISHED', { match_id: order.match_id, winner_id: report.result.winner, status, termination });
  match.record = undefined;
  // Last: what is in the outbox is concluded again after a crash, and what is not is forgotten.
  await onDisk(tools.outbox.settle(order), tools);
}

/** Whether there is a record: of a match that went to another referee, that one's stays. */
async function isOnRecord(match_id: string, { matches, log }: ReportTools): Promise<boolean> {
  try {
    const kept = await matches.getMatch(match_id);
    return !kept.ok || kept.value !== undefined;
  } catch (cause) {
    log.error('DISK_FAILED', { detail: String(cause) });
    return true;
  }
}

/** The match file: written once, when its report has been answered, since the seed is nobody's business before. */
async function file(record: MatchRecord | undefined, tools: ReportTools): Promise<void> {
  if (record === undefined) return;
  tools.onRecord.add(record.match_id);
  await onDisk(tools.matches.saveMatch(record.match_id, record), tools);
}

/** What the manager made of the report; undefined when it has said nothing, and is not asked further. */
async function deliver(
  match: Match,
  report: Report,
  tools: ReportTools,
): Promise<'recorded' | 'voided' | 'refused' | undefined> {
  const { peer, clock, entropy, manager, auth_token, log, retry } = tools;
  const { match_id, rules } = match.order;
  const conversation_id = uuid(entropy);
  for (let attempt = 1; !match.abandoned; attempt++) {
    const deadline = later(clock.monotonic(), rules.timeouts.report_sec * 1_000);
    const heard = await peer.ask(manager, 'MATCH_RESULT_REPORT', report, { conversation_id, auth_token, deadline });
    if (heard.ok) return heard.value.kind === 'answer' ? heard.value.message.status : 'recorded';
    const { code, error_code, detail } = heard.error;
    if (FINAL.has(error_code)) {
      log.error('RESULT_REFUSED', { match_id, error_code, detail });
      return 'refused';
    }
    if (UNKNOWN.has(error_code) && attempt >= retry.attempts) {
      log.error('REPORT_KEPT', { match_id, error_code, detail });
      return undefined;
    }
    log.warning('REPORT_DELAYED', { match_id, attempt, error_code: error_code ?? code, detail });
    if (!match.abandoned) await pause(match, clock, pauseMs(attempt, tools));
  }
  return undefined;
}

function pauseMs(attempt: number, { random, retry }: ReportTools): number {
  if (attempt >= retry.attempts) return retry.afterwardsMs;
  return retry.baseMs * retry.factor ** (attempt - 1) * (0.5 + random() / 2);
}

function pause(match: Match, clock: Clock, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      cancel();
      match.wake = undefined;
      resolve();
    };
    const cancel = clock.after(ms, go);
    match.wake = go;
  });
}

/** Best effort: a player that does not hear it finds the result in ROUND_COMPLETED. */
async function announce(
  seat: Seat,
  body: ReturnType<typeof gameOverOf>,
  match: Match,
  tools: ReportTools,
): Promise<void> {
  const { peer, clock, log } = tools;
  const { match_id, rules } = match.order;
  const { conversation_id, ticket, correspondent, player_id } = seat;
  const deadline = later(clock.monotonic(), rules.timeouts.notify_sec * 1_000);
  const how = { conversation_id, deadline, ...(ticket === undefined ? {} : { auth_token: ticket }) };
  const heard = await peer.ask(correspondent, 'GAME_OVER', body, how);
  if (!heard.ok) log.warning('GAME_OVER_UNHEARD', { match_id, player_id, detail: heard.error.detail });
}

/** A disk that fails costs no player a result: it is told, and the match goes on. */
async function onDisk(writing: Promise<void>, { log }: ReportTools): Promise<void> {
  try {
    await writing;
  } catch (cause) {
    log.error('DISK_FAILED', { detail: String(cause) });
  }
}

interface OnRecord {
  readonly report: Report;
  readonly record: MatchRecord;
}

/** The report of this very assignment, if its record is there; a disk that fails or a torn file is none. */
export async function reportOnRecord(
  order: MatchOrder,
  { matches, onRecord, log, referee_id }: Pick<ReportTools, 'matches' | 'onRecord' | 'log' | 'referee_id'>,
): Promise<OnRecord | undefined> {
  const { match_id } = order;
  if (!onRecord.has(match_id)) return undefined;
  try {
    const kept = await matches.getMatch(match_id);
    if (!kept.ok) log.error('RECORD_DAMAGED', { match_id, detail: kept.error.detail });
    const record = kept.ok ? kept.value : undefined;
    if (record === undefined || !isOf(record, order) || record.referee_id !== referee_id) return undefined;
    const result = resultIn(record);
    return result === undefined ? undefined : { report: reportOf(order, { by: 'players', result, record }), record };
  } catch (cause) {
    log.error('DISK_FAILED', { detail: String(cause) });
    return undefined;
  }
}

function isOf(record: MatchRecord, { match_id, league_id, run_id, assignment_epoch }: MatchOrder): boolean {
  const isSame = record.match_id === match_id && record.league_id === league_id && record.run_id === run_id;
  return isSame && record.assignment_epoch === assignment_epoch && record.lifecycle.state === 'FINISHED';
}

/** The result as it was reported: the record's own words for winner and loser left out. */
function resultIn({ result }: MatchRecord): MatchResult | undefined {
  if (result === undefined || result === null) return undefined;
  const {
    winner_id: winner,
    loser_id: _loser,
    winner_choice: _winning,
    loser_choice: _losing,
    points_awarded: _points,
    score = {},
    faults = [],
    ...details
  } = result;
  return { winner, score, details: { ...details, faults } as unknown as MatchResult['details'] };
}
