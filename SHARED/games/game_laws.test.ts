import { describe, expect, test } from 'vitest';
import type { Json } from '../core/json.ts';
import type { Game, MoveSchema } from './game.ts';
import { gameLaws } from './game_laws.ts';

/** Each seat says a or b, three times; chance gives the points. */
const honest: Game<readonly number[], string> = {
  type: 'honest',
  version: '1.0.0',
  seats: 2,
  seatsMatter: false,
  start: () => [],
  status: (state) =>
    state.length < 3
      ? { over: false, toMove: [0, 1] }
      : { over: true, outcome: { scores: [state[0] ?? 0, 0], facts: { rolls: state } } },
  view: (state) => state,
  moves: () => ['a', 'b'],
  play: (state, _moves, random) => [...state, random()],
  explain: ({ scores }) => `{0} has ${scores[0]}`,
};

const brokenBy = (part: Partial<Game>): readonly string[] =>
  gameLaws({ ...honest, ...part } as Game)
    .filter((law) => law.breach() !== undefined)
    .map((law) => law.name);

test('an honest game breaks no law', () => {
  expect(brokenBy({})).toEqual([]);
});

test('a breach says in which game and what', () => {
  const [law] = gameLaws({ ...honest, type: 'Dis Honest' } as Game);
  expect(law?.breach()).toBe('game 1: Dis Honest 1.0.0 for 2');
});

test.each<[MoveSchema, readonly Json[]]>([
  [{ type: 'string', enum: ['a', 'b'], description: 'A letter.' }, ['a', 'b']],
  [{ type: 'string' }, ['x']],
  [{ type: 'integer', minimum: 1, maximum: 3 }, [1, 2, 3]],
  [{ type: 'boolean' }, [true, false]],
  [{ type: 'array', items: { type: 'integer' }, minItems: 1, maxItems: 2 }, [[1], [2, 3]]],
  [
    {
      type: 'object',
      properties: { from: { type: 'integer' }, to: { type: 'integer' } },
      required: ['from', 'to'],
      additionalProperties: false,
    },
    [{ from: 1, to: 2 }],
  ],
])('moves that fit their schema break no law: %j', (moveSchema, moves) => {
  expect(brokenBy({ moveSchema, moves: () => moves })).toEqual([]);
});

let calls = 0;

const SCHEMA_LAW = 'the schema of a move is one that every client takes, and every move fits it';
/** Schemas that say something wrong of the moves a and b, or cannot be shown. */
const SCHEMAS: readonly unknown[] = [
  { type: 'string', enum: ['a'] },
  { type: 'integer' },
  { type: 'boolean' },
  { type: 'array', items: { type: 'string' } },
  { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false },
  { anyOf: [{ type: 'string' }, { type: 'integer' }] },
  { type: ['string', 'integer'] },
  { type: 'array' },
  { type: 'object', properties: { a: { type: 'string' } }, required: [], additionalProperties: false },
  { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
  { type: 'integer', enum: [1, 2] },
  { type: 'string', description: 7 },
  {},
  null,
];

describe('each law can be broken', () => {
  test.each<[string, Partial<Game>]>([
    ['a game has a snake_case type, a version and at least two seats', { seats: 1 }],
    ['games end', { status: () => ({ over: false, toMove: [0] }), play: () => [] }],
    ['games end', { status: () => ({ over: true, outcome: { scores: [0, 0], facts: {} } }) }],
    [
      'whenever a game is not over somebody is to move, once, and has a move',
      { status: (state) => (length(state) < 1 ? { over: false, toMove: [] } : honest.status([1, 2, 3])) },
    ],
    [
      'whenever a game is not over somebody is to move, once, and has a move',
      { status: (state) => (length(state) < 1 ? { over: false, toMove: [2] } : honest.status([1, 2, 3])) },
    ],
    ['whenever a game is not over somebody is to move, once, and has a move', { moves: () => [] }],
    ['the moves of a seat are JSON and differ from each other', { moves: () => ['a', 'b', 'a'] }],
    ['the moves of a seat are JSON and differ from each other', { moves: () => [Number.NaN] }],
    ['the moves of a seat are JSON and differ from each other', { moves: () => [undefined as unknown as Json] }],
    [
      'a state is JSON, and the game goes on from its copy as from itself',
      { play: (state) => [...(state as readonly Json[]), new Date(0) as unknown as Json] },
    ],
    [
      'nothing changes a state it was given',
      {
        play: (state, _moves, random) => {
          (state as number[]).push(random());
          return state;
        },
      },
    ],
    ['nothing changes a state it was given', { view: (state) => (state as number[]).reverse() }],
    ['the same chance and the same moves give the same game', { start: () => [calls++] }],
    [
      'a board is rows of equal length, of texts and empty cells, and the same whenever and for whomever it is drawn',
      { board: () => [['X'], ['X', null]] },
    ],
    [
      'a board is rows of equal length, of texts and empty cells, and the same whenever and for whomever it is drawn',
      { board: () => [] },
    ],
    [
      'a board is rows of equal length, of texts and empty cells, and the same whenever and for whomever it is drawn',
      { board: () => [[7 as unknown as string]] },
    ],
    [
      'a board is rows of equal length, of texts and empty cells, and the same whenever and for whomever it is drawn',
      { board: () => [[String(calls++)]] },
    ],
    ['nothing changes a state it was given', { board: (view) => [(view as number[]).reverse().map(String)] }],
    [
      'a board is rows of equal length, of texts and empty cells, and the same whenever and for whomever it is drawn',
      { view: (_, seat) => seat, board: (seat) => [[String(seat)]] },
    ],
    ...SCHEMAS.map((moveSchema): [string, Partial<Game>] => [SCHEMA_LAW, { moveSchema: moveSchema as MoveSchema }]),
    ['what a seat sees is JSON', { view: () => undefined as unknown as Json }],
    [
      'an outcome has a finite score for every seat, and its facts are JSON',
      { status: (state) => endsWith(state, { scores: [1], facts: {} }) },
    ],
    [
      'an outcome has a finite score for every seat, and its facts are JSON',
      { status: (state) => endsWith(state, { scores: [1, Number.NaN], facts: {} }) },
    ],
    [
      'an outcome has a finite score for every seat, and its facts are JSON',
      { status: (state) => endsWith(state, { scores: [1, 0], facts: { board: new Map() as unknown as Json } }) },
    ],
    ['an outcome is explained in one line that names no seat but its own', { explain: () => 'one\ntwo' }],
    ['an outcome is explained in one line that names no seat but its own', { explain: () => '{2} wins' }],
    ['a replay of the record gives the same outcome', { start: () => [calls++] }],
    ['a replay of the record gives the same outcome', { moves: () => [calls++] }],
  ])('%s: case %#', (name, part) => {
    expect(brokenBy(part)).toContain(name);
  });
});

function length(state: Json): number {
  return Array.isArray(state) ? state.length : 0;
}

function endsWith(state: Json, outcome: { scores: number[]; facts: { [name: string]: Json } }) {
  return length(state) < 1 ? ({ over: false, toMove: [0] } as const) : ({ over: true, outcome } as const);
}
