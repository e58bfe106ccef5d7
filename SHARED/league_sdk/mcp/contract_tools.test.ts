import { describe, expect, test } from 'vitest';
import { CONTRACTS } from '../../contracts/index.ts';
import type { Monotonic } from '../../core/clock.ts';
import { err } from '../../core/result.ts';
import { exampleBody, exampleService } from '../../testing/example_service.ts';
import { answering, type Service } from '../messaging/serve.ts';
import { contractTools } from './contract_tools.ts';

const signal = new AbortController().signal;
const origin = { address: '10.0.0.1', receivedAt: 7 as Monotonic };

function toolsOf(role: 'league_manager' | 'player', changes: Partial<Service<'player'>> = {}) {
  const { service, diary } = exampleService(role, changes as never);
  const tools = new Map(contractTools(answering(service), role).map((tool) => [tool.name, tool]));
  const run = (name: string, given: object, from: object = {}) =>
    tools.get(name)?.run(given as never, { origin: { ...origin, ...from }, signal });
  return { run, diary };
}

describe('a tool of a message', () => {
  test('fills in what goes without saying, and answers with the whole reply', async () => {
    const { run, diary } = toolsOf('player');
    const answer = await run('handle_game_invitation', exampleBody('GAME_INVITATION'));
    expect(answer?.data).toMatchObject({ message_type: 'GAME_JOIN_ACK', ...exampleBody('GAME_JOIN_ACK') });
    expect(answer).not.toHaveProperty('failed');
    expect(diary.handled).toMatchObject([
      { type: 'GAME_INVITATION', message: { protocol: 'league.v2' }, caller: { address: '10.0.0.1', receivedAt: 7 } },
    ]);
  });

  test('takes a whole message as well, and keeps its conversation', async () => {
    const { run } = toolsOf('player');
    const { conversation_id } = CONTRACTS.GAME_INVITATION.example;
    expect(await run('handle_game_invitation', CONTRACTS.GAME_INVITATION.example)).toMatchObject({
      data: { conversation_id },
    });
  });

  test.each([
    ['in the message', { auth_token: 'ticket' }, {}],
    ['with the request', {}, { bearer: 'ticket' }],
  ])('hands on a token that came %s', async (_, said, from) => {
    const { run, diary } = toolsOf('player');
    await run('choose_parity', { ...exampleBody('CHOOSE_PARITY_CALL'), ...said }, from);
    expect(diary.handled[0]?.message).toMatchObject({ auth_token: 'ticket' });
  });
});

describe('what fails', () => {
  test('because of a field says which, as JSON-RPC does, and is noted like any refusal', async () => {
    const { run, diary } = toolsOf('league_manager');
    expect(await run('start_league', {})).toEqual({
      failed: true,
      text: 'E003 MISSING_REQUIRED_FIELD: missing required field: league_id',
      data: {
        error_code: 'E003',
        error_name: 'MISSING_REQUIRED_FIELD',
        error_description: 'missing required field: league_id',
      },
    });
    expect(diary.refusals).toEqual([{ what: 'START_LEAGUE', code: 'E003' }]);
  });

  test('because of the sender comes with the message that refuses it', async () => {
    const authenticate = () => err({ code: 'E012' as const, detail: 'not the ticket' });
    const { run } = toolsOf('player', { authenticate });
    expect(await run('game_move', exampleBody('GAME_MOVE_CALL'))).toMatchObject({
      failed: true,
      text: 'E012 AUTH_TOKEN_INVALID: not the ticket',
      data: { message_type: 'GAME_ERROR', error_code: 'E012' },
    });
  });

  test('by a bug says no more than that', async () => {
    const { run, diary } = toolsOf('player', {
      authenticate: () => {
        throw new Error('secret');
      },
    });
    expect(await run('game_move', exampleBody('GAME_MOVE_CALL'))).toEqual({
      failed: true,
      text: 'Internal error',
      data: {},
    });
    expect(diary.bugs).toHaveLength(1);
  });
});

test('a look needs nothing', async () => {
  const { run } = toolsOf('league_manager');
  expect(await run('get_status', {})).toEqual({ data: { looked: 'get_status' } });
});

test('an answer with the id of another request is none', async () => {
  const [tool] = contractTools(async () => JSON.stringify({ jsonrpc: '2.0', result: {}, id: 77 }), 'player');
  await expect(tool?.run({}, { origin, signal })).rejects.toThrow('an agent did not answer its own tool');
});
