import { expect, test } from 'vitest';
import { timestamp } from '../../../SHARED/core/clock.ts';
import type { JsonObject } from '../../../SHARED/core/json.ts';
import { unwrap } from '../../../SHARED/core/result.ts';
import { fakeClock } from '../../../SHARED/testing/fake_clock.ts';
import { judge } from '../../../SHARED/testing/shipped_games.ts';
import { GAME, LEAGUE } from '../testing/rehearsal.ts';
import { stage } from '../testing/rehearsal_stage.ts';
import { duplicateRequests } from './rate_limits.ts';

const REQUEST = { conversation_id: 'c1', meta: { display_name: 'Agent' }, address: '10.0.0.7' };

/** One agent, P01, and registrations that give it one token after the other. */
function staged() {
  let made = 0;
  const agent = { token_sha256: '', token_used: false };
  const once = duplicateRequests<{ readonly id: string | null; readonly token_sha256?: string }>((id) =>
    id === 'P01' ? agent : undefined,
  );
  const accept = async () => {
    agent.token_sha256 = `token ${++made}`;
    return { id: 'P01', token_sha256: agent.token_sha256 };
  };
  return { agent, once, accept, made: () => made };
}

const answered = (nth: number) => ({ id: 'P01', token_sha256: `token ${nth}` });

test('the same registration again gets the same answer', async () => {
  const { once, accept, made } = staged();
  const together = await Promise.all([once(REQUEST, accept), once(REQUEST, accept)]);
  expect(together).toEqual([answered(1), answered(1)]);
  expect(await once({ ...REQUEST }, accept)).toEqual(answered(1));
  expect(made()).toBe(1);
});

test.each([
  ['in another conversation', { conversation_id: 'c2' }],
  ['from another address', { address: '10.0.0.8' }],
  ['of another agent', { meta: { display_name: 'Other' } }],
])('one %s is another', async (_, difference) => {
  const { once, accept } = staged();
  await once(REQUEST, accept);
  expect(await once({ ...REQUEST, ...difference }, accept)).toEqual(answered(2));
});

test('a token that was used is given to nobody again, and who was turned away may try again', async () => {
  const { agent, once, accept } = staged();
  expect(await once(REQUEST, async () => ({ id: null }))).toEqual({ id: null });
  expect(await once(REQUEST, accept)).toEqual(answered(1));
  agent.token_used = true;
  expect(await once(REQUEST, accept)).toEqual(answered(2));
});

test('a token that another registration has replaced is given to nobody again', async () => {
  const { once, accept } = staged();
  const other = { ...REQUEST, conversation_id: 'c2' };
  await once(REQUEST, accept);
  expect(await once(other, accept)).toEqual(answered(2));
  expect(await once(REQUEST, accept)).toEqual(answered(3));
});

test('not everything is remembered forever', async () => {
  const { agent, once, accept } = staged();
  for (let i = 0; i <= 1_000; i++) await once({ ...REQUEST, conversation_id: `c${i}` }, accept);
  expect(await once({ ...REQUEST, conversation_id: 'c1000' }, accept)).toEqual(answered(1_001));
  agent.token_sha256 = 'token 1';
  expect(await once({ ...REQUEST, conversation_id: 'c0' }, accept)).toEqual(answered(1_002));
});

test('whatever is repeated, the token an agent heard last is good', async () => {
  const s = stage({ clock: fakeClock(), judge, plays: () => undefined });
  const manager = unwrap(await s.start());
  const player_meta = { display_name: 'A', version: '1', game_types: [GAME], contact_endpoint: 'memory:A' };
  const about = { protocol: 'league.v2', message_type: 'LEAGUE_REGISTER_REQUEST', sender: 'player:A', player_meta };
  const registered = async (conversation_id: string) => {
    const reply = await s.call('register_player', { ...about, conversation_id, timestamp: timestamp(s.clock) });
    return reply['result'] as JsonObject;
  };
  const tokens: unknown[] = [];
  for (const conversation of ['A', 'A', 'B', 'A', 'A']) tokens.push((await registered(conversation))['auth_token']);
  expect(new Set(tokens).size).toBe(2);
  const query = { league_id: LEAGUE, query_type: 'GET_STANDINGS' };
  expect(await s.say('LEAGUE_QUERY', query, tokens.at(-1) as string)).toMatchObject({
    message_type: 'LEAGUE_QUERY_RESPONSE',
  });
  await s.clock.runUntil(manager.stop('enough'));
});
