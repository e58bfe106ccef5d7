import { expect, test } from 'vitest';
import { CONTRACTS } from '../../../SHARED/contracts/index.ts';
import { check } from '../../../SHARED/contracts/read.ts';
import type { JsonObject } from '../../../SHARED/core/json.ts';
import { errorEnvelope, resultEnvelope } from '../../../SHARED/league_sdk/messaging/envelope.ts';
import { ACTIONS, type ActionName, actionsFor, outcomeOf, requestOf, tokenQuestion } from './operator_requests.ts';

const sending = { league_id: 'l', token: 'op_1', timestamp: '2026-01-01T00:00:00.000Z', nth: 3 };
const names = Object.keys(ACTIONS) as ActionName[];
const said = { agent_id: 'P03', reason: 'It floods the referees.' };

test.each(names)('%s is asked for by the message and the method of the contracts', (name) => {
  const { message, method } = ACTIONS[name];
  const request = requestOf(name, said, sending);
  expect(request).toMatchObject({
    jsonrpc: '2.0',
    method,
    id: 3,
    params: { message_type: message, auth_token: 'op_1' },
  });
  expect(CONTRACTS[message].head.method).toBe(method);
  expect(check(CONTRACTS[message].schema, request.params as JsonObject)).toMatchObject({ ok: true });
});

test('a token is tried by a question that changes nothing', () => {
  const { method, params } = tokenQuestion(sending);
  expect(method).toBe(CONTRACTS.LEAGUE_QUERY.head.method);
  expect(check(CONTRACTS.LEAGUE_QUERY.schema, params as JsonObject)).toMatchObject({ ok: true });
});

test('an agent can be suspended, readmitted and removed as it stands, and one that was removed is let alone', () => {
  const agent = { mark: null, is_ready: true, silent_since: null };
  expect(actionsFor(agent)).toEqual(['suspend', 'remove']);
  expect(actionsFor({ ...agent, mark: 'suspended' })).toEqual(['readmit', 'remove']);
  expect(actionsFor({ ...agent, is_ready: false })).toContain('readmit');
  expect(actionsFor({ ...agent, is_ready: null, silent_since: '2026-01-01T00:00:00.000Z' })).toContain('readmit');
  for (const mark of ['removed', 'disqualified']) expect(actionsFor({ ...agent, mark })).toEqual([]);
});

test('what was left empty is not sent', () => {
  const { params } = requestOf('pause', { reason: '' }, sending);
  expect(params).not.toHaveProperty('reason');
  expect(requestOf('readmit', { ...said, endpoint: '' }, sending).params).not.toHaveProperty('endpoint');
  expect(requestOf('readmit', { ...said, endpoint: 'http://h:1/mcp' }, sending).params['endpoint']).toBe(
    'http://h:1/mcp',
  );
});

test('what was done is told with how far the league is now', () => {
  const running = { message_type: 'LEAGUE_STATUS', status: 'running', current_round: 1, total_rounds: 3 };
  const told = (result: object) => outcomeOf(resultEnvelope(3, { ...result }), 'Done.').text;
  expect(told(running)).toBe('Done. Round 1 of 3 is being played.');
  expect(told({ ...running, paused: 'lunch' })).toBe('Done. It is paused: lunch.');
  expect(told({ ...running, would_forfeit: [{ agent_id: 'P04', reason: 'unreachable' }] })).toBe(
    'Done. Round 1 of 3 is being played. Not there, so that they forfeit until they answer: P04 (unreachable).',
  );
});

test('a refusal is told with its code, and a wrong token is known as one', () => {
  const refused = (code: 'E012' | 'E005', detail: string) =>
    outcomeOf(errorEnvelope(3, 'INVALID_PARAMS', { code, detail }), 'Done.');
  expect(refused('E012', 'the auth_token is not valid in this league')).toEqual({
    isDone: false,
    text: 'The manager said: E012 AUTH_TOKEN_INVALID: the auth_token is not valid in this league',
    isTokenWrong: true,
  });
  expect(refused('E005', 'no agent P99 is in this league').isTokenWrong).toBeUndefined();
});

test.each([undefined, null, 'x', [], {}, { result: 7 }])('an answer that is none, %j, is no success', (reply) => {
  expect(outcomeOf(reply, 'Done.').isDone).toBe(false);
});
