import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../core/json.ts';
import type { Contract } from './contract.ts';
import { ERRORS } from './errors.ts';
import { CONTRACTS, type Message } from './index.ts';
import {
  GAMES_WITH_WORDS,
  legalMove,
  type MoveQuestion,
  moveIn,
  questionIn,
  stepIn,
  UNNAMED_GAME,
  wordsFor,
} from './moves.ts';
import { check } from './read.ts';

const QUESTION: MoveQuestion = {
  league_id: 'league_2025',
  round_id: 1,
  match_id: 'R1M1',
  player_id: 'P01',
  game_type: 'even_odd',
  opponent_id: 'P02',
  your_standings: { wins: 1, losses: 0, draws: 2, points: 5 },
  step: 1,
  view: {},
  options: ['even', 'odd'],
  deadline: '2025-01-15T10:15:35.000Z',
  assignment_epoch: 2,
};
const OTHER: MoveQuestion = { ...QUESTION, game_type: 'tic_tac_toe', step: 3, view: { board: '...' }, options: [0, 4] };

describe.each([
  ['the first game', QUESTION, 'even'],
  ['any other game', OTHER, 4],
])('%s', (_, question, move) => {
  const words = wordsFor(question.game_type);
  const call = words.callBody(question);
  const answer = words.answerBody(question, move);

  test('its call and its answer keep to their contracts', () => {
    expect(check((CONTRACTS[words.call] as Contract).body, call)).toEqual({ ok: true });
    expect(check((CONTRACTS[words.answer] as Contract).body, answer)).toEqual({ ok: true });
    expect(CONTRACTS[words.call].head.reply.type).toBe(words.answer);
  });

  test('a player reads from a call what the referee asked', () => {
    expect(questionIn(call as unknown as Message<typeof words.call>)).toEqual(question);
  });

  test('a referee reads from an answer what the player said', () => {
    expect(moveIn(answer)).toBe(move);
    expect(moveIn({})).toBeUndefined();
    expect(moveIn({ move_data: 4 })).toBeUndefined();
  });

  test('its error is one of the table', () => {
    expect(ERRORS).toHaveProperty(words.invalid);
  });
});

test('only even_odd has words of its own', () => {
  expect(GAMES_WITH_WORDS).toEqual(['even_odd']);
  expect(UNNAMED_GAME).toBe('even_odd');
  expect(wordsFor('even_odd')).toMatchObject({ call: 'CHOOSE_PARITY_CALL', invalid: 'E004' });
  expect(wordsFor('chess')).toMatchObject({ call: 'GAME_MOVE_CALL', invalid: 'E022' });
  expect(wordsFor('constructor')).toBe(wordsFor('chess'));
});

test('a call as the specification writes it, without options, league and epoch, can be answered', () => {
  const { league_id: _, valid_options: __, assignment_epoch: ___, ...bare } = wordsFor('even_odd').callBody(QUESTION);
  expect(questionIn(bare as unknown as Message<'CHOOSE_PARITY_CALL'>)).toMatchObject({
    league_id: '',
    options: ['even', 'odd'],
    assignment_epoch: 1,
  });
});

test('a step is a number or not said', () => {
  expect(stepIn({ step: 2 })).toBe(2);
  for (const answer of [{}, { step: '2' }, { step: null }] as JsonObject[]) expect(stepIn(answer)).toBeUndefined();
});

test.each([
  [' EVEN', ['even', 'odd'], 'even'],
  ['3', [3, 33], 3],
  ['3', [3, '3'], '3'],
  [' 3', [3, '3'], undefined],
  ['A ', ['a', 'A'], undefined],
  ['e', ['even'], undefined],
  [3, ['3', '4'], '3'],
  ['{ "pile": 1 }', [{ pile: 1 }, { pile: 2 }], { pile: 1 }],
  [{ y: 2, x: 1 }, [{ x: 1, y: 2 }], { x: 1, y: 2 }],
])('by %j, where %j are legal, is meant: %j', (given, moves, meant) => {
  expect(legalMove(given, moves)).toEqual(meant);
});
