import { describe, expect, test } from 'vitest';
import { hasPostgres } from '../../testing/postgres_server.ts';
import { BLOWS, type Blow, blowPlan, onHosts } from './blow_plan.ts';
import { type DatabaseChaosOptions, databaseChaos } from './database_chaos.ts';
import { databaseText } from './database_figures.ts';

describe('the plan', () => {
  test('is the same for the same seed, and another for another', () => {
    expect(blowPlan(50, 1)).toEqual(blowPlan(50, 1));
    expect(blowPlan(50, 1)).not.toEqual(blowPlan(50, 2));
  });

  test('strikes in every way, as often as it says', () => {
    const plan = blowPlan(10_000, 1);
    const all = BLOWS.reduce((sum, { share }) => sum + share, 0);
    for (const { target, way, share } of BLOWS) {
      const found = plan.filter((blow) => blow.target === target && blow.way === way).length;
      expect(found / plan.length, `${target} ${way}`).toBeCloseTo(share / all, 1);
    }
  });
});

const struck = (target: Blow['target'], way: Blow['way'], ms = 0): Blow => ({
  ...{ target, way, ms },
  which: 0,
  afterProgress: true,
  delayMs: 50,
});

test('a league that hosts play is struck in the same measure, half of the time without its manager', () => {
  const plan = blowPlan(2_000, 1);
  const hosted = plan.map(onHosts);
  const count = (blows: readonly Blow[], ...words: readonly string[]) =>
    blows.filter(({ target, way }) => words.includes(`${target} ${way}`)).length;
  for (const way of ['killed', 'frozen'])
    expect(count(hosted, `host ${way}`, `host ${way} alone`)).toBe(count(plan, `leader ${way}`));
  expect(count(hosted, 'host killed') / count(plan, 'leader killed')).toBeCloseTo(0.5, 1);
  expect(hosted.filter(({ target }) => target === 'leader' || target === 'standby')).toEqual([]);
  expect(count(hosted, 'referee killed')).toBe(count(plan, 'referee killed'));
});

test.skipIf(!(await hasPostgres()))(
  'a league whose managers, agents and database are struck ends with every result there once, as it was told',
  async () => {
    const plan = [
      struck('leader', 'killed'),
      struck('database', 'killed', 200),
      struck('leader', 'cut off'),
      struck('referee', 'killed'),
      struck('database', 'full', 800),
    ];
    const kills = plan.length;
    const { figures, violations, kept } = await databaseChaos({
      kills,
      plan,
      players: 6,
      seed: 1,
      kinds: ['managers'],
      tell: () => undefined,
    });
    expect({ violations, kept }).toEqual({ violations: [], kept: undefined });
    expect(figures).toMatchObject({ kills, lost: 0, doubled: 0, changed: 0, not_ended: 0, untrue: 0 });
    expect(figures.results).toBe(15 * figures.leagues);
    // Of a match whose referee is killed with the acknowledgement on its way, nobody else may have heard.
    expect(figures.attested).toBeGreaterThan(figures.results / 2);
    expect(databaseText(figures)).toMatch(/^ {2}lost +0$/m);
  },
  180_000,
);

test.skipIf(!(await hasPostgres()))(
  'a league of two hosts goes on when the one that plays it is killed with its manager',
  async () => {
    const plan = [{ ...struck('leader', 'killed'), which: 0.5 }];
    const options: DatabaseChaosOptions = {
      ...{ kills: 1, plan, players: 4, seed: 1, kinds: ['hosts'] },
      tell: () => undefined,
    };
    const { figures, violations, kept } = await databaseChaos(options);
    expect({ violations, kept }).toEqual({ violations: [], kept: undefined });
    expect(figures).toMatchObject({ kills: 1, results: 6, lost: 0, doubled: 0, changed: 0, not_ended: 0, untrue: 0 });
    expect(figures.recovery_ms).toMatchObject({ 'host killed': { kills: 1 } });
  },
  180_000,
);
