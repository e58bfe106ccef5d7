/**
 * Name pins: the one address that the name in an agent's endpoint stands for, for as long as the agent keeps the
 * endpoint. `localhost` is such a name too: it may be 127.0.0.1 or ::1, and a stranger may listen at the other one.
 */
import { type Clock, later, timestamp } from '../../../SHARED/core/clock.ts';
import type { Result } from '../../../SHARED/core/result.ts';
import { KeyedMutex } from '../../../SHARED/league_sdk/flow/mutex.ts';
import { localhostAddress, pinOf, plainAddress, subnetOf } from '../../../SHARED/league_sdk/transport/net_address.ts';
import type { Transport } from '../../../SHARED/league_sdk/transport/transport.ts';
import type { Commit } from '../league/events.ts';
import type { Agent, League } from '../league/state.ts';
import { type Application, closedTo, type ResolvedEndpoint } from './admit.ts';
import { isAtLocalhost, isOfMachine, nameIn } from './endpoints.ts';

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
   * The network's knowledge of an applicant's endpoint, asked for before it is judged. A name that cannot be resolved in
   * time stands for nothing; one that is settled stands for that address, unless its holder asks, proved by its token.
   * Where no newcomer is taken in, no name is looked up for one. A `localhost` that is another agent's at the other kind
   * of address than the applicant's has no say: the endpoint is the applicant's with its own address.
   */
  resolve(of: Pick<Application, 'role' | 'meta' | 'caller'>): Promise<ResolvedEndpoint>;
  /** Settles the name in the endpoint of an agent that registered, and lets go of the one in its former endpoint. */
  pin(agent: Agent): void;
  /** The endpoints at a `localhost` that is not settled, because their agents did not listen yet when they registered. */
  readonly unsettled: Pick<ReadonlySet<string>, 'has'>;
  /**
   * Looks where the agent of such an endpoint listens, at the address of the kind it registered from, else at the other:
   * to be called before anything is sent there.
   */
  find(endpoint: string): Promise<void>;
}

/** The address that a name and port stand for by an agent's registration; not settled: where it is looked for first. */
interface PinClaim {
  readonly id: string;
  readonly address: string;
  readonly isSettled: boolean;
}

export interface NamePinsOptions {
  readonly clock: Clock;
  /** Undefined: names stand for nothing. */
  readonly network: Network | undefined;
  readonly transport: Pick<Transport, 'isRemote' | 'knock'>;
  readonly commit: Commit;
}

const RESOLVE_MS = 2_000;
const KNOCK_MS = 1_000;

/** The name pins of a league's agents, those of an earlier start included. */
export function makeNamePins(league: League, { clock, network, transport, commit }: NamePinsOptions): NamePins {
  const machine = network?.machine ?? [];
  const lookUp = network === undefined ? undefined : makeLookUp(network.resolve, clock);
  /**
   * By name and port: the address that each agent claims. The first claim that is settled holds; a later one with another
   * address changes nothing for other callers.
   */
  const claims = new Map<string, Map<string, PinClaim>>();
  const placed = new Map<string, string>();
  /** The agents whose `localhost` is not settled, by endpoint, with the address they are looked for at first. */
  const unsettled = new Map<string, { readonly id: string; readonly own: string }>();
  const endpointOf = new Map<string, string>();
  const turns = new KeyedMutex();

  function settle({ id, endpoint, address, from_ipv6 }: Agent): void {
    const isSettled = address !== undefined;
    const own =
      !isSettled && network !== undefined && isAtLocalhost(endpoint) ? loopbackLike(from_ipv6 ? '::1' : '') : undefined;
    const claimed = nameIn(endpoint) !== undefined || isAtLocalhost(endpoint) ? (address ?? own) : undefined;
    const place = claimed === undefined ? undefined : pinOf(new URL(endpoint));
    unsettled.delete(endpointOf.get(id) ?? '');
    endpointOf.set(id, endpoint);
    if (own !== undefined) unsettled.set(endpoint, { id, own });
    const former = placed.get(id);
    if (former !== undefined && former !== place) {
      claims.get(former)?.delete(id);
      placed.delete(id);
      pin(former);
    }
    if (place === undefined || claimed === undefined) return;
    const claim = { id, address: claimed, isSettled };
    claims.set(place, (claims.get(place) ?? new Map<string, PinClaim>()).set(id, claim));
    placed.set(id, place);
    pin(place);
  }

  function pin(place: string): void {
    const held = holderOf(place);
    if (claims.get(place)?.size === 0) claims.delete(place);
    if (held === undefined) network?.pins.delete(place);
    else network?.pins.set(place, held.address);
  }

  function holderOf(place: string): PinClaim | undefined {
    for (const claim of claims.get(place)?.values() ?? []) if (claim.isSettled) return claim;
    return undefined;
  }

  /** Where an applicant's `localhost` is: where it was, or the address of the kind it calls from, if it listens there. */
  async function localhostOf(url: URL, held: string | undefined, caller: string): Promise<readonly string[]> {
    if (!isOfMachine(caller, { machine })) return [];
    for (const address of new Set([held ?? loopbackLike(caller), loopbackLike(caller)]))
      if (await listens(url, address)) return [address];
    return held === undefined ? [] : [held];
  }

  /** The endpoint with the caller's own address, where `localhost` is another agent's at the other kind of address. */
  function ownEndpoint(url: URL, caller: string, id: string | undefined): string | undefined {
    const place = pinOf(url);
    const [first] = claims.get(place)?.values() ?? [];
    const claim = holderOf(place) ?? first;
    const own = loopbackLike(caller);
    if (claim === undefined || claim.id === id || claim.address === own || !isOfMachine(caller, { machine }))
      return undefined;
    const spelled = new URL(url);
    spelled.hostname = hostOf(own);
    return spelled.href;
  }

  async function listens(url: URL, address: string): Promise<boolean> {
    const port = pinOf(url).slice(url.hostname.length);
    return (await transport.knock(`http://${hostOf(address)}${port}/`, later(clock.monotonic(), KNOCK_MS))).ok;
  }

  /**
   * Before the league starts, an agent that is not yet where it registered from may still come there: what is found at
   * the other address meanwhile is called, and not settled.
   */
  async function find(endpoint: string): Promise<void> {
    const of = unsettled.get(endpoint);
    if (of === undefined || network === undefined) return;
    const url = new URL(endpoint);
    const held = holderOf(pinOf(url))?.address;
    const other = of.own === '::1' ? '127.0.0.1' : '::1';
    let found = held === of.own ? held : undefined;
    for (const address of [of.own, other]) if (found === undefined && (await listens(url, address))) found = address;
    // It may have registered again meanwhile.
    if (unsettled.get(endpoint) !== of) return;
    const isFinal = found === of.own || league.phase !== 'WAITING_FOR_REGISTRATIONS';
    if (found === undefined) pin(pinOf(url));
    else if (isFinal) {
      void commit({ type: 'endpoint_settled', at: timestamp(clock), agent_id: of.id, address: found });
      settle(league.agents.get(of.id) as Agent);
    } else if (held === undefined) network.pins.set(pinOf(url), found);
  }

  for (const agent of league.agents.values()) settle(agent);
  return {
    async resolve({ role, meta: { contact_endpoint }, caller: { identity, address } }) {
      const known = { machine, isRemote: transport.isRemote(contact_endpoint) };
      const url = URL.parse(contact_endpoint);
      const name = url === null ? undefined : nameIn(contact_endpoint);
      const isNamed = name !== undefined || isAtLocalhost(contact_endpoint);
      if (url === null || !isNamed || lookUp === undefined) return { resolved: [], ...known };
      const held = holderOf(pinOf(url));
      const isOwn = identity.party === role && league.agents.has(identity.id);
      const endpoint = name === undefined ? ownEndpoint(url, address, isOwn ? identity.id : undefined) : undefined;
      if (endpoint !== undefined) return { resolved: [], ...known, endpoint };
      if (held !== undefined && !(isOwn && held.id === identity.id)) return { resolved: [held.address], ...known };
      const closed = isOwn ? undefined : closedTo(role, league);
      if (closed !== undefined) return { resolved: [], ...known, unasked: closed };
      if (name === undefined) return { resolved: await localhostOf(url, held?.address, address), ...known };
      const found = await lookUp(name, address);
      return found === undefined ? { resolved: [], ...known, unasked: TOO_MANY } : { resolved: found, ...known };
    },
    pin: settle,
    unsettled,
    find: (endpoint) => turns.take(endpoint, () => find(endpoint)),
  };
}

/** The address of this machine of the same kind as another one. */
function loopbackLike(address: string): string {
  return plainAddress(address)?.includes(':') === true ? '::1' : localhostAddress();
}

/** An address as it is written in a URL. */
function hostOf(address: string): string {
  return address.includes(':') ? `[${address}]` : address;
}

/** Names that may wait to be looked up: for one caller, and for all. */
const MAX_WAITING = { caller: 8, all: 64 } as const;
const TOO_MANY: ResolvedEndpoint['unasked'] = {
  rejection: 'INVALID_ENDPOINT',
  detail: 'contact_endpoint has a name, and others from your address are still being looked up; give an address',
};

/** The addresses of a name, none if it has none or is not found in time; undefined where it was not looked up. */
type LookUp = (name: string, caller: string) => Promise<readonly string[] | undefined>;

/**
 * Looks up one name at a time for each caller, once for all that ask for it meanwhile. A look-up cannot be called off,
 * and the system makes few at once: names that are not found keep their own caller waiting, and no other.
 */
function makeLookUp(resolve: Network['resolve'], clock: Clock): LookUp {
  const line = new KeyedMutex();
  const waiting = new Map<string, Map<string, Asked>>();
  let all = 0;

  function ask(name: string, from: string): Asked | undefined {
    const names = waiting.get(from) ?? new Map<string, Asked>();
    if (names.size >= MAX_WAITING.caller || all >= MAX_WAITING.all) return undefined;
    all += 1;
    const looked = line
      .take(from, async () => {
        const found = asked.wanted === 0 ? undefined : await resolve(name);
        return found?.ok === true ? found.value : [];
      })
      .finally(() => {
        all -= 1;
        names.delete(name);
        if (names.size === 0) waiting.delete(from);
      });
    const asked: Asked = { looked, wanted: 0 };
    waiting.set(from, names.set(name, asked));
    return asked;
  }

  return async (name, caller) => {
    const from = subnetOf(caller);
    const asked = waiting.get(from)?.get(name) ?? ask(name, from);
    if (asked === undefined) return undefined;
    asked.wanted += 1;
    const { promise: late, resolve: giveUp } = Promise.withResolvers<readonly string[]>();
    const callOff = clock.after(RESOLVE_MS, () => {
      asked.wanted -= 1;
      giveUp([]);
    });
    return Promise.race([asked.looked, late]).finally(callOff);
  };
}

/** A look-up under way or in line, and how many requests still wait for it. */
interface Asked {
  readonly looked: Promise<readonly string[]>;
  wanted: number;
}
