import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import { base, readWire as read } from '../../testing/bare_wire.ts';
import { changed } from '../../testing/message_cases.ts';
import { flat } from './flat.ts';

describe('an error', () => {
  test('keeps details of its own beside those we know', () => {
    const details = { player_id: 'P01', expected_message: 'PARITY_CHOICE', retry_count: 'twice', timeout_seconds: 30 };
    const wire = base('GAME_ERROR', { error_code: 'E001', error_message: 'late', details });
    expect(read(wire)).toMatchObject({
      ...{ error_description: 'late', affected_player: 'P01', action_required: 'CHOOSE_PARITY_RESPONSE' },
      details: { retry_count: 'twice', timeout_seconds: 30 },
    });
    expect(flat.write(read(wire) as JsonObject)).toEqual(wire);
  });

  test('says nothing of what it does not know', () => {
    const plain = changed('GAME_ERROR', {
      ...{ affected_player: undefined, action_required: undefined, retryable: undefined, consequence: undefined },
      ...{ retry_count: undefined, max_retries: undefined },
    });
    expect(flat.write(plain)).not.toHaveProperty('details');
    const nobodys = changed('GAME_ERROR', { affected_player: null, action_required: null });
    expect(Object.keys(flat.write(nobodys)['details'] as JsonObject)).toEqual([
      ...['retryable', 'retry_count', 'max_retries', 'consequence'],
    ]);
  });

  test('may be the doing of a player who is called like a message', () => {
    for (const affected_player of ['CHOOSE_PARITY_RESPONSE', 'PARITY_CHOICE']) {
      const wire = flat.write(changed('GAME_ERROR', { affected_player }));
      expect(wire['details']).toMatchObject({ player_id: affected_player, expected_message: 'PARITY_CHOICE' });
      expect(flat.read(wire)).toMatchObject({ affected_player, action_required: 'CHOOSE_PARITY_RESPONSE' });
    }
  });

  test('of the league says which, in flat too, even where that is nothing', () => {
    const unplaced = changed('LEAGUE_ERROR', { league_id: undefined });
    expect(flat.write(unplaced)).toMatchObject({ league_id: '' });
    expect(flat.write(unplaced, { request: { league_id: 'cup' } })).toMatchObject({ league_id: 'cup' });
    for (const name of ['round_id', 'match_id']) expect(flat.write(unplaced)).not.toHaveProperty(name);
  });

  test('of the league has the name of its code', () => {
    const error = (error_code: string) =>
      read(base('LEAGUE_ERROR', { error_code, error_message: 'no', details: 'none' }));
    expect(error('E005')).toMatchObject({ error_name: 'PLAYER_NOT_REGISTERED', error_description: 'no' });
    expect(error('constructor')).toMatchObject({ error_name: 'constructor' });
  });
});
