/** Pings suspended players until they answer. */
import { timestamp } from '../../../SHARED/core/clock.ts';
import type { Limits } from '../../../SHARED/league_sdk/config_models.ts';
import { semaphore } from '../../../SHARED/league_sdk/flow/mutex.ts';
import type { Core } from '../core.ts';
import type { Agent } from '../league/state.ts';
import { AT_ONCE, knowsPing, type Ping } from './ping.ts';

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
