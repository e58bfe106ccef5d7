import { describe, expect, test } from 'vitest';
import { fakeClock } from '../../SHARED/testing/fake_clock.ts';
import { rehearsal } from './testing/rehearsal.ts';
import { LEAGUE, SEED } from './testing/rehearsal_script.ts';

describe('out of order', () => {
  test('a call before the invitation is answered, with a warning in the log', async () => {
    const stage = rehearsal(fakeClock());
    await stage.started();
    await stage.announce();
    expect(await stage.call()).toMatchObject({ parity_choice: 'even' });
    expect(await stage.warnings()).toEqual(['out of order: called in state WAITING_FOR_ROUND']);
    expect(await stage.invite()).toMatchObject({ accept: true });
  });

  test('GAME_OVER without a match before it goes into the history, opponent and all', async () => {
    const stage = rehearsal(fakeClock());
    const player = await stage.started();
    await stage.announce({ ticket: undefined as never });
    await stage.over();
    await player.stop('done');
    expect(stage.history().matches).toMatchObject([{ match_id: 'R1M1', opponent_id: 'P02', result: 'WIN' }]);
  });

  test('a league that ends in the middle of a match is over', async () => {
    const stage = rehearsal(fakeClock());
    await stage.started();
    await stage.announce();
    await stage.invite();
    await stage.say('LEAGUE_COMPLETED', {
      league_id: LEAGUE,
      total_rounds: 1,
      total_matches: 1,
      champion: null,
      final_standings: [],
    });
    expect(await stage.look('ping')).toEqual({ status: 'ok', state: 'LEAGUE_COMPLETE' });
    expect(await stage.warnings()).toEqual(['out of order: league_completed in state WAITING_FOR_CHOICE_REQUEST']);
  });

  test('a call outside its conversation, or for somebody else, is answered by this player all the same', async () => {
    const stage = rehearsal(fakeClock());
    await stage.started();
    await stage.announce();
    await stage.invite();
    expect(await stage.call({ conversation_id: 'another', player_id: 'P09' })).toMatchObject({
      conversation_id: 'another',
      player_id: 'P01',
    });
    expect(await stage.warnings()).toEqual(['asks for a move of P09', 'not in the conversation of the invitation']);
  });

  test('a player that sits a round out stays where it is', async () => {
    const stage = rehearsal(fakeClock());
    await stage.started();
    expect(await stage.announce({ player_a: 'P03', player_b: 'P04' })).toMatchObject({ status: 'acknowledged' });
    expect(await stage.look('ping')).toEqual({ status: 'ok', state: 'REGISTERED' });
    expect(await stage.warnings()).toEqual(['sitting out this round']);
  });

  test('what is said of another league is acknowledged and left aside', async () => {
    const stage = rehearsal(fakeClock());
    await stage.started();
    const league_id = 'another_league';
    const matches: never[] = [];
    const summary = { total_matches: 0, wins: 0, draws: 0, technical_losses: 0 };
    expect(await stage.say('ROUND_ANNOUNCEMENT', { league_id, round_id: 7, matches })).toMatchObject({
      status: 'acknowledged',
    });
    await stage.say('LEAGUE_STANDINGS_UPDATE', { league_id, round_id: 7, standings: [] });
    await stage.say('ROUND_COMPLETED', {
      league_id,
      round_id: 7,
      matches_played: 0,
      next_round_id: null,
      results: [],
      summary,
    });
    await stage.say('LEAGUE_COMPLETED', {
      league_id,
      total_rounds: 7,
      total_matches: 1,
      champion: null,
      final_standings: [],
    });
    expect(await stage.look('get_player_state')).toMatchObject({ state: 'REGISTERED', round_id: 0, standing: null });
    expect(await stage.warnings()).toHaveLength(4);
  });
});

describe('a match assigned anew', () => {
  test('begins anew: another ticket, another conversation, another choice', async () => {
    const stage = rehearsal(fakeClock());
    let asked = 0;
    await stage.started({ strategy: { name: 'counter', decide: ({ moves }) => moves[asked++ % 2] as string } });
    await stage.announce();
    await stage.invite();
    expect((await stage.call()).parity_choice).toBe('even');
    await stage.announce({ ticket: 'tkt_2', assignment_epoch: 2, referee_id: 'REF02' });
    expect(await stage.look('ping')).toEqual({ status: 'ok', state: 'WAITING_FOR_ROUND' });
    const anew = { auth_token: 'tkt_2', assignment_epoch: 2, conversation_id: 'conv-2' };
    await stage.invite(anew);
    expect((await stage.call(anew)).parity_choice).toBe('odd');
    expect(await stage.warnings()).toEqual([]);
    await stage.announce();
    expect(await stage.call(anew)).toMatchObject({ parity_choice: 'odd' });
    expect(await stage.call()).toMatchObject({ message_type: 'GAME_ERROR', error_code: 'E012' });
  });
});

describe('the end of a round', () => {
  test('completes the history of a match whose GAME_OVER never came', async () => {
    const stage = rehearsal(fakeClock());
    const player = await stage.started();
    await stage.announce();
    await stage.invite();
    await stage.call();
    await stage.completeRound();
    expect(await stage.look('get_player_state')).toMatchObject({ state: 'REGISTERED', record: { wins: 1 } });
    expect(await stage.warnings()).toEqual([]);
    const fromRound = rehearsal(fakeClock());
    const other = await fromRound.started();
    await fromRound.announce();
    await fromRound.invite();
    await fromRound.call();
    await fromRound.over();
    await Promise.all([player.stop('done'), other.stop('done')]);
    expect(stage.history().matches).toEqual(fromRound.history().matches);
  });

  test('may come before GAME_OVER, which then changes nothing', async () => {
    const stage = rehearsal(fakeClock());
    const player = await stage.started();
    await stage.announce();
    await stage.invite();
    await stage.call();
    await stage.completeRound();
    await stage.announce({ match_id: 'R2M1', ticket: 'tkt_r2m1' }, 2);
    expect(await stage.over()).toMatchObject({ message_type: 'GAME_OVER_ACK' });
    await stage.completeRound();
    expect(await stage.look('get_player_state')).toMatchObject({ state: 'WAITING_FOR_ROUND', match_id: 'R2M1' });
    await player.stop('done');
    expect(stage.history().matches).toHaveLength(1);
  });

  test('tells of a match this player never heard of', async () => {
    const stage = rehearsal(fakeClock());
    const player = await stage.started();
    await stage.completeRound({
      status: 'TECHNICAL_LOSS',
      winner: 'P02',
      score: { P01: 0, P02: 3 },
      choices: { P01: null, P02: null },
      drawn_number: null,
      number_parity: null,
      termination: 'unreachable',
    });
    await player.stop('done');
    expect(stage.history()).toMatchObject({
      stats: { technical_losses: 1, losses: 0 },
      matches: [
        {
          round_id: 1,
          game_type: 'even_odd',
          opponent_id: 'P02',
          result: 'TECHNICAL_LOSS',
          my_choice: null,
          drawn_number: null,
          points_earned: 0,
        },
      ],
    });
  });
});

describe('the draw', () => {
  const OTHER = SEED.replace(/1$/, '2');

  test('is checked against what was committed to, and a false one is told', async () => {
    const stage = rehearsal(fakeClock());
    await stage.started();
    await stage.announce();
    await stage.invite();
    await stage.call();
    expect(await stage.over({ draw_seed: OTHER })).toMatchObject({ message_type: 'GAME_OVER_ACK' });
    expect(await stage.warnings()).toEqual(['the draw was not made from the seed that was committed to']);
  });

  test('a referee cannot commit to another seed than the manager announced', async () => {
    const stage = rehearsal(fakeClock());
    await stage.started();
    await stage.announce();
    await stage.invite({ draw_commitment: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' });
    await stage.call();
    await stage.over();
    expect(await stage.warnings()).toEqual([]);
  });

  test('where the manager announced nothing, the referee’s word is what counts', async () => {
    const stage = rehearsal(fakeClock());
    await stage.started();
    await stage.announce({ draw_commitment: undefined as never });
    await stage.invite({ draw_commitment: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' });
    await stage.call();
    await stage.over();
    expect(await stage.warnings()).toEqual(['the draw was not made from the seed that was committed to']);
  });
});

describe('learning', () => {
  test.each([
    {
      how: 'at once',
      learn: () => {
        throw new Error('too hard');
      },
    },
    { how: 'later', learn: () => Promise.reject(new Error('too hard')) },
  ])('that fails $how is told in the log and costs nothing', async ({ learn }) => {
    const stage = rehearsal(fakeClock());
    await stage.started({ strategy: { name: 'slow learner', decide: () => 'even', learn } });
    await stage.announce();
    await stage.invite();
    await stage.call();
    expect(await stage.over()).toMatchObject({ message_type: 'GAME_OVER_ACK' });
    expect(await stage.warnings()).toEqual(['the strategy could not learn from R1M1: Error: too hard']);
    expect(await stage.look('get_player_state')).toMatchObject({ state: 'MATCH_COMPLETE', record: { wins: 1 } });
  });
});
