import { describe, expect, test } from 'vitest';
import type { HabitName } from '../../contracts/dialects/habits.ts';
import { sleep } from '../../core/clock.ts';
import type { Json, JsonObject } from '../../core/json.ts';
import { unwrap } from '../../core/result.ts';
import { exampleBody } from '../../testing/example_service.ts';
import { peerTo, type Request, scripted, TO } from '../../testing/scripted_party.ts';

type Asking = 'GAME_INVITATION' | 'CHOOSE_PARITY_CALL';
const result = (said: Json) => (request: Request) => ({ jsonrpc: '2.0', result: said, id: request.id });
const text = (said: JsonObject) => ({ content: [{ type: 'text', text: JSON.stringify(said) }] });

/** What comes of asking an agent that answers so and has shown these habits. */
async function asked(
  type: Asking,
  reply: (request: Request) => Json,
  { habits = [], ...how }: { readonly habits?: HabitName[]; readonly strict?: boolean; readonly left?: number } = {},
) {
  const { requests, answer } = scripted(reply);
  const { peer, how: usual } = await peerTo(answer);
  const to = habits.length === 0 ? TO : { ...TO, echo: { habits } };
  const { left = 3, ...options } = how;
  const detections = { left };
  const heard = await peer.ask(to, type, exampleBody(type) as never, { ...usual, ...options, detections });
  return { heard, requests, detections };
}

/** Replies with a habit, what they say, and how they are named. */
const REPLIES: readonly [HabitName, string, Asking, (request: Request) => Json, JsonObject][] = [
  [
    'answers_in_params',
    'a request as the answer',
    'GAME_INVITATION',
    ({ id }) => ({ jsonrpc: '2.0', method: 'GAME_JOIN_ACK', params: { accept: true }, id }),
    { accept: true },
  ],
  [
    'answers_in_params',
    'an answer in data',
    'CHOOSE_PARITY_CALL',
    result({ status: 'ok', data: { parity_choice: 'odd' } }),
    { parity_choice: 'odd' },
  ],
  [
    'answers_as_tool',
    'the text of a tool',
    'CHOOSE_PARITY_CALL',
    result(text({ parity_choice: 'odd' })),
    { parity_choice: 'odd' },
  ],
  [
    'answers_as_tool',
    'the object of a tool, before its text',
    'CHOOSE_PARITY_CALL',
    result({ ...text({ parity_choice: 'odd' }), structuredContent: { parity_choice: 'even' } }),
    { parity_choice: 'even' },
  ],
  ['other_names', 'accepted: true', 'GAME_INVITATION', result({ accepted: true }), { accept: true }],
  ['other_names', 'accepted: false', 'GAME_INVITATION', result({ accepted: false }), { accept: false }],
  ['status_joins', 'ACK', 'GAME_INVITATION', result({ status: 'ACK' }), { accept: true }],
  ['status_joins', 'RECEIVED', 'GAME_INVITATION', result({ status: 'RECEIVED' }), { accept: true }],
  ['status_joins', 'accepted', 'GAME_INVITATION', result({ status: 'accepted' }), { accept: true }],
  ['status_joins', 'ok', 'GAME_INVITATION', result({ status: 'ok' }), { accept: true }],
  ['choice_too', 'choice', 'CHOOSE_PARITY_CALL', result({ choice: 'ODD' }), { parity_choice: 'odd' }],
  ['choice_too', 'parity_choose', 'CHOOSE_PARITY_CALL', result({ parity_choose: 'odd' }), { parity_choice: 'odd' }],
  [
    'lower_types',
    'its type in lower case',
    'GAME_INVITATION',
    result({ message_type: 'game_join_ack', accept: true }),
    { accept: true },
  ],
  [
    'own_ids',
    'a counter of its own',
    'GAME_INVITATION',
    () => ({ jsonrpc: '2.0', result: { accept: true }, id: 1_000 }),
    { accept: true },
  ],
  ['own_ids', 'no id', 'GAME_INVITATION', () => ({ jsonrpc: '2.0', result: { accept: true } }), { accept: true }],
];

describe('a reply', () => {
  test.each(REPLIES)('%s: %s is read, and named', async (habit, _what, ...how) => {
    const [type, reply, says] = how;
    const { heard } = await asked(type, reply);
    expect(unwrap(heard)).toMatchObject({ kind: 'answer', message: says, habits: [habit] });
  });

  test.each(REPLIES)('%s: %s is not read where breaches disqualify, and named', async (habit, _what, type, reply) => {
    const { heard, requests } = await asked(type, reply, { strict: true });
    const { habits, kind } = (heard.ok ? heard.value : heard.error) as { habits?: unknown; kind?: unknown };
    expect({ habits, isAnswer: kind === 'answer' }).toEqual({ habits: [habit], isAnswer: false });
    expect(requests).toHaveLength(1);
  });

  test('with a foreign id that could not be asked for again leaves the next request a connection of its own', async () => {
    const { requests, answer } = scripted(() => ({ jsonrpc: '2.0', result: { accept: true }, id: 1_000 }));
    const { peer, how } = await peerTo(answer);
    const ask = () =>
      peer.ask(TO, 'GAME_INVITATION', exampleBody('GAME_INVITATION') as never, { ...how, detections: { left: 0 } });
    expect(await ask()).toMatchObject({ ok: false, error: { foreignId: true } });
    expect(unwrap(await ask())).toMatchObject({ kind: 'answer', habits: ['own_ids'] });
    expect(requests).toHaveLength(2);
  });

  test('with a foreign id is not the reason where the request that allows for one is lost', async () => {
    let times = 0;
    const { peer, how, clock } = await peerTo(
      async (): Promise<string> =>
        ++times === 1
          ? sleep(clock, 1_000).then(() => JSON.stringify({ jsonrpc: '2.0', result: { accept: true }, id: 1_000 }))
          : new Promise(() => undefined),
    );
    const begun = clock.monotonic() + 1_000;
    const asking = peer.ask(TO, 'GAME_INVITATION', exampleBody('GAME_INVITATION') as never, how);
    await clock.advance(6_000);
    // The second before the other asking was the agent's: it is no time that the message was held here.
    expect(await asking).toMatchObject({ ok: false, error: { code: 'DEADLINE_PASSED', departure: { begun } } });
    expect(times).toBe(2);
  });

  test('that keeps to the documents has no habit', async () => {
    const plain = await asked('GAME_INVITATION', result({ accept: true }));
    expect(unwrap(plain.heard)).not.toHaveProperty('habits');
    expect(plain.requests).toHaveLength(1);
  });

  test.each(['ACK', 'ok'])('of the status %s to a call is an acknowledgement and no move', async (status) => {
    expect(unwrap((await asked('CHOOSE_PARITY_CALL', result({ status }))).heard)).toMatchObject({
      kind: 'acknowledged',
    });
  });

  test.each([{ status: 'pending' }, { status: 'queued' }])(
    'of %j to an invitation is an acknowledgement',
    async (said) => {
      expect(unwrap((await asked('GAME_INVITATION', result(said))).heard)).toMatchObject({ kind: 'acknowledged' });
    },
  );

  test.each<[string, JsonObject]>([
    ['a tool that failed', { ...text({ accept: true }), isError: true }],
    ['a status beside an error', { status: 'ok', message_type: 'GAME_ERROR', error_code: 'E006' }],
  ])('of %s is no answer', async (_what, said) => {
    const { heard } = await asked('GAME_INVITATION', result(said));
    expect(heard.ok && heard.value.kind === 'answer').toBe(false);
  });

  test('in another conversation is refused, whatever its habits', async () => {
    const { heard } = await asked('GAME_INVITATION', result({ accepted: true, conversation_id: 'another' }));
    expect(heard).toMatchObject({
      error: { code: 'INVALID_ANSWER', detail: expect.stringContaining('conversation_id') },
    });
  });
});

const UNKNOWN = { code: -32601, message: 'Method not found' };
const refuses = ({ id }: Request) => ({ jsonrpc: '2.0', error: UNKNOWN, id });
const choosing = (method: string) => (request: Request) =>
  request.method === method ? result({ parity_choice: 'odd' })(request) : refuses(request);

describe('a request', () => {
  test.each([
    [[], 'handle_game_invitation'],
    [['types_as_methods'], 'GAME_INVITATION'],
    [['types_as_methods', 'lower_types'], 'game_invitation'],
    [['message_param'], 'handle_message'],
  ] as [HabitName[], string][])('to an agent with the habits %j has the method %s', async (habits, method) => {
    const { requests } = await asked('GAME_INVITATION', result({ accept: true }), { habits });
    expect(requests.map((request) => request.method)).toEqual([method]);
    const { params } = requests[0] as Request;
    expect(habits.includes('message_param') ? params['message'] : params).toMatchObject({ match_id: 'R1M1' });
  });

  test.each([
    ['GAME_INVITATION', ['make_move', 'receive_game_invitation'], 'receive_game_invitation'],
    ['GAME_INVITATION', ['notify', 'handle_game_invitation'], 'handle_game_invitation'],
    ['CHOOSE_PARITY_CALL', ['receive_game_invitation', 'make_move'], 'make_move'],
    ['CHOOSE_PARITY_CALL', ['make_move', 'parity_choose'], 'parity_choose'],
    ['CHOOSE_PARITY_CALL', [], 'choose_parity'],
    ['CHOOSE_PARITY_CALL', [`choose_parity${'y'.repeat(64)}`, 'make_move'], 'make_move'],
  ] as [Asking, string[], string][])('tool_calls: %s of tools %j is a call of %s', async (type, tools, name) => {
    const { requests, heard } = await asked(
      type,
      (request) =>
        request.method === 'tools/list'
          ? result({ tools: tools.map((tool) => ({ name: tool })) })(request)
          : result(text(type === 'GAME_INVITATION' ? { accept: true } : { parity_choice: 'odd' }))(request),
      { habits: ['tool_calls'] },
    );
    expect(unwrap(heard)).toMatchObject({ kind: 'answer' });
    expect(requests.map(({ method }) => method)).toEqual(['tools/list', 'tools/call']);
    expect(requests[1]?.params).toMatchObject({ name, arguments: { match_id: 'R1M1' } });
  });

  test.each(['parity_choose', 'CHOOSE_PARITY_REQUEST'])('other_move_names: a move is found by %s', async (method) => {
    const { heard, requests } = await asked('CHOOSE_PARITY_CALL', choosing(method));
    expect(unwrap(heard)).toMatchObject({ message: { parity_choice: 'odd' }, habits: ['other_move_names'] });
    const next = await asked('CHOOSE_PARITY_CALL', choosing(method), { habits: ['other_move_names'] });
    expect(next.heard.ok).toBe(true);
    expect(next.requests.length).toBe(requests.length - 1);
  });

  test.each([
    ['GAME_INVITATION', ['types_as_methods']],
    ['game_invitation', ['types_as_methods', 'lower_types']],
  ] as [string, HabitName[]][])('types_as_methods: an invitation is found by %s', async (method, habits) => {
    const { heard } = await asked('GAME_INVITATION', (request) =>
      request.method === method ? result({ accept: true })(request) : refuses(request),
    );
    expect(unwrap(heard)).toMatchObject({ kind: 'answer', habits });
  });

  test.each([
    ['GAME_INVITATION', 'game_invitation', { accept: true }],
    ['CHOOSE_PARITY_CALL', 'parity_context', { parity_choice: 'odd' }],
  ] as [Asking, string, JsonObject][])('nested_copies: %s has %s once that is missed', async (type, name, says) => {
    const { heard, requests } = await asked(type, (request) =>
      request.params[name] === undefined
        ? { jsonrpc: '2.0', error: { code: -32603, message: `KeyError: '${name}'` }, id: request.id }
        : result(says)(request),
    );
    expect(unwrap(heard)).toMatchObject({ message: says, habits: ['nested_copies'] });
    expect(requests[1]?.params[name]).toMatchObject({ match_id: 'R1M1' });
    if (type === 'CHOOSE_PARITY_CALL') expect(requests[1]?.params[name]).toHaveProperty('opponent_id', 'P02');
    expect(requests[0]?.params).not.toHaveProperty(name);
  });

  test.each([
    [['types_as_methods'], 3],
    [['types_as_methods', 'lower_types'], 2],
    [['message_param'], 2],
    [['tool_calls'], 3],
  ] as [HabitName[], number][])(
    'is worded as the documents say where an agent that registered with %j does not know its own way, for good',
    async (habits, requestsOfFirst) => {
      const says: { readonly [method: string]: JsonObject } = {
        handle_game_invitation: { accept: true },
        choose_parity: { parity_choice: 'odd' },
        notify_match_result: { status: 'ok' },
      };
      const { requests, answer } = scripted((request) => {
        const said = says[request.method];
        return said === undefined ? refuses(request) : result(said)(request);
      });
      const { peer, how } = await peerTo(answer);
      const to = { ...TO, echo: { habits } };
      const ask = async (type: Asking | 'GAME_OVER', left = 3) =>
        peer.ask(to, type, exampleBody(type) as never, { ...how, detections: { left } });
      const invited = unwrap(await ask('GAME_INVITATION'));
      expect(invited).toMatchObject({ kind: 'answer', message: { accept: true } });
      expect(requests).toHaveLength(requestsOfFirst);
      expect(unwrap(await ask('CHOOSE_PARITY_CALL', 0))).toMatchObject({ message: { parity_choice: 'odd' } });
      expect((await ask('GAME_OVER', 0)).ok).toBe(true);
      expect(requests.slice(requestsOfFirst).map(({ method }) => method)).toEqual([
        'choose_parity',
        'notify_match_result',
      ]);
    },
  );

  test.each([['types_as_methods'], ['types_as_methods', 'lower_types'], ['message_param'], ['tool_calls']] as [
    HabitName,
    ...HabitName[],
  ][])(
    'in the way %j %s that is acknowledged and doubted is worded as the documents say next, and in its own way after that',
    async (...habits) => {
      const { requests, answer } = scripted((request) => result({ status: 'ok' })(request));
      const { peer, how } = await peerTo(answer);
      const to = { ...TO, echo: { habits } };
      const ask = async () => {
        const heard = unwrap(await peer.ask(to, 'CHOOSE_PARITY_CALL', exampleBody('CHOOSE_PARITY_CALL') as never, how));
        const { method = 'that of the documents', doubt } = heard as { method?: string; doubt?: () => void };
        return { method, asked: requests.at(-1)?.method, doubt };
      };
      const first = await ask();
      expect(first.method).toBe(first.asked);
      expect(await ask(), 'nothing was doubted').toMatchObject({ asked: first.asked });
      first.doubt?.();
      // A second doubt of the same words is not one of those that took their place.
      first.doubt?.();
      const second = await ask();
      expect(second).toMatchObject({ method: 'that of the documents', asked: 'choose_parity' });
      second.doubt?.();
      expect(await ask()).toMatchObject({ asked: first.asked });
    },
  );

  test('that is acknowledged by an agent without a way of its own leaves nothing to doubt', async () => {
    const { heard } = await asked('CHOOSE_PARITY_CALL', result({ status: 'ok' }), { habits: ['own_ids'] });
    expect(unwrap(heard)).not.toHaveProperty('doubt');
  });

  test('by tools/call asks an agent without tools/list once for its tools', async () => {
    const { requests, answer } = scripted((request) =>
      request.method === 'tools/call' ? result(text({ accept: true }))(request) : refuses(request),
    );
    const { peer, how } = await peerTo(answer);
    const to = { ...TO, echo: { habits: ['tool_calls' as const] } };
    for (let i = 0; i < 3; i++)
      unwrap(await peer.ask(to, 'GAME_INVITATION', exampleBody('GAME_INVITATION') as never, how));
    expect(requests.map(({ method }) => method)).toEqual(['tools/list', 'tools/call', 'tools/call', 'tools/call']);
  });

  test('in the way of an agent is found again where another one listens at its address', async () => {
    let known = 'handle_game_invitation';
    const { requests, answer } = scripted((request) =>
      request.method === known ? result({ accept: true })(request) : refuses(request),
    );
    const { peer, how } = await peerTo(answer);
    const to = { ...TO, echo: { habits: ['types_as_methods' as const] } };
    const ask = () =>
      peer.ask(to, 'GAME_INVITATION', exampleBody('GAME_INVITATION') as never, { ...how, detections: { left: 3 } });
    unwrap(await ask());
    known = 'game_invitation';
    unwrap(await ask());
    unwrap(await ask());
    expect(requests.at(-2)?.method).toBe('game_invitation');
  });

  test('that an agent in its own way does not know is not made again, where it is a notice', async () => {
    const { requests, answer } = scripted((request) =>
      request.method === 'GAME_INVITATION' ? result({ accept: true })(request) : refuses(request),
    );
    const { peer, how } = await peerTo(answer);
    const to = { ...TO, echo: { habits: ['types_as_methods' as const] } };
    unwrap(await peer.ask(to, 'GAME_INVITATION', exampleBody('GAME_INVITATION') as never, how));
    await peer.ask(to, 'GAME_OVER', exampleBody('GAME_OVER') as never, how);
    expect(requests.map(({ method }) => method)).toEqual(['GAME_INVITATION', 'GAME_OVER']);
  });

  test('is made again no oftener than it may be, and what was said first stays the reason', async () => {
    for (const left of [0, 1, 2, 3]) {
      const { heard, requests, detections } = await asked('CHOOSE_PARITY_CALL', refuses, { left });
      expect(heard).toMatchObject({ error: { code: 'ERROR_REPLY', rpc_code: UNKNOWN.code } });
      expect(requests.length).toBe(1 + Math.min(left, 2));
      expect(detections.left).toBe(left - Math.min(left, 2));
    }
  });

  test('is not made again where breaches disqualify', async () => {
    const { heard, requests } = await asked('CHOOSE_PARITY_CALL', refuses, { strict: true });
    expect(heard).toMatchObject({ error: { rpc_code: UNKNOWN.code, habits: ['other_move_names'] } });
    expect(requests).toHaveLength(1);
  });
});
