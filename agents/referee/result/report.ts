/** What is said of a decided match: to the league manager, and then to its players. */
import type { BodyOf } from '../../../SHARED/contracts/contract.ts';
import { type MatchRecord, recordHash } from '../../../SHARED/contracts/files/match.ts';
import type { All } from '../../../SHARED/contracts/index.ts';
import type { MatchResult } from '../../../SHARED/contracts/messages/result.ts';
import { type MatchOrder, placeOf, playersOf } from '../match/order.ts';

/** A MATCH_RESULT_REPORT without its envelope. */
export type Report = BodyOf<All['MATCH_RESULT_REPORT']>;
/** A GAME_OVER without its envelope. */
export type GameOver = BodyOf<All['GAME_OVER']>;

/** How a match ended and the record of it; or that it did not, by a fault of ours that costs no player anything. */
export type Decision =
  | { readonly by: 'players'; readonly result: MatchResult; readonly record: MatchRecord }
  | { readonly by: 'referee_fault'; readonly detail: string };

/** What is reported of a decided match, and what becomes its file. */
export interface Decided {
  readonly report: Report;
  /** Absent where there was no result, and once the file is written. */
  readonly record: MatchRecord | undefined;
}

/** The report of a decision. One of a fault of ours names neither winner nor score. */
export function reportOf(order: MatchOrder, decision: Decision): Report {
  const [a, b] = playersOf(order);
  const about = {
    ...placeOf(order),
    game_type: order.rules.game_type,
    player_a: a.player_id,
    player_b: b.player_id,
    assignment_epoch: order.assignment_epoch,
  };
  if (decision.by === 'referee_fault') {
    return { ...about, result: { details: { termination: 'referee_fault', reason: decision.detail } } };
  }
  const { result, record } = decision;
  return { ...about, result, record_sha256: recordHash(record) };
}

/** Whether there is a result that players can be told: a report of a voided match has none. */
export function isResult(report: Report): report is Report & { readonly result: MatchResult } {
  return report.result.winner !== undefined;
}

/** What the players are told once the report is acknowledged: the result, and the seed that proves the draw. */
export function gameOverOf(order: MatchOrder, { winner, score, details }: MatchResult): GameOver {
  // What proves a fault is between its player, the referee and the manager.
  const faults = details.faults.map(({ player_id, cause }) => ({ player_id, cause, evidence: {} }));
  return {
    ...placeOf(order),
    game_type: order.rules.game_type,
    player_a: order.player_a,
    player_b: order.player_b,
    game_result: { ...details, faults, reason: details.reason ?? '', winner_player_id: winner, score },
    draw_seed: order.draw_seed,
    assignment_epoch: order.assignment_epoch,
  };
}
