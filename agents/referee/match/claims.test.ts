/** What a player says of itself beside its move: no words of it stop a report, or are a breach. */
import { describe, expect, test } from 'vitest';
import { type ModelTotals, modelSum, UsedModel } from '../../../SHARED/contracts/messages/result.ts';
import { check } from '../../../SHARED/contracts/read.ts';
import type { Json, JsonObject } from '../../../SHARED/core/json.ts';
import { fakeClock } from '../../../SHARED/testing/fake_clock.ts';
import { gameOf } from '../../../SHARED/testing/shipped_games.ts';
import { stage } from '../testing/rehearsal.ts';

const [FIRST, SECOND] = [
  [0, 1, 2],
  [3, 4],
];

/** The details of a match of tic_tac_toe that P01 wins in three moves, with `said` beside each of them. */
async function detailsWith(said: JsonObject) {
  const s = stage({ clock: fakeClock(), gameOf, game_type: 'tic_tac_toe' });
  await s.ready();
  await s.player('P01', 0, {
    GAME_MOVE_CALL: (call, nth) => ({ ...s.answerTo(call, FIRST?.[nth - 1] ?? null), ...said }),
  });
  await s.player('P02', (nth) => SECOND?.[nth - 1] ?? null);
  const { details } = await s.reported(s.clock);
  expect(details['termination']).toBe('normal');
  return details;
}

const USE = { model: 'tiny-1', requests: 1, tokens_in: 7, tokens_out: 1, latency_ms: 9 };
const largest = (field: 'tokens_in' | 'cost' | 'latency_ms') => {
  const { maximum } = UsedModel.properties[field] as { readonly maximum?: number };
  return maximum ?? Number.MAX_SAFE_INTEGER;
};

test('the largest use of a model that counts, said with every move, is reported', async () => {
  const most = { requests: 1_000, tokens_in: largest('tokens_in'), tokens_out: largest('tokens_in') };
  const model_use = { ...USE, ...most, cost: largest('cost'), latency_ms: largest('latency_ms') };
  expect(check(UsedModel, model_use).ok).toBe(true);
  const { models } = await detailsWith({ model_use });
  expect(models).toMatchObject([
    { player_id: 'P01', tokens_in: 3 * most.tokens_in, cost: 3 * model_use.cost, moves: 3 },
  ]);
});

describe('what is no use of a model is left out, and is no breach', () => {
  test.each<[Json]>(
    [
      'gpt-4o',
      null,
      ['tiny-1'],
      { model: 'x', input_tokens: 3 },
      { ...USE, tokens_in: Number.MAX_SAFE_INTEGER },
      { ...USE, tokens_out: 1e300 },
      { ...USE, requests: Number.MAX_SAFE_INTEGER },
      { ...USE, cost: 1.7e308 },
      { ...USE, latency_ms: 1e300 },
      { ...USE, guarded: 'by magic' },
      { ...USE, model: 'x'.repeat(200) },
    ].map((said): [Json] => [said]),
  )('%j', async (model_use) => {
    const { models, violations, timeline } = await detailsWith({ model_use });
    expect([models, violations]).toEqual([undefined, undefined]);
    expect(JSON.stringify(timeline)).not.toContain('model_use');
  });
});

test('only what belongs to a use of a model is kept of it', async () => {
  const { models, timeline } = await detailsWith({ model_use: { ...USE, player_id: 7, moves: -1, essay: 'x' } });
  const sum = { model: 'tiny-1', requests: 3, tokens_in: 21, tokens_out: 3, moves: 3, guarded: {} };
  expect(models).toEqual([{ player_id: 'P01', ...sum, latencies_ms: [9, 9, 9] }]);
  expect(JSON.stringify(timeline)).not.toMatch(/essay|moves/);
});

describe('what is no sentence on a strategy that failed', () => {
  test.each<Json>([true, 7, { why: 'x' }])('is left out, and is no breach: %j', async (said) => {
    const { guarded, violations } = await detailsWith({ guarded: said });
    expect([guarded, violations]).toEqual([undefined, undefined]);
  });

  test('is cut where it is too long', async () => {
    const { guarded, violations } = await detailsWith({ guarded: 'x'.repeat(2_000) });
    expect([guarded, violations]).toEqual([{ P01: 3 }, undefined]);
  });
});

test('a sum of totals stays a number that may be reported, whatever a referee said', () => {
  const most = Number.MAX_SAFE_INTEGER;
  const totals: ModelTotals = {
    ...{ player_id: 'P01', model: 'x', requests: most, tokens_in: most, tokens_out: most, cost: 1.7e308 },
    ...{ moves: most, guarded: { time: most }, latencies_ms: [] },
  };
  const { cost = 0, tokens_in, moves, guarded } = modelSum([totals, totals, totals]);
  expect([tokens_in, moves, guarded.time]).toEqual([most, most, most]);
  expect(Number.isFinite(cost)).toBe(true);
});
