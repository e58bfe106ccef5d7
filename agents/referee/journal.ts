/** The agent log of a referee: every message it sends or receives, with as much of it as people look for. */
import type { Envelope } from '../../SHARED/contracts/contract.ts';
import { wordsFor } from '../../SHARED/contracts/moves.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../SHARED/league_sdk/core/json.ts';
import type { AgentLogger, Details } from '../../SHARED/league_sdk/logger.ts';
import type { Observer, Sighting } from '../../SHARED/league_sdk/peer.ts';

/** Takes down messages from the first one on. */
export interface Journal {
  readonly observe: Observer;
  /** From here on it writes; what was seen before comes first. */
  open(log: Pick<AgentLogger, 'log' | 'agentId'>): void;
}

/** Before a referee has its id there is no file to write to, so what it sees is kept; it is never much. */
export function makeJournal(game_types: readonly string[]): Journal {
  const fileWords = new Map<string, string>(
    game_types.map((type) => [wordsFor(type).answer, wordsFor(type).record.message_type]),
  );
  let early: Sighting[] = [];
  let log: Pick<AgentLogger, 'log' | 'agentId'> | undefined;

  function observe(sighting: Sighting): void {
    if (log === undefined) {
      early.push(sighting);
      return;
    }
    const { direction, peer, message } = sighting;
    const type = fileWords.get(message.message_type) ?? message.message_type;
    const level = message.message_type.endsWith('_ERROR') ? 'WARNING' : 'INFO';
    log.log(direction, { type, peer }, level, detailsOf(message, log.agentId));
  }

  return {
    observe,
    open(opened) {
      log = opened;
      const seen = early;
      early = [];
      for (const sighting of seen) observe(sighting);
    },
  };
}

/** Fields that say where and how, and never what somebody chose. */
const OPEN_FIELDS = ['match_id', 'step', 'status', 'reason', 'error_code', 'affected_player', 'retry_count'] as const;

function detailsOf(message: Envelope & JsonObject, me: string): Details {
  const details: { [field: string]: Json } = {};
  for (const field of OPEN_FIELDS) {
    const value = message[field];
    if (value !== undefined && value !== null) details[field] = value;
  }
  const { round_id, match_id } = message;
  const place = match_id === undefined ? { round_id } : {};
  return { ...place, ...details, ...particulars(message, me) };
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
