/** Tic-tac-toe without a mistake: every game is thought through to its end. */
import { pick } from '../../../SHARED/core/random.ts';
import type { Strategy } from '../strategy.ts';
import { atRandom } from './random.ts';
import { boardIn, EMPTY, MINE, THEIRS } from './view.ts';

/**
 * Never loses, wins whenever a win can be forced, and else plays where the opponent has most chances to go wrong.
 * In other games random.
 */
export const perfectTicTacToe: Strategy = {
  name: 'perfect_tic_tac_toe',
  decide(turn) {
    if (turn.game_type !== 'tic_tac_toe') return atRandom(turn, 'this is not tic-tac-toe');
    const board = boardIn(turn.view, 9);
    if (board === undefined) return atRandom(turn, 'the board is not to be seen');
    const ways = cellsOf(board, EMPTY)
      .filter((cell) => turn.moves.includes(cell))
      .map((cell) => ({ cell, ...prospect(put(board, cell, MINE), THEIRS) }));
    const best = ways.toSorted(byProspect)[0];
    if (best === undefined) return atRandom(turn, 'the moves are not cells of the board');
    const { cell } = pick(
      turn.random,
      ways.filter((way) => byProspect(way, best) === 0),
    );
    return { move: cell, reasoning: best.worst > 0 ? 'wins whatever comes' : 'nothing can be lost here' };
  },
};

/** The worth of a position to this player, which makes no mistake: a win is positive, and a sooner one worth more. */
interface Prospect {
  /** Against an opponent without mistakes. */
  readonly worst: number;
  /** On average, against an opponent that plays at random. */
  readonly hope: number;
}

const LINES = [
  [0, 1, 2],
  [3, 4, 5],
  [6, 7, 8],
  [0, 3, 6],
  [1, 4, 7],
  [2, 5, 8],
  [0, 4, 8],
  [2, 4, 6],
] as const;

/** Some 5,000 positions for either side, each thought through once. */
const known = new Map<string, Prospect>();

function prospect(board: string, mover: string): Prospect {
  const key = mover + board;
  const before = known.get(key);
  if (before !== undefined) return before;
  const thought = think(board, mover);
  known.set(key, thought);
  return thought;
}

function think(board: string, mover: string): Prospect {
  const open = cellsOf(board, EMPTY);
  const other = mover === MINE ? THEIRS : MINE;
  if (LINES.some((line) => line.every((cell) => board[cell] === other))) {
    const worth = (open.length + 1) * (other === MINE ? 1 : -1);
    return { worst: worth, hope: worth };
  }
  const ways = open.map((cell) => prospect(put(board, cell, mover), other));
  const [best] = ways.toSorted(byProspect);
  if (best === undefined) return { worst: 0, hope: 0 };
  if (mover === MINE) return best;
  return {
    worst: Math.min(...ways.map(({ worst }) => worst)),
    hope: ways.reduce((sum, { hope }) => sum + hope, 0) / ways.length,
  };
}

/** The best first. */
function byProspect(one: Prospect, other: Prospect): number {
  return other.worst - one.worst || other.hope - one.hope;
}

function cellsOf(board: string, sign: string): readonly number[] {
  return [...board].flatMap((each, cell) => (each === sign ? [cell] : []));
}

function put(board: string, cell: number, sign: string): string {
  return board.slice(0, cell) + sign + board.slice(cell + 1);
}
