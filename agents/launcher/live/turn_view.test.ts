import { describe, expect, test } from 'vitest';
import type { Json } from '../../../SHARED/core/json.ts';
import { terminalWidth } from '../output/columns.ts';
import { keysOf, type ShownTurn, turnLines } from './turn_view.ts';

const TURN: ShownTurn = {
  ...{ match_id: 'R2M1', round_id: 2, opponent: 'Agent Beta (P02)', asked: 1 },
  view: { your_seat: 0, round: 1, rounds: 1, scores: [0, 0], past: [] },
  moves: ['even', 'odd'],
};
const SIZE = { columns: 60, rows: 23, colour: false };
const drawn = (more: Partial<ShownTurn> = {}, leftMs = 27_400, typed = '') =>
  turnLines({ turn: { ...TURN, ...more }, leftMs, typed }, SIZE);
const upTo = (count: number) => Array.from({ length: count }, (_, i) => i);

test('a turn says against whom, how long is left, and which key makes which move', () => {
  expect(drawn()).toEqual([
    'R2M1, round 2: you against Agent Beta (P02)        0:28 left',
    '',
    'Your move: press a key.',
    '  1 even · 2 odd',
  ]);
  expect(drawn({ opponent: 'A player of a very long name', asked: 2 }, 65_000).slice(0, 2)).toEqual([
    'R2M1, round 2: you against A player of a very lo…  1:05 left',
    'Nothing came in time so far: the referee has asked 2 times.',
  ]);
});

test('a match clock that runs out is shown beside the time for the move', () => {
  const lines = turnLines({ turn: TURN, leftMs: 9_000, matchLeftMs: 61_000, typed: '' }, SIZE);
  expect(lines[1]).toBe('For all your moves of this match together: 1:01 left.');
});

test('a match of several rounds shows how it stands, from the seat of the person', () => {
  const past = [
    { choices: ['rock', 'paper'], scores: [0, 1], facts: {} },
    { choices: ['rock', 'scissors'], scores: [1, 0], facts: {} },
  ];
  const view = { best_of: 3, your_seat: 1, round: 3, rounds: 5, scores: [1, 1], past };
  expect(drawn({ view, moves: ['rock', 'paper', 'scissors'] }).slice(1)).toEqual([
    'best of 3',
    'round 3 of 5, you 1 : 1',
    '  round 1: you paper, Agent Beta (P02) rock (1 : 0)',
    '  round 2: you scissors, Agent Beta (P02) rock (0 : 1)',
    '',
    'Your move: press a key.',
    '  1 rock · 2 paper · 3 scissors',
  ]);
});

describe('a board', () => {
  const { _: O, X } = { _: null, X: 'X' };

  test('has the keys in its cells where a move is a cell', () => {
    const view = { board: ['X', 'O', O, O, X, O, O, O, O], columns: 3, rows: 3, your_mark: 'O' };
    expect(drawn({ view, moves: [2, 3, 5, 6, 7, 8] }).slice(1)).toEqual([
      ...['', '   X   O   2', '   3   X   5', '   6   7   8', 'your mark O', '', 'Your move: press its key.'],
    ]);
  });

  test('has the keys above its columns where a move is a column, and a full one has none', () => {
    const board = [O, X, O, O, 'O', O, X, X, 'O'];
    const view = { board, columns: 3, rows: 3, your_mark: 'O' };
    expect(drawn({ view, moves: [0, 2] }).slice(1, 6)).toEqual([
      ...['', '   0       2', '   .   X   .', '   .   O   .', '   X   X   O'],
    ]);
  });

  test('shows which mark has come since the person was asked before', () => {
    const view = (board: Json) => ({ board, columns: 3, rows: 2, your_mark: 'X' });
    const seen = { before: view([O, O, O, X, O, O]), view: view(['O', X, O, X, O, O]), moves: [2, 4, 5] };
    expect(drawn(seen).slice(2, 4)).toEqual(['  (O)  X   2', '   X   4   5']);
  });

  test('that is wider than the screen is no drawing, and the moves are seen all the same', () => {
    const view = { board: upTo(40).map(() => null), columns: 20, rows: 2 };
    const lines = drawn({ view, moves: upTo(20) });
    expect(lines.every((line) => terminalWidth(line) <= SIZE.columns)).toBe(true);
    expect(lines.slice(-2).join()).toMatch(/^ {2}0 · 1 · 2 .* · 9 · a 10 · b 11 · .* · j 19$/);
  });
});

test.each<[string, Json]>([
  ['a text', 'a view that is long enough to need more than one line of sixty columns'],
  ['nothing', null],
  ['a list', upTo(60)],
  ['facts with what moves cursors', { 'a\u001b[2Jb': '\u001b[31m', nested: { deep: upTo(40) } }],
  ['a board of rows that are not alike', { board: [[null], [null, null]] }],
  ['a board of marks that move cursors', { board: ['\u001b', 'wide'], columns: 2, rows: 1 }],
])('a view that is %s is shown as it is, within the screen', (_, view) => {
  for (const rows of [1, 3, 23]) {
    const lines = turnLines({ turn: { ...TURN, view }, leftMs: 1_000, typed: '' }, { ...SIZE, rows });
    expect(lines.length).toBeLessThanOrEqual(rows);
    expect(lines.filter((line) => terminalWidth(line) > SIZE.columns)).toEqual([]);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    expect(lines.join('')).not.toMatch(/[\u0000-\u001f]/);
  }
});

test('a screen of few rows shows the moves rather than the position', () => {
  const view = { board: upTo(42).map(() => null), columns: 7, rows: 6 };
  const lines = turnLines(
    { turn: { ...TURN, view, moves: ['a', 'b'] }, leftMs: 9_000, typed: '' },
    { ...SIZE, rows: 5 },
  );
  expect(lines.slice(-2)).toEqual(['Your move: press a key.', '  1 a · 2 b']);
});

describe('keys', () => {
  test('a number is its own key as long as the match goes on, words are counted', () => {
    expect([...(keysOf([0, 3, 35]) ?? [])]).toEqual([
      ['0', 0],
      ['3', 3],
      ['z', 35],
    ]);
    expect([...(keysOf(['even', 'odd']) ?? [])]).toEqual([
      ['1', 'even'],
      ['2', 'odd'],
    ]);
    expect([...(keysOf([-1, 7]) ?? [])].map(([key]) => key)).toEqual(['1', '2']);
  });

  test('more moves than keys are typed', () => {
    expect(keysOf(upTo(36))?.size).toBe(36);
    expect(keysOf(upTo(37))).toBeUndefined();
    const many = upTo(37).map((n) => `move ${n}`);
    expect(keysOf(many.slice(0, 35))?.get('z')).toBe('move 34');
    expect(keysOf(many.slice(0, 36))).toBeUndefined();
    expect(drawn({ moves: many }, 9_000, 'move 1').at(-1)).toBe('Your move, then Enter: move 1');
  });
});
