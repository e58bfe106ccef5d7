/** How a referee joins a league: what it says of itself, and what it needs to be given before it can work. */
import type { Clock } from '../../SHARED/core/clock.ts';
import type { Entropy } from '../../SHARED/core/entropy.ts';
import { isId } from '../../SHARED/core/ids.ts';
import { err, ok, type Result } from '../../SHARED/core/result.ts';
import type { StartFailure } from '../../SHARED/league_sdk/effects.ts';
import {
  type Admission,
  type Credentials,
  credentialsIn,
  type RunningLeague,
} from '../../SHARED/league_sdk/joining/credentials.ts';
import { register as join, OUR_ABILITIES, type Patience, selfOf } from '../../SHARED/league_sdk/joining/register.ts';
import type { Correspondent, Peer } from '../../SHARED/league_sdk/messaging/peer.ts';

/** What a referee says of itself. */
export interface Offer {
  /** The id it would like to have. */
  readonly id?: string;
  readonly display_name: string;
  readonly version: string;
  readonly game_types: readonly string[];
  readonly endpoint: string;
  readonly max_concurrent_matches: number;
  /** Lets a new referee into a league that takes them by appointment only. */
  readonly operator_token?: string;
}

/** What a registration is made with. */
export interface RegistrationTools {
  readonly peer: Peer;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly manager: Correspondent;
  readonly credentials: Credentials;
  readonly patience: Patience;
}

/** What a registration gave. */
export interface Registered extends Admission {
  readonly auth_token: string;
  /** What the manager says is running; undefined: it may not be asked. */
  readonly running: RunningLeague | undefined;
}

/** Registers, as itself where it has been here before. What it was given is on disk when it resolves. */
export async function register(offer: Offer, tools: RegistrationTools): Promise<Result<Registered, StartFailure>> {
  const { id, display_name, version, game_types, endpoint, max_concurrent_matches, operator_token } = offer;
  const about = {
    ...OUR_ABILITIES,
    ...{ display_name, version, max_concurrent_matches, tickets: true },
    game_types: [...game_types],
    contact_endpoint: endpoint,
  };
  const meta = id === undefined ? about : { ...about, referee_id: id };
  const applicant = { role: 'referee', meta, operator_token } as const;
  const registered = await join(applicant, tools);
  if (!registered.ok) return registered;
  const { admission, running } = registered.value;
  const proven = credentialsIn(admission);
  if (!proven.ok) return proven;
  const { auth_token, league_id } = proven.value;
  if (!isId(league_id)) {
    return err({ code: 'REGISTRATION_FAILED', detail: `the league's id cannot name a folder: ${league_id}` });
  }
  const kept = await tools.credentials.keep(admission, selfOf(applicant));
  return kept.ok ? ok({ ...admission, auth_token, running }) : kept;
}
