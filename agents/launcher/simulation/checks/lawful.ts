/** I4 once more, by the eyes of the audit: every event of the ledger can have happened, and every result follows from its moves and seed. */
import { eventFault } from '../../../league_manager/audit_events.ts';
import { apply, newLeague } from '../../../league_manager/state.ts';
import { judge } from '../../judge.ts';
import { broken, type Check } from './evidence.ts';

export const lawful: Check = ({ ledger }) => {
  const league = newLeague();
  for (const { event } of ledger) {
    const fault = eventFault(league, event, judge);
    if (fault !== undefined) return broken('I4', `the ledger has an event ${event.type} that cannot be: ${fault}`);
    apply(league, event);
  }
  return undefined;
};
