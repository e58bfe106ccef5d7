import { describe, expect, test } from 'vitest';
import { later } from '../../SHARED/core/clock.ts';
import { unwrap } from '../../SHARED/core/result.ts';
import { fakeClock } from '../../SHARED/testing/fake_clock.ts';
import { gameOf } from '../../SHARED/testing/shipped_games.ts';
import { ACCEPTED, LEAGUE, ordered, REFEREE, type Says, stage } from './testing/rehearsal.ts';

const evenOdd = () => stage({ clock: fakeClock(), gameOf, game_type: 'even_odd' });
const silence: Says = () => undefined;

describe('starting', () => {
  test('fails where somebody else listens', async () => {
    const s = evenOdd();
    await s.ready();
    expect(await s.start({ id: 'REF02' })).toMatchObject({ ok: false, error: { code: 'PORT_IN_USE' } });
  });

  test('fails with a wish that is no id', async () => {
    expect(await evenOdd().start({ id: '../REF01' })).toMatchObject({ ok: false, error: { code: 'INVALID_CONFIG' } });
  });

  test('fails when the disk does', async () => {
    const s = evenOdd();
    await s.manager();
    s.disk.replace = async () => {
      throw new Error('disk full');
    };
    expect(await s.start()).toEqual({ ok: false, error: { code: 'DATA_INIT_FAILED', detail: 'disk full' } });
  });

  test('a message that comes while it registers waits for that, and is refused if it fails', async () => {
    const s = evenOdd();
    const starting = s.start();
    const early = s.run();
    await s.clock.runUntil(starting);
    expect(await early).toMatchObject({ error_code: 'E007' });
  });

  test('two referees live in one process', async () => {
    const s = evenOdd();
    await s.ready();
    const accepted = { ...ACCEPTED, referee_id: 'REF02' };
    const other = await s.party('LM02', {
      REFEREE_REGISTER_REQUEST: (message) => s.spoken('REFEREE_REGISTER_RESPONSE', accepted, message),
      get_status: () => ({}),
    });
    const second = unwrap(await s.start({ id: 'REF02', listen: 'memory:REF02', manager: other.address }));
    expect(second.id).toBe('REF02');
    expect(await s.call('ping', {})).toMatchObject({ referee_id: 'REF01' });
  });
});

describe('living', () => {
  test('is told by ping: registered, active with the first round, ending with the league', async () => {
    const s = evenOdd();
    await s.ready();
    const announcement = {
      league_id: LEAGUE,
      round_id: 1,
      matches: [announced('R1M1', 'REF01'), announced('R1M2', 'REF02')],
    };
    expect(await s.say('ROUND_ANNOUNCEMENT', announcement)).toMatchObject({
      message_type: 'ROUND_ANNOUNCEMENT_ACK',
      round_id: 1,
    });
    await s.say('ROUND_ANNOUNCEMENT', announcement);
    expect(await s.call('ping', {})).toMatchObject({ state: 'ACTIVE' });
    const end = { league_id: LEAGUE, total_rounds: 1, total_matches: 1, champion: null, final_standings: [] };
    await s.say('LEAGUE_COMPLETED', end);
    expect(await s.call('ping', {})).toMatchObject({ state: 'SHUTDOWN' });
    await s.clock.advance(100);
    expect(s.agentLog()).toContainEqual(
      expect.objectContaining({
        message_type: 'ROUND_ANNOUNCEMENT',
        direction: 'RECEIVED',
        peer: 'LM01',
        details: { round_id: 1, assigned_matches: ['R1M1'] },
      }),
    );
  });

  test('shows its matches, one or all', async () => {
    const s = evenOdd();
    await s.ready();
    await s.player('P01', 'even');
    await s.player('P02', 'odd');
    await s.run();
    await s.run({ match_id: 'R1M2' });
    expect((await s.call('get_match_state', {}))['matches']).toHaveLength(2);
    expect((await s.call('get_match_state', { match_id: 'R1M2' }))['matches']).toMatchObject([
      { match_id: 'R1M2', round_id: 1, assignment_epoch: 1, players: ['P01', 'P02'], phase: 'COLLECTING_CHOICES' },
    ]);
    expect((await s.call('get_match_state', { match_id: 'R9M9' }))['matches']).toEqual([]);
  });

  test('a league error is logged', async () => {
    const s = evenOdd();
    await s.ready();
    const error = { error_code: 'E005', error_name: 'PLAYER_NOT_REGISTERED', error_description: 'P99' };
    expect(await s.say('LEAGUE_ERROR', error)).toEqual({ status: 'ok' });
    await s.clock.advance(100);
    expect(s.componentLog()).toContainEqual(
      expect.objectContaining({ event_type: 'LEAGUE_ERROR', level: 'WARNING', ...error }),
    );
    expect(s.agentLog()).toContainEqual(expect.objectContaining({ message_type: 'LEAGUE_ERROR', level: 'WARNING' }));
  });
});

test('what cannot be read leaves one line each in the log: from where, what was wrong and the code', async () => {
  const s = evenOdd();
  await s.ready();
  const wire = s.network.transport();
  for (const text of ['{"jsonrpc":', '{"foo":"boo"}', '{"jsonrpc":"2.0","method":"guess_again","id":1}'])
    await wire.send(REFEREE, text, later(s.clock.monotonic(), 1_000));
  await s.clock.advance(100);
  expect(s.componentLog().filter(({ event_type }) => event_type === 'MESSAGE_REFUSED')).toMatchObject([
    { message_type: 'unknown', address: 'memory', error_code: '-32700', detail: 'not valid JSON' },
    { message_type: 'unknown', address: 'memory', error_code: '-32600' },
    { message_type: 'guess_again', address: 'memory', error_code: '-32601' },
  ]);
});

describe('stopping', () => {
  test('on SHUTDOWN_COMMAND answers first, then ends with its logs written and its address free', async () => {
    const s = evenOdd();
    const running = await s.ready();
    expect(await s.say('SHUTDOWN_COMMAND', { reason: 'done' })).toMatchObject({
      message_type: 'SHUTDOWN_ACK',
      status: 'acknowledged',
    });
    expect(await s.clock.runUntil(running.ended)).toBe('done');
    expect(s.componentLog().at(-1)).toMatchObject({ event_type: 'REFEREE_STOPPED', reason: 'done' });
    expect(s.agentLog().at(-1)).toMatchObject({ message_type: 'SHUTDOWN_ACK' });
    expect((await s.network.transport().listen(REFEREE, async () => undefined)).ok).toBe(true);
    expect(s.clock.scheduled).toBe(0);
  });

  test('twice is once', async () => {
    const s = evenOdd();
    const running = await s.ready();
    await s.clock.runUntil(Promise.all([running.stop('first'), running.stop('second')]));
    expect(await running.ended).toBe('first');
  });

  test('lets go of an undecided match at once, and takes no other', async () => {
    const s = evenOdd();
    const running = await s.ready();
    await s.player('P01', 'even', { CHOOSE_PARITY_CALL: silence });
    await s.player('P02', 'odd', { GAME_OVER: silence });
    await s.run();
    await s.player('P03', 'even', { GAME_OVER: silence });
    await s.player('P04', 'odd');
    await s.run({ match_id: 'R1M2', players: [ordered('P03'), ordered('P04')] });
    await s.clock.advance(100);
    const stopping = running.stop('test');
    expect(await s.run({ match_id: 'R1M3' })).toMatchObject({ status: 'refused', reason: 'the referee is stopping' });
    await s.clock.runUntil(stopping);
    expect(s.clock.monotonic()).toBe(1_100);
    expect(s.reports().map(({ match_id }) => match_id)).toEqual(['R1M2']);
    expect(s.componentLog().filter(({ event_type }) => event_type === 'TECHNICAL_LOSS')).toEqual([]);
  });

  test('waits a little for players to hear of a match that is over', async () => {
    const s = evenOdd();
    const running = await s.ready();
    await s.player('P01', 'even', {
      GAME_OVER: async (message, nth) => {
        await new Promise<void>((resolve) => s.clock.after(500, resolve));
        return s.hears(message, nth);
      },
    });
    await s.player('P02', 'odd');
    await s.run();
    await s.clock.advance(100);
    await s.clock.runUntil(running.stop('test'));
    expect(s.clock.monotonic()).toBe(500);
    expect(s.outbox()).toEqual([]);
  });
});

function announced(match_id: string, referee_id: string) {
  const place = { match_id, game_type: 'even_odd', player_a: 'P01', player_b: 'P02' };
  return { ...place, referee_id, referee_endpoint: `memory:${referee_id}` };
}
