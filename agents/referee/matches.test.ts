import { expect, test } from 'vitest';
import { sleep } from '../../SHARED/core/clock.ts';
import { seededEntropy } from '../../SHARED/core/entropy.ts';
import { unwrap } from '../../SHARED/core/result.ts';
import { USUAL_LOGS } from '../../SHARED/league_sdk/logs/logs.ts';
import { fakeClock } from '../../SHARED/testing/fake_clock.ts';
import { gameOf } from '../../SHARED/testing/shipped_games.ts';
import { stage } from './testing/rehearsal.ts';

test('a desk remembers many matches that are over, but not all', async () => {
  const s = stage({ clock: fakeClock(), gameOf, game_type: 'even_odd' });
  await s.ready();
  await s.player('P01', 'even');
  await s.player('P02', 'odd');
  const states = async () => ((await s.call('get_match_state', {}))['matches'] as unknown[]).length;
  let most = 0;
  for (let i = 1; i <= 2_400; i++) {
    await s.run({ match_id: `R${i}M1` });
    if (i % 100 !== 0) continue;
    await s.clock.advance(30);
    most = Math.max(most, await states());
  }
  expect(most).toBe(2_000);
  expect(await states()).toBe(1_400);
});

test('a mistake of ours in one match is logged, and the others go on', async () => {
  const s = stage({ clock: fakeClock(), gameOf, game_type: 'even_odd' });
  await s.manager();
  const steady = seededEntropy(7);
  let broken = false;
  const entropy = {
    bytes(count: number) {
      if (broken) throw new Error('no more chance');
      return steady.bytes(count);
    },
  };
  const effects = { clock: s.clock, disk: s.disk, transport: s.network.transport(), entropy, logs: USUAL_LOGS };
  unwrap(await s.start({ effects }));
  await s.player('P01', 'even', {
    CHOOSE_PARITY_CALL(call) {
      broken = call['match_id'] === 'R1M1';
      return s.answerTo(call, 'even');
    },
  });
  await s.player('P02', 'odd');
  await s.run();
  await s.clock.advance(100);
  broken = false;
  expect(s.reports()).toEqual([]);
  expect(s.componentLog()).toContainEqual(
    expect.objectContaining({
      event_type: 'INTERNAL_ERROR',
      what: 'match R1M1',
      detail: expect.stringContaining('no more chance'),
    }),
  );
  await s.run({ match_id: 'R1M2' });
  await s.clock.advance(100);
  expect(s.reports().map(({ match_id }) => match_id)).toEqual(['R1M2']);
});

test('one late player delays nobody else: other matches are reported while it is waited for', async () => {
  const s = stage({ clock: fakeClock(), gameOf, game_type: 'even_odd' });
  await s.ready();
  await s.player('P01', 'even');
  await s.player('P02', 'odd', {
    CHOOSE_PARITY_CALL: async (call) => {
      if (call['match_id'] === 'R1M1') await sleep(s.clock, 29_000);
      return s.answerTo(call, 'odd');
    },
  });
  const others = ['R1M2', 'R1M3', 'R1M4'];
  for (const match_id of ['R1M1', ...others]) await s.run({ match_id });
  await s.clock.advance(1_000);
  expect(s.reports().map(({ match_id }) => match_id)).toEqual(others);
  await s.clock.advance(30_000);
  expect(s.reports().at(-1)).toMatchObject({ match_id: 'R1M1', result: { details: { termination: 'normal' } } });
});

test('a referee that drains takes no further match, says so, and is done when those under way are reported', async () => {
  const s = stage({ clock: fakeClock(), gameOf, game_type: 'even_odd' });
  const { drain } = await s.ready();
  await s.player('P01', 'even');
  await s.player('P02', 'odd', {
    CHOOSE_PARITY_CALL: async (call) => {
      await sleep(s.clock, 9_000);
      return s.answerTo(call, 'odd');
    },
  });
  await s.run();
  await s.clock.advance(1_000);
  let isDone = false;
  void drain(60_000).then(() => {
    isDone = true;
  });
  expect(await s.run({ match_id: 'R1M2' })).toMatchObject({ status: 'refused', leaving: true });
  expect(await s.run()).toMatchObject({ status: 'acknowledged' });
  await s.clock.advance(1_000);
  expect([isDone, s.reports()]).toEqual([false, []]);
  await s.clock.advance(9_000);
  expect([isDone, s.reports().map(({ match_id }) => match_id)]).toEqual([true, ['R1M1']]);
});

test('a referee that drains without a match tells its manager, and is done when that has heard it', async () => {
  const s = stage({ clock: fakeClock(), gameOf, game_type: 'even_odd' });
  const { drain } = await s.ready();
  const asked = () => s.got('LM01', 'LEAGUE_QUERY').map(({ message }) => message['leaving']);
  await s.clock.advance(1_000);
  const before = asked();
  await s.clock.runUntil(drain(60_000));
  expect(asked()).toEqual([...before, true]);
});

test('a referee drains no longer than it is given', async () => {
  const s = stage({ clock: fakeClock(), gameOf, game_type: 'even_odd' });
  const { drain } = await s.ready();
  await s.player('P01', 'even');
  await s.player('P02', 'odd', { CHOOSE_PARITY_CALL: () => undefined });
  await s.run();
  let isDone = false;
  void drain(5_000).then(() => {
    isDone = true;
  });
  await s.clock.advance(4_900);
  expect(isDone).toBe(false);
  await s.clock.advance(200);
  expect([isDone, s.reports()]).toEqual([true, []]);
});

test('a referee drains no longer than it is given where its manager does not answer', async () => {
  const s = stage({ clock: fakeClock(), gameOf, game_type: 'even_odd' });
  const { drain } = await s.ready({ LEAGUE_QUERY: () => undefined });
  await s.clock.advance(10_000);
  let isDone = false;
  void drain(500).then(() => {
    isDone = true;
  });
  await s.clock.advance(400);
  expect([isDone, s.got('LM01', 'LEAGUE_QUERY').at(-1)?.message['leaving']]).toEqual([false, true]);
  await s.clock.advance(200);
  expect(isDone).toBe(true);
});
