import { expect, test } from 'vitest';
import { unwrap } from '../core/result.ts';
import { connectFour } from './connect_four.ts';
import { replay } from './judge.ts';
import { playthrough } from './playthrough.ts';

const outcomeOf = (...columns: readonly number[]) =>
  unwrap(
    replay(
      connectFour,
      '00',
      columns.map((column, index) => ({ [index % 2]: column })),
    ),
  );

function after(...columns: readonly number[]) {
  const random = () => 0;
  return columns.reduce(
    (state, column, index) => connectFour.play(state, new Map([[index % 2, column]]), random),
    connectFour.start(random),
  );
}

/** The rows from the top, as a person would draw them. */
const drawn = ({ board }: ReturnType<typeof after>) =>
  [0, 7, 14, 21, 28, 35].map((row) =>
    board
      .slice(row, row + 7)
      .map((mark) => mark ?? '.')
      .join(''),
  );

test('it matters who begins', () => {
  expect(connectFour.seatsMatter).toBe(true);
  expect(connectFour.status(after())).toEqual({ over: false, toMove: [0] });
  expect(connectFour.status(after(3))).toEqual({ over: false, toMove: [1] });
});

test('a mark falls on what lies in its column', () => {
  expect(drawn(after(3, 3, 3, 0, 6))).toEqual(['.......', '.......', '.......', '...X...', '...O...', 'O..X..X']);
});

test('a move is a column, as long as it has room', () => {
  expect(connectFour.moves(after(), 0)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(connectFour.moves(after(2, 2, 2, 2, 2, 2), 0)).toEqual([0, 1, 3, 4, 5, 6]);
});

test('a seat sees the board and its own mark', () => {
  const state = after(3);
  expect(connectFour.view(state, 1)).toEqual({ board: state.board, columns: 7, rows: 6, your_mark: 'O' });
});

test.each([
  ['in a row', [0, 0, 1, 1, 2, 2, 3], [35, 36, 37, 38], [1, 0]],
  ['in a column', [6, 5, 6, 5, 6, 5, 0, 5], [19, 26, 33, 40], [0, 1]],
  ['on a diagonal, rising', [0, 1, 1, 2, 3, 2, 2, 3, 4, 3, 3], [17, 23, 29, 35], [1, 0]],
  ['on a diagonal, falling', [6, 5, 5, 4, 3, 4, 4, 3, 2, 3, 3], [17, 25, 33, 41], [1, 0]],
] as const)('four %s win, and the explanation says how they lie', (way, columns, winning_line, scores) => {
  const outcome = outcomeOf(...columns);
  expect(outcome.scores).toEqual(scores);
  expect(outcome.facts).toEqual({ board: after(...columns).board, winning_line });
  expect(connectFour.explain(outcome)).toContain(`has 4 ${scores[0] === 1 ? 'X' : 'O'} ${way.split(',')[0]} and wins`);
});

test('a full board without four in a row is a draw', () => {
  const pairs = [0, 1, 0, 1, 0, 1, 1, 0, 1, 0, 1, 0];
  const columns = [
    ...pairs,
    ...pairs.map((column) => column + 2),
    ...pairs.map((column) => column + 4),
    6,
    6,
    6,
    6,
    6,
    6,
  ];
  const outcome = outcomeOf(...columns);
  expect(outcome.scores).toEqual([0, 0]);
  expect(connectFour.explain(outcome)).toBe('nobody has 4 in a row and no cell is open: a draw');
});

test('a whole game reads as it always did', async () => {
  await expect(playthrough(connectFour, 11)).toMatchFileSnapshot('connect_four.playthrough.txt');
});
