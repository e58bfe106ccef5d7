/** The lifecycle of an agent, the same for players, referees and seats: listen, register, keep the session, end. */
import type { Contract, Envelope } from '../contracts/contract.ts';
import type { DialectName } from '../contracts/dialects/dialect.ts';
import { readLeast } from '../contracts/dialects/least.ts';
import { refusal } from '../contracts/errors.ts';
import { MANAGER_ID } from '../contracts/fields.ts';
import type { LogLevel } from '../contracts/files/logs.ts';
import { uuid } from '../core/entropy.ts';
import { toHex } from '../core/hash.ts';
import { isId } from '../core/ids.ts';
import type { JsonObject } from '../core/json.ts';
import { err, ok, type Result, reasonOf } from '../core/result.ts';
import type { Effects, Places, Running, StartFailure } from './effects.ts';
import { intake } from './flow/work_queue.ts';
import { openCredentials } from './joining/credentials.ts';
import { leagueSession } from './joining/manager_session.ts';
import {
  type Applicant,
  OUR_ABILITIES,
  type Patience,
  type Registered,
  register,
  selfOf,
  type WaitForManager,
} from './joining/register.ts';
import { logBudgets } from './logs/logs.ts';
import type { MessageLog } from './logs/message_log.ts';
import { refusalLines, withinLogBudget } from './logs/refusals.ts';
import { type Correspondent, type LoggedMessage, makePeer, type Peer, type PeerOptions } from './messaging/peer.ts';
import { type Authenticate, answering, type Handlers, type Service } from './messaging/serve.ts';
import type { AgentRole } from './paths.ts';
import type { Address, Answer, OnRefused } from './transport/transport.ts';

/** The options of every agent. */
export interface AgentOptions {
  readonly effects: Effects;
  readonly places: Places;
  /** The id it would like to have; without one the manager gives it one, the same as before in the same run. */
  readonly id?: string;
  readonly display_name: string;
  /** The agent's own version. */
  readonly version?: string;
  readonly game_types: readonly string[];
  readonly listen: Address;
  readonly manager: Address;
  /** Further addresses of the same manager, by which its transport reaches it where the first is away. */
  readonly alsoAt?: readonly Address[];
  /** The dialect of its messages to the manager; absent: rpc. */
  readonly dialect?: DialectName;
  /** Lets it into a league that takes referees by appointment, or players by invitation only; a function is called at each registration. */
  readonly operator_token?: string | (() => Promise<string | undefined>) | undefined;
  /** How long and how often registering is tried. */
  readonly registering?: Patience;
  /** How long a manager that is not there is waited for at the start; absent: not at all. */
  readonly waiting?: WaitForManager;
  /** Listening does not wait for it, registering does. */
  readonly beforeRegistering?: Promise<void>;
  /** Called with its address when it listens, before it registers. */
  readonly onListening?: (address: Address) => void;
  /** Takes a line for people on a message that cannot be read, not more often than a person reads; the log has all. */
  readonly onUnreadable?: (line: string) => void;
  /**
   * Hears that it is in no league and looks for none: its manager has refused for good to take it in again, or it could
   * not take the place that it was given.
   */
  readonly onOutcast?: () => void;
}

/** An agent's way to write to others, and its manager. */
export interface Agent {
  readonly peer: Peer;
  readonly manager: Correspondent;
}

/** A registration that was accepted. */
export interface Entry extends Registered, Agent {
  /** Where this agent listens. */
  readonly endpoint: Address;
  /** Whether the agent was in a league before: this one has forgotten it, or is another run. */
  readonly again: boolean;
  /** Keeps the credentials, so that the agent is still the same after a restart. */
  keep(): Promise<Result<void, StartFailure>>;
}

type MetaOf<R extends AgentRole> = Extract<Applicant, { role: R }>['meta'];

/** The parts a role adds to the lifecycle: its description, its handlers, and its work at entry and end. */
export interface AgentParts<R extends AgentRole>
  extends Pick<Service<R>, 'readOnly' | 'posted' | 'seating'>,
    Pick<PeerOptions, 'onDialectChange'> {
  readonly role: R;
  readonly log: MessageLog;
  /** Its description at the registration, beside its name, its games and its address. */
  readonly meta?: Partial<MetaOf<R>>;
  /** The command to shut down is answered for every agent alike. */
  readonly handlers: Omit<Handlers<R>, 'SHUTDOWN_COMMAND'>;
  /** Proves the sender of a message; messages that come before the agent has entered a league wait. */
  readonly authenticate: (agent: Agent) => Authenticate;
  /** Called when registering begins, and when it has failed for good. */
  readonly onRegistering?: (event: 'register' | 'rejected') => void;
  /** Takes its place in a league, the first or another one. A rejection becomes DATA_INIT_FAILED. */
  enter(entry: Entry): Promise<Result<void, StartFailure>>;
  /** Finishes what it is doing while it still listens. */
  finish?(): Promise<void>;
  /** Writes unwritten data, once the agent no longer listens. Never rejects. */
  close(reason: string): Promise<void>;
  /** Called for changes of the session with the manager; absent: they go to the log. */
  note?(event: string, level: LogLevel, details: { readonly [name: string]: string }): void;
  readonly onRefusal: OnRefused;
  /** Called for an exception, which is a bug of ours. */
  onBug(what: string, cause: unknown): void;
}

/** An agent waits this long after LEAGUE_COMPLETED for SHUTDOWN_COMMAND: the manager may know none. */
const FAREWELL_MS = 10_000;

/** An agent that was started; its id is the one it has now, since another run may give it another. */
export interface RunningAgent extends Running {
  /** Answers a text as if it had come by a wire. */
  readonly answer: Answer;
}

/**
 * Starts an agent: it is registered and at work when this resolves, or nothing is left of it. From then on it looks
 * after its session, and registers again where its manager has forgotten it, until it is stopped or shut down; where its
 * manager has given no token of its own, also until ten seconds after LEAGUE_COMPLETED.
 *
 * @example
 * const started = await startAgent(parts, options);
 * if (!started.ok) return started.error.detail; // one line for people
 * await started.value.stop('enough for today');
 */
export async function startAgent<R extends AgentRole>(
  parts: AgentParts<R>,
  options: AgentOptions,
): Promise<Result<RunningAgent, StartFailure>> {
  const { role, log } = parts;
  const { id: wished, display_name, places, registering } = options;
  const { clock, entropy, transport, disk } = options.effects;
  if (wished !== undefined && !isId(wished)) {
    const detail = `"${wished}" cannot be the id of a ${role}: letters, digits, _ and -, at most 64 of them`;
    return err({ code: 'INVALID_CONFIG', detail });
  }
  if (wished !== undefined) log.open(wished);
  let id = wished ?? display_name;
  /** Settles with each registration: before that no sender can be authenticated. */
  let entered = Promise.withResolvers<boolean>();
  let stopping: Promise<void> | undefined;
  /** A manager that gives a token of its own ends its agents itself, or keeps them on purpose. */
  let isDismissed = true;
  let stay = (): void => undefined;
  let league_id: string | undefined;
  /** The conversation in which this agent registers at the moment. */
  let registeringIn: string | undefined;
  const ended = Promise.withResolvers<string>();
  const sender = (): string => `${role}:${id}`;
  const { manager: address, alsoAt, dialect = 'rpc' } = options;
  const manager: Correspondent = { id: MANAGER_ID, address, alsoAt, dialect };
  const { onDialectChange } = parts;
  const peer = makePeer({
    ...{ transport, clock, sender, observe },
    ...(onDialectChange === undefined ? {} : { onDialectChange }),
  });
  const credentials = openCredentials(role, { disk, clock, root: places.data });
  const note = parts.note ?? ((event, level, details) => log.note(event, MANAGER_ID, level, details));
  const session = leagueSession({ clock, entropy, peer, manager, join, log: note, onOutcast: options.onOutcast });
  const shown = options.onUnreadable === undefined ? undefined : refusalLines(options.onUnreadable, clock);
  const budget = logBudgets(clock, options.effects.logs);
  const { answer: answered } = intake(answering<R>(service()), onRefusal);
  const answer: Answer = Object.assign(answered, { onRefused: withinLogBudget(onRefusal, budget('refusals')) });

  const listening = await transport.listen(options.listen, answer);
  if (!listening.ok) return listening;
  const listener = listening.value;
  options.onListening?.(listener.address);
  await options.beforeRegistering;
  parts.onRegistering?.('register');
  const joined = await session.open();
  if (!joined.ok) {
    parts.onRegistering?.('rejected');
    entered.resolve(false);
    await stop(joined.error.detail);
    return joined;
  }
  return ok({
    address: listener.address,
    get id() {
      return id;
    },
    ...{ ended: ended.promise, stop, answer },
  });

  async function join(again: boolean): Promise<Result<Registered, StartFailure>> {
    const endpoint = listener.address;
    const token = await operatorToken();
    if (!token.ok) return token;
    const applicant = applicantAt(endpoint, token.value);
    // The session has pauses of its own.
    const patience = again ? { ...registering, attempts: 1 } : registering;
    const conversation_id = uuid(entropy);
    registeringIn = conversation_id;
    const waiting = again ? undefined : options.waiting;
    const tools = { peer, manager, clock, entropy, credentials, patience, waiting, conversation_id };
    const registered = await register(applicant, tools);
    registeringIn = undefined;
    if (!registered.ok) return registered;
    const { admission } = registered.value;
    if (again) entered = Promise.withResolvers();
    id = admission.agent_id;
    isDismissed = admission.manager_token !== undefined;
    league_id = admission.league_id;
    log.open(id);
    const { noted } = registered.value;
    if (noted.length > 0) log.note('REGISTRATION_NOTED', MANAGER_ID, 'WARNING', { warning: noted.join(', ') });
    const keep = () => credentials.keep(admission, selfOf(applicant));
    const taken = await parts
      .enter({ ...registered.value, peer, manager, endpoint, again, keep })
      .catch((cause: unknown) => err({ code: 'DATA_INIT_FAILED', detail: String(cause) } as const));
    entered.resolve(taken.ok);
    return taken.ok ? registered : taken;
  }

  /** Where it is kept may be away for a while, as a manager may. */
  async function operatorToken(): Promise<Result<string | undefined, StartFailure>> {
    const { operator_token: given } = options;
    try {
      return ok(typeof given === 'function' ? await given() : given);
    } catch (cause) {
      return err({ code: 'REGISTRATION_FAILED', detail: `the operator's token cannot be read: ${reasonOf(cause)}` });
    }
  }

  function applicantAt(contact_endpoint: Address, operator_token: string | undefined): Applicant {
    const { version = '1.0.0', game_types } = options;
    const meta = {
      ...OUR_ABILITIES,
      ...{ display_name, version, game_types: [...game_types], contact_endpoint },
      ...parts.meta,
      ...(wished === undefined ? {} : { [`${role}_id`]: wished }),
    };
    return { role, meta, operator_token } as unknown as Applicant;
  }

  function service(): Service<R> {
    const { posted, seating, onBug } = parts;
    const readOnly = { ...parts.readOnly, ping };
    const proves = parts.authenticate({ peer, manager });
    const handlers = { ...parts.handlers, SHUTDOWN_COMMAND: shutDown } as unknown as Handlers<R>;
    const authenticate: Authenticate = async (of, message, origin) =>
      (await entered.promise) ? proves(of, message, origin) : err(refusal('E007', `this ${role} is not registered`));
    return {
      ...{ role, handlers, readOnly, authenticate, sender, clock, entropy, observe, onBug, onRefusal },
      budget,
      least,
      ...(posted === undefined ? {} : { posted }),
      ...(seating === undefined ? {} : { seating }),
    };
  }

  /** A manager or referee of other making may say less than the contracts do; one that gives tokens knows them. */
  function least(of: Contract, words: JsonObject, how: Parameters<NonNullable<Service<R>['least']>>[2]) {
    const { dialect, strict, fresh } = how;
    if (isDismissed && of.head.reply?.ownFields === undefined) return err(strict);
    const hints = {
      ...{ me: id, league_id, seating: parts.seating, now: fresh.timestamp, enveloped: dialect.enveloped },
      seed: () => toHex(entropy.bytes(32)),
    };
    return readLeast(of, words, { hints, fresh, strict });
  }

  /** A manager that gives a seat back asks the listener there whether it is the agent that registers. */
  function ping(params: JsonObject): JsonObject {
    const { conversation_id: asked } = params;
    const shown = parts.readOnly.ping?.(params) ?? { status: 'ok' };
    return typeof asked === 'string' ? { ...shown, registering: asked === registeringIn } : shown;
  }

  function onRefusal(...refused: Parameters<OnRefused>): void {
    parts.onRefusal(...refused);
    shown?.(...refused);
  }

  function observe(logged: LoggedMessage): void {
    log.observe(logged);
    if (logged.direction === 'SENT' || logged.peer !== MANAGER_ID) return;
    session.heard();
    stay();
    if (logged.message.message_type !== 'LEAGUE_COMPLETED') return;
    session.close();
    const why = `the league is over, and no SHUTDOWN_COMMAND came in ${FAREWELL_MS / 1_000} s`;
    if (!isDismissed) stay = clock.after(FAREWELL_MS, () => void stop(why));
  }

  async function shutDown({ reason }: Envelope & { readonly reason?: string }) {
    // The answer to the message that ends the agent is made in this turn of the event loop, and leaves with it.
    void clock.poll().then(() => stop(reason ?? 'the league manager said so'));
    return ok({ status: 'acknowledged' } as const);
  }

  function stop(reason: string): Promise<void> {
    stopping ??= end(reason);
    return stopping;
  }

  async function end(reason: string): Promise<void> {
    session.close();
    stay();
    await parts.finish?.();
    await listener.close();
    await parts.close(reason);
    // A log that cannot be written stops no agent from ending.
    await Promise.allSettled([log.close()]);
    ended.resolve(reason);
  }
}
