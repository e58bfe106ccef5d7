import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import { base, readWire as read } from '../../testing/bare_wire.ts';
import { changed } from '../../testing/message_cases.ts';
import { questionIn } from '../moves.ts';
import { flat } from './flat.ts';
import { v1 } from './v1.ts';

describe('a match', () => {
  test('choice_too: a bare call is answered in the words it was asked in', () => {
    const answer = changed('CHOOSE_PARITY_RESPONSE', {});
    const course = { message_type: 'CHOOSE_PARITY_RESPONSE', parity_choice: 'even', choice: 'even' };
    for (const asked of [{ valid_options: ['even', 'odd'] }, { context: {} }, { deadline: '2025-12-20T10:00:30Z' }]) {
      expect(flat.write(answer, { wire: base('CHOOSE_PARITY_CALL', asked) })).toMatchObject(course);
    }
    for (const asked of [{}, { valid_options: ['EVEN', 'ODD'], context: {}, deadline: 'soon' }]) {
      const written = flat.write(answer, { wire: base('CHOOSE_PARITY_CALL', asked) });
      expect(written).toMatchObject({ message_type: 'PARITY_CHOICE', choice: 'EVEN' });
      expect(written).not.toHaveProperty('parity_choice');
    }
    const error = changed('GAME_ERROR', {});
    expect(flat.write(error, { wire: base('CHOOSE_PARITY_CALL', { context: {} }) })).toEqual(flat.write(error));
  });

  test('a flat invitation leaves seat and game open: one is unknown, the other the only one', () => {
    expect(read(base('GAME_INVITATION', { player_id: 'P01', opponent_id: 'P02' }))).toMatchObject({
      game_type: 'even_odd',
      role_in_match: 'UNKNOWN',
      opponent_id: 'P02',
      sender: 'referee:REF01',
    });
  });

  test('a call that says nothing can be answered: the time is counted from when it came', () => {
    const call = read(base('CHOOSE_PARITY_CALL', { player_id: 'P01', timestamp: '2025-12-20T09:59:58.000Z' }));
    expect(questionIn(call as never)).toMatchObject({
      ...{ game_type: 'even_odd', player_id: 'P01', opponent_id: 'unknown', round_id: 2, options: ['even', 'odd'] },
      deadline: '2025-12-20T10:00:30.000Z',
    });
  });

  test.each<[JsonObject, string]>([
    [{ game_state: { game_type: 'even_odd', timeout_seconds: 12 } }, '2025-12-20T10:00:12.000Z'],
    [{ game_state: { game_type: 'even_odd', timeout_seconds: -1 } }, '2025-12-20T10:00:30.000Z'],
    [{ game_state: { game_type: 'even_odd', timeout_seconds: 0 } }, '2025-12-20T10:00:30.000Z'],
    [{ game_state: { game_type: 'even_odd', timeout_seconds: '12' } }, '2025-12-20T10:00:30.000Z'],
    [{ game_state: { game_type: 'even_odd', timeout_seconds: 3_600 } }, '2025-12-20T11:00:00.000Z'],
    [{ game_state: { game_type: 'even_odd', timeout_seconds: 3_601 } }, '2025-12-20T10:00:30.000Z'],
    [{ game_state: { game_type: 'even_odd' }, deadline: '2025-12-20T10:00:07.000Z' }, '2025-12-20T10:00:07.000Z'],
  ])('a v1 call with %j is for its reader, and ends at %s', (body, deadline) => {
    const { timestamp: _, ...call } = base('CHOOSE_PARITY_CALL', { protocol: 'league.v1', ...body });
    expect(read(call, 'v1')).toMatchObject({ player_id: 'P01', deadline });
  });

  test('a call without any time has no deadline to make up', () => {
    const { timestamp: _, ...call } = base('CHOOSE_PARITY_CALL', { player_id: 'P01' });
    expect(read(call, 'flat', {})).toBe('E003 missing required field: deadline');
    expect(read({ ...call, timestamp: 'yesterday' })).toMatch(/^E021/);
  });

  test('what the reader knows of a match stands where its referee says nothing', () => {
    const known = { player_a: 'P02', player_b: 'P01', opponent_id: 'P02' };
    const seating = (match_id: string) => (match_id === 'R2M1' ? known : undefined);
    const invitation = base('GAME_INVITATION', { player_id: 'P01', opponent_id: 'P02' });
    const seat = (me: string | undefined, match_id = 'R2M1') =>
      flat.read({ ...invitation, match_id }, { ...(me === undefined ? {} : { me }), seating })['role_in_match'];
    expect([seat('P01'), seat('P02'), seat('P03'), seat(undefined), seat('P01', 'R9M9')]).toEqual([
      ...['PLAYER_B', 'PLAYER_A', 'UNKNOWN', 'UNKNOWN', 'UNKNOWN'],
    ]);
    expect(seat(undefined, 'R9M9')).toBe('UNKNOWN');
    const call = flat.read(base('CHOOSE_PARITY_CALL', { player_id: 'P01' }), { seating });
    expect(call['context']).toMatchObject({ opponent_id: 'P02' });
  });

  test('nobody is asked who plays a match without an id', () => {
    const seating = () => expect.fail('there is no such match');
    for (const match_id of [7, null, '']) {
      const invitation = base('GAME_INVITATION', { player_id: 'P01', opponent_id: 'P02', match_id });
      expect(flat.read(invitation, { me: 'P01', seating })).toMatchObject({ role_in_match: 'UNKNOWN' });
    }
  });

  test('an empty place is none', () => {
    for (const type of ['GAME_INVITATION', 'GAME_JOIN_ACK']) {
      const message = flat.read(base(type, { league_id: '', match_id: '' }));
      for (const name of ['league_id', 'match_id']) expect(message).not.toHaveProperty(name);
    }
  });

  test('a v1 invitation names its game inside, and beside it where it speaks as we do', () => {
    const invitation = base('GAME_INVITATION', { game_info: { game_type: 'tic_tac_toe', opponent_id: 'P02' } });
    expect(v1.read(invitation)).toMatchObject({ game_type: 'tic_tac_toe', opponent_id: 'P02' });
    expect(v1.read({ ...invitation, game_type: 'chess' })).toMatchObject({ game_type: 'chess' });
  });

  test('a written invitation is for whom it is sent to, and names no seat that nobody knows', () => {
    const unnamed = changed('GAME_INVITATION', { player_id: undefined, role_in_match: 'UNKNOWN' });
    for (const dialect of [flat, v1]) expect(dialect.write(unnamed)).not.toHaveProperty('role_in_match');
    expect(flat.write(unnamed, { id: 'P07' })).toMatchObject({ player_id: 'P07' });
    expect(flat.write(changed('GAME_INVITATION', { player_id: 'P01' }), { id: 'P07' })).toMatchObject({
      player_id: 'P01',
    });
  });

  test('fields of their own by our names cost nobody a match', () => {
    const own = { assignment_epoch: 'first', draw_commitment: true, opponent_name: 7, referee_endpoint: null };
    const invitation = base('GAME_INVITATION', {
      player_id: 'P01',
      opponent_id: 'P02',
      role_in_match: 'guest',
      ...own,
    });
    expect(read({ ...invitation, game_type: 'Even/Odd' })).toMatchObject({
      game_type: 'even_odd',
      role_in_match: 'UNKNOWN',
    });
    for (const name of Object.keys(own)) expect(read(invitation)).not.toHaveProperty(name);
    const strange = { deadline: 30, context: { opponent_id: 'P02', your_standings: 'first' }, valid_options: 'both' };
    expect(read(base('CHOOSE_PARITY_CALL', { player_id: 'P01', game_type: 'EVEN_ODD', ...strange }))).toMatchObject({
      game_type: 'even_odd',
      deadline: '2025-12-20T10:00:30.000Z',
      context: { opponent_id: 'unknown', your_standings: { wins: 0 } },
    });
    const partly = base('CHOOSE_PARITY_CALL', { player_id: 'P01', context: { opponent_id: 'P02' } });
    expect(read(partly)).toMatchObject({ context: { opponent_id: 'P02', round_id: 2 } });
  });

  test('what the documents know must be what they say', () => {
    expect(read(base('GAME_INVITATION', { player_id: 7, opponent_id: 'P02' }))).toMatch(/^E002 player_id/);
    expect(read(base('CHOOSE_PARITY_CALL', { player_id: 'P01', round_id: 'one' }))).toMatch(/^E002/);
  });

  test('a time at the end of all times has no deadline after it', () => {
    const call = base('CHOOSE_PARITY_CALL', { player_id: 'P01', timestamp: '+275760-09-13T00:00:00.000Z' });
    expect(flat.read(call)).not.toHaveProperty('deadline');
  });

  test('options in capitals are read, and others left', () => {
    const valid_options = ['EVEN', 'Odd', 'rock'];
    expect(read(base('CHOOSE_PARITY_CALL', { player_id: 'P01', valid_options }))).toMatchObject({
      valid_options: ['even', 'odd', 'rock'],
    });
  });
});
