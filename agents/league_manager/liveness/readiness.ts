/** The readiness board: before play, it names the agents that do not answer where they are registered and would forfeit. */

import { byNaturalOrder } from '../../../SHARED/core/ids.ts';
import { cut } from '../../../SHARED/core/json.ts';
import { semaphore } from '../../../SHARED/league_sdk/flow/mutex.ts';
import type { Core } from '../core.ts';
import type { Agent } from '../league/state.ts';
import { AT_ONCE, type NotAlive, type Ping } from './ping.ts';

export interface Unready {
  readonly agent_id: string;
  readonly reason: NotAlive['reason'];
}

export interface Readiness {
  /** Asks an agent that has just registered. */
  note(agent_id: string): void;
  /** Asks every agent; resolves when all have answered or had their time, and tells the log. */
  checkAll(): Promise<void>;
  /** The agents that did not answer when last asked, in the order of ids; the first hundred of them. */
  wouldForfeit(): readonly Unready[];
}

export interface ReadinessOptions extends Pick<Core, 'league' | 'clock' | 'log'> {
  readonly ping: Ping;
}

/** The time one agent is waited for, and all of them together. */
const ONE_MS = 2_000;
const ALL_MS = 5_000;
/** The most agents that are named. */
const NAMED = 100;

export function makeReadiness({ league, ping, clock, log }: ReadinessOptions): Readiness {
  const silent = new Map<string, NotAlive>();
  /** In order, until an agent comes or goes: it may be asked for at any time. */
  let board: readonly Unready[] | undefined;

  /** Whether the agent is there. */
  async function ask(agent_id: string): Promise<boolean> {
    const agent = league.agents.get(agent_id);
    if (agent === undefined) return false;
    const sign = await ping(agent, ONE_MS);
    // An agent that moved while it was asked has been asked again where it is now.
    if (league.agents.get(agent_id)?.endpoint !== agent.endpoint) return false;
    const wasSilent = silent.delete(agent_id);
    if (!sign.ok) silent.set(agent_id, sign.error);
    if (wasSilent || !sign.ok) board = undefined;
    return sign.ok;
  }

  function tell(asked: number, ready: number): void {
    const named = wouldForfeit();
    log('READINESS_CHECKED', { asked, ready, would_forfeit: named.map(({ agent_id }) => agent_id) });
    for (const unready of named)
      log('AGENT_NOT_READY', { ...unready, detail: cut(silent.get(unready.agent_id)?.detail ?? '', 200) });
  }

  function wouldForfeit(): readonly Unready[] {
    board ??= [...silent.keys()]
      .sort(byNaturalOrder)
      .slice(0, NAMED)
      .map((agent_id) => ({ agent_id, reason: (silent.get(agent_id) as NotAlive).reason }));
    return board;
  }

  return {
    note: (agent_id) => void ask(agent_id),
    async checkAll() {
      const turn = semaphore(AT_ONCE);
      let isTimeLeft = true;
      let asked = 0;
      let ready = 0;
      const askOne = async (id: string) => {
        if (!isTimeLeft) return;
        asked++;
        if (await ask(id)) ready++;
      };
      const expected = [...league.agents.values()].filter(isExpected);
      const asking = Promise.all(expected.map(({ id }) => turn(() => askOne(id))));
      await new Promise<void>((resolve) => {
        const cancel = clock.after(ALL_MS, resolve);
        void asking.then(cancel).then(resolve);
      });
      isTimeLeft = false;
      tell(asked, ready);
    },
    wouldForfeit,
  };
}

function isExpected({ state }: Agent): boolean {
  return state !== 'SHUTDOWN';
}
