import { describe, expect, test } from 'vitest';
import { CONTRACTS, type MessageType } from '../../contracts/index.ts';
import { sharedList, withOwnEntries } from '../../contracts/shared_list.ts';
import { later } from '../../core/clock.ts';
import { isJsonArray, type Json } from '../../core/json.ts';
import { unwrap } from '../../core/result.ts';
import { exampleBody, exampleService } from '../../testing/example_service.ts';
import { fakeClock } from '../../testing/fake_clock.ts';
import { CONVERSATION, giving, peerTo, type Request, scripted, TO } from '../../testing/scripted_party.ts';
import { memoryNetwork } from '../transport/memory.ts';
import type { Answer } from '../transport/transport.ts';
import { makePeer } from './peer.ts';
import { answering } from './serve.ts';

describe('asking', () => {
  test('writes envelope, id, sender, time and token, and brings back the answer', async () => {
    const { requests, answer } = giving({ ...CONTRACTS.GAME_JOIN_ACK.example });
    const { peer, how, observed } = await peerTo(answer);
    const heard = await peer.ask(TO, 'GAME_INVITATION', exampleBody('GAME_INVITATION') as never, {
      ...how,
      auth_token: 'ticket',
    });
    expect(requests).toEqual([
      {
        jsonrpc: '2.0',
        method: 'handle_game_invitation',
        params: {
          ...CONTRACTS.GAME_INVITATION.example,
          timestamp: '2025-01-15T10:00:00Z',
          auth_token: 'ticket',
        },
        id: 1,
      },
    ]);
    expect(unwrap(heard)).toMatchObject({ kind: 'answer', message: CONTRACTS.GAME_JOIN_ACK.example });
    expect(observed.map(({ direction, peer: who, message }) => [direction, who, message.message_type])).toEqual([
      ['SENT', 'P01', 'GAME_INVITATION'],
      ['RECEIVED', 'P01', 'GAME_JOIN_ACK'],
    ]);
  });

  test('never uses an id twice', async () => {
    const { requests, answer } = giving({ accept: true });
    const { ask } = await peerTo(answer);
    await Promise.all([ask('GAME_INVITATION'), ask('GAME_INVITATION')]);
    expect(requests.map(({ id }) => id)).toEqual([1, 2]);
  });

  test('a bad message of our own is a bug', async () => {
    const { peer, how } = await peerTo(giving({}).answer);
    await expect(peer.ask(TO, 'GAME_INVITATION', { match_id: 7 } as never, how)).rejects.toThrow(
      'we were about to send a bad GAME_INVITATION',
    );
  });

  test('a bad entry is one in a list that messages have in common too, and in what one has of its own', async () => {
    const { requests, answer } = giving({ status: 'acknowledged' });
    const { peer, how } = await peerTo(answer);
    const { matches, ...round } = exampleBody('ROUND_ANNOUNCEMENT');
    const [entry] = matches as readonly Json[];
    const ask = (list: readonly Json[]) =>
      peer.ask(TO, 'ROUND_ANNOUNCEMENT', { ...round, matches: list } as never, how);
    const good = sharedList(Array.from({ length: 8 }, () => entry as Json));
    const bad = sharedList(withOwnEntries<Json>(good, [[5, { match_id: 7 }]]));
    const kinds = {
      good,
      own: withOwnEntries<Json>(good, [[2, { ...(entry as object), match_id: 'R1M9' }]]),
      bad,
      hidden: withOwnEntries<Json>(bad, [[5, entry as Json]]),
      badOwn: withOwnEntries<Json>(good, [[2, { match_id: 7 }]]),
      fromElsewhere: sharedList<Json>(['P01', 'P02', 'P03', 'P04', 'P05', 'P06', 'P07', 'P08']),
    };
    for (const list of [kinds.good, kinds.own, kinds.good]) expect(await ask(list)).toMatchObject({ ok: true });
    for (const list of [kinds.bad, kinds.hidden, kinds.badOwn, kinds.fromElsewhere])
      for (const _ of [1, 2]) await expect(ask(list)).rejects.toThrow('we were about to send a bad ROUND_ANNOUNCEMENT');
    expect(requests.map(({ params }) => (params as { readonly matches: readonly Json[] }).matches.length)).toEqual([
      8, 8, 8,
    ]);
  });

  test('fails as the wire fails', async () => {
    const { peer, how, clock } = await peerTo(() => new Promise(() => undefined));
    const body = exampleBody('GAME_INVITATION') as never;
    expect(await peer.ask({ ...TO, address: 'memory:nobody' }, 'GAME_INVITATION', body, how)).toMatchObject({
      error: { code: 'UNREACHABLE' },
    });
    expect(await clock.runUntil(peer.ask(TO, 'GAME_INVITATION', body, how))).toMatchObject({
      error: { code: 'DEADLINE_PASSED' },
    });
  });

  test('a service of ours answers every request of every role', async () => {
    for (const role of ['league_manager', 'referee', 'player'] as const) {
      const { service, diary } = exampleService(role);
      const { peer, how } = await peerTo(answering(service));
      const asked = Object.values(CONTRACTS).filter(
        ({ head }) => 'reply' in head && (head.to as readonly string[]).includes(role),
      );
      for (const { head } of asked) {
        const type = head.type as 'START_LEAGUE';
        const heard = unwrap(await peer.ask(TO, type, exampleBody(type) as never, how));
        expect(heard).toMatchObject({ kind: 'answer', message: { conversation_id: CONVERSATION } });
      }
      expect(diary.handled.map(({ type }) => type)).toEqual(asked.map(({ head }) => head.type));
    }
  });
});

describe('telling', () => {
  test('is a notification, and delivered is enough', async () => {
    const { requests, answer } = scripted({ error: 'whatever' });
    const { peer, how } = await peerTo(answer);
    expect(await peer.tell(TO, 'GAME_ERROR', exampleBody('GAME_ERROR') as never, how)).toEqual({ ok: true });
    expect(requests[0]).not.toHaveProperty('id');
  });

  test('to nobody fails', async () => {
    const { peer, how } = await peerTo(giving({}).answer);
    const nobody = { ...TO, address: 'memory:nobody' };
    expect(await peer.tell(nobody, 'GAME_ERROR', exampleBody('GAME_ERROR') as never, how)).toMatchObject({
      error: { code: 'UNREACHABLE' },
    });
  });
});

describe('asking for several things at once', () => {
  const items = (['LEAGUE_STANDINGS_UPDATE', 'ROUND_COMPLETED', 'GAME_ERROR', 'RUN_MATCH'] as const).map((type) => ({
    type,
    body: exampleBody(type),
    conversation_id: `conv-${type}`,
  }));
  const askAll = async (answer: Answer) => {
    const { peer, how } = await peerTo(answer);
    return peer.askAll(TO, items, { deadline: how.deadline });
  };

  test('is one batch, and each gets its own outcome', async () => {
    const answers: { readonly [type: string]: MessageType } = {
      LEAGUE_STANDINGS_UPDATE: 'STANDINGS_UPDATE_ACK',
      ROUND_COMPLETED: 'ROUND_COMPLETED_ACK',
    };
    const outcomes = await askAll(async (text) => {
      const batch = JSON.parse(text) as Request[];
      expect(isJsonArray(batch)).toBe(true);
      const replies = batch.map(({ id, params }) => {
        const type = answers[params['message_type'] as string];
        if (type === undefined) return { jsonrpc: '2.0', error: { code: -32601, message: 'no' }, id };
        return { jsonrpc: '2.0', result: { message_type: type, ...exampleBody(type) }, id };
      });
      return JSON.stringify(replies.reverse());
    });
    expect(outcomes).toMatchObject([
      { value: { kind: 'answer', message: { conversation_id: 'conv-LEAGUE_STANDINGS_UPDATE' } } },
      { value: { kind: 'answer', message: { conversation_id: 'conv-ROUND_COMPLETED' } } },
      { value: { kind: 'acknowledged' } },
      { error: { code: 'ERROR_REPLY' } },
    ]);
  });

  test.each([
    ['nothing', undefined, ['acknowledged', 'acknowledged', 'acknowledged', 'INVALID_REPLY']],
    ['no JSON', '<html>', ['acknowledged', 'acknowledged', 'acknowledged', 'INVALID_REPLY']],
    ['an empty list', '[]', ['acknowledged', 'acknowledged', 'acknowledged', 'INVALID_REPLY']],
    [
      'one error for all',
      '{"jsonrpc":"2.0","error":{"code":-32600,"message":"no batches"},"id":null}',
      ['ERROR_REPLY', 'ERROR_REPLY', 'acknowledged', 'ERROR_REPLY'],
    ],
  ])('answered with %s', async (_, text, expected) => {
    const outcomes = await askAll(async () => text);
    expect(outcomes.map((outcome) => (outcome.ok ? outcome.value.kind : outcome.error.code))).toEqual(expected);
  });

  test('fails for all when the wire fails', async () => {
    const { peer, how } = await peerTo(giving({}).answer);
    const outcomes = await peer.askAll({ ...TO, address: 'memory:nobody' }, items, { deadline: how.deadline });
    expect(outcomes.map((outcome) => !outcome.ok && outcome.error.code)).toEqual(items.map(() => 'UNREACHABLE'));
  });
});

describe('a look', () => {
  const look = async (answer: Answer, at = TO.address) => {
    const { peer, how } = await peerTo(answer);
    return peer.look(at, 'ping', {}, how.deadline);
  };

  test('brings back an object, enveloped or bare', async () => {
    expect(await look(giving({ status: 'ok' }).answer)).toEqual({ ok: true, value: { status: 'ok' } });
    expect(await look(scripted({ status: 'ok' }).answer)).toEqual({ ok: true, value: { status: 'ok' } });
  });

  test.each([
    ['no object', giving([1]).answer, 'INVALID_REPLY'],
    ['no reply', scripted(() => undefined).answer, 'INVALID_REPLY'],
    ['no JSON', async () => '<html>', 'INVALID_REPLY'],
    ['another id', scripted({ jsonrpc: '2.0', result: {}, id: 99 }).answer, 'INVALID_REPLY'],
    [
      'an error',
      scripted(({ id }) => ({ jsonrpc: '2.0', error: { code: -32601, message: 'no' }, id })).answer,
      'ERROR_REPLY',
    ],
    ['an error in a result', giving({ error: 'Unknown method' }).answer, 'ERROR_REPLY'],
  ])('fails on %s', async (_, answer, code) => {
    expect(await look(answer)).toMatchObject({ error: { code } });
  });

  test('fails where nobody listens', async () => {
    expect(await look(giving({}).answer, 'memory:nobody')).toMatchObject({ error: { code: 'UNREACHABLE' } });
  });
});

test('an agent that answers in another dialect than it is written to is noted, once', async () => {
  const clock = fakeClock();
  const wire = memoryNetwork({ clock }).transport();
  const bare = { protocol: 'league.v1', message_type: 'GAME_JOIN_ACK', sender: 'player_P01', match_id: 'R1M1' };
  unwrap(await wire.listen('memory:changer', async () => JSON.stringify(bare)));
  const noted: string[] = [];
  const peer = makePeer({
    ...{ transport: wire, clock, sender: () => 'referee:REF01' },
    onDialectChange: (id, { from, to }) => noted.push(`${id}: ${from} to ${to}`),
  });
  const to = { id: 'P01', address: 'memory:changer', dialect: 'rpc' } as const;
  const body = { match_id: 'R1M1', game_type: 'even_odd', role_in_match: 'PLAYER_A', opponent_id: 'P02' } as const;
  const how = () => ({ conversation_id: 'c1', deadline: later(clock.monotonic(), 1_000) });
  for (let i = 0; i < 2; i++) {
    const heard = await clock.runUntil(peer.ask(to, 'GAME_INVITATION', body, how()));
    expect(heard).toMatchObject({ ok: true, value: { kind: 'answer', dialect: 'v1' } });
  }
  expect(noted).toEqual(['P01: rpc to v1']);
});
