import { describe, expect, test } from 'vitest';
import { chaos } from './chaos_command.ts';
import { chaosText } from './figures.ts';
import { killPlan, ROLES } from './kill_plan.ts';

describe('the plan', () => {
  test('is the same for the same seed, and another for another', () => {
    expect(killPlan(50, 1)).toEqual(killPlan(50, 1));
    expect(killPlan(50, 1)).not.toEqual(killPlan(50, 2));
  });

  test('kills two managers and two referees for every player', () => {
    const plan = killPlan(10_000, 1);
    const shares = ROLES.map((role) => plan.filter((kill) => kill.role === role).length / plan.length);
    for (const [i, share] of [0.4, 0.4, 0.2].entries()) expect(shares[i]).toBeCloseTo(share, 1);
  });
});

test.runIf(process.platform === 'linux')(
  'a league whose processes are killed ends with every result there once, as it was told',
  async () => {
    const lines: string[] = [];
    const { figures, violations, kept } = await chaos({
      kills: 6,
      byHand: 3,
      players: 4,
      seed: 1,
      tell: (line) => lines.push(line),
    });
    expect({ violations, kept }).toEqual({ violations: [], kept: undefined });
    expect(figures).toMatchObject({
      kills: 6,
      kills_by_hand: 3,
      usurped: 0,
      too_soon: 0,
      lost: 0,
      doubled: 0,
      changed: 0,
      not_ended: 0,
      untrue: 0,
    });
    expect(figures.results).toBe(6 * figures.leagues);
    expect(figures.attested).toBe(figures.results);
    expect(lines.at(-1)).toMatch(/^6 of 6 kills, league \d+$/);
    expect(chaosText(figures)).toMatch(/^ {2}lost +0$/m);
  },
  90_000,
);
