import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../SHARED/core/json.ts';
import { unwrap } from '../../SHARED/core/result.ts';
import { fakeClock } from '../../SHARED/testing/fake_clock.ts';
import { gameOf } from '../../SHARED/testing/shipped_games.ts';
import { ACCEPTED, LEAGUE, MANAGER, NOT_STARTED, REFEREE, RUN, stage } from './testing/rehearsal.ts';

const evenOdd = () => stage({ clock: fakeClock(), gameOf, game_type: 'even_odd' });
const CREDENTIALS = '/data/referees/REF01/credentials.json';

describe('registering', () => {
  test('says what the referee is and can, and keeps what it is given', async () => {
    const s = evenOdd();
    const running = await s.ready({}, { version: '2.0.0', max_concurrent_matches: 64 });
    expect(running).toMatchObject({ id: 'REF01', address: REFEREE });
    const [request] = s.got('LM01', 'REFEREE_REGISTER_REQUEST');
    expect(request?.message).toMatchObject({
      sender: 'referee:REF01',
      referee_meta: {
        display_name: 'Referee Alpha',
        version: '2.0.0',
        protocol_version: '2.1.0',
        game_types: ['even_odd'],
        contact_endpoint: REFEREE,
        max_concurrent_matches: 64,
        referee_id: 'REF01',
        tickets: true,
        batches: true,
        dialects: expect.arrayContaining(['rpc']),
      },
    });
    expect(request?.message).not.toHaveProperty('auth_token');
    expect(JSON.parse(s.disk.files().get(CREDENTIALS) ?? '')).toMatchObject({
      credentials: [
        { league_id: LEAGUE, run_id: RUN, agent_id: 'REF01', auth_token: 'tok_ref01', manager_token: 'mgr_ref01' },
      ],
    });
    await s.clock.advance(100);
    expect(
      s.agentLog().map(({ direction, message_type, peer, details }) => ({ direction, message_type, peer, details })),
    ).toEqual([
      {
        direction: 'SENT',
        message_type: 'REFEREE_REGISTER_REQUEST',
        peer: 'LM01',
        details: { capabilities: ['even_odd'] },
      },
      {
        direction: 'RECEIVED',
        message_type: 'REFEREE_REGISTER_RESPONSE',
        peer: 'LM01',
        details: { status: 'ACCEPTED' },
      },
      { direction: 'SENT', message_type: 'LEAGUE_QUERY', peer: 'LM01', details: {} },
      { direction: 'RECEIVED', message_type: 'LEAGUE_QUERY_RESPONSE', peer: 'LM01', details: {} },
    ]);
  });

  test.each([
    { who: 'with its id', id: 'REF01' },
    { who: 'with the id it was given', id: undefined as never },
  ])('is followed by one use of the token, $who: then nobody else can ask for another', async ({ id }) => {
    const s = evenOdd();
    let kept = false;
    await s.ready(
      {
        LEAGUE_QUERY: (message) => {
          kept = s.disk.files().has(CREDENTIALS);
          return s.spoken('LEAGUE_QUERY_RESPONSE', NOT_STARTED, message);
        },
      },
      { id },
    );
    await s.clock.advance(1);
    expect(s.got('LM01', 'LEAGUE_QUERY').map(({ message }) => message)).toMatchObject([
      {
        sender: 'referee:REF01',
        auth_token: 'tok_ref01',
        league_id: LEAGUE,
        query_type: 'GET_NEXT_MATCH',
      },
    ]);
    expect(kept).toBe(true);
    expect(s.componentLog().map(({ event_type }) => event_type)).not.toContain('TOKEN_NOT_CONFIRMED');
  });

  test('does not wait for the use of the token, and asks once', async () => {
    const s = evenOdd();
    await s.ready({ LEAGUE_QUERY: () => undefined });
    expect(s.clock.monotonic()).toBe(0);
    await s.clock.advance(60_000);
    expect(s.got('LM01', 'LEAGUE_QUERY')).toHaveLength(1);
    expect(s.componentLog().map(({ event_type }) => event_type)).toContain('TOKEN_NOT_CONFIRMED');
    expect(await s.call('ping', {})).toMatchObject({ state: 'REGISTERED' });
  });

  test('at a manager that gives no token of its own is followed by nothing', async () => {
    const s = evenOdd();
    const given = { ...ACCEPTED, manager_token: null };
    await s.ready({ REFEREE_REGISTER_REQUEST: (message) => s.spoken('REFEREE_REGISTER_RESPONSE', given, message) });
    await s.clock.advance(1);
    expect(s.got('LM01', 'LEAGUE_QUERY')).toEqual([]);
  });

  test('again in the same run shows the former token, found by id or by name', async () => {
    const s = evenOdd();
    const first = await s.ready();
    await s.clock.runUntil(first.stop('test'));
    const second = unwrap(await s.start());
    await s.clock.runUntil(second.stop('test'));
    const third = unwrap(await s.start({ id: undefined as never }));
    expect(third.id).toBe('REF01');
    expect(s.got('LM01', 'REFEREE_REGISTER_REQUEST').map(({ message }) => message['auth_token'])).toEqual([
      undefined,
      'tok_ref01',
      'tok_ref01',
    ]);
    const last = s.got('LM01', 'REFEREE_REGISTER_REQUEST').at(-1)?.message;
    expect(last).toMatchObject({ sender: 'referee:Referee Alpha', referee_meta: { referee_id: 'REF01' } });
  });

  test('shows no token of another run, nor to a manager that does not say which run it is', async () => {
    const s = evenOdd();
    const first = await s.ready();
    await s.clock.runUntil(first.stop('test'));
    for (const get_status of [
      () => ({ league_id: LEAGUE, run_id: 'run_2' }),
      () => ({ league_id: LEAGUE }),
      () => '<html>',
    ]) {
      const t = evenOdd();
      await t.disk.replace(CREDENTIALS, s.disk.files().get(CREDENTIALS) ?? '');
      await t.ready({ get_status });
      expect(t.got('LM01', 'REFEREE_REGISTER_REQUEST')[0]?.message).not.toHaveProperty('auth_token');
    }
  });

  test('with a damaged file is not even asked for, and the file is left as it is', async () => {
    const s = evenOdd();
    await s.disk.replace(CREDENTIALS, 'torn');
    await s.manager();
    expect(await s.start()).toMatchObject({
      ok: false,
      error: { code: 'DATA_INIT_FAILED', detail: expect.stringContaining(`${CREDENTIALS} is damaged`) },
    });
    expect(s.got('LM01', 'REFEREE_REGISTER_REQUEST')).toEqual([]);
    expect(s.disk.files().get(CREDENTIALS)).toBe('torn');
  });

  test('by name leaves alone a referee of the same name that is still at work', async () => {
    const s = evenOdd();
    await s.ready();
    await s.start({ id: undefined as never, listen: 'memory:elsewhere' });
    const last = s.got('LM01', 'REFEREE_REGISTER_REQUEST').at(-1)?.message;
    expect(last).not.toHaveProperty('auth_token');
    expect(last?.['referee_meta']).not.toHaveProperty('referee_id');
  });

  test('shows the token of the operator where it has none of its own', async () => {
    const s = evenOdd();
    await s.ready({}, { operator_token: 'op_1' });
    expect(s.got('LM01', 'REFEREE_REGISTER_REQUEST')[0]?.message['auth_token']).toBe('op_1');
  });

  test('waits for its turn, and listens meanwhile', async () => {
    const s = evenOdd();
    await s.manager();
    const turn = Promise.withResolvers<void>();
    const heard: string[] = [];
    const starting = s.start({ beforeRegistering: turn.promise, onListening: (address) => heard.push(address) });
    await s.clock.advance(1_000);
    expect(heard).toEqual([REFEREE]);
    expect(s.got('LM01', 'REFEREE_REGISTER_REQUEST')).toEqual([]);
    expect(await s.call('ping', {})).toEqual({ status: 'ok', referee_id: 'REF01', state: 'INIT', playing: 0 });
    turn.resolve();
    unwrap(await starting);
    expect(await s.call('ping', {})).toMatchObject({ state: 'REGISTERED' });
  });

  test('is tried three times, and then given up with a reason', async () => {
    const s = evenOdd();
    const failed = await s.clock.runUntil(s.start());
    expect(failed).toMatchObject({
      ok: false,
      error: {
        code: 'REGISTRATION_FAILED',
        detail: expect.stringContaining(`${MANAGER} does not answer: nobody listens`),
      },
    });
    expect(s.clock.monotonic()).toBeGreaterThanOrEqual(3_000);
    expect(s.clock.monotonic()).toBeLessThanOrEqual(6_000);
    expect((await s.network.transport().listen(REFEREE, async () => undefined)).ok).toBe(true);
  });

  test('that is refused for good is not tried again', async () => {
    const s = evenOdd();
    const refused = { error_code: 'E006', error_name: 'NOT_ALLOWED', error_description: 'no' };
    await s.manager({ REFEREE_REGISTER_REQUEST: (message) => s.spoken('LEAGUE_ERROR', refused, message) });
    expect(await s.start()).toMatchObject({
      ok: false,
      error: {
        code: 'REGISTRATION_FAILED',
        detail: `the league manager at ${MANAGER} did not register this referee: E006 no`,
      },
    });
    expect(s.got('LM01', 'REFEREE_REGISTER_REQUEST')).toHaveLength(1);
  });

  test('succeeds with a manager that comes a little later', async () => {
    const s = evenOdd();
    const starting = s.start();
    await s.clock.advance(500);
    await s.manager();
    expect(await s.clock.runUntil(starting)).toMatchObject({ ok: true, value: { id: 'REF01' } });
  });

  test.each([
    [
      { reason: 'Duplicate name' },
      'Duplicate name; choose another name or id, or start with the data folder that holds its credentials',
    ],
    [
      { reason: 'Unsupported game type', detail: 'this league plays go' },
      'Unsupported game type (this league plays go); offer the game of this league',
    ],
    [{ reason: null }, 'no reason given'],
  ])('that is rejected is not tried again: %j', async (words, detail) => {
    const s = evenOdd();
    const rejected = {
      ...ACCEPTED,
      status: 'REJECTED',
      referee_id: null,
      auth_token: null,
      manager_token: null,
      ...words,
    };
    await s.manager({
      REFEREE_REGISTER_REQUEST: (message) => s.spoken('REFEREE_REGISTER_RESPONSE', rejected, message),
    });
    expect(await s.start()).toMatchObject({
      ok: false,
      error: { code: 'REGISTRATION_REJECTED', detail: `the league manager rejected Referee Alpha: ${detail}` },
    });
    expect(s.got('LM01', 'REFEREE_REGISTER_REQUEST')).toHaveLength(1);
  });

  const given = (s: ReturnType<typeof evenOdd>, part: JsonObject) =>
    s.manager({
      REFEREE_REGISTER_REQUEST: (message) => s.spoken('REFEREE_REGISTER_RESPONSE', { ...ACCEPTED, ...part }, message),
    });

  test.each([{ referee_id: null }, { auth_token: null }])('that gives %j is one all the same', async (part) => {
    const s = evenOdd();
    await given(s, part);
    expect(unwrap(await s.start()).id).toBe('REF01');
  });

  test('in a league whose id cannot name a folder is none', async () => {
    const s = evenOdd();
    await given(s, { league_id: 'no/folder' });
    expect(await s.start()).toMatchObject({ ok: false, error: { code: 'REGISTRATION_FAILED' } });
  });
});
