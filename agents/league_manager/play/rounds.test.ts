import { describe, expect, test } from 'vitest';
import type { AgentState } from '../../../SHARED/contracts/states.ts';
import { seededEntropy } from '../../../SHARED/core/entropy.ts';
import type { JsonObject } from '../../../SHARED/core/json.ts';
import { makePeer } from '../../../SHARED/league_sdk/messaging/peer.ts';
import { breakers } from '../../../SHARED/league_sdk/transport/breaker.ts';
import { fakeClock } from '../../../SHARED/testing/fake_clock.ts';
import { type Agent, apply, tableOf } from '../league/state.ts';
import { makeMailer } from '../telling/mailer.ts';
import { folded, ids, matchIn, type Opening, running, settingsWith, tokens, waiting } from '../testing/rehearsal.ts';
import { castOn, silence } from '../testing/rehearsal_cast.ts';
import { walksThrough } from '../testing/walks.ts';
import { makeRounds } from './rounds.ts';

/** A course whose dispatched matches are noted, and never played. */
function staged(events: Parameters<typeof folded>[0]) {
  const clock = fakeClock();
  const cast = castOn(clock);
  const league = folded(events);
  const dispatched: string[] = [];
  const logged: JsonObject[] = [];
  let conversations = 0;
  const newConversation = () => `c${++conversations}`;
  const outbox = makeMailer({
    peer: makePeer({ transport: cast.wire, clock, sender: () => 'league_manager' }),
    clock,
    breakers: breakers(clock),
    agentOf: (id) => league.agents.get(id),
    managerToken: tokens.manager,
    timeoutMs: 10_000,
    newConversation,
    onBug: (what, cause) => {
      throw new Error(what, { cause });
    },
  });
  const course = makeRounds({
    league,
    settings: settingsWith(),
    clock,
    entropy: seededEntropy(1),
    outbox,
    dispatch: (match_id) => void dispatched.push(`${match_id} at ${clock.monotonic()}`),
    tokens,
    rows: () => tableOf(league),
    async commit(...pending) {
      for (const event of pending) apply(league, typeof event === 'function' ? event() : event);
    },
    log: (event_type, details) => void logged.push({ event_type, ...details }),
    showTheEnd: async () => undefined,
  });
  const make = (id: string, state: AgentState) => league.agents.set(id, { ...(league.agents.get(id) as Agent), state });
  return { clock, cast, league, course, dispatched, make, logged };
}

const open = (opening: Opening) => staged(running(opening));

describe('a course begins', () => {
  test('with the players in the natural order of their ids, whenever they registered', async () => {
    const { course, league } = staged(waiting(12).toReversed());
    expect(await course.start()).toEqual({ ok: true, value: undefined });
    expect(league.players).toEqual(ids('P', 12));
    expect(league.rounds.get(1)?.matches).toHaveLength(6);
  });

  test('with a seed of its own for every match', async () => {
    const { course, league } = staged(waiting(12));
    await course.start();
    expect(new Set([...league.matches.values()].map(({ seed }) => seed)).size).toBe(6);
  });

  test('once', async () => {
    const { course, league } = staged(waiting(4));
    await course.start();
    const { sequence } = league;
    expect(await course.start()).toEqual({ ok: true, value: undefined });
    expect(league.sequence).toBe(sequence);
  });

  test.each(['REGISTERED', 'SHUTDOWN'] as const)(
    'going through its agents no more often for many matches than for one, its referee %s',
    async (state) => {
      const walksWith = async (players: number) => {
        const { course, league, make } = staged(waiting(players));
        make('REF01', state);
        const walks = walksThrough(league.agents);
        await course.start();
        expect(league.matches.size).toBe(players / 2);
        return walks();
      };
      expect(await walksWith(80)).toBe(await walksWith(2));
    },
  );

  test('also where no referee speaks with both players: the first one has to try', async () => {
    const { course, league, make } = staged(waiting(2));
    make('REF01', 'SHUTDOWN');
    await course.start();
    expect(matchIn(league, 'R1M1').referee_id).toBe('REF01');
  });
});

describe('a round is announced', () => {
  test('and a match waits for its active players only', async () => {
    const { clock, cast, course, dispatched, make } = open({ players: 6 });
    for (const id of ['P01', 'P03', 'P05']) await cast.agent(id);
    for (const id of ['P02', 'P04', 'P06']) await cast.agent(id, { ROUND_ANNOUNCEMENT: silence });
    make('P04', 'SUSPENDED');
    make('P06', 'SHUTDOWN');
    void course.play();
    await clock.advance(60_000);
    expect(dispatched).toEqual(['R1M2 at 0', 'R1M3 at 0', 'R1M1 at 10000']);
    expect(cast.heardBy('P04')).toEqual(['ROUND_ANNOUNCEMENT']);
    expect(cast.heardBy('P06')).toEqual([]);
  });

  test('again for a match that was assigned anew: both are told, and who is active is waited for', async () => {
    const { clock, cast, league, course, logged } = open({ players: 2 });
    await cast.agent('P01', { ROUND_ANNOUNCEMENT: silence });
    await cast.agent('P02');
    await clock.runUntil(course.announceAgain(matchIn(league, 'R1M1')));
    expect(clock.monotonic()).toBe(10_000);
    expect(logged).toMatchObject([
      { event_type: 'BROADCAST_FAILED', message_type: 'ROUND_ANNOUNCEMENT', agent_id: 'P01' },
    ]);
    expect(cast.arrivals.map(({ to }) => to).toSorted()).toEqual(['P01', 'P02']);
  });

  test.each([
    ['SUSPENDED', ['P01', 'P02']],
    ['SHUTDOWN', ['P02']],
  ] as const)('again to a player that is %s, without waiting for it', async (state, told) => {
    const { clock, cast, league, course, make } = open({ players: 2 });
    await cast.agent('P01', { ROUND_ANNOUNCEMENT: silence });
    await cast.agent('P02');
    make('P01', state);
    await clock.runUntil(course.announceAgain(matchIn(league, 'R1M1')));
    expect(clock.monotonic()).toBe(0);
    expect(cast.arrivals.map(({ to }) => to).toSorted()).toEqual(told);
  });
});
