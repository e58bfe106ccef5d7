import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JudgedMatch } from '../contracts/messages/result.ts';
import { sha256 } from '../core/hash.ts';
import { chanceStream, intBetween } from '../core/random.ts';
import { err } from '../core/result.ts';
import { gameOf } from '../testing/shipped_games.ts';
import { evenOdd } from './even_odd.ts';
import type { Game } from './game.ts';
import { makeBoards, makeJudge, replay, replayBrokenOff } from './judge.ts';
import { ticTacToe } from './tic_tac_toe.ts';

const SEED = '0000000000000000000000000000000000000000000000000000000000000001';
const judge = makeJudge(gameOf);
const scoring = { win_points: 3, draw_points: 1, loss_points: 0, technical_loss_points: 0 };
const match: JudgedMatch = {
  game_type: 'even_odd',
  options: {},
  draw_seed: SEED,
  players: ['P01', 'P02'],
  scoring,
  double_forfeit: 'draw',
};
const turns: JudgedMatch = { ...match, game_type: 'tic_tac_toe' };
const silent = (player_id: string) => ({ player_id, cause: 'timeout', evidence: {} });

test('a whole game is computed again from its moves and seed', () => {
  expect(judge(match, { moves: [{ P02: 'odd', P01: 'even' }], faults: undefined })).toMatchObject({
    ok: true,
    value: { winner: 'P01', score: { P01: 3, P02: 0 }, details: { drawn_number: 6, termination: 'normal' } },
  });
});

test('a forfeit follows from its faults, at the join and at a move', () => {
  expect(judge(match, { moves: [], faults: [silent('P02')] })).toMatchObject({
    ok: true,
    value: { winner: 'P01', details: { status: 'TECHNICAL_LOSS', choices: { P01: null, P02: null } } },
  });
  expect(judge(match, { moves: [{ P01: 'even' }], faults: [silent('P02')] })).toMatchObject({
    ok: true,
    value: { winner: 'P01', details: { choices: { P01: 'even', P02: null } } },
  });
  expect(judge(turns, { moves: [{ P01: 4 }], faults: [silent('P02')] })).toMatchObject({
    ok: true,
    value: { winner: 'P01' },
  });
  expect(judge(match, { moves: [], faults: [silent('P01'), silent('P02')] })).toMatchObject({
    ok: true,
    value: { winner: null },
  });
});

describe('what does not follow is refused with one line', () => {
  const lines: readonly [string, JudgedMatch, unknown, unknown, string][] = [
    ['an unknown game', { ...match, game_type: 'go' }, [], [], 'no game is called'],
    ['an unknown option', { ...match, options: { size: 1 } }, [], [], 'there is no option'],
    ['no moves', match, undefined, [], 'moves is not a list'],
    ['a step that is none', match, ['even'], [], 'a step is not'],
    ['a stranger', match, [{ P01: 'even', P03: 'odd' }], [], 'P03 moves and is not a player'],
    ['an illegal move', match, [{ P01: 'seven', P02: 'odd' }], [], 'may not play'],
    ['too few moves', match, [], [], 'goes on'],
    [
      'too many moves',
      match,
      [
        { P01: 'even', P02: 'odd' },
        { P01: 'even', P02: 'odd' },
      ],
      [],
      'was over',
    ],
    ['faults that are no list', match, [], {}, 'faults is not a list'],
    ['a fault that is none', match, [], [{ player_id: 'P01', cause: 'bad luck', evidence: {} }], 'a fault is not one'],
    ['a fault of a stranger', match, [], [silent('P03')], 'P03 is at fault and not a player'],
    ['a fault twice', match, [], [silent('P01'), silent('P01')], 'P01 is at fault twice'],
    ['a fault after the end', match, [{ P01: 'even', P02: 'odd' }], [silent('P01')], 'played to its end'],
    ['more steps than the game has', match, [{ P01: 'even', P02: 'odd' }, { P01: 'odd' }], [silent('P02')], 'was over'],
    [
      'an illegal move before a fault',
      match,
      [{ P01: 'seven' }],
      [silent('P02')],
      'step 1: seat 0 may not play "seven"',
    ],
    ['a move out of turn', turns, [{ P02: 4 }], [silent('P01')], 'step 1: seat 1 moves out of turn'],
    ['a gap before the last step', turns, [{}, { P02: 4 }], [silent('P01')], 'step 1: seat 0 has to move'],
    ['a fault of who moved', match, [{ P01: 'even' }], [silent('P01')], 'not those at fault'],
    ['a fault of both when one moved', match, [{ P01: 'even' }], [silent('P01'), silent('P02')], 'not those at fault'],
    ['a fault of who had not to move', turns, [{ P01: 4 }], [silent('P01')], 'not those at fault'],
  ];
  test.each(lines)('%s', (...[, judged, moves, faults, line]) => {
    expect(judge(judged, { moves, faults })).toEqual(err(expect.stringContaining(line)));
  });
});

describe('a result without its moves', () => {
  const choices = { P01: 'even', P02: 'odd' };

  test('follows from the facts and the choices that are told, wherever the facts came from', () => {
    expect(judge(match, { facts: { drawn_number: 7 }, choices })).toMatchObject({
      ok: true,
      value: {
        winner: 'P02',
        score: { P01: 0, P02: 3 },
        details: { drawn_number: 7, choices, moves: [choices], status: 'WIN', termination: 'normal' },
      },
    });
  });

  test('is not asked for where there are moves: these and the seed decide', () => {
    expect(judge(match, { moves: [choices], facts: { drawn_number: 7 }, choices })).toMatchObject({
      ok: true,
      value: { winner: 'P01', details: { drawn_number: 6 } },
    });
  });

  const toldOf = (judged: JudgedMatch, facts: unknown, told: unknown) => judge(judged, { facts, choices: told });
  test.each([
    ['facts that are none', match, 'odd', choices, 'facts and choices are not objects'],
    ['choices that are none', match, { drawn_number: 7 }, ['even', 'odd'], 'facts and choices are not objects'],
    [
      'a choice that is missing',
      match,
      { drawn_number: 7 },
      { P01: 'even' },
      'no result follows from these choices and facts',
    ],
    ['another game', turns, {}, choices, 'a result of tic_tac_toe without its moves cannot be checked'],
  ] as const)('does not follow from %s', (...[, judged, facts, told, line]) => {
    expect(toldOf(judged, facts, told)).toEqual(err(line));
  });
});

test('it never throws, whatever it is told', () => {
  fc.assert(
    fc.property(fc.anything(), fc.anything(), (moves, faults) => {
      expect(typeof judge(match, { moves, faults }).ok).toBe('boolean');
    }),
  );
});

test('rules that throw are one line, too', () => {
  const throwing = makeJudge(() => {
    throw new Error('out of chance');
  });
  expect(throwing(match, { moves: [], faults: [] })).toEqual(err('the rules cannot follow this: Error: out of chance'));
});

describe('the boards of a match', () => {
  const boards = makeBoards(gameOf);

  test('are the first position and that after each step, as far as its moves are legal', () => {
    const [first, second, third, ...more] = boards(turns, [{ P01: 4 }, { P02: 0 }, { P01: 0 }]);
    expect(first).toEqual([
      [null, null, null],
      [null, null, null],
      [null, null, null],
    ]);
    expect(second?.[1]).toEqual([null, 'X', null]);
    expect(third?.[0]).toEqual(['O', null, null]);
    expect(more).toEqual([]);
  });

  test('are none of a game without one, of an unknown game, and of rules that fail', () => {
    expect(boards(match, [{ P01: 'even', P02: 'odd' }])).toEqual([]);
    expect(boards({ ...match, game_type: 'go' }, [])).toEqual([]);
    const failing = makeBoards(() => {
      throw new Error('oh');
    });
    expect(failing(turns, [])).toEqual([]);
  });
});

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
