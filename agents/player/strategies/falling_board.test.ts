import { expect, test } from 'vitest';
import { pick, seeded } from '../../../SHARED/core/random.ts';
import { FallingBoard, type Side } from './falling_board.ts';

test('three in a line and room for the fourth are a win at hand', () => {
  const board = new FallingBoard();
  for (const column of [0, 1, 2]) board.put(column, 0);
  expect(board.wins(3, 0)).toBe(true);
  expect(board.wins(3, 1)).toBe(false);
  expect(board.wins(4, 0)).toBe(false);
  board.put(3, 1);
  expect(board.wins(3, 0)).toBe(false);
});

test('a column has room for six', () => {
  const board = new FallingBoard();
  for (let row = 0; row < 6; row++) {
    expect(board.hasRoom(2)).toBe(true);
    board.put(2, 0);
  }
  expect(board.hasRoom(2)).toBe(false);
});

test('open lines are worth something to whoever has marks in them, until both have', () => {
  const board = new FallingBoard();
  board.put(0, 0);
  expect(board.balance).toBe(3);
  board.put(1, 1);
  // The row is lost to both; the column and a diagonal remain to the first, as do five lines to the second.
  expect(board.balance).toBe(2 - 3);
});

test('what is taken back leaves no trace', () => {
  const random = seeded(4);
  const board = new FallingBoard();
  const played: { column: number; side: Side; balance: number; open: number }[] = [];
  for (let move = 0; move < 42; move++) {
    const column = pick(
      random,
      [0, 1, 2, 3, 4, 5, 6].filter((each) => board.hasRoom(each)),
    );
    const side = (move % 2) as Side;
    played.push({ column, side, balance: board.balance, open: board.open });
    board.put(column, side);
  }
  expect(board.open).toBe(0);
  for (const { column, side, balance, open } of played.toReversed()) {
    board.take(column, side);
    expect([board.balance, board.open]).toEqual([balance, open]);
  }
});
