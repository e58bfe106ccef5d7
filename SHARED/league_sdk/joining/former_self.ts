/** Who an agent was before, in the same run where that is known, unless somebody else still is. */
import type { Credential } from '../../contracts/files/history.ts';
import { type Clock, later } from '../../core/clock.ts';
import type { JsonObject } from '../../core/json.ts';
import { ok, type Result } from '../../core/result.ts';
import type { StartFailure } from '../effects.ts';
import type { Correspondent, Peer } from '../messaging/peer.ts';
import type { AgentRole } from '../paths.ts';
import type { Credentials, Self } from './credentials.ts';

export interface PreviousIdentityOptions {
  readonly peer: Peer;
  readonly manager: Correspondent;
  readonly clock: Clock;
  readonly credentials: Credentials;
  readonly role: AgentRole;
  readonly self: Self;
}

/** At most one of the two: what this agent may come back with, or the namesake who is using it. */
export interface PreviousIdentity {
  readonly own?: Credential;
  readonly namesake?: Credential;
}

/** Who is alive answers a ping by then; one that was stopped is not waited for longer. */
const PING_MS = 500;

/** Players also come back to managers of the plain documents, which do not say what is running. */
const COMES_BACK_TO_UNNAMED_RUNS: { readonly [R in AgentRole]: boolean } = { player: true, referee: false };

/**
 * What this agent got earlier, on the same host, in the run that the manager's status names; where it names none, what
 * it got last at that very address, since a token that a manager does not know counts as none.
 */
export async function previousIdentity(
  { league_id, run_id = '' }: JsonObject,
  options: PreviousIdentityOptions,
): Promise<Result<PreviousIdentity, StartFailure>> {
  const { peer, manager, clock, credentials, role, self } = options;
  const found = await remembered();
  if (!found.ok) return found;
  const credential = found.value;
  if (credential === undefined) return ok({});
  // An id names one agent; a name alone may be that of another one, started on the same data folder.
  if (self.id === undefined && (await isAtWorkElsewhere(credential))) return ok({ namesake: credential });
  return ok({ own: credential });

  async function remembered(): Promise<Result<Credential | undefined, StartFailure>> {
    if (typeof league_id === 'string' && typeof run_id === 'string') {
      return credentials.find({ league_id, run_id }, manager, self);
    }
    return COMES_BACK_TO_UNNAMED_RUNS[role] ? credentials.latest(manager, self) : ok(undefined);
  }

  async function isAtWorkElsewhere({ endpoint }: Credential): Promise<boolean> {
    if (endpoint === undefined || endpoint === self.endpoint) return false;
    return (await peer.look(endpoint, 'ping', {}, later(clock.monotonic(), PING_MS))).ok;
  }
}
