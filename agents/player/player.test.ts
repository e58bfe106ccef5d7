import { describe, expect, test } from 'vitest';
import type { CredentialsFile } from '../../SHARED/contracts/files/history.ts';
import { sleep } from '../../SHARED/core/clock.ts';
import type { JsonObject } from '../../SHARED/core/json.ts';
import { unwrap } from '../../SHARED/core/result.ts';
import { fakeClock } from '../../SHARED/testing/fake_clock.ts';
import { rehearsal, type Stage } from './testing/rehearsal.ts';
import { ACCEPTED, LEAGUE, MANAGER } from './testing/rehearsal_script.ts';

const CREDENTIALS = '/data/players/P01/credentials.json';

function registrations(requests: Stage['requests']): readonly JsonObject[] {
  return requests.flatMap(({ method, params }) => (method === 'register_player' ? [params] : []));
}

describe('registering', () => {
  test('a player that is taken in has the id it was given, and says what it can do', async () => {
    const stage = rehearsal(fakeClock());
    const player = await stage.started();
    expect(player).toMatchObject({ id: 'P01', address: 'memory:P01' });
    const [request] = registrations(stage.requests);
    expect(request).toMatchObject({
      message_type: 'LEAGUE_REGISTER_REQUEST',
      sender: 'player:P01',
      player_meta: {
        display_name: 'Agent Alpha',
        version: '1.0.0',
        protocol_version: '2.1.0',
        game_types: ['even_odd'],
        contact_endpoint: 'memory:P01',
        player_id: 'P01',
        batches: true,
      },
    });
    expect(request?.player_meta).toHaveProperty('dialects');
    expect(request).not.toHaveProperty('auth_token');
    expect(await stage.look('get_player_state')).toMatchObject({ player_id: 'P01', state: 'REGISTERED' });
  });

  test('a player without an id of its own goes by its name until it has one, and logs to the file of its id', async () => {
    const stage = rehearsal(fakeClock());
    await stage.openManager();
    const player = unwrap(await stage.start({ id: null }));
    expect(player.id).toBe('P01');
    const [request] = registrations(stage.requests);
    expect(request).toMatchObject({ sender: 'player:Agent Alpha' });
    expect(request?.player_meta).not.toHaveProperty('player_id');
    const lines = await stage.log();
    expect(lines.slice(0, 2)).toMatchObject([
      {
        direction: 'SENT',
        message_type: 'LEAGUE_REGISTER_REQUEST',
        peer: 'LM01',
        details: { display_name: 'Agent Alpha' },
      },
      {
        direction: 'RECEIVED',
        message_type: 'LEAGUE_REGISTER_RESPONSE',
        peer: 'LM01',
        details: { status: 'ACCEPTED' },
      },
    ]);
  });

  test('lines that came before the id keep their own time', async () => {
    const stage = rehearsal(fakeClock());
    let asked = 0;
    stage.script.register_player = (params) => {
      asked += 1;
      return asked < 2 ? undefined : stage.spoken('LEAGUE_REGISTER_RESPONSE', { ...ACCEPTED }, params);
    };
    await stage.openManager();
    unwrap(await stage.clock.runUntil(stage.start({ id: null })));
    const [first, second] = await stage.log();
    expect(first?.timestamp).toBe('2025-01-15T10:00:00.000Z');
    expect(second?.timestamp).not.toBe(first?.timestamp);
  });

  test('a rejected player is told why, and what to do, in one line', async () => {
    const stage = rehearsal(fakeClock());
    stage.script.register_player = (params) =>
      stage.spoken(
        'LEAGUE_REGISTER_RESPONSE',
        {
          ...ACCEPTED,
          status: 'REJECTED',
          player_id: null,
          auth_token: null,
          reason: 'Duplicate name',
          detail: 'Agent Alpha is P07',
        },
        params,
      );
    await stage.openManager();
    expect(await stage.start()).toEqual({
      ok: false,
      error: {
        code: 'REGISTRATION_REJECTED',
        rejection: 'DUPLICATE_NAME',
        detail:
          'the league manager rejected Agent Alpha: Duplicate name (Agent Alpha is P07); choose another name or id, or start with the data folder that holds its credentials',
      },
    });
    expect(registrations(stage.requests)).toHaveLength(1);
    expect(unwrap(await stage.wire.listen('memory:P01', async () => undefined)).address).toBe('memory:P01');
    expect((await stage.log()).at(-1)).toMatchObject({ details: { status: 'REJECTED', reason: 'Duplicate name' } });
  });

  test('a rejection in words nobody knows is handed on as it is', async () => {
    const stage = rehearsal(fakeClock());
    stage.script.register_player = (params) =>
      stage.spoken(
        'LEAGUE_REGISTER_RESPONSE',
        { ...ACCEPTED, status: 'REJECTED', player_id: null, reason: 'Bad hair day' },
        params,
      );
    await stage.openManager();
    expect(await stage.start()).toMatchObject({
      error: { detail: 'the league manager rejected Agent Alpha: Bad hair day' },
    });
  });

  test('when nobody is there it tries three times, two and four seconds apart at most, and names the address', async () => {
    const stage = rehearsal(fakeClock());
    const failed = await stage.clock.runUntil(stage.start());
    expect(failed).toMatchObject({ ok: false, error: { code: 'REGISTRATION_FAILED' } });
    expect(failed.ok || failed.error.detail).toContain(MANAGER);
    expect(stage.clock.monotonic()).toBeGreaterThanOrEqual(3_000);
    expect(stage.clock.monotonic()).toBeLessThanOrEqual(6_000);
    expect(stage.clock.scheduled).toBe(0);
  });

  test('a manager that comes late is found by the next attempt', async () => {
    const stage = rehearsal(fakeClock());
    stage.clock.after(500, () => void stage.openManager());
    const player = unwrap(await stage.clock.runUntil(stage.start()));
    expect(player.id).toBe('P01');
  });

  test('its patience can be set', async () => {
    const stage = rehearsal(fakeClock());
    stage.script.register_player = () => undefined;
    await stage.openManager();
    const failed = await stage.clock.runUntil(
      stage.start({ registering: { timeoutMs: 100, attempts: 2, baseMs: 50 } }),
    );
    expect(failed).toMatchObject({ error: { code: 'REGISTRATION_FAILED' } });
    expect(registrations(stage.requests)).toHaveLength(2);
    expect(stage.clock.monotonic()).toBeLessThanOrEqual(250);
  });

  test('an overloaded manager is asked again, one that refuses for good is not', async () => {
    const stage = rehearsal(fakeClock());
    const refusing = (code: string) => (params: JsonObject) =>
      stage.spoken('LEAGUE_ERROR', { error_code: code, error_name: 'X', error_description: 'no' }, params);
    stage.script.register_player = refusing('E014');
    await stage.openManager();
    await stage.clock.runUntil(stage.start());
    expect(registrations(stage.requests)).toHaveLength(3);
    stage.script.register_player = refusing('E006');
    const failed = await stage.clock.runUntil(stage.start());
    expect(registrations(stage.requests)).toHaveLength(4);
    expect(failed).toMatchObject({
      error: {
        code: 'REGISTRATION_FAILED',
        detail: `the league manager at ${MANAGER} did not register this player: E006 no`,
      },
    });
  });

  test('a manager without get_status takes players in all the same', async () => {
    const stage = rehearsal(fakeClock());
    stage.script.get_status = () => ({ error: { code: -32601, message: 'Method not found' } });
    expect((await stage.started()).id).toBe('P01');
  });

  test('an acceptance without an id leaves it the one it wished for, and says so in the log', async () => {
    const stage = rehearsal(fakeClock());
    stage.script.register_player = (params) =>
      stage.spoken('LEAGUE_REGISTER_RESPONSE', { ...ACCEPTED, player_id: null }, params);
    expect((await stage.started()).id).toBe('P01');
    expect(await stage.warnings()).toEqual(['no player_id, it goes by P01']);
  });

  test('what cannot be an id is refused before anything happens', async () => {
    const stage = rehearsal(fakeClock());
    await stage.openManager();
    expect(await stage.start({ id: '../P01' })).toMatchObject({ error: { code: 'INVALID_CONFIG' } });
    expect(stage.requests).toEqual([]);
  });

  test('an address that is taken is said so', async () => {
    const stage = rehearsal(fakeClock());
    unwrap(await stage.wire.listen('memory:P01', async () => undefined));
    expect(await stage.start()).toMatchObject({ error: { code: 'PORT_IN_USE' } });
  });

  test('it listens before it registers, and registers when it is let', async () => {
    const stage = rehearsal(fakeClock());
    await stage.openManager();
    const heard: string[] = [];
    const beforeRegistering = sleep(stage.clock, 1_000);
    const starting = stage.start({ beforeRegistering, onListening: (address) => heard.push(address) });
    await stage.clock.advance(500);
    expect(heard).toEqual(['memory:P01']);
    expect(stage.requests).toEqual([]);
    expect(await stage.look('ping')).toEqual({ status: 'ok', state: 'UNREGISTERED' });
    expect(await stage.look('get_player_state')).toEqual({
      player_id: '',
      display_name: 'Agent Alpha',
      state: 'UNREGISTERED',
    });
    await stage.clock.runUntil(starting);
    expect(await stage.look('ping')).toEqual({ status: 'ok', state: 'REGISTERED' });
  });

  test('messages that overtake the answer to the registration wait for it', async () => {
    const stage = rehearsal(fakeClock());
    let answered: JsonObject | undefined;
    stage.script.register_player = (params) => {
      void stage.announce().then((answer) => {
        answered = answer;
      });
      return stage.spoken('LEAGUE_REGISTER_RESPONSE', { ...ACCEPTED }, params);
    };
    await stage.started();
    await stage.clock.advance(1);
    expect(answered).toMatchObject({ message_type: 'ROUND_ANNOUNCEMENT_ACK', round_id: 1 });
  });

  test('messages to a player that is not taken in are refused', async () => {
    const stage = rehearsal(fakeClock());
    let answered: JsonObject | undefined;
    stage.script.register_player = (params) => {
      void stage.announce().then((answer) => {
        answered = answer;
      });
      return stage.spoken(
        'LEAGUE_REGISTER_RESPONSE',
        { ...ACCEPTED, status: 'REJECTED', reason: 'League full' },
        params,
      );
    };
    await stage.openManager();
    await stage.start();
    await stage.clock.advance(1);
    expect(answered).toMatchObject({ message_type: 'GAME_ERROR', error_code: 'E007' });
  });
});

describe('credentials', () => {
  test('what the registration gave is kept', async () => {
    const stage = rehearsal(fakeClock());
    await stage.started();
    expect(stage.fileAt<CredentialsFile>(CREDENTIALS)).toEqual({
      schema_version: '1.0.0',
      credentials: [
        {
          agent_id: 'P01',
          league_id: LEAGUE,
          run_id: 'run_1',
          display_name: 'Agent Alpha',
          endpoint: 'memory:P01',
          manager: 'memory:LM01',
          auth_token: 'tok_p01',
          manager_token: 'mgr_p01',
          saved_at: '2025-01-15T10:00:00.000Z',
        },
      ],
    });
  });

  test.each([
    { who: 'with its id', id: 'P01' },
    { who: 'without its id, by its name', id: null },
  ])('a player that comes back $who shows its token and is the same', async ({ id }) => {
    const stage = rehearsal(fakeClock());
    await (await stage.started()).stop('restart');
    unwrap(await stage.start({ id }));
    expect(registrations(stage.requests)[1]).toMatchObject({
      auth_token: 'tok_p01',
      player_meta: { player_id: 'P01' },
    });
  });

  test('in another run it is a new player', async () => {
    const stage = rehearsal(fakeClock());
    await (await stage.started()).stop('restart');
    stage.script.get_status = () => ({ league_id: LEAGUE, run_id: 'run_2', status: 'waiting' });
    unwrap(await stage.start());
    expect(registrations(stage.requests)[1]).not.toHaveProperty('auth_token');
  });

  test('a manager that gives no tokens gets a player that asks for none', async () => {
    const stage = rehearsal(fakeClock());
    const { auth_token: _a, manager_token: _m, run_id: _r, ...bare } = ACCEPTED;
    stage.script.register_player = (params) =>
      stage.spoken('LEAGUE_REGISTER_RESPONSE', { ...bare, auth_token: null }, params);
    await stage.started();
    expect(stage.disk.files().has(CREDENTIALS)).toBe(false);
    expect(await stage.announce()).toMatchObject({ message_type: 'ROUND_ANNOUNCEMENT_ACK' });
  });

  test('damaged credentials are said so before anybody is asked', async () => {
    const stage = rehearsal(fakeClock());
    await stage.disk.replace(CREDENTIALS, 'not json');
    await stage.openManager();
    expect(await stage.start()).toMatchObject({ error: { code: 'DATA_INIT_FAILED' } });
    expect(registrations(stage.requests)).toEqual([]);
  });

  test('a disk that takes no credentials stops nobody', async () => {
    const stage = rehearsal(fakeClock());
    stage.disk.replace = async () => {
      throw new Error('the disk is full');
    };
    const player = await stage.started();
    expect(player.id).toBe('P01');
    expect(await stage.log()).toContainEqual(
      expect.objectContaining({ message_type: 'CREDENTIALS_NOT_KEPT', level: 'ERROR' }),
    );
  });
});

describe('the end', () => {
  test('a player told to stop acknowledges, writes its files and is gone', async () => {
    const stage = rehearsal(fakeClock());
    const player = await stage.started();
    await stage.announce();
    await stage.invite();
    await stage.call();
    await stage.over();
    await stage.announce({ match_id: 'R1M2' });
    await stage.over({ match_id: 'R1M2' });
    expect(stage.history().matches).toHaveLength(1);
    expect(await stage.say('SHUTDOWN_COMMAND', { reason: 'The league is complete.' })).toMatchObject({
      message_type: 'SHUTDOWN_ACK',
    });
    expect(await stage.clock.runUntil(player.ended)).toBe('The league is complete.');
    expect(stage.history().matches).toHaveLength(2);
    expect(stage.disk.files().get('/logs/agents/P01.log.jsonl')).toContain('SHUTDOWN_ACK');
    expect(stage.clock.scheduled).toBe(0);
    unwrap(await stage.wire.listen('memory:P01', async () => undefined));
  });

  test('a reason is found where none is given, and stopping twice is stopping once', async () => {
    const stage = rehearsal(fakeClock());
    const player = await stage.started();
    await stage.say('SHUTDOWN_COMMAND', {});
    expect(await player.ended).toBe('the league manager said so');
    await player.stop('again');
    expect(await player.ended).toBe('the league manager said so');
  });

  test('a disk that fails at the end is told in the log and stops nobody from ending', async () => {
    const stage = rehearsal(fakeClock());
    const player = await stage.started();
    for (const match_id of ['R1M1', 'R1M2']) {
      await stage.announce({ match_id });
      await stage.over({ match_id });
    }
    stage.disk.replace = async () => {
      throw new Error('the disk is full');
    };
    await player.stop('enough');
    expect(await player.ended).toBe('enough');
    expect(stage.disk.files().get('/logs/agents/P01.log.jsonl')).toContain('HISTORY_NOT_WRITTEN');
  });

  test('a log that cannot be written stops nobody either', async () => {
    const stage = rehearsal(fakeClock());
    const player = await stage.started();
    stage.disk.append = async () => {
      throw new Error('the disk is full');
    };
    await player.stop('enough');
    expect(await player.ended).toBe('enough');
  });
});
