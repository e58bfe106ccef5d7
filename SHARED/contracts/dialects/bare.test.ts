import { describe, expect, test } from 'vitest';
import { fromHex, sha256 } from '../../league_sdk/core/hash.ts';
import type { Json, JsonObject } from '../../league_sdk/core/json.ts';
import { base, readWire as read } from '../../testing/bare_wire.ts';
import { type Fields, fieldTables } from '../../testing/field_tables.ts';
import { CONTRACTS } from '../index.ts';
import { questionIn } from '../moves.ts';
import { dialectOf } from './detect.ts';
import { flat } from './flat.ts';
import { v1 } from './v1.ts';

describe('a field that the documents require', () => {
  /** What goes without saying: who, when, in which conversation, and where (DECISIONS section 1). */
  const UNSAID = new Set([
    'conversation_id',
    'sender',
    'timestamp',
    'league_id',
    'round_id',
    'match_id',
    'message_type',
  ]);
  const required = (fields: Fields) =>
    Object.entries(fields).flatMap(([name, { required: needed = true }]) =>
      needed && !UNSAID.has(name) ? [name] : [],
    );
  const requests = Object.values(CONTRACTS)
    .filter(({ head }) => 'method' in head)
    .map(({ head, example }) => ({ type: head.type, example }));

  test.each(requests)('$type is missed by its own name', ({ type, example }) => {
    const wire = flat.write(example, { id: 'P01', request: base(type) });
    // What only we add would say the same; strangers do not know it.
    const { player_meta: _, referee_meta: __, role_in_match: ___, status: ____, ...plain } = wire;
    for (const field of fieldTables('flat', type).flatMap(required)) {
      const { [field]: _gone, ...rest } = plain;
      expect([field, read(rest)]).toEqual([field, expect.stringMatching(new RegExp(`^E003 .*\\b${field}\\b`))]);
    }
  });

  test.each([
    ['LEAGUE_REGISTER_REQUEST', { player_meta: { display_name: 'A', contact_endpoint: 'http://x/mcp' } }],
    ['LEAGUE_REGISTER_REQUEST', { player_meta: { game_types: ['even_odd'], contact_endpoint: 'http://x/mcp' } }],
    ['REFEREE_REGISTER_REQUEST', { referee_meta: { referee_id: 'REF01', supported_games: ['even_odd'] } }],
    ['REFEREE_REGISTER_REQUEST', {}],
    ['GAME_INVITATION', { game_info: { game_type: 'even_odd' } }],
    ['GAME_INVITATION', {}],
    ['CHOOSE_PARITY_CALL', {}],
    ['GAME_OVER', { result: { drawn_number: 8 } }],
    ['GAME_OVER', {}],
    ['MATCH_RESULT_REPORT', {}],
    ['GAME_ERROR', { error_message: 'no code' }],
    ['LEAGUE_ERROR', { error_code: 'E005' }],
    ['PARITY_CHOICE', {}],
  ] as const)('of v1 is missed: %s with %j', (type, body) => {
    expect(read(base(type, { protocol: 'league.v1', ...(body as JsonObject) }), 'v1')).toMatch(/^E003 /);
  });
});

describe('a registration', () => {
  test('of flat is an id and an endpoint: the name is the id, and the game the only one', () => {
    const wire = {
      protocol: 'league.v2',
      message_type: 'LEAGUE_REGISTER_REQUEST',
      player_id: 'P07',
      endpoint: 'http://x',
    };
    expect(read(wire)).toMatchObject({
      player_meta: { player_id: 'P07', display_name: 'P07', contact_endpoint: 'http://x', game_types: ['even_odd'] },
    });
  });

  test('in the fields of rpc is understood without an envelope too', () => {
    const { player_meta } = CONTRACTS.LEAGUE_REGISTER_REQUEST.example;
    expect(read(base('LEAGUE_REGISTER_REQUEST', { player_meta: player_meta as JsonObject }))).toMatchObject({
      player_meta,
    });
  });

  test('of a v1 referee that gives no name goes by its id, and offers its supported games', () => {
    const referee_meta = { referee_id: 'REF09', contact_endpoint: 'http://x', supported_games: ['even_odd'] };
    expect(read(base('REFEREE_REGISTER_REQUEST', { referee_meta }), 'v1')).toMatchObject({
      referee_meta: { referee_id: 'REF09', display_name: 'REF09', game_types: ['even_odd'] },
    });
  });

  test.each<[JsonObject, JsonObject]>([
    [
      { status: 'registered', player_id: 'P01', auth_token: 't', league_id: 'l' },
      { status: 'ACCEPTED', reason: null },
    ],
    [
      { status: 'REGISTERED', player_id: 'P01' },
      { status: 'ACCEPTED', auth_token: null, league_id: 'unknown' },
    ],
    [
      { status: 'error', error_message: 'full' },
      { status: 'REJECTED', player_id: null, reason: 'full' },
    ],
    [
      { status: 'REJECTED', player_id: '', auth_token: '', reason: 'x' },
      { player_id: null, auth_token: null, reason: 'x' },
    ],
  ])('is answered by %j', (answer, canonical) => {
    const wire = { protocol: 'league.v2', message_type: 'LEAGUE_REGISTER_RESPONSE', ...answer };
    expect(read(wire)).toMatchObject(canonical);
    const { message_type: _, ...unnamed } = wire;
    expect(flat.read(unnamed, { awaited: 'LEAGUE_REGISTER_RESPONSE' })).toMatchObject(canonical);
  });
});

describe('a match', () => {
  test('a flat invitation leaves seat and game open: one is unknown, the other the only one', () => {
    expect(read(base('GAME_INVITATION', { player_id: 'P01', opponent_id: 'P02' }))).toMatchObject({
      game_type: 'even_odd',
      role_in_match: 'UNKNOWN',
      opponent_id: 'P02',
      sender: 'referee:REF01',
    });
  });

  test('a call that says nothing can be answered: the time is counted from when it was written', () => {
    const call = read(base('CHOOSE_PARITY_CALL', { player_id: 'P01', timestamp: '2025-12-20T09:59:58.000Z' }));
    expect(questionIn(call as never)).toMatchObject({
      ...{ game_type: 'even_odd', player_id: 'P01', opponent_id: 'unknown', round_id: 2, options: ['even', 'odd'] },
      deadline: '2025-12-20T10:00:28.000Z',
    });
  });

  test.each<[JsonObject, string]>([
    [{ game_state: { game_type: 'even_odd', timeout_seconds: 12 } }, '2025-12-20T10:00:12.000Z'],
    [{ game_state: { game_type: 'even_odd', timeout_seconds: -1 } }, '2025-12-20T10:00:30.000Z'],
    [{ game_state: { game_type: 'even_odd', timeout_seconds: 1e12 } }, '2025-12-20T10:00:30.000Z'],
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
    const call = flat.read(base('CHOOSE_PARITY_CALL', { player_id: 'P01' }), { seating });
    expect(call['context']).toMatchObject({ opponent_id: 'P02' });
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

describe('a league', () => {
  test('an order that names only players is run by the usual rules, with a seed of our own', () => {
    const endpoints = { player_a_endpoint: 'http://a', player_b_endpoint: 'http://b' };
    const order = base('RUN_MATCH', { referee_id: 'REF01', player_a: 'P01', player_b: 'P02', ...endpoints });
    const seed = '0f'.repeat(32);
    expect(read(order)).toMatchObject({
      players: [
        { player_id: 'P01', display_name: 'P01', endpoint: 'http://a', dialect: 'flat', attempts: 3 },
        { player_id: 'P02', endpoint: 'http://b', standings: { wins: 0 } },
      ],
      rules: { game_type: 'even_odd', scoring: { win_points: 3 }, timeouts: { join_sec: 5, move_sec: 30 } },
      ...{ draw_seed: seed, draw_commitment: sha256(fromHex(seed), 'R2M1'), assignment_epoch: 1, lease_sec: 30 },
    });
    expect(read({ ...order, protocol: 'league.v1' }, 'v1')).toMatchObject({ players: [{ dialect: 'v1' }, {}] });
    expect(read(order, 'flat', {})).toMatch(/^E003 .*draw_seed/);
  });

  test('an announcement names game and referee, and where it cannot be called', () => {
    const matches = [{ match_id: 'R1M1', player_A_id: 'P01', player_b: 'P02', referee_id: 'REF01' }];
    expect(read(base('ROUND_ANNOUNCEMENT', { total_rounds: 3, matches }))).toMatchObject({
      matches: [{ game_type: 'even_odd', player_a: 'P01', referee_endpoint: 'unknown:' }],
    });
  });

  test('a round that is over is counted, and standings are completed', () => {
    const results = [
      { match_id: 'R1M1', winner: 'P01', player_a: 'P01', player_b: 'P02' },
      { match_id: 'R1M2', winner: 'DRAW', player_a: 'P03', player_b: 'P04' },
    ];
    expect(read(base('ROUND_COMPLETED', { results }))).toMatchObject({
      results: [{ status: 'WIN' }, { status: 'DRAW', winner: null, score: {} }],
      ...{ matches_played: 2, next_round_id: null },
      summary: { total_matches: 2, wins: 1, draws: 1, technical_losses: 0 },
    });
    const row = { rank: 1, player_id: 'P02', wins: 2, losses: 0, draws: 1, points: 7, games_played: 3 };
    expect(read(base('LEAGUE_COMPLETED', { total_matches: 6, final_standings: [row] }))).toMatchObject({
      total_rounds: 3,
      champion: { player_id: 'P02', display_name: 'P02', points: 7 },
      final_standings: [{ played: 3, technical_losses: 0 }],
    });
    expect(read(base('LEAGUE_COMPLETED', { total_matches: 0, final_standings: [] }))).toMatchObject({ champion: null });
  });

  test('is called by our name whatever a v1 agent calls it', () => {
    const theirs = base('LEAGUE_QUERY', {
      league_id: '550e8400-e29b-41d4-a716-446655440000',
      query_type: 'GET_STANDINGS',
    });
    expect(v1.read(theirs, { league_id: 'ours' })).toMatchObject({ league_id: 'ours' });
    expect(v1.read(theirs)).toMatchObject({ league_id: theirs['league_id'] });
    expect(v1.echoOf(theirs)).toEqual({ league_id: theirs['league_id'] });
    for (const league_id of ['', 7, 'x'.repeat(129)]) expect(v1.echoOf({ league_id })).toBeUndefined();
    expect(v1.echoOf({})).toBeUndefined();
    expect(v1.read({ message_type: 'SHUTDOWN_ACK' }, { league_id: 'ours' })).toEqual({ message_type: 'SHUTDOWN_ACK' });
  });
});

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

  test('of the league has the name of its code', () => {
    const error = (error_code: string) =>
      read(base('LEAGUE_ERROR', { error_code, error_message: 'no', details: 'none' }));
    expect(error('E005')).toMatchObject({ error_name: 'PLAYER_NOT_REGISTERED', error_description: 'no' });
    expect(error('constructor')).toMatchObject({ error_name: 'constructor' });
  });
});

describe('a sender', () => {
  const sent = (name: 'flat' | 'v1', message_type: string, sender: Json) =>
    dialectOf(name).read({ message_type, sender })['sender'];

  test.each([
    ['flat', 'GAME_INVITATION', 'REF01', 'referee:REF01'],
    ['flat', 'PARITY_CHOICE', 'P01', 'player:P01'],
    ['flat', 'PARITY_CHOICE', 'player:P01', 'player:P01'],
    // It may be the whole id, or the player 1: only who knows the ids can tell.
    ['flat', 'PARITY_CHOICE', 'player_1', 'player_1'],
    ['flat', 'ROUND_ANNOUNCEMENT', 'LM01', 'league_manager'],
    ['flat', 'ROUND_ANNOUNCEMENT', 'league_manager', 'league_manager'],
    ['flat', 'START_LEAGUE', 'launcher', 'launcher'],
    ['flat', 'GAME_ERROR', 'REF01', 'REF01'],
    ['flat', 'GAME_INVITATION', 'referee', 'referee'],
    ['flat', 'GAME_INVITATION', 7, 7],
    ['v1', 'GAME_INVITATION', 'referee_REF01', 'referee:REF01'],
    ['v1', 'PARITY_CHOICE', 'player_player_1', 'player:player_1'],
    ['v1', 'ROUND_ANNOUNCEMENT', 'league_manager', 'league_manager'],
    ['v1', 'GAME_INVITATION', null, null],
  ] as const)('%s %s from %j is %j', (name, type, sender, ours) => {
    expect(sent(name, type, sender)).toBe(ours);
  });
});
