/** What agents send is judged by the published rules of its dialect, also where the reader would forgive it. */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../core/json.ts';
import type { Contract } from './contract.ts';
import { dialectOf } from './dialects/detect.ts';
import { DIALECT_NAMES, type DialectName } from './dialects/dialect.ts';
import { CONTRACTS } from './index.ts';
import { breachIn, ConductTally, JUDGED_TYPES, withExample } from './judged.ts';

const contractOf = (type: string) => CONTRACTS[type as keyof typeof CONTRACTS] as Contract;

describe.each(DIALECT_NAMES)('in %s', (dialect) => {
  test.each(JUDGED_TYPES)('%s as our own agents write it is no breach', (type) => {
    const written = dialectOf(dialect).write(contractOf(type).example, { id: 'P01' });
    expect(breachIn(type, dialect, written)).toBeUndefined();
  });
});

test('what players and referees send is judged, and what they are told is not', () => {
  expect(JUDGED_TYPES).toContain('LEAGUE_REGISTER_REQUEST');
  expect(JUDGED_TYPES).toContain('RUN_MATCH_ACK');
  expect(JUDGED_TYPES).toContain('CHOOSE_PARITY_RESPONSE');
  expect(JUDGED_TYPES).not.toContain('GAME_INVITATION');
  expect(JUDGED_TYPES).not.toContain('RUN_MATCH');
});

describe('the least that the documents show is no breach', () => {
  test.each<[string, DialectName, JsonObject]>([
    ['GAME_JOIN_ACK', 'rpc', { accept: true }],
    ['CHOOSE_PARITY_RESPONSE', 'rpc', { parity_choice: 'even' }],
    ['CHOOSE_PARITY_RESPONSE', 'rpc', { parity_choice: 'odd', choice: 'odd', mood: 'a field of its own' }],
    ['GAME_MOVE_RESPONSE', 'rpc', { move_data: { choice: 4 } }],
    ['CHOOSE_PARITY_RESPONSE', 'flat', { choice: 'EVEN', match_id: '' }],
    ['CHOOSE_PARITY_RESPONSE', 'v1', { choice: { value: 'odd' } }],
    ['ROUND_ANNOUNCEMENT_ACK', 'rpc', { message_type: 'ROUND_ANNOUNCEMENT_ACK', status: 'ok' }],
  ])('%s in %s: %j', (type, dialect, wire) => {
    expect(breachIn(type, dialect, wire)).toBeUndefined();
  });
});

describe('a breach has the kind of its condition in 004', () => {
  const meta = { display_name: 'A', game_types: ['even_odd'], contact_endpoint: 'http://localhost:1/mcp' };
  const register = { protocol: 'league.v2', message_type: 'LEAGUE_REGISTER_REQUEST', player_meta: meta };
  const { protocol: _, ...unversioned } = register;
  test.each<[string, string, DialectName, JsonObject]>([
    ['missing_field', 'CHOOSE_PARITY_RESPONSE', 'rpc', { choice: 'even' }],
    ['missing_field', 'CHOOSE_PARITY_RESPONSE', 'flat', { message_type: 'PARITY_CHOICE' }],
    ['missing_field', 'LEAGUE_REGISTER_REQUEST', 'rpc', unversioned],
    ['missing_field', 'LEAGUE_REGISTER_REQUEST', 'flat', { ...unversioned, protocol: 'league.v2', player_meta: {} }],
    ['missing_field', 'CHOOSE_PARITY_RESPONSE', 'v1', { choice: { reasoning: 'none' } }],
    ['wrong_type', 'CHOOSE_PARITY_RESPONSE', 'rpc', { parity_choice: 3 }],
    ['wrong_type', 'CHOOSE_PARITY_RESPONSE', 'v1', { choice: 'even' }],
    ['wrong_type', 'GAME_JOIN_ACK', 'rpc', { accept: 'yes' }],
    ['wrong_type', 'GAME_JOIN_ACK', 'flat', { accept: true, round_id: 'one' }],
    ['schema', 'CHOOSE_PARITY_RESPONSE', 'rpc', { parity_choice: 'Even' }],
    ['schema', 'CHOOSE_PARITY_RESPONSE', 'flat', { choice: 'Even' }],
    ['schema', 'GAME_JOIN_ACK', 'rpc', { accept: true, timestamp: '2025-01-15T10:15:00+00:00' }],
    ['version', 'GAME_JOIN_ACK', 'rpc', { accept: true, protocol: 'league.v3' }],
    ['version', 'LEAGUE_REGISTER_REQUEST', 'rpc', { ...register, protocol: 'league.v9' }],
  ])('%s: %s in %s: %j', (kind, type, dialect, wire) => {
    expect(breachIn(type, dialect, wire)).toMatchObject({ kind, detail: expect.stringContaining(type) });
  });
});

describe('an example', () => {
  const ticket = `tkt_${'0f'.repeat(32)}`;
  const code = 'K7QM-3XNP-A2DF-9WRT';

  test.each<JsonObject>([
    { auth_token: ticket },
    { authToken: 'short' },
    { reply: { proof: { Ticket: 'short' } } },
    { debug: [`headers: Bearer ${ticket}`] },
    { url: `http://10.0.0.1:8000/mcp?code=${code}` },
    { player_meta: { inviteCode: 'short' } },
  ])('has no proof of its sender: %j', (said) => {
    const example = withExample('wrong', { parity_choice: 'EVEN', ...said });
    expect(example).toContain('"parity_choice":"EVEN"');
    for (const secret of [ticket, code, 'short']) expect(example).not.toContain(secret);
  });

  test('of an exception has none either', () => {
    const tally = new ConductTally();
    tally.breached('P01', { kind: 'crash', detail: `it answered with an error: KeyError ${ticket}` });
    expect(tally.report().violations).toMatchObject([{ example: 'it answered with an error: KeyError [secret]' }]);
  });
});
