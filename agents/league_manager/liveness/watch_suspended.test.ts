/** Suspended players are asked again, and come back. */
import { expect, test } from 'vitest';
import { sleep } from '../../../SHARED/core/clock.ts';
import type { JsonObject } from '../../../SHARED/core/json.ts';
import { err } from '../../../SHARED/core/result.ts';
import { makePeer } from '../../../SHARED/league_sdk/messaging/peer.ts';
import { fakeClock } from '../../../SHARED/testing/fake_clock.ts';
import type { LeagueEvent } from '../league/events.ts';
import { apply } from '../league/state.ts';
import { folded, LIMITS, running } from '../testing/rehearsal.ts';
import { castOn } from '../testing/rehearsal_cast.ts';
import { makePing, watchSuspended } from './ping.ts';

/** A league of P01, P02 and REF01 in which P02 is suspended, and what the suspended committed and logged. */
function staged() {
  const clock = fakeClock();
  const cast = castOn(clock);
  const league = folded(running({ players: 2 }));
  const suspend = () => {
    const p02 = league.agents.get('P02');
    if (p02 !== undefined) league.agents.set('P02', { ...p02, state: 'SUSPENDED', failures: 3 });
  };
  suspend();
  const committed: LeagueEvent[] = [];
  const logged: (readonly [string, JsonObject])[] = [];
  const suspended = watchSuspended({
    league,
    ping: makePing({
      peer: makePeer({ transport: cast.wire, clock, sender: () => 'league_manager' }),
      transport: cast.wire,
      clock,
    }),
    clock,
    limits: LIMITS,
    async commit(...events) {
      for (const event of events) {
        const made = typeof event === 'function' ? event() : event;
        apply(league, made);
        committed.push(made);
      }
    },
    log: (event, details) => void logged.push([event, details]),
  });
  return { clock, cast, league, suspended, committed, logged };
}

test('a suspended player that answers a probe is back, and what it failed at still counts', async () => {
  const { clock, cast, league, suspended, committed, logged } = staged();
  await cast.agent('P02');
  suspended.start();
  await clock.advance(LIMITS.pingMs);
  expect(committed).toMatchObject([{ type: 'agent_recovered', agent_id: 'P02' }]);
  expect(logged).toEqual([['AGENT_RECOVERED', { player_id: 'P02' }]]);
  expect(league.agents.get('P02')).toMatchObject({ state: 'ACTIVE', failures: 3 });
  expect(cast.ofType('ping').map(({ to }) => to)).toEqual(['P02']);
  await clock.advance(5 * LIMITS.pingMs);
  expect(cast.ofType('ping')).toHaveLength(1);
  suspended.stop();
  expect(clock.scheduled).toBe(0);
});

test('it is asked every ten seconds until it answers', async () => {
  const { clock, cast, league, suspended } = staged();
  suspended.start();
  await clock.advance(3 * LIMITS.pingMs);
  expect(league.agents.get('P02')?.state).toBe('SUSPENDED');
  await cast.agent('P02');
  await clock.advance(2 * LIMITS.pingMs);
  expect(league.agents.get('P02')?.state).toBe('ACTIVE');
  suspended.stop();
});

test('an agent of a bare dialect is asked nothing its documents do not name, and comes back by its matches alone', async () => {
  const { clock, cast, league, suspended } = staged();
  const p02 = league.agents.get('P02');
  if (p02 !== undefined) league.agents.set('P02', { ...p02, dialect: 'flat' });
  await cast.agent('P02');
  suspended.start();
  await clock.advance(3 * LIMITS.pingMs);
  expect(cast.arrivals).toEqual([]);
  expect(league.agents.get('P02')?.state).toBe('SUSPENDED');
  suspended.stop();
});

test('nothing comes of an answer after the end', async () => {
  const { clock, cast, suspended, committed } = staged();
  await cast.agent('P02', { ping: () => new Promise(() => {}) });
  suspended.start();
  await clock.advance(LIMITS.pingMs + 1);
  suspended.stop();
  await clock.advance(LIMITS.responseMs);
  expect(committed).toEqual([]);
  expect(clock.scheduled).toBe(0);
});

test('of many who are suspended 256 are asked at a time, and nobody whose turn comes after the end', async () => {
  const clock = fakeClock();
  const league = folded(running({ players: 600 }));
  for (const agent of league.agents.values()) league.agents.set(agent.id, { ...agent, state: 'SUSPENDED' });
  const asked: number[] = [];
  const suspended = watchSuspended({
    league,
    ping: async (_, withinMs) => {
      asked.push(clock.monotonic());
      await sleep(clock, withinMs);
      return err({ reason: 'silent', detail: 'no answer in time' });
    },
    clock,
    limits: { pingMs: 10_000, responseMs: 3_000 },
    commit: async () => {},
    log: () => {},
  });
  suspended.start();
  await clock.advance(14_000);
  expect(asked).toEqual([...Array(256).fill(10_000), ...Array(256).fill(13_000)]);
  suspended.stop();
  await clock.advance(60_000);
  expect(asked).toHaveLength(512);
  expect(clock.scheduled).toBe(0);
});
