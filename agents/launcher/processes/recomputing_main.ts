/** A thread of `league verify`: recomputes the batches of results it is given, one after the other. */
import { unwrap } from '../../../SHARED/core/result.ts';
import { makeJudge } from '../../../SHARED/games/judge.ts';
import { loadGames } from '../../../SHARED/games/load_games.ts';
import { firstWrong, type ResultBatch } from '../../league_manager/audit/recorded_results.ts';
import type { RecomputingData } from './recomputing.ts';
import { answerAll, threadData } from './threads.ts';

const { games, done } = threadData<RecomputingData>();
const judge = makeJudge(unwrap(await loadGames(games)).gameOf);

answerAll(async (batch: string) => {
  const wrong = firstWrong(JSON.parse(batch) as ResultBatch, judge);
  Atomics.add(done, 0, 1);
  return wrong;
});
