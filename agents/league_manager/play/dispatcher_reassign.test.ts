import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../SHARED/core/json.ts';
import { fakeClock } from '../../../SHARED/testing/fake_clock.ts';
import { apply } from '../league/state.ts';
import { matchIn, type Opening, registration, tokens } from '../testing/rehearsal.ts';
import { type Script, silence } from '../testing/rehearsal_cast.ts';
import { dispatching } from '../testing/rehearsal_dispatcher.ts';

const staged = (opening: Opening) => dispatching(fakeClock(), opening);
const refuses: Script = {
  RUN_MATCH: ({ match_id }) => ({
    message_type: 'RUN_MATCH_ACK',
    match_id: match_id ?? '',
    status: 'refused',
    reason: 'busy',
  }),
};
const deaf: Script = { ping: silence, RUN_MATCH: silence };

describe('a match is assigned anew', () => {
  test('when its referee refuses: to the next one, a new epoch, and both players hear it first', async () => {
    const { cast, clock, start, orders, announced, logged } = staged({ players: 2, referees: 2 });
    await cast.agent('REF01', refuses);
    await cast.agent('REF02');
    await start();
    expect(orders()).toEqual(['REF01 R1M1 1']);
    await clock.advance(5);
    expect(announced).toEqual(['R1M1 REF02 2 at 5']);
    expect(orders()).toEqual(['REF01 R1M1 1', 'REF02 R1M1 2']);
    expect(cast.ofType('RUN_MATCH')[1]?.at).toBe(5);
    expect(logged).toEqual(['REFEREE_ERROR R1M1', 'MATCH_REASSIGNED R1M1', 'MATCH_ASSIGNED R1M1']);
  });

  test('with new tickets', async () => {
    const { cast, clock, start } = staged({ players: 2, referees: 2 });
    await cast.agent('REF01', refuses);
    await cast.agent('REF02');
    await start();
    await clock.advance(5);
    const [first, second] = cast.ofType('RUN_MATCH').map(({ message }) => message['players'] as JsonObject[]);
    expect(first?.map(({ ticket }) => ticket)).toEqual(['P01', 'P02'].map((id) => tokens.ticket(id, 'R1M1', 1)));
    expect(second?.map(({ ticket }) => ticket)).toEqual(['P01', 'P02'].map((id) => tokens.ticket(id, 'R1M1', 2)));
  });

  test('when its referee answers with an error, at once', async () => {
    const { cast, clock, start, orders } = staged({ players: 2, referees: 2 });
    const said = { message_type: 'GAME_ERROR', error_code: 'E014', error_description: 'too much' };
    await cast.agent('REF01', { RUN_MATCH: () => said });
    await cast.agent('REF02');
    await start();
    await clock.advance(5);
    expect(orders()).toEqual(['REF01 R1M1 1', 'REF02 R1M1 2']);
  });

  test('when its referee cannot be reached: after three attempts', async () => {
    const { cast, clock, start, orders, announced } = staged({ players: 2, referees: 2 });
    await cast.agent('REF02');
    await start();
    await clock.advance(5_999);
    expect(orders()).toEqual([]);
    await clock.advance(6);
    expect(announced).toEqual(['R1M1 REF02 2 at 6005']);
    expect(orders()).toEqual(['REF02 R1M1 2']);
  });

  test('not when its referee comes between the attempts', async () => {
    const { cast, clock, start, orders, announced } = staged({ players: 2, referees: 2 });
    await start();
    await clock.advance(1_000);
    await cast.agent('REF01');
    await clock.advance(60_000);
    expect(orders()).toEqual(['REF01 R1M1 1']);
    expect(announced).toEqual([]);
  });

  test('when nobody gives a sign of life: with all that waits for the same referee', async () => {
    const { cast, clock, start, orders } = staged({ players: 8, referees: 2 });
    await cast.agent('REF01', { ping: silence });
    await cast.agent('REF02', {});
    await start();
    await clock.advance(39_999);
    expect(orders()).toEqual(['REF01 R1M1 1', 'REF02 R1M2 1']);
    await clock.advance(6);
    // REF02 runs R1M2 and has R1M4; it gets R1M1 and R1M3 behind them.
    expect(orders()).toEqual(['REF01 R1M1 1', 'REF02 R1M2 1']);
  });

  test('and goes to the end of the queue of its new referee', async () => {
    const { cast, clock, start, orders, decide } = staged({ players: 8, referees: 2 });
    await cast.agent('REF01', { ping: silence });
    await cast.agent('REF02');
    await start();
    await clock.advance(41_000);
    for (const id of ['R1M2', 'R1M4', 'R1M1', 'R1M3']) {
      await decide(id);
      await clock.advance(1);
    }
    expect(orders().filter((order) => order.startsWith('REF02'))).toEqual([
      'REF02 R1M2 1',
      'REF02 R1M4 1',
      'REF02 R1M1 2',
      'REF02 R1M3 2',
    ]);
  });

  test('when all that is known of its referee in the time of a match is that somebody listens there', async () => {
    const { cast, clock, start, announced } = staged({
      players: 2,
      referees: 2,
      agents: { REF01: { tickets: false } },
    });
    await cast.agent('REF01');
    await cast.agent('REF02');
    await start();
    await clock.advance(150_000);
    expect(announced).toEqual([]);
    await clock.advance(11_000);
    expect(announced).toEqual(['R1M1 REF02 2 at 160005']);
    expect(cast.ofType('ping').filter(({ to }) => to === 'REF01')).toEqual([]);
  });

  test('when nobody listens any more at a referee that is not asked: with the lease', async () => {
    const { cast, clock, start, announced } = staged({
      players: 2,
      referees: 2,
      agents: { REF01: { tickets: false } },
    });
    const door = await cast.agent('REF01');
    await cast.agent('REF02');
    await start();
    await door.close();
    await clock.advance(30_000);
    expect(announced).toEqual([]);
    await clock.advance(10_005);
    expect(announced).toEqual(['R1M1 REF02 2 at 40005']);
  });

  test('not while its referee answers, whatever it says', async () => {
    for (const said of [
      {},
      { jsonrpc: '2.0', error: { code: -32601, message: 'no such method' } },
      { jsonrpc: '1.0' },
    ]) {
      const { cast, clock, start, orders, announced } = staged({ players: 2, referees: 2 });
      await cast.agent('REF01', { ping: () => said });
      await cast.agent('REF02');
      await start();
      await clock.advance(290_000);
      expect(announced).toEqual([]);
      expect(orders()).toEqual(['REF01 R1M1 1']);
    }
  });

  test('when no report came in three times the clock of a player, counted from the acknowledgement', async () => {
    const { cast, clock, start, orders } = staged({ players: 2, referees: 2 });
    // The order itself is acknowledged by the third attempt only, some twenty seconds later.
    await cast.agent('REF01', {
      RUN_MATCH: ({ match_id }, nth) =>
        nth < 3 ? undefined : { message_type: 'RUN_MATCH_ACK', match_id: match_id ?? '', status: 'acknowledged' },
    });
    await cast.agent('REF02');
    await start();
    await clock.advance(26_000);
    expect(orders()).toEqual(Array(3).fill('REF01 R1M1 1'));
    await clock.advance(450_000);
    expect(orders()).toHaveLength(3);
    await clock.advance(10_000);
    expect(orders().at(-1)).toBe('REF02 R1M1 2');
  });

  test('but not without end: three runs without a report pause the league, until it is told to go on', async () => {
    const { cast, clock, start, orders, dispatcher } = staged({ players: 2, referees: 2 });
    await cast.agent('REF01');
    await cast.agent('REF02');
    await start();
    await clock.advance(10 * 460_000);
    expect(orders()).toEqual(['REF01 R1M1 1', 'REF02 R1M1 2', 'REF01 R1M1 3']);
    expect(dispatcher.paused()).toMatch(/^3 runs of R1M1 .*: no report in three times the clock of a player$/);
    dispatcher.goOn();
    await clock.advance(1_000);
    expect(orders().at(-1)).toBe('REF02 R1M1 4');
  });

  test('a reason that is cut for people ends between two characters', async () => {
    const { cast, clock, start, dispatcher } = staged({ players: 2, referees: 2 });
    await cast.agent('REF01');
    await cast.agent('REF02');
    await start();
    for (let run = 0; run < 3; run++) await clock.runUntil(dispatcher.voided('R1M1', `${'x'.repeat(199)}\u{1f600}`));
    expect(dispatcher.paused()?.endsWith(`: ${'x'.repeat(199)}`)).toBe(true);
  });

  test('a silence before its first match does not count against a referee', async () => {
    const { cast, clock, league, dispatcher, decide, start, announced } = staged({ players: 2, referees: 2 });
    await cast.agent('REF01');
    await cast.agent('REF02');
    await start();
    await decide('R1M1');
    await clock.advance(600_000);
    league.matches.set('R1M1', { ...matchIn(league, 'R1M1'), decided: undefined });
    await cast.agent('REF01', deaf, 'memory:elsewhere');
    apply(league, registration('REF01', { endpoint: 'memory:elsewhere' }));
    dispatcher.dispatch('R1M1');
    await clock.advance(29_000);
    expect(announced).toEqual([]);
  });

  test('to each in turn: of three the one that works is found', async () => {
    const { cast, clock, start, orders, league } = staged({ players: 2, referees: 3 });
    await cast.agent('REF01', refuses);
    await cast.agent('REF03', refuses);
    await cast.agent('REF02');
    apply(league, { type: 'match_reassigned', at: '', match_id: 'R1M1', referee_id: 'REF03', epoch: 2, why: '' });
    await start();
    await clock.advance(100);
    expect(orders()).toEqual(['REF03 R1M1 2', 'REF01 R1M1 3', 'REF02 R1M1 4'].slice(0, 2));
    await clock.advance(2_100);
    expect(orders().at(-1)).toBe('REF02 R1M1 4');
  });

  test('only to those who speak the dialects of both players', async () => {
    const agents = {
      P01: { dialect: 'flat' },
      REF02: { dialects: ['rpc'] },
      REF03: { dialects: ['rpc', 'flat'] },
    } as const;
    const { cast, clock, start, orders } = staged({ players: 2, referees: 3, agents });
    await cast.agent('REF01', refuses);
    for (const id of ['REF02', 'REF03']) await cast.agent(id);
    await start();
    await clock.advance(2_100);
    expect(orders()).toEqual(['REF01 R1M1 1', 'REF03 R1M1 2']);
  });

  test('to the same referee a little later where there is no other', async () => {
    const { cast, clock, start, orders, announced, logged } = staged({ players: 2 });
    let calls = 0;
    await cast.agent('REF01', {
      RUN_MATCH: ({ match_id }) => ({
        message_type: 'RUN_MATCH_ACK',
        match_id: match_id ?? '',
        status: ++calls > 2 ? 'acknowledged' : 'refused',
      }),
    });
    await start();
    await clock.advance(1_999);
    expect(orders()).toEqual(['REF01 R1M1 1']);
    await clock.advance(3_000);
    expect(orders()).toEqual(['REF01 R1M1 1', 'REF01 R1M1 1']);
    await clock.advance(3_000);
    // The same assignment each time, after pauses that grow: 2 s, then 4 s.
    expect(orders()).toEqual(['REF01 R1M1 1', 'REF01 R1M1 1', 'REF01 R1M1 1']);
    expect(announced).toHaveLength(0);
    expect(logged).toContain('MATCH_WAITING R1M1');
  });

  test('at a bearable pace when everybody refuses', async () => {
    const { cast, clock, start, orders } = staged({ players: 2, referees: 3 });
    for (const id of ['REF01', 'REF02', 'REF03']) await cast.agent(id, refuses);
    await start();
    await clock.advance(60_000);
    expect(orders().length).toBeLessThan(100);
    expect(new Set(orders().map((order) => order.split(' ')[0]))).toEqual(new Set(['REF01', 'REF02', 'REF03']));
  });

  test('once for one epoch, though several reasons come together', async () => {
    const { cast, clock, dispatcher, start, orders, announced } = staged({ players: 2 });
    await cast.agent('REF01');
    await start();
    await clock.runUntil(
      Promise.all([dispatcher.reassign('R1M1', { why: 'one' }), dispatcher.reassign('R1M1', { why: 'two' })]),
    );
    await clock.advance(10);
    expect(announced).toHaveLength(1);
    expect(orders()).toEqual(['REF01 R1M1 1', 'REF01 R1M1 2']);
  });

  test('and given out, though it was dispatched while it waited, as at a start', async () => {
    const { cast, clock, dispatcher, start, orders } = staged({ players: 2 });
    await cast.agent('REF01');
    const renewed = dispatcher.voided('R1M1', 'a report of before the start');
    await start();
    await clock.runUntil(renewed);
    await clock.advance(10);
    expect(orders()).toEqual(['REF01 R1M1 1', 'REF01 R1M1 2']);
  });

  test('not when it is decided while it waits', async () => {
    const { cast, clock, league, decide, start, orders, announced } = staged({ players: 2 });
    await cast.agent('REF01', refuses);
    await start();
    await decide('R1M1');
    await clock.advance(10_000);
    expect(orders()).toEqual(['REF01 R1M1 1']);
    expect(matchIn(league, 'R1M1').epoch).toBe(1);
    expect(announced).toEqual([]);
  });
});

test('after a pause of the operator no match is given out before the ledger has its end', async () => {
  const { cast, league, store, start, orders, clock } = staged({ players: 2 });
  await cast.agent('REF01');
  const at = '2025-01-15T10:00:00.000Z';
  await store.commit({ type: 'league_paused', at, reason: 'a fire drill' });
  const end = { type: 'league_unpaused', at } as const;
  apply(league, end);
  await start();
  expect(orders()).toEqual([]);
  await store.commit(end);
  await clock.advance(0);
  expect(orders()).toEqual(['REF01 R1M1 1']);
});
