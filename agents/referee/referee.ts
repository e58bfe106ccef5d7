/** A referee from its start to its end: listens, registers, runs the matches it is given, stops. */
import type { Envelope } from '../../SHARED/contracts/contract.ts';
import type { DialectName } from '../../SHARED/contracts/dialects/dialect.ts';
import type { Refusal } from '../../SHARED/contracts/errors.ts';
import { MANAGER_ID } from '../../SHARED/contracts/fields.ts';
import type { LogLevel } from '../../SHARED/contracts/files/logs.ts';
import { type AgentEvent, type AgentState, agentLife } from '../../SHARED/contracts/states.ts';
import { isId } from '../../SHARED/core/ids.ts';
import type { JsonObject } from '../../SHARED/core/json.ts';
import { next } from '../../SHARED/core/machine.ts';
import { err, ok, type Result } from '../../SHARED/core/result.ts';
import type { Effects, Places, Running, StartFailure } from '../../SHARED/league_sdk/effects.ts';
import { intake } from '../../SHARED/league_sdk/flow/intake.ts';
import { type Admission, openCredentials } from '../../SHARED/league_sdk/joining/credentials.ts';
import { confirmToken, type LeagueSession, leagueSession } from '../../SHARED/league_sdk/joining/league_session.ts';
import type { Registered as RegisteredAgent } from '../../SHARED/league_sdk/joining/register.ts';
import { openLogs } from '../../SHARED/league_sdk/logs/logs.ts';
import { type CallError, type LoggedMessage, makePeer } from '../../SHARED/league_sdk/messaging/peer.ts';
import { withoutProof } from '../../SHARED/league_sdk/messaging/reply_reader.ts';
import { answering } from '../../SHARED/league_sdk/messaging/serve.ts';
import { RETRY_POLICY } from '../../SHARED/league_sdk/transport/retry.ts';
import type { Address, Answer, Listener } from '../../SHARED/league_sdk/transport/transport.ts';
import { authenticator, refereeHandlers, refereeReadOnly } from './handlers.ts';
import { describer } from './log_fields.ts';
import { makePostedAnswers, POSTED_TYPES } from './match/posted_answers.ts';
import type { Matches } from './matches.ts';
import { register } from './registration.ts';
import type { GameOf } from './result/judge.ts';
import { openWorkspace, type Workspace } from './workspace.ts';

/** Everything a referee is started with. */
export interface RefereeOptions {
  readonly effects: Effects;
  readonly places: Places;
  readonly gameOf: GameOf;
  /** The games it offers to run. */
  readonly game_types: readonly string[];
  /** The id it would like to have; the manager decides. */
  readonly id?: string;
  readonly display_name: string;
  readonly version?: string;
  readonly listen: Address;
  readonly manager: Address;
  readonly max_concurrent_matches: number;
  /** How long the manager may take to answer a registration. */
  readonly registerMs?: number;
  /** For registrations and reports. */
  readonly retry?: { readonly attempts: number; readonly baseMs: number; readonly factor: number };
  /** For leagues that take referees by appointment only. */
  readonly operator_token?: string;
  /** It listens, and waits for this before it registers. */
  readonly beforeRegistering?: Promise<void>;
  readonly onListening?: (address: Address) => void;
}

const REGISTER_MS = 10_000;
/** A report whose attempts are used up is tried again so often. */
const OUTBOX_MS = 10_000;
/** So long an ending referee waits for reports and news that are on their way. */
const GRACE_MS = 1_000;

/** A referee that was started, and what the program that holds it may reach. */
export interface RefereeAtWork extends Running {
  /** Answers a text as if it had come by a wire. */
  readonly answer: Answer;
  readonly desk: Matches;
}

/** Starts a referee: it is registered and at work when this resolves. Any number of them live in one process. */
export async function startReferee(options: RefereeOptions): Promise<Result<RefereeAtWork, StartFailure>> {
  const { effects, places, manager: at, game_types, gameOf, max_concurrent_matches, display_name } = options;
  const { clock, entropy, transport, disk } = effects;
  const retry = options.retry ?? RETRY_POLICY;
  const manager = { id: MANAGER_ID, address: at, dialect: 'rpc' } as const;
  const logs = openLogs(effects, places.logs);
  const journal = logs.messages(describer(game_types));
  const postbox = makePostedAnswers();
  let opening = Promise.withResolvers<Workspace | undefined>();
  const ended = Promise.withResolvers<string>();
  const peer = makePeer({ transport, clock, sender, observe, onDialectChange: noteDialect });
  /** Players that answer in another dialect than they registered in: noted once. */
  const changers = new Set<string>();
  let office: Workspace | undefined;
  /** The one it had before, until it has another: by it it is still known. */
  let former: Workspace | undefined;
  let session: LeagueSession | undefined;
  let state: AgentState = 'INIT';
  let stopping: Promise<void> | undefined;

  if (options.id !== undefined && !isId(options.id)) {
    return err({ code: 'INVALID_CONFIG', detail: `not an id: ${JSON.stringify(options.id)}` });
  }
  const { answer } = intake(answering(service()), refused);
  const listening = await transport.listen(options.listen, answer);
  if (!listening.ok) return listening;
  const listener = listening.value;
  options.onListening?.(listener.address);
  await options.beforeRegistering;
  session = leagueSession({
    ...{ clock, entropy, peer, manager, confirm },
    join: (again) => begin(listener.address, again),
    log: note,
  });
  const begun = await session.open();
  if (!begun.ok) {
    opening.resolve(undefined);
    await listener.close();
    return begun;
  }
  const atWork = { address: listener.address, ended: ended.promise, stop, answer };
  return ok({
    ...atWork,
    get id() {
      return id();
    },
    get desk() {
      return ((office ?? former) as Workspace).desk;
    },
  });

  async function begin(endpoint: Address, again: boolean): Promise<Result<RegisteredAgent, StartFailure>> {
    try {
      const credentials = openCredentials('referee', { disk, clock, root: places.data });
      // The session has pauses of its own.
      const patience = { timeoutMs: options.registerMs ?? REGISTER_MS, ...retry, ...(again ? { attempts: 1 } : {}) };
      const offer = { version: '1.0.0', ...options, endpoint };
      const registered = await register(offer, { peer, clock, entropy, manager, credentials, patience });
      if (!registered.ok) return registered;
      // To whom it is new, what it was doing is nothing; reports that can still be of use are in its outbox.
      if (again) await leave();
      const plan = { ...retry, afterwardsMs: OUTBOX_MS };
      const tools = { effects, places, logs, gameOf, peer, manager, postbox, endpoint, max_concurrent_matches };
      office = await openWorkspace(registered.value, { ...tools, retry: plan, onBug });
      void confirmed(registered.value, office);
      live('register');
      journal.open(office.referee_id);
      office.log.info('REFEREE_STARTED', { endpoint, max_concurrent_matches });
      opening.resolve(office);
      return ok({ admission: registered.value, running: registered.value.running, seeded: false });
    } catch (cause) {
      // Only the disk rejects here: everything else says what is wrong with it. There will be no other office to wait for.
      opening.resolve(undefined);
      return err({ code: 'DATA_INIT_FAILED', detail: String(cause) });
    }
  }

  /** Lets go of the office; who asks for it meanwhile waits for the next one. */
  async function leave(): Promise<void> {
    opening = Promise.withResolvers();
    state = 'INIT';
    former = office ?? former;
    office = undefined;
    await former?.desk.stop(GRACE_MS);
    await former?.close();
    await Promise.allSettled([former?.log.close()]);
  }

  /** What becomes of its session; while it has no office, what it says to others has a log all the same. */
  function note(event: string, level: LogLevel, details: { readonly [name: string]: string }): void {
    if (office === undefined) journal.note(event, MANAGER_ID, level, details);
    else office.log.log(event, level, details);
  }

  function confirm(admission: Admission): Promise<Result<void, CallError>> {
    return confirmToken(admission, manager, { transport, clock, entropy, role: 'referee', observe });
  }

  /** That the manager did not answer goes to the log and matters to nobody else. */
  async function confirmed(admission: Admission, { log }: Workspace): Promise<void> {
    const shown = await confirm(admission);
    if (shown.ok) return;
    const { code, error_code = code, detail } = shown.error;
    log.warning('TOKEN_NOT_CONFIRMED', { error_code, detail });
  }

  function observe(sighting: LoggedMessage): void {
    journal.observe(sighting);
    if (sighting.direction === 'RECEIVED' && sighting.peer === MANAGER_ID) session?.heard();
  }

  function service(): Parameters<typeof answering<'referee'>>[0] {
    return {
      role: 'referee',
      handlers: refereeHandlers({
        office: () => opening.promise,
        live,
        // The answer leaves first.
        shutDown: (reason) => void clock.poll().then(() => stop(reason)),
      }),
      looks: refereeReadOnly(() => ({ referee_id: id(), state, desk: office?.desk })),
      authenticate: authenticator(() => opening.promise),
      posted: { types: POSTED_TYPES, take },
      sender,
      clock,
      entropy,
      observe,
      budget: logs.budget,
      onBug,
      onRefusal: refused,
    };
  }

  function refused(message_type: string, { code: error_code, detail }: Refusal): void {
    office?.log.warning('MESSAGE_REFUSED', { message_type, error_code, detail });
  }

  function take(message: Envelope & JsonObject, dialect: DialectName, wire: JsonObject): Result<void, Refusal> {
    const from = postbox.take(message, withoutProof(wire));
    if (!from.ok) return from;
    const { player_id, correspondent } = from.value;
    if (dialect !== correspondent.dialect) noteDialect(player_id, { from: correspondent.dialect, to: dialect });
    journal.observe({ direction: 'RECEIVED', peer: player_id, message });
    return ok(undefined);
  }

  function noteDialect(player_id: string, change: { readonly from: DialectName; readonly to: DialectName }): void {
    if (changers.has(player_id)) return;
    changers.add(player_id);
    office?.log.warning('DIALECT_CHANGED', { player_id, ...change });
  }

  function stop(reason: string): Promise<void> {
    stopping ??= end(listener, reason);
    return stopping;
  }

  async function end(listener: Listener, reason: string): Promise<void> {
    live('league_end');
    await office?.desk.stop(GRACE_MS);
    await office?.close().catch((cause: unknown) => onBug('its outbox', cause));
    await listener.close();
    office?.log.info('REFEREE_STOPPED', { reason });
    // A log that could not be written stops nobody from ending.
    await Promise.allSettled([office?.log.close(), journal.close()]);
    ended.resolve(reason);
  }

  function live(event: AgentEvent): void {
    const led = next<AgentState, AgentEvent>(agentLife, state, event);
    // A round announced twice leads nowhere, and that is no fault.
    if (led.ok) state = led.value;
    if (state === 'SHUTDOWN') session?.close();
  }

  function id(): string {
    return (office ?? former)?.referee_id ?? options.id ?? display_name;
  }

  function sender(): string {
    return `referee:${id()}`;
  }

  function onBug(what: string, cause: unknown): void {
    const detail = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
    office?.log.error('INTERNAL_ERROR', { what, detail });
  }
}
