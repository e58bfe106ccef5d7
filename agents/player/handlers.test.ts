import { describe, expect, test } from 'vitest';
import { later } from '../../SHARED/core/clock.ts';
import { fakeClock } from '../../SHARED/testing/fake_clock.ts';
import { crash } from './strategies/crash.ts';
import { random } from './strategies/random.ts';
import type { PastMatch, Strategy } from './strategy.ts';
import { rehearsal } from './testing/rehearsal.ts';
import { LEAGUE, SEED, TICKET } from './testing/rehearsal_script.ts';

const ROW = {
  rank: 1,
  player_id: 'P01',
  display_name: 'Agent Alpha',
  played: 1,
  games_played: 1,
  wins: 1,
  draws: 0,
  losses: 0,
  technical_losses: 0,
  points: 3,
};

const MOVE_CALL = {
  league_id: 'league_2025_tic_tac_toe',
  round_id: 1,
  match_id: 'R1M1',
  player_id: 'P01',
  game_type: 'tic_tac_toe',
  step: 1,
  move_request: {
    move_type: 'tic_tac_toe',
    valid_options: [0, 1, 2],
    context: {
      opponent_id: 'P02',
      round_id: 1,
      your_standings: { wins: 0, losses: 0, draws: 0 },
      view: { board: '...' },
    },
  },
  deadline: '2025-01-15T10:00:30.000Z',
};

test('what cannot be read leaves one line each in the log: from where, what was wrong and the code', async () => {
  const stage = rehearsal(fakeClock());
  await stage.started();
  const far = later(stage.clock.monotonic(), 1_000);
  for (const text of ['{"jsonrpc":', '{"foo":"boo"}', '{"jsonrpc":"2.0","method":"guess_again","id":1}'])
    await stage.wire.send('memory:P01', text, far);
  const lines = (await stage.log()).filter(({ level }) => level === 'WARNING');
  expect(
    lines.map(({ direction, message_type, peer, details }) => ({ direction, message_type, peer, details })),
  ).toEqual([
    { ...UNREAD, details: { error_code: '-32700', error_description: 'not valid JSON' } },
    { ...UNREAD, details: expect.objectContaining({ error_code: '-32600' }) },
    { ...UNREAD, message_type: 'guess_again', details: expect.objectContaining({ error_code: '-32601' }) },
  ]);
});
const UNREAD = { direction: 'RECEIVED', message_type: 'unknown', peer: 'memory' };

describe('a match', () => {
  test('is played from the announcement to the end, state by state', async () => {
    const stage = rehearsal(fakeClock());
    await stage.started();
    const states: unknown[] = [];
    const note = async () => states.push((await stage.look('get_player_state')).state);

    expect(await stage.announce()).toMatchObject({
      message_type: 'ROUND_ANNOUNCEMENT_ACK',
      round_id: 1,
      status: 'acknowledged',
    });
    await note();
    expect(await stage.invite()).toMatchObject({
      message_type: 'GAME_JOIN_ACK',
      sender: 'player:P01',
      conversation_id: 'conv-r1m1',
      match_id: 'R1M1',
      player_id: 'P01',
      arrival_timestamp: '2025-01-15T10:00:00.000Z',
      accept: true,
    });
    await note();
    const choice = await stage.call();
    expect(choice).toMatchObject({
      message_type: 'CHOOSE_PARITY_RESPONSE',
      match_id: 'R1M1',
      player_id: 'P01',
      parity_choice: 'even',
    });
    expect(JSON.stringify(choice)).not.toContain('always');
    await note();
    expect(await stage.over()).toMatchObject({
      message_type: 'GAME_OVER_ACK',
      match_id: 'R1M1',
      status: 'acknowledged',
    });
    await note();
    expect(
      await stage.say('LEAGUE_STANDINGS_UPDATE', { league_id: LEAGUE, round_id: 1, standings: [ROW] }),
    ).toMatchObject({
      message_type: 'STANDINGS_UPDATE_ACK',
      round_id: 1,
    });
    expect(await stage.completeRound()).toMatchObject({ message_type: 'ROUND_COMPLETED_ACK', round_id: 1 });
    await note();
    const end = { league_id: LEAGUE, total_rounds: 1, total_matches: 1, champion: null, final_standings: [ROW] };
    expect(await stage.say('LEAGUE_COMPLETED', end)).toMatchObject({ message_type: 'LEAGUE_COMPLETED_ACK' });
    await note();
    expect(states).toEqual([
      'WAITING_FOR_ROUND',
      'WAITING_FOR_CHOICE_REQUEST',
      'WAITING_FOR_RESULT',
      'MATCH_COMPLETE',
      'REGISTERED',
      'LEAGUE_COMPLETE',
    ]);
    expect(await stage.warnings()).toEqual([]);
  });

  test('is written to the history in the shape of the specification', async () => {
    const stage = rehearsal(fakeClock());
    const player = await stage.started();
    await stage.announce();
    await stage.invite();
    await stage.call();
    await stage.over();
    await player.stop('done');
    expect(stage.history()).toEqual({
      schema_version: '1.0.0',
      player_id: 'P01',
      display_name: 'Agent Alpha',
      last_updated: '2025-01-15T10:00:00.000Z',
      stats: { total_matches: 1, wins: 1, losses: 0, draws: 0, technical_losses: 0, win_rate: 1, total_points: 3 },
      matches: [
        {
          match_id: 'R1M1',
          round_id: 1,
          league_id: LEAGUE,
          run_id: 'run_1',
          game_type: 'even_odd',
          opponent_id: 'P02',
          opponent_name: 'Agent Beta',
          result: 'WIN',
          my_choice: 'even',
          opponent_choice: 'odd',
          drawn_number: 8,
          number_parity: 'even',
          points_earned: 3,
          timestamp: '2025-01-15T10:00:00.000Z',
          status: 'WIN',
          choices: { P01: 'even', P02: 'odd' },
          reason: 'The number 8 is even: P01 chose even and wins.',
          score: { P01: 3, P02: 0 },
          termination: 'normal',
        },
      ],
      opponent_history: { P02: { matches_played: 1, wins: 1, losses: 0, draws: 0, their_choices: ['odd'] } },
    });
  });

  test('is told to the log in the words of the specification, reason included, token excluded', async () => {
    const stage = rehearsal(fakeClock());
    await stage.started();
    await stage.announce();
    await stage.invite();
    await stage.call();
    await stage.over();
    const lines = await stage.log();
    const ofMatch = lines.filter(({ message_type }) => !message_type.startsWith('LEAGUE_QUERY'));
    const told = ofMatch.map(({ direction, message_type, peer, details }) => ({
      direction,
      message_type,
      peer,
      details,
    }));
    const [, , announced, , ...match] = told;
    expect(announced).toEqual({
      direction: 'RECEIVED',
      message_type: 'ROUND_ANNOUNCEMENT',
      peer: 'LM01',
      details: { round_id: 1, match_id: 'R1M1' },
    });
    const match_id = 'R1M1';
    expect(match).toEqual([
      {
        direction: 'RECEIVED',
        message_type: 'GAME_INVITATION',
        peer: 'REF01',
        details: { match_id, opponent_id: 'P02' },
      },
      { direction: 'SENT', message_type: 'GAME_JOIN_ACK', peer: 'REF01', details: { match_id } },
      { direction: 'RECEIVED', message_type: 'CHOOSE_PARITY_CALL', peer: 'REF01', details: { match_id } },
      {
        direction: 'SENT',
        message_type: 'PARITY_CHOICE',
        peer: 'REF01',
        details: { match_id, choice: 'even', reasoning: 'always even' },
      },
      {
        direction: 'RECEIVED',
        message_type: 'GAME_OVER',
        peer: 'REF01',
        details: { match_id, result: 'WIN', points_earned: 3 },
      },
      { direction: 'SENT', message_type: 'GAME_OVER_ACK', peer: 'REF01', details: { match_id } },
    ]);
    expect(lines.every(({ agent_id, level }) => agent_id === 'P01' && level === 'INFO')).toBe(true);
    const text = JSON.stringify(lines);
    for (const secret of [TICKET, 'tok_p01', 'mgr_p01', SEED]) expect(text).not.toContain(secret);
  });

  test('of any other game goes the same way in the general words', async () => {
    const stage = rehearsal(fakeClock());
    await stage.started({ game_types: ['tic_tac_toe'] });
    await stage.announce({ game_type: 'tic_tac_toe' });
    expect(await stage.say('GAME_MOVE_CALL', MOVE_CALL)).toMatchObject({
      message_type: 'GAME_MOVE_RESPONSE',
      step: 1,
      move_data: { move_type: 'tic_tac_toe', choice: 0 },
    });
    expect((await stage.log()).at(-1)).toMatchObject({
      direction: 'SENT',
      message_type: 'GAME_MOVE',
      details: { match_id: 'R1M1', choice: 0 },
    });
  });

  test('that asks in the words of another game, or leaves no move, gets no move', async () => {
    const stage = rehearsal(fakeClock());
    await stage.started();
    await stage.announce();
    expect(await stage.say('GAME_MOVE_CALL', { ...MOVE_CALL, game_type: 'even_odd' })).toMatchObject({
      error_code: 'E002',
    });
    expect(await stage.call({ valid_options: [] })).toMatchObject({ message_type: 'GAME_ERROR', error_code: 'E002' });
  });

  test('in the standings is known to the strategy and to whoever looks, its choice to nobody', async () => {
    const stage = rehearsal(fakeClock());
    let standing: unknown;
    const strategy: Strategy = {
      name: 'watcher',
      decide(turn) {
        standing = turn.standing;
        return 'odd';
      },
    };
    await stage.started({ strategy });
    await stage.say('LEAGUE_STANDINGS_UPDATE', { league_id: LEAGUE, round_id: 2, standings: [ROW] });
    await stage.say('LEAGUE_STANDINGS_UPDATE', { league_id: LEAGUE, round_id: 1, standings: [] });
    await stage.announce();
    await stage.invite();
    await stage.call();
    expect(standing).toEqual(ROW);
    const seen = await stage.look('get_player_state');
    expect(seen).toEqual({
      player_id: 'P01',
      display_name: 'Agent Alpha',
      state: 'WAITING_FOR_RESULT',
      league_id: LEAGUE,
      run_id: 'run_1',
      round_id: 1,
      match_id: 'R1M1',
      record: { played: 0, wins: 0, draws: 0, losses: 0, technical_losses: 0, points: 0 },
      standing: ROW,
    });
    await stage.over();
    expect(await stage.look('get_player_state')).toMatchObject({
      match_id: null,
      record: { played: 1, wins: 1, points: 3 },
    });
  });
});

describe('a strategy that breaks and is not guarded', () => {
  test('costs its own moves and not the player: each call is refused, the rest of the league goes on', async () => {
    const stage = rehearsal(fakeClock());
    const player = await stage.started({ strategy: crash });
    await stage.announce();
    await stage.invite();
    for (const step of [1, 2]) {
      const reply = await Promise.all([stage.call(), stage.call()]);
      expect(reply, `call ${step}`).toMatchObject([{ error: { code: -32603 } }, { error: { code: -32603 } }]);
    }
    await stage.over();
    expect(await stage.look('ping')).toEqual({ status: 'ok', state: 'MATCH_COMPLETE' });
    await player.stop('done');
    expect(stage.history().matches).toHaveLength(1);
  });
});

describe('the same message again', () => {
  test('gets the same answer and changes nothing', async () => {
    const stage = rehearsal(fakeClock());
    const learnt: PastMatch[] = [];
    const player = await stage.started({ strategy: { ...random, learn: (match) => learnt.push(match) } });
    await stage.announce();
    const joined = await stage.invite();
    const chosen = await stage.call();
    await stage.clock.advance(1_000);
    await stage.announce();
    expect(await stage.invite()).toMatchObject({ arrival_timestamp: joined.arrival_timestamp as string });
    for (let i = 0; i < 20; i++) expect((await stage.call()).parity_choice).toBe(chosen.parity_choice);
    expect(await stage.look('get_player_state')).toMatchObject({ state: 'WAITING_FOR_RESULT' });

    await stage.over();
    expect(await stage.over()).toMatchObject({ message_type: 'GAME_OVER_ACK' });
    await stage.call();
    expect(await stage.look('get_player_state')).toMatchObject({ state: 'MATCH_COMPLETE' });
    await stage.completeRound();
    await stage.completeRound();
    await stage.over();
    const end = { league_id: LEAGUE, total_rounds: 1, total_matches: 1, champion: null, final_standings: [] };
    await stage.say('LEAGUE_COMPLETED', end);
    await stage.say('LEAGUE_COMPLETED', end);
    expect(await stage.warnings()).toEqual([]);
    await player.stop('done');
    expect(stage.history().stats.total_matches).toBe(1);
    expect(learnt).toHaveLength(1);
    expect(learnt[0]).toMatchObject({ match_id: 'R1M1', result: 'WIN', facts: { drawn_number: 8 } });
  });

  test('is known even by a player that was started anew', async () => {
    const stage = rehearsal(fakeClock());
    const player = await stage.started();
    await stage.announce();
    await stage.over();
    await player.stop('restart');
    await stage.start();
    await stage.announce();
    expect(await stage.look('get_player_state')).toMatchObject({ state: 'REGISTERED', record: { played: 1 } });
    expect(await stage.over()).toMatchObject({ message_type: 'GAME_OVER_ACK' });
    await stage.clock.advance(1_000);
    expect(stage.history().matches).toHaveLength(1);
  });
});

describe('notices of errors', () => {
  test('are logged and change nothing', async () => {
    const stage = rehearsal(fakeClock());
    await stage.started();
    await stage.announce();
    const error = {
      error_code: 'E001',
      error_name: 'TIMEOUT_ERROR',
      error_description: 'No answer within 30 seconds.',
    };
    expect(
      await stage.say('GAME_ERROR', { match_id: 'R1M1', ...error, affected_player: 'P01', retry_count: 1 }),
    ).toEqual({ status: 'ok' });
    expect(await stage.say('LEAGUE_ERROR', { league_id: LEAGUE, ...error })).toEqual({ status: 'ok' });
    expect(await stage.look('ping')).toEqual({ status: 'ok', state: 'WAITING_FOR_ROUND' });
    expect((await stage.log()).slice(-2)).toMatchObject([
      {
        message_type: 'GAME_ERROR',
        level: 'ERROR',
        details: { match_id: 'R1M1', ...error, affected_player: 'P01', retry_count: 1 },
      },
      { message_type: 'LEAGUE_ERROR', level: 'ERROR', details: error },
    ]);
  });
});
