/**
 * The ping: finds out whether an agent is there without asking anything it was never told to understand. Suspended
 * players are pinged until they answer.
 */
import { dialectOf } from '../../../SHARED/contracts/dialects/detect.ts';
import type { SilenceReason } from '../../../SHARED/contracts/messages/control.ts';
import { type Clock, later, timestamp } from '../../../SHARED/core/clock.ts';
import { byNaturalOrder } from '../../../SHARED/core/ids.ts';
import { err, ok, type Result } from '../../../SHARED/core/result.ts';
import type { Limits } from '../../../SHARED/league_sdk/config_models.ts';
import { semaphore } from '../../../SHARED/league_sdk/flow/mutex.ts';
import type { CallError, Peer } from '../../../SHARED/league_sdk/messaging/peer.ts';
import type { Transport } from '../../../SHARED/league_sdk/transport/transport.ts';
import type { Agent } from '../league/state.ts';
import type { LeagueTools } from '../league_tools.ts';
import { isSignOfLife } from '../telling/mailer.ts';

/** The number of agents that are pinged at the same time. */
export const AT_ONCE = 256;
/** The most agents that are named. */
const NAMED = 100;

type Asked = Pick<Agent, 'endpoint' | 'dialect' | 'batches' | 'tickets'>;

/** `listening` is the kernel's word as much as the agent's: a process that hangs takes connections too. */
export type Liveness = 'answered' | 'listening';

/** Why there was no sign in time. */
export interface NotAlive {
  /** The part that any caller may know. */
  readonly reason: SilenceReason;
  /** The network's error, for the log alone: it would tell strangers what lies around the manager. */
  readonly detail: string;
}

/** Resolves with the sign the agent has given, or with why there was none in time. */
export type Ping = (agent: Asked, withinMs: number) => Promise<Result<Liveness, NotAlive>>;

export interface PingOptions {
  readonly peer: Peer;
  readonly transport: Pick<Transport, 'knock'>;
  readonly clock: Clock;
}

/**
 * Whether an agent knows `ping`, which no document of the specification names: an agent that claims an ability only
 * this league's protocol has a word for, has read of `ping` there too.
 */
export function knowsPing({ dialect, batches, tickets }: Pick<Asked, 'dialect' | 'batches' | 'tickets'>): boolean {
  return dialectOf(dialect).enveloped && (batches || tickets);
}

/** Agents that know `ping` are asked it; the others are only connected to. */
export function makePing({ peer, transport, clock }: PingOptions): Ping {
  return async (agent, withinMs) => {
    const { endpoint } = agent;
    const deadline = later(clock.monotonic(), withinMs);
    if (!knowsPing(agent)) {
      const knocked = await transport.knock(endpoint, deadline);
      return knocked.ok ? ok('listening') : err(silence(knocked.error));
    }
    const answer = await peer.look(endpoint, 'ping', {}, deadline);
    return answer.ok || isSignOfLife(answer) ? ok('answered') : err(silence(answer.error));
  };
}

/**
 * What the listener at a seat's endpoint says of a registration in its name: it is its own, or not; or it listens and
 * cannot be asked; or it is silent.
 */
export type Testimony = 'own' | 'not own' | 'listening' | 'silent';

/** Asks the listener at a seat's endpoint whether it registers in this conversation. */
export type AskSeat = (agent: Asked, conversation_id: string, withinMs: number) => Promise<Testimony>;

/** Only the listener at the endpoint is asked, so no other agent can answer for it. */
export function makeAskSeat({ peer, transport, clock }: PingOptions): AskSeat {
  return async (agent, conversation_id, withinMs) => {
    const { endpoint } = agent;
    const deadline = later(clock.monotonic(), withinMs);
    if (!knowsPing(agent)) return (await transport.knock(endpoint, deadline)).ok ? 'listening' : 'silent';
    const answer = await peer.look(endpoint, 'ping', { conversation_id }, deadline);
    if (!answer.ok) return isSignOfLife(answer) ? 'listening' : 'silent';
    const { registering } = answer.value;
    if (typeof registering !== 'boolean') return 'listening';
    return registering ? 'own' : 'not own';
  };
}

function silence({ code, detail }: Pick<CallError, 'code' | 'detail'>): NotAlive {
  return { reason: code === 'UNREACHABLE' ? 'unreachable' : 'silent', detail };
}

/** A board of the agents that gave no sign of life when last asked, each with a row of what is known of it. */
export class SilenceBoard<Row> {
  /** Runs a ping when it has its turn: a crowd is not asked all at once. */
  readonly turn = semaphore(AT_ONCE);
  readonly #rows = new Map<string, Row>();
  #named: readonly Row[] | undefined;

  get size(): number {
    return this.#rows.size;
  }

  get(agent_id: string): Row | undefined {
    return this.#rows.get(agent_id);
  }

  set(agent_id: string, row: Row): void {
    this.#rows.set(agent_id, row);
    this.#named = undefined;
  }

  /** Whether the agent was on the board. */
  delete(agent_id: string): boolean {
    const wasThere = this.#rows.delete(agent_id);
    if (wasThere) this.#named = undefined;
    return wasThere;
  }

  /** In the order of ids; the first hundred of them. Put in order once until an agent comes or goes: any caller may ask for it at any time. */
  named(): readonly Row[] {
    this.#named ??= [...this.#rows.keys()]
      .sort(byNaturalOrder)
      .slice(0, NAMED)
      .map((agent_id) => this.#rows.get(agent_id) as Row);
    return this.#named;
  }
}

interface SuspendedWatchOptions extends Pick<LeagueTools, 'league' | 'clock' | 'commit' | 'log'> {
  readonly ping: Ping;
  readonly limits: Pick<Limits, 'pingMs' | 'responseMs'>;
}

export interface SuspendedWatch {
  /** From now on, until `stop`. Safe to call twice. */
  start(): void;
  stop(): void;
}

/** Pings the suspended players of one league; one that answers plays again. */
export function watchSuspended({ league, ping, clock, limits, commit, log }: SuspendedWatchOptions): SuspendedWatch {
  const turn = semaphore(AT_ONCE);
  let cancel: (() => void) | undefined;
  /** The players that have not answered the last ping yet. */
  const asked = new Set<string>();

  function start(): void {
    cancel ??= clock.after(limits.pingMs, () => {
      cancel = undefined;
      start();
      for (const agent of league.agents.values()) if (isWanted(agent)) void probe(agent);
    });
  }

  /** A connection is no answer: a player that knows no `ping` comes back by its matches alone. */
  function isWanted(agent: Agent): boolean {
    const { id, role } = agent;
    return role === 'player' && comesBack(agent) && knowsPing(agent) && !asked.has(id);
  }

  /** A match may have brought it back meanwhile, and the manager may have ended. */
  function isStillWanted(id: string): boolean {
    return cancel !== undefined && comesBack(league.agents.get(id));
  }

  async function probe(agent: Agent): Promise<void> {
    const { id } = agent;
    asked.add(id);
    const isThere = await turn(async () => isStillWanted(id) && (await ping(agent, limits.responseMs)).ok);
    asked.delete(id);
    if (!isThere || !isStillWanted(id)) return;
    await commit({ type: 'agent_recovered', at: timestamp(clock), agent_id: id });
    log('AGENT_RECOVERED', { player_id: id });
  }

  return {
    start,
    stop() {
      cancel?.();
      cancel = undefined;
    },
  };
}

/** What silence began an answer ends; what the operator began ends with its word alone. */
function comesBack(agent: Agent | undefined): boolean {
  return agent?.state === 'SUSPENDED' && agent.suspended === undefined;
}
