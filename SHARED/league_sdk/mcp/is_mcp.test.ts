import { describe, expect, test } from 'vitest';
import type { Contract } from '../../contracts/contract.ts';
import { CONTRACTS } from '../../contracts/index.ts';
import { READ_ONLY } from '../../contracts/read_only.ts';
import { SEAT_METHODS } from '../../contracts/seat_methods.ts';
import type { Json } from '../../core/json.ts';
import { requestText } from '../messaging/envelope.ts';
import { isForMcp } from './is_mcp.ts';

const MCP_METHODS = [
  ...['initialize', 'tools/list', 'tools/call', 'resources/list', 'resources/templates/list', 'resources/read'],
  ...['resources/subscribe', 'prompts/get', 'completion/complete', 'logging/setLevel', 'notifications/initialized'],
  ...['notifications/cancelled', 'server/discover', 'subscriptions/listen', 'tasks/get'],
];
const LEAGUE_METHODS = [
  ...Object.values(CONTRACTS).flatMap(({ head }: Contract) => head.method ?? []),
  ...Object.keys(READ_ONLY).filter((name) => name !== 'ping'),
  ...Object.keys(SEAT_METHODS),
  'mcp_message',
];
const batch = (...methods: readonly string[]) => `[${methods.map((method) => asked(method)).join(',')}]`;
const asked = (method: string, params: Json = {}) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });

describe('without a hint', () => {
  test.each(MCP_METHODS)('%s is for MCP, however it is written', (method) => {
    const spellings = [
      asked(method),
      requestText(1, method, {}),
      JSON.stringify({ params: { big: 'x'.repeat(4_000) }, method, jsonrpc: '2.0', id: 1 }),
      JSON.stringify({ jsonrpc: '2.0', method, id: 1 }, null, 2),
      asked(method).replaceAll('/', '\\/'),
      JSON.stringify([{ jsonrpc: '2.0', method, id: 1 }]),
    ];
    expect(spellings.map((text) => isForMcp(text, false))).toEqual(spellings.map(() => true));
  });

  test.each([...LEAGUE_METHODS, 'ping', 'foobar', 'initialized', 'my_tools/list', 'toolset'])(
    '%s is for the league',
    (method) => {
      expect([isForMcp(asked(method), false), isForMcp(requestText(1, method, {}), false)]).toEqual([false, false]);
    },
  );

  test('a message of the league that quotes MCP stays with the league', () => {
    const quoting = { reason: '"method":"tools/list"', inner: { method: 'tools/list' } };
    expect(isForMcp(asked('shutdown', quoting), false)).toBe(false);
    expect(isForMcp(JSON.stringify({ message_type: 'LEAGUE_ERROR', method: 1, details: quoting }), false)).toBe(false);
  });

  test('a batch is for MCP when something in it is', () => {
    expect(isForMcp(batch('tools/list', 'initialize'), false)).toBe(true);
    expect(isForMcp(batch('get_status', 'tools/list'), false)).toBe(true);
    expect(isForMcp(batch('get_status', 'ping', 'foobar'), false)).toBe(false);
    expect(isForMcp('[]', false)).toBe(false);
  });

  test.each(['', '{', 'null', '1', '"tools/list"', '{"method":"tools/list"'])('%j is for the league', (text) => {
    expect(isForMcp(text, false)).toBe(false);
  });
});

describe('with a hint', () => {
  test.each([...MCP_METHODS, 'ping', 'foobar'])('%s is for MCP', (method) => {
    expect(isForMcp(asked(method), true)).toBe(true);
  });

  test.each(LEAGUE_METHODS)('%s is for the league all the same', (method) => {
    expect(isForMcp(asked(method), true)).toBe(false);
  });

  test.each([
    ['a response', '{"jsonrpc":"2.0","id":1,"result":{}}'],
    ['a batch', '[{"jsonrpc":"2.0","id":1,"method":"ping"}]'],
    ['an empty batch', '[]'],
    ['what is no JSON', '{'],
    ['what says nothing', '{}'],
  ])('%s is for MCP', (_, text) => {
    expect(isForMcp(text, true)).toBe(true);
  });

  test('a batch is for the league when all of it is', () => {
    expect(isForMcp(batch('get_status', 'league_query'), true)).toBe(false);
    expect(isForMcp(batch('get_status', 'ping'), true)).toBe(true);
  });

  test('a bare message is for the league', () => {
    expect(isForMcp(JSON.stringify(CONTRACTS.START_LEAGUE.example), true)).toBe(false);
  });
});

test.each([
  ['register_player', false],
  ['LEAGUE_REGISTER_REQUEST', false],
  ['league_register', false],
  ['get_status', true],
  ['constructor', true],
])('tools/call of %s outside a session is MCP’s: %s', (name, expected) => {
  const text = JSON.stringify({ jsonrpc: '2.0', method: 'tools/call', params: { name, arguments: {} }, id: 1 });
  expect(isForMcp(text, false)).toBe(expected);
  expect(isForMcp(text, true)).toBe(true);
});
