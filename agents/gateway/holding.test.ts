/** How long a call that waits for a turn is held, and how it ends. */
import { afterEach, describe, expect, test } from 'vitest';
import { seatedLeague } from './testing/seated_league.ts';

let league: Awaited<ReturnType<typeof seatedLeague>>;
afterEach(() => league.close());

async function seated(): Promise<{ readonly seat_token: string; readonly heard: string[] }> {
  league = await seatedLeague();
  return { seat_token: await league.seat('Model'), heard: [] };
}

const seconds = () => league.clock.monotonic() / 1_000;

test('a client that hears of progress waits for ten minutes, and is told every few seconds why', async () => {
  const { seat_token, heard } = await seated();
  const before = seconds();
  const progress = (text: string) => void heard.push(text);
  const word = await league.ask('wait_for_turn', { seat_token }, { holdMs: 600_000, progress });
  expect(word).toMatchObject({ status: 'waiting', waiting_for: 'start' });
  expect(seconds() - before).toBe(600);
  expect(heard).toHaveLength(119);
  expect(new Set(heard)).toEqual(new Set([word['why']]));
  await league.clock.advance(60_000);
  expect(heard).toHaveLength(119);
});

test('a plain call without wait_sec is held for 20 seconds, and one with it as long as it says', async () => {
  const { seat_token } = await seated();
  const lasting = async (given: object, from?: object) => {
    const before = seconds();
    await league.ask('wait_for_turn', { seat_token, ...given }, from);
    return seconds() - before;
  };
  expect(await lasting({})).toBe(20);
  expect(await lasting({ wait_sec: 7 })).toBe(7);
  expect(await lasting({}, { holdMs: 50_000 })).toBe(50);
  expect(await lasting({ wait_sec: 7 }, { holdMs: 600_000 })).toBe(7);
});

test('a held call ends at once with the first word, and so does the answer to a move', async () => {
  const { seat_token, heard } = await seated();
  const held = { holdMs: 600_000, progress: (text: string) => void heard.push(text) };
  const waiting = league.call('wait_for_turn', { seat_token }, held);
  await league.clock.advance(60_000);
  await league.start();
  const turn = await league.clock.runUntil(waiting);
  expect(turn).toMatchObject({ status: 'your_turn', match_id: 'R1M1' });
  const move = { seat_token, match_id: 'R1M1', move: 'even' };
  const before = seconds();
  expect(await league.ask('make_move', move, held)).toMatchObject({ status: 'match_over' });
  expect(seconds() - before).toBeLessThan(5);
});

test('a held call ends at once when its client gives up and when the manager stops', async () => {
  const { seat_token, heard } = await seated();
  const giving = new AbortController();
  const progress = (text: string) => void heard.push(text);
  const given = league.call('wait_for_turn', { seat_token }, { holdMs: 600_000, progress, signal: giving.signal });
  await league.clock.advance(12_000);
  giving.abort();
  await league.clock.advance(0);
  expect(await given).toMatchObject({ status: 'waiting' });
  await league.clock.advance(30_000);
  expect(heard).toHaveLength(2);
  const waiting = league.call('wait_for_turn', { seat_token }, { holdMs: 600_000 });
  await league.clock.advance(100_000);
  const stopped = league.manager().stop('the operator says so');
  expect(await league.clock.runUntil(waiting)).toMatchObject({ status: 'waiting', waiting_for: 'manager' });
  await league.clock.runUntil(stopped);
});

/** A client that hangs up after so long. */
async function givingUp(seat_token: string, ms: number): Promise<void> {
  const giving = new AbortController();
  const given = league.call('wait_for_turn', { seat_token }, { holdMs: 600_000, signal: giving.signal });
  await league.clock.advance(ms);
  giving.abort();
  await league.clock.runUntil(given);
}

test('a client that twice gives up after the same time is answered before it from then on', async () => {
  const { seat_token } = await seated();
  const lasting = async () => {
    const before = seconds();
    await league.ask('wait_for_turn', { seat_token }, { holdMs: 600_000 });
    return seconds() - before;
  };
  await givingUp(seat_token, 100_000);
  await givingUp(seat_token, 60_000);
  expect(await lasting()).toBe(600);
  await givingUp(seat_token, 59_000);
  expect(await lasting()).toBeCloseTo(47.2);
  await givingUp(seat_token, 1_000);
  await givingUp(seat_token, 1_000);
  expect(await lasting()).toBeCloseTo(47.2);
});

test('a limit that was learnt is tried again after half an hour, and learnt again from the first call that is given up', async () => {
  const { seat_token } = await seated();
  const lasting = async () => {
    const before = seconds();
    await league.ask('wait_for_turn', { seat_token }, { holdMs: 600_000 });
    return seconds() - before;
  };
  await givingUp(seat_token, 60_000);
  await givingUp(seat_token, 60_000);
  expect(await lasting()).toBe(48);
  await league.clock.advance(1_800_000);
  await givingUp(seat_token, 60_000);
  expect(await lasting()).toBe(48);
  await league.clock.advance(1_800_000);
  expect(await lasting()).toBe(600);
});

test('the next client of a seat is not held to the limit of the one before', async () => {
  const { seat_token } = await seated();
  await givingUp(seat_token, 60_000);
  await givingUp(seat_token, 60_000);
  await league.ask('join_league', { display_name: 'Model', seat_token });
  const before = seconds();
  await league.ask('wait_for_turn', { seat_token }, { holdMs: 600_000 });
  expect(seconds() - before).toBe(600);
});

describe('the seat of an invite code', () => {
  const given = { display_name: 'Model', invite_code: 'code-of-model' };
  const inUse = { failed: true, error_description: /another player has taken the seat of this code/ };
  const joined = async () => {
    league = await seatedLeague({ ours: 0, codes: ['code-of-model'] });
    return league.ask('join_league', given);
  };

  test('is in use while its client is held, and asks on when it is answered', async () => {
    const { seat_token } = await joined();
    const leaving = new AbortController();
    const { signal } = leaving;
    const living = (async () => {
      while (!signal.aborted)
        await league.call('wait_for_turn', { seat_token: String(seat_token) }, { holdMs: 600_000, signal });
    })();
    for (let attempt = 0; attempt < 5; attempt++) {
      await league.clock.advance(120_000);
      expect(await league.ask('join_league', given)).toMatchObject(inUse);
    }
    leaving.abort();
    await league.clock.runUntil(living);
  });

  test('whose client was held and has gone without a word is free half a minute after the code was shown', async () => {
    const { seat_token, player_id } = await joined();
    const lost = league.call('wait_for_turn', { seat_token: String(seat_token) }, { holdMs: 600_000 });
    await league.clock.advance(120_000);
    expect(await league.ask('join_league', given)).toMatchObject(inUse);
    expect(await lost).toMatchObject({ status: 'waiting' });
    await league.clock.advance(31_000);
    expect(await league.ask('join_league', given)).toMatchObject({ player_id });
  });
});
