/** Habits of players at the referee: they cost no attempt, are told to the manager, and are breaches where those disqualify. */
import { describe, expect, test } from 'vitest';
import type { HabitName } from '../../../SHARED/contracts/dialects/habits.ts';
import type { Json, JsonObject } from '../../../SHARED/core/json.ts';
import { fakeClock } from '../../../SHARED/testing/fake_clock.ts';
import { gameOf } from '../../../SHARED/testing/shipped_games.ts';
import { type Script, stage } from '../testing/rehearsal.ts';
import type { MatchOrder } from './order.ts';

type Rules = Partial<MatchOrder['rules']>;

async function matchWith(script: Script, rules: Rules = {}, parts?: Partial<MatchOrder>) {
  const s = stage({ clock: fakeClock(), gameOf, game_type: 'even_odd' });
  await s.ready();
  await s.player('P01', 'even', script);
  await s.player('P02', 'odd');
  const { details, winner } = await s.reported(s.clock, parts, rules);
  return { s, details, winner };
}

const whole = (envelope: JsonObject) => () => JSON.stringify({ jsonrpc: '2.0', ...envelope });
const unknown = () => JSON.stringify({ jsonrpc: '2.0', error: { code: -32601, message: 'no such method' }, id: null });
const asTool = (said: JsonObject) => ({ content: [{ type: 'text', text: JSON.stringify(said) }] });
const chooses = () => ({ parity_choice: 'even' });

/** Scripts of players with a habit. */
const HABITUAL: readonly [HabitName, Script][] = [
  ['own_ids', { CHOOSE_PARITY_CALL: whole({ result: { parity_choice: 'even' }, id: 'mine' }) }],
  ['answers_in_params', { CHOOSE_PARITY_CALL: () => ({ data: { parity_choice: 'even' } }) }],
  // It answers as a tool does and has none, so that it must not be called as one for that.
  ['answers_as_tool', { GAME_INVITATION: () => asTool({ accept: true }), 'tools/call': unknown }],
  ['other_names', { GAME_INVITATION: () => ({ accepted: true }) }],
  ['status_joins', { GAME_INVITATION: () => ({ status: 'RECEIVED' }) }],
  ['choice_too', { CHOOSE_PARITY_CALL: () => ({ choice: 'even' }) }],
  ['other_move_names', { CHOOSE_PARITY_CALL: unknown, parity_choose: chooses }],
];

describe('a player with a habit', () => {
  test.each(HABITUAL)(
    '%s plays: nothing is held against it but the breach, and the manager is told',
    async (habit, script) => {
      const { details, s } = await matchWith(script);
      expect(details.faults).toEqual([]);
      expect(details['habits']).toEqual({ P01: [habit] });
      expect(details['violations']).toEqual([
        { player_id: 'P01', kind: expect.any(String), example: expect.stringMatching(new RegExp(`^habit ${habit}: `)) },
      ]);
      expect(s.got('P01', 'GAME_ERROR')).toEqual([]);
      expect(JSON.stringify(s.got('P02', 'GAME_OVER'))).not.toContain('habits');
      const timeline = details['timeline'] as JsonObject[];
      expect(timeline.map(({ attempt }) => attempt)).toEqual([1, 1, 1, 1]);
    },
  );

  test.each(HABITUAL)('%s is not read where breaches disqualify, and is named', async (habit, script) => {
    const { details } = await matchWith(script, { violations: 'disqualify' });
    // What it is written to by its habits is the same in every league.
    if (habit !== 'other_move_names') expect(details.faults).toHaveLength(1);
    const [violation] = details['violations'] as JsonObject[];
    expect(violation?.['example']).toMatch(new RegExp(`^habit ${habit}: `));
    expect(details['habits']).toEqual({ P01: [habit] });
  });

  test('of times with an offset is named in the breach by its answers', async () => {
    const timestamp = '2025-01-15T12:00:00+00:00';
    const { details } = await matchWith({ CHOOSE_PARITY_CALL: () => ({ parity_choice: 'even', timestamp }) });
    expect(details.faults).toEqual([]);
    expect(details['violations']).toEqual([
      { player_id: 'P01', kind: 'schema', example: expect.stringMatching(/^habit offset_times: /) },
    ]);
  });

  test('that is remembered is asked in its way at once, and not told again', async () => {
    const sample = stage({ clock: fakeClock(), gameOf, game_type: 'even_odd' }).order();
    const players = sample.players.map((player, i) =>
      i === 0 ? { ...player, echo: { habits: ['other_move_names' as const] } } : player,
    );
    const { details, s } = await matchWith({ CHOOSE_PARITY_CALL: unknown, parity_choose: chooses }, {}, { players });
    expect(details.faults).toEqual([]);
    expect(details['habits']).toBeUndefined();
    expect(s.got('P01', 'CHOOSE_PARITY_CALL').map(({ message }) => message['message_type'])).toHaveLength(1);
  });

  test('that registered by a tool and has none is asked for tools once, and plays by the methods of the documents', async () => {
    const sample = stage({ clock: fakeClock(), gameOf, game_type: 'even_odd' }).order();
    const players = sample.players.map((player, i) =>
      i === 0 ? { ...player, echo: { habits: ['tool_calls' as const] } } : player,
    );
    const { details, s } = await matchWith({ 'tools/list': unknown, 'tools/call': unknown }, {}, { players });
    expect(details.faults).toEqual([]);
    expect(details['habits']).toBeUndefined();
    expect((details['timeline'] as JsonObject[]).map(({ attempt }) => attempt)).toEqual([1, 1, 1, 1]);
    for (const type of ['tools/list', 'tools/call', 'GAME_INVITATION', 'CHOOSE_PARITY_CALL', 'GAME_OVER'])
      expect(s.got('P01', type), type).toHaveLength(1);
  });

  test('that registered by a tool and knows no method at all is asked no oftener than any other', async () => {
    const sample = stage({ clock: fakeClock(), gameOf, game_type: 'even_odd' }).order();
    const players = sample.players.map((player, i) =>
      i === 0 ? { ...player, echo: { habits: ['tool_calls' as const] } } : player,
    );
    const nothing = {
      'tools/list': unknown,
      'tools/call': unknown,
      GAME_INVITATION: unknown,
      game_invitation: unknown,
    };
    const { details, s } = await matchWith(nothing, {}, { players });
    expect(details['termination']).not.toBe('normal');
    expect(s.got('P01', 'tools/list')).toHaveLength(1);
    const asked = s.arrivals.filter(({ to, message }) => to === 'P01' && message['message_type'] !== 'tools/list');
    expect(
      asked.filter(({ message }) => !/GAME_(OVER|ERROR)/.test(JSON.stringify(message))).length,
    ).toBeLessThanOrEqual(6);
  });

  test.each<[HabitName, string]>([
    ['tool_calls', 'tools/call'],
    ['message_param', 'handle_message'],
  ])(
    'that registered with %s and acknowledges what it does not know is asked in the words of the documents next, for good',
    async (habit, method) => {
      const s = stage({ clock: fakeClock(), gameOf, game_type: 'even_odd' });
      await s.ready();
      const heard = () => ({ status: 'ok' });
      await s.player('P01', 'even', { 'tools/list': heard, [method]: heard });
      await s.player('P02', 'odd');
      const players = s.order().players.map((each, i) => (i === 0 ? { ...each, echo: { habits: [habit] } } : each));
      const attemptsOf = (details: JsonObject) =>
        (details['timeline'] as JsonObject[]).flatMap(({ player_id, attempt }) =>
          player_id === 'P01' ? [attempt] : [],
        );
      const { details } = await s.reported(s.clock, { players });
      expect(details.faults).toEqual([]);
      expect(attemptsOf(details)).toEqual([1, 1, 2]);
      const [told] = s.arrivals.filter(({ message }) => JSON.stringify(message).includes('"GAME_ERROR"'));
      expect(JSON.stringify(told)).toContain(`it had acknowledged a call by ${method} and not answered`);

      await s.run({ players, match_id: 'R2M1', round_id: 2 });
      await s.clock.advance(1_000);
      const next = (s.reports()[1] as { result: { details: JsonObject } }).result.details;
      expect(next['faults']).toEqual([]);
      expect(attemptsOf(next)).toEqual([1, 1]);
    },
  );

  test('that acknowledges in its own words and in those of the documents is asked in its own again, and advised of both', async () => {
    const heard = () => ({ status: 'ok' });
    const sample = stage({ clock: fakeClock(), gameOf, game_type: 'even_odd' }).order();
    const players = sample.players.map((each, i) =>
      i === 0 ? { ...each, echo: { habits: ['message_param' as const] } } : each,
    );
    const { details, s } = await matchWith({ handle_message: heard, CHOOSE_PARITY_CALL: heard }, {}, { players });
    const own = { detail: 'it had acknowledged a call by handle_message and not answered when its 30 s were over' };
    const plain = { detail: 'it had acknowledged and not answered when its 30 s were over' };
    expect(details.faults).toMatchObject([{ cause: 'timeout', evidence: { ...own, attempts: [own, plain, own] } }]);
    expect(s.got('P01', 'CHOOSE_PARITY_CALL')).toHaveLength(1);
  });

  test('that it does not have is looked for three times in a match, and the first reason stays', async () => {
    const { details, s } = await matchWith({
      ...{ CHOOSE_PARITY_CALL: unknown, parity_choose: unknown, CHOOSE_PARITY_REQUEST: unknown },
    });
    expect(details['termination']).toBe('bad_answer');
    expect(details['violations']).toMatchObject([{ kind: 'unsupported_game', count: 3 }]);
    const asked = s.arrivals.filter(({ to, message }) => to === 'P01' && message['deadline'] !== undefined);
    expect(asked).toHaveLength(3 + 3);
  });
});

describe('a seat that is taken by a status', () => {
  /** P01 says ok, and P02 takes its time to join. */
  async function scene() {
    const s = stage({ clock: fakeClock(), gameOf, game_type: 'even_odd' });
    await s.ready();
    await s.player('P01', 'even', { GAME_INVITATION: () => ({ status: 'ok' }) });
    let joins: (said: JsonObject) => void = () => undefined;
    const late = new Promise<JsonObject>((resolve) => {
      joins = resolve;
    });
    await s.player('P02', 'odd', { GAME_INVITATION: () => late });
    await s.run();
    await s.clock.advance(1_000);
    const conversation_id = s.got('P01', 'GAME_INVITATION')[0]?.message['conversation_id'] as Json;
    const post = (accept: boolean) =>
      s.send({ protocol: 'league.v2', message_type: 'GAME_JOIN_ACK', conversation_id, match_id: 'R1M1', accept });
    return { s, post, joins: () => joins({ accept: true }) };
  }

  test('is given back by a posted no before the first call', async () => {
    const { s, post, joins } = await scene();
    expect(await post(false)).toEqual({ status: 'ok' });
    joins();
    await s.clock.advance(1_000);
    const { result } = s.reports()[0] as { result: JsonObject };
    expect(result).toMatchObject({ winner: 'P02', details: { termination: 'declined' } });
    expect(s.got('P01', 'CHOOSE_PARITY_CALL')).toEqual([]);
  });

  test('and posted as a yes as well is no breach', async () => {
    const { s, post, joins } = await scene();
    expect(await post(true)).toEqual({ status: 'ok' });
    joins();
    await s.clock.advance(1_000);
    const { result } = s.reports()[0] as { result: { details: JsonObject } };
    const { details } = result;
    expect(details).toMatchObject({ termination: 'normal', habits: { P01: ['status_joins'] } });
    expect(details['violations']).toBeUndefined();
    expect(details['messages']).toEqual({ P01: 1, P02: 2 });
  });
});
