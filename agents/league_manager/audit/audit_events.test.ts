/** Events that cannot have happened to a league as it stands are found, one by one. */
import { describe, expect, test } from 'vitest';
import { judge } from '../../../SHARED/testing/shipped_games.ts';
import type { LeagueEvent, LeagueStarted } from '../league/events.ts';
import { apply } from '../league/state.ts';
import { forfeitOf } from '../play/forfeits.ts';
import { AT, CREATED, decision, folded, ids, matchIn, registration, running } from '../testing/rehearsal.ts';
import { startedFormat } from '../tournament/formats.ts';
import { eventFault } from './audit_events.ts';

const TWO = running({ players: 2 });
const breach = { type: 'violation_noted', at: AT, agent_id: 'P01', kind: 'crash', count: 1, example: '' } as const;
const removal = { type: 'agent_removed', at: AT, agent_id: 'P01', reason: 'x', by: 'rule', counted: false } as const;
const suspension = { type: 'agent_suspended', at: AT, agent_id: 'P01', reason: 'x' } as const;

/** The same league with this rule on breaches. */
function under(violations: 'count' | 'disqualify', events: readonly LeagueEvent[]): LeagueEvent[] {
  return events.map((event) =>
    event.type === 'league_started' ? { ...event, rules: { ...event.rules, violations } } : event,
  );
}

/** The fault of the last of these events. */
function faultAfter(events: readonly LeagueEvent[], event: LeagueEvent): string | undefined {
  return eventFault(folded(events), event, judge);
}

describe('a league that disqualifies', () => {
  test('is not over while a player with a breach is in it', () => {
    const drawn = decision(matchIn(folded(TWO), 'R1M1'), 'draw');
    const over = [...TWO, breach, drawn, { type: 'round_closed', at: AT, round_id: 1 } as const];
    const end = { type: 'league_closed', at: AT, champion: null } as const;
    expect(faultAfter(under('disqualify', over), end)).toBe('P01 broke a rule of the league, and was not removed');
    expect(faultAfter(under('count', over), end)).not.toContain('broke a rule');
  });

  test('is the only one that removes by a rule', () => {
    expect(faultAfter([...under('disqualify', TWO), breach], removal)).toBeUndefined();
    expect(faultAfter([...under('count', TWO), breach], removal)).toBe(
      'the league counts breaches, and removes for none',
    );
  });
});

test('a referee decides no match of a player that does not play', () => {
  const drawn = decision(matchIn(folded(TWO), 'R1M1'), 'draw');
  for (const event of [suspension, { ...removal, by: 'operator' as const }]) {
    const league = folded([...TWO, event]);
    expect(eventFault(league, drawn, judge)).toBe('match R1M1: a referee decided it, and P01 did not play');
    expect(eventFault(league, forfeitOf(league, judge, 'R1M1', AT), judge)).toBeUndefined();
  }
});

test('a breach is of a kind that is known', () => {
  const unknown = { ...breach, kind: 'rudeness' } as unknown as LeagueEvent;
  expect(faultAfter(TWO, unknown)).toBe('"rudeness" is no kind of breach');
  expect(faultAfter(TWO, { ...breach, kind: 'toString' } as unknown as LeagueEvent)).toContain('no kind of breach');
});

test('a late-comer takes the next place', () => {
  const [, ...coming] = TWO.filter(({ type }) => type === 'league_created' || type === 'agent_registered');
  const started = TWO.find(({ type }) => type === 'league_started') as LeagueStarted;
  const late = { ...started, late_places: ['P03', 'P04'] };
  const total_rounds = startedFormat(late).outlook().rounds ?? 0;
  const league = folded([CREATED, ...coming, { ...late, total_rounds }]);
  expect(eventFault(league, registration('P04'), judge)).toBe('P04 came late, and the next place is P03');
  expect(eventFault(league, registration('P03'), judge)).toBeUndefined();
  apply(league, registration('P03'));
  expect(eventFault(league, registration('P04'), judge)).toBeUndefined();
  expect(eventFault(league, registration('P05'), judge)).toBe('P05 came late, and no place was drawn for it');
});

test('a league goes on only where it was paused', () => {
  const on = { type: 'league_unpaused', at: AT } as const;
  expect(faultAfter(TWO, on)).toBe('the league was not paused');
  expect(faultAfter([...TWO, { type: 'league_paused', at: AT, reason: 'x' }], on)).toBeUndefined();
});

test('places that no late-comer has taken are no matches of a player that is removed', () => {
  const four = running({ players: 4 }).filter(({ type }) => type !== 'round_opened');
  const places = ids('P', 12).slice(4);
  const started = four.find(({ type }) => type === 'league_started') as LeagueStarted;
  const late = { ...started, late_places: places };
  const format = startedFormat(late);
  const events = four.map((event) =>
    event.type === 'league_started' ? { ...late, total_rounds: format.outlook().rounds ?? 0 } : event,
  );
  const league = folded(events);
  // Round by round with the pairings of those that are there, until P01 has met two of its three opponents.
  for (let round_id = 1, met = 0; met < 2; round_id++) {
    const pairings = (format.outlook().planned?.(round_id) ?? []).filter(({ seats }) =>
      seats.every((id) => league.agents.has(id)),
    );
    const matches = pairings.map(({ match_id, seats }) => ({
      match_id,
      seats,
      seed: 'ab'.repeat(32),
      referee_id: 'REF01',
    }));
    apply(league, { type: 'round_opened', at: AT, round_id, matches });
    for (const { match_id, seats } of pairings) {
      apply(league, decision(matchIn(league, match_id), 'draw'));
      if (seats.includes('P01')) met++;
    }
    apply(league, { type: 'round_closed', at: AT, round_id });
  }
  expect(league.matchesOf.get('P01')).toHaveLength(2);
  const left = { ...removal, by: 'operator', counted: true } as const;
  expect(eventFault(league, left, judge)).toBeUndefined();
});
