import { expect, test } from 'vitest';
import { gameLaws } from './game_laws.ts';
import { type Board, inARow } from './in_a_row.ts';

const columns = 4;

/** Marks fall to the lowest empty cell of a column. */
const falling = inARow({
  type: 'falling_three',
  version: '1.0.0',
  columns,
  rows: 3,
  length: 3,
  open: (board) =>
    Array.from({ length: columns }, (_, column) => column).flatMap((column) => {
      const cell = [2, 1, 0].map((row) => row * columns + column).find((candidate) => board[candidate] === null);
      return cell === undefined ? [] : [cell];
    }),
});

const board = (...rows: readonly string[]): Board =>
  [...rows.join('')].map((mark) => (mark === 'X' || mark === 'O' ? mark : null));

test.each(gameLaws(falling))('a board on which marks fall obeys: $name', (law) => {
  expect(law.breach()).toBeUndefined();
});

test('only the cells that the rules call open may be taken', () => {
  expect(falling.moves({ board: board('O...', 'X...', 'O..X') }, 0)).toEqual([9, 10, 7]);
});

test.each([
  [board('OOO.', 'X.X.', 'XX..'), [0, 1, 2], [0, 1]],
  [board('....', '.XXX', 'OO.O'), [5, 6, 7], [1, 0]],
  [board('.X..', 'OX..', 'OX..'), [1, 5, 9], [1, 0]],
  [board('.X..', '.OX.', 'OO.X'), [1, 6, 11], [1, 0]],
  [board('X..O', 'X.O.', 'XXO.').with(8, 'O').with(9, 'O'), [3, 6, 9], [0, 1]],
])('a line counts across, down and along both diagonals: case %#', (position, winning_line, scores) => {
  expect(falling.status({ board: position })).toMatchObject({
    over: true,
    outcome: { scores, facts: { winning_line } },
  });
});

test('a line does not go on at the other side of the board', () => {
  expect(falling.status({ board: board('..XX', 'XO..', '..OO') })).toMatchObject({ over: false });
});

test('a mark comes to lie where the rules say', () => {
  const fromTheEnd = inARow({
    type: 'from_the_end',
    version: '1.0.0',
    columns: 3,
    rows: 1,
    length: 2,
    open: (cells) => (cells[0] === null ? [1] : []),
    cellOf: (cells) => cells.lastIndexOf(null),
  });
  const random = () => 0;
  expect(fromTheEnd.play(fromTheEnd.start(random), new Map([[0, 1]]), random)).toEqual({ board: board('..X') });
});
