import { expect, test } from 'vitest';
import { boardIn } from './board_view.ts';

test('a board is read as mine, theirs and empty', () => {
  expect(boardIn({ board: ['X', null, 'O', 'X'], your_mark: 'X' }, 4)).toBe('m.tm');
  expect(boardIn({ board: ['X', null, 'O', 'X'], your_mark: 'O' }, 4)).toBe('t.mt');
});

test.each([
  [null],
  [[]],
  [{}],
  [{ board: 'X.OX', your_mark: 'X' }],
  [{ board: ['X', null, 'O'], your_mark: 'X' }],
  [{ board: ['X', null, 'O', 'X'] }],
])('%j shows no board of four cells', (view) => {
  expect(boardIn(view, 4)).toBeUndefined();
});
