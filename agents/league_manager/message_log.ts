/** The manager's own agent log: every message sent and received, without what must not be told. */
import type { Json } from '../../SHARED/league_sdk/core/json.ts';
import type { AgentLogger, Details } from '../../SHARED/league_sdk/logger.ts';
import type { Observer } from '../../SHARED/league_sdk/peer.ts';

/** Fields worth keeping; a list, so that tokens, tickets, seeds and choices cannot slip in. */
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

/** Writes one line per message. */
export function messageLog(logger: AgentLogger): Observer {
  return ({ direction, peer, message }) => {
    const details: { [name: string]: Json } = {};
    for (const name of TOLD) {
      const value = message[name];
      if (value !== undefined && value !== null) details[name] = value;
    }
    if (direction === 'SENT') logger.logSent(message.message_type, peer, details as Details);
    else logger.logReceived(message.message_type, peer, details as Details);
  };
}
