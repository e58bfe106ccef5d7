import { expect, test } from 'vitest';
import { seededEntropy } from '../../core/entropy.ts';
import { unwrap } from '../../core/result.ts';
import { exampleBody, exampleService } from '../../testing/example_service.ts';
import { fakeClock } from '../../testing/fake_clock.ts';
import type { LoggedMessage } from '../messaging/peer.ts';
import { answering } from '../messaging/serve.ts';
import { memoryNetwork } from '../transport/memory.ts';
import { AuthenticatedClient } from './authenticated_client.ts';

const CREDENTIALS = { agent_id: 'REF01', auth_token: 'tok_ref01', league_id: 'cup' };

async function stage() {
  const clock = fakeClock();
  const transport = memoryNetwork({ clock }).transport();
  const { service, diary } = exampleService('league_manager');
  unwrap(await transport.listen('memory:LM01', answering(service)));
  const observed: LoggedMessage[] = [];
  const observe = (logged: LoggedMessage): void => void observed.push(logged);
  const client = new AuthenticatedClient(CREDENTIALS, {
    ...{ transport, clock, entropy: seededEntropy(1), observe },
    role: 'referee',
  });
  return { clock, transport, diary, observed, client };
}

test('every message says who sends it, with what right and in which league', async () => {
  const { client, diary } = await stage();
  unwrap(await client.sendMessage('memory:LM01', 'LEAGUE_QUERY', { query_type: 'GET_STANDINGS' }));
  expect(diary.handled[0]?.message).toMatchObject({
    sender: 'referee:REF01',
    auth_token: 'tok_ref01',
    league_id: 'cup',
    query_type: 'GET_STANDINGS',
  });
});

test('a league that is named is the one that is meant, and messages that name none get none', async () => {
  const { client, diary } = await stage();
  const league_id = 'another';
  unwrap(await client.sendMessage('memory:LM01', 'LEAGUE_QUERY', { league_id, query_type: 'GET_STANDINGS' }));
  const { referee_meta } = exampleBody('REFEREE_REGISTER_REQUEST');
  unwrap(await client.sendMessage('memory:LM01', 'REFEREE_REGISTER_REQUEST', { referee_meta } as never));
  expect(diary.handled[0]?.message['league_id']).toBe('another');
  expect(diary.handled[1]?.message).not.toHaveProperty('league_id');
});

test('somebody who speaks a dialect is written to in it, and is seen by its id', async () => {
  const { client, diary, observed } = await stage();
  const manager = { id: 'LM01', address: 'memory:LM01', dialect: 'flat' } as const;
  unwrap(await client.sendMessage(manager, 'LEAGUE_QUERY', { query_type: 'GET_STANDINGS' }));
  expect(diary.handled[0]?.caller.dialect).toBe('flat');
  expect(observed.map(({ direction, peer }) => `${direction} ${peer}`)).toEqual(['SENT LM01', 'RECEIVED LM01']);
});

test('who merely hears a message has nothing to say', async () => {
  const { client, transport } = await stage();
  unwrap(await transport.listen('memory:P01', async () => '{"status":"ok"}'));
  const over = exampleBody('GAME_OVER') as never;
  expect(await client.sendMessage('memory:P01', 'GAME_OVER', over)).toEqual({ ok: true, value: undefined });
});

test('an answer is waited for as long as its contract says, or as long as one likes', async () => {
  const { client, clock, transport } = await stage();
  unwrap(await transport.listen('memory:silent', () => new Promise(() => undefined)));
  const ask = (withinMs?: number) =>
    clock.runUntil(client.sendMessage('memory:silent', 'LEAGUE_QUERY', { query_type: 'GET_STANDINGS' }, withinMs));
  expect(await ask()).toMatchObject({ error: { code: 'DEADLINE_PASSED' } });
  expect(clock.monotonic()).toBe(10_000);
  await ask(500);
  expect(clock.monotonic()).toBe(10_500);
});
