import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../SHARED/core/json.ts';
import { fakeClock } from '../../SHARED/testing/fake_clock.ts';
import { rehearsal, type Stage } from './testing/rehearsal.ts';
import { ANNOUNCED, LEAGUE, TICKET } from './testing/rehearsal_script.ts';

/** The manager names this as the player's next match. */
function names(stage: Stage, match: JsonObject | null): void {
  stage.script.league_query = (params) =>
    stage.spoken(
      'LEAGUE_QUERY_RESPONSE',
      { query_type: 'GET_NEXT_MATCH', success: true, data: { match }, error: null },
      params,
    );
}

/** What the manager was asked about matches, but for the question by which a player that has a token first uses it. */
function queries(stage: Stage): readonly JsonObject[] {
  const asked = stage.requests.flatMap(({ params }) => (params.query_type === 'GET_NEXT_MATCH' ? [params] : []));
  return asked[0]?.auth_token === undefined ? asked : asked.slice(1);
}

const FORGED = { auth_token: 'forged' };
const TOKENLESS = { auth_token: null };

describe('the manager', () => {
  test('is known by the token it gave', async () => {
    const stage = rehearsal(fakeClock());
    await stage.started();
    const update = { league_id: LEAGUE, round_id: 1, standings: [] };
    expect(await stage.say('LEAGUE_STANDINGS_UPDATE', update)).toMatchObject({ message_type: 'STANDINGS_UPDATE_ACK' });
    expect(await stage.say('LEAGUE_STANDINGS_UPDATE', update, TOKENLESS)).toMatchObject({
      message_type: 'GAME_ERROR',
      error_code: 'E011',
    });
    expect(await stage.say('LEAGUE_STANDINGS_UPDATE', update, FORGED)).toMatchObject({
      message_type: 'GAME_ERROR',
      error_code: 'E012',
    });
  });

  test('is not anybody who says so: a forged shutdown ends nothing', async () => {
    const stage = rehearsal(fakeClock());
    await stage.started();
    expect(await stage.say('SHUTDOWN_COMMAND', {}, FORGED)).toMatchObject({ error_code: 'E012' });
    await stage.clock.advance(1_000);
    expect(await stage.look('ping')).toMatchObject({ status: 'ok' });
    expect((await stage.log()).at(-1)).toMatchObject({
      message_type: 'SHUTDOWN_COMMAND',
      level: 'WARNING',
      peer: 'memory',
      details: { error_code: 'E012' },
    });
  });
});

describe('a referee', () => {
  test('with the announced ticket needs no further proof', async () => {
    const stage = rehearsal(fakeClock());
    await stage.started();
    await stage.announce();
    await stage.invite();
    await stage.call();
    await stage.over();
    expect(queries(stage)).toEqual([]);
  });

  test('of a match announced without a ticket is asked for none', async () => {
    const stage = rehearsal(fakeClock());
    await stage.started();
    await stage.announce({ ticket: undefined as never });
    expect(await stage.invite(TOKENLESS)).toMatchObject({ accept: true });
    expect(await stage.call({ auth_token: 'its own token' })).toMatchObject({ parity_choice: 'even' });
    expect(queries(stage)).toEqual([]);
  });

  test.each([
    { how: 'with another ticket', envelope: FORGED, error_code: 'E012' },
    { how: 'without a ticket', envelope: TOKENLESS, error_code: 'E011' },
  ])('$how is refused when the manager names the announced one', async ({ envelope, error_code }) => {
    const stage = rehearsal(fakeClock());
    await stage.started();
    await stage.announce();
    names(stage, { ...ANNOUNCED });
    expect(await stage.invite(envelope)).toMatchObject({ message_type: 'GAME_ERROR', match_id: 'R1M1', error_code });
    expect(await stage.call(envelope)).toMatchObject({ error_code });
    expect(await stage.over(envelope)).toMatchObject({ error_code });
    expect(queries(stage)[0]).toMatchObject({ auth_token: 'tok_p01', league_id: LEAGUE, query_type: 'GET_NEXT_MATCH' });
    expect(await stage.look('get_player_state')).toMatchObject({ state: 'WAITING_FOR_ROUND', record: { played: 0 } });
  });

  test('of a match nobody announced is believed when the manager names its ticket, and asked once', async () => {
    const stage = rehearsal(fakeClock());
    await stage.started();
    names(stage, { ...ANNOUNCED });
    expect(await stage.invite()).toMatchObject({ accept: true });
    expect(await stage.call()).toMatchObject({ parity_choice: 'even' });
    expect(queries(stage)).toHaveLength(1);
  });

  test('with a newer ticket than announced is believed when the manager names it', async () => {
    const stage = rehearsal(fakeClock());
    await stage.started();
    await stage.announce();
    names(stage, { ...ANNOUNCED, ticket: 'tkt_2', assignment_epoch: 2 });
    const newer = { auth_token: 'tkt_2', assignment_epoch: 2 };
    expect(await stage.invite(newer)).toMatchObject({ accept: true });
    expect(await stage.invite()).toMatchObject({ error_code: 'E012' });
    expect(queries(stage)).toHaveLength(1);
  });

  test('of an older assignment than the manager names is refused', async () => {
    const stage = rehearsal(fakeClock());
    await stage.started();
    names(stage, { ...ANNOUNCED, ticket: 'tkt_2', assignment_epoch: 2 });
    expect(await stage.invite()).toMatchObject({
      error_code: 'E012',
      error_description: 'the match was assigned again since',
    });
  });

  test('of an older assignment than announced is refused without asking', async () => {
    const stage = rehearsal(fakeClock());
    await stage.started();
    await stage.announce({ assignment_epoch: 2, ticket: undefined as never });
    expect(await stage.invite()).toMatchObject({ error_code: 'E012' });
    expect(queries(stage)).toEqual([]);
  });

  test.each([
    { which: 'another match', match: { ...ANNOUNCED, match_id: 'R2M1' } },
    { which: 'no match', match: null },
    {
      which: 'this match as merely planned',
      match: { match_id: 'R1M1', round_id: 1, player_a: 'P01', player_b: 'P02', status: 'SCHEDULED' },
    },
  ])('is refused when the manager names $which', async ({ match }) => {
    const stage = rehearsal(fakeClock());
    await stage.started();
    names(stage, match);
    expect(await stage.invite()).toMatchObject({
      error_code: 'E012',
      error_description: 'match R1M1 was not announced to this player',
    });
  });

  test('is believed when the manager names the match and no ticket for it', async () => {
    const stage = rehearsal(fakeClock());
    await stage.started();
    names(stage, { match_id: 'R1M1', assignment_epoch: 1 });
    expect(await stage.invite(TOKENLESS)).toMatchObject({ accept: true });
  });

  test('is believed when only a ticket without an epoch is named', async () => {
    const stage = rehearsal(fakeClock());
    await stage.started();
    names(stage, { match_id: 'R1M1', ticket: TICKET });
    expect(await stage.invite()).toMatchObject({ accept: true });
  });

  test.each([
    { what: 'that it cannot say', body: { success: false, data: null, error: { error_code: 'E007' } } },
    { what: 'nothing to the point', body: { success: true, data: {}, error: null } },
  ])('is refused when the manager says $what', async ({ body }) => {
    const stage = rehearsal(fakeClock());
    await stage.started();
    stage.script.league_query = (params) =>
      stage.spoken('LEAGUE_QUERY_RESPONSE', { query_type: 'GET_NEXT_MATCH', ...body }, params);
    expect(await stage.invite()).toMatchObject({ error_code: 'E012' });
  });

  test.each([
    { how: 'not there', answer: undefined },
    { how: 'unable to answer', answer: { error: { code: -32603, message: 'Internal error' } } },
  ])('is played on trust, with a warning, when the manager is $how', async ({ answer }) => {
    const stage = rehearsal(fakeClock());
    await stage.started();
    stage.script.league_query = () => answer;
    expect(await stage.clock.runUntil(stage.invite())).toMatchObject({ accept: true });
    expect(await stage.clock.runUntil(stage.call())).toMatchObject({ parity_choice: 'even' });
    expect(stage.clock.monotonic()).toBeLessThanOrEqual(4_000);
    const trusted = (await stage.warnings()).filter((warning) => warning.includes('played on trust'));
    expect(trusted).toHaveLength(2);
    expect(trusted[0]).toContain('match R1M1 was not announced to this player');
  });

  test('what was answered on trust binds nobody once the manager has spoken', async () => {
    const stage = rehearsal(fakeClock());
    let asked = 0;
    await stage.started({ strategy: { name: 'counter', decide: ({ moves }) => moves[asked++ % 2] as string } });
    stage.script.league_query = () => undefined;
    expect((await stage.clock.runUntil(stage.call(FORGED))).parity_choice).toBe('even');
    await stage.announce();
    expect((await stage.call()).parity_choice).toBe('odd');
  });

  test('many at once make one question to the manager', async () => {
    const stage = rehearsal(fakeClock());
    await stage.started();
    await stage.announce();
    names(stage, { ...ANNOUNCED });
    const answers = await Promise.all(Array.from({ length: 20 }, () => stage.invite(FORGED)));
    expect(answers.every(({ error_code }) => error_code === 'E012')).toBe(true);
    expect(queries(stage)).toHaveLength(1);
  });

  describe('under a manager that gives no tokens', () => {
    const startTokenless = async (answer: (params: JsonObject) => JsonObject): Promise<Stage> => {
      const stage = rehearsal(fakeClock());
      const given = { status: 'ACCEPTED', player_id: 'P01', auth_token: null, league_id: LEAGUE, reason: null };
      stage.script.register_player = (params) => stage.spoken('LEAGUE_REGISTER_RESPONSE', given, params);
      stage.script.league_query = (params) =>
        stage.spoken('LEAGUE_QUERY_RESPONSE', { query_type: 'GET_NEXT_MATCH', ...answer(params) }, params);
      await stage.started();
      return stage;
    };

    test('is believed when the match is named at all', async () => {
      const stage = await startTokenless(() => ({ success: true, data: { match: { match_id: 'R1M1' } }, error: null }));
      expect(await stage.invite(TOKENLESS)).toMatchObject({ accept: true });
      expect(queries(stage)[0]).not.toHaveProperty('auth_token');
      expect(await stage.warnings()).not.toContainEqual(expect.stringContaining('on trust'));
    });

    test('is played on trust when the manager does not know the question', async () => {
      const stage = await startTokenless(() => ({ success: false, data: null, error: {} }));
      expect(await stage.invite(TOKENLESS)).toMatchObject({ accept: true });
      expect(await stage.warnings()).toContainEqual(expect.stringContaining('it does not say'));
    });
  });
});

describe('notices of errors', () => {
  const error = { error_code: 'E001', error_description: 'No answer.' };

  test('about no match or an unknown one are heard, and nobody is asked', async () => {
    const stage = rehearsal(fakeClock());
    await stage.started();
    expect(await stage.say('GAME_ERROR', error)).toEqual({ status: 'ok' });
    expect(await stage.say('GAME_ERROR', { match_id: 'R9M9', ...error })).toEqual({ status: 'ok' });
    expect(queries(stage)).toEqual([]);
  });

  test('with another ticket than the known one are not', async () => {
    const stage = rehearsal(fakeClock());
    await stage.started();
    await stage.announce();
    expect(await stage.say('GAME_ERROR', { match_id: 'R1M1', ...error }, FORGED)).toMatchObject({ error_code: 'E012' });
    expect(queries(stage)).toEqual([]);
  });
});
