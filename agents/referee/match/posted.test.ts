import { describe, expect, test } from 'vitest';
import { sleep } from '../../../SHARED/core/clock.ts';
import { seededEntropy } from '../../../SHARED/core/entropy.ts';
import type { Json, JsonObject } from '../../../SHARED/core/json.ts';
import { unwrap } from '../../../SHARED/core/result.ts';
import { USUAL_LOGS } from '../../../SHARED/league_sdk/logs/logs.ts';
import { fakeClock } from '../../../SHARED/testing/fake_clock.ts';
import { gameOf } from '../../../SHARED/testing/shipped_games.ts';
import { ordered, REFEREE, type Reported, type Says, stage } from '../testing/rehearsal.ts';
import { makePostedAnswers, POSTED_TYPES } from './posted_answers.ts';
import { Seat } from './seat.ts';

const evenOdd = () => stage({ clock: fakeClock(), gameOf, game_type: 'even_odd' });
type Scene = ReturnType<typeof evenOdd>;
const acknowledges: Says = () => ({ status: 'pending' });
const OK = { status: 'ok' };

/** P01 acknowledges and posts; P02 is slow to choose unless told otherwise. */
async function scene(second: JsonObject | undefined = undefined): Promise<Scene> {
  const s = evenOdd();
  await s.ready();
  await s.player('P01', 'even', { GAME_INVITATION: acknowledges, CHOOSE_PARITY_CALL: acknowledges });
  await s.player('P02', 'odd', second === undefined ? { CHOOSE_PARITY_CALL: () => undefined } : {});
  await s.run();
  return s;
}

const conversation = (s: Scene, id = 'P01') => s.got(id, 'GAME_INVITATION')[0]?.message['conversation_id'] as Json;

/** Posts a bare answer of P01. */
async function post(s: Scene, message_type: string, body: JsonObject = {}): Promise<JsonObject> {
  return s.send({ protocol: 'league.v2', message_type, conversation_id: conversation(s), ...body });
}
const join = (s: Scene, body: JsonObject = {}) => post(s, 'GAME_JOIN_ACK', body);
const choose = (s: Scene, parity_choice: Json, body: JsonObject = {}) =>
  post(s, 'CHOOSE_PARITY_RESPONSE', { parity_choice, ...body });

test('an answer may be posted, bare or in an envelope of any method', async () => {
  const s = await scene({});
  await s.clock.advance(4_000);
  expect(await join(s)).toEqual(OK);
  await s.clock.advance(29_000);
  const params = {
    protocol: 'league.v2',
    message_type: 'PARITY_CHOICE',
    choice: 'EVEN',
    conversation_id: conversation(s),
  };
  expect(await s.send({ jsonrpc: '2.0', method: 'whatever', params, id: 7 })).toEqual({
    jsonrpc: '2.0',
    result: OK,
    id: 7,
  });
  await s.clock.advance(100);
  expect(s.reports()[0]).toMatchObject({ result: { winner: 'P01', details: { termination: 'normal' } } });
  expect(s.got('P01', 'GAME_ERROR')).toEqual([]);
  expect(s.agentLog()).toContainEqual(
    expect.objectContaining({ direction: 'RECEIVED', message_type: 'PARITY_CHOICE', peer: 'P01', details: {} }),
  );
});

test('a posted answer comes too late for its attempt and in time for the next', async () => {
  const s = await scene({});
  await s.clock.advance(6_000);
  expect(await join(s)).toEqual(OK);
  await s.clock.advance(1);
  expect(s.got('P01', 'GAME_INVITATION')).toHaveLength(2);
  expect(s.got('P01', 'CHOOSE_PARITY_CALL')).toHaveLength(1);
});

test('a second choice replaces the first until both are in', async () => {
  const s = await scene();
  await join(s);
  await s.clock.advance(1);
  expect(await choose(s, 'odd')).toEqual(OK);
  expect(await choose(s, 'odd')).toEqual(OK);
  expect(await choose(s, 'even')).toEqual(OK);
  const other = { protocol: 'league.v2', message_type: 'CHOOSE_PARITY_RESPONSE', parity_choice: 'odd' };
  expect(await s.send({ ...other, conversation_id: conversation(s, 'P02') })).toEqual(OK);
  await s.clock.advance(100);
  expect(s.reports()[0]).toMatchObject({
    result: { winner: 'P01', details: { moves: [{ P01: 'even', P02: 'odd' }] } },
  });
  expect(s.componentLog().filter(({ event_type }) => event_type === 'ANSWERED_AGAIN')).toHaveLength(2);
});

test('and never after', async () => {
  const s = await scene({});
  await join(s);
  await s.clock.advance(1);
  expect(await choose(s, 'odd')).toEqual(OK);
  await s.clock.advance(1);
  expect(await choose(s, 'even')).toMatchObject({ message_type: 'GAME_ERROR', error_code: 'E007' });
  expect(await choose(s, 'odd')).toEqual(OK);
  await s.clock.advance(100);
  expect(s.record().result).toMatchObject({ choices: { P01: 'odd', P02: 'odd' } });
});

test('an illegal second choice does not take back a legal first', async () => {
  const s = await scene();
  await join(s);
  await s.clock.advance(1);
  await choose(s, 'even');
  expect(await choose(s, 'seven')).toEqual(OK);
  await s.clock.advance(95_000);
  expect(s.reports()[0]).toMatchObject({ result: { winner: 'P01', details: { moves: [{ P01: 'even' }] } } });
});

test('the response of a call is a second choice when a first one was posted before it', async () => {
  const s = evenOdd();
  await s.ready();
  const release = Promise.withResolvers<void>();
  await s.player('P01', 'even', {
    CHOOSE_PARITY_CALL: async (call) => {
      await release.promise;
      return s.answerTo(call, 'even');
    },
  });
  await s.player('P02', 'odd', { CHOOSE_PARITY_CALL: () => undefined });
  await s.run();
  await s.clock.advance(1);
  expect(await choose(s, 'odd')).toEqual(OK);
  release.resolve();
  await s.clock.advance(100_000);
  expect(s.reports()[0]).toMatchObject({ result: { details: { moves: [{ P01: 'even' }] } } });
});

test('an illegal choice that is posted counts as the invalid answer of its attempt', async () => {
  const s = await scene({});
  await join(s);
  for (const choice of ['seven', 'eight', 'nine']) {
    await s.clock.advance(1);
    expect(await choose(s, choice)).toEqual(OK);
  }
  await s.clock.advance(100);
  expect(s.got('P01', 'CHOOSE_PARITY_CALL')).toHaveLength(3);
  expect(s.reports()[0]).toMatchObject({ result: { winner: 'P02', details: { termination: 'invalid_choice' } } });
});

test('an illegal choice that is posted is evidence as it was received, but for its secrets', async () => {
  const s = await scene({});
  await join(s);
  for (let attempt = 1; attempt <= 3; attempt++) {
    await s.clock.advance(1);
    await choose(s, 'SEVEN', { auth_token: 'secret', mood: 'Bad' });
  }
  await s.clock.advance(100);
  const result = s.reports()[0]?.['result'] as unknown as Reported | undefined;
  expect(JSON.parse(result?.details.faults[0]?.evidence['answer'] as string)).toEqual({
    ...{ protocol: 'league.v2', message_type: 'CHOOSE_PARITY_RESPONSE', parity_choice: 'SEVEN', mood: 'Bad' },
  });
});

test('however often an answer is replaced, the record stays short and shows the one that stands', async () => {
  const s = await scene();
  await join(s);
  await s.clock.advance(1);
  for (let i = 1; i <= 500; i++) await choose(s, i % 2 === 0 ? 'odd' : 'even');
  await choose(s, 'even');
  const other = { protocol: 'league.v2', message_type: 'CHOOSE_PARITY_RESPONSE', parity_choice: 'odd' };
  await s.send({ ...other, conversation_id: conversation(s, 'P02') });
  await s.clock.advance(100);
  const { transcript } = s.record();
  const choices = transcript.flatMap(({ from, choice }) => (from === 'P01' && choice !== undefined ? [choice] : []));
  expect(choices).toHaveLength(10);
  expect(choices.at(-1)).toBe('even');
  expect(transcript.map(({ sequence }) => sequence)).toEqual(transcript.map((_, i) => i + 1));
  expect(s.componentLog().filter(({ event_type }) => event_type === 'ANSWERED_AGAIN')).toHaveLength(9);
});

test('a response that belongs to an attempt that is over is not heard', async () => {
  const s = evenOdd();
  await s.ready();
  const release = Promise.withResolvers<void>();
  await s.player('P01', 'even', {
    CHOOSE_PARITY_CALL: async (call, nth) => {
      await release.promise;
      return nth === 1 ? s.answerTo(call, 'even') : undefined;
    },
  });
  await s.player('P02', 'odd');
  await s.run();
  await s.clock.advance(1);
  await choose(s, 'seven');
  release.resolve();
  await s.clock.advance(29_000);
  expect(s.reports()).toEqual([]);
  expect(s.got('P01', 'CHOOSE_PARITY_CALL')).toHaveLength(2);
});

describe('what is posted and does not fit', () => {
  test('to no conversation of ours is E012, and without one as well', async () => {
    const s = await scene({});
    expect(await join(s, { conversation_id: 'guessed' })).toMatchObject({
      message_type: 'GAME_ERROR',
      error_code: 'E012',
    });
    const nameless = { protocol: 'league.v2', message_type: 'GAME_JOIN_ACK', match_id: 'R1M1', player_id: 'P01' };
    expect(await s.send(nameless)).toMatchObject({ error_code: 'E012' });
  });

  test('in the name of another is E012, about another match E008', async () => {
    const s = await scene({});
    expect(await join(s, { player_id: 'P02' })).toMatchObject({ error_code: 'E012' });
    expect(await join(s, { match_id: 'R1M2' })).toMatchObject({ error_code: 'E008', match_id: 'R1M2' });
    await s.clock.advance(1);
    expect(s.got('P01', 'CHOOSE_PARITY_CALL')).toEqual([]);
  });

  test('of another step or another game is E007 and changes nothing', async () => {
    const s = await scene({});
    expect(await choose(s, 'even')).toMatchObject({ error_code: 'E007' });
    await s.clock.advance(100);
    expect(s.componentLog().filter(({ event_type }) => event_type === 'MESSAGE_REFUSED')).toEqual([
      expect.objectContaining({ level: 'WARNING', message_type: 'CHOOSE_PARITY_RESPONSE', error_code: 'E007' }),
    ]);
    expect(await post(s, 'GAME_MOVE_RESPONSE', { move_data: { choice: 1 } })).toMatchObject({ error_code: 'E007' });
    await join(s);
    await s.clock.advance(1);
    expect(await join(s, { accept: false })).toMatchObject({ error_code: 'E007' });
    expect(await join(s)).toEqual(OK);
    await choose(s, 'even');
    await s.clock.advance(100);
    expect(s.reports()[0]).toMatchObject({ result: { winner: 'P01' } });
  });

  test('when the match is over is E007, unless it says again what stands', async () => {
    const s = await scene({});
    await s.clock.advance(16_000);
    expect(s.reports()).toHaveLength(1);
    expect(await join(s)).toMatchObject({ error_code: 'E007' });
    expect(await choose(s, 'even')).toMatchObject({ error_code: 'E007' });
  });

  test('by somebody who declined is told so again', async () => {
    const s = await scene({});
    expect(await join(s, { accept: false })).toEqual(OK);
    await s.clock.advance(100);
    expect(await join(s, { accept: false })).toEqual(OK);
    expect(await join(s)).toMatchObject({ error_code: 'E007' });
  });
});

test('in a game of many steps the step is matched, and one left out means the open call', async () => {
  const s = stage({ clock: fakeClock(), gameOf, game_type: 'tic_tac_toe' });
  await s.ready();
  await s.player('P01', 0, { GAME_MOVE_CALL: acknowledges });
  await s.player('P02', (nth) => [3, 4][nth - 1] as number);
  await s.run({ players: [ordered('P01'), ordered('P02')] });
  await s.clock.advance(1);
  const move = (choice: number, step?: number) =>
    s.send({
      protocol: 'league.v2',
      message_type: 'GAME_MOVE_RESPONSE',
      conversation_id: s.got('P01', 'GAME_INVITATION')[0]?.message['conversation_id'] as Json,
      move_data: { choice },
      ...(step === undefined ? {} : { step }),
    });
  expect(await move(0, 2)).toMatchObject({ error_code: 'E007' });
  expect(await move(0, 1)).toEqual(OK);
  await s.clock.advance(1);
  expect(await move(1, 1)).toMatchObject({ error_code: 'E007' });
  expect(await move(0, 1)).toEqual(OK);
  expect(await move(1)).toEqual(OK);
  await s.clock.advance(1);
  expect(await move(2, 5)).toEqual(OK);
  await s.clock.advance(100);
  expect(s.reports()[0]).toMatchObject({ result: { winner: 'P01', details: { winning_line: [0, 1, 2] } } });
  expect(await move(2)).toEqual(OK);
  expect(await move(3)).toMatchObject({ error_code: 'E007' });
});

test('an answer that is posted is timed when it comes, however busy the referee is', async () => {
  const s = evenOdd();
  await s.manager();
  const wire = s.network.transport(REFEREE);
  const listen: typeof wire.listen = (at, answer, side) =>
    wire.listen(at, (text, from) => sleep(s.clock, 700).then(() => answer(text, from)), side);
  const logs = USUAL_LOGS;
  const effects = { clock: s.clock, disk: s.disk, transport: { ...wire, listen }, entropy: seededEntropy(7), logs };
  unwrap(await s.clock.runUntil(s.start({ effects })));
  await s.player('P01', 'even', { GAME_INVITATION: acknowledges, CHOOSE_PARITY_CALL: acknowledges });
  await s.player('P02', 'odd');
  await s.clock.runUntil(s.run({}, { retry_on_timeout: false }));
  await s.clock.advance(1_000);
  await s.clock.runUntil(join(s));
  await s.clock.advance(60_000);
  const faults = [{ evidence: { clock: { charged_ms: 31_000 } } }];
  expect(s.reports()[0]).toMatchObject({ result: { details: { faults } } });
});

describe('the postbox', () => {
  const seat = (conversation_id: string) =>
    new Seat({
      ...{ match_id: 'R1M1', player_id: 'P01', opponent_id: 'P02', address: 'memory:P01', dialect: 'rpc' },
      ...{ conversation_id, ticket: undefined, attempts: 3, clockMs: 1_000 },
    });
  const answer = (conversation_id: string) => ({
    ...{ protocol: 'league.v2', message_type: 'GAME_JOIN_ACK', sender: 'P01', timestamp: '', conversation_id },
  });

  const HERE = { address: 'memory', receivedAt: fakeClock().monotonic() };

  test('remembers only so many conversations that are over', () => {
    const posted = makePostedAnswers(2);
    const seats = ['a', 'b', 'c', 'd', 'e'].map(seat);
    for (const each of seats) posted.open(each);
    for (const each of [...seats, ...seats]) posted.close(each);
    const codes = ['a', 'b', 'c', 'd', 'e'].map((id) => {
      const taken = posted.take(answer(id), { received: {}, dialect: 'rpc', from: HERE });
      return taken.ok ? 'ok' : taken.error.code;
    });
    expect(codes).toEqual(['E012', 'E012', 'E007', 'E007', 'E007']);
  });

  test('takes every answer that may come later than its response', () => {
    expect(POSTED_TYPES).toEqual(['GAME_JOIN_ACK', 'CHOOSE_PARITY_RESPONSE', 'GAME_MOVE_RESPONSE']);
  });

  describe('with a join in a conversation of its player’s own', () => {
    const seated = (player_id: string, opponent_id: string, host: string, strict = false) =>
      new Seat({
        ...{ match_id: 'R1M1', player_id, opponent_id, address: `http://${host}:8101/mcp`, dialect: 'rpc', strict },
        ...{ conversation_id: `c-${player_id}`, ticket: `tkt_${player_id}`, attempts: 3, clockMs: 1_000 },
      });
    /** What becomes of a join of P01 that is posted from an address, with P02 at another one. */
    function posting(
      said: JsonObject,
      from: { readonly address: string; readonly bearer?: string },
      { own = '10.0.0.1', other = '10.0.0.2', joined = false, strict = false } = {},
    ) {
      const posted = makePostedAnswers();
      const seats = [seated('P01', 'P02', own, strict), seated('P02', 'P01', other)] as const;
      const heard: string[] = [];
      for (const each of seats) {
        posted.open(each);
        posted.expect(each, {
          ...{ awaited: 'GAME_JOIN_ACK', step: undefined },
          receive: ({ accept }) => void heard.push(`${each.player_id} ${accept}`),
        });
      }
      seats[0].joinedByStatus = joined;
      const join = { ...answer('of its own'), player_id: 'P01', match_id: 'R1M1', accept: true, ...said };
      const taken = posted.take(join, { received: {}, dialect: 'rpc', from: { ...HERE, ...from } });
      return taken.ok ? heard : taken.error.code;
    }

    test.each([true, false])('it is taken by the ticket of the seat, from any address: accept %j', (accept) => {
      expect(posting({ accept, auth_token: 'tkt_P01' }, { address: '10.9.9.9' })).toEqual([`P01 ${accept}`]);
      expect(posting({ accept }, { address: '10.9.9.9', bearer: 'tkt_P01' })).toEqual([`P01 ${accept}`]);
    });

    test.each([true, false])('it is taken from the address of the seat alone: accept %j', (accept) => {
      expect(posting({ accept }, { address: '10.0.0.1' })).toEqual([`P01 ${accept}`]);
      expect(posting({ accept }, { address: '10.9.9.9' })).toBe('E012');
    });

    test.each([true, false])('another player cannot answer for it: accept %j', (accept) => {
      expect(posting({ accept, auth_token: 'tkt_P02' }, { address: '10.0.0.2' })).toBe('E012');
      expect(posting({ accept, auth_token: 'tkt_P02' }, { address: '127.0.0.1' }, SHARED)).toBe('E012');
      expect(posting({ accept }, { address: '10.0.0.1' }, { other: '10.0.0.1' })).toBe('E012');
      expect(posting({ accept }, { address: '127.0.0.1' }, { own: 'localhost' })).toBe('E012');
    });
    const SHARED = { own: '127.0.0.1', other: '127.0.0.1' };

    test('where an address is shared it confirms what the seat has said, and takes nothing back', () => {
      expect(posting({}, { address: '127.0.0.1' }, { ...SHARED, joined: true })).toEqual(['P01 true']);
      expect(posting({ accept: false }, { address: '127.0.0.1' }, { ...SHARED, joined: true })).toBe('E012');
    });

    test.each<[string, JsonObject]>([
      ['about another match', { match_id: 'R1M2' }],
      ['of a player that is not asked', { player_id: 'P03' }],
      ['that is a move', { message_type: 'CHOOSE_PARITY_RESPONSE', parity_choice: 'odd' }],
    ])('one %s is not taken', (_what, said) => {
      expect(posting({ ...said, auth_token: 'tkt_P01' }, { address: '10.0.0.1' })).toBe('E012');
    });

    test('it is not read where breaches disqualify', () => {
      expect(posting({ auth_token: 'tkt_P01' }, { address: '10.0.0.1' }, { strict: true })).toBe('E012');
    });
  });
});
