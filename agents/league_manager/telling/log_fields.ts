/** What of each message goes into the manager's own agent log, without what must not be told. */
import { fieldsOf, type Line } from '../../../SHARED/league_sdk/logs/message_log.ts';
import type { LoggedMessage } from '../../../SHARED/league_sdk/messaging/peer.ts';

/** Fields worth keeping. */
const TOLD = [
  'round_id',
  'match_id',
  'status',
  'reason',
  'query_type',
  'success',
  'assignment_epoch',
  'error_code',
  'league_id',
] as const;

/** The line of one message. */
export function describeMessage({ message }: LoggedMessage): Line {
  return { message_type: message.message_type, level: 'INFO', details: fieldsOf(message, TOLD) };
}
