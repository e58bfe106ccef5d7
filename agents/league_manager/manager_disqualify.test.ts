/** A league that disqualifies takes a player out at its first breach, and says so in its table. */
import { expect, test } from 'vitest';
import type { JsonObject } from '../../SHARED/core/json.ts';
import { unwrap } from '../../SHARED/core/result.ts';
import { fakeClock } from '../../SHARED/testing/fake_clock.ts';
import { judge } from '../../SHARED/testing/shipped_games.ts';
import { type Claim, stage } from './testing/rehearsal_stage.ts';

const plays = ({ player_a, player_b }: JsonObject): Claim => ({
  moves: [{ [player_a as string]: 'even', [player_b as string]: 'odd' }],
});
const VIOLATIONS = [{ player_id: 'P01', kind: 'crash', example: 'CHOOSE_PARITY_RESPONSE: it answered with an error' }];

/** A league of three in which the report of the first match names a breach of P01. */
async function reported(violations: 'count' | 'disqualify') {
  const on = stage({ clock: fakeClock(), judge, plays });
  const manager = unwrap(await on.start({ settings: { keep: true }, file: { violations } }));
  let told = false;
  await on.referee('REF01', (order) => {
    const names = [order['player_a'], order['player_b']];
    if (told || !names.includes('P01')) return plays(order);
    told = true;
    const report = on.reportOf(order, plays(order)) as JsonObject & {
      readonly result: { readonly details: JsonObject };
    };
    const details = { ...report.result.details, violations: VIOLATIONS };
    void on.say('MATCH_RESULT_REPORT', { ...report, result: { ...report.result, details } }, on.tokenOf('REF01'));
    return undefined;
  });
  await on.register('REF01');
  await on.assemble(['P01', 'P02', 'P03', 'P04'], []);
  await on.startLeague();
  await on.clock.advance(60_000);
  return { on, manager };
}

test('under disqualify the first breach removes the player by the rule, with its reason in the table', async () => {
  const { manager } = await reported('disqualify');
  expect(manager.league.agents.get('P01')?.removed).toMatchObject({ by: 'rule', counted: false });
  const row = manager.rows().find(({ player_id }) => player_id === 'P01');
  expect(row).toMatchObject({ mark: 'disqualified', violations: { crash: 1 } });
  expect(row?.reason).toMatch(/^condition 6 of 8 \(crash\) in R\dM\d/);
  expect(manager.rows().at(-1)?.player_id).toBe('P01');
});

test('under count it plays on, and the table has the number', async () => {
  const { manager } = await reported('count');
  expect(manager.league.agents.get('P01')?.removed).toBeUndefined();
  const row = manager.rows().find(({ player_id }) => player_id === 'P01');
  expect(row).toMatchObject({ violations: { crash: 1 } });
  expect(row).not.toHaveProperty('mark');
});
