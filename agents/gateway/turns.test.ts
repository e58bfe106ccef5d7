/** What a turn tells beside the position: the clock of the match, the board, names; and what the table tells of places. */
import { afterEach, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../SHARED/core/json.ts';
import { unwrap } from '../../SHARED/core/result.ts';
import type { Game } from '../../SHARED/games/game.ts';
import { gameOf } from '../../SHARED/testing/shipped_games.ts';
import { named, placeIn, statusAnswer } from './answers.ts';
import type { Seat } from './seat.ts';
import { type SeatedOptions, seatedLeague } from './testing/seated_league.ts';

type Around = Parameters<typeof statusAnswer>[2];

let league: Awaited<ReturnType<typeof seatedLeague>>;
const opened = async (options: SeatedOptions) => {
  league = await seatedLeague(options);
  const seat_token = await league.seat('Model');
  await league.start();
  return seat_token;
};
afterEach(() => league?.close());

/** The next turn of a seat, or the end. */
async function turnOf(seat_token: string): Promise<JsonObject> {
  for (;;) {
    const word = await league.ask('wait_for_turn', { seat_token });
    if (word['status'] !== 'waiting' && word['status'] !== 'match_over') return word;
  }
}

describe('a turn', () => {
  test('has the clock of the match: what is left, of how much, and when it is used up', async () => {
    const seat_token = await opened({ game: 'connect_four' });
    const first = await turnOf(seat_token);
    const { of_seconds, seconds_left } = first['match_clock'] as { of_seconds: number; seconds_left: number };
    expect(seconds_left).toBe(of_seconds);
    await league.clock.advance(4_000);
    const again = await league.ask('wait_for_turn', { seat_token, wait_sec: 0 });
    const ends_at = new Date(league.clock.now().getTime() + (of_seconds - 4) * 1_000).toISOString();
    expect(again).toMatchObject({ match_clock: { seconds_left: of_seconds - 4, of_seconds, ends_at } });

    await league.ask('make_move', { seat_token, wait_sec: 0, match_id: 'R1M1', move: 3 });
    const second = await turnOf(seat_token);
    expect(second).toMatchObject({ step: 2, match_clock: { seconds_left: of_seconds - 4 } });
  });

  test('that is asked for again goes on with the same clock', async () => {
    const seat_token = await opened({ game: 'connect_four' });
    const { match_clock, seconds_left } = await turnOf(seat_token);
    const { of_seconds } = match_clock as { of_seconds: number };
    await league.clock.advance(Number(seconds_left) * 1_000 + 1_000);
    const again = await turnOf(seat_token);
    expect(again).toMatchObject({ times_asked: 2 });
    const left = Number((again['match_clock'] as JsonObject)['seconds_left']);
    expect(left).toBeLessThanOrEqual(of_seconds - Number(seconds_left));
    expect(left).toBeGreaterThan(of_seconds - Number(seconds_left) - 2);
  });

  test('has no clock of a match that was begun before its manager was started again, and that of the next', async () => {
    const seat_token = await opened({ ours: 2 });
    const first = await turnOf(seat_token);
    expect(first).toHaveProperty('match_clock');
    await league.clock.advance(4_000);
    await league.restart();
    const again = await turnOf(seat_token);
    expect(again).toMatchObject({ status: 'your_turn', match_id: first['match_id'] });
    expect(again).not.toHaveProperty('match_clock');
    await league.ask('make_move', { seat_token, wait_sec: 0, match_id: String(again['match_id']), move: 'even' });
    const next = await turnOf(seat_token);
    expect(next).toMatchObject({ status: 'your_turn', match_clock: { seconds_left: expect.any(Number) } });
  });

  test('shows the board as rows of text, where the game has one', async () => {
    const seat_token = await opened({ game: 'connect_four' });
    let word = await turnOf(seat_token);
    word = await league.ask('make_move', { seat_token, match_id: 'R1M1', move: 3 });
    if (word['status'] !== 'your_turn') word = await turnOf(seat_token);
    const rows = word['board'] as readonly string[];
    const { board, your_mark } = word['view'] as { board: readonly (string | null)[]; your_mark: string };
    expect(rows).toHaveLength(6);
    expect(rows.join(' ').split(' ')).toEqual(board.map((mark) => mark ?? '.'));
    expect(rows[5]).toContain(your_mark);
  });

  test('has no board where the game has none, or cannot draw what it is shown', async () => {
    expect(await turnOf(await opened({}))).not.toHaveProperty('board');
    await league.close();
    const board = () => {
      throw new Error('cannot draw this');
    };
    const rules: Game = { ...unwrap(gameOf('connect_four')), board };
    const seat_token = await opened({ game: 'connect_four', rules });
    const word = await turnOf(seat_token);
    expect(word).toMatchObject({ status: 'your_turn' });
    expect(word).not.toHaveProperty('board');
    await turnOf(seat_token);
    expect(league.trouble).toEqual([expect.stringMatching(/^seats are shown no board .*cannot draw this$/)]);
  });

  test('is answered with what a program says of its model; what does not fit is left out', async () => {
    const seat_token = await opened({});
    const { match_id = null } = await turnOf(seat_token);
    const said = { guarded: 7, model_use: { model: 'gpt-x', tokens_in: 1e300 } };
    const word = await league.ask('make_move', { seat_token, match_id, move: 'odd', ...said });
    expect(word).toMatchObject({ move_made: { move: 'odd' } });
    while ((await turnOf(seat_token))['status'] !== 'league_over');
    const [match] = league.manager().league.matches.values();
    const { termination, guarded, models, violations } = match?.decided?.result.details ?? {};
    expect([termination, guarded, models, violations]).toEqual(['normal', undefined, undefined, undefined]);
  });

  test('names the opponent, as everything does that tells of a match', async () => {
    const seat_token = await opened({});
    const opponent = { opponent_id: 'OURS1', opponent_name: 'Our 1' };
    expect(await turnOf(seat_token)).toMatchObject(opponent);
    expect(await league.ask('my_standing', { seat_token })).toMatchObject({ next_match: opponent });
    const made = await league.ask('make_move', { seat_token, match_id: 'R1M1', move: 'odd', wait_sec: 0 });
    expect(made).toMatchObject({ status: 'waiting', match_id: 'R1M1', ...opponent });
    const end = await turnOf(seat_token);
    expect(end).toMatchObject({ status: 'league_over' });
    expect(await league.ask('my_standing', { seat_token })).toMatchObject({ last_matches: [opponent] });
  });
});

test('a name that no referee has told is the one of the table', () => {
  const rows = [{ player_id: 'P02', display_name: 'Agent Beta' }] as unknown as Parameters<typeof named>[1];
  expect(named({ opponent_id: 'P02' }, rows)).toEqual({ opponent_id: 'P02', opponent_name: 'Agent Beta' });
  expect(named({ opponent_id: 'P03' }, rows)).toEqual({ opponent_id: 'P03' });
});

describe('a place', () => {
  test('that is shared is told as shared, at any time and at the end', async () => {
    const seat_token = await opened({ ours: 2 });
    let word = await turnOf(seat_token);
    while (word['status'] === 'your_turn') {
      await league.ask('make_move', { seat_token, match_id: String(word['match_id']), move: 'even', wait_sec: 0 });
      word = await turnOf(seat_token);
    }
    // Everybody has said the same, and every match is a draw.
    expect(word).toMatchObject({ status: 'league_over', your_rank: 1, your_place: 'shared 1st, of 3' });
    expect(word['first_place_shared_by']).toHaveLength(3);
    expect(await league.ask('my_standing', { seat_token })).toMatchObject({ rank: 1, place: 'shared 1st, of 3' });
  });

  test('is counted among all at the end, also where the news of it had the first and the own row alone', () => {
    const all = Array.from({ length: 120 }, (_, at) => ({
      rank: at < 60 ? at + 1 : 61,
      player_id: `P${at + 1}`,
      display_name: `Agent ${at + 1}`,
    })) as unknown as ReturnType<Around['rows']>;
    const standings = all.filter(({ rank, player_id }) => rank <= 10 || player_id === 'P90');
    const seat = { player_id: 'P90', state: { final: { champion: null }, standings } } as unknown as Seat;
    const word = { status: 'league_over', finished: [], dropped: 0 } as const;
    const said = statusAnswer(seat, word, { rows: () => all } as unknown as Around);
    expect(said).toMatchObject({ your_rank: 61, your_place: 'shared 61st, of 120' });
    expect(said['standings']).toHaveLength(10);
  });

  test.each([
    [[1, 2, 3], 'P2', '2nd, of 3'],
    [[1, 2, 2], 'P3', 'shared 2nd, of 3'],
    [[1, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11], 'P11', '11th, of 11'],
    [Array.from({ length: 23 }, (_, at) => at + 1), 'P23', '23rd, of 23'],
    [[1, 2, 3], 'P4', null],
  ])('of the ranks %j %s has: %j', (ranks, player_id, place) => {
    const rows = ranks.map((rank, at) => ({ rank, player_id: `P${at + 1}` }));
    expect(placeIn(rows, player_id)).toBe(place);
  });
});
