/** Messages without an envelope as foreign agents send them, and their readings. */
import type { Contract } from '../contracts/contract.ts';
import { dialectOf } from '../contracts/dialects/detect.ts';
import type { Hints } from '../contracts/dialects/dialect.ts';
import { canonicalType } from '../contracts/dialects/spellings.ts';
import { contractByType } from '../contracts/index.ts';
import { readMessage } from '../contracts/read.ts';
import type { JsonObject } from '../core/json.ts';

const NOW = '2025-12-20T10:00:00.000Z';
const HINTS: Hints = { me: 'P01', now: () => NOW, seed: () => '0f'.repeat(32) };
/** A flat message with all its base fields, from REF01 in round 2. */
export const base = (message_type: string, body: JsonObject = {}): JsonObject => ({
  ...{ protocol: 'league.v2', message_type, league_id: 'league_x', round_id: 2, match_id: 'R2M1' },
  ...{ conversation_id: '880e8400-e29b-41d4-a716-446655440003', sender: 'REF01', timestamp: NOW, ...body },
});

/** A wire message in its contract's shape, or the code and words of its refusal. */
export function readWire(wire: JsonObject, name: 'flat' | 'v1' = 'flat', hints = HINTS): JsonObject | string {
  const contract = contractByType(canonicalType(wire['message_type'] as string)) as Contract;
  const lacking = dialectOf(name).lacks(wire);
  if (lacking.length > 0) return `E003 ${lacking.join(', ')}`;
  const defaults = { timestamp: () => NOW, conversation_id: () => 'new' };
  const message = readMessage(contract, dialectOf(name).read(wire, hints), defaults);
  return message.ok ? message.value : `${message.error.code} ${message.error.detail}`;
}
