import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import { base, readWire as read } from '../../testing/bare_wire.ts';
import { GAME_OVER } from '../messages/game_end.ts';
import { flat } from './flat.ts';
import { ONLY_GAME, readResult } from './results.ts';
import { v1 } from './v1.ts';

describe('a result', () => {
  const over = (body: JsonObject) => read(base('GAME_OVER', { drawn_number: 8, ...body })) as JsonObject;
  const chose = (a: Json, b: Json) => ({ player_a_choice: a, player_b_choice: b });

  test.each<[JsonObject, JsonObject]>([
    [
      { winner: 'P01', ...chose('EVEN', 'ODD') },
      { status: 'WIN', winner_player_id: 'P01', number_parity: 'even', choices: { P01: 'even', PLAYER_B: 'odd' } },
    ],
    [{ winner: 'P02', ...chose('odd', 'even') }, { choices: { PLAYER_A: 'odd', P02: 'even' } }],
    [
      { winner: 'draw', ...chose('ODD', 'ODD') },
      { status: 'DRAW', winner_player_id: null, choices: { PLAYER_A: 'odd', PLAYER_B: 'odd' } },
    ],
    [
      { winner: null, drawn_number: 0, ...chose(null, null) },
      { winner_player_id: null, status: 'TECHNICAL_LOSS' },
    ],
    [
      { winner: 'P02', drawn_number: 7, ...chose('EVEN', 'ODD') },
      { number_parity: 'odd', choices: { PLAYER_A: 'even', P02: 'odd' } },
    ],
    [{ winner: 'P02', drawn_number: 'seven', ...chose('', '') }, { choices: { PLAYER_A: null, PLAYER_B: null } }],
    [{ winner: 'PLAYER_B', ...chose('ODD', 'EVEN') }, { winner_player_id: 'PLAYER_B' }],
    [
      { winner: 'PLAYER_B', player_a: 'P08', player_b: 'P09', ...chose('ODD', 'EVEN') },
      { winner_player_id: 'P09', choices: { P08: 'odd', P09: 'even' } },
    ],
    [
      { winner: 'P01', drawn_number: 0, ...chose('EVEN', '') },
      { status: 'TECHNICAL_LOSS', drawn_number: null, number_parity: null, choices: { P01: 'even', PLAYER_B: null } },
    ],
    [
      { winner: 'DRAW', drawn_number: 0, ...chose('', '') },
      { status: 'TECHNICAL_LOSS', winner_player_id: null, choices: { PLAYER_A: null, PLAYER_B: null } },
    ],
  ])('of flat: %j', (body, game_result) => {
    expect(over(body)['game_result']).toEqual(expect.objectContaining(game_result));
  });

  test('of another game holds no field of the message around it, whatever fields that has', () => {
    const { schema, example } = GAME_OVER;
    const fields = Object.keys(schema.properties).filter((name) => name !== 'game_result');
    const around = Object.fromEntries(fields.map((name) => [name, example[name] ?? 'something']));
    const { game_result } = flat.read({ ...around, game_type: 'chess', winner: 'P01', opening: 'e4' });
    expect(Object.keys(game_result as JsonObject).toSorted()).toEqual([
      ...['choices', 'opening', 'reason', 'status', 'winner_player_id'],
    ]);
  });

  test('names everybody where the reader knows who sits where', () => {
    const seating = () => ({ player_a: 'P07', player_b: 'P08' });
    const named = (body: JsonObject, dialect: 'flat' | 'v1' = 'flat') =>
      (read(base('GAME_OVER', body), dialect, { seating }) as JsonObject)['game_result'];
    expect(named({ winner: 'DRAW', drawn_number: 8, ...chose('ODD', 'ODD') })).toMatchObject({
      choices: { P07: 'odd', P08: 'odd' },
    });
    expect(named({ winner: 'PLAYER_B', drawn_number: 8, ...chose('ODD', 'EVEN') })).toMatchObject({
      winner_player_id: 'P08',
      choices: { P07: 'odd', P08: 'even' },
    });
    expect(named({ result: { winner_id: null, drawn_number: 8, points_awarded: 1 } }, 'v1')).toMatchObject({
      score: { P07: 1, P08: 1 },
    });
  });

  test('of flat says again what it said, seats and all', () => {
    for (const winner of ['P02', 'DRAW', 'PLAYER_A']) {
      const wire = base('GAME_OVER', { winner, drawn_number: 8, ...chose('ODD', 'EVEN') });
      expect(flat.write(read(wire) as JsonObject)).toMatchObject(wire);
    }
  });

  test('with fields of its own by our names is none of ours', () => {
    const strange = {
      status: 'finished',
      score: 'three to one',
      choices: ['EVEN'],
      moves: 2,
      termination: 'ok',
      faults: 0,
    };
    const { game_result } = over({ winner: 'P01', ...chose('EVEN', 'ODD'), ...strange });
    expect(game_result).toMatchObject({ status: 'WIN', choices: { P01: 'even', PLAYER_B: 'odd' }, reason: '' });
    expect(game_result).not.toHaveProperty('score');
    const report = base('MATCH_RESULT_REPORT', { player_a: 'P01', player_b: 'P02', winner: 'P01', ...strange });
    expect(read(report)).toMatchObject({ result: { winner: 'P01', details: {} } });
  });

  test('is what the field of our own says, before any other', () => {
    const game_result = { status: 'WIN', winner_player_id: 'P01', choices: { P01: 'even' }, reason: 'ours' };
    const others = { winner: 'P02', result: { winner_id: 'P02' }, ...chose('ODD', 'EVEN') };
    for (const dialect of [flat, v1]) {
      expect(dialect.read(base('GAME_OVER', { game_result, ...others }))).toMatchObject({ game_result });
    }
    const result = { winner: 'P01', score: { P01: 3, P02: 0 }, details: { drawn_number: 8 } };
    for (const winner of [{}, { winner: 'P02' }]) {
      expect(flat.read(base('MATCH_RESULT_REPORT', { result, ...winner }))).toMatchObject({ result });
    }
  });

  test('is not made up where there is none', () => {
    expect(flat.read(base('GAME_OVER', { result: 7 }))).not.toHaveProperty('game_result');
    expect(flat.read(base('MATCH_RESULT_REPORT', { result: 7 }))).not.toHaveProperty('result.details');
  });

  test('of Even/Odd has no facts but its own, of another game any', () => {
    const told = { winner: 'P01', ...chose('EVEN', 'ODD'), mood: 'bright' };
    expect(over(told)['game_result']).not.toHaveProperty('mood');
    expect(over({ ...told, game_type: 'roulette' })['game_result']).toHaveProperty('mood', 'bright');
  });

  test('of another game is a win or a draw by its winner, and draws no number', () => {
    const named = (winner_id: Json) => {
      const message = base('GAME_OVER', { game_type: 'chess', result: { winner_id, loser_id: 'P02' } });
      return v1.read(message)['game_result'];
    };
    const nothing = { reason: '', choices: { P02: null } };
    expect(named('P01')).toEqual({
      ...{ ...nothing, status: 'WIN', winner_player_id: 'P01', choices: { P01: null, P02: null } },
    });
    expect(named(null)).toEqual({ ...nothing, status: 'DRAW', winner_player_id: null });
  });

  test('of v1 names winner and loser, and points for a draw go to both', () => {
    const result = (body: JsonObject) =>
      (read(base('GAME_OVER', { protocol: 'league.v1', result: body }), 'v1') as JsonObject)['game_result'];
    expect(
      result({ winner_id: 'P01', loser_id: 'P02', winner_choice: 'EVEN', loser_choice: '', drawn_number: null }),
    ).toMatchObject({ status: 'TECHNICAL_LOSS', choices: { P01: 'even', P02: null } });
    expect(result({ winner_id: null, loser_id: null, drawn_number: 8, points_awarded: 1 })).toMatchObject({
      ...{ status: 'DRAW', winner_player_id: null, number_parity: 'even' },
      score: { PLAYER_A: 1, PLAYER_B: 1 },
    });
    expect(result({ winner_id: 'DRAW', drawn_number: 8 })).toMatchObject({ winner_player_id: null });
    for (const winner_id of [null, 'DRAW']) {
      expect(result({ winner_id, loser_id: null, drawn_number: 8 })).toHaveProperty('choices', {});
    }
  });

  test('of another game keeps its own words, written and read', () => {
    const game_result = {
      ...{ status: 'WIN', winner_player_id: 'P01', choices: { P01: 'even', P02: 'ODD' }, reason: '' },
      ...{ moves: [{ P01: 'even', P02: 'ODD' }], drawn_number: 0, number_parity: '' },
    };
    const named = { game_type: 'roulette', player_a: 'P01', player_b: 'P02' };
    const wire = flat.write(base('GAME_OVER', { ...named, game_result }));
    expect(wire).toMatchObject({ player_a_choice: 'even', player_b_choice: 'ODD', choices: game_result.choices });
    expect(read(wire)).toMatchObject({ game_result });
    const { choices: _, ...bySeat } = wire;
    expect(read(bySeat)).toMatchObject({ game_result: { choices: game_result.choices } });
    const { winner_player_id: winner, ...details } = game_result;
    const report = base('MATCH_RESULT_REPORT', { ...named, result: { winner, details } });
    expect(read(flat.write(report))).toMatchObject({ result: { winner, details } });
    const ended = { ...named, match_id: 'R2M1', winner, ...details };
    expect(flat.write(base('ROUND_COMPLETED', { results: [ended] }))).toMatchObject({ results: [ended] });
    expect(flat.read(base('ROUND_COMPLETED', { results: [ended] }))).toMatchObject({ results: [ended] });
    const result = { winner_id: 'P01', loser_id: 'P02', winner_choice: 'even', loser_choice: 'ODD' };
    expect(read(base('GAME_OVER', { ...named, result }), 'v1')).toMatchObject({
      game_result: { choices: game_result.choices },
    });
  });

  test('is won by a player who is called like a seat or a draw', () => {
    const players = { player_a: 'DRAW', player_b: 'PLAYER_A' };
    for (const winner of ['DRAW', 'PLAYER_A']) {
      expect(over({ winner, ...players, ...chose('EVEN', 'ODD') })['game_result']).toMatchObject({
        ...{ status: 'WIN', winner_player_id: winner, choices: { DRAW: 'even', PLAYER_A: 'odd' } },
      });
    }
  });

  test('of v1 is reported without a score where the points of one player are all that is said', () => {
    const report = (result: JsonObject, players: JsonObject = { player_a: 'P01', player_b: 'P02' }) =>
      (read(base('MATCH_RESULT_REPORT', { ...players, result }), 'v1') as JsonObject)['result'];
    const won = { winner_id: 'P01', loser_id: 'P02', drawn_number: 8, points_awarded: 3 };
    expect(report(won)).toMatchObject({ winner: 'P01', details: { drawn_number: 8 } });
    expect(report(won)).not.toHaveProperty('score');
    expect(report({ ...won, score: { P01: 3, P02: 0 } })).toMatchObject({ score: { P01: 3, P02: 0 } });
    const drawn = { winner_id: null, drawn_number: 8, points_awarded: 1 };
    expect(report(drawn)).toMatchObject({ winner: null, score: { P01: 1, P02: 1 } });
    for (const players of [{}, { player_a: 'P01' }, { player_b: 'P02' }]) {
      expect(report(drawn, players)).not.toHaveProperty('score');
    }
  });

  test('is reported by as little as a winner, or with draw and choices', () => {
    const report = (body: JsonObject) =>
      (read(base('MATCH_RESULT_REPORT', { player_a: 'P01', player_b: 'P02', ...body })) as JsonObject)['result'];
    expect(report({ winner: 'P02' })).toEqual({ winner: 'P02', details: {} });
    for (const winner of ['draw', 'DRAW', null]) expect(report({ winner })).toEqual({ winner: null, details: {} });
    expect(report({ winner: 'PLAYER_A', drawn_number: 3, ...chose('ODD', 'EVEN') })).toEqual({
      winner: 'P01',
      details: { drawn_number: 3, choices: { P01: 'odd', P02: 'even' } },
    });
    expect(
      report({ result: { winner_id: 'P01', loser_id: 'P02', winner_choice: 'even', drawn_number: 8 } }),
    ).toMatchObject({
      winner: 'P01',
      details: { drawn_number: 8, choices: { P01: 'even', P02: null }, status: 'WIN' },
    });
  });
});

test('a result in other words is read in ours, and one in ours stays as it is', () => {
  const move = fc.constantFrom<Json>('even', 'odd', 'EVEN', 'Odd', '', null, 'draw', 7, true);
  const table = fc.dictionary(fc.constantFrom('P01', 'P02', 'PLAYER_A'), move);
  const result = fc.record(
    {
      choices: fc.oneof(table, fc.constant(null)),
      moves: fc.oneof(fc.array(fc.oneof(table, fc.constant(null))), fc.constant('none')),
      drawn_number: fc.constantFrom<Json>(0, 1, 10, null, 'x'),
      number_parity: move,
      status: fc.constant('WIN'),
    },
    { requiredKeys: [] },
  );
  const said = (word: Json) => (typeof word === 'string' && /^(even|odd)$/i.test(word) ? word.toLowerCase() : word);
  const words = (steps: Json, of: (word: Json) => Json): Json =>
    isJsonObject(steps) ? Object.fromEntries(Object.entries(steps).map(([id, word]) => [id, of(word)])) : steps;
  const none = (word: Json) => (word === '' ? null : said(word));
  const property = fc.property(result, (given) => {
    const read = readResult(given as JsonObject, ONLY_GAME);
    const { choices, moves, drawn_number, number_parity } = given as JsonObject;
    const expected = {
      ...given,
      ...(choices !== undefined && { choices: words(choices, none) }),
      ...(moves !== undefined && { moves: isJsonArray(moves) ? moves.map((step) => words(step, said)) : moves }),
      ...(drawn_number !== undefined && { drawn_number: drawn_number === 0 ? null : drawn_number }),
      ...(number_parity !== undefined && { number_parity: none(number_parity) }),
    };
    expect(read).toEqual(expected);
  });
  fc.assert(property);
});

test('a result in our words is not copied', () => {
  const result = {
    choices: { P01: 'even', P02: null },
    moves: [{ P01: 'even' }],
    drawn_number: 8,
    number_parity: 'even',
  };
  expect(readResult(result, ONLY_GAME)).toBe(result);
  expect(readResult({}, ONLY_GAME)).toEqual({});
});
