/** Answers get lost: what a client was told is told again until it is known to have heard it. */
import { afterEach, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../SHARED/core/json.ts';
import { seatedLeague } from './testing/seated_league.ts';

let league: Awaited<ReturnType<typeof seatedLeague>>;
afterEach(() => league.close());

/** A client that has made the first of its three moves; others still play. */
async function movedOnce(): Promise<string> {
  league = await seatedLeague({ ours: 3 });
  const seat_token = await league.seat('Model');
  await league.start();
  const { match_id } = await league.ask('wait_for_turn', { seat_token });
  await league.ask('make_move', { seat_token, wait_sec: 0, match_id: match_id as Json, move: 'even' });
  return seat_token;
}

const endedIn = (word: JsonObject) =>
  ((word['finished_matches'] ?? []) as readonly JsonObject[]).map(({ match_id }) => match_id);
const wait = (seat_token: string, heard?: Json) =>
  league.ask('wait_for_turn', { seat_token, wait_sec: 0, ...(heard === undefined ? {} : { heard }) });

test('a client that lost its connection while it waited hears of the match with its next call', async () => {
  const seat_token = await movedOnce();
  // No signal tells that the client has gone: its call waits, and takes the news.
  const lost = await league.ask('wait_for_turn', { seat_token });
  expect(endedIn(lost)).toHaveLength(1);
  expect(endedIn(await wait(seat_token))).toEqual(endedIn(lost));
  expect(endedIn(await wait(seat_token))).toEqual([]);
});

test('one that says what it has heard is told everything else as often as it asks, and nothing twice', async () => {
  const seat_token = await movedOnce();
  const first = await league.ask('wait_for_turn', { seat_token });
  const [one] = endedIn(first) as [Json];
  expect(first['told_up_to']).toBe(one);
  const turn = first['status'] === 'your_turn' ? first : await league.ask('wait_for_turn', { seat_token, heard: one });
  await league.ask('make_move', { seat_token, wait_sec: 0, match_id: turn['match_id'] as Json, move: 'even' });
  const second = await league.ask('wait_for_turn', { seat_token, heard: one });
  const [two] = endedIn(second) as [Json];
  expect(endedIn(second)).toHaveLength(1);
  for (let lost = 0; lost < 3; lost++) expect(endedIn(await wait(seat_token, one))).toEqual([two]);
  expect(await wait(seat_token, two)).toMatchObject({ told_up_to: two });
  expect(endedIn(await wait(seat_token, two))).toEqual([]);
  expect(endedIn(await wait(seat_token, 'R0M0'))).not.toContain(one);
});

test('a call that was given up takes nothing', async () => {
  const seat_token = await movedOnce();
  const patience = new AbortController();
  patience.abort();
  const given = league.call('wait_for_turn', { seat_token }, { signal: patience.signal });
  expect(endedIn(await given)).toEqual([]);
  const word = await league.ask('wait_for_turn', { seat_token });
  expect(endedIn(word)).toHaveLength(1);
});
