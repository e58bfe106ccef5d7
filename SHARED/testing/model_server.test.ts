/** The model server as clients of the providers meet it, without any client of theirs. */
import { afterEach, describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../core/json.ts';
import { leaguePlayer, type ModelRequest, type ModelServer, modelServer, OVER, type Think } from './model_server.ts';

let server: ModelServer | undefined;
afterEach(() => server?.close());

async function asked(think: Think, path: string, body: JsonObject) {
  server = await modelServer(think);
  const response = await fetch(`${server.baseUrl}${path}`, { method: 'POST', body: JSON.stringify(body) });
  const text = await response.text();
  return { status: response.status, type: response.headers.get('content-type'), text, headers: response.headers };
}

const schema = { type: 'object', properties: { city: { type: 'string' } } };
const named = { name: 'weather', description: 'tells it' };
const FORMS = [
  {
    ...{ api: 'chat', path: '/chat/completions' },
    body: {
      messages: [
        { role: 'system', content: 'Be short.' },
        { role: 'user', content: [{ type: 'text', text: 'Weather?' }] },
        { role: 'tool', tool_call_id: 'call_1_0', content: 'rain' },
      ],
      tools: [{ type: 'function', function: { ...named, parameters: schema } }],
      response_format: { type: 'json_schema', json_schema: { name: 'x', schema } },
      stream_options: { include_usage: true },
    },
  },
  {
    ...{ api: 'responses', path: '/responses' },
    body: {
      instructions: 'Be short.',
      input: [
        { role: 'user', content: [{ type: 'input_text', text: 'Weather?' }] },
        { type: 'function_call_output', call_id: 'call_1_0', output: 'rain' },
      ],
      tools: [{ type: 'function', ...named, parameters: schema }],
      text: { format: { type: 'json_schema', name: 'x', schema } },
    },
  },
  {
    ...{ api: 'messages', path: '/v1/messages' },
    body: {
      system: [{ type: 'text', text: 'Be short.' }],
      messages: [
        { role: 'user', content: 'Weather?' },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1_0', content: 'rain' }] },
      ],
      tools: [{ ...named, input_schema: schema }],
      output_config: { format: { type: 'json_schema', schema } },
    },
  },
] as const;

describe.each(FORMS)('of the API $api', ({ api, path, body }) => {
  test('a request is read: who said what, tools, and what the answer has to fit', async () => {
    await asked(() => ({ text: 'Rain.' }), path, { model: 'own-1', ...body });
    const messages = [
      { role: 'system', text: 'Be short.' },
      { role: 'user', text: 'Weather?' },
      { role: 'tool', text: 'rain' },
    ];
    expect(server?.requests).toMatchObject([{ api, model: 'own-1', messages, tools: [{ ...named, schema }], schema }]);
  });

  test('a text and a call are answered with their usage, whole and in a stream', async () => {
    const replies = [{ text: 'Rain.' }, { calls: [{ name: 'weather', arguments: { city: 'Ulm' } }] }] as const;
    for (const reply of replies) {
      const sought = 'text' in reply ? ['Rain.'] : ['weather', 'Ulm'];
      const whole = await asked(() => reply, path, { model: 'own-1', ...body });
      expect(whole).toMatchObject({ status: 200, type: 'application/json' });
      expect(JSON.parse(whole.text)).toHaveProperty('usage');
      await server?.close();
      const streamed = await asked(() => reply, path, { model: 'own-1', stream: true, ...body });
      expect(streamed).toMatchObject({ status: 200, type: 'text/event-stream' });
      for (const text of [whole.text, streamed.text]) for (const word of sought) expect(text).toContain(word);
      expect(streamed.text).toContain('usage');
      await server?.close();
    }
  });

  test('a failure of the provider has its status, its headers and a body of its own', async () => {
    const limited = await asked(() => ({ status: 429, headers: { 'retry-after': '2' } }), path, body as JsonObject);
    expect(limited.status).toBe(429);
    expect(limited.headers.get('retry-after')).toBe('2');
    expect(JSON.parse(limited.text)).toHaveProperty('error.message');
  });

  test('what is no JSON is refused', async () => {
    server = await modelServer(() => ({ text: '' }));
    expect((await fetch(`${server.baseUrl}${path}`, { method: 'POST', body: '{' })).status).toBe(400);
    expect(server.requests).toEqual([]);
  });
});

test('a model that hangs answers nothing until it is closed', async () => {
  let reached: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const hanging = () => {
    reached();
    return { hang: true } as const;
  };
  const answer = asked(hanging, '/messages', { messages: [] }).catch(() => 'broken off');
  await arrived;
  await server?.close();
  expect(await answer).toBe('broken off');
});

test('where one tool must be called, its schema is the one to fit, and a JSON text is its call', async () => {
  const tool_choice = { type: 'tool', name: 'json' };
  const tools = [{ name: 'json', description: '', input_schema: schema }];
  const { text } = await asked(() => ({ text: '{"city":"Ulm"}' }), '/messages', { messages: [], tools, tool_choice });
  expect(server?.requests).toMatchObject([{ schema }]);
  expect(JSON.parse(text)).toMatchObject({ content: [{ type: 'tool_use', name: 'json', input: { city: 'Ulm' } }] });
});

test('a player of a league fills what the schemas ask for from what tools answered, however it is wrapped', () => {
  const tool = (name: string, ...fields: string[]) => ({
    ...{ name: `league__${name}`, description: '' },
    schema: { properties: Object.fromEntries(fields.map((field) => [field, {}])) },
  });
  const tools = [
    tool('join_league', 'display_name', 'seat_token'),
    tool('wait_for_turn', 'seat_token', 'heard'),
    tool('make_move', 'seat_token', 'match_id', 'move'),
  ];
  const play = leaguePlayer();
  const said: { readonly role: string; readonly text: string }[] = [];
  const next = (...answers: Json[]) => {
    said.push(...answers.map((each) => ({ role: 'tool', text: JSON.stringify(each) })));
    const request: ModelRequest = { api: 'chat', model: 'Own', messages: said, tools, raw: {} };
    return play(request);
  };
  const call = (name: string, given: JsonObject) => ({ calls: [{ name: `league__${name}`, arguments: given }] });
  expect(next()).toEqual(call('join_league', { display_name: 'Own' }));
  expect(next({ seat_token: 's' })).toEqual(call('wait_for_turn', { seat_token: 's' }));
  const turn = { status: 'your_turn', match_id: 'R1M1', legal_moves: [3, 4] };
  const move = call('make_move', { seat_token: 's', match_id: 'R1M1', move: 3 });
  expect(next({ content: [{ type: 'text', text: JSON.stringify(turn) }] })).toEqual(move);
  expect(next({ error_code: 'E007' })).toEqual(call('wait_for_turn', { seat_token: 's' }));
  const ended = { status: 'match_over', told_up_to: 'R1M1' };
  expect(next([{ type: 'text', text: JSON.stringify(ended) }])).toEqual(
    call('wait_for_turn', { seat_token: 's', heard: 'R1M1' }),
  );
  expect(next('no such tool')).toEqual({ text: 'I cannot read the answer of a tool: "no such tool"' });
  expect(next({ status: 'league_over' })).toEqual({ text: OVER });
});
