/** A league played by plain POSTs: what a player without a server writes and reads, on virtual time. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Monotonic } from '../../SHARED/core/clock.ts';
import type { Json, JsonObject } from '../../SHARED/core/json.ts';
import type { Tool } from '../../SHARED/league_sdk/mcp/catalog.ts';
import { withSeatMethods } from './methods.ts';
import { seatedLeague } from './testing/seated_league.ts';

let league: Awaited<ReturnType<typeof seatedLeague>>;
beforeEach(async () => {
  league = await seatedLeague();
});
afterEach(() => league.close());

const posted = async (method: string, params: Json): Promise<JsonObject> =>
  (await league.post(JSON.stringify({ jsonrpc: '2.0', id: 7, method, params }))) as JsonObject;
const resultOf = async (method: string, params: JsonObject): Promise<JsonObject> => {
  const { id, result, error } = await posted(method, params);
  expect({ id, error }).toEqual({ id: 7, error: undefined });
  return result as JsonObject;
};
const errorOf = async (method: string, params: Json) => (await posted(method, params))['error'] as JsonObject;
const joined = async () => (await resultOf('join_league', { display_name: 'Alpha' }))['seat_token'] as string;

test('a player is a loop: it joins, waits, moves with what it was told, and hears the end', async () => {
  const { player_id, seat_token } = await resultOf('join_league', { display_name: 'Alpha' });
  expect({ player_id, seat_token }).toEqual({ player_id: 'P02', seat_token: expect.stringMatching(/^seat_/) });
  await league.start();
  const said: JsonObject[] = [];
  let word = await resultOf('wait_for_turn', { seat_token: seat_token as Json });
  while (word['status'] !== 'league_over') {
    said.push(word);
    const own = { seat_token: seat_token as Json, heard: word['told_up_to'] ?? null };
    const move = { match_id: word['match_id'] ?? null, move: (word['legal_moves'] as Json[] | undefined)?.[1] ?? null };
    word =
      word['status'] === 'your_turn'
        ? await resultOf('make_move', { ...own, ...move })
        : await resultOf('wait_for_turn', own);
  }
  said.push(word);
  expect(said[0]).toMatchObject({
    status: 'your_turn',
    match_id: 'R1M1',
    legal_moves: ['even', 'odd'],
    seconds_left: 30,
  });
  expect(said[1]).toMatchObject({ move_made: { match_id: 'R1M1', move: 'odd', seconds_to_spare: 30 } });
  expect(said.flatMap(({ finished_matches = [] }) => finished_matches)).toMatchObject([
    { match_id: 'R1M1', your_move: 'odd' },
  ]);
  expect(word).toMatchObject({ player_id: 'P02', your_row: { played: 1 } });
});

test('a move with wait_sec 0 is answered at once, and with the time of a wait when there is news', async () => {
  const seat_token = await joined();
  await league.start();
  await resultOf('wait_for_turn', { seat_token });
  const word = await resultOf('make_move', { seat_token, match_id: 'R1M1', move: 'even', wait_sec: 0 });
  expect(word).toMatchObject({ move_made: { move: 'even' }, status: 'waiting', waiting_for: 'opponent' });
});

test('more calls than a seat has room for wait not at all', async () => {
  const seat_token = await joined();
  const waiting = Array.from({ length: 16 }, () => league.call('wait_for_turn', { seat_token, wait_sec: 9 }));
  const before = league.clock.monotonic();
  expect(await league.ask('wait_for_turn', { seat_token, wait_sec: 9 })).toMatchObject({ status: 'waiting' });
  expect(league.clock.monotonic()).toBe(before);
  await league.clock.runUntil(Promise.all(waiting));
  expect(league.clock.monotonic() - before).toBe(9_000);
});

test('the methods of seats take nothing from what the carrier reads of an answering function', () => {
  const told = { onRefused: () => undefined, alsoAt: '/register', right: 'POST /mcp' };
  const answer = Object.assign(async () => '{}', told);
  expect({ ...withSeatMethods(answer, [], () => undefined) }).toEqual(told);
});

describe('what is wrong is told by an error', () => {
  test('in the fields of LEAGUE_ERROR, and in one line', async () => {
    expect(await errorOf('wait_for_turn', { seat_token: 'seat_0000' })).toEqual({
      code: -32000,
      message: expect.stringMatching(/^E012 AUTH_TOKEN_INVALID: this seat_token is not known here/),
      data: { error_code: 'E012', error_name: 'AUTH_TOKEN_INVALID', error_description: expect.any(String) },
    });
    expect(await errorOf('join_league', { display_name: 'Our 1' })).toMatchObject({
      code: -32000,
      data: { error_code: 'E016', error_name: 'Duplicate name' },
    });
  });

  test('after an illegal move with those that are legal, and the turn stays open', async () => {
    const seat_token = await joined();
    await league.start();
    await resultOf('wait_for_turn', { seat_token });
    expect(await errorOf('make_move', { seat_token, match_id: 'R1M1', move: { choice: 'seven' } })).toMatchObject({
      code: -32000,
      data: { error_code: 'E004', legal_moves: ['even', 'odd'] },
    });
    expect(await resultOf('make_move', { seat_token, match_id: 'R1M1', move: 'odd', wait_sec: 0 })).toHaveProperty(
      'move_made',
    );
  });

  test.each<[string, Json, string, RegExp]>([
    ['join_league', {}, 'E003', /missing required field: display_name/],
    ['join_league', { display_name: 7 }, 'E002', /display_name/],
    ['wait_for_turn', {}, 'E003', /missing required field: seat_token/],
    ['wait_for_turn', { seat_token: null }, 'E002', /seat_token/],
    ['wait_for_turn', { seat_token: 'seat_0', wait_sec: 'long' }, 'E002', /wait_sec/],
    ['make_move', { seat_token: 'seat_0', match_id: 'R1M1' }, 'E003', /move/],
    ['leave', ['seat_0'], 'E002', /named fields/],
  ])('%s %j: what its table does not allow', async (method, params, error_code, error_description) => {
    expect(await errorOf(method, params)).toMatchObject({ code: -32602, data: { error_code, error_description } });
  });

  test('a request without an id does nothing, and one in a batch is refused with all of it', async () => {
    const join = { jsonrpc: '2.0', method: 'join_league', params: { display_name: 'Alpha' } };
    expect(await league.post(JSON.stringify(join))).toBeUndefined();
    const status = { jsonrpc: '2.0', id: 2, method: 'get_status', params: {} };
    expect(await league.post(JSON.stringify([status, { ...join, id: 3 }]))).toMatchObject({
      error: { code: -32600, data: { detail: /a request of its own/ } },
    });
    expect(await posted('get_status', {})).toMatchObject({ result: { players: 1 } });
    expect(await league.post(JSON.stringify({ ...join, jsonrpc: '1.0', id: 3 }))).toMatchObject({
      error: { code: -32600, data: { detail: /jsonrpc/ } },
    });
    expect(await league.post('{"method":"leave"')).toMatchObject({ error: { code: -32700 } });
  });
});

test('null in a field that may be left out leaves it out, as JSON-RPC and as a tool', async () => {
  const display_name = 'Alpha';
  const nothing = { seat_token: null, request_id: null, invite_code: null };
  const { seat_token = null } = await resultOf('join_league', { display_name, ...nothing });
  const asked = { seat_token, wait_sec: 0, heard: null };
  expect(await resultOf('wait_for_turn', asked)).toMatchObject({ status: 'waiting' });
  expect(await league.ask('leave', { seat_token, confirm: null })).toMatchObject({ left: false });
});

test('what only speaks of a method of a seat goes to the league', async () => {
  const params = { method: 'leave', display_name: '{"method":"leave"}' };
  expect(await posted('get_status', params)).toMatchObject({ result: { status: 'waiting' } });
});

test.each([
  ['join_league', { display_name: 'Alpha' }, 0],
  ['join_league', { display_name: 'Alpha', seat_token: `seat_${'0'.repeat(32)}` }, 0],
  ['wait_for_turn', { seat_token: `seat_${'0'.repeat(32)}` }, 0],
  ['wait_for_turn', { wait_sec: 'long' }, 0],
  ['my_standing', { seat_token: 'own' }, 0],
  ['wait_for_turn', { seat_token: 'own', wait_sec: 1 }, 1],
] as [string, JsonObject, number][])('%s with %j leaves the limit of requests %i times', async (name, given, times) => {
  const own = given['seat_token'] === 'own' ? { seat_token: await joined() } : {};
  let waiting = 0;
  const waits = () => {
    waiting++;
    return new AbortController().signal;
  };
  const tools = league.tools as readonly Tool[];
  const answer = withSeatMethods(
    async () => undefined,
    tools,
    () => undefined,
  );
  const text = JSON.stringify({ jsonrpc: '2.0', id: 7, method: name, params: { ...given, ...own } });
  const origin = { address: 'memory', receivedAt: 0 as Monotonic, waits };
  expect(await league.clock.runUntil(answer(text, origin))).toContain('"id":7');
  expect(waiting).toBe(times);
});
