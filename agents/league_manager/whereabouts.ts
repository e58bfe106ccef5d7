/** What the manager's network knows of endpoints: which addresses names stand for, and which are its own machine's. */
import type { Clock } from '../../SHARED/league_sdk/core/clock.ts';
import { err, type Result } from '../../SHARED/league_sdk/core/result.ts';
import { nameIn } from './endpoints.ts';
import type { Ground } from './registry.ts';
import type { Agent, League } from './state.ts';

export interface Network {
  /** All addresses of a name. */
  readonly resolve: (host: string) => Promise<Result<readonly string[], string>>;
  /** The addresses of this machine, beside loopback. */
  readonly machine: readonly string[];
  /** Names that are settled: whoever connects to one, connects to this address and no other. */
  readonly pins: Map<string, string>;
}

export interface Whereabouts {
  /** What is to be known of an endpoint before it is judged; a name that cannot be resolved in time stands for nothing. */
  groundOf(endpoint: string): Promise<Ground>;
  /** Settles the name in an agent's endpoint. */
  settle(agent: Agent): void;
}

const RESOLVE_MS = 2_000;

/** The whereabouts of a league's agents, those of an earlier start included. */
export function makeWhereabouts(league: League, clock: Clock, network: Network | undefined): Whereabouts {
  function settle({ endpoint, address }: Agent): void {
    const name = nameIn(endpoint);
    if (name !== undefined && address !== undefined) network?.pins.set(name, address);
  }

  for (const agent of league.agents.values()) settle(agent);
  return {
    async groundOf(endpoint) {
      const machine = network?.machine ?? [];
      const name = URL.canParse(endpoint) ? nameIn(endpoint) : undefined;
      if (name === undefined || network === undefined) return { resolved: [], machine };
      const found = await inTime(network.resolve(name), clock);
      return { resolved: found.ok ? found.value : [], machine };
    },
    settle,
  };
}

function inTime(resolving: ReturnType<Network['resolve']>, clock: Clock): ReturnType<Network['resolve']> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(RESOLVE_MS, () => resolve(err('no answer in time')));
    resolving.finally(cancel).then(resolve, reject);
  });
}
