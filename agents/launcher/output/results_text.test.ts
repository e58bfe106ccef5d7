import { expect, test } from 'vitest';
import { byNaturalOrder } from '../../../SHARED/core/ids.ts';
import { type Final, finalDocument, finalText } from './results_text.ts';

/** A finished league of so many players, of whom so many share the first place. */
function finished(players: number, firsts: number): Final {
  const standings = Array.from({ length: players }, (_, i) => ({
    ...{
      rank: i < firsts ? 1 : i + 1,
      player_id: `P${i + 1}`,
      display_name: i === 1 ? 'Two\u001b[2J' : `Agent ${i + 1}`,
    },
    ...{ played: 1, games_played: 1, wins: 0, draws: 1, losses: 0, technical_losses: 0, points: i < firsts ? 1 : 0 },
  })).sort((a, b) => a.rank - b.rank || byNaturalOrder(a.player_id, b.player_id));
  return { standings: { standings }, rounds: { rounds: [] } } as unknown as Final;
}

const championLine = (final: Final) => /^Champion: .*$/m.exec(finalText(final))?.[0];

test.each([
  [1, 'Champion: Agent 1 (P1) with 1 point.'],
  [2, 'Champion: Agent 1 (P1) with 1 point, by id alone: 2 players share the first place: Agent 1 (P1), Two�[2J (P2).'],
  [
    3,
    'Champion: Agent 1 (P1) with 1 point, by id alone: 3 players share the first place: Agent 1 (P1), Two�[2J (P2), Agent 3 (P3).',
  ],
  [
    250,
    'Champion: Agent 1 (P1) with 1 point, by id alone: 250 players share the first place: Agent 1 (P1), Two�[2J (P2), Agent 3 (P3) and 247 more.',
  ],
])('of %i equal firsts the screen names a few, and how many more there are', (firsts, line) => {
  expect(championLine(finished(firsts, firsts))).toBe(line);
  expect(championLine(finished(firsts + 2, firsts))).toBe(line);
});

test('a league without players has no champion', () => {
  expect(championLine(finished(0, 0))).toBeUndefined();
});

test('a model is told with whose moves they were, why a guard moved, what it spent and the median of its times', () => {
  const match = (own: object) => ({ match_id: 'R1M1', player_a: 'P1', player_b: 'P2', models: [own] });
  const totals = { player_id: 'P1', model: 'tiny-1', requests: 3, tokens_in: 100, tokens_out: 10, cost: 0.25 };
  const matches = [
    match({ ...totals, moves: 2, guarded: { provider: 1 }, latencies_ms: [900, 100, 5_000] }),
    match({ ...totals, moves: 0, guarded: { answer: 1, time: 2 }, latencies_ms: [200, 24_000, 300] }),
  ];
  const final = { ...finished(2, 1), rounds: { rounds: [{ matches }] } } as unknown as Final;
  expect(finalText(final)).toContain(
    '  P1 thinks with tiny-1: 2 moves by the model, 4 by the guard (1 as the provider failed, 1 as the answer was no move, 2 as time was over); 200 tokens in, 20 out (without requests that were given up), median 300 ms, cost 0.5000.\n',
  );
  expect(finalDocument(final).standings[0]?.model).toEqual({
    ...{ model: 'tiny-1', requests: 6, tokens_in: 200, tokens_out: 20, cost: 0.5 },
    ...{ moves: 2, guarded: { provider: 1, answer: 1, time: 2 }, median_ms: 300 },
  });
});
