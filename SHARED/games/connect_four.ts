/** Connect four: marks fall down seven columns of six cells, and four in a row win. */
import { type Board, inARow } from './in_a_row.ts';

const COLUMNS = 7;
const ROWS = 6;

/** A move is a column from 0, on the left, to 6. */
export const connectFour = inARow({
  type: 'connect_four',
  version: '1.0.0',
  columns: COLUMNS,
  rows: ROWS,
  length: 4,
  choices: COLUMNS,
  open: (board) => board.slice(0, COLUMNS).flatMap((top, column) => (top === null ? [column] : [])),
  cellOf: (board, column) => column + COLUMNS * (emptyIn(board, column) - 1),
});

function emptyIn(board: Board, column: number): number {
  return board.filter((mark, cell) => mark === null && cell % COLUMNS === column).length;
}
