/** The remains of a decided match: its report to the manager, its record on file, and what its players are told. */
import type { BodyOf } from '../../../SHARED/contracts/contract.ts';
import {
  type MatchRecord,
  type MatchRecordResult,
  recordHash,
  type TranscriptLine,
  toldDetails,
} from '../../../SHARED/contracts/files/match.ts';
import type { All } from '../../../SHARED/contracts/index.ts';
import type { MatchResult } from '../../../SHARED/contracts/messages/result.ts';
import type { Json } from '../../../SHARED/core/json.ts';
import { type MatchOrder, type OrderedPlayer, type Pair, placeOf, playersOf } from '../match/order.ts';
import type { Seat } from '../match/seat.ts';

/** A MATCH_RESULT_REPORT without its envelope. */
export type Report = BodyOf<All['MATCH_RESULT_REPORT']>;
/** A GAME_OVER without its envelope. */
export type GameOver = BodyOf<All['GAME_OVER']>;

/** How a match ended and the record of it; or that it did not, by a fault of ours that costs no player anything. */
export type Decision =
  | { readonly by: 'players'; readonly result: MatchResult; readonly record: MatchRecord }
  | { readonly by: 'referee_fault'; readonly detail: string; readonly isOfGame?: boolean };

/** The report of a decided match, and the record that becomes its file. */
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
    const game_fault = decision.isOfGame === true ? { game_fault: true } : {};
    return { ...about, result: { details: { termination: 'referee_fault', reason: decision.detail, ...game_fault } } };
  }
  const { result, record } = decision;
  return { ...about, result, record_sha256: recordHash(record) };
}

/** Whether there is a result that players can be told: a report of a voided match has none. */
export function isResult(report: Report): report is Report & { readonly result: MatchResult } {
  return report.result.winner !== undefined;
}

/** The GAME_OVER for a player once the report is acknowledged: the result, and the seed that proves the draw. */
export function gameOverOf(
  order: MatchOrder,
  { winner, score, details }: MatchResult,
  to: Pick<Seat, 'player_id'>,
): GameOver {
  // What proves a fault is between its player, the referee and the manager, and so is how the match went.
  const faults = details.faults.map((fault) => (fault.player_id === to.player_id ? fault : { ...fault, evidence: {} }));
  const told = toldDetails(details);
  return {
    ...placeOf(order),
    game_type: order.rules.game_type,
    player_a: order.player_a,
    player_b: order.player_b,
    game_result: { ...told, faults, reason: details.reason ?? '', winner_player_id: winner, score },
    draw_seed: order.draw_seed,
    assignment_epoch: order.assignment_epoch,
  };
}

/** What a record is made from. */
interface Recorded {
  readonly referee_id: string;
  readonly order: MatchOrder;
  readonly seats: Pair<Seat>;
  readonly lifecycle: MatchRecord['lifecycle'];
  readonly transcript: readonly TranscriptLine[];
  readonly result: MatchResult;
}

/** The whole record but for the seed, which is a secret until the result stands. */
export function recordOf(match: Recorded): MatchRecord {
  const { referee_id, order, seats, lifecycle, transcript, result } = match;
  const [a, b] = playersOf(order);
  const run = order.run_id === undefined ? {} : { run_id: order.run_id };
  return {
    schema_version: '1.0.0',
    match_id: order.match_id,
    league_id: order.league_id,
    ...run,
    round_id: order.round_id,
    referee_id,
    game_type: order.rules.game_type,
    options: order.rules.options as { [name: string]: Json },
    assignment_epoch: order.assignment_epoch,
    draw_commitment: order.draw_commitment,
    lifecycle,
    players: { player_a: seated(a, seats[0]), player_b: seated(b, seats[1]) },
    transcript: [...transcript],
    result: resultInFile(order, result),
  };
}

function seated({ player_id: id, display_name }: OrderedPlayer, { joinedAt }: Seat) {
  return { id, display_name, joined_at: joinedAt ?? null };
}

/** The result as the file tells it: winner and loser where there are such, the points of the winner or of each. */
function resultInFile(order: MatchOrder, { winner, score, details }: MatchResult): MatchRecordResult {
  const { choices, moves, status, termination, faults, reason, ...facts } = details;
  const [{ player_id: a }, { player_id: b }] = playersOf(order);
  const loser = winner === null ? null : [a, b].find((player) => player !== winner);
  const choiceOf = (player: string | null | undefined): Json => (player ? (choices[player] ?? null) : null);
  return {
    ...facts,
    winner_id: winner,
    loser_id: loser ?? null,
    winner_choice: choiceOf(winner),
    loser_choice: choiceOf(loser),
    points_awarded: score[winner ?? a] ?? 0,
    status,
    choices: { ...choices },
    score: { ...score },
    ...(reason === undefined ? {} : { reason }),
    termination,
    moves: moves.map((step) => ({ ...step })),
    ...(faults.length === 0 ? {} : { faults: faults.map((fault) => ({ ...fault, evidence: { ...fault.evidence } })) }),
  };
}
