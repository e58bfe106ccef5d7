/**
 * The true report of an Even/Odd match, worked out from the documents alone: no rule, judge or verdict of ours has a
 * part in it.
 */
import { createHash } from 'node:crypto';
import type { Json, JsonObject } from '../../../SHARED/core/json.ts';

/** A match as the manager has it. */
export interface OpenMatch {
  readonly league_id: string;
  readonly match_id: string;
  readonly round_id: number;
  readonly players: readonly [string, string];
  readonly referee_id: string;
  readonly epoch: number;
  readonly seed: string;
}

/** Winner, score and details, without words for people and without what is the referee's word. */
export type Truth = { readonly winner: string | null; readonly score: JsonObject; readonly details: JsonObject };

/** The number that the seed of a match stands for (DECISIONS section 4.7). */
export function numberFrom(seed: string): number {
  const block = createHash('sha256').update(Buffer.from(seed, 'hex')).update(Buffer.alloc(4)).digest();
  return 1 + Math.floor((10 * block.readUIntBE(0, 6)) / 2 ** 48);
}

/** Whether a report is one of this match by this referee, with any result. */
export function isAbout(match: OpenMatch, referee_id: string, report: JsonObject): boolean {
  const { league_id, match_id, round_id, game_type, player_a, player_b, assignment_epoch } = report;
  const agrees = (said: Json | undefined, known: Json) => said === undefined || said === known;
  return (
    referee_id === match.referee_id &&
    league_id === match.league_id &&
    match_id === match.match_id &&
    agrees(round_id, match.round_id) &&
    agrees(game_type, 'even_odd') &&
    agrees(player_a, match.players[0]) &&
    agrees(player_b, match.players[1]) &&
    agrees(assignment_epoch, match.epoch)
  );
}

/** The result that follows from the moves and faults of a report; undefined when none does. */
export function truthOf({ players, seed }: OpenMatch, claimed: JsonObject): Truth | undefined {
  const { moves, faults = [] } = claimed as { moves?: readonly JsonObject[]; faults?: readonly JsonObject[] };
  if (!Array.isArray(moves) || !Array.isArray(faults) || moves.length > 1) return undefined;
  const step = (moves[0] ?? {}) as { readonly [player: string]: Json };
  const isLegal = Object.entries(step).every(
    ([id, move]) => players.includes(id) && (move === 'even' || move === 'odd'),
  );
  const guilty = players.filter((id) => faults.some((fault) => fault.player_id === id));
  if (!isLegal || guilty.length !== faults.length) return undefined;
  const [a, b] = players;
  const choices = { [a]: step[a] ?? null, [b]: step[b] ?? null };
  const silent = players.filter((id) => choices[id] === null);
  if (guilty.length > 0) {
    // Before the first move any player may stay away; in it, a player without a move did.
    if (moves.length > 0 && silent.join() !== guilty.join()) return undefined;
    const winner = guilty.length === 2 ? null : (players.find((id) => !guilty.includes(id)) as string);
    const { cause = null } = faults.find((fault) => fault.player_id === guilty[0]) ?? {};
    const played = { choices, moves, status: 'TECHNICAL_LOSS', termination: cause };
    return { winner, score: points(players, winner), details: { drawn_number: null, number_parity: null, ...played } };
  }
  if (moves.length !== 1 || silent.length > 0) return undefined;
  const drawn_number = numberFrom(seed);
  const number_parity = drawn_number % 2 === 0 ? 'even' : 'odd';
  const right = players.filter((id) => choices[id] === number_parity);
  const winner = right.length === 1 ? (right[0] as string) : null;
  const status = winner === null ? 'DRAW' : 'WIN';
  const details = { drawn_number, number_parity, choices, moves, status, termination: 'normal' };
  return { winner, score: points(players, winner), details };
}

/** Three for a win, one each for a draw. */
function points(players: readonly string[], winner: string | null): JsonObject {
  const won = (id: string) => (id === winner ? 3 : 0);
  return Object.fromEntries(players.map((id) => [id, winner === null ? 1 : won(id)]));
}
