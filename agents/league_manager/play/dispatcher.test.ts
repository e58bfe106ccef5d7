import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fakeClock } from '../../../SHARED/testing/fake_clock.ts';
import { apply } from '../league/state.ts';
import { decision, matchIn, type Opening, registration, tokens } from '../testing/rehearsal.ts';
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
const wide = { REF01: { max_concurrent_matches: 9 } };

describe('a match', () => {
  test('goes to the referee it is assigned to, with its epoch and the manager’s token', async () => {
    const { cast, start, orders, logged } = staged({ players: 4, referees: 2 });
    await cast.agent('REF01');
    await cast.agent('REF02');
    await start();
    expect(orders()).toEqual(['REF01 R1M1 1', 'REF02 R1M2 1']);
    expect(cast.arrivals[0]?.message['auth_token']).toBe(tokens.manager('REF01'));
    expect(logged).toEqual(['MATCH_ASSIGNED R1M1', 'MATCH_ASSIGNED R1M2']);
  });

  test('is handed out once, however often it is dispatched', async () => {
    const { cast, dispatcher, start, orders } = staged({ players: 4 });
    await cast.agent('REF01');
    await start();
    await start();
    dispatcher.dispatch('R1M1');
    expect(orders()).toEqual(['REF01 R1M1 1']);
  });

  test('that is unknown or decided is not handed out', async () => {
    const { cast, dispatcher, decide, clock, league, orders, store } = staged({ players: 2 });
    await cast.agent('REF01');
    await decide('R1M1');
    for (const id of ['R1M1', 'R9M9']) dispatcher.dispatch(id);
    await store.commit({ ...decision(matchIn(league, 'R1M1'), 'draw'), match_id: 'R9M9' });
    await dispatcher.reassign('R1M1', { why: 'too late' });
    await clock.advance(60_000);
    expect(orders()).toEqual([]);
    expect(clock.scheduled).toBe(0);
  });
});

describe('a referee', () => {
  test('never has more matches at once than it takes, and gets the rest as places become free', () => {
    const steps = fc.array(fc.nat(), { minLength: 8, maxLength: 8 });
    return fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 5 }), steps, async (capacity, picks) => {
        const agents = { REF01: { max_concurrent_matches: capacity } };
        const { cast, clock, start, decide, orders } = staged({ players: 16, agents });
        await cast.agent('REF01');
        await start();
        const done = new Set<string>();
        for (const pick of picks) {
          const under = orders().filter((order) => !done.has(order.split(' ')[1] as string));
          expect(under.length).toBe(Math.min(capacity, 8 - done.size));
          const next = under[pick % under.length]?.split(' ')[1] as string;
          done.add(next);
          await decide(next);
          await clock.advance(1);
        }
        expect(new Set(orders()).size).toBe(8);
      }),
      { numRuns: 20 },
    );
  });

  test('that says nothing of its capacity takes one', async () => {
    const { cast, start, orders } = staged({ players: 6 });
    await cast.agent('REF01');
    await start();
    expect(orders()).toEqual(['REF01 R1M1 1']);
  });

  test('whose queued match is decided or taken away does not get it', async () => {
    const { cast, clock, league, decide, start, orders } = staged({ players: 8 });
    await cast.agent('REF01');
    await start();
    apply(league, decision(matchIn(league, 'R1M2'), 'draw'));
    await decide('R1M3');
    await decide('R1M1');
    await clock.advance(1);
    expect(orders()).toEqual(['REF01 R1M1 1', 'REF01 R1M4 1']);
  });
});

describe('a referee that registers again', () => {
  test('gets its open matches again with the same epoch, where it is now', async () => {
    const { cast, clock, league, dispatcher, start, orders } = staged({ players: 6, agents: wide });
    await cast.agent('REF01');
    await start();
    await cast.agent('REF01 elsewhere', {}, 'memory:elsewhere');
    apply(league, registration('REF01', { endpoint: 'memory:elsewhere', max_concurrent_matches: 9 }));
    dispatcher.refereeIsBack('REF01');
    await clock.advance(0);
    expect(orders().slice(3)).toEqual(['R1M1', 'R1M2', 'R1M3'].map((id) => `REF01 elsewhere ${id} 1`));
  });

  test('keeps them, though the orders to its old address come to nothing', async () => {
    const { cast, clock, league, dispatcher, start, orders, announced } = staged({ players: 2, referees: 2 });
    await cast.agent('REF01', { RUN_MATCH: silence });
    await cast.agent('REF02');
    await start();
    // The third attempt at the old address is under way.
    await clock.advance(27_000);
    expect(orders()).toHaveLength(3);
    await cast.agent('REF01 elsewhere', {}, 'memory:elsewhere');
    apply(league, registration('REF01', { endpoint: 'memory:elsewhere' }));
    dispatcher.refereeIsBack('REF01');
    await clock.advance(60_000);
    expect(orders().slice(3)).toEqual(['REF01 elsewhere R1M1 1']);
    expect(announced).toEqual([]);
  });

  test('takes what waits for it when it now takes more', async () => {
    const { cast, clock, league, dispatcher, start, orders } = staged({ players: 6 });
    await cast.agent('REF01');
    await start();
    apply(league, registration('REF01', { max_concurrent_matches: 2 }));
    dispatcher.refereeIsBack('REF01');
    await clock.advance(0);
    expect(orders()).toEqual(['REF01 R1M1 1', 'REF01 R1M1 1', 'REF01 R1M2 1']);
  });
});

describe('a player that registers again', () => {
  test('is where the referee of its open match is told, with the same epoch', async () => {
    const { cast, clock, league, dispatcher, start, orders } = staged({ players: 4, agents: wide });
    await cast.agent('REF01');
    await start();
    apply(league, registration('P03', { endpoint: 'memory:elsewhere' }));
    dispatcher.playerMoved('P03');
    await clock.advance(0);
    expect(orders()).toEqual(['REF01 R1M1 1', 'REF01 R1M2 1', 'REF01 R1M2 1']);
    expect(cast.ofType('RUN_MATCH')[2]?.message).toMatchObject({
      player_a: 'P03',
      player_a_endpoint: 'memory:elsewhere',
    });
  });

  test('and whose match is decided, is nobody’s business', async () => {
    const { cast, clock, dispatcher, decide, start, orders } = staged({ players: 2 });
    await cast.agent('REF01');
    await start();
    await decide('R1M1');
    dispatcher.playerMoved('P01');
    await clock.advance(0);
    expect(orders()).toEqual(['REF01 R1M1 1']);
  });
});

describe('a dispatcher that is stopped', () => {
  test('sends nothing more, whatever happens', async () => {
    const { cast, clock, dispatcher, decide, orders } = staged({ players: 8, referees: 2 });
    await cast.agent('REF01');
    await cast.agent('REF02', refuses);
    dispatcher.dispatch('R1M1');
    await clock.advance(0);
    dispatcher.stop();
    for (const id of ['R1M2', 'R1M3', 'R1M4']) dispatcher.dispatch(id);
    dispatcher.refereeIsBack('REF01');
    dispatcher.playerMoved('P01');
    await dispatcher.reassign('R1M2', { why: 'too late' });
    await clock.advance(600_000);
    await decide('R1M1');
    await clock.advance(600_000);
    expect(orders()).toEqual(['REF01 R1M1 1']);
    expect(cast.ofType('ping')).toEqual([]);
  });

  test('does not try again what failed', async () => {
    const { cast, clock, dispatcher, start, orders } = staged({ players: 2 });
    await start();
    dispatcher.stop();
    await clock.advance(1_000);
    await cast.agent('REF01');
    await clock.advance(60_000);
    expect(orders()).toEqual([]);
    expect(clock.scheduled).toBe(0);
  });

  test('lets go of its timer, and takes no other', async () => {
    const { cast, clock, dispatcher, start } = staged({ players: 2 });
    await cast.agent('REF01');
    await start();
    expect(clock.scheduled).toBe(1);
    dispatcher.stop();
    expect(clock.scheduled).toBe(0);
    const other = staged({ players: 2 });
    other.dispatcher.stop();
    await other.start();
    expect(other.clock.scheduled).toBe(0);
  });
});

test('signs of life are asked for only while something runs', async () => {
  const { cast, clock, decide, start } = staged({ players: 2 });
  await cast.agent('REF01');
  await start();
  await clock.advance(25_000);
  expect(cast.ofType('ping').map(({ at }) => at)).toEqual([10_000, 20_000]);
  await decide('R1M1');
  await clock.advance(60_000);
  expect(cast.ofType('ping')).toHaveLength(2);
  expect(clock.scheduled).toBe(0);
});
