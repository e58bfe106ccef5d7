/** The table of breaches is that of document 004. */
import { expect, test } from 'vitest';
import { VIOLATION_KINDS, VIOLATIONS, violationOf } from './violations.ts';

test('every one of the eight conditions of 004 has one kind, in its order', () => {
  expect(VIOLATION_KINDS.map((kind) => VIOLATIONS[kind].condition)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

test.each([
  ['over_30_s', { cause: 'timeout' }],
  ['crash', { cause: 'unreachable' }],
  ['invalid_endpoint', { cause: 'unreachable', awaited: 'GAME_JOIN_ACK' }],
  [undefined, { cause: 'declined' }],
  ['missing_field', { code: 'E003' }],
  ['version', { code: 'E018' }],
  ['crash', { code: 'E009' }],
  ['schema', { code: 'E002' }],
  ['unsupported_game', { code: 'E002', error: { rpc_code: -32601 } }],
  ['schema', { code: 'E002', error: { rpc_code: -32602 } }],
  ['schema', { code: 'E002', error: { error_code: 'E012' } }],
  ['crash', { code: 'E002', error: { rpc_code: -32603 } }],
  ['crash', { code: 'E002', error: {} }],
])('the breach is %s: %j', (kind, failed) => {
  expect(violationOf({ cause: 'bad_answer', awaited: 'CHOOSE_PARITY_RESPONSE', ...failed })).toBe(kind);
});
