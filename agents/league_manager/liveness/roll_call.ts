/** Who is there: a manager that was restarted waits for its agents before it goes on, so that nobody forfeits for its sake. */

import { type Clock, sleep } from '../../../SHARED/core/clock.ts';
import type { Limits } from '../../../SHARED/league_sdk/config_models.ts';
import { AT_ONCE, semaphore } from '../../../SHARED/league_sdk/flow/semaphore.ts';
import type { Agent, League } from '../league/state.ts';
import type { Ping } from './ping.ts';

export interface WaitForAgentsOptions {
  readonly league: League;
  readonly signOfLife: Ping;
  readonly clock: Clock;
  readonly limits: Limits;
}

export interface ArrivedAgents {
  /**
   * Resolves when everybody has given a sign of life where it is registered now, or the time to come back has passed.
   * Of who cannot be asked it is enough that somebody listens: it says that a process is back, not that it will play.
   */
  readonly over: Promise<void>;
  /** Asks nobody any more; `over` is left open. */
  callOff(): void;
}

/** Asks every agent for a sign of life until it gives one. Who was given up is not asked. */
export function waitForAgents({ league, signOfLife, clock, limits }: WaitForAgentsOptions): ArrivedAgents {
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
    return calling && (await signOfLife(league.agents.get(agent_id) as Agent, limits.responseMs)).ok;
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
