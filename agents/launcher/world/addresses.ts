/** The endpoints of agents in the configuration, as addresses of this machine or of another. */
import { hostname, networkInterfaces } from 'node:os';
import { isId } from '../../../SHARED/core/ids.ts';
import type { ConfigLoader } from '../../../SHARED/league_sdk/config_loader.ts';
import type { AgentsConfig, SystemConfig } from '../../../SHARED/league_sdk/config_models.ts';
import { namesOf, plainAddress } from '../../../SHARED/league_sdk/transport/net_address.ts';
import { type Flags, usage } from '../options.ts';
import { hostedPlaces, need, placesOf } from './installation.ts';
import { hostFromHere, managersIn, ownScheme, portOf } from './wires_http.ts';

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\]|0\.0\.0\.0|\[::\])$/;

/** The endpoint of the manager: its own in the agents file, else at the host and port that system.json gives it. */
export function managerEndpoint({ league_manager }: AgentsConfig, { network }: SystemConfig): string {
  const usual = `${ownScheme()}//${hostFromHere(network.base_host)}:${network.default_league_manager_port}/mcp`;
  const endpoint = league_manager.endpoint ?? usual;
  // A certificate of this installation is that of its manager.
  return isOfThisMachine(endpoint, network.base_host) ? endpoint.replace(/^http:/, ownScheme()) : endpoint;
}

/** The same, of an installation whose files are not read yet. */
export async function managerOfConfig(loader: ConfigLoader): Promise<string> {
  return managerEndpoint(need(await loader.loadAgents()), need(await loader.loadSystem()));
}

/** The same, or where --port-base moves it. */
export async function managerFor(flags: Flags, loader: ConfigLoader): Promise<string> {
  const url = new URL(await managerOfConfig(loader));
  const base = flags.number('port-base', 1, 65_000);
  if (base !== undefined) url.port = String(base);
  return url.href;
}

/** The words that a manager has at its own address, and that are no id of a league. */
export const BARE_WORDS = ['mcp', 'api', 'metrics', 'register'] as const;
/** Words that stand for themselves at the address of a host. */
export const HOST_PATHS: ReadonlySet<string> = new Set([...BARE_WORDS, 'health', 'healthz', 'readyz']);

const OF_HOST = /^\/([^/]+)\/mcp\/?$/;

/** The league that is meant by an address of a host, which has it below its id; undefined at a manager by itself. */
export function leagueOfHost(address: string): string | undefined {
  const [, league_id] = OF_HOST.exec(URL.parse(address)?.pathname ?? '') ?? [];
  return isId(league_id) && !HOST_PATHS.has(league_id) ? league_id : undefined;
}

/** The options of an agent; in a league of a host it has folders of that league. */
export async function inItsLeague(flags: Flags, loader: ConfigLoader): Promise<Flags> {
  const [manager] = managersIn(flags.text('manager') ?? (await managerFor(flags, loader)));
  const league_id = leagueOfHost(manager);
  if (league_id === undefined) return flags;
  const { data, logs } = hostedPlaces(placesOf(flags), league_id);
  return flags.with('league', league_id).with('data', data).with('logs', logs);
}

/** The port of an agent of this machine as --port-base moves it, which is as far as it moves the manager; else as it is configured. */
export async function movedPort(
  flags: Flags,
  loader: ConfigLoader,
  endpoint: string | undefined,
): Promise<number | undefined> {
  const base = flags.number('port-base', 1, 65_000);
  if (base === undefined || endpoint === undefined) return undefined;
  return portMover(base - portOf(await managerOfConfig(loader)))(portOf(endpoint));
}

const LAST_PORT = 65_535;

/** Moves ports; one that would leave the range of ports is a mistake. */
export function portMover(by: number): (port: number) => number {
  return (port) => {
    // Any free port is as free elsewhere.
    if (port === 0) return 0;
    const there = port + by;
    if (there < 1 || there > LAST_PORT)
      throw usage(`--port-base moves port ${port} to ${there}; choose a base nearer to it`);
    return there;
  };
}

/**
 * Where an agent listens that is started here: at the port and path of its endpoint, and at its host where that is an
 * address of this machine; `localhost` and names that only other machines know stand for `base_host`. A `port` takes the
 * place of the endpoint's; without both it is any free one.
 */
export function listenAt(endpoint: string | undefined, base_host: string, port?: number): string {
  const url = URL.parse(endpoint ?? '');
  if (url === null) return `${ownScheme()}//${base_host}:${port ?? 0}/mcp`;
  const isOwn = !LOOPBACK.test(url.hostname) && isOfThisMachine(url.href, base_host);
  const host = isOwn ? url.hostname : base_host;
  return `${ownScheme()}//${host}:${port ?? portOf(url.href)}${url.pathname === '/' ? '/mcp' : url.pathname}`;
}

/**
 * The host of an agent that joins a manager: the one that was typed, else that of the configuration. To a manager on
 * another machine `localhost` would name the manager's own, so the agent listens at all addresses of this one.
 */
export function hostTowards(manager: string, base_host: string, typed: string | undefined): string {
  if (typed !== undefined) return hostIn(typed);
  const host = URL.parse(manager)?.hostname;
  if (host === undefined || !LOOPBACK.test(base_host) || isOfThisMachine(manager, base_host)) return base_host;
  return host.startsWith('[') ? '[::]' : '0.0.0.0';
}

/** The same address at the host that a user typed. */
export function atHost(address: string, typed: string | undefined): string {
  const url = new URL(address);
  if (typed !== undefined) url.hostname = hostIn(typed);
  return url.href;
}

/** An address of this machine that a user typed. */
function hostIn(text: string): string {
  const address = plainAddress(text);
  if (address === undefined) throw usage(`--host takes an address of this machine, such as 192.168.1.7, not "${text}"`);
  return address.includes(':') ? `[${address}]` : address;
}

/** An endpoint of this machine. */
export function hereAt(port: number, path = '/mcp'): string {
  return `${ownScheme()}//localhost:${port}${path}`;
}

/** Whether an endpoint is of this machine. */
export function isOfThisMachine(endpoint: string, base_host: string): boolean {
  const host = URL.parse(endpoint)?.hostname ?? '';
  if (LOOPBACK.test(host) || host === base_host || namesOf(hostname()).includes(host)) return true;
  const address = plainAddress(host);
  const own = Object.values(networkInterfaces()).flatMap((addresses = []) => addresses.map((each) => each.address));
  return address !== undefined && own.some((each) => plainAddress(each) === address);
}
