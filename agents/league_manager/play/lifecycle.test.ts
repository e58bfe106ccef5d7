import { describe, expect, test } from 'vitest';
import { sleep } from '../../../SHARED/core/clock.ts';
import { seededEntropy } from '../../../SHARED/core/entropy.ts';
import { unwrap } from '../../../SHARED/core/result.ts';
import { USUAL_LOGS } from '../../../SHARED/league_sdk/logs/logs.ts';
import { fakeClock } from '../../../SHARED/testing/fake_clock.ts';
import { judge } from '../../../SHARED/testing/shipped_games.ts';
import { LEAGUE } from '../testing/rehearsal.ts';
import { ACKNOWLEDGE, type Says, silence } from '../testing/rehearsal_cast.ts';
import { type Plays, paths, stage } from '../testing/rehearsal_stage.ts';
import type { Format } from '../tournament/format.ts';

const plays: Plays = ({ player_a, player_b }) => ({
  moves: [{ [player_a as string]: 'even', [player_b as string]: 'odd' }],
});

/** A league of two whose P02 takes its time before it answers. */
async function staged(slowTo: string, ms = 1_500) {
  const clock = fakeClock();
  const on = stage({ clock, judge, plays });
  const manager = unwrap(await on.start());
  await on.assemble(['P01'], ['REF01']);
  const slow: Says = () => sleep(clock, ms).then((): typeof ACKNOWLEDGE => ACKNOWLEDGE);
  await on.agent('P02', { [slowTo]: slow });
  await on.register('P02', { batches: true });
  await clock.advance(5_000);
  on.arrivals.length = 0;
  return { ...on, manager };
}

const ledgerOf = async (on: Awaited<ReturnType<typeof staged>>) => (await on.disk.read(paths.ledger(LEAGUE))) ?? '';

describe('a manager that is told to stop', () => {
  test('while it looks who is there does not start the league, and says so to who wanted it', async () => {
    const on = await staged('ping');
    const starting = on.manager.startLeague();
    await on.clock.advance(500);
    await on.clock.runUntil(on.manager.stop('enough'));
    const before = await ledgerOf(on);
    expect(await on.clock.runUntil(starting)).toMatchObject({ ok: false, error: { code: 'E007' } });
    await on.clock.advance(60_000);
    expect(on.manager.league.phase).toBe('WAITING_FOR_REGISTRATIONS');
    expect(await ledgerOf(on)).toBe(before);
    expect(on.ofType('ROUND_ANNOUNCEMENT')).toEqual([]);
    expect([on.clock.scheduled, on.manager.failure()]).toEqual([0, undefined]);
  });

  test('does not start a league any more', async () => {
    const on = await staged('ping');
    await on.clock.runUntil(on.manager.stop('enough'));
    expect(await on.manager.startLeague()).toMatchObject({ ok: false, error: { code: 'E007' } });
    expect([on.clock.scheduled, on.arrivals]).toEqual([0, []]);
  });

  test('while the start is being written down announces nothing', async () => {
    const on = await staged('nothing');
    const starting = on.manager.startLeague();
    while (on.manager.league.phase === 'WAITING_FOR_REGISTRATIONS') await Promise.resolve();
    const stopped = on.manager.stop('enough');
    expect(await on.clock.runUntil(Promise.all([starting, stopped]))).toMatchObject([{ ok: true }, undefined]);
    await on.clock.advance(60_000);
    expect(on.ofType('ROUND_ANNOUNCEMENT')).toEqual([]);
    expect([on.clock.scheduled, on.manager.failure()]).toEqual([0, undefined]);
  });

  test('while the last result of a round is being written down begins no other round', async () => {
    const clock = fakeClock();
    const on = stage({ clock, judge, plays });
    let held: Promise<void> | undefined;
    const sync = async (path: string) => {
      await held;
      return on.disk.sync(path);
    };
    const effects = {
      clock,
      disk: { ...on.disk, sync },
      transport: on.wire,
      entropy: seededEntropy(7),
      logs: USUAL_LOGS,
    };
    const manager = unwrap(await on.start({ effects }));
    await on.assemble(['P01', 'P02', 'P03', 'P04'], []);
    const release = Promise.withResolvers<void>();
    await on.referee('REF01', (order) => {
      held = release.promise;
      void clock.poll().then(() => manager.stop('enough'));
      return plays(order);
    });
    await on.register('REF01', { max_concurrent_matches: 2 });
    unwrap(await clock.runUntil(manager.startLeague()));
    await clock.advance(100);
    release.resolve();
    await clock.advance(60_000);
    expect(await manager.ended).toBe('enough');
    expect(new Set(on.ofType('ROUND_ANNOUNCEMENT').map(({ message }) => message['round_id']))).toEqual(new Set([1]));
    expect([clock.scheduled, manager.failure()]).toEqual([0, undefined]);
  });

  test('while it tells the end asks nobody to end, and notes nothing, after it is gone', async () => {
    const on = await staged('LEAGUE_COMPLETED');
    unwrap(await on.clock.runUntil(on.manager.startLeague()));
    await on.clock.advance(1_000);
    expect(on.manager.league).toMatchObject({ phase: 'LEAGUE_COMPLETE', told: false });
    await on.clock.runUntil(on.manager.stop('enough'));
    const [before, heard] = [await ledgerOf(on), on.arrivals.length];
    await on.clock.advance(60_000);
    expect(on.arrivals.slice(heard)).toEqual([]);
    expect(await ledgerOf(on)).toBe(before);
    expect(before).not.toContain('"end_told"');
    expect([on.clock.scheduled, on.manager.failure()]).toEqual([0, undefined]);
  });

  test('while it asks everybody to end does not note that all is done', async () => {
    const on = await staged('SHUTDOWN_COMMAND');
    unwrap(await on.clock.runUntil(on.manager.startLeague()));
    await on.clock.advance(1_000);
    expect(on.ofType('SHUTDOWN_COMMAND').length).toBeGreaterThan(0);
    await on.clock.runUntil(on.manager.stop('enough'));
    await on.clock.advance(60_000);
    expect(await on.manager.ended).toBe('enough');
    expect(await ledgerOf(on)).not.toContain('"end_told"');
    expect([on.clock.scheduled, on.manager.failure()]).toEqual([0, undefined]);
  });
});

test('whoever does not hear that it is to end is in the log, as is how much waited in the queue', async () => {
  const clock = fakeClock();
  const on = stage({ clock, judge, plays });
  const manager = unwrap(await on.start());
  await on.assemble(['P01'], ['REF01']);
  await on.agent('P02', { SHUTDOWN_COMMAND: silence });
  await on.register('P02');
  unwrap(await clock.runUntil(manager.startLeague()));
  await clock.runUntil(manager.ended);
  const logged = await on.logged();
  expect(logged).toContainEqual(
    expect.objectContaining({
      event_type: 'BROADCAST_FAILED',
      details: expect.objectContaining({ message_type: 'SHUTDOWN_COMMAND', agent_id: 'P02' }),
    }),
  );
  const complete = logged.find(({ event_type }) => event_type === 'LEAGUE_COMPLETED');
  // One message for each of three agents: the announcements wait together at least.
  const { most_messages_waiting: most, messages_refused } = complete?.details ?? {};
  expect([Number(most) >= 3, messages_refused]).toEqual([true, 0]);
});

test('what still waits when a manager is told to stop is not sent, and is in the log', async () => {
  const on = await staged('ROUND_ANNOUNCEMENT');
  unwrap(await on.clock.runUntil(on.manager.startLeague()));
  await on.clock.advance(10);
  const told = on.manager.rounds.tellAll('LEAGUE_STANDINGS_UPDATE', () => ({ round_id: 1, standings: [] }));
  await on.clock.runUntil(on.manager.stop('enough'));
  expect(await told.get('P02')).toMatchObject({
    ok: false,
    error: { detail: expect.stringContaining('the manager ends') },
  });
  await on.clock.advance(60_000);
  expect(on.heardBy('P02')).not.toContain('LEAGUE_STANDINGS_UPDATE');
  expect(await on.logged()).toContainEqual(
    expect.objectContaining({
      event_type: 'BROADCAST_FAILED',
      details: expect.objectContaining({ message_type: 'LEAGUE_STANDINGS_UPDATE', agent_id: 'P02' }),
    }),
  );
});

test('a manager whose league is complete tells it, notes that, and ends by itself', async () => {
  const on = await staged('LEAGUE_COMPLETED');
  unwrap(await on.clock.runUntil(on.manager.startLeague()));
  expect(await on.clock.runUntil(on.manager.ended)).toBe('the league is complete');
  expect(on.heardBy('P02').slice(-2)).toEqual(['LEAGUE_COMPLETED', 'SHUTDOWN_COMMAND']);
  expect(await ledgerOf(on)).toMatch(/"end_told"[^\n]*\n$/);
  expect(on.clock.scheduled).toBe(0);
});

test('a manager that others look at stays until they have seen the end', async () => {
  const clock = fakeClock();
  const on = stage({ clock, judge, plays });
  const { promise: seen, resolve: see } = Promise.withResolvers<void>();
  const manager = unwrap(await on.start({ lastLook: () => seen }));
  await on.assemble(['P01', 'P02'], ['REF01']);
  let isOver = false;
  void manager.ended.then(() => {
    isOver = true;
  });
  unwrap(await clock.runUntil(manager.startLeague()));
  await clock.advance(600_000);
  expect([manager.league.phase, isOver]).toEqual(['LEAGUE_COMPLETE', false]);
  see();
  expect(await clock.runUntil(manager.ended)).toBe('the league is complete');
});

test('a manager that ends by a bug in play logs no fault of the disk', async () => {
  const on = await staged('ROUND_ANNOUNCEMENT');
  unwrap(await on.clock.runUntil(on.manager.startLeague()));
  const format: Format = {
    ...(on.manager.league.format as Format),
    next: () => {
      throw new TypeError('a bug');
    },
  };
  Object.assign(on.manager.league, { format });
  expect(await on.clock.runUntil(on.manager.ended)).toBe('the manager failed: a bug');
  const logged = (await on.logged()).map(({ event_type, details }) => [event_type, details] as const);
  expect(logged).toContainEqual(['INTERNAL_ERROR', { what: 'play', reason: 'a bug' }]);
  expect(logged.map(([type]) => type)).not.toContain('DISK_FAILED');
});
