import { expect, test } from 'vitest';
import type { JsonObject } from '../../../SHARED/core/json.ts';
import { makePeer } from '../../../SHARED/league_sdk/messaging/peer.ts';
import { fakeClock } from '../../../SHARED/testing/fake_clock.ts';
import { folded, running } from '../testing/rehearsal.ts';
import { castOn } from '../testing/rehearsal_cast.ts';
import { makeLiveLeague } from './live_league.ts';

/** A league with a referee that says which players its matches wait for; `says` is its answer. */
async function staged(
  players: number,
  says: (match_id: string) => JsonObject | undefined,
  isGivenOut = (_match_id: string) => true,
) {
  const clock = fakeClock();
  const cast = castOn(clock);
  const league = folded(running({ players }));
  await cast.agent('REF01', { get_match_state: ({ match_id }) => says(String(match_id)) });
  const peer = makePeer({ transport: cast.wire, clock, sender: () => 'league_manager' });
  const dispatcher = { paused: () => undefined, isHeld: () => false, isGivenOut };
  const rest = { readiness: { lastOf: () => undefined }, queues: () => ({ matches: 0, messages: 0 }) };
  const live = makeLiveLeague({ league, clock, peer, dispatcher, ...rest });
  const ids = [...league.matches.keys()];
  return { clock, live, ids, asked: () => cast.ofType('get_match_state').length };
}

const waiting = (...waits_for: readonly string[]) => ({ referee_id: 'REF01', matches: [{ waits_for }] });

test('the players that a match waits for are those its referee names, as far as they are its own', async () => {
  const { live } = await staged(4, () => waiting('P01', 'P99'));
  expect(await live.waitsFor(['R1M1'])).toEqual(new Map([['R1M1', ['P01']]]));
});

test('a referee is asked once a second at most, and of eight matches, however many look', async () => {
  const { clock, live, ids, asked } = await staged(20, () => waiting());
  expect(ids).toHaveLength(10);
  const seen = await Promise.all([live.waitsFor(ids), live.waitsFor(ids), live.waitsFor(['R1M1'])]);
  expect(seen.map(({ size }) => size)).toEqual([8, 8, 1]);
  expect(asked()).toBe(8);
  await clock.advance(1_000);
  await live.waitsFor(['R1M9']);
  expect(asked()).toBe(9);
});

test('of matches that wait for a referee to take them, none is asked', async () => {
  const { live, ids, asked } = await staged(
    20,
    () => waiting('P01'),
    (id) => id === 'R1M1',
  );
  expect(await live.waitsFor(ids.toReversed())).toEqual(new Map([['R1M1', ['P01']]]));
  expect(asked()).toBe(1);
});

test('of a referee that is silent, or answers anything else, nothing is told', async () => {
  for (const answer of [{}, { matches: 'none' }, { matches: [7] }, { matches: [{ waits_for: 'P01' }] }]) {
    const { live } = await staged(2, () => answer);
    expect(await live.waitsFor(['R1M1', 'R9M9'])).toEqual(
      new Map([
        ['R1M1', []],
        ['R9M9', []],
      ]),
    );
  }
  const { clock, live } = await staged(2, () => undefined);
  expect(await clock.runUntil(live.waitsFor(['R1M1']))).toEqual(new Map([['R1M1', []]]));
});
