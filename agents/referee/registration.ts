/** How a referee joins a league: asks, is taken in or turned away, and keeps what it was given. */
import type { BodyOf } from '../../SHARED/contracts/contract.ts';
import { spokenDialects } from '../../SHARED/contracts/dialects/detect.ts';
import { PROTOCOL_VERSION } from '../../SHARED/contracts/fields.ts';
import type { All } from '../../SHARED/contracts/index.ts';
import { type Clock, later } from '../../SHARED/league_sdk/core/clock.ts';
import { type Entropy, randomFrom, uuid } from '../../SHARED/league_sdk/core/entropy.ts';
import { isId } from '../../SHARED/league_sdk/core/ids.ts';
import { err, ok, type Result } from '../../SHARED/league_sdk/core/result.ts';
import type { StartFailure } from '../../SHARED/league_sdk/effects.ts';
import type { JsonLogger } from '../../SHARED/league_sdk/logger.ts';
import type { CallError, Correspondent, Peer } from '../../SHARED/league_sdk/peer.ts';
import type { CredentialsRepository } from '../../SHARED/league_sdk/repositories.ts';
import { withRetry } from '../../SHARED/league_sdk/transport/retry.ts';

/** What a referee says of itself. */
export interface Applicant {
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
  readonly credentials: CredentialsRepository;
  readonly limitMs: number;
  readonly retry: { readonly attempts: number; readonly baseMs: number; readonly factor: number };
}

/** What a registration gave. */
export interface Registered {
  readonly referee_id: string;
  readonly league_id: string;
  readonly run_id: string | undefined;
  readonly auth_token: string;
  readonly manager_token: string | undefined;
}

type Response = BodyOf<All['REFEREE_REGISTER_RESPONSE']>;

/** Registers, as itself where it has been here before. What it was given is on disk when it resolves. */
export async function register(
  applicant: Applicant,
  tools: RegistrationTools,
): Promise<Result<Registered, StartFailure>> {
  const { clock, entropy, manager, retry } = tools;
  const asked = await withRetry(() => askOnce(applicant, tools), {
    clock,
    random: randomFrom(entropy),
    ...retry,
    retryable: () => true,
  });
  if (!asked.ok) {
    const { code, error_code, detail } = asked.error;
    const why = `the league manager at ${manager.address} did not take us in: ${error_code ?? code}, ${detail}`;
    return err({ code: 'REGISTRATION_FAILED', detail: why });
  }
  return keepWhatWasGiven(asked.value, applicant, tools);
}

/** Nothing waits for the answer, so it is not waited for long. */
const CONFIRM_MS = 2_000;

/**
 * Uses the token once, at once: as long as it was never used, whoever asks in our name could be given another. That
 * the manager did not answer goes to the log and matters to nobody else.
 */
export async function confirmToken(
  { league_id, auth_token, manager_token }: Registered,
  { peer, clock, entropy, manager }: Pick<RegistrationTools, 'peer' | 'clock' | 'entropy' | 'manager'>,
  log: Pick<JsonLogger, 'warning'>,
): Promise<void> {
  // Managers that give no token of their own need not know this question, nor give tokens to whoever asks again.
  if (manager_token === undefined) return;
  const deadline = later(clock.monotonic(), CONFIRM_MS);
  const question = { league_id, query_type: 'GET_STANDINGS', query_params: { limit: 1 } } as const;
  const how = { conversation_id: uuid(entropy), deadline, auth_token };
  const heard = await peer.ask(manager, 'LEAGUE_QUERY', question, how);
  if (heard.ok) return;
  const { code, error_code = code, detail } = heard.error;
  log.warning('TOKEN_NOT_CONFIRMED', { error_code, detail });
}

async function askOnce(applicant: Applicant, tools: RegistrationTools): Promise<Result<Response, CallError>> {
  const { peer, clock, entropy, manager, limitMs } = tools;
  const token = (await formerToken(applicant, tools)) ?? applicant.operator_token;
  const { id, display_name, version, game_types, endpoint, max_concurrent_matches } = applicant;
  const referee_meta = {
    display_name,
    version,
    protocol_version: PROTOCOL_VERSION,
    game_types: [...game_types],
    contact_endpoint: endpoint,
    dialects: [...spokenDialects()],
    batches: true,
    max_concurrent_matches,
    tickets: true,
    ...(id === undefined ? {} : { referee_id: id }),
  };
  const how = { conversation_id: uuid(entropy), deadline: later(clock.monotonic(), limitMs) };
  const heard = await peer.ask(
    manager,
    'REFEREE_REGISTER_REQUEST',
    { referee_meta },
    token === undefined ? how : { ...how, auth_token: token },
  );
  if (!heard.ok) return heard;
  if (heard.value.kind === 'answer') return ok(heard.value.message);
  return err({ code: 'INVALID_REPLY', detail: 'an acknowledgement is not enough', failedAt: clock.monotonic() });
}

/** The token of this league and run, if this referee has been here before. A manager that will not say where we are gets none. */
async function formerToken({ id, display_name }: Applicant, tools: RegistrationTools): Promise<string | undefined> {
  const { peer, clock, manager, credentials, limitMs } = tools;
  const status = await peer.look(manager.address, 'get_status', {}, later(clock.monotonic(), limitMs));
  if (!status.ok) return undefined;
  const { league_id, run_id } = status.value;
  if (typeof league_id !== 'string' || typeof run_id !== 'string') return undefined;
  const wanted = id === undefined ? { display_name } : { agent_id: id };
  const found = await credentials.find({ league_id, run_id, ...wanted });
  // A damaged file is worth no more than none: the manager decides whether we may come back without it.
  return found.ok ? found.value?.auth_token : undefined;
}

async function keepWhatWasGiven(
  given: Response,
  { display_name, endpoint }: Applicant,
  { credentials }: RegistrationTools,
): Promise<Result<Registered, StartFailure>> {
  const { status, referee_id, auth_token, league_id, reason, detail } = given;
  if (status !== 'ACCEPTED') {
    const words = [reason ?? 'no reason given', detail].filter((part) => part !== undefined && part !== null);
    return err({ code: 'REGISTRATION_REJECTED', detail: words.join(': ') });
  }
  if (referee_id === null || auth_token === null) {
    return err({ code: 'REGISTRATION_FAILED', detail: 'the league manager accepted us and gave no id or token' });
  }
  if (!isId(league_id)) {
    return err({ code: 'REGISTRATION_FAILED', detail: `the league's id cannot name a folder: ${league_id}` });
  }
  const run_id = given.run_id ?? undefined;
  const manager_token = given.manager_token ?? undefined;
  const saved = await credentials.save({
    league_id,
    run_id: run_id ?? '',
    agent_id: referee_id,
    display_name,
    auth_token,
    endpoint,
    ...(manager_token === undefined ? {} : { manager_token }),
  });
  if (!saved.ok) return err({ code: 'DATA_INIT_FAILED', detail: `${saved.error.file}: ${saved.error.detail}` });
  return ok({ referee_id, league_id, run_id, auth_token, manager_token });
}
