import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../core/json.ts';
import { detectDialect, dialectOf, type EnvelopeKind, envelopeOf, spokenDialects } from './detect.ts';

describe('the envelope', () => {
  test.each<[Json, EnvelopeKind]>([
    [{ jsonrpc: '2.0', method: 'x' }, 'jsonrpc'],
    [{ jsonrpc: '2.0', message_type: 'GAME_OVER' }, 'jsonrpc'],
    [{ jsonrpc: 7 }, 'jsonrpc'],
    [{ message_type: 'GAME_OVER' }, 'bare'],
    [{ message_type: 'GAME_OVER', method: 'x', params: {} }, 'bare'],
    [{ message_type: 7 }, 'none'],
    [{ foo: 'boo' }, 'none'],
    [{}, 'none'],
    [[1], 'none'],
    ['text', 'none'],
    [null, 'none'],
  ])('of %j is %s', (value, envelope) => {
    expect(envelopeOf(value)).toBe(envelope);
  });
});

describe('the dialect', () => {
  test.each<[EnvelopeKind, JsonObject, string]>([
    // The envelope decides before its content does.
    ['jsonrpc', { protocol: 'league.v2' }, 'rpc'],
    ['jsonrpc', { protocol: 'league.v1' }, 'rpc'],
    ['jsonrpc', {}, 'rpc'],
    ['jsonrpc', { protocol: 'league.v1', game_info: {} }, 'rpc'],
    // Without one the protocol tells.
    ['bare', { protocol: 'league.v2' }, 'flat'],
    ['bare', { protocol: 'league.v2', game_info: {} }, 'flat'],
    ['bare', { protocol: 'league.v1' }, 'v1'],
    ['bare', { protocol: 'league.v1', player_id: 'P01', endpoint: 'http://x/mcp' }, 'v1'],
    // One that is not known is refused, in the plainest words there are.
    ['bare', { protocol: 'league.v3' }, 'flat'],
    ['bare', { protocol: 7 }, 'flat'],
    ['bare', {}, 'flat'],
  ])('of a %s message %j is %s', (envelope, message, dialect) => {
    expect(detectDialect(envelope, message)).toBe(dialect);
  });

  test.each<[JsonObject, 'rpc' | 'flat' | 'v1', string]>([
    [{ accept: true }, 'rpc', 'rpc'],
    [{ accept: true }, 'flat', 'flat'],
    [{ accept: true }, 'v1', 'v1'],
    [{ protocol: 'league.v1' }, 'rpc', 'v1'],
    [{ protocol: 'league.v2' }, 'v1', 'flat'],
  ])('of the bare answer %j to a question in %s is %s', (answer, asked, dialect) => {
    expect(detectDialect(envelopeOf(answer), answer, asked)).toBe(dialect);
  });
});

test('there is a codec for each of the three', () => {
  expect(spokenDialects()).toEqual(['rpc', 'flat', 'v1']);
  for (const name of spokenDialects()) expect(dialectOf(name).name).toBe(name);
  expect(spokenDialects().map((name) => dialectOf(name).enveloped)).toEqual([true, false, false]);
});
