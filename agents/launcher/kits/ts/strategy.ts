/** How the player decides: the file that is yours to change. */

/** A move, as the game has it: a text such as 'even', a number, or any other JSON. */
export type Move = unknown;

/** A match that is over. */
export interface PastMatch {
  readonly match_id: string;
  readonly opponent_id: string | null;
  /** The last moves; null where none was made. */
  readonly my_choice: Move;
  readonly opponent_choice: Move;
  /** One sentence. */
  readonly why: string;
}

/** A turn: what you know when you are asked for a move. */
export interface Turn {
  readonly game_type: string;
  readonly match_id: string;
  readonly opponent_id: string;
  /** 1 for your first move of a match. */
  readonly step: number;
  /** The legal moves. */
  readonly moves: readonly Move[];
  /** What you may see of the position, in games that have one. */
  readonly view: unknown;
  /** Your matches so far, oldest first. */
  readonly history: readonly PastMatch[];
}

/** One of `turn.moves`, at once or as a promise. */
export function decide({ moves }: Turn): Move | Promise<Move> {
  return moves[Math.floor(Math.random() * moves.length)];
}

/** The name by which `league spar FILE` and `league player --strategy FILE` take it; matches have no `why` there. */
export { decide as strategy };
