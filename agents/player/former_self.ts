/** Who a player was before, in the same run where that is known, unless somebody else still is. */
import type { Credential } from '../../SHARED/contracts/files_history.ts';
import { type Clock, later } from '../../SHARED/league_sdk/core/clock.ts';
import type { JsonObject } from '../../SHARED/league_sdk/core/json.ts';
import { ok, type Result } from '../../SHARED/league_sdk/core/result.ts';
import type { StartFailure } from '../../SHARED/league_sdk/effects.ts';
import type { Correspondent, Peer } from '../../SHARED/league_sdk/peer.ts';
import type { Credentials, Self } from './credentials.ts';

export interface FormerSelfOptions {
  readonly peer: Peer;
  readonly manager: Correspondent;
  readonly clock: Clock;
  readonly credentials: Credentials;
  readonly self: Self & { readonly endpoint: string };
}

/** At most one of the two: what this player may come back with, or the namesake who is using it. */
export interface FormerSelf {
  readonly own?: Credential;
  readonly namesake?: Credential;
}

/** Who is alive answers a ping by then; one that was stopped is not waited for longer. */
const PING_MS = 500;

/**
 * What this player got earlier in the run that the manager's status names; where it names none, what it got last,
 * since a token that a manager does not know counts as none.
 */
export async function formerSelf(
  { league_id, run_id = '' }: JsonObject,
  { peer, manager, clock, credentials, self }: FormerSelfOptions,
): Promise<Result<FormerSelf, StartFailure>> {
  const isNamed = typeof league_id === 'string' && typeof run_id === 'string';
  const found = await (isNamed ? credentials.find({ league_id, run_id }, self) : credentials.latest(manager, self));
  if (!found.ok) return found;
  const credential = found.value;
  if (credential === undefined) return ok({});
  // An id names one player; a name alone may be that of another one, started on the same data folder.
  if (self.id === undefined && (await isAtWorkElsewhere(credential))) return ok({ namesake: credential });
  return ok({ own: credential });

  async function isAtWorkElsewhere({ endpoint }: Credential): Promise<boolean> {
    if (endpoint === undefined || endpoint === self.endpoint) return false;
    return (await peer.look(endpoint, 'ping', {}, later(clock.monotonic(), PING_MS))).ok;
  }
}
