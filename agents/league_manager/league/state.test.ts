import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sha256 } from '../../../SHARED/core/hash.ts';
import {
  AT,
  CREATED,
  decision,
  type Ending,
  folded,
  ids,
  matchIn,
  opening,
  registration,
  running,
} from '../testing/rehearsal.ts';
import type { LeagueEvent } from './events.ts';
import { agentsOf, apply, type League, type Match, newLeague, resultOf, tableOf, totalRounds } from './state.ts';

/** Everything about a league that can be compared. */
function snapshot(league: League) {
  const { format, matches, ...rest } = league;
  const all = { ...rest, matches: [...matches.values()], rounds_planned: format?.outlook().rounds };
  return structuredClone({ ...all, table: tableOf(league) });
}

/** A whole league of so many players: after each match the way it ended is asked for. */
function played(players: number, ending: (match_id: string, seats: readonly [string, string]) => Ending) {
  const events: LeagueEvent[] = running({ players, referees: 2 });
  const names = ids('P', players);
  const total = totalRounds(folded(events));
  for (let round = 1; round <= total; round++) {
    if (round > 1) events.push(opening(names, 2, round));
    const league = folded(events);
    for (const match_id of league.rounds.get(round)?.matches ?? []) {
      const match = matchIn(league, match_id);
      events.push(decision(match, ending(match_id, match.pairing.seats)));
    }
    events.push({ type: 'round_closed', at: AT, round_id: round });
  }
  return [
    ...events,
    { type: 'league_closed', at: AT, champion: tableOf(folded(events))[0]?.player_id ?? null } as const,
  ];
}

/** A big league in which P01 meets one opponent after another, round by round; a cause is a fault of its own. */
function career(...matches: readonly ('plays' | Cause)[]): LeagueEvent[] {
  const events: LeagueEvent[] = running({ players: 24 });
  for (const [i, how] of matches.entries()) {
    if (i > 0) events.push(opening(ids('P', 24), 1, i + 1));
    const league = folded(events);
    const match = matchIn(league, league.matchesOf.get('P01')?.at(-1) ?? '');
    events.push(how === 'plays' ? decision(match, 'draw') : faulty(match, how));
  }
  return events;
}

type Cause = 'timeout' | 'unreachable' | 'invalid_choice' | 'declined';

function faulty(match: Match, cause: Cause): LeagueEvent {
  const decided = decision(match, { silent: ['P01'] });
  const faults = [{ player_id: 'P01', cause, evidence: {} }];
  return { ...decided, result: { ...decided.result, details: { ...decided.result.details, faults } } };
}

const silent = (times: number) => Array<Cause>(times).fill('timeout');
const stateOf = (events: readonly LeagueEvent[], id = 'P01') => folded(events).agents.get(id)?.state;

describe('a league is a fold over its events', () => {
  test('the same events give the same league, whatever they say', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 7 }), fc.infiniteStream(fc.nat({ max: 4 })), (players, choices) => {
        const events = played(players, (_, [a, b]) => {
          const endings: readonly Ending[] = [
            'draw',
            { winner: a },
            { winner: b },
            { silent: [a] },
            { silent: [a, b] },
          ];
          return endings[choices.next().value as number] as Ending;
        });
        const texts = events.map((event) => JSON.stringify(event));
        const again = folded(texts.map((text) => JSON.parse(text) as LeagueEvent));
        expect(snapshot(again)).toEqual(snapshot(folded(events)));
        expect(again.sequence).toBe(events.length);
      }),
      { numRuns: 25 },
    );
  });

  test('a league goes its course: waiting, running, complete', () => {
    const events = played(2, (_, [winner]) => ({ winner }));
    const courses = events.map((_, i) => folded(events.slice(0, i + 1)).phase);
    expect(new Set(courses)).toEqual(new Set(['WAITING_FOR_REGISTRATIONS', 'RUNNING_LEAGUE', 'LEAGUE_COMPLETE']));
    expect(folded(events)).toMatchObject({ champion: 'P01', closed_at: AT, started_at: AT, seeded: false });
  });

  test('a new league is nothing yet', () => {
    expect(newLeague()).toMatchObject({ phase: 'WAITING_FOR_REGISTRATIONS', sequence: 0, players: [] });
    expect(tableOf(newLeague())).toEqual([]);
  });

  test('a round knows how many of its matches are decided, and a match its result', () => {
    const events = running({ players: 4 });
    const league = folded(events);
    expect(resultOf(league, 'R1M1')).toBeUndefined();
    apply(league, decision(matchIn(league, 'R1M1'), { winner: 'P02' }));
    expect(league.rounds.get(1)).toMatchObject({ decided: 1, closed_at: undefined, matches: ['R1M1', 'R1M2'] });
    expect(resultOf(league, 'R1M1')).toMatchObject({ winner: 'P02' });
    expect(tableOf(league)[0]).toMatchObject({ player_id: 'P02', points: 3, display_name: 'Agent P02' });
  });

  test('a second decision of a match changes nothing', () => {
    const league = folded(running({ players: 4 }));
    const first = decision(matchIn(league, 'R1M1'), { winner: 'P01' });
    apply(league, first);
    const before = snapshot(league);
    apply(league, decision(matchIn(league, 'R1M1'), { winner: 'P02' }));
    apply(league, first);
    expect(snapshot(league)).toEqual({ ...before, sequence: before.sequence + 2 });
  });

  test('what names an unknown match, round or agent changes nothing', () => {
    const league = folded(running({ players: 4 }));
    const before = snapshot(league);
    const match = matchIn(league, 'R1M1');
    apply(league, { ...decision(match, 'draw'), match_id: 'R9M9' });
    apply(league, { type: 'match_reassigned', at: AT, match_id: 'R9M9', referee_id: 'REF01', epoch: 2, why: '' });
    apply(league, { type: 'round_closed', at: AT, round_id: 9 });
    apply(league, { type: 'token_confirmed', at: AT, agent_id: 'P99' });
    expect(snapshot(league)).toEqual({ ...before, sequence: before.sequence + 4 });
  });

  test('a match that is assigned anew keeps its seed and its players', () => {
    const league = folded(running({ players: 4, referees: 2 }));
    const { seed, pairing } = matchIn(league, 'R1M1');
    apply(league, { type: 'match_reassigned', at: AT, match_id: 'R1M1', referee_id: 'REF02', epoch: 2, why: 'gone' });
    expect(matchIn(league, 'R1M1')).toEqual({ seed, pairing, referee_id: 'REF02', epoch: 2, decided: undefined });
  });

  test('of two players who met twice, head-to-head counts both meetings', () => {
    const league = folded(running({ players: 4, legs: 2 }));
    apply(league, decision(matchIn(league, 'R1M1'), { winner: 'P01' }));
    for (const round of [2, 3, 4]) apply(league, opening(ids('P', 4), 1, round, 2));
    expect(matchIn(league, 'R4M1').pairing.seats).toEqual(['P02', 'P01']);
    expect(league.pointsAgainst.get('P01')?.get('P02')).toBe(3);
    apply(league, decision(matchIn(league, 'R4M1'), 'draw'));
    expect(league.pointsAgainst.get('P01')?.get('P02')).toBe(4);
    expect(league.pointsAgainst.get('P02')?.get('P01')).toBe(1);
    expect(league.matchesOf.get('P01')).toEqual(['R1M1', 'R2M1', 'R3M1', 'R4M1']);
  });

  test('seats are those that were opened, whatever would have been planned', () => {
    const opened = opening(ids('P', 4), 1, 2);
    const league = folded(running({ players: 4 }));
    apply(league, {
      ...opened,
      matches: opened.matches.map((match) => ({ ...match, seats: ['P04', 'P02'] as const })),
    });
    expect(matchIn(league, 'R2M1').pairing).toEqual({ match_id: 'R2M1', round_id: 2, seats: ['P04', 'P02'] });
  });

  test('a match that nothing says the players of is not dropped: the league cannot be read', () => {
    const opened = { match_id: 'R9M9', seed: '', referee_id: 'REF01' };
    const league = folded(running({ players: 4 }));
    const event = { type: 'round_opened', at: AT, round_id: 2, matches: [opened] } as const;
    expect(() => apply(league, event)).toThrow('match R9M9 was opened, and nothing says for which players');
  });

  test('head-to-head is read from the results', () => {
    const events = played(3, (_, seats) => ({ winner: seats.includes('P02') ? 'P02' : 'P03' }));
    expect(tableOf(folded(events)).map((row) => row.player_id)).toEqual(['P02', 'P03', 'P01']);
    const ring: { readonly [match: string]: string } = { R1M1: 'P02', R2M1: 'P01', R3M1: 'P03' };
    expect(tableOf(folded(played(3, (id) => ({ winner: ring[id] as string })))).map((row) => row.rank)).toEqual([
      1, 1, 1,
    ]);
  });
});

describe('both at fault', () => {
  const both = (double_forfeit: 'draw' | 'loss') => {
    const league = folded(running({ players: 2, double_forfeit }));
    apply(league, decision(matchIn(league, 'R1M1'), { silent: ['P01', 'P02'] }));
    return tableOf(league);
  };

  test('is a draw for both where the league says so', () => {
    expect(both('draw')).toMatchObject([
      { draws: 1, losses: 0 },
      { draws: 1, losses: 0 },
    ]);
  });

  test('is a loss for both where the league says so', () => {
    expect(both('loss')).toMatchObject([
      { draws: 0, losses: 1 },
      { draws: 0, losses: 1 },
    ]);
  });
});

describe('a player that stays silent', () => {
  test('is suspended after three matches in a row', () => {
    expect(stateOf(career(...silent(2)))).toBe('ACTIVE');
    expect(stateOf(career('timeout', 'unreachable', 'timeout'))).toBe('SUSPENDED');
    expect(stateOf(career(...silent(9)))).toBe('SUSPENDED');
  });

  test('is given up after ten', () => {
    expect(folded(career(...silent(10))).agents.get('P01')).toMatchObject({ state: 'SHUTDOWN', failures: 10 });
    expect(stateOf(career(...silent(10), 'plays'))).toBe('SHUTDOWN');
  });

  test('does not harm its opponents', () => {
    const others = agentsOf(folded(career(...silent(10))), 'player').filter(({ id }) => id !== 'P01');
    expect(new Set(others.map((agent) => agent.state))).toEqual(new Set(['ACTIVE']));
  });

  test('is back with the first match it takes part in, and counts from nought', () => {
    const back = [...silent(3), 'plays'] as const;
    expect(folded(career(...back)).agents.get('P01')).toMatchObject({ state: 'ACTIVE', failures: 0 });
    expect(stateOf(career(...back, ...silent(2)))).toBe('ACTIVE');
    expect(stateOf(career(...back, ...silent(3)))).toBe('SUSPENDED');
  });

  test('is not one that answers badly or declines', () => {
    expect(stateOf(career('invalid_choice', 'declined', 'invalid_choice', 'declined'))).toBe('ACTIVE');
    expect(stateOf(career('timeout', 'timeout', 'declined', 'timeout'))).toBe('ACTIVE');
  });
});

describe('registering', () => {
  const again = (generation: number, changes = {}) =>
    registration('P01', { token_sha256: sha256(`token ${generation}`), ...changes });
  const confirmed: LeagueEvent = { type: 'token_confirmed', at: AT, agent_id: 'P01' };
  const tokensAfter = (...events: readonly LeagueEvent[]) => {
    const agent = folded([CREATED, ...events]).agents.get('P01');
    return { newest: agent?.token_sha256, former: agent?.former_token_sha256, used: agent?.token_used };
  };

  test('puts an agent at the beginning of its life, and into it when the league runs', () => {
    expect(stateOf([CREATED, registration('P01')])).toBe('REGISTERED');
    expect(stateOf(running({ players: 2 }))).toBe('ACTIVE');
    expect(stateOf([...running({ players: 2 }), registration('REF09')], 'REF09')).toBe('ACTIVE');
  });

  test('again keeps id, record and state, and takes the new endpoint', () => {
    const before = career(...silent(3));
    const league = folded([...before, again(2, { endpoint: 'memory:elsewhere' })]);
    expect(league.agents.get('P01')).toMatchObject({
      id: 'P01',
      endpoint: 'memory:elsewhere',
      state: 'SUSPENDED',
      failures: 3,
    });
    expect(league.agents.size).toBe(folded(before).agents.size);
    expect(league.tallies.get('P01')).toEqual(folded(before).tallies.get('P01'));
  });

  test('again keeps a token that was used until the new one is used', () => {
    expect(tokensAfter(again(1), confirmed, again(2))).toEqual({
      newest: sha256('token 2'),
      former: sha256('token 1'),
      used: false,
    });
    expect(tokensAfter(again(1), confirmed, again(2), confirmed)).toEqual({
      newest: sha256('token 2'),
      former: undefined,
      used: true,
    });
  });

  test('again without a token of its own leaves the tokens of the seat as they were', () => {
    const former = [again(1), confirmed, again(2)];
    const reclaimed = again(2, { reclaimed: true, version: '2', address: undefined });
    expect(tokensAfter(...former, reclaimed)).toEqual(tokensAfter(...former));
    const agent = folded([CREATED, ...former, reclaimed]).agents.get('P01');
    expect(agent).toMatchObject({ id: 'P01', version: '2', state: 'REGISTERED' });
    expect(agent).not.toHaveProperty('reclaimed');
  });

  test('again does not keep a token that was never used', () => {
    expect(tokensAfter(again(1), again(2))).toEqual({ newest: sha256('token 2'), former: undefined, used: false });
  });

  test('again and again without hearing an answer keeps the last token that was used', () => {
    expect(tokensAfter(again(1), confirmed, again(2), again(3))).toEqual({
      newest: sha256('token 3'),
      former: sha256('token 1'),
      used: false,
    });
  });

  test('agents of a role come in the order they registered', () => {
    const league = folded([CREATED, ...['P03', 'REF02', 'P01', 'REF01'].map((id) => registration(id))]);
    expect(agentsOf(league, 'player').map((agent) => agent.id)).toEqual(['P03', 'P01']);
    expect(agentsOf(league, 'referee').map((agent) => agent.id)).toEqual(['REF02', 'REF01']);
  });
});
