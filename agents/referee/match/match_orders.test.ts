import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../SHARED/core/json.ts';
import { unwrap } from '../../../SHARED/core/result.ts';
import { fakeClock } from '../../../SHARED/testing/fake_clock.ts';
import { gameOf } from '../../../SHARED/testing/shipped_games.ts';
import { LEAGUE, ordered, type Says, stage } from '../testing/rehearsal.ts';

const evenOdd = () => stage({ clock: fakeClock(), gameOf, game_type: 'even_odd' });
const silence: Says = () => undefined;
const ACK = { message_type: 'RUN_MATCH_ACK', match_id: 'R1M1', status: 'acknowledged' };

test('the same order again is acknowledged, and whoever is playing goes on', async () => {
  const s = evenOdd();
  await s.ready();
  await s.player('P01', 'even', { GAME_INVITATION: silence });
  await s.player('P02', 'odd');
  expect(await s.run()).toMatchObject(ACK);
  await s.clock.advance(1_000);
  expect(await s.run()).toMatchObject(ACK);
  await s.clock.advance(1_000);
  expect(s.got('P01', 'GAME_INVITATION')).toHaveLength(1);
});

test('a player that moved is asked where it is now', async () => {
  const s = evenOdd();
  await s.ready();
  await s.player('P01', 'even', { GAME_INVITATION: silence });
  await s.player('P02', 'odd');
  await s.run();
  await s.player('P01b', 'even');
  await s.run({ players: [ordered('P01', { endpoint: 'memory:P01b' }), ordered('P02')] });
  await s.clock.advance(5_100);
  expect(s.got('P01b', 'GAME_ERROR')).toHaveLength(1);
  expect(s.got('P01b', 'GAME_OVER')).toHaveLength(1);
  expect(s.reports()[0]).toMatchObject({ result: { winner: 'P01' } });
});

test('a newer assignment takes the place of the old one, with new conversations', async () => {
  const s = evenOdd();
  await s.ready();
  await s.player('P01', 'even', { GAME_INVITATION: (message, nth) => (nth === 1 ? undefined : s.joins(message, nth)) });
  await s.player('P02', 'odd');
  await s.run();
  await s.clock.advance(1_000);
  const former = s.got('P01', 'GAME_INVITATION')[0]?.message['conversation_id'];
  expect(await s.run({ assignment_epoch: 2 })).toMatchObject(ACK);
  await s.clock.advance(60_000);
  expect(s.reports().map(({ assignment_epoch }) => assignment_epoch)).toEqual([2]);
  const [, again] = s.got('P01', 'GAME_INVITATION');
  expect(again?.message).toMatchObject({ assignment_epoch: 2 });
  expect(again?.message['conversation_id']).not.toBe(former);
  expect(s.componentLog().filter(({ event_type }) => event_type === 'GAME_ERROR')).toEqual([]);
  const late = { protocol: 'league.v2', message_type: 'GAME_JOIN_ACK', conversation_id: former as string };
  expect(await s.send(late)).toMatchObject({ error_code: 'E007' });
});

test('an older assignment is E007, while it is played and when it is over', async () => {
  const s = evenOdd();
  await s.ready();
  await s.player('P01', 'even');
  await s.player('P02', 'odd');
  await s.run({ assignment_epoch: 3 });
  expect(await s.run({ assignment_epoch: 2 })).toMatchObject({
    message_type: 'GAME_ERROR',
    error_code: 'E007',
    match_id: 'R1M1',
  });
  await s.clock.advance(100);
  expect(await s.run({ assignment_epoch: 2 })).toMatchObject({ error_code: 'E007' });
  expect(s.reports()).toHaveLength(1);
});

describe('the same assignment of a match that is over', () => {
  async function over(): Promise<ReturnType<typeof evenOdd>> {
    const s = evenOdd();
    await s.ready();
    await s.player('P01', (nth) => (nth === 1 ? 'even' : 'odd'));
    await s.player('P02', 'odd');
    await s.run();
    await s.clock.advance(100);
    expect(s.reports()).toHaveLength(1);
    return s;
  }
  const told = (s: ReturnType<typeof evenOdd>) =>
    s.reports().map(({ result, record_sha256 }) => ({ result, record_sha256 }));

  test('is reported again as it was, and not played again', async () => {
    const s = await over();
    const record = s.record();
    expect(await s.run()).toMatchObject(ACK);
    await s.clock.advance(100);
    expect(told(s)).toEqual([told(s)[0], told(s)[0]]);
    expect(s.record()).toEqual(record);
    expect(s.got('P01', 'GAME_INVITATION')).toHaveLength(1);
    expect(s.got('P01', 'GAME_OVER')).toHaveLength(1);
    expect(s.outbox()).toEqual([]);
    expect(await s.call('get_match_state', {})).toMatchObject({ matches: [{ phase: 'MATCH_COMPLETE' }] });
  });

  test.each(['remembered', 'only on record'])('is left alone by a referee that was told E010 (%s)', async (how) => {
    const s = evenOdd();
    await s.manager({ MATCH_RESULT_REPORT: s.refuses('E010') });
    const first = unwrap(await s.start());
    await s.player('P01', 'even');
    await s.player('P02', 'odd');
    await s.run();
    await s.clock.advance(100);
    const record = s.record();
    if (how !== 'remembered') {
      await s.clock.runUntil(first.stop('test'));
      unwrap(await s.start());
    }
    expect(await s.run()).toMatchObject(ACK);
    await s.clock.advance(100);
    expect(s.reports()).toHaveLength(2);
    expect(s.record()).toEqual(record);
    expect(s.got('P01', 'GAME_INVITATION')).toHaveLength(1);
    expect(s.outbox()).toEqual([]);
  });

  test('is reported from its record by a referee that has forgotten it, whatever its result', async () => {
    const s = evenOdd();
    await s.manager();
    const first = unwrap(await s.start());
    await s.player('P01', 'even');
    await s.player('P02', 'neither');
    await s.run();
    await s.clock.advance(100);
    const record = s.record();
    await s.clock.runUntil(first.stop('test'));
    unwrap(await s.start());
    expect(await s.run()).toMatchObject(ACK);
    await s.clock.advance(100);
    expect(told(s)).toEqual([told(s)[0], told(s)[0]]);
    expect(s.record()).toEqual(record);
    expect(s.got('P01', 'GAME_INVITATION')).toHaveLength(1);
    await s.run({ assignment_epoch: 2 });
    await s.clock.advance(100);
    expect(s.record().assignment_epoch).toBe(2);
  });

  test('is played anew where its record cannot be read', async () => {
    const s = evenOdd();
    for (const id of ['R1M1', 'R1M2']) await s.disk.replace(`/data/matches/${LEAGUE}/${id}.json`, 'torn');
    await s.ready();
    await s.player('P01', 'even');
    await s.player('P02', 'odd');
    const read = s.disk.read;
    await s.run();
    await s.clock.advance(100);
    expect(s.reports()).toHaveLength(1);
    s.disk.read = async (path) => {
      if (path.includes('/matches/')) throw new Error('disk gone');
      return read(path);
    };
    await s.run({ match_id: 'R1M2' });
    await s.clock.advance(300);
    expect(s.reports()).toHaveLength(2);
    const events = s.componentLog().map(({ event_type }) => event_type);
    expect(events).toEqual(expect.arrayContaining(['RECORD_DAMAGED', 'DISK_FAILED']));
  });
});

test('a match of another run is another match, whatever its epoch', async () => {
  const s = evenOdd();
  await s.ready();
  await s.player('P01', 'even');
  await s.player('P02', 'odd');
  await s.run({ assignment_epoch: 5 });
  await s.clock.advance(100);
  expect(await s.run({ assignment_epoch: 1, run_id: 'run_2' })).toMatchObject(ACK);
  await s.clock.advance(100);
  expect(s.record()).toMatchObject({ run_id: 'run_2', assignment_epoch: 1 });
});

describe('what a referee does not take on', () => {
  test('is one match more than it said it can run', async () => {
    const s = evenOdd();
    await s.ready({}, { max_concurrent_matches: 1 });
    await s.player('P01', 'even', { GAME_INVITATION: silence });
    await s.player('P02', 'odd');
    await s.run();
    const other = { match_id: 'R1M2', players: [ordered('P03'), ordered('P04')] };
    expect(await s.run(other)).toMatchObject({
      match_id: 'R1M2',
      status: 'refused',
      reason: 'already 1 matches at once',
    });
    await s.clock.advance(16_000);
    expect(await s.run(other)).toMatchObject({ match_id: 'R1M2', status: 'acknowledged' });
    expect(s.componentLog()).toContainEqual(expect.objectContaining({ event_type: 'MATCH_REFUSED', match_id: 'R1M2' }));
  });

  test('but a decided match takes no place, however slow its players are to hear of it', async () => {
    const s = evenOdd();
    await s.ready({}, { max_concurrent_matches: 1 });
    await s.player('P01', 'even', { GAME_OVER: silence });
    await s.player('P02', 'odd', { GAME_OVER: silence });
    await s.run();
    await s.clock.advance(100);
    expect(await s.call('get_match_state', { match_id: 'R1M1' })).toMatchObject({
      matches: [{ phase: 'NOTIFYING_PLAYERS' }],
    });
    expect(await s.run({ match_id: 'R2M1' })).toMatchObject({ status: 'acknowledged' });
    await s.clock.advance(6_000);
    expect(s.componentLog()).toContainEqual(
      expect.objectContaining({ event_type: 'GAME_OVER_UNHEARD', level: 'WARNING', player_id: 'P01' }),
    );
    expect(s.outbox()).toEqual([]);
  });

  test('is a game it does not know, or with options it does not have', async () => {
    const s = evenOdd();
    await s.ready();
    expect(await s.run({}, { game_type: 'go' })).toMatchObject({
      status: 'refused',
      reason: expect.stringContaining('go'),
    });
    expect(await s.run({}, { options: { size: 19 } })).toMatchObject({
      status: 'refused',
      reason: expect.stringContaining('size'),
    });
  });

  test('is a league whose name is no name for a folder', async () => {
    const s = evenOdd();
    await s.ready();
    expect(await s.run({ league_id: '../elsewhere' })).toMatchObject({ status: 'refused' });
  });

  test('is a match of another referee', async () => {
    const s = evenOdd();
    await s.ready();
    expect(await s.run({ referee_id: 'REF02' })).toMatchObject({ message_type: 'GAME_ERROR', error_code: 'E006' });
  });
});

describe('who gives orders', () => {
  test('shows the token that was given at the registration', async () => {
    const s = evenOdd();
    await s.ready();
    const order = s.order() as JsonObject;
    expect(await s.say('RUN_MATCH', order, { auth_token: 'mgr_other' })).toMatchObject({ error_code: 'E012' });
    const { auth_token: _none, ...bare } = { auth_token: '', ...order };
    const common = { protocol: 'league.v2', message_type: 'RUN_MATCH', sender: 'league_manager', conversation_id: 'c' };
    expect(await s.call('run_match', { ...common, ...bare })).toMatchObject({ error_code: 'E011' });
    await s.clock.advance(100);
    expect(s.componentLog()).toContainEqual(
      expect.objectContaining({ event_type: 'MESSAGE_REFUSED', error_code: 'E012' }),
    );
  });

  test('is believed when it never gave one', async () => {
    const s = evenOdd();
    await s.ready({
      REFEREE_REGISTER_REQUEST: (message) =>
        s.spoken(
          'REFEREE_REGISTER_RESPONSE',
          { status: 'ACCEPTED', referee_id: 'REF01', auth_token: 'tok', league_id: 'league_x', reason: null },
          message,
        ),
    });
    await s.player('P01', 'even');
    await s.player('P02', 'odd');
    expect(await s.say('RUN_MATCH', s.order() as JsonObject, { auth_token: 'anything' })).toMatchObject(ACK);
  });
});
