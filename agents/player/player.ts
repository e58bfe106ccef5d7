/** A player: an agent that takes its seat in matches and has a strategy make its moves. */
import type { Refusal } from '../../SHARED/contracts/errors.ts';
import type { PlayerKind } from '../../SHARED/contracts/fields.ts';
import type { Message, MessageType } from '../../SHARED/contracts/index.ts';
import { type CallType, moveIn, wordsFor } from '../../SHARED/contracts/moves.ts';
import type { PlayerState } from '../../SHARED/contracts/states.ts';
import { later, sleep } from '../../SHARED/core/clock.ts';
import { uuid } from '../../SHARED/core/entropy.ts';
import type { JsonObject } from '../../SHARED/core/json.ts';
import { ok, type Result, reasonOf } from '../../SHARED/core/result.ts';
import { type AgentOptions, type Entry, type RunningAgent, startAgent } from '../../SHARED/league_sdk/agent.ts';
import type { StartFailure } from '../../SHARED/league_sdk/effects.ts';
import type { Details } from '../../SHARED/league_sdk/logger.ts';
import { openLogs } from '../../SHARED/league_sdk/logs/logs.ts';
import type { Line } from '../../SHARED/league_sdk/logs/message_log.ts';
import type { LoggedMessage } from '../../SHARED/league_sdk/messaging/peer.ts';
import type { Origin, Refused } from '../../SHARED/league_sdk/transport/transport.ts';
import { makeAuthenticate } from './authenticate.ts';
import { makeThink, questionTo, thinkingMs } from './decision.ts';
import type { Decision } from './guard.ts';
import { makeHandlers, makeReadOnly } from './handlers.ts';
import { type History, openHistory } from './history.ts';
import { endingOfGame, pointsFor, resultFor } from './outcome.ts';
import { makeSensors, type OnFinished } from './sensors.ts';
import { type Match, State } from './state.ts';
import type { Strategy } from './strategy.ts';
import { type OnHeard, tapped } from './tap.ts';

/** Everything a player is started with. */
export interface PlayerOptions extends AgentOptions {
  readonly strategy: Strategy;
  /** Makes the chance of the strategy repeatable: it then depends on this, the player and the match alone. */
  readonly seed?: string;
  /** The time for a move in its league, as far as it is known beforehand; absent: the usual one. */
  readonly moveMs?: number;
  /** Its invite code, where the league takes players by code. */
  readonly invite_code?: string;
  /** What plays, which its registration says; absent: a program. */
  readonly kind?: NonNullable<PlayerKind>;
  /** A strategy that fails forfeits, and no legal move is played in its place. */
  readonly forfeits?: boolean;
  /** Hears, for people, of the first exception, illegal move and late move of the strategy. */
  readonly onStrategyFailed?: ((line: string) => void) | undefined;
  /** The player's knowledge, shared with the program that starts it; absent: the player's own. */
  readonly state?: State;
  /** Called for every message the player takes in. */
  readonly onHeard?: OnHeard;
  /** Called once for every match of the player that ends. */
  readonly onFinished?: OnFinished;
}

/** A player that was started, in the hands of the program that started it. */
export interface PlayerAtWork extends RunningAgent {
  /** How far along it is. */
  phase(): PlayerState;
  /** Resolves when it sits in no match, or the time is over. */
  drain(withinMs: number): Promise<void>;
  /** The strategy's decision on a call; nothing is sent, and nothing else happens. */
  consider(call: Message<CallType>): Promise<Result<Decision, Refusal>>;
}

/** The interval in which a player that ends looks whether its match is over. */
const LOOK_MS = 50;

const NOT_WRITTEN = 'HISTORY_NOT_WRITTEN';

/**
 * Starts a player; resolves when it is registered, or with the reason why it is not. From then on it plays by itself,
 * until the manager shuts it down or `stop` is called.
 *
 * @example
 * const started = await startPlayer({ ...options, display_name: 'Agent Delta', strategy });
 * if (started.ok) await started.value.ended;
 */
export async function startPlayer(options: PlayerOptions): Promise<Result<PlayerAtWork, StartFailure>> {
  const { effects, places, display_name, strategy, seed, moveMs, onHeard, onFinished, state = new State() } = options;
  const { invite_code, kind } = options;
  const { clock, entropy, disk, records } = effects;
  const log = openLogs(effects, places.logs).messages(describer(state));
  const onFailure = (thrown: unknown) => complain(NOT_WRITTEN, thrown);
  const store = { disk, clock, root: places.data, records, onFailure };
  let history: History | undefined;
  let isSeeded = seed !== undefined;

  const opened = (): History => history as History;
  const think = makeThink({
    ...{ state, history: opened, strategy, clock, entropy, seed },
    log: (event, details) =>
      log.note(event, `strategy:${strategy.name}`, event === 'MODEL_ASKED' ? 'INFO' : 'WARNING', details),
    onFailure: (sentence) => options.onStrategyFailed?.(`${state.member.player_id}: ${sentence}`),
    forfeits: options.forfeits,
  });
  const sensors = makeSensors({ state, history: opened, strategy, log, clock, seeded: () => isSeeded, onFinished });
  const kept = async () => history?.kept();
  const handlers = makeHandlers({ state, sensors, think, clock, moveMs, kept, persist: () => void flush() });

  const started = await startAgent<'player'>(
    {
      role: 'player',
      log,
      meta: { ...(invite_code === undefined ? {} : { invite_code }), ...(kind === undefined ? {} : { kind }) },
      handlers: onHeard === undefined ? handlers : tapped(handlers, () => state.member.player_id, onHeard),
      readOnly: makeReadOnly({ state, history: () => history, display_name }),
      seating: (match_id) => state.matches.get(match_id),
      authenticate: (agent) => makeAuthenticate({ ...agent, state, log, clock, newConversation: () => uuid(entropy) }),
      onRegistering: (event) => void state.on(event),
      ...{ enter, close: flush, onRefusal, onBug: complain },
    },
    options,
  );
  return started.ok ? ok(Object.assign(started.value, { phase: () => state.phase, consider, drain })) : started;

  async function enter({ admission, seeded, again, keep }: Entry): Promise<Result<void, StartFailure>> {
    const { agent_id: player_id, ...rest } = admission;
    const member = { player_id, ...rest };
    if (seeded) isSeeded = true;
    const kept = await keep();
    // It can play all the same; only after a restart it would be a stranger.
    if (!kept.ok) complain('CREDENTIALS_NOT_KEPT', kept.error.detail);
    if (again) await flush();
    const thisRunOnly = seed !== undefined;
    const read = await openHistory({ store, member, display_name, thisRunOnly, onDamage: complain });
    if (!read.ok) return read;
    history = read.value;
    state.admit(member);
    return ok(undefined);
  }

  async function consider(call: Message<CallType>): Promise<Result<Decision, Refusal>> {
    const question = questionTo(state.member.player_id, call);
    if (!question.ok) return question;
    const { match_id } = call;
    const match = state.matches.get(match_id) ?? { match_id, over: false, asked: new Map() };
    return ok(await think(match, question.value, thinkingMs(call, { clock, receivedAt: clock.monotonic(), moveMs })));
  }

  async function drain(withinMs: number): Promise<void> {
    const end = later(clock.monotonic(), withinMs);
    while (state.matches.isSeated && clock.monotonic() < end) await sleep(clock, LOOK_MS);
  }

  /** A failure to write the history goes to the log, if that can still be written. */
  async function flush(): Promise<void> {
    await history?.flush().catch((thrown: unknown) => complain(NOT_WRITTEN, thrown));
  }

  function onRefusal(what: string, { code, detail }: Refused, { address }: Origin): void {
    log.note(what, address, 'WARNING', { error_code: code, error_description: detail });
  }

  function complain(what: string, thrown: unknown): void {
    log.note(what, 'unknown', 'ERROR', { error: reasonOf(thrown) });
  }
}

type Tell = { readonly [T in MessageType]?: (message: Message<T>, me: string) => Details };

/** The fields of each message that go into the log: a list, so that no token or ticket can slip in. */
const TELL: Tell = {
  LEAGUE_REGISTER_REQUEST: ({ player_meta }) => ({ display_name: player_meta.display_name }),
  LEAGUE_REGISTER_RESPONSE: ({ status, player_id, reason }) =>
    status === 'ACCEPTED' ? { status, player_id } : { status, reason },
  LEAGUE_QUERY: ({ query_type }) => ({ query_type }),
  LEAGUE_QUERY_RESPONSE: ({ query_type, success }) => ({ query_type, success }),
  ROUND_ANNOUNCEMENT: ({ round_id, matches }, me) => ({
    round_id,
    match_id: matches.find(({ player_a, player_b }) => player_a === me || player_b === me)?.match_id,
  }),
  GAME_INVITATION: ({ match_id, opponent_id }) => ({ match_id, opponent_id }),
  GAME_JOIN_ACK: ({ match_id }) => ({ match_id }),
  CHOOSE_PARITY_CALL: ({ match_id }) => ({ match_id }),
  GAME_MOVE_CALL: ({ match_id, step }) => ({ match_id, step }),
  GAME_OVER: ({ match_id, game_result }, me) => {
    const ending = endingOfGame(game_result);
    return { match_id, result: resultFor(me, ending), points_earned: pointsFor(me, ending) };
  },
  GAME_OVER_ACK: ({ match_id }) => ({ match_id }),
  LEAGUE_STANDINGS_UPDATE: ({ round_id, standings }, me) => ({ round_id, ...rankOf(me, standings) }),
  ROUND_COMPLETED: ({ round_id, matches_played }) => ({ round_id, matches_played }),
  LEAGUE_COMPLETED: ({ champion, final_standings }, me) => ({
    champion: champion?.player_id,
    ...rankOf(me, final_standings),
  }),
  GAME_ERROR: ({ match_id, error_code, error_name, error_description, affected_player, retry_count }) => ({
    ...(typeof match_id === 'string' ? { match_id } : {}),
    ...{ error_code, error_name, error_description, affected_player, retry_count },
  }),
  LEAGUE_ERROR: ({ error_code, error_name, error_description }) => ({ error_code, error_name, error_description }),
  SHUTDOWN_COMMAND: ({ reason }) => ({ reason }),
};

const ERRORS: ReadonlySet<string> = new Set<MessageType>(['GAME_ERROR', 'LEAGUE_ERROR']);

/** The line of one message. A move is told in the words of its game's records, with the strategy's reason for it. */
function describer(state: State): (logged: LoggedMessage) => Line {
  return ({ message }) => {
    const { message_type, match_id } = message;
    const match = typeof match_id === 'string' ? state.matches.get(match_id) : undefined;
    const words = wordsFor(match?.game_type ?? '');
    if (match !== undefined && message_type === words.answer) return moveLine(message, match, words.record);
    const tell = TELL[message_type as MessageType] as ((message: JsonObject, me: string) => Details) | undefined;
    const details = tell?.(message, state.isMember ? state.member.player_id : '') ?? briefly(message);
    return { message_type, level: ERRORS.has(message_type) ? 'ERROR' : 'INFO', details };
  };
}

function moveLine(
  message: JsonObject,
  match: Match,
  record: { readonly message_type: string; readonly field: string },
): Line {
  // A call of a game that is asked for once bears no number.
  const step = typeof message.step === 'number' ? message.step : 1;
  const { reasoning, fallback } = match.asked.get(step)?.decided ?? {};
  return {
    message_type: record.message_type,
    level: fallback === undefined ? 'INFO' : 'WARNING',
    details: { match_id: match.match_id, [record.field]: moveIn(message), reasoning, fallback },
  };
}

function rankOf(player_id: string, rows: Message<'LEAGUE_STANDINGS_UPDATE'>['standings']): Details {
  const row = rows.find((candidate) => candidate.player_id === player_id);
  return { rank: row?.rank, points: row?.points };
}

function briefly({ round_id, status }: JsonObject): Details {
  return { ...(round_id === undefined ? {} : { round_id }), ...(status === undefined ? {} : { status }) };
}
