import { describe, expect, test } from 'vitest';
import { sha256 } from '../core/hash.ts';
import { chanceStream, intBetween } from '../core/random.ts';
import { evenOdd } from './even_odd.ts';
import type { Game } from './game.ts';
import { replay, replayBrokenOff } from './replay.ts';
import { ticTacToe } from './tic_tac_toe.ts';

const seed = sha256('R1M1');

const codeOf = (...args: Parameters<typeof replay>): string => {
  const result = replay(...args);
  return result.ok ? 'fine' : result.error.code;
};

test('the seed and the moves are enough to know the outcome', () => {
  const drawn_number = intBetween(chanceStream(seed), 1, 10);
  const number_parity = drawn_number % 2 === 0 ? 'even' : 'odd';
  expect(replay(evenOdd, seed, [{ 0: 'even', 1: 'odd' }])).toEqual({
    ok: true,
    value: {
      scores: number_parity === 'even' ? [1, 0] : [0, 1],
      facts: { drawn_number, number_parity },
    },
  });
});

test('chance is used by the start first and then by the steps, in one stream', () => {
  const lottery: Game<readonly number[], 'go'> = {
    type: 'lottery',
    version: '1',
    seats: 2,
    seatsMatter: false,
    start: (random) => [random()],
    status: (state) =>
      state.length < 3
        ? { over: false, toMove: [0, 1] }
        : { over: true, outcome: { scores: [0, 0], facts: { numbers: state } } },
    view: () => null,
    moves: () => ['go'],
    play: (state, _moves, random) => [...state, random()],
    explain: () => 'nobody wins',
  };
  const stream = chanceStream(seed);
  const step = { 0: 'go', 1: 'go' };
  expect(replay(lottery, seed, [step, step])).toMatchObject({
    value: { facts: { numbers: [stream(), stream(), stream()] } },
  });
});

test.each([
  ['a move that is not open', [{ 0: 'even', 1: 'seven' }]],
  ['a seat that is silent', [{ 0: 'even' }]],
  ['a seat that does not exist', [{ 0: 'even', 1: 'odd', 2: 'odd' }]],
  ['a step that is no object', ['even']],
  ['a step that is nothing', [null]],
  ['a seat by another spelling', [{ 0: 'even', '01': 'odd' }]],
  ['a move that every object seems to have', [Object.create({ 0: 'even', 1: 'odd' })]],
])('%s is illegal', (_, steps) => {
  expect(codeOf(evenOdd, seed, steps)).toBe('ILLEGAL_MOVE');
});

test('a move out of turn and a cell that is taken are illegal', () => {
  expect(codeOf(ticTacToe, seed, [{ 0: 4, 1: 5 }])).toBe('ILLEGAL_MOVE');
  expect(codeOf(ticTacToe, seed, [{ 1: 4 }])).toBe('ILLEGAL_MOVE');
  expect(codeOf(ticTacToe, seed, [{ 0: 4 }, { 1: 4 }])).toBe('ILLEGAL_MOVE');
  expect(codeOf(ticTacToe, seed, [{ 0: '4' }])).toBe('ILLEGAL_MOVE');
});

test('the fault says where it is', () => {
  expect(replay(ticTacToe, seed, [{ 0: 4 }, { 1: 4 }])).toEqual({
    ok: false,
    error: { code: 'ILLEGAL_MOVE', detail: 'step 2: seat 1 may not play 4' },
  });
});

test('a record that stops too early is unfinished', () => {
  expect(codeOf(evenOdd, seed, [])).toBe('UNFINISHED');
  expect(codeOf(ticTacToe, seed, [{ 0: 0 }, { 1: 1 }])).toBe('UNFINISHED');
});

test('a record that goes on after the end has extra moves', () => {
  const step = { 0: 'even', 1: 'odd' };
  expect(codeOf(evenOdd, seed, [step, step])).toBe('EXTRA_MOVES');
});

describe('a game that broke off', () => {
  const missing = (...args: Parameters<typeof replayBrokenOff>) => {
    const result = replayBrokenOff(...args);
    return result.ok ? result.value : result.error.code;
  };

  test('lacks the moves of the seats that had to make one', () => {
    expect(missing(evenOdd, seed, [])).toEqual([0, 1]);
    expect(missing(evenOdd, seed, [{ 1: 'odd' }])).toEqual([0]);
    expect(missing(ticTacToe, seed, [{ 0: 4 }])).toEqual([1]);
  });

  test('did not come to its end', () => {
    expect(missing(evenOdd, seed, [{ 0: 'even', 1: 'odd' }])).toBe('PLAYED_OUT');
  });

  test('is legal as far as it went, and complete before its last step', () => {
    expect(missing(evenOdd, seed, [{ 1: 'seven' }])).toBe('ILLEGAL_MOVE');
    expect(missing(ticTacToe, seed, [{ 1: 4 }])).toBe('ILLEGAL_MOVE');
    expect(missing(ticTacToe, seed, [{}, { 0: 4 }])).toBe('ILLEGAL_MOVE');
    expect(missing(evenOdd, seed, [{ 0: 'even', 1: 'odd' }, {}])).toBe('EXTRA_MOVES');
  });
});
