/** Who is there: a manager that was restarted waits for its agents before it goes on, so that nobody forfeits for its sake. */
import type { Limits } from '../../SHARED/league_sdk/config_models.ts';
import { type Clock, sleep } from '../../SHARED/league_sdk/core/clock.ts';
import type { SignOfLife } from './sign_of_life.ts';
import type { Agent, League } from './state.ts';

export interface RollCallOptions {
  readonly league: League;
  readonly signOfLife: SignOfLife;
  readonly clock: Clock;
  readonly limits: Limits;
}

export interface RollCall {
  /** Resolves when everybody has answered where it is registered now, or the time to come back has passed. */
  readonly over: Promise<void>;
  /** Asks nobody any more; `over` is left open. */
  callOff(): void;
}

/** Asks every agent for a sign of life until it gives one. Who was given up is not asked. */
export function rollCall({ league, signOfLife, clock, limits }: RollCallOptions): RollCall {
  const { promise: over, resolve } = Promise.withResolvers<void>();
  let calling = true;
  const cancel = clock.after(limits.registrationMs, () => end(resolve));

  function end(then: () => void = () => {}): void {
    if (!calling) return;
    calling = false;
    cancel();
    then();
  }

  async function heard(agent_id: string): Promise<void> {
    while (calling) {
      const sign = await signOfLife(league.agents.get(agent_id) as Agent, limits.responseMs);
      if (sign.ok) return;
      await sleep(clock, limits.backoff.baseMs);
    }
  }

  const expected = [...league.agents.values()].filter((agent) => agent.state !== 'SHUTDOWN');
  void Promise.all(expected.map((agent) => heard(agent.id))).then(() => end(resolve));
  return { over, callOff: () => end() };
}
