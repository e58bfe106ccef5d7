import { expect, test } from 'vitest';
import { prisonersDilemma } from '../../../SHARED/games/prisoners_dilemma.ts';
import { bout, roundRobin } from '../testing/bout.ts';
import { practiceTurn } from '../testing/practice.ts';
import { alwaysPlaying } from './always.ts';
import { random } from './random.ts';
import { strategyLaws } from './strategy_laws.ts';
import { titForTat } from './tit_for_tat.ts';

strategyLaws(titForTat);

const dilemma = prisonersDilemma.make({});
const defector = alwaysPlaying('defect');
const cooperator = alwaysPlaying('cooperate');

test.each([
  ['its own kind', titForTat, [30, 30]],
  ['a cooperator', cooperator, [30, 30]],
  ['a defector', defector, [9, 14]],
] as const)('against %s ten rounds pay %j', async (_, opponent, [mine, theirs]) => {
  expect((await bout(dilemma, [titForTat, opponent], 1)).scores).toEqual([mine, theirs]);
  expect((await bout(dilemma, [titForTat, opponent], 2)).scores).toEqual([2 * mine, 2 * theirs]);
});

test('it never has more than its opponent, and never trails by more than one temptation', async () => {
  for (let seed = 1; seed <= 50; seed++) {
    const [mine, theirs] = (await bout(dilemma, [titForTat, random], 1, seed)).scores;
    expect([0, 5]).toContain(theirs - mine);
  }
});

test('among many of its kind it earns more than a defector, who loses no match and is first in the table', async () => {
  const [first, ...kind] = await roundRobin(dilemma, [titForTat, titForTat, titForTat, defector], 1);
  expect(first).toEqual({ name: 'always:defect', points: 9, scored: 42 });
  expect(kind).toEqual(Array(3).fill({ name: 'tit_for_tat', points: 2, scored: 69 }));
});

test('among strangers defecting pays best', async () => {
  const table = await roundRobin(dilemma, [titForTat, defector, cooperator, random], 20);
  const byPayoff = table.toSorted((a, b) => b.scored - a.scored).map(({ name }) => name);
  expect(byPayoff).toEqual(['always:defect', 'random', 'tit_for_tat', 'always:cooperate']);
  expect(table[0]?.name).toBe('always:defect');
});

test('where the rounds are not to be seen it plays at random', async () => {
  const turn = practiceTurn({ game_type: 'prisoners_dilemma', moves: ['cooperate', 'defect'] });
  expect(await titForTat.decide(turn)).toMatchObject({ reasoning: expect.stringMatching(/at random$/) });
});
