import { expect, test } from 'vitest';
import { practiceMatch } from '../testing/practice.ts';
import { boardIn, readingsOf, roundsIn } from './view.ts';

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

const past = [{ choices: ['a', 'b'] }, { choices: ['c', 'd'] }];

test('the rounds of a view are told from where one sits', () => {
  expect(roundsIn({ your_seat: 0, past })).toEqual([
    { mine: 'a', theirs: 'b' },
    { mine: 'c', theirs: 'd' },
  ]);
  expect(roundsIn({ your_seat: 1, past })).toEqual([
    { mine: 'b', theirs: 'a' },
    { mine: 'd', theirs: 'c' },
  ]);
});

test.each([
  [null],
  [{}],
  [{ past }],
  [{ your_seat: 2, past }],
  [{ your_seat: 0, past: [{ choices: ['a'] }] }],
  [{ your_seat: 0, past: ['a'] }],
])('%j shows no rounds', (view) => {
  expect(roundsIn(view)).toBeUndefined();
});

test('who sat where in a finished match is known by the last moves', () => {
  const match = practiceMatch({ facts: { rounds: past }, my_choice: 'd', opponent_choice: 'c' });
  expect(readingsOf(match)).toEqual([
    [
      { mine: 'b', theirs: 'a' },
      { mine: 'd', theirs: 'c' },
    ],
  ]);
});

test('a match that ended with equal moves can be read in two ways', () => {
  const facts = { rounds: [{ choices: ['a', 'b'] }, { choices: ['c', 'c'] }] };
  expect(readingsOf(practiceMatch({ facts, my_choice: 'c', opponent_choice: 'c' }))).toEqual([
    [
      { mine: 'a', theirs: 'b' },
      { mine: 'c', theirs: 'c' },
    ],
    [
      { mine: 'b', theirs: 'a' },
      { mine: 'c', theirs: 'c' },
    ],
  ]);
});

test('a match with its steps needs no guess, and what only one side chose is no round', () => {
  const facts = { rounds: [{ choices: ['a', 'b'] }, { choices: ['c', 'c'] }] };
  const steps = [
    { mine: 'b', theirs: 'a' },
    { mine: 'c', theirs: 'c' },
    { mine: null, theirs: 'a' },
  ];
  expect(readingsOf(practiceMatch({ facts, my_choice: 'c', opponent_choice: 'c', steps }))).toEqual([
    steps.slice(0, 2),
  ]);
});

test.each([
  ['no rounds', {}],
  ['rounds that ended otherwise', { rounds: [...past, { choices: ['e', 'f'] }] }],
  ['nothing in its rounds', { rounds: [] }],
])('nothing is read from a match with %s', (_, facts) => {
  expect(readingsOf(practiceMatch({ facts, my_choice: 'c', opponent_choice: 'd' }))).toEqual([]);
});
