import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Contract, Role } from '../../contracts/contract.ts';
import { dialectOf } from '../../contracts/dialects/detect.ts';
import type { DialectName } from '../../contracts/dialects/dialect.ts';
import { refusal } from '../../contracts/errors.ts';
import { CONTRACTS, type RequestType } from '../../contracts/index.ts';
import type { Json, JsonObject } from '../../core/json.ts';
import { err, ok, unwrap } from '../../core/result.ts';
import { base } from '../../testing/bare_wire.ts';
import { exampleBody, exampleRequest, exampleService } from '../../testing/example_service.ts';
import { violations } from '../../testing/field_tables.ts';
import { CONVERSATION, peerTo, scripted, TO } from '../../testing/scripted_party.ts';
import type { Answer } from '../transport/transport.ts';
import { answering, type DialectChange, type Identity } from './serve.ts';

const OURS = 'league_2025_even_odd';
const THEIRS = '550e8400-e29b-41d4-a716-446655440000';
const ROLES = ['league_manager', 'referee', 'player'] as const;
const BARE = ['flat', 'v1'] as const;
const contracts: readonly Contract[] = Object.values(CONTRACTS);

/** A service that answers every message with an example, and knows what its league is called. */
function serviceOf(role: Role, changes: Parameters<typeof exampleService>[1] = {}) {
  const sender = () => (role === 'league_manager' ? role : `${role}:X01`);
  return exampleService(role, { sender, ...(role === 'league_manager' ? { league_id: () => OURS } : {}), ...changes });
}

/** An answering function, and every text that goes in or comes out of it. */
function overheard(answer: Answer): { readonly texts: string[]; readonly answer: Answer } {
  const texts: string[] = [];
  return {
    texts,
    async answer(text, from) {
      texts.push(text);
      const reply = await answer(text, from);
      texts.push(reply ?? '');
      return reply;
    },
  };
}

describe.each(BARE)('a conversation in %s', (dialect) => {
  const to = { ...TO, dialect, ...(dialect === 'v1' ? { echo: { league_id: THEIRS } } : {}) };

  test.each(ROLES)('every request to a %s is asked and answered in it', async (role) => {
    const asked = contracts.filter(({ head }) => head.reply !== undefined && head.to.includes(role));
    for (const { head, example } of asked) {
      const { service, diary } = serviceOf(role);
      const { texts, answer } = overheard(answering(service));
      const { peer, how } = await peerTo(answer);
      const type = head.type as RequestType;
      const heard = unwrap(await peer.ask(to, type, exampleBody(type) as never, { ...how, auth_token: 'token' }));

      const { protocol: _, timestamp: __, sender: ___, league_id: ____, ...content } = example;
      expect(diary.handled).toMatchObject([
        { type, message: { ...content, auth_token: 'token' }, caller: { dialect, echo: to.echo } },
      ]);
      const answered = exampleBody(head.reply?.type as RequestType);
      expect(heard).toMatchObject({ kind: 'answer', message: dialect === 'v1' ? withoutLeague(answered) : answered });
      for (const text of texts) expect(violations(dialect, JSON.parse(text))).toEqual([]);
      if (dialect === 'v1') for (const text of texts) expect(JSON.parse(text)).toMatchObject({ league_id: THEIRS });
    }
    expect(asked).not.toEqual([]);
  });

  test('a notice is told bare, and heard', async () => {
    const { service, diary } = exampleService('player');
    const { texts, answer } = overheard(answering(service));
    const { peer, how } = await peerTo(answer);
    expect(await peer.tell(to, 'GAME_ERROR', exampleBody('GAME_ERROR') as never, how)).toEqual({ ok: true });
    expect(violations(dialect, JSON.parse(texts[0] as string))).toEqual([]);
    expect(texts[1]).toBe('{"status":"ok"}');
    expect(diary.handled).toMatchObject([{ type: 'GAME_ERROR', message: { error_code: 'E001', retry_count: 1 } }]);
  });

  test('a refusal comes back with its code and words', async () => {
    const refused = { authenticate: () => err(refusal('E012', 'not yours')) };
    for (const [role, type] of [
      ['player', 'GAME_INVITATION'],
      ['league_manager', 'MATCH_RESULT_REPORT'],
    ] as const) {
      const { texts, answer } = overheard(answering(serviceOf(role, refused).service));
      const { peer, how } = await peerTo(answer);
      expect(await peer.ask(to, type, exampleBody(type) as never, how)).toMatchObject({
        error: { code: 'ERROR_REPLY', error_code: 'E012', detail: 'not yours' },
      });
      expect(violations(dialect, JSON.parse(texts[1] as string))).toEqual([]);
    }
  });

  test('several things at once are asked one after the other', async () => {
    const { service, diary } = exampleService('player');
    const { texts, answer } = overheard(answering(service));
    const { peer, how } = await peerTo(answer);
    const items = (['LEAGUE_STANDINGS_UPDATE', 'ROUND_COMPLETED'] as const).map((type) => ({
      ...{ type, body: exampleBody(type), conversation_id: CONVERSATION },
    }));
    const outcomes = await peer.askAll(to, items, { deadline: how.deadline });
    expect(outcomes).toMatchObject([{ value: { kind: 'answer' } }, { value: { kind: 'answer' } }]);
    expect(diary.handled.map(({ type }) => type)).toEqual(items.map(({ type }) => type));
    expect(texts).toHaveLength(4);
  });

  test.each<[string, Json, JsonObject]>([
    ['bare, with nothing but the choice', { choice: 'ODD' }, { parity_choice: 'odd' }],
    ['as v1 does', { message_type: 'PARITY_CHOICE', choice: { value: 'odd' } }, { parity_choice: 'odd' }],
    ['in an envelope', { jsonrpc: '2.0', id: null, result: { parity_choice: 'ODD' } }, { parity_choice: 'odd' }],
    ['in the other one', { protocol: 'league.v1', choice: { value: 'odd' } }, { parity_choice: 'odd' }],
  ])('is answered %s', async (_, reply, message) => {
    const { peer, how } = await peerTo(scripted(reply).answer);
    const heard = await peer.ask(to, 'CHOOSE_PARITY_CALL', exampleBody('CHOOSE_PARITY_CALL') as never, how);
    expect(unwrap(heard)).toMatchObject({ kind: 'answer', message });
  });

  test('an acknowledgement leaves the answer to be posted', async () => {
    const { peer, how } = await peerTo(scripted({ status: 'received' }).answer);
    const heard = await peer.ask(to, 'CHOOSE_PARITY_CALL', exampleBody('CHOOSE_PARITY_CALL') as never, how);
    expect(unwrap(heard)).toMatchObject({ kind: 'acknowledged' });
  });
});

/** What a v1 agent is told of a league it calls otherwise. */
function withoutLeague({ league_id: _, ...body }: JsonObject): JsonObject {
  return body;
}

describe('what is wrong with a bare message is said by a bare one', () => {
  const broken = { GAME_INVITATION: () => Promise.reject(new Error('a bug')) };
  test.each<[string, JsonObject, string]>([
    ['a field of its document is missing', base('GAME_INVITATION', { player_id: 'P01' }), 'E003'],
    ['a field has the wrong type', base('GAME_INVITATION', { player_id: 'P01', opponent_id: 7 }), 'E002'],
    ['its protocol is unknown', base('GAME_OVER', { protocol: 'league.v3' }), 'E018'],
    ['it names none', { message_type: 'SHUTDOWN_COMMAND' }, 'E003'],
    ['its time is not UTC', base('CHOOSE_PARITY_CALL', { player_id: 'P01', timestamp: '2025-01-15 10:00' }), 'E021'],
    ['it is for somebody else', base('START_LEAGUE'), 'E002'],
    ['nobody knows it', base('HELLO', { conversation_id: 7, match_id: 'x'.repeat(500) }), 'E002'],
    ['its handler throws', base('GAME_INVITATION', { player_id: 'P01', opponent_id: 'P02' }), 'E020'],
  ])('%s', async (_, wire, error_code) => {
    const { post, diary } = exampleService('player', {
      ...(error_code === 'E020' ? { handlers: broken as never } : {}),
      readsHabits: () => false,
    });
    for (const dialect of BARE) {
      const reply = (await post({
        ...wire,
        ...(dialect === 'v1' && wire['protocol'] === 'league.v2' ? V1 : {}),
      })) as never;
      expect(reply).toMatchObject({ message_type: 'GAME_ERROR', error_code });
      expect(violations((reply as JsonObject)['protocol'] === 'league.v1' ? 'v1' : 'flat', reply)).toEqual([]);
    }
    expect(diary.refusals.map(({ code }) => code)).toEqual([error_code, error_code]);
    expect(diary.bugs).toHaveLength(error_code === 'E020' ? 2 : 0);
  });
  const V1 = { protocol: 'league.v1', sender: 'referee_REF01' };

  test('a manager names its league', async () => {
    const { post } = serviceOf('league_manager');
    const wire = { protocol: 'league.v2', message_type: 'LEAGUE_REGISTER_REQUEST', player_id: 'P01' };
    expect(await post(wire)).toMatchObject({
      ...{ message_type: 'LEAGUE_ERROR', league_id: OURS, error_code: 'E003' },
      error_message: 'missing required field: endpoint',
    });
  });

  test('what is no message at all still gets the error of JSON-RPC', async () => {
    const { post } = exampleService('player');
    expect(await post('{"message_type":')).toMatchObject({ error: { code: -32700 } });
    expect(await post({ protocol: 'league.v2' })).toMatchObject({ error: { code: -32600 } });
  });
});

describe('an answer that is posted', () => {
  const taken: [Json | undefined, DialectName][] = [];
  const posted = {
    types: ['GAME_JOIN_ACK', 'CHOOSE_PARITY_RESPONSE'] as const,
    take(answer: JsonObject, dialect: DialectName) {
      taken.push([answer['parity_choice'], dialect]);
      return answer['conversation_id'] === CONVERSATION ? ok(undefined) : err(refusal('E012', 'no such conversation'));
    },
  };

  test.each<[DialectName, JsonObject]>([
    ['flat', base('PARITY_CHOICE', { sender: 'P01', choice: 'ODD' })],
    ['v1', base('PARITY_CHOICE', { protocol: 'league.v1', sender: 'player_P01', choice: { value: 'odd' } })],
    ['rpc', { jsonrpc: '2.0', id: 1, method: 'x', params: base('CHOOSE_PARITY_RESPONSE', { parity_choice: 'odd' }) }],
  ])('in %s is taken, and whoever takes it is told which that was', async (dialect, wire) => {
    taken.length = 0;
    const { post } = exampleService('referee', { posted });
    const reply = await post(wire);
    expect(dialect === 'rpc' ? reply.result : reply).toEqual({ status: 'ok' });
    expect(taken).toEqual([['odd', dialect]]);
  });

  test.each(BARE)('in %s that does not fit is refused in it', async (dialect) => {
    const protocol = dialect === 'v1' ? 'league.v1' : 'league.v2';
    const { post } = exampleService('referee', { posted });
    const reply = await post(base('PARITY_CHOICE', { protocol, conversation_id: 'other', choice: 'ODD' }));
    expect(reply).toMatchObject({ protocol, message_type: 'GAME_ERROR', error_code: 'E012' });
    expect(await post(base('PARITY_CHOICE', { protocol }))).toMatchObject({ protocol, error_code: 'E003' });
  });
});

describe('an agent', () => {
  test('that changes its dialect is answered in the one it uses, and that is told', async () => {
    const changes: [string, DialectChange][] = [];
    const { post } = exampleService('league_manager', {
      dialectOf: ({ id }: Identity) => (id === 'REF01' ? 'flat' : undefined),
      onDialectChange: ({ id }: Identity, change: DialectChange) => void changes.push([id, change]),
    });
    const query = { query_type: 'GET_STANDINGS' };
    expect(await post(base('LEAGUE_QUERY', query))).toMatchObject({ protocol: 'league.v2' });
    expect(changes).toEqual([]);
    expect(await post(base('LEAGUE_QUERY', { ...query, protocol: 'league.v1' }))).toMatchObject({
      protocol: 'league.v1',
    });
    expect(await post(exampleRequest('LEAGUE_QUERY'))).toMatchObject({ jsonrpc: '2.0' });
    expect(changes).toEqual([
      ['REF01', { from: 'flat', to: 'v1' }],
      ['REF01', { from: 'flat', to: 'rpc' }],
    ]);
  });

  test('that is not remembered changes nothing', async () => {
    const onDialectChange = () => expect.fail('nobody changed');
    const { post } = exampleService('league_manager', { dialectOf: () => undefined, onDialectChange });
    expect(await post(base('LEAGUE_QUERY', { query_type: 'GET_STANDINGS' }))).toMatchObject({ success: true });
  });

  test('of v1 reports about our league under its own name for it', async () => {
    const { post, diary } = serviceOf('league_manager');
    const report = { player_a: 'P01', player_b: 'P02', winner: 'P01' };
    const wire = base('MATCH_RESULT_REPORT', { protocol: 'league.v1', league_id: THEIRS, ...report });
    expect(await post(wire)).toMatchObject({ message_type: 'MATCH_RESULT_ACK', league_id: THEIRS, round_id: 2 });
    expect(diary.handled).toMatchObject([{ message: { league_id: OURS }, caller: { echo: { league_id: THEIRS } } }]);
  });

  test('of ours knows whom it plays where the referee does not say', async () => {
    const seating = () => ({ player_a: 'X01', player_b: 'P02', opponent_id: 'P02' });
    const { post, diary } = serviceOf('player', { seating });
    const V1 = { protocol: 'league.v1', sender: 'referee_REF01' };
    const info = { game_type: 'even_odd', timeout_seconds: 5 };
    await post(base('GAME_INVITATION', { ...V1, game_info: { ...info, opponent_id: 'P02' } }));
    await post(base('CHOOSE_PARITY_CALL', { ...V1, game_state: info }));
    expect(diary.handled).toMatchObject([
      { message: { player_id: 'X01', role_in_match: 'PLAYER_A' } },
      { message: { player_id: 'X01', context: { opponent_id: 'P02' } } },
    ]);
  });

  test('of rpc that says league.v1 is written to with that string', async () => {
    const { post, diary } = exampleService('league_manager');
    const { result } = await post(exampleRequest('LEAGUE_REGISTER_REQUEST', { protocol: 'league.v1' }));
    expect(result.protocol).toBe('league.v1');
    const { echo } = diary.handled[0]?.caller ?? {};
    expect(echo).toEqual({ protocol: 'league.v1' });

    const { requests, answer } = scripted({ accept: true });
    const { peer, how } = await peerTo(answer);
    await peer.ask({ ...TO, echo }, 'GAME_INVITATION', exampleBody('GAME_INVITATION') as never, how);
    expect(requests).toMatchObject([{ params: { protocol: 'league.v1', message_type: 'GAME_INVITATION' } }]);
  });
});

test('whatever a stranger sends without an envelope, it is answered and nothing breaks', async () => {
  const types = ['PARITY_CHOICE', 'TIMEOUT_ERROR', 'toString', ...Object.keys(CONTRACTS)];
  const words = ['result', 'game_result', 'results', 'matches', 'player_meta', 'referee_meta', 'standings', 'choices'];
  const fields = [
    ...words,
    'game_info',
    'game_state',
    'choice',
    'details',
    'winner',
    'moves',
    'sender',
    'league_id',
    'timestamp',
  ];
  const value = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.constantFrom('', '+275760-09-13T00:00:00Z', 'PLAYER_A'));
  const anything = fc.dictionary(fc.constantFrom(...fields), value as fc.Arbitrary<Json>);
  const message = fc.record({
    message_type: fc.constantFrom(...types),
    protocol: fc.constantFrom('league.v1', 'league.v2'),
    body: anything,
  });
  const services = ROLES.map((role) => serviceOf(role));
  await fc.assert(
    fc.asyncProperty(message, async ({ message_type, protocol, body }) => {
      for (const { post, diary } of services) {
        expect(await post({ protocol, message_type, ...body })).toBeDefined();
        expect(diary.bugs).toEqual([]);
      }
      for (const dialect of BARE) dialectOf(dialect).write({ message_type, ...body });
    }),
    { numRuns: 500 },
  );
});
