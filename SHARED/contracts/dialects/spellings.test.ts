import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../core/json.ts';
import { rpc } from './rpc.ts';
import { readSpellings } from './spellings.ts';

describe('spellings that are read', () => {
  const read = (wire: JsonObject) => readSpellings(wire);

  test.each(['EVEN', 'Even', 'even'])('a choice written %s', (choice) => {
    const canonical = { message_type: 'CHOOSE_PARITY_RESPONSE', parity_choice: 'even' };
    expect(read({ message_type: 'PARITY_CHOICE', choice })).toEqual(canonical);
    expect(read({ message_type: 'PARITY_CHOICE', choice: { value: choice } })).toEqual(canonical);
    expect(read({ message_type: 'CHOOSE_PARITY_RESPONSE', parity_choice: choice })).toEqual(canonical);
  });

  test('a choice that is no text is left for the judge, and none is not made up', () => {
    expect(read({ message_type: 'PARITY_CHOICE', choice: 7 })).toMatchObject({ parity_choice: 7 });
    expect(read({ message_type: 'PARITY_CHOICE', choice: null })).toMatchObject({ parity_choice: null });
    expect(read({ message_type: 'PARITY_CHOICE' })).not.toHaveProperty('parity_choice');
    expect(read({ message_type: 'GAME_MOVE_RESPONSE' })).not.toHaveProperty('move_data');
    expect(read({ message_type: 'GAME_MOVE_RESPONSE', move_data: 4 })).toMatchObject({ move_data: 4 });
  });

  test('an answer without a choice gets none, to be judged like a bad one', () => {
    const answer = (message_type: string) => readSpellings({ message_type }, message_type);
    expect(answer('CHOOSE_PARITY_RESPONSE')).toEqual({ message_type: 'CHOOSE_PARITY_RESPONSE', parity_choice: null });
    expect(answer('GAME_MOVE_RESPONSE')).toEqual({ message_type: 'GAME_MOVE_RESPONSE', move_data: { choice: null } });
  });

  test('an answer that does not say what it is, as what was asked for', () => {
    expect(readSpellings({ choice: 'EVEN' }, 'CHOOSE_PARITY_RESPONSE')).toEqual({ parity_choice: 'even' });
    expect(readSpellings({ choice: 4 }, 'GAME_MOVE_RESPONSE')).toEqual({ move_data: { choice: 4 } });
  });

  test.each<[JsonObject, Json]>([
    [{ move_data: { choice: 4 } }, 4],
    [{ move_data: { choice: 4 }, choice: 5 }, 4],
    [{ move_data: { cell: 4 }, choice: 5 }, 5],
    [{ choice: { value: 4, reasoning: 'the middle' } }, 4],
    [{ choice: { value: null } }, null],
    // A move of some other game may be an object.
    [{ choice: { row: 1, column: 2 } }, { row: 1, column: 2 }],
    [{ choice: 'EVEN', parity_choice: 'odd' }, 'EVEN'],
    [{ parity_choice: 'x' }, 'x'],
  ])('a move of any game: %j', (said, choice) => {
    expect(read({ message_type: 'GAME_MOVE_RESPONSE', ...said })).toMatchObject({ move_data: { choice } });
    expect(read({ message_type: 'GAME_MOVE_RESPONSE', ...said })).not.toHaveProperty('choice');
  });

  test.each<[JsonObject, Json]>([
    [{ parity_choice: 'ODD', choice: 'even' }, 'odd'],
    [{ parity_choice: null, choice: 'even' }, 'even'],
    [{ choice: 'odd', move_data: { choice: 'even' } }, 'odd'],
    [{ move_data: { choice: 'EVEN' } }, 'even'],
  ])('a choice by the name of another game: %j', (said, parity_choice) => {
    expect(read({ message_type: 'CHOOSE_PARITY_RESPONSE', ...said })).toMatchObject({ parity_choice });
  });

  test('the time of an arrival with a zero offset for Z, and none is not made up', () => {
    const ack = (arrival: JsonObject) => read({ message_type: 'GAME_JOIN_ACK', ...arrival });
    expect(ack({ arrival_timestamp: '2025-12-20T10:00:00+00:00' })).toMatchObject({
      arrival_timestamp: '2025-12-20T10:00:00Z',
    });
    expect(ack({})).toStrictEqual({ message_type: 'GAME_JOIN_ACK' });
  });

  test('what came in a response and is not an answer stays what it is', () => {
    const said = { status: 'ok' };
    expect(readSpellings(said, 'CHOOSE_PARITY_RESPONSE')).toEqual(said);
    expect(readSpellings(said, 'GAME_MOVE_RESPONSE')).toEqual(said);
    expect(readSpellings({ message_type: 7 }, 'GAME_JOIN_ACK')).toEqual({ message_type: 7 });
  });

  test.each([
    [{ message_type: 'TIMEOUT_ERROR' }, 'E001'],
    [{ message_type: 'INVALID_MOVE_ERROR' }, 'E004'],
    [{ message_type: 'INVALID_MOVE_ERROR', game_type: 'even_odd' }, 'E004'],
    [{ message_type: 'INVALID_MOVE_ERROR', game_type: 'tic_tac_toe' }, 'E022'],
    [{ message_type: 'INVALID_MOVE_ERROR', error_code: 'E009' }, 'E009'],
  ])('the error %j', (wire, error_code) => {
    expect(read(wire)).toMatchObject({ message_type: 'GAME_ERROR', error_code, error_description: wire.message_type });
  });

  test.each([
    ['draw', null],
    ['DRAW', null],
    ['', null],
    ['PLAYER_A', 'P01'],
    ['PLAYER_B', 'P02'],
    ['P02', 'P02'],
    ['constructor', 'constructor'],
    [null, null],
  ])('the winner %j', (winner, expected) => {
    const seats = { player_A_id: 'P01', player_b: 'P02' };
    expect(read({ message_type: 'MATCH_RESULT_REPORT', ...seats, result: { winner } })).toMatchObject({
      player_a: 'P01',
      result: { winner: expected },
    });
    const result = { player_a: 'P01', player_b: 'P02', winner };
    expect(read({ message_type: 'ROUND_COMPLETED', results: [result, 7] })).toMatchObject({
      results: [{ winner: expected }, 7],
    });
  });

  test('a winner whose seat nobody named stays a seat, and a draw is nobody', () => {
    expect(read({ message_type: 'MATCH_RESULT_REPORT', result: { winner: 'PLAYER_A' } })).toMatchObject({
      result: { winner: 'PLAYER_A' },
    });
    const over = (winner_player_id: Json) => ({ message_type: 'GAME_OVER', game_result: { winner_player_id } });
    expect(read(over('DRAW'))).toEqual(over(null));
    expect(read(over('PLAYER_B'))).toEqual(over('PLAYER_B'));
    expect(read({ message_type: 'GAME_OVER', game_result: 'none' })).toMatchObject({ game_result: 'none' });
  });

  test('a winner who is called like a seat or a draw', () => {
    const seats = { player_a: 'PLAYER_B', player_b: 'DRAW' };
    for (const winner of ['PLAYER_B', 'DRAW']) {
      const report = { message_type: 'MATCH_RESULT_REPORT', ...seats, result: { winner } };
      expect(read(report)).toEqual(report);
    }
    expect(read({ message_type: 'MATCH_RESULT_REPORT', ...seats, result: { winner: 'draw' } })).toMatchObject({
      result: { winner: null },
    });
  });

  test('nothing in the results of another game, or of one that is not named', () => {
    const moves = [{ P01: 'EVEN', P02: '' }];
    const facts = { choices: { P01: 'EVEN', P02: '' }, moves, drawn_number: 0, number_parity: '' };
    for (const game of [{ game_type: 'roulette' }, {}]) {
      const over = { message_type: 'GAME_OVER', ...game, game_result: facts };
      const report = { message_type: 'MATCH_RESULT_REPORT', ...game, result: { details: facts } };
      const round = { message_type: 'ROUND_COMPLETED', results: [{ ...facts, ...game }] };
      for (const message of [over, report, round]) expect(rpc.read(message)).toEqual(message);
    }
  });

  test('results without an envelope that name no game, as those of Even/Odd', () => {
    const told = { winner: 'P01', choices: { P01: 'EVEN' } };
    const bare = (message: JsonObject) => readSpellings(message, undefined, 'even_odd');
    expect(bare({ message_type: 'ROUND_COMPLETED', results: [told] })).toEqual({
      message_type: 'ROUND_COMPLETED',
      results: [{ winner: 'P01', choices: { P01: 'even' } }],
    });
    expect(bare({ message_type: 'MATCH_RESULT_REPORT', result: { details: told } })).toMatchObject({
      result: { details: { choices: { P01: 'even' } } },
    });
    expect(bare({ message_type: 'GAME_OVER', game_result: told })).toMatchObject({
      game_result: { choices: { P01: 'even' } },
    });
  });

  test('choices in results of Even/Odd, in any case', () => {
    const game_type = 'even_odd';
    const drawn = { drawn_number: 8, number_parity: 'EVEN' };
    const told = { choices: { P01: 'EVEN', P02: 'Odd' }, moves: [{ P01: 'EVEN' }], ...drawn };
    const ours = {
      ...{ choices: { P01: 'even', P02: 'odd' }, moves: [{ P01: 'even' }] },
      ...{ drawn_number: 8, number_parity: 'even' },
    };
    expect(read({ message_type: 'GAME_OVER', game_type, game_result: told })).toMatchObject({ game_result: ours });
    const report = (details: JsonObject) => ({ message_type: 'MATCH_RESULT_REPORT', game_type, result: { details } });
    expect(read(report(told))).toEqual(report(ours));
    expect(read({ message_type: 'ROUND_COMPLETED', results: [{ ...told, game_type }] })).toMatchObject({
      results: [ours],
    });
  });

  test('a reason for a choice, cut where it is too long and left where it is none', () => {
    const choice = (reasoning: Json) => read({ message_type: 'PARITY_CHOICE', choice: { value: 'odd', reasoning } });
    expect(choice('a feeling')).toMatchObject({ parity_choice: 'odd', reasoning: 'a feeling' });
    expect(choice('x'.repeat(2_000))).toMatchObject({ reasoning: 'x'.repeat(1_000) });
    for (const none of ['', 7, null, {}]) expect(choice(none)).not.toHaveProperty('reasoning');
    expect(read({ message_type: 'PARITY_CHOICE', choice: 'odd', reasoning: 'why not' })).toMatchObject({
      reasoning: 'why not',
    });
  });

  test('where an answer belongs, if that makes sense', () => {
    const placed = (place: JsonObject) => read({ message_type: 'GAME_JOIN_ACK', ...place });
    expect(placed({ league_id: 'l', round_id: 2 })).toMatchObject({ league_id: 'l', round_id: 2 });
    expect(placed({ league_id: '', round_id: '2' })).toEqual({ message_type: 'GAME_JOIN_ACK' });
  });

  test('either player of a match by the names of spec 002', () => {
    const order = { message_type: 'RUN_MATCH' };
    expect(read({ ...order, player_A_id: 'P01' })).toEqual({ ...order, player_a: 'P01' });
    expect(read({ ...order, player_B_id: 'P02' })).toEqual({ ...order, player_b: 'P02' });
  });

  test('the canonical name comes first where both are there', () => {
    expect(read({ message_type: 'RUN_MATCH', player_a: 'P01', player_A_id: 'P09' })).toEqual({
      message_type: 'RUN_MATCH',
      player_a: 'P01',
    });
  });
});

test.each(['20261115T012552Z', '2026-11-15 01:25:52', 'just now', 7])(
  'offset_times: an arrival at %j is only noted, and refuses no seat',
  (arrival_timestamp) => {
    const joined = { message_type: 'GAME_JOIN_ACK', match_id: 'R1M1', accept: true };
    expect(readSpellings({ ...joined, arrival_timestamp })).toEqual(joined);
  },
);
