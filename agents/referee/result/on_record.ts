/** The report of a match that was already played, from its record: what is on record is never played again. */
import type { MatchRecord } from '../../../SHARED/contracts/files/match.ts';
import type { MatchOrder } from '../match/order.ts';
import { type Report, reportOf } from './report.ts';
import type { ReportTools } from './report_and_notify.ts';
import type { MatchResult } from './verdict.ts';

export interface OnRecord {
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
