/**
 * Count to 21: in turn, each seat adds 1, 2 or 3, and the seat that reaches 21 wins. Every rule is a pure function over
 * JSON; the referee asks `status` which seats are to move until the game is over. A game in which both seats choose at
 * the same time has `toMove: [0, 1]`.
 */
import type { Game } from '../../../../SHARED/games/game.ts';

const GOAL = 21;
const STEPS = [1, 2, 3];

type Count = { readonly total: number; readonly turn: number };

export const game: Game<Count, number> = {
  type: 'my_game',
  version: '1.0.0',
  seats: 2,
  // The first seat has an advantage, so the schedule balances seats.
  seatsMatter: true,

  /** The first position. Chance, such as a shuffled deck, comes from the `random` it is handed. */
  start: () => ({ total: 0, turn: 0 }),

  status({ total, turn }) {
    if (total < GOAL) return { over: false, toMove: [turn] };
    const winner = 1 - turn;
    return { over: true, outcome: { scores: [0, 1].map((seat) => (seat === winner ? 1 : 0)), facts: { total } } };
  },

  /** What a seat may know; what is secret is left out here. */
  view: ({ total }, seat) => ({ total, goal: GOAL, your_seat: seat }),

  moves: ({ total }) => STEPS.filter((step) => total + step <= GOAL),

  /** What a move is, for models that play: they are shown it before the first turn. */
  moveSchema: { type: 'integer', minimum: 1, maximum: 3 },

  /** The next position, from a legal move for each seat that was to move. */
  play: ({ total, turn }, moves) => ({ total: total + (moves.get(turn) ?? 0), turn: 1 - turn }),

  /** One sentence; {0} and {1} become the players in those seats. */
  explain: ({ scores }) => `{${scores.indexOf(1)}} reached ${GOAL} and wins`,
};
