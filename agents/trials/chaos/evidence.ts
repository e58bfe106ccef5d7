/** The results agents were told of, from the files they left behind: nothing here is read from the ledger. */
import type { Json, JsonObject } from '../../../SHARED/core/json.ts';

/** An agent's word that a match ended, and how, as far as it was said. */
export interface Testimony {
  readonly match_id: string;
  /** The agent, and the file or message that is its word. */
  readonly by: string;
  readonly winner?: string | null;
  /** Points, by player, of the players that are named. */
  readonly score?: { readonly [player_id: string]: number };
  readonly choices?: Json | undefined;
  readonly drawn?: Json | undefined;
}

interface LogLine {
  readonly direction?: string;
  readonly message_type?: string;
  readonly details?: { readonly [name: string]: Json };
}

/** A referee's log: the results it reported and was told to be recorded. */
export function fromReferee(referee_id: string, log: string): readonly Testimony[] {
  const reported = new Map<string, string | null>();
  const heard: Testimony[] = [];
  for (const { direction, message_type, details = {} } of linesOf(log)) {
    const match_id = String(details['match_id']);
    if (direction === 'SENT' && message_type === 'MATCH_RESULT_REPORT')
      reported.set(match_id, details['winner_id'] as string | null);
    if (direction !== 'RECEIVED' || message_type !== 'MATCH_RESULT_ACK' || details['status'] !== 'recorded') continue;
    const winner = reported.get(match_id);
    const by = `the acknowledgement in the log of ${referee_id}`;
    heard.push({ match_id, by, ...(winner === undefined ? {} : { winner }) });
  }
  return heard;
}

/** A player's log: the results it was told by its referee. */
export function fromPlayer(player_id: string, log: string): readonly Testimony[] {
  return linesOf(log).flatMap(({ direction, message_type, details = {} }) => {
    // One that was restarted since may not know the match any more, and says so.
    if (direction !== 'RECEIVED' || message_type !== 'GAME_OVER' || details['error_code'] !== undefined) return [];
    const points = details['points_earned'];
    const by = `GAME_OVER in the log of ${player_id}`;
    const score = typeof points === 'number' ? { score: { [player_id]: points } } : {};
    return [{ match_id: String(details['match_id']), by, ...score }];
  });
}

/** A player's memory of this run. */
export function fromHistory(player_id: string, text: string, run_id: string): readonly Testimony[] {
  const { matches } = JSON.parse(text) as { readonly matches: readonly (JsonObject & HistoryEntry)[] };
  return matches
    .filter((entry) => entry.run_id === run_id)
    .map((entry) => ({
      match_id: entry.match_id,
      by: `the history of ${player_id}`,
      score: { [player_id]: entry.points_earned },
      choices: entry['choices'],
      drawn: entry['drawn_number'],
    }));
}

interface HistoryEntry {
  readonly match_id: string;
  readonly run_id: string;
  readonly points_earned: number;
}

/** The lines of a log that can be read: a process killed in the middle of one leaves half of it. */
function linesOf(log: string): readonly LogLine[] {
  return log.split('\n').flatMap((line) => {
    try {
      return line === '' ? [] : [JSON.parse(line) as LogLine];
    } catch {
      // Half a line is no evidence of anything.
      return [];
    }
  });
}
