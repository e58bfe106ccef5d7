import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import { unwrap } from '../../core/result.ts';
import { violations } from '../../testing/field_tables.ts';
import { changed, MESSAGE_CASES, RESULTS } from '../../testing/message_cases.ts';
import type { Contract } from '../contract.ts';
import { CONTRACTS, contractByType } from '../index.ts';
import { check, readMessage } from '../read.ts';
import { dialectOf } from './detect.ts';
import { idIn } from './dialect.ts';
import { flat } from './flat.ts';
import { v1 } from './v1.ts';

const OURS = 'league_2025_even_odd';
const THEIRS = '550e8400-e29b-41d4-a716-446655440000';
const REQUEST = { league_id: OURS, round_id: 1, match_id: 'R1M1' };
const nothing = () => expect.fail('nothing is missing');

/** A message read back, as its receiver would. */
function readBack(name: 'flat' | 'v1', wire: JsonObject, contract: Contract, league_id = OURS): JsonObject {
  expect(dialectOf(name).lacks(wire)).toEqual([]);
  const words = dialectOf(name).read(wire, { me: 'P01', league_id });
  return unwrap(readMessage(contract, words, { timestamp: nothing, conversation_id: nothing }));
}

describe('the cases', () => {
  test.each(MESSAGE_CASES)('$name keeps to its contract', ({ message }) => {
    const { body } = contractByType(message['message_type'] as string) as Contract;
    const envelope = new Set(['protocol', 'message_type', 'sender', 'timestamp', 'conversation_id']);
    expect(check(body, Object.fromEntries(Object.entries(message).filter(([name]) => !envelope.has(name))))).toEqual({
      ok: true,
    });
  });

  test('are about every message there is', () => {
    const types = new Set(MESSAGE_CASES.map(({ message }) => message['message_type']));
    expect([...types].sort()).toEqual(Object.keys(CONTRACTS).sort());
  });
});

describe.each(['flat', 'v1'] as const)('what is written in %s', (name) => {
  const to = { id: 'P01', echo: { league_id: THEIRS }, request: REQUEST, withinMs: 5_000 };

  test.each(MESSAGE_CASES)('$name has the fields of its document, and no others', ({ message }) => {
    expect(violations(name, dialectOf(name).write(message, to))).toEqual([]);
  });

  test.each([
    ['LEAGUE_STANDINGS_UPDATE', 'standings'],
    ['LEAGUE_COMPLETED', 'final_standings'],
  ] as const)('the rows of %s say nothing of breaches and marks, which no document has', (type, field) => {
    const [row] = changed(type, {})[field] as JsonObject[];
    const marked = { ...row, violations: { schema: 1 }, kind: 'human', mark: 'disqualified', reason: 'schema' };
    const wire = dialectOf(name).write(changed(type, { [field]: [marked] }), to);
    expect(violations(name, wire)).toEqual([]);
  });

  /** What a reader learns beside what was said: whom it is for, and where it belongs. */
  const LEARNT = new Set(['league_id', 'round_id', 'match_id', 'player_id']);

  test.each(MESSAGE_CASES)('$name says the same when it is read', ({ message }) => {
    const contract = contractByType(message['message_type'] as string) as Contract;
    const { protocol: _, sender, league_id = OURS, ...content } = message;
    const back = readBack(name, dialectOf(name).write(message, to), contract, league_id as string);
    expect(back).toMatchObject(content);
    // Whether P01 is a player is not said where a referee might send the same.
    expect(idIn(back['sender'] as string)).toBe(idIn(sender as string));
    expect(Object.keys(back).filter((field) => message[field] === undefined && !LEARNT.has(field))).toEqual([]);
  });

  test('the league is called what its agent calls it, in v1 alone', () => {
    for (const { message } of MESSAGE_CASES) {
      const { league_id } = dialectOf(name).write(message, to);
      if (name === 'v1') expect(league_id).toBe(THEIRS);
      else expect(['', OURS, message['league_id'], undefined]).toContain(league_id);
    }
  });

  test('moves of other games are not respelled', () => {
    const game_result = {
      ...{ status: 'WIN', winner_player_id: 'P01', choices: { P01: 4, P02: 'x' }, reason: 'three in a row' },
      ...{ score: { P01: 3, P02: 0 }, termination: 'normal', moves: [{ P01: 4 }, { P02: 'x' }], final_board: 'XOX' },
    };
    const message = changed('GAME_OVER', { game_type: 'tic_tac_toe', game_result });
    const wire = dialectOf(name).write(message, to);
    expect(JSON.stringify(wire)).not.toContain('drawn_number');
    expect(readBack(name, wire, CONTRACTS.GAME_OVER)).toMatchObject({ game_type: 'tic_tac_toe', game_result });
    const report = changed('MATCH_RESULT_REPORT', {
      game_type: 'tic_tac_toe',
      result: { winner: 'P01', score: { P01: 3, P02: 0 }, details: { moves: [{ P01: 4 }], final_board: 'XOX' } },
    });
    const back = readBack(name, dialectOf(name).write(report, to), CONTRACTS.MATCH_RESULT_REPORT);
    expect(back).toEqual({ ...report, protocol: back['protocol'] });
  });
});

describe('the words of flat', () => {
  const over = (result: string) => flat.write(changed('GAME_OVER', { game_result: RESULTS[result] as JsonObject }));

  test.each([
    ['a win of the second seat', { winner: 'P02', drawn_number: 3, player_a_choice: 'EVEN', player_b_choice: 'ODD' }],
    ['a draw', { winner: 'DRAW', drawn_number: 4, player_a_choice: 'ODD', player_b_choice: 'ODD' }],
    ['a choice that never came', { winner: 'P02', drawn_number: 0, player_a_choice: '', player_b_choice: 'EVEN' }],
    ['both at fault, a draw', { winner: 'DRAW', drawn_number: 0, player_a_choice: '', player_b_choice: '' }],
  ])('tell %s', (result, words) => {
    expect(over(result)).toMatchObject(words);
  });

  test('always add status, choices, score, reason and termination', () => {
    expect(over('a choice that never came')).toMatchObject({
      status: 'TECHNICAL_LOSS',
      choices: { P01: null, P02: 'EVEN' },
      score: { P01: 0, P02: 3 },
      reason: 'P01 did not answer in time: P02 wins.',
      termination: 'timeout',
    });
  });

  test('give every choice in capitals', () => {
    const { result } = CONTRACTS.MATCH_RESULT_REPORT.example;
    const report = flat.write(changed('MATCH_RESULT_REPORT', { result: result as JsonObject }));
    expect(report).toMatchObject({ choices: { P01: 'EVEN', P02: 'ODD' }, moves: [{ P01: 'EVEN', P02: 'ODD' }] });
    expect(flat.write(CONTRACTS.CHOOSE_PARITY_CALL.example)['valid_options']).toEqual(['EVEN', 'ODD']);
    expect(flat.write(CONTRACTS.ROUND_COMPLETED.example)['results']).toMatchObject([
      { winner: 'P01', choices: { P01: 'EVEN', P02: 'ODD' } },
      { winner: 'DRAW' },
    ]);
  });

  test('know a player by its seat even where one or none is named', () => {
    const game_result = RESULTS['a win of the second seat'] as JsonObject;
    const chosen = { player_a_choice: 'EVEN', player_b_choice: 'ODD' };
    for (const named of [{ player_a: 'P01' }, { player_b: 'P02' }, {}]) {
      expect(flat.write(changed('GAME_OVER', { ...named, game_result }))).toMatchObject(chosen);
    }
    const report = (details: JsonObject) => {
      const result = { winner: 'P01', score: { P01: 3, P02: 0 }, details };
      return flat.write(changed('MATCH_RESULT_REPORT', { player_a: undefined, player_b: undefined, result }));
    };
    for (const details of [{}, { choices: {} }]) {
      expect(report(details)).toMatchObject({ player_a: 'P01', player_b: 'P02' });
    }
    expect(report({ choices: { P02: 'odd', P01: 'even' } })).toMatchObject({ player_a: 'P02', player_b: 'P01' });
  });

  test('have nothing drawn in a match that was not played out, and a report has what it says', () => {
    const { drawn_number: _, number_parity: __, ...game_result } = RESULTS['a choice that never came'] as JsonObject;
    expect(flat.write(changed('GAME_OVER', { game_result }))).toMatchObject({ drawn_number: 0, number_parity: '' });
    const report = flat.write(changed('MATCH_RESULT_REPORT', { result: { winner: 'P01', details: {} } }));
    for (const name of ['drawn_number', 'number_parity']) expect(report).not.toHaveProperty(name);
  });

  test('name no winner of a match that came to nothing, and nobody reads one there', () => {
    const message = MESSAGE_CASES.find(({ name }) => name === 'MATCH_RESULT_REPORT: voided')?.message ?? {};
    const wire = flat.write(message);
    expect(wire).toMatchObject({ winner: '', termination: 'referee_fault' });
    expect(flat.read(wire)['result']).toStrictEqual(message['result']);
  });

  test('know a player by its seat where ids would sort otherwise', () => {
    const game_result = { ...RESULTS['a win of the second seat'], choices: { 10: 'even', 9: 'odd' } } as JsonObject;
    const message = changed('GAME_OVER', { player_a: '10', player_b: '9', game_result });
    expect(flat.write(message)).toMatchObject({ player_a_choice: 'EVEN', player_b_choice: 'ODD' });
  });

  test('make an id of a name for somebody who wishes none', () => {
    const register = (display_name: string) =>
      flat.write(
        changed('LEAGUE_REGISTER_REQUEST', { player_meta: { display_name, contact_endpoint: 'http://x/mcp' } }),
      );
    expect(register('Agent Alpha')).toMatchObject({ player_id: 'Agent_Alpha', endpoint: 'http://x/mcp' });
    expect(register('  Ω-1')).toMatchObject({ player_id: '1' });
    expect(register('Ω')).toMatchObject({ player_id: 'agent' });
    expect(register('Zoë  the 2nd')).toMatchObject({ player_id: 'Zo_the_2nd' });
    expect(register('x'.repeat(65))).toMatchObject({ player_id: 'x'.repeat(64) });
  });

  test('say where a match is even where nothing is known, and elsewhere nothing of it', () => {
    const unplaced = { league_id: undefined, round_id: undefined, match_id: undefined };
    expect(flat.write(changed('GAME_JOIN_ACK', unplaced))).toMatchObject({ league_id: '', round_id: 0, match_id: '' });
    const elsewhere = flat.write(changed('LEAGUE_REGISTER_REQUEST', unplaced), { request: REQUEST });
    for (const name of Object.keys(unplaced)) expect(elsewhere).not.toHaveProperty(name);
  });

  test('tell a student why it was turned away', () => {
    const message = MESSAGE_CASES.find(({ name }) => name === 'LEAGUE_REGISTER_RESPONSE: Invalid id')?.message ?? {};
    expect(flat.write(message)).toMatchObject({
      status: 'error',
      player_id: '',
      auth_token: '',
      reason: 'Invalid id',
      error_code: 'E002',
      error_message: 'because of Invalid id',
    });
  });
});

describe('the words of v1', () => {
  test.each([
    ['a win of the second seat', { winner_id: 'P02', loser_id: 'P01', winner_choice: 'odd', points_awarded: 3 }],
    ['a draw', { winner_id: null, loser_id: null, winner_choice: null, loser_choice: null, points_awarded: 1 }],
    ['a choice that never came', { drawn_number: null, winner_choice: 'even', loser_choice: null, points_awarded: 3 }],
    ['both at fault, a loss', { winner_id: null, number_parity: null, points_awarded: 0 }],
  ])('tell %s', (result, words) => {
    const message = changed('GAME_OVER', { game_result: RESULTS[result] as JsonObject });
    expect(v1.write(message)['result']).toMatchObject(words);
  });

  test('have nothing drawn in a match that was not played out', () => {
    const { drawn_number: _, number_parity: __, ...game_result } = RESULTS['a choice that never came'] as JsonObject;
    expect(v1.write(changed('GAME_OVER', { game_result }))['result']).toMatchObject({
      ...{ drawn_number: null, number_parity: null },
    });
  });

  test('tell no choice of a winner in a draw, not even that of a player called null', () => {
    const game_result = { ...RESULTS['a draw'], choices: { null: 'odd', P02: 'odd' } } as JsonObject;
    expect(v1.write(changed('GAME_OVER', { game_result }))['result']).toMatchObject({ winner_choice: null });
  });

  test('say how long there is: as long as one waits, as the deadline says, or as is usual', () => {
    const call = CONTRACTS.CHOOSE_PARITY_CALL.example;
    const seconds = (message: JsonObject, withinMs?: number) =>
      v1.write(message, withinMs === undefined ? {} : { withinMs })['game_state'];
    expect(seconds(call, 12_000.4)).toMatchObject({ timeout_seconds: 12 });
    expect(seconds(call)).toMatchObject({ timeout_seconds: 35 });
    for (const deadline of ['soon', call.timestamp as string]) {
      expect(seconds({ ...call, deadline })).toMatchObject({ timeout_seconds: 30 });
    }
    expect(v1.write(CONTRACTS.GAME_INVITATION.example)['game_info']).toEqual({
      game_type: 'even_odd',
      opponent_id: 'P02',
      timeout_seconds: 5,
    });
  });

  test('have all eight base fields even where nothing is known', () => {
    const ack = v1.write(changed('GAME_JOIN_ACK', { match_id: undefined }));
    expect(ack).toMatchObject({
      league_id: '00000000-0000-0000-0000-000000000000',
      round_id: 0,
      match_id: 'LEAGUE',
      sender: 'player_P01',
    });
  });

  test('give a player the versions it did not name', () => {
    const player_meta = { display_name: 'A', game_types: ['even_odd'], contact_endpoint: 'http://x/mcp' };
    expect(v1.write(changed('LEAGUE_REGISTER_REQUEST', { player_meta }))['player_meta']).toEqual({
      ...player_meta,
      version: '1.0.0',
      protocol_version: '2.1.0',
    });
  });
});
