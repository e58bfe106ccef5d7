/** Tic-tac-toe: three in a row on a board of nine cells. */
import { emptyCells, inARow } from './in_a_row.ts';

/** A move is a cell from 0, top left, to 8, bottom right. */
export const ticTacToe = inARow({
  type: 'tic_tac_toe',
  version: '1.0.0',
  columns: 3,
  rows: 3,
  length: 3,
  open: emptyCells,
});
