/** How long it takes whoever was killed to be of use again, as the ledger tells it. */
import type { LeagueEvent } from '../../league_manager/league/events.ts';
import { roleOf } from './battlefield.ts';
import type { Struck } from './fire.ts';

/**
 * Milliseconds from each kill to the first thing the ledger says that took the victim: a manager wrote to it, a referee
 * reported a result, a player's match was decided. Undefined where it had nothing left to do.
 */
export function recoveriesIn(
  events: readonly LeagueEvent[],
  struck: readonly Pick<Struck, 'id' | 'at'>[],
): readonly (number | undefined)[] {
  return struck.map(({ id, at }) => {
    const next = events.find((event) => Date.parse(event.at) > at && takes(event, id));
    return next === undefined ? undefined : Date.parse(next.at) - at;
  });
}

function takes(event: LeagueEvent, id: string): boolean {
  if (roleOf(id) === 'manager') return true;
  if (event.type !== 'match_decided') return false;
  return roleOf(id) === 'referee' ? event.referee_id === id : Object.hasOwn(event.result.score, id);
}
