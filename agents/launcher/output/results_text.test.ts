import { describe, expect, test } from 'vitest';
import { byNaturalOrder } from '../../../SHARED/core/ids.ts';
import { memoryDisk } from '../../../SHARED/league_sdk/disk/memory_disk.ts';
import { dataPaths } from '../../../SHARED/league_sdk/paths.ts';
import { Mistake } from '../options.ts';
import { type Final, finalDocument, finalFiles, finalText } from './results_text.ts';

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

describe('the rounds of a long league', () => {
  const paths = dataPaths('/data');
  const at = '2025-01-15T10:00:00.000Z';
  const round = (round_id: number) => ({
    round_id,
    status: 'COMPLETED',
    started_at: at,
    completed_at: at,
    matches: [],
  });
  const base = { schema_version: '1.0.0', league_id: 'L', run_id: 'R' };

  /** What is read of a league of four rounds, the first three in slices. */
  async function read(changed: { readonly [path: string]: object | undefined } = {}) {
    const files: { readonly [path: string]: object | undefined } = {
      [paths.standings('L')]: { ...base, version: 0, last_updated: at, rounds_completed: 4, standings: [] },
      [FIRST]: { ...base, removals: 0, last_round: 2, rounds: [round(1), round(2)] },
      [SECOND]: { ...base, removals: 0, last_round: 3, rounds: [round(3)] },
      [paths.rounds('L')]: { ...base, total_rounds: 4, rounds: [round(4)] },
      ...changed,
    };
    const disk = memoryDisk();
    for (const [path, file] of Object.entries(files))
      if (file !== undefined) await disk.replace(path, JSON.stringify(file));
    const final = await finalFiles(disk, '/data', 'L', Promise.resolve());
    return final?.rounds.rounds.map(({ round_id }) => round_id);
  }
  const [FIRST, SECOND] = [paths.roundsFrom('L', 1), paths.roundsFrom('L', 3)];

  test('are read from its slices and from rounds.json', async () => {
    expect(await read()).toEqual([1, 2, 3, 4]);
  });

  test('are those of rounds.json alone where that begins with the first', async () => {
    const rounds = { ...base, total_rounds: 4, rounds: [1, 2, 3, 4].map(round) };
    expect(await read({ [paths.rounds('L')]: rounds })).toEqual([1, 2, 3, 4]);
  });

  const slice = { ...base, removals: 0, last_round: 3, rounds: [round(3)] };
  test.each([
    ['is missing', SECOND, undefined, 'it is missing'],
    ['is of another run', SECOND, { ...slice, run_id: 'Q' }, 'it is of another run'],
    ['ends before it begins', SECOND, { ...slice, last_round: 2 }, 'it is not the rounds from 3 to one before 4'],
    ['goes beyond the first of rounds.json', SECOND, { ...slice, last_round: 4 }, 'it is not the rounds from 3'],
    ['has other rounds than it says', SECOND, { ...slice, rounds: [] }, 'it is not the rounds from 3'],
  ])('are not shown short where a slice %s', async (_, path, found, why) => {
    await expect(read({ [path]: found })).rejects.toThrow(`${path}: ${why}`);
    await expect(read({ [path]: found })).rejects.toThrow(Mistake);
  });
});
