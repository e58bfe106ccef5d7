/** Joining a league: as who one was before, with patience, and with a plain word when it cannot be. */
import { spokenDialects } from '../../SHARED/contracts/dialects/detect.ts';
import { ERRORS, type ErrorCode, REJECTIONS, type Rejection } from '../../SHARED/contracts/errors.ts';
import { PROTOCOL_VERSION } from '../../SHARED/contracts/fields.ts';
import type { Credential } from '../../SHARED/contracts/files_history.ts';
import type { Message } from '../../SHARED/contracts/index.ts';
import { type Clock, later } from '../../SHARED/league_sdk/core/clock.ts';
import type { JsonObject } from '../../SHARED/league_sdk/core/json.ts';
import type { Random } from '../../SHARED/league_sdk/core/random.ts';
import { err, ok, type Result } from '../../SHARED/league_sdk/core/result.ts';
import type { StartFailure } from '../../SHARED/league_sdk/effects.ts';
import type { CallError, Correspondent, Peer } from '../../SHARED/league_sdk/peer.ts';
import { withRetry } from '../../SHARED/league_sdk/transport/retry.ts';
import type { Credentials, Self } from './credentials.ts';
import { formerSelf } from './former_self.ts';
import { leagueName } from './league_name.ts';
import type { Membership } from './state.ts';

/** How long and how often registering is tried; absent: ten seconds, three times, from two seconds apart. */
export interface RegisteringLimits {
  readonly timeoutMs?: number;
  readonly attempts?: number;
  readonly baseMs?: number;
}

export interface RegisteringOptions {
  readonly peer: Peer;
  readonly manager: Correspondent;
  readonly clock: Clock;
  /** For jitter. */
  readonly random: Random;
  readonly newConversation: () => string;
  readonly credentials: Credentials;
  readonly self: Self & { readonly version: string; readonly game_types: readonly string[]; readonly endpoint: string };
  readonly limits: RegisteringLimits;
}

export interface Registered {
  readonly member: Membership;
  /** Whether the draws of this league come from a seed somebody chose. */
  readonly seeded: boolean;
}

type Failure = CallError | StartFailure;
type Response = Message<'LEAGUE_REGISTER_RESPONSE'>;

interface Answered {
  readonly response: Response;
  readonly seeded: boolean;
  readonly namesake: Credential | undefined;
}

/** Registers, or says in one line why not and what to do about it. */
export async function register(options: RegisteringOptions): Promise<Result<Registered, StartFailure>> {
  const { peer, manager, clock, random, newConversation, credentials, self, limits } = options;
  const { timeoutMs = 10_000, ...patience } = limits;

  async function attempt(): Promise<Result<Answered, Failure>> {
    // Only managers that speak JSON-RPC can be looked at.
    const status = manager.dialect === 'rpc' ? await look() : undefined;
    // A manager that has no such look may still take players in; one that is not there will not.
    if (status?.ok === false && isUnheard(status.error)) return status;
    const running: JsonObject = status?.ok === true ? status.value : {};
    const former = await formerSelf(running, { peer, manager, clock, credentials, self });
    if (!former.ok) return former;
    const { own, namesake } = former.value;
    // In another run than the one it was given in, an id may be somebody else's by now.
    const id = self.id ?? (running.league_id === undefined ? undefined : own?.agent_id);
    const meta = {
      display_name: self.display_name,
      version: self.version,
      protocol_version: PROTOCOL_VERSION,
      game_types: [...self.game_types],
      contact_endpoint: self.endpoint,
      dialects: [...spokenDialects()],
      batches: true,
      ...(id === undefined ? {} : { player_id: id }),
    };
    const how = { conversation_id: newConversation(), deadline: later(clock.monotonic(), timeoutMs) };
    const heard = await peer.ask(
      manager,
      'LEAGUE_REGISTER_REQUEST',
      { player_meta: meta },
      own === undefined ? how : { ...how, auth_token: own.auth_token },
    );
    if (!heard.ok) return heard;
    // The contract lets nobody merely acknowledge a registration.
    const { message } = heard.value as Extract<typeof heard.value, { kind: 'answer' }>;
    return ok({ response: message, seeded: running.seeded === true, namesake });
  }

  function look(): ReturnType<Peer['look']> {
    return peer.look(manager.address, 'get_status', {}, later(clock.monotonic(), timeoutMs));
  }

  const answered = await withRetry(attempt, { clock, random, ...patience, retryable });
  if (!answered.ok) return err(asFailure(answered.error, manager));
  const { response, seeded, namesake } = answered.value;
  if (response.status === 'REJECTED') return err(rejected(response, self, namesake));
  if (response.player_id === null) {
    return err({
      code: 'REGISTRATION_FAILED',
      detail: `the league manager at ${manager.address} accepted this player but gave it no id`,
    });
  }
  const { player_id, league_id, run_id, auth_token, manager_token } = response;
  const member = {
    player_id,
    league_id,
    filed_as: leagueName(league_id, manager),
    run_id: run_id ?? undefined,
    auth_token: auth_token ?? undefined,
    manager_token: manager_token ?? undefined,
  };
  return ok({ member, seeded });
}

function isUnheard({ code }: CallError): boolean {
  return code === 'UNREACHABLE' || code === 'DEADLINE_PASSED' || code === 'REFUSED';
}

function isCallError(error: Failure): error is CallError {
  return 'failedAt' in error;
}

function retryable(error: Failure): boolean {
  if (!isCallError(error)) return false;
  if (error.code !== 'ERROR_REPLY') return error.code !== 'TOO_LARGE';
  return error.error_code === undefined || (ERRORS[error.error_code as ErrorCode]?.retryable ?? false);
}

function asFailure(error: Failure, manager: Correspondent): StartFailure {
  if (!isCallError(error)) return error;
  const why = error.error_code === undefined ? error.detail : `${error.error_code} ${error.detail}`;
  const what = isUnheard(error) ? 'does not answer' : 'did not register this player';
  const advice = isUnheard(error) ? '; is it running, and is this its address?' : '';
  return { code: 'REGISTRATION_FAILED', detail: `the league manager at ${manager.address} ${what}: ${why}${advice}` };
}

const ADVICE: { readonly [R in Rejection]: string } = {
  LEAGUE_FULL: 'wait for the next run, or have the league take more players',
  INVALID_ENDPOINT: 'listen at an address the league manager can call',
  UNSUPPORTED_GAME: 'offer the game of this league',
  DUPLICATE_NAME: 'choose another name or id, or start with the data folder that holds its credentials',
  REGISTRATION_CLOSED: 'wait for the next run',
  PROTOCOL_TOO_OLD: 'update this agent',
  INVALID_ID: 'choose an id of letters, digits, _ and -, at most 64 of them',
  NOT_ALLOWED: 'start with the operator’s token',
};

function rejected(
  { reason, detail }: Response,
  { display_name }: Self,
  namesake: Credential | undefined,
): StartFailure {
  const [known] = Object.entries(REJECTIONS).find(([, rejection]) => rejection.reason === reason) ?? [];
  const exactly = detail === undefined || detail === null ? '' : ` (${detail})`;
  const advice = known === undefined ? '' : `; ${adviceOn(known as Rejection, namesake)}`;
  return {
    code: 'REGISTRATION_REJECTED',
    detail: `the league manager rejected ${display_name}: ${reason ?? 'no reason given'}${exactly}${advice}`,
  };
}

function adviceOn(rejection: Rejection, namesake: Credential | undefined): string {
  if (rejection !== 'DUPLICATE_NAME' || namesake === undefined) return ADVICE[rejection];
  return `${namesake.agent_id} of this name is running at ${namesake.endpoint}: choose another name`;
}
