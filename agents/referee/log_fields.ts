/** What of each message goes into a referee's log: as much as people look for, and never a choice. */
import type { Envelope } from '../../SHARED/contracts/contract.ts';
import { wordsFor } from '../../SHARED/contracts/moves.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../SHARED/core/json.ts';
import type { Details } from '../../SHARED/league_sdk/logger.ts';
import { fieldsOf, type Line } from '../../SHARED/league_sdk/logs/message_log.ts';
import type { LoggedMessage } from '../../SHARED/league_sdk/messaging/peer.ts';

/** Fields that say where and how. */
const OPEN_FIELDS = ['match_id', 'step', 'status', 'reason', 'error_code', 'affected_player', 'retry_count'] as const;

/** The line of one message, moves in the words of their games' records. */
export function describer(game_types: readonly string[]): (sighting: LoggedMessage, me: string) => Line {
  const fileWords = new Map<string, string>(
    game_types.map((type) => [wordsFor(type).answer, wordsFor(type).record.message_type]),
  );
  return ({ message }, me) => ({
    message_type: fileWords.get(message.message_type) ?? message.message_type,
    level: message.message_type.endsWith('_ERROR') ? 'WARNING' : 'INFO',
    details: detailsOf(message, me),
  });
}

function detailsOf(message: Envelope & JsonObject, me: string): Details {
  const { round_id, match_id } = message;
  const place = match_id === undefined ? { round_id } : {};
  return { ...place, ...fieldsOf(message, OPEN_FIELDS), ...particulars(message, me) };
}

function particulars(message: Envelope & JsonObject, me: string): Details {
  const { referee_meta, matches, result, game_result } = message;
  switch (message.message_type) {
    case 'REFEREE_REGISTER_REQUEST':
      return isJsonObject(referee_meta) ? { capabilities: referee_meta['game_types'] } : {};
    case 'ROUND_ANNOUNCEMENT':
      return { assigned_matches: isJsonArray(matches) ? assignedTo(me, matches) : [] };
    case 'MATCH_RESULT_REPORT':
      return isJsonObject(result) ? { winner_id: result['winner'] } : {};
    case 'GAME_OVER':
      return isJsonObject(game_result) ? { winner_id: game_result['winner_player_id'] } : {};
    default:
      return {};
  }
}

function assignedTo(me: string, matches: readonly Json[]): readonly Json[] {
  return matches.flatMap((match) =>
    isJsonObject(match) && match['referee_id'] === me ? [match['match_id'] as Json] : [],
  );
}
