import { expect, test } from 'vitest';
import { moveOf, recordOf } from './game.ts';

test('a record names the seats as text, in the order they moved', () => {
  const record = recordOf(
    new Map([
      [0, 'even'],
      [1, 'odd'],
    ]),
  );
  expect(JSON.stringify(record)).toBe('{"0":"even","1":"odd"}');
});

test('a move that is falsy is a move', () => {
  expect(moveOf(new Map([[0, 0]]), 0)).toBe(0);
});

test('a step without the move of a seat is a bug, and loud', () => {
  expect(() => moveOf(new Map([[0, 'even']]), 1)).toThrow('seat 1 has no move');
});
