/** A referee: an agent that runs the matches it is given, answers the league manager, and shows how far its matches are. */
import type { Envelope } from '../../SHARED/contracts/contract.ts';
import type { DialectName } from '../../SHARED/contracts/dialects/dialect.ts';
import { type Refusal, refusal } from '../../SHARED/contracts/errors.ts';
import { MANAGER_ID } from '../../SHARED/contracts/fields.ts';
import type { LogLevel } from '../../SHARED/contracts/files/logs.ts';
import type { Message } from '../../SHARED/contracts/index.ts';
import { wordsFor } from '../../SHARED/contracts/moves.ts';
import { type AgentEvent, type AgentState, agentLife } from '../../SHARED/contracts/states.ts';
import { sameSecret } from '../../SHARED/core/hash.ts';
import { isId } from '../../SHARED/core/ids.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../SHARED/core/json.ts';
import { next } from '../../SHARED/core/machine.ts';
import { err, ok, type Result, stackOf } from '../../SHARED/core/result.ts';
import type { GameOf } from '../../SHARED/games/game.ts';
import { type AgentOptions, type Entry, type RunningAgent, startAgent } from '../../SHARED/league_sdk/agent.ts';
import type { StartFailure } from '../../SHARED/league_sdk/effects.ts';
import { confirmToken } from '../../SHARED/league_sdk/joining/manager_session.ts';
import type { Details } from '../../SHARED/league_sdk/logger.ts';
import { openLogs } from '../../SHARED/league_sdk/logs/logs.ts';
import { fieldsOf, type Line } from '../../SHARED/league_sdk/logs/message_log.ts';
import type { LoggedMessage } from '../../SHARED/league_sdk/messaging/peer.ts';
import { withoutProof } from '../../SHARED/league_sdk/messaging/reply_reader.ts';
import { type Authenticate, type Handlers, refuse, type Service } from '../../SHARED/league_sdk/messaging/serve.ts';
import { RETRY_POLICY } from '../../SHARED/league_sdk/transport/retry.ts';
import type { Origin, Refused } from '../../SHARED/league_sdk/transport/transport.ts';
import type { MatchOrder } from './match/order.ts';
import { makePostedAnswers, POSTED_TYPES } from './match/posted_answers.ts';
import type { Matches } from './matches.ts';
import { openWorkspace, type Workspace } from './workspace.ts';

/** Everything a referee is started with. */
export interface RefereeOptions extends Omit<AgentOptions, 'registering'> {
  readonly gameOf: GameOf;
  readonly max_concurrent_matches: number;
  /** How long the manager may take to answer a registration. */
  readonly registerMs?: number;
  /** For registrations and reports. */
  readonly retry?: { readonly attempts: number; readonly baseMs: number; readonly factor: number };
  /** Takes a line for people on rules that fail, once for each way they do. */
  readonly onGameFault?: ((line: string) => void) | undefined;
}

const REGISTER_MS = 10_000;
/** A report whose attempts are used up is tried again so often. */
const OUTBOX_MS = 10_000;
/** The time for which an ending referee waits for reports and news that are on their way. */
const GRACE_MS = 1_000;

/** The most ways in which rules fail that are told. */
const MOST_FAULTS = 20;

/** A referee that was started, and what the program that holds it may reach. */
export interface RefereeAtWork extends RunningAgent {
  readonly matches: Matches;
  /** Takes no further match; resolves when those under way are over, reported and told, or the time is. */
  drain(withinMs: number): Promise<void>;
}

/** Starts a referee: it is registered and at work when this resolves. Any number of them live in one process. */
export async function startReferee(options: RefereeOptions): Promise<Result<RefereeAtWork, StartFailure>> {
  const { effects, places, gameOf, game_types, max_concurrent_matches, id, display_name } = options;
  const retry = options.retry ?? RETRY_POLICY;
  const logs = openLogs(effects, places.logs);
  const log = logs.messages(describer(game_types));
  const posted = makePostedAnswers();
  /** Players that answer in another dialect than they registered in: noted once. */
  const changers = new Set<string>();
  /** The ways in which rules have failed so far. */
  const gameFaults = new Set<string>();
  let workspace: Workspace | undefined;
  /** The one it had before, until it has another: by it it is still known. */
  let former: Workspace | undefined;
  let state: AgentState = 'INIT';
  let isDraining = false;
  /** Tells its manager that it leaves, where that is one of ours. */
  let sayLeaving: () => Promise<unknown> = async () => undefined;

  const started = await startAgent<'referee'>(
    {
      role: 'referee',
      log,
      meta: { max_concurrent_matches, tickets: true },
      handlers: refereeHandlers({ workspace: () => workspace, live }),
      readOnly: refereeReadOnly(() => ({ referee_id: refereeId(), state, matches: workspace?.matches })),
      authenticate: () => authenticator(() => workspace),
      posted: { types: POSTED_TYPES, take },
      onDialectChange: noteDialect,
      ...{ enter, finish, close, note, onRefusal, onBug },
    },
    { ...options, registering: { timeoutMs: options.registerMs ?? REGISTER_MS, ...retry } },
  );
  if (!started.ok) return started;
  const matches = { get: () => ((workspace ?? former) as Workspace).matches };
  return ok(Object.defineProperties(Object.assign(started.value, { drain }), { matches }) as RefereeAtWork);

  async function enter({
    admission,
    peer,
    manager,
    endpoint,
    again,
    keep,
  }: Entry): Promise<Result<void, StartFailure>> {
    const { filed_as } = admission;
    if (!isId(filed_as)) {
      return err({ code: 'REGISTRATION_FAILED', detail: `the league's id cannot name a folder: ${filed_as}` });
    }
    const kept = await keep();
    if (!kept.ok) return kept;
    // In a new run its matches are of no use; reports that can still be of use are in its outbox.
    if (again) await leave();
    const plan = { ...retry, afterwardsMs: OUTBOX_MS };
    const tools = { effects, places, logs, gameOf, peer, manager, posted, endpoint, max_concurrent_matches };
    workspace = await openWorkspace(admission, { ...tools, retry: plan, onBug, onGameFault });
    if (isDraining) void workspace.matches.drain(0);
    sayLeaving = () => confirmToken(admission, { peer, manager, ...effects }, { leaving: true });
    live('register');
    workspace.log.info('REFEREE_STARTED', { endpoint, max_concurrent_matches });
    return ok(undefined);
  }

  async function leave(): Promise<void> {
    state = 'INIT';
    former = workspace ?? former;
    workspace = undefined;
    await former?.matches.stop(GRACE_MS);
    await former?.close();
    await Promise.allSettled([former?.log.close()]);
  }

  async function drain(withinMs: number): Promise<void> {
    isDraining = true;
    workspace?.log.info('REFEREE_DRAINING', { playing: workspace.matches.playing() });
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const cancel = effects.clock.after(withinMs, resolve);
    await Promise.all([Promise.race([sayLeaving(), late]), workspace?.matches.drain(withinMs)]);
    cancel();
  }

  async function finish(): Promise<void> {
    live('league_end');
    await workspace?.matches.stop(GRACE_MS);
    await workspace?.close().catch((cause: unknown) => onBug('its outbox', cause));
  }

  async function close(reason: string): Promise<void> {
    workspace?.log.info('REFEREE_STOPPED', { reason });
    // A log that could not be written stops no referee from ending.
    await Promise.allSettled([workspace?.log.close()]);
  }

  function live(event: AgentEvent): void {
    const led = next<AgentState, AgentEvent>(agentLife, state, event);
    // A round announced twice leads nowhere, and that is no fault.
    if (led.ok) state = led.value;
  }

  function take(
    message: Envelope & JsonObject,
    dialect: DialectName,
    wire: JsonObject,
    origin: Origin,
  ): Result<void, Refusal> {
    const from = posted.take(message, { received: withoutProof(wire), dialect, from: origin });
    if (!from.ok) return from;
    const { player_id, correspondent } = from.value;
    if (dialect !== correspondent.dialect) noteDialect(player_id, { from: correspondent.dialect, to: dialect });
    log.observe({ direction: 'RECEIVED', peer: player_id, message });
    return ok(undefined);
  }

  function noteDialect(player_id: string, change: { readonly from: DialectName; readonly to: DialectName }): void {
    if (changers.has(player_id)) return;
    changers.add(player_id);
    workspace?.log.warning('DIALECT_CHANGED', { player_id, ...change });
  }

  /** What becomes of its session; while it has no workspace, the log of its messages has it. */
  function note(event: string, level: LogLevel, details: { readonly [name: string]: string }): void {
    if (workspace === undefined) log.note(event, MANAGER_ID, level, details);
    else workspace.log.log(event, level, details);
  }

  function onRefusal(message_type: string, { code: error_code, detail }: Refused, { address }: Origin): void {
    if (workspace === undefined) log.note(message_type, address, 'WARNING', { error_code, error_description: detail });
    else workspace.log.warning('MESSAGE_REFUSED', { message_type, address, error_code, detail });
  }

  function onBug(what: string, cause: unknown): void {
    workspace?.log.error('INTERNAL_ERROR', { what, detail: stackOf(cause) });
  }

  function onGameFault(sentence: string): void {
    if (gameFaults.has(sentence) || gameFaults.size >= MOST_FAULTS) return;
    gameFaults.add(sentence);
    options.onGameFault?.(`${refereeId()}: ${sentence}`);
  }

  function refereeId(): string {
    return (workspace ?? former)?.referee_id ?? id ?? display_name;
  }
}

/** What the handlers act upon. */
interface HandlerOptions {
  /** The workspace of a registered referee; undefined when there is none. */
  readonly workspace: () => Workspace | undefined;
  /** The referee's life moves on. */
  readonly live: (event: 'league_start' | 'league_end') => void;
}

const HEARD = { status: 'acknowledged' } as const;

/** One handler for every message to a referee. They run after `authenticator`, so there is a workspace. */
function refereeHandlers({ workspace, live }: HandlerOptions): Omit<Handlers<'referee'>, 'SHUTDOWN_COMMAND'> {
  return {
    async RUN_MATCH(message) {
      const order = orderIn(message);
      const at = workspace();
      if (at === undefined) return refuse('E007', 'this referee is not registered');
      // A manager that gave no token may have given no id either, and call this referee as it likes.
      if (order.referee_id !== at.referee_id && at.manager_token !== undefined)
        return refuse('E006', `this is ${at.referee_id}, not ${order.referee_id}`);
      live('league_start');
      const taken = at.matches.take(order);
      if (taken.ok && taken.value.status === 'refused') at.log.warning('MATCH_REFUSED', { ...taken.value });
      return taken;
    },
    async ROUND_ANNOUNCEMENT({ round_id }) {
      live('league_start');
      return ok({ round_id, ...HEARD });
    },
    async LEAGUE_STANDINGS_UPDATE({ round_id }) {
      return ok({ round_id, ...HEARD });
    },
    async ROUND_COMPLETED({ round_id }) {
      return ok({ round_id, ...HEARD });
    },
    async LEAGUE_COMPLETED() {
      live('league_end');
      workspace()?.over();
      return ok(HEARD);
    },
    async LEAGUE_ERROR({ error_code, error_name, error_description }) {
      workspace()?.log.warning('LEAGUE_ERROR', { error_code, error_name, error_description });
      // A notice: nothing is awaited.
      return ok(undefined as never);
    },
  };
}

/** The order without its envelope: the manager's token goes no further. */
function orderIn(message: Message<'RUN_MATCH'>): MatchOrder {
  const {
    protocol: _p,
    message_type: _m,
    sender: _s,
    timestamp: _t,
    conversation_id: _c,
    auth_token: _a,
    ...order
  } = message as Envelope & MatchOrder;
  return order;
}

/** Only the manager speaks to a referee by messages; it is known by the token it gave. */
function authenticator(workspace: () => Workspace | undefined): Authenticate {
  return ({ head: { type } }, { auth_token }) => {
    const manager_token = workspace()?.manager_token;
    if (manager_token !== undefined) {
      if (auth_token === undefined) return err(refusal('E011', `${type} needs the manager’s auth_token`));
      if (!sameSecret(auth_token, manager_token)) return err(refusal('E012', 'this is not the manager’s auth_token'));
    }
    return ok({ party: 'league_manager', id: MANAGER_ID });
  };
}

/** What a referee shows of itself. */
interface Seen {
  readonly referee_id: string;
  readonly state: AgentState;
  readonly matches: Matches | undefined;
}

/** The read-only methods of a referee. They show no choice, no token and no seed. */
function refereeReadOnly(see: () => Seen): Service<'referee'>['readOnly'] {
  const basics = ({ referee_id, state, matches }: Seen) => ({ referee_id, state, playing: matches?.playing() ?? 0 });
  return {
    ping: () => ({ status: 'ok', ...basics(see()) }),
    get_match_state: ({ match_id }): JsonObject => {
      const seen = see();
      return {
        ...basics(seen),
        matches: seen.matches?.states(typeof match_id === 'string' ? match_id : undefined) ?? [],
      };
    },
  };
}

/** Fields that say where and how. */
const OPEN_FIELDS = ['match_id', 'step', 'status', 'reason', 'error_code', 'affected_player', 'retry_count'] as const;

/** The line of one message, moves in the words of their games' records. */
export function describer(game_types: readonly string[]): (logged: LoggedMessage, me: string) => Line {
  const fileWords = new Map<string, string>(
    game_types.map((type) => [wordsFor(type).answer, wordsFor(type).record.message_type]),
  );
  return ({ message }, me) => ({
    message_type: fileWords.get(message.message_type) ?? message.message_type,
    level: message.message_type.endsWith('_ERROR') ? 'WARNING' : 'INFO',
    details: detailsOf(message, me),
  });
}

function detailsOf(message: Envelope & JsonObject, me: string): Details {
  const { round_id, match_id } = message;
  const place = match_id === undefined ? { round_id } : {};
  return { ...place, ...fieldsOf(message, OPEN_FIELDS), ...particulars(message, me) };
}

function particulars(message: Envelope & JsonObject, me: string): Details {
  const { referee_meta, matches, result, game_result } = message;
  switch (message.message_type) {
    case 'REFEREE_REGISTER_REQUEST':
      return isJsonObject(referee_meta) ? { capabilities: referee_meta['game_types'] } : {};
    case 'ROUND_ANNOUNCEMENT':
      return { assigned_matches: isJsonArray(matches) ? assignedTo(me, matches) : [] };
    case 'MATCH_RESULT_REPORT':
      return isJsonObject(result) ? { winner_id: result['winner'] } : {};
    case 'GAME_OVER':
      return isJsonObject(game_result) ? { winner_id: game_result['winner_player_id'] } : {};
    default:
      return {};
  }
}

function assignedTo(me: string, matches: readonly Json[]): readonly Json[] {
  return matches.flatMap((match) =>
    isJsonObject(match) && match['referee_id'] === me ? [match['match_id'] as Json] : [],
  );
}
