import { expect, test } from 'vitest';
import { unwrap } from '../core/result.ts';
import type { Outcome } from './game.ts';
import { replay } from './judge.ts';
import { playthrough } from './playthrough.ts';
import { ticTacToe } from './tic_tac_toe.ts';

const outcomeOf = (...cells: readonly number[]): Outcome =>
  unwrap(
    replay(
      ticTacToe,
      '00',
      cells.map((cell, index) => ({ [index % 2]: cell })),
    ),
  );

function boardAfter(...cells: readonly number[]) {
  const random = () => 0;
  return cells.reduce(
    (state, cell, index) => ticTacToe.play(state, new Map([[index % 2, cell]]), random),
    ticTacToe.start(random),
  );
}

test('the seats move in turn, and the first begins', () => {
  expect(ticTacToe.seatsMatter).toBe(true);
  expect(ticTacToe.status(boardAfter())).toEqual({ over: false, toMove: [0] });
  expect(ticTacToe.status(boardAfter(4))).toEqual({ over: false, toMove: [1] });
});

test('a cell that is taken is no longer a move', () => {
  expect(ticTacToe.moves(boardAfter(4, 0), 0)).toEqual([1, 2, 3, 5, 6, 7, 8]);
});

test('a seat sees the board and its own mark', () => {
  const board = ['O', null, null, null, 'X', null, null, null, null];
  expect(ticTacToe.view(boardAfter(4, 0), 0)).toEqual({ board, columns: 3, rows: 3, your_mark: 'X' });
  expect(ticTacToe.view(boardAfter(4, 0), 1)).toEqual({ board, columns: 3, rows: 3, your_mark: 'O' });
});

test('three in a row win', () => {
  const outcome = outcomeOf(0, 1, 4, 2, 8);
  expect(outcome.scores).toEqual([1, 0]);
  expect(outcome.facts.winning_line).toEqual([0, 4, 8]);
  expect(ticTacToe.explain(outcome)).toBe('{0} has 3 X on a diagonal and wins');
});

test('the second seat can win too', () => {
  const outcome = outcomeOf(0, 2, 1, 4, 8, 6);
  expect(outcome.scores).toEqual([0, 1]);
  expect(ticTacToe.explain(outcome)).toBe('{1} has 3 O on a diagonal and wins');
});

test('a full board without a line is a draw', () => {
  const outcome = outcomeOf(0, 1, 2, 4, 3, 5, 7, 6, 8);
  expect(outcome).toEqual({
    scores: [0, 0],
    facts: { board: ['X', 'O', 'X', 'X', 'O', 'O', 'O', 'X', 'X'], winning_line: null },
  });
  expect(ticTacToe.explain(outcome)).toBe('nobody has 3 in a row and no cell is open: a draw');
});

test('the last cell can still win', () => {
  expect(outcomeOf(0, 1, 2, 3, 5, 4, 7, 6, 8).scores).toEqual([1, 0]);
});

test('a whole game reads as it always did', async () => {
  await expect(playthrough(ticTacToe, 3)).toMatchFileSnapshot('tic_tac_toe.playthrough.txt');
});
