/** The record of a match, in the words of the specification's files: who came, what was said when, how it ended. */
import type { MatchRecord, MatchRecordResult, TranscriptLine } from '../../../SHARED/contracts/files/match.ts';
import { type Clock, timestamp } from '../../../SHARED/core/clock.ts';
import { canonicalJson, type Json, type JsonObject } from '../../../SHARED/core/json.ts';
import { type MatchOrder, type OrderedPlayer, type Pair, playersOf } from '../match/order.ts';
import type { Seat } from '../match/seat.ts';
import type { MatchResult } from './verdict.ts';

/** What stands in a line beside its head. */
export type Note = { readonly [field: string]: Json };

/** All messages of a match in order. It stays in memory until the match is decided, because it holds choices. */
export class Transcript {
  readonly #clock: Clock;
  readonly #lines: (TranscriptLine & JsonObject)[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get lines(): readonly TranscriptLine[] {
    return this.#lines;
  }

  /** Notes a message to a player. The same message to the other one, straight after, is the same line. */
  sent(message_type: string, to: string, note: Note = {}): void {
    const last = this.#lines.at(-1);
    if (last?.to !== undefined && last.message_type === message_type && isSameNote(last, note)) last.to.push(to);
    else this.#add(message_type, { to: [to], ...note });
  }

  /** Notes an answer; `instead` of the player's last one when too many have come to keep them all. */
  received(message_type: string, from: string, note: Note = {}, instead = false): void {
    const last = instead ? this.#lines.findLastIndex((line) => line.from === from) : -1;
    if (last !== -1) {
      this.#lines.splice(last, 1);
      for (const line of this.#lines.slice(last)) line.sequence--;
    }
    this.#add(message_type, { from, ...note });
  }

  /** When a player last said something. */
  lastFrom(player: string): string | undefined {
    return this.#lines.findLast(({ from }) => from === player)?.timestamp;
  }

  #add(message_type: string, about: Note): void {
    this.#lines.push({
      sequence: this.#lines.length + 1,
      message_type,
      timestamp: timestamp(this.#clock),
      ...(about as object),
    });
  }
}

function isSameNote(
  { sequence: _s, message_type: _m, timestamp: _t, to: _to, ...note }: JsonObject,
  other: Note,
): boolean {
  return canonicalJson(note) === canonicalJson(other);
}

/** What a record is made from. */
export interface Recorded {
  readonly referee_id: string;
  readonly order: MatchOrder;
  readonly seats: Pair<Seat>;
  readonly lifecycle: MatchRecord['lifecycle'];
  readonly transcript: Transcript;
  readonly result: MatchResult;
}

/** The whole record but for the seed, which nobody sees before the result stands. */
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
    transcript: [...transcript.lines],
    result: resultInFile(order, result),
  };
}

function seated({ player_id: id, display_name }: OrderedPlayer, { joinedAt }: Seat) {
  return { id, display_name, joined_at: joinedAt ?? null };
}

/** The result as the file tells it: winner and loser where there are such, the points of the winner or of each. */
export function resultInFile(order: MatchOrder, { winner, score, details }: MatchResult): MatchRecordResult {
  const { choices, moves, status, termination, faults, reason, ...facts } = details;
  const [a, b] = playersOf(order).map(({ player_id }) => player_id) as unknown as Pair<string>;
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
    reason,
    termination,
    moves: moves.map((step) => ({ ...step })),
    ...(faults.length === 0 ? {} : { faults: faults.map((fault) => ({ ...fault, evidence: { ...fault.evidence } })) }),
  };
}
