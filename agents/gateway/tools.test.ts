/** What a client of a seat is told, on virtual time: turns, deadlines, results, leaving. */
import { afterEach, describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../SHARED/core/json.ts';
import { type SeatedOptions, seatedLeague } from './testing/seated_league.ts';

type League = Awaited<ReturnType<typeof seatedLeague>>;
let league: League;

async function opened(options: SeatedOptions = {}): Promise<League> {
  league = await seatedLeague(options);
  return league;
}
afterEach(() => league.close());

/** Waits until it is the turn of a seat or the league is over; with all matches that ended on the way. */
async function untilTurn(seat_token: string): Promise<JsonObject> {
  const over: Json[] = [];
  let heard: { heard?: Json } = {};
  for (let asked = 0; asked < 50; asked++) {
    const word = await league.ask('wait_for_turn', { seat_token, ...heard });
    heard = word['told_up_to'] === undefined ? {} : { heard: word['told_up_to'] };
    over.push(...((word['finished_matches'] ?? []) as Json[]));
    if (word['status'] !== 'waiting' && word['status'] !== 'match_over') return { ...word, finished_matches: over };
  }
  throw new Error('it never was the turn of this seat');
}

describe('waiting', () => {
  test('says that the league has not begun, after as long as was asked for', async () => {
    await opened();
    const seat_token = await league.seat('Model');
    const before = league.clock.monotonic();
    const word = await league.ask('wait_for_turn', { seat_token, wait_sec: 7 });
    expect(word).toMatchObject({ status: 'waiting', waiting_for: 'start' });
    expect(word['why']).toContain('players registered: 2');
    expect(league.clock.monotonic() - before).toBe(7_000);
  });

  test('ends at once when the client gives up', async () => {
    await opened();
    const seat_token = await league.seat('Model');
    const before = league.clock.monotonic();
    const patience = new AbortController();
    const given = league.call('wait_for_turn', { seat_token }, { signal: patience.signal });
    patience.abort();
    expect(await given).toMatchObject({ status: 'waiting' });
    expect(league.clock.monotonic() - before).toBe(0);
  });

  test('two at one seat both wait their time, and both are told', async () => {
    await opened();
    const seat_token = await league.seat('Model');
    const waitTwice = () => Promise.all([1, 2].map(() => league.call('wait_for_turn', { seat_token, wait_sec: 7 })));
    const before = league.clock.monotonic();
    expect(await league.clock.runUntil(waitTwice())).toMatchObject([{ status: 'waiting' }, { status: 'waiting' }]);
    expect(league.clock.monotonic() - before).toBe(7_000);
    const waiting = waitTwice();
    await league.start();
    expect(await league.clock.runUntil(waiting)).toMatchObject([{ status: 'your_turn' }, { status: 'your_turn' }]);
  });

  test('its sentences hold ids and no names: a name is for its owner to choose', async () => {
    await opened();
    const seat_token = await league.seat('Model');
    await league.start();
    expect(await untilTurn(seat_token)).toMatchObject({ opponent_name: 'Our 1' });
    const [, word] = await league.clock.runUntil(
      Promise.all([
        league.call('make_move', { seat_token, wait_sec: 0, match_id: 'R1M1', move: 'even' }),
        league.call('wait_for_turn', { seat_token, wait_sec: 0 }),
      ]),
    );
    expect(word).toMatchObject({ waiting_for: 'opponent', why: /^your move in R1M1 against OURS1 is made/ });
  });

  test('a turn comes with everything that is needed, and again until it is answered', async () => {
    await opened();
    const seat_token = await league.seat('Model');
    await league.start();
    const turn = await untilTurn(seat_token);
    expect(turn).toMatchObject({
      status: 'your_turn',
      match_id: 'R1M1',
      opponent_id: 'OURS1',
      opponent_name: 'Our 1',
      legal_moves: ['even', 'odd'],
      seconds_left: 30,
      times_asked: 1,
    });
    await league.clock.advance(4_000);
    expect(await league.ask('wait_for_turn', { seat_token })).toMatchObject({ status: 'your_turn', seconds_left: 26 });
  });
});

describe('moving', () => {
  test('a move is made, the result is told with its reason and seed, and then how the league ended', async () => {
    await opened();
    const seat_token = await league.seat('Model');
    await league.start();
    await untilTurn(seat_token);
    const moved = await league.ask('make_move', {
      seat_token,
      wait_sec: 0,
      match_id: 'R1M1',
      move: 'ODD',
      reasoning: 'a hunch',
    });
    expect(moved).toMatchObject({ move_made: { match_id: 'R1M1', move: 'odd', seconds_to_spare: 30 } });
    const word = await league.ask('wait_for_turn', { seat_token });
    const [match] = word['finished_matches'] as [JsonObject];
    expect(match).toMatchObject({ match_id: 'R1M1', opponent_id: 'OURS1', your_move: 'odd', opponent_move: 'even' });
    expect(match['why']).toMatch(/number/);
    expect(match['draw_seed']).toMatch(/^[0-9a-f]{64}$/);
    const end = word['status'] === 'league_over' ? word : await untilTurn(seat_token);
    expect(end).toMatchObject({ status: 'league_over' });
    const heard = { heard: word['told_up_to'] as Json };
    expect(await league.ask('wait_for_turn', { seat_token, ...heard })).not.toHaveProperty('finished_matches');
    const standing = await league.ask('my_standing', { seat_token });
    expect(standing).toMatchObject({ league_status: 'completed', row: { played: 1 }, next_match: null });
    expect(standing['last_matches']).toEqual([match]);
    expect(end['your_rank']).toBe(standing['rank']);
  });

  test('of the match that is played its client is told who, when and how far, and no ticket', async () => {
    await opened();
    const seat_token = await league.seat('Model');
    await league.start();
    const { opponent_id, opponent_name } = await untilTurn(seat_token);
    const told = { match_id: 'R1M1', round_id: 1, opponent_id, opponent_name };
    const nextMatch = async () => (await league.ask('my_standing', { seat_token }))['next_match'];
    expect(await nextMatch()).toEqual({ ...told, phase: 'asked' });
    await league.ask('make_move', { seat_token, wait_sec: 0, match_id: 'R1M1', move: 'even' });
    expect([{ ...told, phase: 'moved' }, null]).toContainEqual(await nextMatch());
  });

  test('what is no legal move is told at once, with those that are, and the turn stays open', async () => {
    await opened();
    const seat_token = await league.seat('Model');
    await league.start();
    await untilTurn(seat_token);
    const wrong = await league.ask('make_move', { seat_token, wait_sec: 0, match_id: 'R1M1', move: 'seven' });
    expect(wrong).toMatchObject({ failed: true, error_code: 'E004', legal_moves: ['even', 'odd'] });
    expect(wrong['error_description']).toContain('legal are: "even", "odd"');
    expect(await league.ask('make_move', { seat_token, wait_sec: 0, match_id: 'R1M1', move: 'even' })).toMatchObject({
      move_made: { move: 'even' },
    });
  });

  test('a move in an unknown match, before one is asked, twice or after the end is refused in exact words', async () => {
    await opened();
    const seat_token = await league.seat('Model');
    const move = (match_id: string) => league.ask('make_move', { seat_token, wait_sec: 0, match_id, move: 'even' });
    expect(await move('R9M9')).toMatchObject({ error_code: 'E008', error_description: /you have none now/ });
    await league.start();
    await untilTurn(seat_token);
    expect(await move('R9M9')).toMatchObject({ error_code: 'E008', error_description: /yours is R1M1/ });
    const [first, second] = await league.clock.runUntil(
      Promise.all(
        [1, 2].map(() => league.call('make_move', { seat_token, wait_sec: 0, match_id: 'R1M1', move: 'even' })),
      ),
    );
    expect(first).toMatchObject({ move_made: { move: 'even' } });
    expect(second).toMatchObject({ error_code: 'E007', error_description: /cannot be changed/ });
    await league.clock.advance(1_000);
    expect(await move('R1M1')).toMatchObject({ error_code: 'E007', error_description: /is over/ });
  });
});

describe('silence', () => {
  test('a client that makes no move is asked three times and loses on time: nobody plays for it', async () => {
    await opened();
    const seat_token = await league.seat('Model');
    await league.start();
    expect(await untilTurn(seat_token)).toMatchObject({ times_asked: 1 });
    await league.clock.advance(30_500);
    expect(await league.ask('wait_for_turn', { seat_token })).toMatchObject({ status: 'your_turn', times_asked: 2 });
    await league.clock.advance(70_000);
    const late = await league.ask('make_move', { seat_token, wait_sec: 0, match_id: 'R1M1', move: 'even' });
    expect(late).toMatchObject({ failed: true, error_code: 'E007' });
    const { finished_matches } = await untilTurn(seat_token);
    expect(finished_matches).toMatchObject([
      { match_id: 'R1M1', result: 'TECHNICAL_LOSS', termination: 'timeout', your_move: null, points: 0 },
    ]);
  });

  test('a move in the second attempt counts', async () => {
    await opened();
    const seat_token = await league.seat('Model');
    await league.start();
    await untilTurn(seat_token);
    await league.clock.advance(31_000);
    const turn = await untilTurn(seat_token);
    expect(turn).toMatchObject({ times_asked: 2 });
    expect(await league.ask('make_move', { seat_token, wait_sec: 0, match_id: 'R1M1', move: 'even' })).toMatchObject({
      move_made: { move: 'even' },
    });
    const over = await untilTurn(seat_token);
    expect(over).toMatchObject({ status: 'league_over', finished_matches: [{ your_move: 'even' }] });
  });
});

describe('leaving', () => {
  test('says what it means first, and then the matches are lost, until the seat is taken again', async () => {
    await opened();
    const seat_token = await league.seat('Model');
    expect(await league.ask('leave', { seat_token })).toMatchObject({ left: false, what_it_means: /technical loss/ });
    expect(await league.ask('leave', { seat_token, confirm: true })).toMatchObject({ left: true });
    expect(await league.ask('wait_for_turn', { seat_token })).toMatchObject({ status: 'left' });
    expect(await league.ask('join_league', { display_name: 'Model', seat_token })).toMatchObject({
      player_id: 'P02',
      seat_token,
    });
    expect(await league.ask('leave', { seat_token, confirm: true })).toMatchObject({ left: true });
    await league.start();
    await league.clock.advance(120_000);
    const { decided } = league.manager().league.matches.get('R1M1') ?? {};
    expect(decided?.result).toMatchObject({ winner: 'OURS1', details: { status: 'TECHNICAL_LOSS' } });
  });
});

describe('a manager that was stopped', () => {
  test('holds the same seats when it is started again, and knows them by their hash alone', async () => {
    await opened();
    const seat_token = await league.seat('Model');
    const kept = (await league.disk.read('/data/leagues/league_2025_even_odd/seats.json')) ?? '';
    expect(kept).toContain('"player_id": "P02"');
    expect(kept).not.toContain(seat_token);
    await league.restart();
    const thief = await league.ask('join_league', { display_name: 'Model' });
    expect(thief).toMatchObject({ failed: true, error_code: 'E016', error_name: 'Duplicate name' });
    expect(await league.ask('wait_for_turn', { seat_token, wait_sec: 0 })).toMatchObject({
      status: 'waiting',
      player_id: 'P02',
    });
    await league.start();
    expect(await untilTurn(seat_token)).toMatchObject({ status: 'your_turn', match_id: 'R1M1' });
    expect(league.trouble).toEqual([]);
  });

  test('in the middle of a match goes on with it, and asks the client again', async () => {
    await opened();
    const seat_token = await league.seat('Model');
    await league.start();
    await untilTurn(seat_token);
    await league.restart();
    const thief = await league.ask('join_league', { display_name: 'Model' });
    expect(thief).toMatchObject({ failed: true, error_code: 'E007', error_name: 'Registration closed' });
    expect(await untilTurn(seat_token)).toMatchObject({ status: 'your_turn', match_id: 'R1M1' });
    await league.ask('make_move', { seat_token, wait_sec: 0, match_id: 'R1M1', move: 'odd' });
    expect(await untilTurn(seat_token)).toMatchObject({ finished_matches: [{ match_id: 'R1M1', your_move: 'odd' }] });
  });

  test('knows the matches that were played before', async () => {
    await opened();
    const seat_token = await league.seat('Model');
    await league.start();
    await untilTurn(seat_token);
    await league.ask('make_move', { seat_token, wait_sec: 0, match_id: 'R1M1', move: 'odd' });
    const { finished_matches } = await untilTurn(seat_token);
    const [{ draw_seed: _, ...match }] = finished_matches as [JsonObject];
    await league.restart();
    expect(await league.ask('my_standing', { seat_token })).toMatchObject({ last_matches: [match] });
  });

  test('and goes on without them where their file is damaged', async () => {
    await opened();
    const seat_token = await league.seat('Model');
    await league.disk.replace('/data/players/P02/history.json', '{');
    await league.restart();
    expect(await league.ask('my_standing', { seat_token })).toMatchObject({ player_id: 'P02', last_matches: [] });
    expect(league.trouble).toEqual([expect.stringContaining('seat 1 is not told of its earlier matches')]);
  });
});
