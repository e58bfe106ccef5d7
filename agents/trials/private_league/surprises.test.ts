import { expect, test } from 'vitest';
import { unwrap } from '../../../SHARED/core/result.ts';
import { strategyOf } from '../../player/strategies/strategies.ts';
import type { Entrant } from './entrants.ts';
import type { Outing } from './outings.ts';
import type { Results } from './run.ts';
import { surprisesIn } from './surprises.ts';

const strategy = unwrap(strategyOf('random'));
const good: Entrant = { name: 'good', strategy };
const silent: Entrant = { name: 'silent', strategy, misbehaviour: { does: '', losesBy: 'timeout', breaks: false } };
const broken: Entrant = { name: 'broken', strategy, misbehaviour: { does: '', losesBy: undefined, breaks: true } };

const fine: Outing = { result: 'won', fault: undefined, crashed: false };
const late: Outing = { result: 'lost', fault: 'timeout', crashed: false };
const crashed: Outing = { ...fine, crashed: true };
const wires = { total: 0, kinds: new Map(), violations: [] };
const calm = { players: new Map(), leagues: [] };

function results(parts: Partial<Results>): Results {
  const wired = { memory: wires, http: wires };
  return { duels: [], misbehaving: [], mixed: calm, overHttp: calm, otherGames: new Map(), wires: wired, ...parts };
}

function duel(first: Entrant, outing: Outing, opponents = fine): Results {
  return results({
    duels: [{ first, second: good, outings: { first: [fine, outing].slice(-1), second: [opponents] } }],
  });
}

test('where all is as it has to be there are none', () => {
  for (const played of [results({}), duel(good, fine), duel(silent, late), duel(broken, crashed)]) {
    expect(surprisesIn(played)).toEqual([]);
  }
});

test('a forfeit of one who behaves is one, and so is an error in its log', () => {
  expect(surprisesIn(duel(good, late))).toEqual([
    'good in game 1 against good: forfeited by timeout, where nothing was due',
  ]);
  expect(surprisesIn(duel(good, crashed))).toEqual(['good in game 1 against good: an error in its log']);
});

test('one who misbehaves and gets away with it is one, and so is a forfeit for another cause', () => {
  expect(surprisesIn(duel(silent, fine))[0]).toMatch(/forfeited by nothing, where timeout was due/);
  expect(surprisesIn(duel(silent, { ...late, fault: 'unreachable' }))[0]).toMatch(/by unreachable, where timeout/);
});

test('an opponent who is hurt is one', () => {
  expect(surprisesIn(duel(silent, late, late))[0]).toMatch(/^good in game 1 against silent/);
});

test('in a gathering everybody is looked at, referees and the manager too', () => {
  const gathering = {
    players: new Map([
      ['P01', good],
      ['P02', broken],
    ]),
    leagues: [
      {
        matches: [{ players: ['P01', 'P02'] as const, winner: 'P02', faults: new Map([['P01', 'declined']]) }],
        incidents: [
          { agent_id: 'P02', what: 'choose_parity' },
          { agent_id: 'REF01', what: 'INTERNAL_ERROR' },
        ],
      },
    ],
  };
  const expected = [
    /^good in league 1 .*: forfeited by declined, where nothing was due$/,
    /^REF01 in league 1 .*: INTERNAL_ERROR in its log$/,
  ];
  for (const part of [{ mixed: gathering }, { overHttp: gathering }, { otherGames: new Map([['chess', gathering]]) }]) {
    const surprises = surprisesIn(results(part));
    expect(surprises).toHaveLength(2);
    for (const [index, line] of expected.entries()) expect(surprises[index]).toMatch(line);
  }
});

test('a message that is not as published is one, on whichever wire', () => {
  const spoilt = { ...wires, violations: [{ what: 'RUN_MATCH', by: 'LM01', fault: 'must have draw_seed' }] };
  for (const wired of [
    { memory: spoilt, http: wires },
    { memory: wires, http: spoilt },
  ]) {
    expect(surprisesIn(results({ wires: wired }))).toEqual([
      'RUN_MATCH by LM01 is not as published: must have draw_seed',
    ]);
  }
});
