/** Our player under managers and referees of other making, which say little and say it otherwise. */
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../SHARED/core/json.ts';
import { fakeClock } from '../../SHARED/testing/fake_clock.ts';
import { rehearsal, type Stage } from './testing/rehearsal.ts';

/** A player whose manager gave it an id, if that, and knows nothing else of our protocol. */
async function abroad(given: JsonObject = { player_id: 'P01' }): Promise<Stage> {
  const stage = rehearsal(fakeClock());
  const unknown = () => ({ error: { code: -32601, message: 'Method not found' } });
  Object.assign(stage.script, { get_status: unknown, league_query: unknown, ping: unknown });
  stage.script.register_player = () => ({ status: 'ACCEPTED', ...given });
  await stage.started();
  return stage;
}

let lastId = 0;
function rpc(stage: Stage, method: string, params: JsonObject): Promise<JsonObject> {
  return stage.post({ jsonrpc: '2.0', method, params, id: ++lastId });
}

const said = (message_type: string, fields: JsonObject): JsonObject => ({
  protocol: 'league.v2',
  message_type,
  sender: 'referee:REF01',
  ...fields,
});

describe('a player abroad', () => {
  test('needs of an invitation and of a call the match alone', async () => {
    const stage = await abroad();
    expect(await rpc(stage, 'handle_game_invitation', said('GAME_INVITATION', { match_id: 'R1M1' }))).toMatchObject({
      result: { message_type: 'GAME_JOIN_ACK', match_id: 'R1M1', accept: true },
    });
    expect(await rpc(stage, 'choose_parity', said('CHOOSE_PARITY_CALL', { match_id: 'R1M1' }))).toMatchObject({
      result: { message_type: 'CHOOSE_PARITY_RESPONSE', match_id: 'R1M1', parity_choice: 'even' },
    });
    expect(
      await rpc(stage, 'notify_match_result', said('GAME_OVER', { match_id: 'R1M1', game_result: { winner: 'P01' } })),
    ).toMatchObject({ result: { message_type: 'GAME_OVER_ACK' } });
    await stage.clock.advance(2_000);
    expect(stage.history().matches).toMatchObject([{ match_id: 'R1M1', result: 'WIN' }]);
  });

  test.each<{ what: string; fields: JsonObject }>([
    {
      what: 'null for all it does not say',
      fields: { player_id: null, context: null, deadline: null, round_id: null },
    },
    { what: 'no standings in its context', fields: { context: { opponent_id: 'P02', round_id: 1 } } },
    { what: 'a deadline with +00:00', fields: { deadline: '2025-01-15T10:15:30.123456+00:00' } },
    { what: 'a deadline in words', fields: { deadline: 'soon', timestamp: '20261115T012552Z' } },
    { what: 'a time stamp in words', fields: { timestamp: 'now', conversation_id: 7 } },
    { what: 'options that are no list', fields: { valid_options: 'even,odd', game_type: 'Even Odd!' } },
  ])('answers a call with $what', async ({ fields }) => {
    const stage = await abroad();
    const call = said('CHOOSE_PARITY_CALL', { match_id: 'R1M1', ...fields });
    expect(await rpc(stage, 'choose_parity', call)).toMatchObject({ result: { parity_choice: 'even' } });
  });

  test('answers a call that leaves its deadline out by the usual one', async () => {
    const stage = await abroad();
    const call = said('GAME_MOVE_CALL', {
      match_id: 'R1M1',
      game_type: 'rock_paper_scissors',
      move_request: { valid_options: ['rock', 'paper'] },
    });
    expect(await rpc(stage, 'game_move', call)).toMatchObject({ result: { message_type: 'GAME_MOVE_RESPONSE' } });
  });

  test.each([
    ['handle_game_invitation', 'GAME_INVITATION'],
    ['choose_parity', 'CHOOSE_PARITY_CALL'],
  ])('refuses %s without a match', async (method, type) => {
    const stage = await abroad();
    expect(await rpc(stage, method, said(type, { game_type: 'even_odd' }))).toMatchObject({
      error: { data: { error_code: 'E003', error_description: expect.stringContaining('match_id') } },
    });
  });

  test('refuses another protocol as ever', async () => {
    const stage = await abroad();
    const call = { ...said('CHOOSE_PARITY_CALL', { match_id: 'R1M1' }), protocol: 'chess.v1' };
    expect(await rpc(stage, 'choose_parity', call)).toMatchObject({ error: { data: { error_code: 'E018' } } });
  });

  test.each([
    ['notify_round', 'ROUND_ANNOUNCEMENT'],
    ['update_standings', 'LEAGUE_STANDINGS_UPDATE'],
    ['notify_round_completed', 'ROUND_COMPLETED'],
    ['notify_league_completed', 'LEAGUE_COMPLETED'],
    ['notify_match_result', 'GAME_OVER'],
    ['notify_game_error', 'GAME_ERROR'],
    ['notify_league_error', 'LEAGUE_ERROR'],
  ])('needs nothing at all of %s', async (method, type) => {
    const stage = await abroad();
    expect(await rpc(stage, method, said(type, {}))).toMatchObject({ result: { status: expect.any(String) } });
  });

  test('learns what can be used of an announcement, whatever its league is called', async () => {
    const stage = await abroad();
    const matches: Json[] = [
      { match_id: 'R1M1', player_A_id: 'P01', player_B_id: 'P02', referee_endpoint: null },
      { match_id: 'no players' },
      'R1M3',
    ];
    const round = said('ROUND_ANNOUNCEMENT', { league_id: 'autumn', round_id: 1, matches });
    expect(await rpc(stage, 'notify_round', round)).toMatchObject({
      result: { message_type: 'ROUND_ANNOUNCEMENT_ACK' },
    });
    expect(await stage.look('get_player_state')).toMatchObject({ round_id: 1, match_id: 'R1M1' });
    await rpc(stage, 'handle_game_invitation', said('GAME_INVITATION', { match_id: 'R1M1' }));
    await rpc(stage, 'notify_match_result', said('GAME_OVER', { match_id: 'R1M1', game_result: { status: 'DRAW' } }));
    await stage.clock.advance(2_000);
    expect(stage.history().matches).toMatchObject([{ opponent_id: 'P02', result: 'DRAW', my_choice: null }]);
  });

  test('knows its place by a table without names, games and technical losses', async () => {
    const stage = await abroad();
    const standings = [
      { player_id: 'P02', points: 6, wins: 2, losses: 0, draws: 0 },
      { player_id: 'P01', points: 3, wins: 1, losses: 1, draws: 0, technical_losses: null },
      { player_id: 'P03' },
    ];
    await rpc(stage, 'update_standings', said('LEAGUE_STANDINGS_UPDATE', { standings }));
    const { standing } = (await stage.look('get_player_state')) as { standing: JsonObject };
    expect(standing).toMatchObject({ rank: 2, points: 3, played: 2, display_name: 'P01' });
  });

  test('asks a manager that knows no tickets once whose a match is, and then plays on trust', async () => {
    const stage = await abroad();
    for (const match_id of ['R1M1', 'R2M1', 'R3M1']) {
      await rpc(stage, 'handle_game_invitation', said('GAME_INVITATION', { match_id }));
      await rpc(stage, 'choose_parity', said('CHOOSE_PARITY_CALL', { match_id }));
    }
    expect(stage.requests.filter(({ method }) => method === 'league_query')).toHaveLength(1);
  });

  test('ends after LEAGUE_COMPLETED, though it says nothing', async () => {
    const stage = rehearsal(fakeClock());
    stage.script.register_player = () => ({ status: 'ACCEPTED', player_id: 'P01' });
    const player = await stage.started();
    await rpc(stage, 'notify_league_completed', said('LEAGUE_COMPLETED', { champion: 'P02' }));
    await stage.clock.advance(11_000);
    expect(await player.ended).toContain('the league is over');
  });
});

describe('a player at home', () => {
  test('needs the ticket of the match as ever, however little a call says', async () => {
    const stage = rehearsal(fakeClock());
    await stage.started();
    await stage.announce();
    expect(await rpc(stage, 'choose_parity', said('CHOOSE_PARITY_CALL', { match_id: 'R1M1' }))).toMatchObject({
      result: { message_type: 'GAME_ERROR', error_code: 'E011' },
    });
  });

  test('needs the news of a manager that gives tokens whole', async () => {
    const stage = rehearsal(fakeClock());
    await stage.started();
    expect(await rpc(stage, 'notify_league_completed', said('LEAGUE_COMPLETED', {}))).toMatchObject({
      error: { data: { error_code: 'E003' } },
    });
  });
});
describe('a call that is no message', () => {
  test('type_from_method: choose_parity with match and player alone, as 004’s helper makes it, gets the choice', async () => {
    const stage = await abroad();
    expect(await rpc(stage, 'choose_parity', { match_id: 'R1M1', player_id: 'P01' })).toMatchObject({
      result: { match_id: 'R1M1', player_id: 'P01', parity_choice: 'even' },
    });
  });

  test.each(['CHOOSE_PARITY_CALL', 'choose_parity_call', 'handle_message', 'play'])(
    'is read by its message_type where the method is %s',
    async (method) => {
      const stage = await abroad();
      const call = said('CHOOSE_PARITY_CALL', { match_id: 'R1M1' });
      expect(await rpc(stage, method, call)).toMatchObject({ result: { parity_choice: 'even' } });
    },
  );
});
