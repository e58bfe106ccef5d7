/** The files of a decided match: the outbox, where a report waits for its acknowledgement, and the match file. */
import type { MatchRecord } from '../../../SHARED/contracts/files/match.ts';
import type { MatchResult, Step } from '../../../SHARED/contracts/messages/result.ts';
import type { JsonObject } from '../../../SHARED/core/json.ts';
import type { JsonLogger } from '../../../SHARED/league_sdk/logger.ts';
import type { MatchRecords } from '../../../SHARED/league_sdk/records/records.ts';
import type { OutboxRepository } from '../../../SHARED/league_sdk/repositories.ts';
import type { MatchOrder } from '../match/order.ts';
import { type Decided, reportOf } from './report.ts';

/** The stores of a decided match. */
export interface FileTools {
  readonly referee_id: string;
  readonly matchFiles: MatchRecords;
  readonly outbox: OutboxRepository;
  /** The matches that have a file already, by id. */
  readonly onRecord: Set<string>;
  readonly log: Pick<JsonLogger, 'error'>;
}

/** Keeps a decided match where a crash finds it again: its order, its report and its record. */
export async function keep(order: MatchOrder, { report, record }: Decided, tools: FileTools): Promise<void> {
  const { match_id, assignment_epoch } = order;
  const kept = record === undefined ? {} : { record };
  const item = { match_id, assignment_epoch, order: order as JsonObject, report: report as JsonObject, ...kept };
  await onDisk(tools.outbox.keep(item), tools);
}

/** Keeps the moves of a match that goes on, so that another run of it here goes on from them. */
export async function keepMoves(order: MatchOrder, steps: readonly Step[], tools: FileTools): Promise<void> {
  const { league_id, run_id, match_id, assignment_epoch, draw_commitment } = order;
  const run = run_id === undefined ? { league_id } : { league_id, run_id };
  const moves = steps.map((step) => ({ ...step }));
  await onDisk(tools.outbox.begun({ ...run, match_id, assignment_epoch, draw_commitment, moves }), tools);
}

/** Nothing is left to do for the match: after a crash it is not taken up again. One that is run again keeps its moves. */
export async function settle(order: MatchOrder, isOver: boolean, tools: FileTools): Promise<void> {
  await onDisk(tools.outbox.settle(order, isOver ? order.draw_commitment : undefined), tools);
}

/** Writes the match file when its report has been answered, since the seed is a secret before; false when the disk would not take it. */
export async function saveRecord(record: MatchRecord | undefined, tools: FileTools): Promise<boolean> {
  if (record === undefined) return true;
  tools.onRecord.add(record.match_id);
  return onDisk(tools.matchFiles.saveMatch(record.match_id, record), tools);
}

/** Writes the match file unless there is one: of a match that went to another referee, that one's stays. */
export async function saveIfFirst(record: MatchRecord | undefined, match_id: string, tools: FileTools): Promise<void> {
  if (!(await isOnRecord(match_id, tools))) await saveRecord(record, tools);
}

async function isOnRecord(match_id: string, { matchFiles, log }: FileTools): Promise<boolean> {
  try {
    const kept = await matchFiles.getMatch(match_id);
    return !kept.ok || kept.value !== undefined;
  } catch (cause) {
    log.error('DISK_FAILED', { detail: String(cause) });
    return true;
  }
}

/** The report of this very assignment, if its record is there; a disk that fails or a torn file is none. */
export async function reportOnRecord(
  order: MatchOrder,
  { matchFiles, onRecord, log, referee_id }: FileTools,
): Promise<Decided | undefined> {
  const { match_id } = order;
  if (!onRecord.has(match_id)) return undefined;
  const isOwn = (record: MatchRecord) => isOf(record, order) && record.referee_id === referee_id;
  try {
    const kept = await matchFiles.getMatch(match_id, isOwn);
    if (!kept.ok) log.error('RECORD_DAMAGED', { match_id, detail: kept.error.detail });
    const record = kept.ok ? kept.value : undefined;
    if (record === undefined || !isOwn(record)) return undefined;
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
  const { choices, moves, status, termination } = details;
  if (choices === undefined || moves === undefined || status === undefined || termination === undefined)
    return undefined;
  return { winner, score, details: { ...details, choices, moves, status, termination, faults } };
}

/** A disk that fails costs no player a result: it is told, and the match goes on. Whether the disk took it. */
async function onDisk(writing: Promise<void>, { log }: FileTools): Promise<boolean> {
  try {
    await writing;
    return true;
  } catch (cause) {
    log.error('DISK_FAILED', { detail: String(cause) });
    return false;
  }
}
