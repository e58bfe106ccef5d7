/** How a match ended for one player: from the words of GAME_OVER or ROUND_COMPLETED to an entry of its history. */
import { factsOf, HistoryEntry } from '../../SHARED/contracts/files/history.ts';
import type { Message } from '../../SHARED/contracts/index.ts';
import { wordsFor } from '../../SHARED/contracts/moves.ts';
import { fits } from '../../SHARED/contracts/validator.ts';
import { isId } from '../../SHARED/core/ids.ts';
import type { Json } from '../../SHARED/core/json.ts';

type GameResult = Message<'GAME_OVER'>['game_result'];
type RoundResult = Message<'ROUND_COMPLETED'>['results'][number];

/** The end of a match, as the referee or the manager told it. */
export interface Ending {
  readonly winner: string | null;
  readonly status: GameResult['status'];
  readonly choices: { readonly [player_id: string]: Json };
  readonly facts: { readonly [name: string]: Json };
  readonly reason?: string;
  readonly score?: { readonly [player_id: string]: number };
  readonly termination?: NonNullable<GameResult['termination']>;
  readonly moves?: NonNullable<GameResult['moves']>;
}

/** The ending that GAME_OVER reports. */
export function endingOfGame({ winner_player_id, ...result }: GameResult): Ending {
  return { ...general(result), winner: winner_player_id };
}

/** The ending that ROUND_COMPLETED reports. */
export function endingOfRound(result: RoundResult): Ending {
  const { winner, player_a: _a, player_b: _b, draw_seed: _seed, ...rest } = result;
  return { ...general(rest), winner };
}

function general(result: Partial<GameResult> & Pick<GameResult, 'status'>): Omit<Ending, 'winner'> {
  const { status, choices = {}, reason, score, termination, moves } = result;
  return {
    status,
    choices,
    facts: factsOf(result),
    ...(reason === undefined ? {} : { reason }),
    ...(score === undefined ? {} : { score }),
    ...(termination === undefined ? {} : { termination }),
    ...(moves === undefined ? {} : { moves }),
  };
}

// Spec 002 section 4.2.6; for referees that name no points.
const USUAL_POINTS = { WIN: 3, DRAW: 1, LOSS: 0, TECHNICAL_LOSS: 0 } as const;

/** The result for one player. A match without a winner is a draw if it was worth points, and else a loss for both. */
export function resultFor(player_id: string, ending: Ending): HistoryEntry['result'] {
  const { status, winner, score } = ending;
  if (winner === player_id) return 'WIN';
  if (status === 'DRAW') return 'DRAW';
  if (status === 'WIN') return 'LOSS';
  return winner === null && (score?.[player_id] ?? USUAL_POINTS.DRAW) > 0 ? 'DRAW' : 'TECHNICAL_LOSS';
}

/** The league points a player has from it. */
export function pointsFor(player_id: string, ending: Ending): number {
  return ending.score?.[player_id] ?? USUAL_POINTS[resultFor(player_id, ending)];
}

/** Which match it was, apart from how it ended. */
export type Occasion = Pick<HistoryEntry, 'match_id' | 'round_id' | 'league_id' | 'timestamp'> & {
  readonly game_type: string | undefined;
  readonly opponent_id: string | undefined;
  readonly opponent_name: string | undefined;
  readonly run_id: string | undefined;
  readonly seeded: boolean;
};

/** The entry of a player's history (spec 004), in the order of its example; fields that do not fit are left out. */
export function historyEntry(player_id: string, occasion: Occasion, ending: Ending): HistoryEntry {
  const { match_id, round_id, league_id, run_id, game_type, opponent_name, timestamp, seeded } = occasion;
  const { winner: _told, facts, ...rest } = ending;
  const players = [...Object.keys(ending.choices), ...Object.keys(ending.score ?? {}), ending.winner ?? ''];
  const opponent_id = occasion.opponent_id ?? players.find((id) => id !== player_id && isId(id)) ?? 'unknown';
  const undrawn = Object.fromEntries(wordsFor(game_type ?? '').facts.map((name) => [name, null]));
  const entry = (happened: Ending['facts']): HistoryEntry => ({
    match_id,
    round_id,
    league_id: fileName(league_id),
    ...(run_id === undefined ? {} : { run_id }),
    ...(game_type === undefined ? {} : { game_type }),
    opponent_id,
    ...(opponent_name === undefined ? {} : { opponent_name }),
    result: resultFor(player_id, ending),
    my_choice: ending.choices[player_id] ?? null,
    opponent_choice: ending.choices[opponent_id] ?? null,
    ...happened,
    points_earned: pointsFor(player_id, ending),
    timestamp,
    ...rest,
    ...(seeded ? { seeded } : {}),
  });
  const full = entry({ ...undrawn, ...facts });
  return fits(HistoryEntry, full) ? full : entry(undrawn);
}

/** A league's id as a file name: other managers may use signs that file names may not have. */
export function fileName(league_id: string): string {
  const safe = `league_${league_id.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 57)}`;
  return isId(league_id) ? league_id : safe;
}
