import { expect, test } from 'vitest';
import { flat } from '../contracts/dialects/flat.ts';
import { v1 } from '../contracts/dialects/v1.ts';
import { CONTRACTS } from '../contracts/index.ts';
import type { JsonObject } from '../core/json.ts';
import { violations } from './field_tables.ts';

test('the tables see what is wrong with a message', () => {
  const wire = flat.write(CONTRACTS.GAME_INVITATION.example);
  expect(violations('flat', wire)).toEqual([]);
  expect(violations('flat', { ...wire, surprise: 1 })).toEqual(['surprise is in no document']);
  expect(violations('flat', { ...wire, sender: 'referee:REF01' })).toHaveLength(1);
  expect(violations('flat', { ...wire, round_id: '1' })).toEqual(['round_id is "1", not of type integer']);
  expect(violations('flat', { ...wire, protocol: 'league.v1' })).toHaveLength(1);
  expect(violations('flat', { message_type: 'HELLO' })).toEqual(['no document has a HELLO']);
  const { opponent_id: _, ...rest } = wire;
  expect(violations('flat', rest)).toEqual(['opponent_id is missing']);
  const over = v1.write(CONTRACTS.GAME_OVER.example);
  expect(violations('v1', { ...over, result: { ...(over['result'] as JsonObject), winner_choice: 'EVEN' } })).toEqual([
    'result.winner_choice is "EVEN"',
  ]);
});
