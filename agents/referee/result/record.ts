/** The record of a match, in the words of the specification's files: its players, its messages with their times, its end. */
import type { MatchRecord, MatchRecordResult, TranscriptLine } from '../../../SHARED/contracts/files/match.ts';
import type { MatchResult } from '../../../SHARED/contracts/messages/result.ts';
import type { Json } from '../../../SHARED/core/json.ts';
import { type MatchOrder, type OrderedPlayer, type Pair, playersOf } from '../match/order.ts';
import type { Seat } from '../match/seat.ts';

/** What a record is made from. */
export interface Recorded {
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
export function resultInFile(order: MatchOrder, { winner, score, details }: MatchResult): MatchRecordResult {
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
