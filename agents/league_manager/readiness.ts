/** The readiness board: before anybody plays, it says who would forfeit because nobody answers where it is registered. */
import type { Clock } from '../../SHARED/league_sdk/core/clock.ts';
import { byNaturalOrder } from '../../SHARED/league_sdk/core/ids.ts';
import type { Log } from './league.ts';
import type { SignOfLife } from './sign_of_life.ts';
import type { Agent, League } from './state.ts';

export interface Unready {
  readonly agent_id: string;
  readonly reason: string;
}

export interface Readiness {
  /** Asks somebody who has just registered. */
  note(agent_id: string): void;
  /** Asks everybody; resolves when all have answered or had their time, and tells the log. */
  checkAll(): Promise<void>;
  /** Who did not answer when last asked, in the order of ids; the first hundred of them. */
  wouldForfeit(): readonly Unready[];
}

export interface ReadinessOptions {
  readonly league: League;
  readonly signOfLife: SignOfLife;
  readonly clock: Clock;
  readonly log: Log;
}

/** One agent is waited for so long, and all of them together. */
const ONE_MS = 2_000;
const ALL_MS = 5_000;
/** So many are asked at the same time. */
const AT_ONCE = 256;
/** So many are named. */
const NAMED = 100;

export function makeReadiness({ league, signOfLife, clock, log }: ReadinessOptions): Readiness {
  const silent = new Map<string, string>();

  /** Whether it is there. */
  async function ask(agent_id: string): Promise<boolean> {
    const agent = league.agents.get(agent_id);
    if (agent === undefined) return false;
    const sign = await signOfLife(agent, ONE_MS);
    // Who moved while it was asked has been asked again where it is now.
    if (league.agents.get(agent_id)?.endpoint !== agent.endpoint) return false;
    if (sign.ok) silent.delete(agent_id);
    else silent.set(agent_id, sign.error.slice(0, 200));
    return sign.ok;
  }

  function tell(asked: number, ready: number): void {
    const named = wouldForfeit();
    log('READINESS_CHECKED', { asked, ready, would_forfeit: named.map(({ agent_id }) => agent_id) });
    for (const unready of named) log('AGENT_NOT_READY', { ...unready });
  }

  function wouldForfeit(): readonly Unready[] {
    return [...silent.keys()]
      .sort(byNaturalOrder)
      .slice(0, NAMED)
      .map((agent_id) => ({ agent_id, reason: silent.get(agent_id) as string }));
  }

  return {
    note: (agent_id) => void ask(agent_id),
    async checkAll() {
      const waiting = [...league.agents.values()].filter(isExpected).map(({ id }) => id);
      let asked = 0;
      let ready = 0;
      const askInTurn = async () => {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
          asked++;
          if (await ask(next)) ready++;
        }
      };
      const asking = Promise.all(Array.from({ length: AT_ONCE }, askInTurn));
      await new Promise<void>((resolve) => {
        const cancel = clock.after(ALL_MS, resolve);
        void asking.then(cancel).then(resolve);
      });
      waiting.length = 0;
      tell(asked, ready);
    },
    wouldForfeit,
  };
}

function isExpected({ state }: Agent): boolean {
  return state !== 'SHUTDOWN';
}
