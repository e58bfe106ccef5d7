import { beforeAll, describe, expect, test } from 'vitest';
import { evenOdd } from '../../../SHARED/games/even_odd.ts';
import { strategies } from '../../player/strategies/strategies.ts';
import { bout } from '../../player/testing/bout.ts';
import { type Entrant, type Entries, wholeField } from './entrants.ts';
import { comparisonsOf, decidedShare, isByChance, isOutside } from './theory.ts';

const SHIPPED = ['P01', 'P02', 'P03', 'P04'];
let field: Entries;
beforeAll(async () => {
  field = await wholeField(SHIPPED);
});

describe('the field', () => {
  test('has every strategy there is, and the players we ship', () => {
    const names = [...field.candidates, ...field.misbehaving].map(({ strategy }) => strategy.name);
    for (const name of strategies.keys()) expect(names.join(' ')).toContain(name);
    expect(field.shipped.map(({ name }) => name)).toEqual(SHIPPED);
    expect(field.candidates.slice(-4)).toEqual(field.shipped);
  });

  test('takes nobody who is let through unguarded for one who behaves', () => {
    expect(field.candidates.filter(({ strategy }) => strategy.unguarded === true)).toEqual([]);
  });
});

describe('theory', () => {
  test('knows the habit of everybody in the field', () => {
    for (const { name } of field.candidates) expect(decidedShare(name, 'always:even', 10), name).toBeDefined();
  });

  test('against chance: 25 % won, 50 % drawn, 25 % lost, whoever plays', () => {
    for (const { name } of field.candidates) expect(decidedShare(name, 'random', 100)).toBe(0.5);
    expect(decidedShare('a stranger', 'random', 100)).toBe(0.5);
  });

  test('of two that never change is all or nothing', () => {
    expect(decidedShare('always:even', 'always:odd', 100)).toBe(1);
    expect(decidedShare('always:odd', 'always:odd', 100)).toBe(0);
  });

  test.each([
    ['mirror', 'always:odd', 0.005],
    ['frequency', 'always:odd', 0.995],
    ['P02', 'always:even', 0.99],
    ['pattern', 'always:even', 0.985],
    ['P03', 'mirror', 0.5],
  ])('of %s against %s over 100 games is known, whoever is named first', (first, second, share) => {
    expect(decidedShare(first, second, 100)).toBeCloseTo(share, 12);
    expect(decidedShare(second, first, 100)).toBeCloseTo(share, 12);
  });

  test('of two that stay after a win and leave after a loss nears a third', () => {
    expect(decidedShare('P03', 'P03', 2)).toBe((1 / 2 + 1 / 4) / 2);
    expect(decidedShare('P03', 'P03', 1_000)).toBeCloseTo(1 / 3, 3);
  });

  test('says nothing of strangers, nor of two who follow each other', () => {
    expect(decidedShare('a stranger', 'always:odd', 100)).toBeUndefined();
    expect(decidedShare('mirror', 'mirror', 100)).toBeUndefined();
    expect(decidedShare('frequency', 'P01', 100)).toBeUndefined();
  });

  test('is what the strategies really do', async () => {
    const [games, bouts] = [12, 60];
    for (const first of field.candidates) {
      for (const second of [...field.opponents.slice(1), first]) {
        const share = decidedShare(first.name, second.name, games);
        // A coin is a coin against anybody, so it is tossed against one of them.
        const isTossed = share === 0.5 && first.name !== 'P03' && second.name !== 'always:even';
        if (share === undefined || isTossed) continue;
        expect(Math.abs((await decided(first, second)) - share), `${first.name} ${second.name}`).toBeLessThan(0.08);
      }
    }

    async function decided(first: Entrant, second: Entrant): Promise<number> {
      let count = 0;
      for (let seed = 1; seed <= bouts; seed++) {
        count += games - (await bout(evenOdd, [first.strategy, second.strategy], games, seed)).draws;
      }
      return count / (games * bouts);
    }
  });
});

describe('what was seen', () => {
  const tally = { games: 100, won: 25, drawn: 50, lost: 25, technical: 0, timeouts: 0, crashes: 0 };

  test('is compared with what was expected, won and drawn', () => {
    const comparisons = comparisonsOf(tally, 0.5);
    expect(comparisons.map(({ what, seen, of, expected }) => [what, seen, of, expected])).toEqual([
      ['won', 25, 100, 0.25],
      ['drawn', 50, 100, 0.5],
    ]);
    expect(comparisons.some((each) => isOutside(each))).toBe(false);
  });

  test('is marked when the interval does not hold it', () => {
    const [won, drawn] = comparisonsOf({ ...tally, won: 60, drawn: 30, lost: 10 }, 0.5);
    expect([won, drawn].map((each) => each !== undefined && isOutside(each))).toEqual([true, true]);
  });

  test('is held to half of the decided games where nothing else is known', () => {
    const [only, ...others] = comparisonsOf({ ...tally, won: 30, drawn: 60, lost: 10 }, undefined);
    expect(others).toEqual([]);
    expect(only).toMatchObject({ seen: 30, of: 40, expected: 0.5 });
    expect(only !== undefined && isOutside(only)).toBe(true);
  });

  test('can be spoiled by chance unless all or nothing was expected', () => {
    const everything = comparisonsOf({ ...tally, won: 0, drawn: 100, lost: 0 }, 0);
    expect(everything.some(isByChance)).toBe(false);
    expect(everything.some((each) => isOutside(each))).toBe(false);
    const oneTooMany = comparisonsOf({ ...tally, won: 10, drawn: 90, lost: 0 }, 0);
    expect(oneTooMany.every((each) => isOutside(each))).toBe(true);
  });
});
