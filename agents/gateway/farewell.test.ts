/** The end of a league at a seat: clients hear it before the manager stops listening. */
import { afterEach, expect, test } from 'vitest';
import type { Json } from '../../SHARED/core/json.ts';
import { seatedLeague } from './testing/seated_league.ts';

let league: Awaited<ReturnType<typeof seatedLeague>>;
afterEach(() => league.close());

/** A client has made the last move of the league, and waits for nothing. */
async function playedOut(): Promise<string> {
  league = await seatedLeague({ keep: false });
  const seat_token = await league.seat('Model');
  await league.start();
  const { match_id } = await league.ask('wait_for_turn', { seat_token });
  await league.ask('make_move', { seat_token, wait_sec: 0, match_id: match_id as Json, move: 'even' });
  return seat_token;
}

test('a client that was away for a moment is told, and then the manager ends', async () => {
  const seat_token = await playedOut();
  await league.clock.advance(8_000);
  expect(league.manager().league.phase).toBe('LEAGUE_COMPLETE');
  expect(await league.ask('wait_for_turn', { seat_token })).toMatchObject({ status: 'league_over', champion: {} });
  const before = league.clock.monotonic();
  expect(await league.clock.runUntil(league.manager().ended)).toBe('the league is complete');
  expect(league.clock.monotonic() - before).toBeLessThan(1_000);
});

test('one that was told while it waited has a moment to ask again, for its connection may be lost', async () => {
  const seat_token = await playedOut();
  const told = await league.ask('wait_for_turn', { seat_token });
  const end = told['status'] === 'league_over' ? told : await league.ask('wait_for_turn', { seat_token });
  expect(end).toMatchObject({ status: 'league_over' });
  await league.clock.advance(4_000);
  expect(await league.ask('wait_for_turn', { seat_token })).toMatchObject({ status: 'league_over', champion: {} });
  const before = league.clock.monotonic();
  expect(await league.clock.runUntil(league.manager().ended)).toBe('the league is complete');
  expect(league.clock.monotonic() - before).toBeLessThan(1_000);
});

test('one that does not ask again was heard: nobody waits half a minute for it', async () => {
  const seat_token = await playedOut();
  const told = await league.ask('wait_for_turn', { seat_token });
  if (told['status'] !== 'league_over') await league.ask('wait_for_turn', { seat_token });
  const before = league.clock.monotonic();
  await league.clock.runUntil(league.manager().ended);
  expect(league.clock.monotonic() - before).toBeLessThan(7_000);
});

test('one that has gone is waited for half a minute and no longer', async () => {
  await playedOut();
  const before = league.clock.monotonic();
  await league.clock.runUntil(league.manager().ended);
  expect(league.clock.monotonic() - before).toBeGreaterThan(29_000);
  expect(league.clock.monotonic() - before).toBeLessThan(31_000);
});

test('a manager that is stopped sends whoever waits home at once, and says that the seat is kept', async () => {
  league = await seatedLeague();
  const seat_token = await league.seat('Model');
  const waiting = league.call('wait_for_turn', { seat_token, wait_sec: 25 });
  const before = league.clock.monotonic();
  const stopped = league.manager().stop('the operator says so');
  expect(await league.clock.runUntil(waiting)).toMatchObject({
    status: 'waiting',
    waiting_for: 'manager',
    why: /kept/,
  });
  await league.clock.runUntil(stopped);
  expect(league.clock.monotonic() - before).toBeLessThan(1_000);
});

test('a manager that is ending seats nobody again', async () => {
  league = await seatedLeague();
  const seat_token = await league.seat('Model');
  const stopped = league.manager().stop('the operator says so');
  const back = league.call('join_league', { display_name: 'Model', seat_token });
  expect(await league.clock.runUntil(back)).toMatchObject({ error_code: 'E007', error_description: /is ending/ });
  await league.clock.runUntil(stopped);
});
