import { expect, onTestFinished, test } from 'vitest';
import { unwrap } from '../../../SHARED/core/result.ts';
import { ConfigLoader } from '../../../SHARED/league_sdk/config_loader.ts';
import { nodeDisk } from '../../../SHARED/league_sdk/disk/node_disk.ts';
import { judge } from '../../../SHARED/testing/shipped_games.ts';
import { SHIPPED_CONFIG } from '../../../SHARED/testing/test_config.ts';
import type { ResultBatch } from '../../league_manager/audit/recorded_results.ts';
import { rulesIn } from '../../league_manager/settings.ts';
import { folded, leagueFile, matchIn, running } from '../../league_manager/testing/rehearsal.ts';
import { Mistake } from '../options.ts';
import { recomputingIn } from './recomputing.ts';

const { games } = unwrap(await new ConfigLoader(nodeDisk(), SHIPPED_CONFIG).loadGamesRegistry());
const config = leagueFile({ game_type: 'even_odd' });
const match = matchIn(folded(running({ players: 2 })), 'R1M1');

/** A batch of one honest result, or of one whose winner is nobody that played. */
function batchAt(line: number, isWrong: boolean): ResultBatch {
  const { match_id, seats } = match.pairing;
  const terms = { ...config, draw_seed: match.seed, players: seats };
  const honest = unwrap(judge(terms, { moves: [{ [seats[0]]: 'even', [seats[1]]: 'even' }], faults: [] }));
  const result = isWrong ? { ...honest, winner: 'P99' } : honest;
  const recorded = { match_id, seed: match.seed, seats, result, verified: true, at: { line } };
  return { game_type: config.game_type, rules: rulesIn(config), results: [recorded] };
}

test.each([0, 1, 3])('with %i threads the first wrong result is the first in the ledger', async (threads) => {
  const recomputing = recomputingIn({ games, judge, threads, after: 2 });
  onTestFinished(recomputing.end);
  for (let line = 1; line <= 40; line++) recomputing.take(batchAt(line, line === 17 || line === 30));
  expect(await recomputing.first()).toEqual({
    ...{ code: 'DAMAGED', line: 17, kind: 'match_decided' },
    detail: 'match R1M1: the winner is nobody (a draw), not P99',
  });
  expect(recomputing.isWrong).toBe(true);
});

test('of honest results none is wrong', async () => {
  const recomputing = recomputingIn({ games, judge, threads: 2, after: 0 });
  onTestFinished(recomputing.end);
  for (let line = 1; line <= 40; line++) recomputing.take(batchAt(line, false));
  expect([await recomputing.first(), recomputing.isWrong]).toEqual([undefined, false]);
});

test('a thread that breaks is told, and nothing counts as recomputed', async () => {
  const nowhere = [{ game_type: 'even_odd', rules_module: '/nowhere/rules.ts' }];
  const recomputing = recomputingIn({ games: nowhere, judge, threads: 1, after: 0 });
  onTestFinished(recomputing.end);
  recomputing.take(batchAt(1, false));
  await expect(recomputing.first()).rejects.toThrow(Mistake);
});
