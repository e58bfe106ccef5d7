import { describe, expect, test } from 'vitest';
import { refusal } from '../../contracts/errors.ts';
import { CONTRACTS } from '../../contracts/index.ts';
import { err, ok } from '../../core/result.ts';
import { exampleBody, exampleRequest, exampleService } from '../../testing/example_service.ts';
import { fakeClock } from '../../testing/fake_clock.ts';
import type { OnRefused } from '../transport/transport.ts';
import { refuse } from './serve.ts';

const INVITATION = exampleRequest('GAME_INVITATION');
const NO_SUCH = { code: '-32601', detail: 'no such method here: foobar' };
const BY_POSITION = { code: 'E002', detail: 'params must be an object with named fields' };

describe('the order of checks', () => {
  test.each([
    ['no JSON', '{"jsonrpc":', -32700],
    ['nothing', '', -32700],
    ['nested too deep', '['.repeat(40) + ']'.repeat(40), -32600],
    ['a forbidden key', '{"jsonrpc":"2.0","method":"ping","id":1,"params":{"__proto__":{}}}', -32600],
    ['a number', '7', -32600],
    ['an object of neither kind', '{"foo":"boo"}', -32600],
    ['another version of JSON-RPC', '{"jsonrpc":"1.0","method":"ping","id":1}', -32600],
    ['a method that is no text', '{"jsonrpc":"2.0","method":1,"id":1}', -32600],
    ['params of neither kind', '{"jsonrpc":"2.0","method":"ping","params":"bar","id":1}', -32600],
    ['an unknown method', '{"jsonrpc":"2.0","method":"foobar","id":1}', -32601],
    ['a method of another role', '{"jsonrpc":"2.0","method":"register_player","id":1}', -32601],
    ['an unknown method with params by position', '{"jsonrpc":"2.0","method":"foobar","params":[1],"id":1}', -32601],
    ['params by position', '{"jsonrpc":"2.0","method":"choose_parity","params":[1],"id":1}', -32602],
  ])('%s is answered with %s', async (_, text, code) => {
    const { post, diary } = exampleService('player');
    expect(await post(text)).toMatchObject({ jsonrpc: '2.0', error: { code } });
    expect(diary.refusals).toMatchObject([{ code: code === -32602 ? 'E002' : String(code) }]);
  });

  test.each([
    ['a text that is no JSON', '{"auth_token":"tok_1"', 'unknown', { code: '-32700', detail: 'not valid JSON' }],
    ['a batch of nothing', '[]', 'unknown', { code: '-32600', detail: 'a batch has 1 to 50 messages' }],
    ['no method', '{"jsonrpc":"2.0","id":1}', 'unknown', { code: '-32600', detail: 'method must be a string' }],
    ['an unknown method', '{"jsonrpc":"2.0","method":"foobar","id":1}', 'foobar', NO_SUCH],
    ['an unknown notice', '{"jsonrpc":"2.0","method":"foobar"}', 'foobar', NO_SUCH],
    ['params by position', '{"jsonrpc":"2.0","method":"ping","params":[1],"id":1}', 'ping', BY_POSITION],
  ])('%s is told with its address, what was wrong and the code', async (_, text, what, { code, detail }) => {
    const told: unknown[] = [];
    const onRefusal: OnRefused = (...refused) => void told.push(refused);
    const { post } = exampleService('player', { onRefusal });
    await post(text, { address: '10.0.0.7' });
    expect(told).toEqual([
      [what, expect.objectContaining({ code, detail }), expect.objectContaining({ address: '10.0.0.7' })],
    ]);
  });

  test('an endless name of an unknown method is cut in what is told of it', async () => {
    const { post, diary } = exampleService('player');
    await post({ jsonrpc: '2.0', method: 'm'.repeat(1_000), id: 1 });
    expect(diary.refusals).toEqual([{ what: 'm'.repeat(64), code: '-32601' }]);
  });

  test.each([
    ['what it calls itself', 'player:P07', 'P07'],
    ['its address where it has no name', undefined, '10.0.0.7'],
  ])('an agent that is not known yet is noted by %s, then by the id it is given', async (_, sender, peer) => {
    const { post, diary } = exampleService('league_manager', {
      authenticate: () => ok({ party: 'nobody', id: 'unknown' }),
    });
    await post(exampleRequest('LEAGUE_REGISTER_REQUEST', { sender }), { address: '10.0.0.7' });
    expect(diary.observed.map(({ direction, peer }) => [direction, peer])).toEqual([
      ['RECEIVED', peer],
      ['SENT', 'P01'],
    ]);
  });

  test.each([
    ['E003', { match_id: undefined }],
    ['E003', { protocol: undefined }],
    ['E003', { message_type: undefined }],
    ['E002', { match_id: 7 }],
    ['E002', { message_type: 7 }],
    ['E002', { message_type: 'GAME_OVER' }],
    ['E002', { conversation_id: '' }],
    ['E002', { sender: 'x'.repeat(129) }],
    ['E002', { auth_token: 'x'.repeat(513) }],
    ['E018', { protocol: 'league.v3' }],
    ['E021', { timestamp: '2025-01-15T12:15:00+02:00' }],
  ])('a shape that is wrong is %s inside -32602: %j', async (error_code, changes) => {
    const { post, diary } = exampleService('player', { readsHabits: () => false });
    const reply = await post(exampleRequest('GAME_INVITATION', changes));
    expect(reply).toMatchObject({ error: { code: -32602, data: { error_code } }, id: 1 });
    expect(diary.handled).toEqual([]);
    expect(diary.refusals).toEqual([{ what: 'GAME_INVITATION', code: error_code }]);
  });

  test.each(['E011', 'E012', 'E006'] as const)(
    '%s of the authentication is a result, and nobody handles it',
    async (code) => {
      const { post, diary } = exampleService('player', { authenticate: () => err(refusal(code, 'no')) });
      expect((await post(INVITATION)).result).toMatchObject({ message_type: 'GAME_ERROR', error_code: code });
      expect(diary).toMatchObject({ handled: [], refusals: [{ what: 'GAME_INVITATION', code }], observed: [] });
    },
  );

  test('E014 marks the answer where the carrier can, and in a batch marks nobody else’s', async () => {
    const { post } = exampleService('player', { authenticate: () => err(refusal('E014', 'wait')) });
    let marks = 0;
    const tooMany = () => {
      marks++;
    };
    expect((await post(INVITATION, { tooMany })).result).toMatchObject({ error_code: 'E014' });
    expect(marks).toBe(1);
    expect(await post([INVITATION], { tooMany })).toMatchObject([{ result: { error_code: 'E014' } }]);
    expect(marks).toBe(1);
    await exampleService('player').post(INVITATION, { tooMany });
    expect(marks).toBe(1);
  });

  test('the shape comes before the token', async () => {
    const { post } = exampleService('player', { authenticate: () => err(refusal('E011', 'no')) });
    const reply = await post(exampleRequest('GAME_INVITATION', { match_id: undefined }));
    expect(reply.error.data.error_code).toBe('E003');
  });

  test.each(['E005', 'E008', 'E013', 'E007', 'E010', 'E023'] as const)('%s of a handler is a result', async (code) => {
    const handlers = { MATCH_RESULT_REPORT: async () => refuse(code, 'because', 'A_FINER_WORD') };
    const { post, diary } = exampleService('league_manager', { handlers: handlers as never });
    const { result } = await post(exampleRequest('MATCH_RESULT_REPORT'));
    expect(result).toMatchObject({
      message_type: 'LEAGUE_ERROR',
      error_code: code,
      error_name: 'A_FINER_WORD',
      error_description: 'because',
      conversation_id: CONTRACTS.MATCH_RESULT_REPORT.example['conversation_id'],
    });
    expect(diary.refusals).toEqual([{ what: 'MATCH_RESULT_REPORT', code }]);
  });

  test('a league error names no match, a game error does', async () => {
    const refused = { authenticate: () => err(refusal('E012', 'no')) };
    const { result: fromPlayer } = await exampleService('player', refused).post(INVITATION);
    const { result: fromManager } = await exampleService('league_manager', refused).post(
      exampleRequest('MATCH_RESULT_REPORT'),
    );
    expect(fromPlayer.match_id).toBe('R1M1');
    expect(fromManager).not.toHaveProperty('match_id');
  });
});

describe('a handler that throws', () => {
  const handlers = {
    GAME_INVITATION: async () => {
      throw new Error('a bug');
    },
    GAME_OVER: async () => ok({ match_id: 'R1M1', status: 'perhaps' }),
  };

  test('is answered with an internal error that tells nothing, and the service lives', async () => {
    const { post, diary } = exampleService('player', { handlers: handlers as never });
    expect(await post(INVITATION)).toEqual({
      jsonrpc: '2.0',
      error: { code: -32603, message: 'Internal error' },
      id: 1,
    });
    expect(diary.bugs).toEqual([{ what: 'handle_game_invitation', cause: new Error('a bug') }]);
    expect(await post({ jsonrpc: '2.0', method: 'ping', id: 2 })).toMatchObject({ result: { looked: 'ping' } });
  });

  test('is the same as one that answers what its contract forbids', async () => {
    const { post, diary } = exampleService('player', { handlers: handlers as never });
    expect((await post(exampleRequest('GAME_OVER'))).error.code).toBe(-32603);
    expect(String(diary.bugs[0]?.cause)).toContain('we were about to answer a bad GAME_OVER_ACK');
  });
});

describe('a message that is in order', () => {
  test('is handled by the one who is known by its token, and answered in its conversation', async () => {
    const { post, diary } = exampleService('player');
    const { result, id } = await post(exampleRequest('GAME_INVITATION', { conversation_id: 'conv-7' }));
    expect(id).toBe(1);
    expect(result).toEqual({
      protocol: 'league.v2',
      message_type: 'GAME_JOIN_ACK',
      sender: 'player:X01',
      timestamp: '2025-01-15T10:00:00Z',
      conversation_id: 'conv-7',
      ...exampleBody('GAME_JOIN_ACK'),
    });
    expect(diary.handled).toMatchObject([
      { type: 'GAME_INVITATION', caller: { identity: { party: 'referee', id: 'REF01' }, dialect: 'rpc' } },
    ]);
    expect(diary.observed.map(({ direction, peer, message }) => [direction, peer, message.message_type])).toEqual([
      ['RECEIVED', 'REF01', 'GAME_INVITATION'],
      ['SENT', 'REF01', 'GAME_JOIN_ACK'],
    ]);
  });

  test('may lack sender, timestamp and conversation_id, and may have fields nobody knows', async () => {
    const { post, diary } = exampleService('player');
    const gaps = { sender: undefined, timestamp: undefined, conversation_id: undefined, surprise: { a: 1 } };
    const { result } = await post(exampleRequest('GAME_INVITATION', gaps));
    const [handled] = diary.handled;
    expect(handled?.message).toMatchObject({ sender: 'unknown', timestamp: '2025-01-15T10:00:00.000Z' });
    expect(handled?.message['conversation_id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(result.conversation_id).toBe(handled?.message['conversation_id']);
    expect(handled?.message).not.toHaveProperty('surprise');
  });

  test('that says league.v1 is answered with that string', async () => {
    const { post } = exampleService('player');
    const { result } = await post(exampleRequest('GAME_INVITATION', { protocol: 'league.v1' }));
    expect(result.protocol).toBe('league.v1');
  });

  test('may carry its token in the header, and its own comes first', async () => {
    const { post, diary } = exampleService('player');
    await post(INVITATION, { bearer: 'from-header' });
    await post(exampleRequest('GAME_INVITATION', { auth_token: 'own' }), { bearer: 'from-header' });
    expect(diary.handled.map(({ message }) => message['auth_token'])).toEqual(['from-header', 'own']);
  });

  test('has no token from the code in the address it came to', async () => {
    const { post, diary } = exampleService('player');
    await post(INVITATION, { code: 'K7QM-3XNP' });
    expect(diary.handled[0]?.message).not.toHaveProperty('auth_token', 'K7QM-3XNP');
    expect(diary.handled[0]?.caller).toMatchObject({ code: 'K7QM-3XNP' });
  });

  test('that awaits nothing is answered with ok when it has an id', async () => {
    const { post, diary } = exampleService('player');
    const { result } = await post(exampleRequest('GAME_ERROR'));
    expect(result).toEqual({ status: 'ok' });
    expect(diary.handled).toHaveLength(1);
  });

  test('is understood under mcp_message by its type', async () => {
    const { post, diary } = exampleService('player');
    const { result } = await post({ ...INVITATION, method: 'mcp_message' });
    expect(result.message_type).toBe('GAME_JOIN_ACK');
    expect(diary.handled).toHaveLength(1);
  });

  test.each([
    ['no type', { message_type: undefined }, { code: -32602, data: { error_code: 'E003' } }],
    ['a type that is no text', { message_type: 7 }, { code: -32602, data: { error_code: 'E002' } }],
    ['a type of another role', { message_type: 'START_LEAGUE' }, { code: -32601 }],
    ['a type nobody knows', { message_type: 'HELLO' }, { code: -32601 }],
  ])('mcp_message with %s is refused', async (_, changes, error) => {
    const { post } = exampleService('player');
    const request = { ...exampleRequest('GAME_INVITATION', changes), method: 'mcp_message' };
    expect(await post(request)).toMatchObject({ error });
  });
});

describe('looks', () => {
  test('need no message and take no params, none by position, or what they know', async () => {
    const { post } = exampleService('league_manager');
    expect((await post({ jsonrpc: '2.0', method: 'ping', id: 1 })).result).toEqual({ looked: 'ping' });
    expect((await post({ jsonrpc: '2.0', method: 'ping', params: [], id: 1 })).result).toEqual({ looked: 'ping' });
    const page = { jsonrpc: '2.0', method: 'get_standings', params: { limit: 10 }, id: 1 };
    expect((await post(page)).result).toEqual({ looked: 'get_standings', limit: 10 });
  });

  test('refuse params of the wrong type', async () => {
    const { post } = exampleService('league_manager');
    const page = { jsonrpc: '2.0', method: 'get_standings', params: { limit: 'ten' }, id: 1 };
    expect(await post(page)).toMatchObject({ error: { code: -32602, data: { error_code: 'E002' } } });
  });
});

describe('answers that are posted', () => {
  const taken: unknown[] = [];
  const posted = {
    types: ['GAME_JOIN_ACK', 'CHOOSE_PARITY_RESPONSE', 'GAME_MOVE_RESPONSE'] as const,
    take(answer: { readonly conversation_id: string }) {
      taken.push(answer);
      return answer.conversation_id === 'unknown' ? err(refusal('E012', 'no such conversation')) : ok(undefined);
    },
  };
  const referee = () => exampleService('referee', { posted });
  const choice = { message_type: 'PARITY_CHOICE', conversation_id: 'c1', choice: 'EVEN', auth_token: 'mine' };

  test('come bare, in the words of any document, and their token goes no further', async () => {
    taken.length = 0;
    expect(await referee().post(choice)).toEqual({ status: 'ok' });
    expect(taken).toEqual([
      {
        protocol: 'league.v2',
        message_type: 'CHOOSE_PARITY_RESPONSE',
        sender: 'unknown',
        timestamp: '2025-01-15T10:00:00.000Z',
        conversation_id: 'c1',
        parity_choice: 'even',
      },
    ]);
  });

  test.each(['choose_parity_response', 'mcp_message', 'ping'])('come under any method: %s', async (method) => {
    taken.length = 0;
    expect(await referee().post({ jsonrpc: '2.0', method, params: choice, id: 9 })).toEqual({
      jsonrpc: '2.0',
      result: { status: 'ok' },
      id: 9,
    });
    expect(taken).toHaveLength(1);
  });

  test.each([undefined, null, 'unknown'])('are refused with E012 in the conversation %j', async (conversation_id) => {
    const { post, diary } = referee();
    expect(await post({ ...choice, conversation_id })).toMatchObject({
      message_type: 'GAME_ERROR',
      error_code: 'E012',
    });
    expect(diary.refusals).toEqual([{ what: 'CHOOSE_PARITY_RESPONSE', code: 'E012' }]);
  });

  test('without what they are about are refused with E003', async () => {
    const { choice: _, ...nothing } = choice;
    expect(await referee().post(nothing)).toMatchObject({ message_type: 'GAME_ERROR', error_code: 'E003' });
    const enveloped = { jsonrpc: '2.0', method: 'mcp_message', params: nothing, id: 1 };
    expect(await referee().post(enveloped)).toMatchObject({ error: { code: -32602, data: { error_code: 'E003' } } });
  });

  test('are nothing for a role that awaits none', async () => {
    expect(
      await exampleService('player').post({ jsonrpc: '2.0', method: 'mcp_message', params: choice, id: 1 }),
    ).toMatchObject({
      error: { code: -32601 },
    });
  });
});

describe('what is told of one party is limited', () => {
  const noisy = { authenticate: () => err(refusal('E012', 'no')) };

  test('a flood of refusals is told a thousand times, and the next time how many went unsaid', async () => {
    const details: string[] = [];
    const clock = fakeClock();
    const onRefusal: OnRefused = (_what, { detail }) => void details.push(detail);
    const { post } = exampleService('player', { ...noisy, clock, onRefusal });
    for (let i = 0; i < 1_200; i++) await post(INVITATION, { address: '10.0.0.7' });
    expect(details).toHaveLength(1_000);
    await post(INVITATION, { address: '10.0.0.8' });
    expect(details).toHaveLength(1_001);
    await clock.advance(1_000);
    await post(INVITATION, { address: '10.0.0.7' });
    expect(details.at(-1)).toBe('no (and 200 more refusals not written down)');
  });

  test('the messages of a player that never stops are noted so often, those of a referee always', async () => {
    const player = exampleService('league_manager', { authenticate: () => ok({ party: 'player', id: 'P01' }) });
    for (let i = 0; i < 5_010; i++) await player.post(exampleRequest('LEAGUE_QUERY'));
    expect(player.diary.observed).toHaveLength(10_000);
    expect(player.diary.handled).toHaveLength(5_010);
    const referee = exampleService('league_manager', { authenticate: () => ok({ party: 'referee', id: 'REF01' }) });
    for (let i = 0; i < 5_010; i++) await referee.post(exampleRequest('LEAGUE_QUERY'));
    expect(referee.diary.observed).toHaveLength(10_020);
  });
});
