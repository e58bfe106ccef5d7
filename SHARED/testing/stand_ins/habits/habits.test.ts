/** The stand-ins with habits are witnesses: each shows its habit, and refuses what an agent with that habit refuses. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Program } from '../../../../agents/trials/testing/rehearsal.ts';
import { HAS_PYTHON, standIn } from '../../../../agents/trials/testing/stand_ins.ts';
import { HABIT_NAMES } from '../../../contracts/dialects/habits.ts';

interface Message {
  readonly [field: string]: unknown;
}
/** What one player sent to register. */
interface Registration {
  readonly path: string;
  readonly accept: string | undefined;
  readonly body: Message;
}
/** How a request names a message, by its method in the documents and its type. */
type Call = (method: string, message: Message) => Message;

const OF_A_MATCH = { match_id: 'R1M1', conversation_id: '880e8400-e29b-41d4-a716-446655440003' };
const INVITATION = {
  ...{ ...OF_A_MATCH, message_type: 'GAME_INVITATION', timestamp: '2025-01-15T10:15:00Z' },
  referee_endpoint: 'http://127.0.0.1:9/mcp',
};
const MOVE_CALL = { ...OF_A_MATCH, message_type: 'CHOOSE_PARITY_CALL', timestamp: '2025-01-15T10:15:00Z' };
const NESTED = { game_invitation: INVITATION, parity_context: { opponent_id: 'P02' } };

const rpc = (method: string, params: Message): Message => ({ jsonrpc: '2.0', method, params, id: 7 });
const tool = (name: string, message: Message): Message => rpc('tools/call', { name, arguments: message });
const bySpec: Call = rpc;
const bare: Call = (_, message) => message;
const renamed =
  (move: string): Call =>
  (method, message) =>
    rpc(method === 'choose_parity' ? move : method, message);
/** How players are called that refuse to be called as the documents say. */
const CALLED: { readonly [player: string]: Call } = {
  types_upper: (_, message) => rpc(String(message['message_type']), message),
  types_lower: (_, message) => rpc(String(message['message_type']).toLowerCase(), message),
  message_param: (_, message) => rpc('handle_message', { message }),
  tools_list: (method, message) => tool(method.replace('handle', 'receive'), message),
  tools_plain: (method, message) => tool(method.replace('choose_parity', 'make_move'), message),
  ...{ bare, bare_top: bare, rest: bare },
  nested: (method, message) => rpc(method, { ...message, ...NESTED }),
  parity_choose: renamed('parity_choose'),
  choose_parity_request: renamed('CHOOSE_PARITY_REQUEST'),
};
const NO_CONTACT = expect.not.objectContaining({ contact_endpoint: expect.anything() });
const UNTIMED = expect.not.objectContaining({ timestamp: expect.anything() });
/** What they register with, as far as it is their habit. */
const REGISTERED: { readonly [player: string]: object } = {
  unknown_method: { body: { method: 'register' } },
  league_register: { body: { method: 'league_register' } },
  league_handle: { body: { method: 'league.handle' } },
  types_upper: { body: { method: 'LEAGUE_REGISTER_REQUEST' } },
  types_lower: { body: { method: 'league_register_request' } },
  message_param: { body: { method: 'handle_message', params: { message: { player_meta: {} } } } },
  tools_list: { body: { method: 'tools/call', params: { name: 'register_player', arguments: { player_meta: {} } } } },
  tools_plain: { accept: 'application/json', body: { method: 'tools/call' } },
  tools_register: { body: { method: 'tools/call' } },
  bare: { body: { message_type: 'LEAGUE_REGISTER_REQUEST', player_meta: {} } },
  bare_top: { body: { message_type: 'LEAGUE_REGISTER_REQUEST', display_name: 'Habit bare_top' } },
  rest: { path: '/register', body: { display_name: 'Habit rest', endpoint: expect.stringContaining('http:') } },
  rest_rpc: { path: '/register', body: { method: 'register_player' } },
  no_type: { body: { params: { player_meta: expect.not.objectContaining({ game_types: expect.anything() }) } } },
  meta_at_top: { body: { params: { message_type: 'LEAGUE_REGISTER_REQUEST', display_name: 'Habit meta_at_top' } } },
  top_alone: { body: { params: { display_name: 'Habit top_alone' } } },
  in_data: { body: { params: { data: { display_name: 'Habit in_data' } } } },
  in_payload: { body: { params: { payload: { display_name: 'Habit in_payload' } } } },
  player_register: { body: { params: { message_type: 'PLAYER_REGISTER_REQUEST' } } },
  endpoint_name: { body: { params: { player_meta: NO_CONTACT } } },
  odd_version: { body: { params: { player_meta: { protocol_version: 'league.v2' } } } },
  upper_path: { path: '/MCP' },
  slash_path: { path: '/mcp/' },
  no_path: { body: { params: { player_meta: { contact_endpoint: expect.stringMatching(/:\d+$/) } } } },
  offset_times: { body: { params: { timestamp: expect.stringMatching(/\+00:00$/) } } },
  compact_times: { body: { params: { timestamp: expect.stringMatching(/^\d{8}T\d{6}Z$/) } } },
  no_times: { body: { params: UNTIMED } },
};
const inText = (field: string) => ({ result: { content: [{ text: expect.stringContaining(`"${field}":`) }] } });
/** What they answer to an invitation and to a call for a move, as far as it is their habit. */
const ANSWERED: { readonly [player: string]: readonly [joins: object, chooses: object] } = {
  tools_list: [inText('accept'), inText('parity_choice')],
  tools_plain: [inText('accept'), inText('parity_choice')],
  content_text: [inText('accept'), inText('parity_choice')],
  ...{ bare: [{ accept: true }, { parity_choice: 'even' }], bare_top: [{ accept: true }, { parity_choice: 'even' }] },
  rest: [{ accepted: true }, { parity_choice: 'even' }],
  answers_in_params: [{ method: 'game_join_ack', params: { accept: true } }, { params: { parity_choice: 'even' } }],
  own_counter: [{ id: 1000 }, { id: 1001 }],
  always_one: [{ id: 1 }, { id: 1 }],
  joins_ack: [{ result: { status: 'ACK' } }, {}],
  joins_received: [{ result: { status: 'RECEIVED' } }, {}],
  joins_accepted: [{ result: { status: 'accepted' } }, {}],
  posts_join: [{ result: { status: 'RECEIVED' } }, {}],
  accepted: [{ result: { accepted: true } }, {}],
  choice: [{}, { result: { choice: 'odd' } }],
  lower_answers: [
    { result: { message_type: 'game_join_ack' } },
    { result: { message_type: 'choose_parity_response' } },
  ],
  in_data: [{}, { result: { data: { parity_choice: 'odd' } } }],
  offset_times: [{ result: { timestamp: expect.stringMatching(/\+00:00$/) } }, {}],
  no_times: [{ result: UNTIMED }, { result: UNTIMED }],
};
const USUAL_ANSWERS = [
  { result: { accept: true }, id: 7 },
  { result: { parity_choice: 'even' }, id: 7 },
] as const;

/** The answer to a registration, in the form it came in. */
function admitted({ jsonrpc, method, id }: Message): Message {
  const answer = { status: 'ACCEPTED', player_id: 'P01' };
  if (jsonrpc === undefined) return answer;
  const result = method === 'tools/call' ? { content: [{ type: 'text', text: JSON.stringify(answer) }] } : answer;
  return { jsonrpc, result, id };
}

async function posted(at: string, body: Message): Promise<{ readonly status: number; readonly body: Message }> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(at, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: response.status, body: (await response.json()) as Message };
}

const skipped = HAS_PYTHON ? '' : ' (skipped: there is no python3 of 3.8 or later here)';
describe.skipIf(!HAS_PYTHON)(`stand-ins with habits${skipped}`, () => {
  let manager: Server;
  let program: Program;
  let habits: { readonly [player: string]: readonly string[] };
  const registered = new Map<string, Registration>();
  const endpoints = new Map<string, string>();

  beforeAll(async () => {
    manager = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        const [, player = ''] = /"Habit (\w+)"/.exec(text) ?? [];
        const body = JSON.parse(text) as Message;
        registered.set(player, { path: request.url ?? '', accept: request.headers.accept, body });
        response.end(JSON.stringify(admitted(body)));
      });
    });
    await new Promise<void>((resolve) => manager.listen(0, '127.0.0.1', resolve));
    const list = standIn('habits/players.py', '--list');
    expect(await list.ended()).toBe(0);
    habits = JSON.parse(list.out()) as typeof habits;
    program = standIn('habits/players.py', `http://127.0.0.1:${(manager.address() as AddressInfo).port}/mcp`);
    await program.says(/all have tried to register/);
    for (const [, player = '', at = ''] of program.out().matchAll(/^(\w+): .* at (http:\S+)$/gm))
      endpoints.set(player, player === 'no_path' ? `${at}/mcp` : at);
  });
  afterAll(async () => {
    await program?.end();
    manager?.close();
  });

  test('are one for every row of the table of habits, and name no other', () => {
    expect(new Set(Object.values(habits).flat())).toEqual(new Set(HABIT_NAMES));
  });

  test('register by themselves, all but one, and each as its habit is', () => {
    const players = Object.keys(habits);
    expect(program.err()).toBe('');
    expect([...endpoints.keys()]).toEqual(players);
    expect(players.filter((player) => !registered.has(player))).toEqual(['never_registers']);
    for (const player of Object.keys(REGISTERED))
      expect(registered.get(player), player).toMatchObject(REGISTERED[player] ?? {});
    // What is left out shows only where all of it is looked at.
    expect(registered.get('top_alone')?.body['params']).not.toHaveProperty('message_type');
    expect(registered.get('no_type')?.body['params']).not.toHaveProperty('message_type');
    expect(registered.get('rest')?.body).not.toHaveProperty('jsonrpc');
  });

  test('join and choose when they are called as they want it, each in its own form', async () => {
    for (const [player, at] of endpoints) {
      const call = CALLED[player] ?? bySpec;
      const joined = await posted(at, call('handle_game_invitation', INVITATION));
      const chosen = await posted(at, call('choose_parity', MOVE_CALL));
      const [joins, chooses] = ANSWERED[player] ?? (CALLED[player] === undefined ? USUAL_ANSWERS : [{}, {}]);
      expect([joined.status, chosen.status], player).toEqual(player === 'error_statuses' ? [400, 500] : [200, 200]);
      expect(joined.body, player).toMatchObject(joins);
      expect(chosen.body, player).toMatchObject(chooses);
      expect([joined.body, chosen.body], player).not.toContainEqual(
        expect.objectContaining({ error: expect.anything() }),
      );
    }
  });

  test.each(Object.keys(CALLED))('%s is not called as the documents say', async (player) => {
    const { body } = await posted(endpoints.get(player) ?? '', rpc('choose_parity', MOVE_CALL));
    expect(body).toHaveProperty('error');
  });

  test('refuse ids, times and paths that an agent with their habit refuses', async () => {
    const at = (player: string): string => endpoints.get(player) ?? '';
    const fraction = { ...INVITATION, timestamp: '2025-01-15T10:15:00.000Z' };
    expect((await posted(at('whole_seconds'), rpc('handle_game_invitation', fraction))).body).toHaveProperty('error');
    const named = { ...rpc('handle_game_invitation', INVITATION), id: 'seven' };
    expect((await posted(at('integer_ids'), named)).body).toHaveProperty('error');
    for (const [player, path] of [
      ['upper_path', '/mcp'] as const,
      ['slash_path', '/mcp'] as const,
      ['no_path', '/'] as const,
    ])
      expect((await posted(new URL(path, at(player)).href, rpc('choose_parity', MOVE_CALL))).status, player).toBe(404);
    expect(await posted(at('http_errors'), rpc('notify_round', {}))).toMatchObject({
      status: expect.toSatisfy((status: number) => status >= 400),
      body: { error: { code: -32601 } },
    });
  });
});
