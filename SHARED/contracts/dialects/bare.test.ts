import { describe, expect, test } from 'vitest';
import { fromHex, sha256 } from '../../core/hash.ts';
import type { JsonObject } from '../../core/json.ts';
import { base, readWire as read } from '../../testing/bare_wire.ts';
import { type Fields, fieldTables } from '../../testing/field_tables.ts';
import { CONTRACTS } from '../index.ts';
import { flat } from './flat.ts';
import { v1 } from './v1.ts';

describe('a field that the documents require', () => {
  /** Fields that may be left out: sender, time, conversation and place (DECISIONS section 1). */
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
    [
      'LEAGUE_REGISTER_REQUEST',
      { player_meta: { player_id: 'P01', game_types: ['even_odd'], contact_endpoint: 'http://x/mcp' } },
    ],
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
      { status: 'registered', player_id: 'P01', error_message: 'none' },
      { status: 'ACCEPTED', reason: null },
    ],
    [
      { status: 'rejected', player_id: 'P01', error_message: 'twice' },
      { status: 'REJECTED', player_id: 'P01', reason: 'twice' },
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

  test('that is accepted without an id has none', () => {
    expect(read(base('LEAGUE_REGISTER_RESPONSE', { status: 'registered' }))).toMatchObject({
      status: 'ACCEPTED',
      player_id: null,
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
      { match_id: 'R1M3', winner: 'P05', player_a: 'P05', player_b: 'P06', status: 'TECHNICAL_LOSS' },
    ];
    expect(read(base('ROUND_COMPLETED', { results }))).toMatchObject({
      results: [{ status: 'WIN' }, { status: 'DRAW', winner: null, score: {} }, { status: 'TECHNICAL_LOSS' }],
      ...{ matches_played: 3, next_round_id: null },
      summary: { total_matches: 3, wins: 1, draws: 1, technical_losses: 1 },
    });
    const row = { rank: 1, player_id: 'P02', wins: 2, losses: 0, draws: 1, points: 7, games_played: 3 };
    expect(read(base('LEAGUE_COMPLETED', { total_matches: 6, final_standings: [row] }))).toMatchObject({
      total_rounds: 3,
      champion: { player_id: 'P02', display_name: 'P02', points: 7 },
      final_standings: [{ played: 3, technical_losses: 0 }],
    });
    expect(read(base('LEAGUE_COMPLETED', { total_matches: 0, final_standings: [] }))).toMatchObject({ champion: null });
  });

  test('what is no result and no row of standings is not counted', () => {
    const row = { rank: 1, player_id: 'P02', points: 7, games_played: 3 };
    for (const results of [7, [null, 'P01']]) {
      expect(flat.read(base('ROUND_COMPLETED', { results }))).toMatchObject({
        ...{ matches_played: 0, summary: { total_matches: 0, wins: 0 } },
      });
    }
    for (const final_standings of ['none', [null], []]) {
      expect(flat.read(base('LEAGUE_COMPLETED', { final_standings }))).toMatchObject({
        ...{ total_rounds: 0, champion: null },
      });
    }
    expect(flat.read(base('LEAGUE_COMPLETED', { final_standings: [null, row] }))).toMatchObject({
      ...{ total_rounds: 3, champion: { player_id: 'P02' } },
    });
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
