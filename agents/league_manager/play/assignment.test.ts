import { describe, expect, test } from 'vitest';
import type { AgentRegistered } from '../league/events.ts';
import type { League } from '../league/state.ts';
import { folded, matchIn, registration, running } from '../testing/rehearsal.ts';
import { walksThrough } from '../testing/walks.ts';
import type { Pairing } from '../tournament/format.ts';
import { candidates, refereesByTurns } from './assignment.ts';

/** No referee is excluded. */
const none = () => false;

function allMatches({ format }: League): readonly Pairing[] {
  const { rounds = 0, planned } = format?.outlook() ?? {};
  return Array.from({ length: rounds }, (_, i) => planned?.(i + 1) ?? []).flat();
}

describe('matches go to referees by turns', () => {
  test.each([1, 2, 3, 5])('with %i of them none has more than one match more than another', (referees) => {
    for (const players of [4, 7, 10]) {
      const league = folded(running({ players, referees }));
      const counts = new Map<string, number>();
      for (const [k, pairing] of allMatches(league).entries()) {
        const id = refereesByTurns(league, none)(pairing, k)?.id ?? '';
        counts.set(id, (counts.get(id) ?? 0) + 1);
      }
      expect(counts.size).toBe(referees);
      expect(Math.max(...counts.values()) - Math.min(...counts.values())).toBeLessThanOrEqual(1);
    }
  });

  test('match k of the whole schedule to referee k mod R, in the natural order of their ids', () => {
    const league = folded([...running({ players: 4 }), ...['REF10', 'REF9'].map((id) => registration(id))]);
    const given = allMatches(league).map((pairing, k) => refereesByTurns(league, none)(pairing, k)?.id);
    expect(given).toEqual(['REF01', 'REF9', 'REF10', 'REF01', 'REF9', 'REF10']);
  });
});

test('who is a referee is found out once for all matches of a round', () => {
  const league = folded(running({ players: 40, referees: 3 }));
  const walks = walksThrough(league.agents);
  const refereeOf = refereesByTurns(league, none);
  expect(new Set(allMatches(league).map((pairing, k) => refereeOf(pairing, k)?.id)).size).toBe(3);
  expect(walks()).toBe(1);
});

describe('only referees that speak with both players', () => {
  const speaking = (agents: { readonly [id: string]: Partial<AgentRegistered> }) => {
    const league = folded(running({ players: 2, referees: 3, agents }));
    const { pairing } = matchIn(league, 'R1M1');
    return {
      able: candidates(league, pairing, none).map(({ id }) => id),
      first: refereesByTurns(league, none)(pairing, 0)?.id,
    };
  };

  test('are asked, the next in order that does', () => {
    const agents = { P02: { dialect: 'flat' }, REF03: { dialects: ['rpc', 'flat'] } } as const;
    expect(speaking(agents)).toEqual({ able: ['REF03'], first: 'REF03' });
  });

  test('and both means both', () => {
    const agents = { P01: { dialect: 'v1' }, P02: { dialect: 'flat' }, REF02: { dialects: ['v1', 'flat'] } } as const;
    expect(speaking(agents)).toEqual({ able: ['REF02'], first: 'REF02' });
    expect(speaking({ ...agents, REF02: { dialects: ['v1', 'rpc'] } })).toEqual({ able: [], first: undefined });
  });
});

test('a referee that is not active is not asked', () => {
  const league = folded(running({ players: 2, referees: 2 }));
  const gone = league.agents.get('REF01');
  if (gone !== undefined) league.agents.set('REF01', { ...gone, state: 'SUSPENDED' });
  expect(refereesByTurns(league, none)(matchIn(league, 'R1M1').pairing, 0)?.id).toBe('REF02');
});
