/** Every habit of the table, as it comes in; a habit that shows elsewhere names the test that has it. */
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { HABIT_NAMES, HABITS, type HabitName } from '../../contracts/dialects/habits.ts';
import { CONTRACTS } from '../../contracts/index.ts';
import type { Json, JsonObject } from '../../core/json.ts';
import { exampleService } from '../../testing/example_service.ts';
import type { Origin } from '../transport/transport.ts';

const MESSAGE = CONTRACTS.LEAGUE_REGISTER_REQUEST.example as JsonObject;
const META = MESSAGE['player_meta'] as JsonObject;
const { message_type: _type, protocol: _protocol, player_meta: _meta, ...ENVELOPE } = MESSAGE;
const { contact_endpoint: AT, ...NAMED } = META;
const without = (object: JsonObject, ...names: string[]): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
const rpc = (method: string, params: Json) => ({ jsonrpc: '2.0', method, params, id: 7 });
const message = (changes: JsonObject) => rpc('register_player', { ...MESSAGE, ...changes });
const meta = (changes: JsonObject) => message({ player_meta: { ...META, ...changes } });

interface Case {
  readonly about: string;
  readonly body: JsonObject;
  readonly origin?: Partial<Origin>;
  /** Habits that it shows beside the one it stands for. */
  readonly beside?: readonly HabitName[];
  /** Where the registration is in the answer, if not in its `result`. */
  readonly answer?: (reply: JsonObject) => Json | undefined;
  /** It has always been taken, so that it is a violation and no more where habits are not read. */
  readonly isTaken?: true;
}
const bare = (reply: JsonObject) => reply;
const inText = ({ result }: JsonObject) =>
  JSON.parse(String(((result as JsonObject)['content'] as JsonObject[])[0]?.['text'])) as Json;

/** The test of a habit of answers, of writing, or of MCP. */
interface Elsewhere {
  readonly file: string;
  readonly title: string;
}
function elsewhere(file: string, title: string): Elsewhere {
  return { file, title };
}
/** A table of replies, by habit. */
const OF_REPLIES = ['./habitual_peer.test.ts', '%s: %s is read, and named'] as const;

/** Registrations by habit, or where the habit has its test. */
const CASES: { readonly [H in HabitName]: readonly Case[] | Elsewhere } = {
  offset_times: [
    { about: 'an offset of zero', body: message({ timestamp: '2026-11-15T01:25:52.123456+00:00' }) },
    { about: 'the compact form', body: message({ timestamp: '20261115T012552Z' }) },
  ],
  type_not_method: [
    { about: 'league.handle', body: rpc('league.handle', MESSAGE) },
    { about: 'any other method', body: rpc('do_it', MESSAGE) },
  ],
  message_param: [
    { about: 'the usual method', body: rpc('register_player', { message: MESSAGE }) },
    { about: 'handle_message', body: rpc('handle_message', { message: MESSAGE }), beside: ['type_not_method'] },
  ],
  type_from_method: [
    { about: 'no message_type', body: rpc('register_player', without(MESSAGE, 'message_type')) },
    { about: 'no protocol', body: rpc('register_player', without(MESSAGE, 'protocol')) },
    { about: 'player_meta alone', body: rpc('register_player', { player_meta: META }) },
    { about: 'no game_types', body: message({ player_meta: without(META, 'game_types') }) },
  ],
  types_as_methods: [
    { about: 'as it is', body: rpc('LEAGUE_REGISTER_REQUEST', MESSAGE) },
    { about: 'in lower case', body: rpc('league_register_request', MESSAGE) },
    { about: 'shortened', body: rpc('league_register', MESSAGE) },
  ],
  odd_version: [{ about: 'the protocol', body: meta({ protocol_version: 'league.v2' }), isTaken: true }],
  rest_paths: [
    { about: 'a posted description', body: { ...META }, origin: { path: '/register' }, beside: BARE(), answer: bare },
    { about: 'no path either', body: { ...META }, beside: BARE(), answer: bare },
    {
      about: 'a description by its name',
      body: { player_meta: META },
      origin: { path: '/Register/' },
      beside: ['type_from_method'],
      answer: bare,
    },
    { about: 'a request of JSON-RPC', body: message({}), origin: { path: '/register' } },
  ],
  other_names: [{ about: 'endpoint', body: message({ player_meta: { ...NAMED, endpoint: AT as Json } }) }],
  tool_calls: [
    {
      about: 'by the method',
      body: rpc('tools/call', { name: 'register_player', arguments: MESSAGE }),
      answer: inText,
    },
    {
      about: 'by the type, with the description alone',
      body: rpc('tools/call', { name: 'LEAGUE_REGISTER_REQUEST', arguments: META }),
      beside: ['type_from_method', 'types_as_methods', 'meta_at_top'],
      answer: inText,
    },
    {
      about: 'with the message in message',
      body: rpc('tools/call', { name: 'league_register', arguments: { message: MESSAGE } }),
      beside: ['message_param', 'types_as_methods'],
      answer: inText,
    },
  ],
  odd_paths: [
    { about: 'another case', body: message({}), origin: { path: '/MCP' } },
    { about: 'a slash at the end', body: message({}), origin: { path: '/mcp/' } },
    { about: 'an endpoint without a path', body: meta({ contact_endpoint: 'http://localhost:8101' }), isTaken: true },
  ],
  meta_at_top: [
    { about: 'in the message itself', body: rpc('register_player', { ...without(MESSAGE, 'player_meta'), ...META }) },
    { about: 'in data', body: rpc('register_player', { ...without(MESSAGE, 'player_meta'), data: META }) },
    {
      about: 'in payload, by its name',
      body: rpc('register_player', { ...without(MESSAGE, 'player_meta'), payload: { player_meta: META } }),
    },
    { about: 'under another type', body: message({ message_type: 'PLAYER_REGISTER_REQUEST' }) },
    {
      about: 'without an envelope',
      body: { ...ENVELOPE, protocol: 'league.v2', message_type: 'PLAYER_REGISTER_REQUEST', ...META },
      answer: bare,
    },
  ],
  plain_accept: elsewhere(
    '../mcp/over_http.test.ts',
    'plain_accept: is answered once, in plain JSON when it does not ask for a stream',
  ),
  whole_seconds: elsewhere(
    '../../contracts/dialects/rpc.test.ts',
    'whole_seconds: has no fraction in its time stamp, and keeps that of a deadline',
  ),
  answers_in_params: elsewhere(...OF_REPLIES),
  answers_as_tool: elsewhere(...OF_REPLIES),
  own_ids: elsewhere('../transport/http/pool.test.ts', 'own_ids: an answer with a foreign id'),
  error_statuses: elsewhere(
    '../transport/http/pool.test.ts',
    'error_statuses: a good answer counts, whatever the status of HTTP',
  ),
  lower_types: elsewhere(...OF_REPLIES),
  status_joins: elsewhere(...OF_REPLIES),
  choice_too: elsewhere(...OF_REPLIES),
  other_move_names: elsewhere('./habitual_peer.test.ts', 'other_move_names: a move is found by %s'),
  nested_copies: elsewhere('./habitual_peer.test.ts', 'nested_copies: %s has %s once that is missed'),
};

/** A body without an envelope that is nothing but a description. */
function BARE(): readonly HabitName[] {
  return ['type_from_method', 'meta_at_top'];
}

const cases = HABIT_NAMES.flatMap((name) => {
  const found = CASES[name];
  return 'file' in found ? [] : found.map((it) => [name, it.about, it] as const);
});
const others = HABIT_NAMES.flatMap((name) => {
  const found = CASES[name];
  return 'file' in found ? [[name, found] as const] : [];
});
const GAME = { game_type: 'even_odd' };
const posted = (service: Parameters<typeof exampleService>[1], { body, origin }: Case) => {
  const { post, diary } = exampleService('league_manager', { ...GAME, ...service });
  return { diary, reply: post(body, origin) as unknown as Promise<JsonObject> };
};

describe('a registration with a habit', () => {
  test.each(cases)('%s (%s) is read, answered in its own form, and noted', async (name, _about, it) => {
    const { diary, reply } = posted({}, it);
    const answer = (it.answer ?? (({ result }: JsonObject) => result))(await reply);
    expect(answer).toMatchObject({ message_type: 'LEAGUE_REGISTER_RESPONSE', player_id: 'P01' });
    expect(diary.handled).toMatchObject([{ type: 'LEAGUE_REGISTER_REQUEST', message: { player_meta: { ...META } } }]);
    const habits = HABIT_NAMES.filter((each) => each === name || it.beside?.includes(each));
    expect(diary.handled[0]?.caller.echo).toEqual({ habits });
    expect(diary.refusals).toEqual([]);
  });

  test.each(cases.filter(([, , { isTaken }]) => isTaken !== true))(
    '%s (%s) is refused by its name where habits are not read',
    async (name, _about, it) => {
      const told: string[] = [];
      const { diary, reply } = posted(
        { readsHabits: () => false, onUnread: (_token, { habits }) => void told.push(...habits) },
        it,
      );
      const text = JSON.stringify(await reply);
      expect(diary.handled).toEqual([]);
      expect(text).toMatch(/"(error|message_type)":("LEAGUE_ERROR"|\{)/);
      expect(text).toContain('habit ');
      expect(text).toContain(name);
      expect(told).toContain(name);
    },
  );
});

test.each(others)('%s has its test in another file', async (name, { file, title }) => {
  const text = await readFile(new URL(file, import.meta.url), 'utf8');
  expect(text, file).toContain(`('${title}', `);
  // A test of a whole table has a row of this name.
  if (title.startsWith('%s')) expect(text).toMatch(new RegExp(`^ +\\[\\s*'${name}',`, 'm'));
  else expect(title).toMatch(new RegExp(`^${name}: `));
});

test('the habit of fields left out is told by all that it may be', () => {
  expect(HABITS.type_from_method.about).toBe('message_type, protocol or game_types left out');
});

test('a registration as the documents have it shows no habit', async () => {
  for (const body of [message({}), rpc('mcp_message', MESSAGE)]) {
    const { diary, reply } = posted({}, { about: '', body });
    await reply;
    expect(diary.handled[0]?.caller.echo).toBeUndefined();
  }
});

test.each(['2026-11-15T03:25:52+02:00', 'yesterday', '2026-11-15T03:25:52'])(
  'the time %s is no UTC, and is refused',
  async (timestamp) => {
    const { reply } = posted({}, { about: '', body: message({ timestamp }) });
    expect(await reply).toMatchObject({ error: { data: { error_code: 'E021' } } });
  },
);

test.each([
  [{}, 'player_meta.display_name, player_meta.contact_endpoint'],
  [{ name: 'Ann', url: 'http://localhost:8101/mcp' }, 'player_meta.display_name, player_meta.contact_endpoint'],
  [{ name: 'Ann', endpoint: 'http://localhost:8101/mcp' }, 'player_meta.display_name'],
  [{ display_name: 'Ann', url: 'http://localhost:8101/mcp' }, 'player_meta.contact_endpoint'],
  [{ data: { name: 'Ann', endpoint: 'http://localhost:8101/mcp' } }, 'player_meta.display_name'],
  [{ referee_id: 'REF07', url: 'x' }, 'referee_meta.contact_endpoint'],
] as [JsonObject, string][])(
  'a posted description %j lacks %s, by the names of a registration',
  async (body, lacking) => {
    const { reply } = posted({}, { about: '', body, origin: { path: '/register' } });
    expect(await reply).toMatchObject({
      error_code: 'E003',
      error_message: expect.stringMatching(new RegExp(`missing required field: ${lacking}(;|$)`)),
    });
  },
);

test('a posted id with its endpoint is a registration of the flat documents', async () => {
  const body = { player_id: 'P07', endpoint: 'http://localhost:8101/mcp' };
  const { reply, diary } = posted({}, { about: '', body, origin: { path: '/register' } });
  await reply;
  expect(diary.handled).toMatchObject([{ message: { player_meta: { display_name: 'P07' } } }]);
});

test('a method that is not known with a type of another role is refused', async () => {
  const { reply } = posted({}, { about: '', body: rpc('anything', CONTRACTS.GAME_OVER.example as JsonObject) });
  expect(await reply).toMatchObject({ error: { code: -32601 } });
});

test('a type that is not the method’s is refused as ever', async () => {
  const { reply } = posted({}, { about: '', body: message({ message_type: 'GAME_OVER' }) });
  expect(await reply).toMatchObject({ error: { data: { error_code: 'E002' } } });
});

test('the helper call of 004 lacks no field that follows from its method', async () => {
  const { post } = exampleService('player');
  const reply = JSON.stringify(await post(rpc('choose_parity', { match_id: 'R1M1', player_id: 'P01' })));
  expect(reply).not.toMatch(/message_type|no such method|: protocol/);
});
