/** How the player decides: the file that is yours to change. */

/**
 * One of `turn.moves`, at once or as a promise. `turn` has
 * - `moves`: the legal moves, such as ['even', 'odd'];
 * - `view`: what you may see of the position, in games that have one;
 * - `step`: 1 for your first move of a match;
 * - `match_id`, `opponent_id`, `game_type`;
 * - `history`: your matches so far, oldest first: each has `match_id`, `opponent_id`, `why`, and the last moves as
 *   `my_choice` and `opponent_choice` (null where none was made).
 */
export function decide({ moves }) {
  return moves[Math.floor(Math.random() * moves.length)];
}

/** The name by which `league spar FILE` and `league player --strategy FILE` take it; matches have no `why` there. */
export { decide as strategy };
