/** Registration of an agent: its previous identity, the attempts, and the league it was admitted to. */
import type { BodyOf } from '../../contracts/contract.ts';
import { idLike } from '../../contracts/dialects/bare_registration.ts';
import { dialectOf, spokenDialects } from '../../contracts/dialects/detect.ts';
import { PROTOCOL_VERSION } from '../../contracts/fields.ts';
import type { Credential } from '../../contracts/files/history.ts';
import type { All, Message } from '../../contracts/index.ts';
import { type Clock, later, sleep } from '../../core/clock.ts';
import { type Entropy, randomFrom, uuid } from '../../core/entropy.ts';
import type { JsonObject } from '../../core/json.ts';
import { err, ok, type Result } from '../../core/result.ts';
import type { StartFailure } from '../effects.ts';
import type { Correspondent, How, Peer } from '../messaging/peer.ts';
import type { AgentRole } from '../paths.ts';
import { jittered, RETRY_POLICY, withRetry } from '../transport/retry.ts';
import type { Admission, Credentials, RunningLeague, Self } from './credentials.ts';
import {
  isAway,
  isDistrust,
  isWorthRetrying,
  notRegistered,
  type RegistrationFailure,
  rejected,
} from './failure_text.ts';

/** A player's description of itself in its registration. */
export type PlayerMeta = BodyOf<All['LEAGUE_REGISTER_REQUEST']>['player_meta'];
type RefereeMeta = BodyOf<All['REFEREE_REGISTER_REQUEST']>['referee_meta'];

/** An agent that wants to join: its description of itself, with the id it would like to have. */
export type Applicant = (
  | { readonly role: 'player'; readonly meta: PlayerMeta }
  | { readonly role: 'referee'; readonly meta: RefereeMeta }
) & {
  /** Lets a new agent into a league that takes referees by appointment, or players by invitation only. */
  readonly operator_token?: string | undefined;
};

/** The abilities of every agent that is served by `answering`. */
export const OUR_ABILITIES = { protocol_version: PROTOCOL_VERSION, dialects: [...spokenDialects()], batches: true };

/** Time limit and attempts of a registration; absent: ten seconds, three times, two seconds apart, then four. */
export interface Patience {
  readonly timeoutMs?: number;
  readonly attempts?: number;
  readonly baseMs?: number;
  readonly factor?: number;
}

/** A manager that may be starting, or starting again, is waited for. */
export interface WaitForManager {
  /** How long. */
  readonly ms: number;
  /** Takes one line for people when the waiting begins. */
  readonly tell: (line: string) => void;
}

interface RegisteringTools {
  readonly peer: Peer;
  readonly manager: Correspondent;
  readonly clock: Clock;
  readonly entropy: Entropy;
  /** The store of previous identities; without it, every agent is new. */
  readonly credentials?: Credentials | undefined;
  readonly patience?: Patience | undefined;
  /** The conversation of all attempts; absent: a new one. */
  readonly conversation_id?: string;
  /** Absent: a manager that is not there is one failed attempt. */
  readonly waiting?: WaitForManager | undefined;
}

/** An accepted registration. */
export interface Registered {
  readonly admission: Admission;
  /** The run that the manager names; undefined: it has no `get_status`, and may not be asked for it. */
  readonly running: RunningLeague | undefined;
  /** Whether the draws of this league come from a chosen seed. */
  readonly seeded: boolean;
  /** The parts of a registration that the manager left out, or wrote otherwise; empty where all is as it should be. */
  readonly noted: readonly string[];
}

type Response = Message<'LEAGUE_REGISTER_RESPONSE'> | Message<'REFEREE_REGISTER_RESPONSE'>;

interface Answered {
  readonly response: Response;
  readonly noted: readonly string[];
  readonly status: JsonObject;
  readonly namesake: Credential | undefined;
}

const TIMEOUT_MS = 10_000;

/** Registers, or gives the reason and the remedy in one line. Keeping the credentials is up to the caller. */
export async function register(
  applicant: Applicant,
  tools: RegisteringTools,
): Promise<Result<Registered, StartFailure>> {
  const { manager, clock, entropy } = tools;
  const { timeoutMs = TIMEOUT_MS, ...pauses } = tools.patience ?? {};
  // One conversation for all attempts: whichever of them arrives, the manager sees that it is one registration.
  const { conversation_id = uuid(entropy) } = tools;
  const onceThere = whenThere(() => attempt(applicant, tools, { timeoutMs, conversation_id }), tools);
  const answered = await withRetry(onceThere, {
    clock,
    random: randomFrom(entropy),
    ...pauses,
    // One that is not there has been waited for.
    retryable: (setback) =>
      isWorthRetrying(setback) && !(tools.waiting !== undefined && setback.code === 'UNREACHABLE'),
  });
  if (!answered.ok) return err(notRegistered(answered.error, applicant.role, manager));
  const { response, status, namesake, noted } = answered.value;
  const { display_name } = applicant.meta;
  if (response.status === 'REJECTED') return err(rejected({ display_name, ...response, namesake }));
  const given = 'player_id' in response ? response.player_id : response.referee_id;
  const agent_id = given ?? selfOf(applicant).id ?? idLike(display_name);
  const { league_id, run_id, auth_token, manager_token } = response;
  const admission = {
    agent_id,
    league_id,
    filed_as: leagueName(league_id, manager),
    run_id: run_id ?? undefined,
    auth_token: auth_token ?? undefined,
    manager_token: manager_token ?? undefined,
    manager: manager.address,
    alsoAt: manager.alsoAt,
  };
  const named = given === null ? [...noted, `it goes by ${agent_id}`] : noted;
  return ok({ admission, running: runningIn(status), seeded: status['seeded'] === true, noted: named });
}

/** The attempt, repeated as long as no manager listens and there is time to wait for one. */
function whenThere<T>(
  attempt: () => Promise<Result<T, RegistrationFailure>>,
  { manager, clock, entropy, patience, waiting }: RegisteringTools,
): () => Promise<Result<T, RegistrationFailure>> {
  if (waiting === undefined) return attempt;
  const { ms, tell } = waiting;
  const until = later(clock.monotonic(), ms);
  let isTold = false;
  return async () => {
    for (;;) {
      const answered = await attempt();
      const leftMs = until - clock.monotonic();
      if (answered.ok || answered.error.code !== 'UNREACHABLE' || leftMs <= 0) return answered;
      if (isDistrust(answered.error.detail)) return answered;
      if (!isTold)
        tell(`waiting for the league manager at ${manager.address}, ${ms / 1_000} s at most; Ctrl-C ends it`);
      isTold = true;
      const pauseMs = jittered(patience?.baseMs ?? RETRY_POLICY.baseMs, randomFrom(entropy));
      await sleep(clock, Math.min(pauseMs, leftMs));
    }
  };
}

/** Which league is running, as a status says it. */
export function runningIn({ league_id, run_id }: JsonObject): RunningLeague | undefined {
  return typeof league_id === 'string' && typeof run_id === 'string' ? { league_id, run_id } : undefined;
}

/** An applicant as its own files know it. */
export function selfOf(applicant: Applicant): Self {
  const { display_name, contact_endpoint: endpoint } = applicant.meta;
  const id = applicant.role === 'player' ? applicant.meta.player_id : applicant.meta.referee_id;
  return { id, display_name, endpoint };
}

async function attempt(
  applicant: Applicant,
  tools: RegisteringTools,
  { timeoutMs, conversation_id }: { readonly timeoutMs: number; readonly conversation_id: string },
): Promise<Result<Answered, RegistrationFailure>> {
  const { peer, manager, clock, credentials } = tools;
  const limit = () => later(clock.monotonic(), timeoutMs);
  // Only managers that speak JSON-RPC can be looked at.
  const status = manager.dialect === 'rpc' ? await peer.look(manager.address, 'get_status', {}, limit()) : undefined;
  // A manager that has no such look, whichever way it says so, may still take agents in; one that is not there will not.
  if (status?.ok === false && isAway(status.error)) return status;
  const running: JsonObject = status?.ok === true ? status.value : {};
  const self = selfOf(applicant);
  const nobody: Result<PreviousIdentity, StartFailure> = ok({});
  const former =
    credentials === undefined
      ? nobody
      : await previousIdentity(running, { peer, manager, clock, credentials, role: applicant.role, self });
  if (!former.ok) return former;
  const { own, namesake } = former.value;
  // In another run than the one it was given in, an id may be that of another agent by now.
  const id = self.id ?? (running['league_id'] === undefined ? undefined : own?.agent_id);
  const token = own?.auth_token ?? applicant.operator_token;
  const how = { conversation_id, deadline: limit() };
  const response = await ask(applicant, id, tools, token === undefined ? how : { ...how, auth_token: token });
  return response.ok ? ok({ ...response.value, status: running, namesake }) : response;
}

async function ask(
  { role, meta }: Applicant,
  id: string | undefined,
  { peer, manager }: RegisteringTools,
  how: How,
): Promise<Result<Pick<Answered, 'response' | 'noted'>, RegistrationFailure>> {
  const heard =
    role === 'player'
      ? await peer.ask(manager, 'LEAGUE_REGISTER_REQUEST', { player_meta: wishing(meta, 'player_id', id) }, how)
      : await peer.ask(manager, 'REFEREE_REGISTER_REQUEST', { referee_meta: wishing(meta, 'referee_id', id) }, how);
  if (!heard.ok) return heard;
  // By the contract a registration is not merely acknowledged.
  const { message: response, received = {}, otherId } = heard.value as Extract<typeof heard.value, { kind: 'answer' }>;
  const missing = ['league_id', `${role}_id`].filter((field) => (received[field] ?? null) === null);
  const noted = [
    ...missing.map((field) => `no ${field}`),
    ...(response.auth_token === null ? ['no auth_token'] : []),
    ...(response.conversation_id === how.conversation_id ? [] : ['another conversation_id']),
    ...(otherId === true ? ['another id'] : []),
  ];
  return ok({ response, noted });
}

function wishing<M extends object>(meta: M, field: keyof M & string, id: string | undefined): M {
  return id === undefined ? meta : { ...meta, [field]: id };
}

interface PreviousIdentityOptions {
  readonly peer: Peer;
  readonly manager: Correspondent;
  readonly clock: Clock;
  readonly credentials: Credentials;
  readonly role: AgentRole;
  readonly self: Self;
}

/** At most one of the two: the credential this agent may come back with, or another agent of its name or id that uses it. */
interface PreviousIdentity {
  readonly own?: Credential;
  readonly namesake?: Credential;
}

/** A living agent answers a ping by then; a stopped one is not waited for longer. */
const PING_MS = 500;

/** Players also come back to managers of the plain documents, which do not name their run. */
const COMES_BACK_TO_UNNAMED_RUNS: { readonly [R in AgentRole]: boolean } = { player: true, referee: false };

/**
 * This agent's credential from the same host, in the run that the manager's status names; where it names none, the last
 * one from that very address, since a token that a manager does not know counts as none.
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
  // An id and a name are one agent; one of them alone may be another's on the same data folder, a seat's for one.
  const { display_name = self.display_name } = credential;
  const isSure = self.id !== undefined && self.display_name === display_name;
  if (!isSure && (await isAtWorkElsewhere(credential))) return ok({ namesake: credential });
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

const NAMED_AFTER_ADDRESS = 'league_at_';
const LENGTH_AT_MOST = 64;

/** A name that is the same after every restart; one made from an address can be that of a file. */
export function leagueName(named: string, manager: Correspondent): string {
  return isNoName(named, manager) ? nameAt(manager) : named;
}

/** Whether a name is a stand-in: some dialects must name a league before they know it, and get the stand-in back. */
function isNoName(named: string, { dialect }: Correspondent): boolean {
  const { read, write, echoOf } = dialectOf(dialect);
  const ours = echoOf(write({ message_type: 'LEAGUE_REGISTER_REQUEST' }))?.league_id;
  const { league_id: unsaid } = read({ message_type: 'LEAGUE_REGISTER_RESPONSE' });
  return named === ours || named === unsaid;
}

function nameAt({ address }: Correspondent): string {
  const place = address.replace(/^\w+:\/\//, '').replace(/\/(mcp\/?)?$/, '');
  const words = place.split(/[^A-Za-z0-9_-]+/).filter((word) => word !== '');
  // The end of an address tells leagues apart: it has the port.
  return NAMED_AFTER_ADDRESS + words.join('_').slice(NAMED_AFTER_ADDRESS.length - LENGTH_AT_MOST);
}
