/** Tokens that are guessed, fields that were not asked for, and agents that register for ever. */
import { describe, expect, test } from 'vitest';
import { systemEntropy } from '../../../SHARED/core/entropy.ts';
import { toHex } from '../../../SHARED/core/hash.ts';
import type { JsonObject } from '../../../SHARED/core/json.ts';
import { besiegedLeague, MATCH, messageTo } from '../testing/bearers.ts';
import { type CapturedLeague, captureLeague, LEAGUE } from '../testing/captured_league.ts';
import { messagesIn, secretsOf } from '../testing/captured_secrets.ts';

async function asked(league: CapturedLeague, method: string, params: JsonObject): Promise<JsonObject> {
  const reply = await league.post('LM01', JSON.stringify({ jsonrpc: '2.0', method, params, id: 1 }));
  return messagesIn(reply ?? '{}')[0] ?? {};
}

const QUERY = { protocol: 'league.v2', message_type: 'LEAGUE_QUERY', query_type: 'GET_NEXT_MATCH' };

test('a thousand guesses find no token, change nothing and lock nobody out', async () => {
  const league = await besiegedLeague();
  const before = league.kept();
  for (let i = 0; i < 1_000; i++) {
    const guess = { ...QUERY, sender: 'player:P01', auth_token: `tok_${toHex(systemEntropy.bytes(32))}` };
    expect(await asked(league, 'league_query', guess)).toMatchObject({ error_code: 'E012' });
  }
  expect(league.kept()).toEqual(before);
  const own = { ...QUERY, sender: 'player:P01', auth_token: secretsOf(league).of('auth token', 'P01').at(-1) ?? '' };
  expect(await asked(league, 'league_query', own)).toMatchObject({
    success: true,
    data: { match: { match_id: MATCH } },
  });
  await league.close();
});

describe('fields that nobody asked for', () => {
  const GIFTS = {
    ...{ role: 'referee', agent_id: 'P01', id: 'P01', state: 'ACTIVE', failures: -9, token_used: true, points: 99 },
    ...{ token_sha256: 'ab'.repeat(32), former_token_sha256: 'ab'.repeat(32), address: '10.0.0.1', verified: true },
  };

  test('do not make a player anything else than it is', async () => {
    const league = await captureLeague();
    const player_meta = {
      display_name: 'Greedy',
      game_types: ['even_odd'],
      contact_endpoint: 'memory:greedy',
      ...GIFTS,
    };
    const message = { protocol: 'league.v2', message_type: 'LEAGUE_REGISTER_REQUEST', player_meta, ...GIFTS };
    expect(await asked(league, 'register_player', message)).toMatchObject({ status: 'ACCEPTED', player_id: 'P05' });
    const agent = league.manager.league.agents.get('P05');
    expect(agent).toMatchObject({ id: 'P05', role: 'player', state: 'REGISTERED', failures: 0, token_used: false });
    expect(agent).not.toHaveProperty('points');
    expect(agent).not.toHaveProperty('address');
    expect(agent?.token_sha256).not.toBe(GIFTS.token_sha256);
    expect(league.manager.league.tallies.get('P05')?.points).toBe(0);
    await league.close();
  });

  test('do not get into a result', async () => {
    const league = await besiegedLeague();
    const auth_token = secretsOf(league).of('auth token', 'REF01').at(-1) ?? '';
    const { result, ...report } = messageTo(league, 'LM01', 'report_match_result') as JsonObject & {
      result: JsonObject;
    };
    const sent = { ...report, ...GIFTS, result: { ...result, ...GIFTS }, auth_token, sender: 'referee:REF01' };
    expect(await asked(league, 'report_match_result', sent)).toMatchObject({ status: 'recorded' });
    const decided = league.manager.league.matches.get(MATCH)?.decided;
    expect(decided?.result).toEqual(result);
    expect(Object.keys(decided ?? {})).not.toEqual(expect.arrayContaining(['role']));
    const ledger = league.disk.files().get(`/data/leagues/${LEAGUE}/ledger.jsonl`) ?? '';
    expect(ledger).not.toContain('"points":99');
    await league.close();
  });
});

test('an agent that registers for ever is one agent, with the last token it was given', async () => {
  const league = await captureLeague();
  let auth_token = secretsOf(league).of('auth token', 'P01').at(-1) ?? '';
  const message = messageTo(league, 'LM01', 'register_player');
  const tokens = [auth_token];
  for (let i = 0; i < 50; i++) {
    await league.clock.advance(10_000);
    const again = await asked(league, 'register_player', { ...message, conversation_id: `again-${i}`, auth_token });
    expect(again).toMatchObject({ status: 'ACCEPTED', player_id: 'P01' });
    auth_token = again['auth_token'] as string;
    tokens.push(auth_token);
    expect(await asked(league, 'league_query', { ...QUERY, auth_token })).toMatchObject({
      message_type: 'LEAGUE_QUERY_RESPONSE',
    });
  }
  expect(league.manager.league.agents.size).toBe(6);
  for (const dead of tokens.slice(0, -1))
    expect(await asked(league, 'league_query', { ...QUERY, auth_token: dead })).toMatchObject({ error_code: 'E012' });
  await league.close();
});
