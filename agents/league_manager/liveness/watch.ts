/** Waits for the agents of a resumed league, and pings suspended players until they answer. */
import { sleep, timestamp } from '../../../SHARED/core/clock.ts';
import type { Limits } from '../../../SHARED/league_sdk/config_models.ts';
import { semaphore } from '../../../SHARED/league_sdk/flow/mutex.ts';
import type { Core } from '../core.ts';
import type { Agent } from '../league/state.ts';
import { AT_ONCE, knowsPing, type Ping } from './ping.ts';

interface WaitForAgentsOptions extends Pick<Core, 'league' | 'clock'> {
  readonly ping: Ping;
  readonly limits: Limits;
}

interface ArrivedAgents {
  /**
   * Resolves when every agent has given a sign of life where it is registered now, or the time to come back has passed.
   * Of an agent that cannot be asked a connection is enough: it says that a process is back, not that it will play.
   */
  readonly over: Promise<void>;
  /** Asks no agent any more; `over` is left open. */
  callOff(): void;
}

/** Asks every agent for a sign of life until it gives one, but those that were given up. */
export function waitForAgents({ league, ping, clock, limits }: WaitForAgentsOptions): ArrivedAgents {
  const { promise: over, resolve } = Promise.withResolvers<void>();
  const turn = semaphore(AT_ONCE);
  let calling = true;
  const cancel = clock.after(limits.registrationMs, () => end(resolve));

  function end(then: () => void = () => {}): void {
    if (!calling) return;
    calling = false;
    cancel();
    then();
  }

  async function isThere(agent_id: string): Promise<boolean> {
    return calling && (await ping(league.agents.get(agent_id) as Agent, limits.responseMs)).ok;
  }

  async function heard(agent_id: string): Promise<void> {
    while (calling) {
      if (await turn(() => isThere(agent_id))) return;
      await sleep(clock, limits.backoff.baseMs);
    }
  }

  const expected = [...league.agents.values()].filter((agent) => agent.state !== 'SHUTDOWN');
  void Promise.all(expected.map((agent) => heard(agent.id))).then(() => end(resolve));
  return { over, callOff: () => end() };
}

interface SuspendedWatchOptions extends Pick<Core, 'league' | 'clock' | 'commit' | 'log'> {
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
    const { id, role, state } = agent;
    return role === 'player' && state === 'SUSPENDED' && knowsPing(agent) && !asked.has(id);
  }

  /** A match may have brought it back meanwhile, and the manager may have ended. */
  function isStillWanted(id: string): boolean {
    return cancel !== undefined && league.agents.get(id)?.state === 'SUSPENDED';
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
