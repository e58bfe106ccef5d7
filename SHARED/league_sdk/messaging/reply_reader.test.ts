import { describe, expect, test } from 'vitest';
import { CONTRACTS } from '../../contracts/index.ts';
import type { Json } from '../../core/json.ts';
import { unwrap } from '../../core/result.ts';
import { exampleBody } from '../../testing/example_service.ts';
import { CONVERSATION, giving, peerTo, type Request, scripted, TO } from '../../testing/scripted_party.ts';

describe('a reply that no reader can be sure of', () => {
  test.each([
    ['half a character', '{"parity_choice":"\\ud83d"}', 'at result.parity_choice'],
    [
      'a key twice',
      '{"parity_choice":"even","parity_choice":"odd"}',
      'the key "parity_choice" is there twice, at result',
    ],
    [
      'too long a text',
      `{"parity_choice":"${'x'.repeat(5_000)}"}`,
      'longer than 4096 characters, at result.parity_choice',
    ],
  ])('is an invalid answer where it has %s, and not an acknowledgement', async (_, result, where) => {
    const { ask } = await peerTo(async (text) => `{"jsonrpc":"2.0","result":${result},"id":${JSON.parse(text).id}}`);
    expect(await ask('CHOOSE_PARITY_CALL')).toMatchObject({
      error: {
        ...{ code: 'INVALID_ANSWER', error_code: 'E002', detail: expect.stringContaining(where) },
        received: { unread: expect.stringMatching(/^\{"jsonrpc"/) },
      },
    });
    expect(await ask('GAME_OVER')).toMatchObject({ value: { kind: 'acknowledged' } });
  });
});

describe('an answer', () => {
  test.each([
    ['in a result with nothing but its own field', 'GAME_INVITATION', { accept: false }, { accept: false }],
    ['by its type alone', 'GAME_INVITATION', { message_type: 'GAME_JOIN_ACK' }, { match_id: 'R1M1' }],
    ['with the choice in capitals', 'CHOOSE_PARITY_CALL', { parity_choice: 'ODD' }, { parity_choice: 'odd' }],
    ['under another name of the choice', 'CHOOSE_PARITY_CALL', { choice: 'odd' }, { parity_choice: 'odd' }],
    ['with the choice of v1', 'CHOOSE_PARITY_CALL', { choice: { value: 'odd' } }, { parity_choice: 'odd' }],
    [
      'of another type name',
      'CHOOSE_PARITY_CALL',
      { message_type: 'PARITY_CHOICE', choice: 'even' },
      { parity_choice: 'even' },
    ],
    ['without a choice', 'CHOOSE_PARITY_CALL', { message_type: 'PARITY_CHOICE' }, { parity_choice: null }],
    ['with any choice at all', 'CHOOSE_PARITY_CALL', { parity_choice: [7] }, { parity_choice: [7] }],
    ['to a call for a move', 'GAME_MOVE_CALL', { move_data: { choice: 4 } }, { move_data: { choice: 4 } }],
    ['to it by the plain word', 'GAME_MOVE_CALL', { choice: 4 }, { move_data: { choice: 4 } }],
    ['to it by the word of v1', 'GAME_MOVE_CALL', { choice: { value: 'rock' } }, { move_data: { choice: 'rock' } }],
    ['to it by an object', 'GAME_MOVE_CALL', { choice: { row: 1 } }, { move_data: { choice: { row: 1 } } }],
    ['to it by an empty object', 'GAME_MOVE_CALL', { choice: {} }, { move_data: { choice: {} } }],
    [
      'to it by the name of another',
      'GAME_MOVE_CALL',
      { message_type: 'PARITY_CHOICE', choice: 'rock' },
      { move_data: { choice: 'rock' } },
    ],
    ['to it by the field of another', 'GAME_MOVE_CALL', { parity_choice: 'Rock' }, { move_data: { choice: 'Rock' } }],
    [
      'by the name of a move',
      'CHOOSE_PARITY_CALL',
      { message_type: 'GAME_MOVE_RESPONSE', move_data: { choice: 'even' } },
      { parity_choice: 'even' },
    ],
    ['with an empty choice', 'CHOOSE_PARITY_CALL', { choice: {} }, { parity_choice: null }],
    ['with a move that is none', 'CHOOSE_PARITY_CALL', { move_data: 4 }, { parity_choice: null }],
    ['to it that makes no sense', 'GAME_MOVE_CALL', { move_data: 4 }, { move_data: { choice: null } }],
    [
      'without a timestamp that is there in UTC',
      'GAME_INVITATION',
      { accept: true, timestamp: '2025-01-15T10:00:01+00:00' },
      { timestamp: '2025-01-15T10:00:01Z' },
    ],
    [
      'with an arrival at +00:00',
      'GAME_INVITATION',
      { accept: true, arrival_timestamp: '2025-01-15T10:00:01.123456+00:00' },
      { arrival_timestamp: '2025-01-15T10:00:01.123456Z' },
    ],
    [
      'that acknowledges an order',
      'RUN_MATCH',
      { status: 'refused', reason: 'busy' },
      { match_id: 'R1M1', status: 'refused' },
    ],
  ] as const)('is recognised %s, enveloped or bare', async (_, type, body, message) => {
    for (const { answer } of [giving(body), scripted(body)]) {
      const { ask } = await peerTo(answer);
      expect(unwrap(await ask(type))).toMatchObject({
        kind: 'answer',
        message: { protocol: 'league.v2', conversation_id: CONVERSATION, ...message },
      });
    }
  });

  test('as the reference player of the specification gives it is enough', async () => {
    const said: { readonly [method: string]: Json } = {
      handle_game_invitation: {
        message_type: 'GAME_JOIN_ACK',
        match_id: 'R1M1',
        arrival_timestamp: '2025-01-15T10:15:01.123456Z',
        accept: true,
      },
      choose_parity: {
        message_type: 'CHOOSE_PARITY_RESPONSE',
        match_id: 'R1M1',
        player_id: 'P01',
        parity_choice: 'even',
      },
      notify_match_result: { status: 'ok' },
    };
    const { ask } = await peerTo(scripted(({ method }) => said[method] ?? { error: 'Unknown method' }).answer);
    expect(unwrap(await ask('GAME_INVITATION'))).toMatchObject({ kind: 'answer', message: { accept: true } });
    expect(unwrap(await ask('CHOOSE_PARITY_CALL'))).toMatchObject({
      kind: 'answer',
      message: { parity_choice: 'even' },
    });
    expect(unwrap(await ask('GAME_OVER'))).toMatchObject({ kind: 'acknowledged' });
    expect(await ask('GAME_MOVE_CALL')).toMatchObject({ error: { code: 'ERROR_REPLY', detail: 'Unknown method' } });
  });

  test.each(['GAME_INVITATION', 'CHOOSE_PARITY_CALL', 'GAME_OVER', 'RUN_MATCH'] as const)(
    'to %s never brings a token with it',
    async (type) => {
      const { reply } = CONTRACTS[type].head;
      const { ask, observed } = await peerTo(giving({ ...CONTRACTS[reply.type].example, auth_token: 'secret' }).answer);
      const heard = unwrap(await ask(type));
      expect(heard).toMatchObject({ kind: 'answer' });
      expect(JSON.stringify([heard, observed])).not.toContain('secret');
    },
  );

  test('to a registration has the token it is about', async () => {
    const { peer, how } = await peerTo(giving({ ...CONTRACTS.LEAGUE_REGISTER_RESPONSE.example }).answer);
    const heard = await peer.ask(TO, 'LEAGUE_REGISTER_REQUEST', exampleBody('LEAGUE_REGISTER_REQUEST') as never, how);
    expect(unwrap(heard)).toMatchObject({ message: { auth_token: 'tok_p01_xyz789' } });
  });
});

describe('an answer that may be posted needs only itself', () => {
  const base = { protocol: 'league.v2', match_id: 'R1M1', player_id: 'P01', conversation_id: CONVERSATION };
  test.each([
    ['a time without a zone', { timestamp: '2025-01-15T12:00:00' }],
    ['a time in another zone', { timestamp: '2025-01-15T12:00:00+02:00' }],
    ['a time that does not exist', { timestamp: '2025-02-30T12:00:00Z' }],
    ['a protocol nobody knows', { protocol: 'league.v9' }],
    ['a protocol that is no word', { protocol: 2 }],
    ['a sender that is none', { sender: { id: 'P01' } }],
    ['a match that is no id', { match_id: 7 }],
    ['a player that is no id', { player_id: 'Agent Alpha!' }],
    ['an arrival that is no time', { arrival_timestamp: 'just now' }],
    ['nothing where something may stand', { timestamp: null, match_id: null, player_id: null, sender: null }],
  ])('and %s changes nothing', async (_, odd) => {
    const invited = await peerTo(giving({ message_type: 'GAME_JOIN_ACK', accept: false, ...odd }).answer);
    expect(unwrap(await invited.ask('GAME_INVITATION'))).toMatchObject({ message: { ...base, accept: false } });
    const called = await peerTo(giving({ parity_choice: 'even', ...odd }).answer);
    expect(unwrap(await called.ask('CHOOSE_PARITY_CALL'))).toMatchObject({
      message: { ...base, parity_choice: 'even' },
    });
  });

  test.each([null, 'yes', 'no', 0, {}])('and only false declines: %j does not', async (accept) => {
    const { ask } = await peerTo(giving({ message_type: 'GAME_JOIN_ACK', accept }).answer);
    const heard = unwrap(await ask('GAME_INVITATION'));
    expect(heard).toMatchObject({ kind: 'answer', message: base });
    expect(heard).not.toHaveProperty('message.accept');
  });

  test.each(['flat', 'v1'] as const)('and without an envelope it is one as well, in %s', async (dialect) => {
    const hear = async (type: 'GAME_INVITATION' | 'CHOOSE_PARITY_CALL' | 'GAME_MOVE_CALL', body: Json) => {
      const { peer, how } = await peerTo(async () => JSON.stringify(body));
      return peer.ask({ ...TO, dialect }, type, exampleBody(type) as never, how);
    };
    const invited = unwrap(await hear('GAME_INVITATION', { accept: 'no' }));
    expect(invited).toMatchObject({ kind: 'answer', message: { match_id: 'R1M1' }, received: { accept: 'no' } });
    expect(invited).not.toHaveProperty('message.accept');
    expect(unwrap(await hear('CHOOSE_PARITY_CALL', { choice: {} }))).toMatchObject({
      ...{ kind: 'answer', message: { parity_choice: null } },
    });
    const moved = unwrap(await hear('GAME_MOVE_CALL', { message_type: 'PARITY_CHOICE', choice: 'rock' }));
    expect(moved).toMatchObject({ kind: 'answer', message: { move_data: { choice: 'rock' } } });
    expect(moved).not.toHaveProperty('received.id');
    expect(await hear('CHOOSE_PARITY_CALL', { error: 'no' })).toMatchObject({ error: { code: 'ERROR_REPLY' } });
  });

  test('and what stands beside a move is not looked at', async () => {
    const { ask } = await peerTo(giving({ step: 'first', move_data: { move_type: 7, choice: 4 } }).answer);
    const heard = unwrap(await ask('GAME_MOVE_CALL'));
    expect(heard).toMatchObject({ kind: 'answer', message: { move_data: { choice: 4 } } });
    expect(heard).not.toHaveProperty('message.step');
  });

  test('and is also told as it was received', async () => {
    const said = { choice: 'EVEN', mood: 'fine' };
    const { ask } = await peerTo(giving({ ...said, conversation_id: CONVERSATION, auth_token: 'secret' }).answer);
    const { message, received } = unwrap(await ask('CHOOSE_PARITY_CALL')) as unknown as { [part: string]: Json };
    expect({ message, received }).toEqual({
      message: expect.objectContaining({ parity_choice: 'even' }),
      received: said,
    });
  });

  test.each(['mine', 7, ''])('but another conversation makes it an invalid one: %j', async (conversation_id) => {
    const { ask, observed } = await peerTo(giving({ parity_choice: 'even', conversation_id }).answer);
    expect(await ask('CHOOSE_PARITY_CALL')).toMatchObject({
      error: { code: 'INVALID_ANSWER', error_code: 'E002', received: { parity_choice: 'even' } },
    });
    expect(observed).toHaveLength(1);
  });
});

describe('an error', () => {
  test.each([
    [
      'of JSON-RPC',
      (id: Json) => ({ jsonrpc: '2.0', error: { code: -32601, message: 'Method not found' }, id }),
      undefined,
      'Method not found',
    ],
    [
      'to an id nobody could read',
      () => ({ jsonrpc: '2.0', error: { code: -32700, message: 'Parse error' }, id: null }),
      undefined,
      'Parse error',
    ],
    [
      'with a code of ours',
      (id: Json) => ({
        jsonrpc: '2.0',
        error: { code: -32602, message: 'Invalid params', data: { error_code: 'E003' } },
        id,
      }),
      'E003',
      'Invalid params',
    ],
    [
      'that is no object',
      (id: Json) => ({ jsonrpc: '2.0', error: 'broken', id }),
      undefined,
      'error without a message',
    ],
    [
      'as a message',
      (id: Json) => ({
        jsonrpc: '2.0',
        result: { message_type: 'GAME_ERROR', error_code: 'E012', error_description: 'no' },
        id,
      }),
      'E012',
      'no',
    ],
    [
      'as a message of spec 004',
      (id: Json) => ({ jsonrpc: '2.0', result: { message_type: 'TIMEOUT_ERROR' }, id }),
      'E001',
      'TIMEOUT_ERROR',
    ],
    ['as a message without words', () => ({ message_type: 'LEAGUE_ERROR' }), undefined, 'LEAGUE_ERROR'],
    [
      'as a word in a result',
      (id: Json) => ({ jsonrpc: '2.0', result: { error: 'Unknown method' }, id }),
      undefined,
      'Unknown method',
    ],
    [
      'as a bare object',
      () => ({ error: { error_code: 'E005', error_description: 'x' } }),
      'E005',
      '{"error_code":"E005","error_description":"x"}',
    ],
  ] as const)('%s is one, for every request', async (_, reply, error_code, detail) => {
    const { ask, observed } = await peerTo(scripted(({ id }) => reply(id)).answer);
    const rpc_code = /"code":(-\d+)/.exec(JSON.stringify(reply(1)))?.[1];
    for (const type of ['GAME_INVITATION', 'GAME_OVER', 'RUN_MATCH'] as const) {
      expect(await ask(type)).toEqual({
        ok: false,
        error: {
          code: 'ERROR_REPLY',
          detail,
          sentAt: 0,
          failedAt: 0,
          ...(error_code === undefined ? {} : { error_code }),
          ...(rpc_code === undefined ? {} : { rpc_code: Number(rpc_code) }),
        },
      });
    }
    expect(observed.filter(({ direction }) => direction === 'RECEIVED')).toEqual([]);
  });

  test.each([
    ['by its code and name', { error_code: 'E007', error_name: 'SCHEDULE_GENERATION_FAILED' }],
    ['by the word as a code', { error_code: 'SCHEDULE_GENERATION_FAILED' }],
  ])('that a schedule could not be made is read %s', async (_, said) => {
    const words = { message_type: 'LEAGUE_ERROR', ...said, error_description: 'three of them never meet' };
    const { ask } = await peerTo(scripted(({ id }) => ({ jsonrpc: '2.0', result: words, id })).answer);
    expect(await ask('GAME_OVER')).toMatchObject({
      error: {
        ...{ code: 'ERROR_REPLY', error_code: 'E007', error_name: 'SCHEDULE_GENERATION_FAILED' },
        detail: 'three of them never meet',
      },
    });
  });

  test.each([
    ['SCHEDULE_GENERATION_FAILED', 'E007', 'SCHEDULE_GENERATION_FAILED'],
    ['REFEREE_NOT_REGISTERED', 'E013', undefined],
    ['INVALID_AUTH_TOKEN', 'E012', undefined],
    ['PLAYER_NOT_FOUND', 'E005', undefined],
    ['something else', undefined, undefined],
  ])('%s, said as the only word, is read as %s', async (error, error_code, error_name) => {
    const { ask } = await peerTo(scripted(({ id }) => ({ jsonrpc: '2.0', result: { error }, id })).answer);
    const heard = await ask('GAME_OVER');
    expect(heard.ok ? heard : [heard.error.error_code, heard.error.error_name, heard.error.detail]).toEqual([
      ...[error_code, error_name, error],
    ]);
  });

  test('that is null is none', async () => {
    const { ask } = await peerTo(
      scripted(({ id }) => ({ jsonrpc: '2.0', result: { accept: true, error: null }, error: null, id })).answer,
    );
    expect(unwrap(await ask('GAME_INVITATION'))).toMatchObject({ kind: 'answer' });
  });
});

describe('nonsense', () => {
  const answered = { ...CONTRACTS.GAME_JOIN_ACK.example };
  test.each([
    [
      'a result and an error',
      ({ id }: Request) => ({ jsonrpc: '2.0', result: answered, error: { code: 1, message: 'x' }, id }),
    ],
    ['neither', ({ id }: Request) => ({ jsonrpc: '2.0', id })],
    ['another version', ({ id }: Request) => ({ jsonrpc: '1.0', result: answered, id })],
  ])('is an answer with %s', async (_, reply) => {
    const { ask, observed } = await peerTo(scripted(reply).answer);
    expect(await ask('GAME_INVITATION')).toMatchObject({ error: { code: 'INVALID_REPLY' } });
    expect(observed).toHaveLength(1);
  });

  test.each([
    ['another conversation about another match', { conversation_id: 'mine', match_id: 'R9M9' }],
    ['a field of the wrong type', { match_id: 7 }],
    ['a time in another zone', { timestamp: '2025-01-15T12:00:00+02:00' }],
    ['a protocol nobody knows', { protocol: 'league.v9' }],
  ])('is an answer that cannot be posted with %s', async (_, odd) => {
    const { ask, observed } = await peerTo(giving({ ...CONTRACTS.RUN_MATCH_ACK.example, ...odd }).answer);
    expect(await ask('RUN_MATCH')).toMatchObject({ error: { code: 'INVALID_REPLY' } });
    expect(observed).toHaveLength(1);
  });

  test('is no answer that cannot be posted, in a conversation of its own: its id says what it answers', async () => {
    const { ask } = await peerTo(giving({ ...CONTRACTS.RUN_MATCH_ACK.example, conversation_id: 'mine' }).answer);
    expect(unwrap(await ask('RUN_MATCH'))).toMatchObject({ kind: 'answer', message: { status: 'acknowledged' } });
  });

  test.each([{ status: 'perhaps' }, {}])('is no %j to an order: it says that the match is not run', async (said) => {
    const { ask } = await peerTo(giving(said).answer);
    expect(unwrap(await ask('RUN_MATCH'))).toMatchObject({ message: { status: 'refused' } });
  });

  test.each([{ message_type: 'MATCH_RESULT_ACK' }, [], 7])(
    'is anything else where an answer is needed: %j',
    async (body) => {
      const { ask } = await peerTo(giving(body).answer);
      expect(await ask('RUN_MATCH')).toMatchObject({ error: { code: 'INVALID_REPLY' } });
    },
  );
});
