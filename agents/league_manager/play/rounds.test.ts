import { describe, expect, test } from 'vitest';
import type { AgentState } from '../../../SHARED/contracts/states.ts';
import { seededEntropy } from '../../../SHARED/core/entropy.ts';
import type { JsonObject } from '../../../SHARED/core/json.ts';
import { makePeer } from '../../../SHARED/league_sdk/messaging/peer.ts';
import { breakers } from '../../../SHARED/league_sdk/transport/breaker.ts';
import { fakeClock } from '../../../SHARED/testing/fake_clock.ts';
import { judge } from '../../../SHARED/testing/shipped_games.ts';
import { type Agent, apply, tableOf } from '../league/state.ts';
import { makeMailer } from '../telling/mailer.ts';
import {
  AT,
  decision,
  folded,
  ids,
  matchIn,
  type Opening,
  running,
  settingsWith,
  storeOf,
  tokens,
  waiting,
} from '../testing/rehearsal.ts';
import { ACKNOWLEDGE, castOn, type Says, silence } from '../testing/rehearsal_cast.ts';
import { walksThrough } from '../testing/walks.ts';
import { makeRounds } from './rounds.ts';

/** Rounds whose dispatched matches are noted, and never played. */
function staged(events: Parameters<typeof folded>[0]) {
  const clock = fakeClock();
  const cast = castOn(clock);
  const league = folded(events);
  const store = storeOf(league);
  const dispatched: string[] = [];
  const logged: JsonObject[] = [];
  let conversations = 0;
  const newConversation = () => `c${++conversations}`;
  const mailer = makeMailer({
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
  const rounds = makeRounds({
    league,
    settings: settingsWith(),
    clock,
    entropy: seededEntropy(1),
    judge,
    mailer,
    isUnavailable: () => false,
    dispatch: (match_id) => void dispatched.push(`${match_id} at ${clock.monotonic()}`),
    tokens,
    rows: () => tableOf(league),
    ...store,
    log: (event_type, details) => void logged.push({ event_type, ...details }),
    views: { write: async () => undefined },
  });
  const make = (id: string, state: AgentState) => league.agents.set(id, { ...(league.agents.get(id) as Agent), state });
  const reassign = (match_id: string) => {
    const { referee_id, epoch } = matchIn(league, match_id);
    return store.commit({ type: 'match_reassigned', at: AT, match_id, referee_id, epoch: epoch + 1, why: 'tried' });
  };
  return { clock, cast, league, rounds, dispatched, make, logged, reassign, store };
}

const open = (opening: Opening) => staged(running(opening));

const silentSince: Says = (_, nth) => (nth === 1 ? ACKNOWLEDGE : undefined);

/** Rounds that have been played for a second; what was told and dispatched in it is forgotten, P01 silent from then on. */
async function underWay(opening: Opening) {
  const s = open(opening);
  for (const id of ['REF01', ...ids('P', opening.players)])
    await s.cast.agent(id, id === 'P01' ? { ROUND_ANNOUNCEMENT: silentSince } : {});
  void s.rounds.play();
  await s.clock.advance(1_000);
  for (const list of [s.dispatched, s.logged, s.cast.arrivals]) list.length = 0;
  return s;
}

describe('a course begins', () => {
  test('with the players in the natural order of their ids, whenever they registered', async () => {
    const { rounds, league } = staged(waiting(12).toReversed());
    expect(await rounds.start()).toEqual({ ok: true, value: undefined });
    expect(league.players).toEqual(ids('P', 12));
    expect(league.rounds.get(1)?.matches).toHaveLength(6);
  });

  test('with a seed of its own for every match', async () => {
    const { rounds, league } = staged(waiting(12));
    await rounds.start();
    expect(new Set([...league.matches.values()].map(({ seed }) => seed)).size).toBe(6);
  });

  test('once', async () => {
    const { rounds, league } = staged(waiting(4));
    await rounds.start();
    const { sequence } = league;
    expect(await rounds.start()).toEqual({ ok: true, value: undefined });
    expect(league.sequence).toBe(sequence);
  });

  test.each(['REGISTERED', 'SHUTDOWN'] as const)(
    'going through its agents no more often for many matches than for one, its referee %s',
    async (state) => {
      const walksWith = async (players: number) => {
        const { rounds, league, make } = staged(waiting(players));
        make('REF01', state);
        const walks = walksThrough(league.agents);
        await rounds.start();
        expect(league.matches.size).toBe(players / 2);
        return walks();
      };
      expect(await walksWith(80)).toBe(await walksWith(2));
    },
  );

  test('also where no referee speaks with both players: the first one has to try', async () => {
    const { rounds, league, make } = staged(waiting(2));
    make('REF01', 'SHUTDOWN');
    await rounds.start();
    expect(matchIn(league, 'R1M1').referee_id).toBe('REF01');
  });
});

describe('a round is announced', () => {
  test('to its players by its matches, and then to all others', async () => {
    const { clock, cast, league, rounds } = staged(waiting(6));
    for (const id of ['REF01', ...ids('P', 6)]) await cast.agent(id);
    await rounds.start();
    void rounds.play();
    await clock.advance(1_000);
    const seats = ['R1M1', 'R1M2', 'R1M3'].flatMap((id) => matchIn(league, id).pairing.seats);
    expect(new Set(seats)).toEqual(new Set(ids('P', 6)));
    expect(cast.arrivals.map(({ to }) => to)).toEqual([...seats, 'REF01']);
  });

  test('and a match waits for its active players only', async () => {
    const { clock, cast, rounds, dispatched, make } = open({ players: 6 });
    for (const id of ['P01', 'P03', 'P05']) await cast.agent(id);
    for (const id of ['P02', 'P04', 'P06']) await cast.agent(id, { ROUND_ANNOUNCEMENT: silence });
    make('P04', 'SUSPENDED');
    make('P06', 'SHUTDOWN');
    void rounds.play();
    await clock.advance(60_000);
    expect(dispatched).toEqual(['R1M2 at 0', 'R1M3 at 0', 'R1M1 at 10000']);
    expect(cast.heardBy('P04')).toEqual(['ROUND_ANNOUNCEMENT']);
    expect(cast.heardBy('P06')).toEqual([]);
  });

  test('again for a match that was assigned anew: both are told, and who is active is waited for', async () => {
    const { clock, cast, dispatched, logged, reassign } = await underWay({ players: 2 });
    await reassign('R1M1');
    await clock.advance(60_000);
    expect(dispatched).toEqual(['R1M1 at 11000']);
    expect(logged).toMatchObject([
      { event_type: 'BROADCAST_FAILED', message_type: 'ROUND_ANNOUNCEMENT', agent_id: 'P01' },
    ]);
    expect(cast.arrivals.map(({ to }) => to).toSorted()).toEqual(['P01', 'P02']);
  });

  test.each([
    ['SUSPENDED', ['P01', 'P02']],
    ['SHUTDOWN', ['P02']],
  ] as const)('again to a player that is %s, without waiting for it', async (state, told) => {
    const { clock, cast, dispatched, make, reassign } = await underWay({ players: 2 });
    make('P01', state);
    await reassign('R1M1');
    await clock.advance(60_000);
    expect(dispatched).toEqual(['R1M1 at 1000']);
    expect(cast.arrivals.map(({ to }) => to).toSorted()).toEqual(told);
  });

  test('again to nobody after the end, or for a match that is decided', async () => {
    const { clock, cast, league, rounds, store, dispatched, reassign } = await underWay({ players: 4 });
    const again = reassign('R1M1');
    apply(league, decision(matchIn(league, 'R1M1'), 'draw'));
    await again;
    rounds.stop();
    await reassign('R1M2');
    await store.commit(decision(matchIn(league, 'R1M2'), 'draw'));
    await clock.advance(60_000);
    expect([dispatched, cast.arrivals]).toEqual([[], []]);
  });
});

test('rounds are played no longer once they are stopped, in the middle of one too', async () => {
  const { clock, rounds } = open({ players: 4 });
  let isOver = false;
  void rounds.play().then(() => {
    isOver = true;
  });
  await clock.advance(1_000);
  rounds.stop();
  await clock.advance(0);
  expect(isOver).toBe(true);
});
