/** What a seat's player remembers of this run on disk, for clients that go on after the manager was stopped or killed. */
import { factsOf, type HistoryEntry } from '../../SHARED/contracts/files/history.ts';
import type { Json } from '../../SHARED/core/json.ts';
import { err, ok, type Result } from '../../SHARED/core/result.ts';
import { PlayerHistoryRepository, type Store } from '../../SHARED/league_sdk/repositories.ts';
import type { FinishedMatch } from './news.ts';

/** Which league, and which run of it. */
export interface Run {
  readonly league_id: string;
  readonly run_id: string;
}

/** The finished matches of a player in this run, oldest first, or why its history cannot be read. */
export async function pastMatchesOf(
  player_id: string,
  run: Run,
  store: Store,
): Promise<Result<readonly FinishedMatch[], string>> {
  try {
    const read = await new PlayerHistoryRepository(player_id, store).getHistory();
    if (!read.ok) return err(read.error.detail);
    const ofRun = read.value.matches.filter(
      ({ league_id, run_id }) => league_id === run.league_id && run_id === run.run_id,
    );
    return ok(ofRun.map(finishedMatch));
  } catch (thrown) {
    return err((thrown as Error).message);
  }
}

function finishedMatch(entry: HistoryEntry): FinishedMatch {
  const { match_id, round_id, opponent_id, opponent_name, reason, termination, moves } = entry;
  return {
    ...{ match_id, round_id, opponent_id },
    ...(opponent_name === undefined ? {} : { opponent_name }),
    ...{ result: entry.result, points: entry.points_earned, why: reason ?? '' },
    ...(termination === undefined ? {} : { termination }),
    ...{ your_move: entry.my_choice, opponent_move: entry.opponent_choice, facts: { ...factsOf(entry) } },
    ...(moves === undefined ? {} : { moves: moves as Json }),
    draw_seed: null,
  };
}
