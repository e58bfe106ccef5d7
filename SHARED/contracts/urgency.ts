/** The priority of messages in a queue: one small table, by message type. */
import { canonicalType } from './dialects/spellings.ts';
import type { MessageType } from './index.ts';

/** Most urgent first: messages that decide a match, that lead the league from round to round, that merely inform. */
export const URGENCIES = ['decides', 'leads', 'informs'] as const;
/** The priority class of a message. */
export type Urgency = (typeof URGENCIES)[number];

/** Messages of one story keep one urgency: standings, the end of a round and the next round are heard in that order. */
const URGENCY: { readonly [T in MessageType]: Urgency } = {
  RUN_MATCH: 'decides',
  RUN_MATCH_ACK: 'decides',
  GAME_INVITATION: 'decides',
  GAME_JOIN_ACK: 'decides',
  CHOOSE_PARITY_CALL: 'decides',
  CHOOSE_PARITY_RESPONSE: 'decides',
  GAME_MOVE_CALL: 'decides',
  GAME_MOVE_RESPONSE: 'decides',
  MATCH_RESULT_REPORT: 'decides',
  MATCH_RESULT_ACK: 'decides',
  REFEREE_REGISTER_REQUEST: 'leads',
  REFEREE_REGISTER_RESPONSE: 'leads',
  LEAGUE_REGISTER_REQUEST: 'leads',
  LEAGUE_REGISTER_RESPONSE: 'leads',
  START_LEAGUE: 'leads',
  LEAGUE_STATUS: 'leads',
  AGENT_COMMAND: 'leads',
  PAUSE_COMMAND: 'leads',
  ROUND_ANNOUNCEMENT: 'leads',
  ROUND_ANNOUNCEMENT_ACK: 'leads',
  GAME_OVER: 'leads',
  GAME_OVER_ACK: 'leads',
  LEAGUE_STANDINGS_UPDATE: 'leads',
  STANDINGS_UPDATE_ACK: 'leads',
  ROUND_COMPLETED: 'leads',
  ROUND_COMPLETED_ACK: 'leads',
  LEAGUE_COMPLETED: 'leads',
  LEAGUE_COMPLETED_ACK: 'leads',
  SHUTDOWN_COMMAND: 'leads',
  SHUTDOWN_ACK: 'leads',
  LEAGUE_QUERY: 'informs',
  LEAGUE_QUERY_RESPONSE: 'informs',
  LEAGUE_ERROR: 'informs',
  GAME_ERROR: 'informs',
};
const byType: ReadonlyMap<string, Urgency> = new Map(Object.entries(URGENCY));

/** The urgency of a message type; a request without one, such as a read-only method, informs. */
export function urgencyOf(message_type: string | undefined): Urgency {
  return byType.get(canonicalType(message_type ?? '')) ?? 'informs';
}
