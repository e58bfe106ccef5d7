import { describe, expect, test } from 'vitest';
import { hasPostgres } from '../../testing/postgres_server.ts';
import { BLOWS, type Blow, blowPlan } from './blow_plan.ts';
import { databaseChaos } from './database_chaos.ts';
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
