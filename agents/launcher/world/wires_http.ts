/**
 * The network of a process: its settings from the configuration, its HTTP transport, and the addresses it tells others.
 */
import { hostname, networkInterfaces } from 'node:os';
import { systemClock } from '../../../SHARED/core/clock.ts';
import { systemEntropy } from '../../../SHARED/core/entropy.ts';
import { NETWORK_LIMITS, type RegistrationLimits, shareOfOneAddress } from '../../../SHARED/core/limits.ts';
import { ok, type Result } from '../../../SHARED/core/result.ts';
import type { SystemConfig } from '../../../SHARED/league_sdk/config_models.ts';
import { OPEN_FILES } from '../../../SHARED/league_sdk/disk/node_disk.ts';
import { refusalText } from '../../../SHARED/league_sdk/messaging/envelope.ts';
import { CallerCheck } from '../../../SHARED/league_sdk/transport/http/forwarded.ts';
import { type Got, httpGet } from '../../../SHARED/league_sdk/transport/http/get.ts';
import { type HttpTransportOptions, httpTransport } from '../../../SHARED/league_sdk/transport/http/http.ts';
import type { HttpLimits } from '../../../SHARED/league_sdk/transport/http/limits.ts';
import { PassingOn, Signpost } from '../../../SHARED/league_sdk/transport/http/pass_on.ts';
import { localAddressFor, systemResolve } from '../../../SHARED/league_sdk/transport/http/routes.ts';
import type { Rest } from '../../../SHARED/league_sdk/transport/http/server.ts';
import { Tls, type TlsFiles, type TlsOptions } from '../../../SHARED/league_sdk/transport/http/tls.ts';
import {
  isInNetwork,
  isLocalhost,
  isPublic,
  kindOf,
  namesOf,
  plainAddress,
} from '../../../SHARED/league_sdk/transport/net_address.ts';
import { atSeveral } from '../../../SHARED/league_sdk/transport/several_addresses.ts';
import type { Address, Transport } from '../../../SHARED/league_sdk/transport/transport.ts';
import type { Network } from '../../league_manager/registration/name_pins.ts';
import { usage } from '../options.ts';

/** Lists that the manager sends may be long; messages of agents are short. */
export const SIZES = {
  manager: {},
  agent: { maxRequestBytes: NETWORK_LIMITS.listBytes, maxReplyBytes: NETWORK_LIMITS.listBytes },
} as const;

/** The TLS of this process, which all its connections share. */
let own: Tls | undefined;

/** The files of a process's TLS. */
export type { TlsFiles };

/** Has every transport of this process that is made from now on speak TLS as these files say; or what is wrong with them. */
export async function useTls(files: TlsFiles, how: Omit<TlsOptions, 'clock'>): Promise<Result<void, string>> {
  dropTls();
  const opened = await Tls.open(files, { ...how, clock: systemClock });
  if (!opened.ok) return opened;
  own = opened.value;
  return ok(undefined);
}

/** From now on this process has neither a certificate nor authorities of its own. */
export function dropTls(): void {
  own?.close();
  own = undefined;
}

/** How the agents of this process are called: https where it has a certificate. */
export function ownScheme(): 'http:' | 'https:' {
  return own?.identity === undefined ? 'http:' : 'https:';
}

/** The names and addresses of this process's certificate that other machines can call it by. */
function certifiedNames(): readonly string[] {
  return (own?.names ?? []).filter((name) => !name.includes('*') && !isLocalhost(name) && kindOf(name) !== 'loopback');
}

/** The fault of the certificate for callers of an address, as a line; undefined where it has none. */
export function uncertified(address: Address): string | undefined {
  const { protocol, hostname } = new URL(address);
  if (protocol !== 'https:' || own === undefined || own.covers(hostname)) return undefined;
  const names = own.names.join(', ') || 'no name';
  return `the certificate is for ${names}, and this agent is called by ${hostname}: agents with another certificate will not trust it; have network.base_host of system.json be a name of the certificate`;
}

/** The addresses of the open internet at which a listener is called without TLS. */
export async function openAddresses(listen: Address): Promise<readonly string[]> {
  const { protocol, hostname: host } = new URL(listen);
  if (protocol !== 'http:') return [];
  if (EVERY_ADDRESS.has(host)) return machineAddresses().filter(isPublic);
  const literal = plainAddress(host);
  const found = literal === undefined && !isLocalhost(host) ? await systemResolve(host) : ok([literal ?? '127.0.0.1']);
  return found.ok ? found.value.filter(isPublic) : [];
}

/** The words of servers of one league to each other, for parts that pass requests on. */
export type { CallerCheck, PassingOn, Rest };
export { Signpost };

/** Reads for whom requests were passed on, once it is told the secret of the league. */
export function callerCheck(): CallerCheck {
  return new CallerCheck(systemClock);
}

/** The parts of a server that is more than an agent's. */
export interface Serving {
  /** What is no message goes there. */
  readonly rest?: Rest | undefined;
  /** Tells for whom requests were passed on. */
  readonly callers?: CallerCheck | undefined;
}

/**
 * The network; without settings it keeps to the usual limits. A listener at all addresses of the machine tells the one
 * nearest to `towards`, the address of a manager; several of them are those of one, and what is sent to the first goes to
 * the one that takes it.
 */
export function networkTransport(
  of: keyof typeof SIZES,
  settings?: NetworkSettings,
  towards: Address | readonly Address[] = [],
  { rest, callers }: Serving = {},
): Transport {
  const { limits, ...wire } = settings?.wire ?? {};
  const http = httpTransport({
    ...wire,
    clock: systemClock,
    limits: { ...limits, ...SIZES[of] },
    refusalText,
    tls: own,
    callers,
    ...(rest && { rest }),
  });
  const [first, ...others] = [towards].flat();
  const telling = tellingOwnAddress(http, machineAddresses, first, localAddressFor);
  return first === undefined ? telling : atSeveral(telling, [first, ...others], systemClock);
}

/** Passes requests on with the TLS of this process. */
export function passingOn(): PassingOn {
  return new PassingOn({ clock: systemClock, entropy: systemEntropy, tls: own, refusalText });
}

const LOOK = { clock: systemClock, limitMs: 10_000, maxBytes: 8_000_000 };

/** The name of a launcher's own reader: it looks once more when its league is complete, and is waited for no longer. */
export const RUN_READER = 'league-run';

/** The answer of an address to a plain look, within limits; why there is none, in a line. */
export function lookAt(url: string, reader?: string): Promise<Result<Got, string>> {
  return httpGet(url, { ...LOOK, reader, tls: own });
}

/** The network settings, by the part that uses them. */
export interface NetworkSettings {
  /** For the transport of any agent. */
  readonly wire: Pick<HttpTransportOptions, 'hosts' | 'origins' | 'pins'> & { readonly limits: Partial<HttpLimits> };
  /** For a manager. */
  readonly network: Network;
  readonly rateLimits: { readonly limits: RegistrationLimits };
}

/** The settings of a process; `room` is how many files and connections the system lets it open, where that is known. */
export function networkSettings({ network, security }: SystemConfig, room = Number.POSITIVE_INFINITY): NetworkSettings {
  const pins = new Map<string, string>();
  const maxConnections = Math.min(network.max_connections, shareOf(room));
  return {
    wire: {
      hosts: [network.base_host, ...namesOf(hostname()), ...network.allowed_hosts],
      origins: network.allowed_origins,
      pins,
      limits: {
        maxConnections,
        maxConnectionsPerAddress: Math.min(network.max_connections_per_address, shareOfOneAddress(maxConnections)),
        maxPending: network.max_pending_requests,
        requestsPerSec: network.max_requests_per_sec_per_address,
        requestBurst: 4 * network.max_requests_per_sec_per_address,
      },
    },
    network: { resolve: systemResolve, machine: machineAddresses(), pins },
    rateLimits: {
      limits: {
        registrations: security.max_registrations_per_address,
        registrationsPerMin: security.max_registrations_per_min_per_address,
        wrongTokensPerMin: security.max_wrong_tokens_per_min_per_address,
      },
    },
  };
}

/** Files that are open at any time, with some to spare. */
const FILES = OPEN_FILES + 36;
const LEAST = 16;

/** Half of what is left beside files is for callers; the process calls as many itself. */
function shareOf(room: number): number {
  return Math.max(LEAST, Math.floor((room - FILES) / 2));
}

const FILE_LIMIT = /^Max open files\s+(\d+)/m;

/** The number of files a process may have open, from Linux's account of its limits. */
export function roomIn(limits: string | undefined): number | undefined {
  const found = FILE_LIMIT.exec(limits ?? '')?.[1];
  return found === undefined ? undefined : Number(found);
}

/** The addresses of this machine that other machines can call. */
function machineAddresses(): readonly string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses = []) => addresses.map(({ address }) => plainAddress(address) ?? ''))
    .filter((address) => kindOf(address) === 'ordinary');
}

/** The addresses by which other machines call an agent of this one at a port; those of IPv4 first, and at least one. */
export function addressesForOthers(port: number): readonly string[] {
  const hosts = [...machineAddresses().filter(isV4), ...machineAddresses().filter((host) => !isV4(host))];
  const found = hosts.length === 0 ? ['localhost'] : hosts.map((host) => (isV4(host) ? host : `[${host}]`));
  const certified = certifiedNames();
  const named = certified.length === 0 ? found : certified;
  return named.map((host) => `${ownScheme()}//${host}:${port}/mcp`);
}

const EVERY_ADDRESS: ReadonlySet<string> = new Set(['0.0.0.0', '::', '[::]']);

/** The host by which this machine calls an agent of its own that listens at a host. */
export function hostFromHere(host: string): string {
  return EVERY_ADDRESS.has(host) ? 'localhost' : host;
}

/** The port of an http or https address, which need not name it. */
export function portOf(address: string): number {
  const { port, protocol } = new URL(address);
  return port === '' ? Number(protocol === 'https:' ? 443 : 80) : Number(port);
}

/** The address by which this machine calls an agent of its own that listens at an address. */
export function fromHere(address: Address): Address {
  const url = new URL(address);
  return `${url.protocol}//${hostFromHere(url.hostname)}:${portOf(address)}${url.pathname}`;
}

/** The same, of an address that may be on another wire; undefined where it is. */
export function httpFromHere(address: string): Address | undefined {
  return /^https?:$/.test(URL.parse(address)?.protocol ?? '') ? fromHere(address) : undefined;
}

/**
 * The host that others call an agent by. Of several addresses of the machine it is the one nearest to the manager that
 * the agent registers with, for a manager takes an endpoint at the address it is called from; a machine without any has
 * itself.
 */
export function hostForOthers(host: string, machine: readonly string[], towards?: string): string {
  if (!EVERY_ADDRESS.has(host)) return host;
  const fit =
    host === '0.0.0.0' ? machine.filter(isV4) : [...machine].sort((a, b) => Number(isV4(b)) - Number(isV4(a)));
  const there = plainAddress(URL.parse(towards ?? '')?.hostname ?? '');
  const nearness = (address: string) => (there === undefined ? 0 : sharedBits(address, there));
  const [best] = [...fit].sort((a, b) => nearness(b) - nearness(a));
  if (best === undefined) return 'localhost';
  return isV4(best) ? best : `[${best}]`;
}

/**
 * A transport whose listeners tell an address that others can call: the one from which `towards` is reached, where
 * `source` knows it. `machine` is asked when a listener is opened.
 */
export function tellingOwnAddress(
  transport: Transport,
  machine: () => readonly string[],
  towards?: string,
  source?: (host: string) => Promise<string | undefined>,
): Transport {
  return {
    ...transport,
    async listen(at, answer, side) {
      const listened = await transport.listen(at, answer, side);
      const url = listened.ok ? URL.parse(listened.value.address) : null;
      if (!listened.ok || url === null || !EVERY_ADDRESS.has(url.hostname)) return listened;
      const { close } = listened.value;
      const there = URL.parse(towards ?? '')?.hostname;
      const from = there === undefined ? undefined : await source?.(there);
      const mine = machine().filter((address) => address === from);
      const nearest = hostForOthers(url.hostname, mine.length > 0 ? mine : machine(), towards);
      const host = url.protocol === 'https:' ? await certifiedHost(nearest, machine()) : nearest;
      return ok({ address: `${url.protocol}//${host}:${portOf(url.href)}${url.pathname}`, close });
    },
  };
}

/** The host, or a name of the certificate that stands for this machine, where the certificate is not for the host. */
async function certifiedHost(host: string, machine: readonly string[]): Promise<string> {
  if (own?.covers(host) === true) return host;
  for (const name of certifiedNames()) {
    const found = await systemResolve(name);
    if (found.ok && found.value.some((address) => machine.includes(address))) return name;
  }
  return host;
}

function isV4(address: string): boolean {
  return !address.includes(':');
}

/** The number of bits two addresses begin with in common. */
function sharedBits(address: string, other: string): number {
  let bits = isV4(other) ? 32 : 128;
  while (bits > 0 && !isInNetwork(address, `${other}/${bits}`)) bits -= 1;
  return bits;
}

/**
 * Where the players of seats listen: each at any free port. Not at the manager's own: registration refuses that port, so
 * that no manager can be made to call itself, and messages to players may be longer than a manager takes.
 */
export function seatAddresses(manager: Address): (place: number) => Address {
  const { protocol, hostname: host } = new URL(manager);
  return (place) => `${protocol}//${host}:0/mcp/seat/${place}`;
}

/** The endpoints of one manager that a user typed, with commas between them; the first stands for all. */
export function managersIn(text: string): readonly [Address, ...Address[]] {
  const [first = '', ...others] = text.split(',').map((each) => endpointIn(each.trim(), 'manager'));
  if (new Set([first, ...others]).size <= others.length) throw usage(`--manager names an address twice: "${text}"`);
  return [first, ...others];
}

/** An http or https endpoint a user typed; a missing scheme is that of this process, a missing path is /mcp. */
export function endpointIn(text: string, flag: string): string {
  if (text.includes(',')) throw usage(`--${flag} takes one URL here, not several: "${text}"`);
  const url = URL.parse(/^[a-z]+:\/\//.test(text) ? text : `${ownScheme()}//${text}`);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw usage(`--${flag} takes a URL such as http://localhost:8000/mcp, not "${text}"`);
  if (url.pathname === '/') url.pathname = '/mcp';
  return url.href;
}
