/**
 * Name pins: the one address that the name in an agent's endpoint stands for, for as long as the agent keeps the
 * endpoint.
 */
import type { Clock } from '../../../SHARED/core/clock.ts';
import { err, type Result } from '../../../SHARED/core/result.ts';
import { pinOf } from '../../../SHARED/league_sdk/transport/net_address.ts';
import type { Transport } from '../../../SHARED/league_sdk/transport/transport.ts';
import type { Agent, League } from '../league/state.ts';
import type { ResolvedEndpoint } from './admit.ts';
import { nameIn } from './endpoints.ts';

export interface Network {
  /** All addresses of a name. */
  readonly resolve: (host: string) => Promise<Result<readonly string[], string>>;
  /** The addresses of this machine, beside loopback. */
  readonly machine: readonly string[];
  /** Names that are settled, each at a port: a connection to one goes to this address and no other. */
  readonly pins: Map<string, string>;
}

export interface NamePins {
  /**
   * The network's knowledge of an endpoint, asked for before it is judged. A name that cannot be resolved in time
   * stands for nothing; one that is settled stands for that address, unless its holder asks (`by`, proved by its
   * token).
   */
  resolve(endpoint: string, by?: string): Promise<ResolvedEndpoint>;
  /** Settles the name in an agent's endpoint, and lets go of the one in its former endpoint. */
  pin(agent: Agent): void;
}

export interface NamePinsOptions {
  readonly clock: Clock;
  /** Undefined: names stand for nothing. */
  readonly network: Network | undefined;
  readonly isRemote: Transport['isRemote'];
}

const RESOLVE_MS = 2_000;

/** The name pins of a league's agents, those of an earlier start included. */
export function makeNamePins(league: League, { clock, network, isRemote }: NamePinsOptions): NamePins {
  /**
   * By name and port: the address that each agent claims. The first claim holds; a later one with another address
   * changes nothing for other callers.
   */
  const claims = new Map<string, Map<string, string>>();
  const placed = new Map<string, string>();

  function settle({ id, endpoint, address }: Agent): void {
    const place = address === undefined || nameIn(endpoint) === undefined ? undefined : pinOf(new URL(endpoint));
    const former = placed.get(id);
    if (former !== undefined && former !== place) {
      claims.get(former)?.delete(id);
      placed.delete(id);
      pin(former);
    }
    if (place === undefined || address === undefined) return;
    claims.set(place, (claims.get(place) ?? new Map<string, string>()).set(id, address));
    placed.set(id, place);
    pin(place);
  }

  function pin(place: string): void {
    const held = holderOf(place);
    if (held === undefined) {
      claims.delete(place);
      network?.pins.delete(place);
    } else network?.pins.set(place, held.address);
  }

  function holderOf(place: string): { readonly id: string; readonly address: string } | undefined {
    for (const [id, address] of claims.get(place) ?? []) return { id, address };
    return undefined;
  }

  for (const agent of league.agents.values()) settle(agent);
  return {
    async resolve(endpoint, by) {
      const known = { machine: network?.machine ?? [], isRemote: isRemote(endpoint) };
      const name = URL.canParse(endpoint) ? nameIn(endpoint) : undefined;
      if (name === undefined || network === undefined) return { resolved: [], ...known };
      const held = holderOf(pinOf(new URL(endpoint)));
      if (held !== undefined && held.id !== by) return { resolved: [held.address], ...known };
      const found = await inTime(network.resolve(name), clock);
      return { resolved: found.ok ? found.value : [], ...known };
    },
    pin: settle,
  };
}

function inTime(resolving: ReturnType<Network['resolve']>, clock: Clock): ReturnType<Network['resolve']> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(RESOLVE_MS, () => resolve(err('no answer in time')));
    resolving.finally(cancel).then(resolve, reject);
  });
}
