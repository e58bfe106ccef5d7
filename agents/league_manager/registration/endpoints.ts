/**
 * The rules for agents' endpoints: which of them a league may call, and whether a caller's address is its endpoint's.
 */
import { err, ok, type Result } from '../../../SHARED/core/result.ts';
import {
  isInNetwork,
  isLocalhost,
  isSamePlace,
  kindOf,
  plainAddress,
  usualGuard,
} from '../../../SHARED/league_sdk/transport/net_address.ts';

const MAX_LENGTH = 2_048;

/** The endpoint in its one spelling, or what is wrong with it. */
export function parseEndpoint(text: string, schemes: readonly string[]): Result<string, string> {
  if (!URL.canParse(text)) return err('not a URL; write it as http://host:port/mcp');
  const url = new URL(text);
  if (!schemes.includes(url.protocol)) return err(`must begin with ${schemes.join(' or ')}`);
  if (url.username !== '' || url.password !== '') return err('must not hold a user name or password');
  if (url.port === '0') return err('needs the port the agent listens at');
  if (url.hash !== '') return err('must not have a fragment');
  const spelled = isHttp(url) ? url.href : text;
  // Encoding makes it longer, and an endpoint that we cannot write into a message we cannot use.
  if (spelled.length > MAX_LENGTH) return err(`is longer than ${MAX_LENGTH} characters`);
  return ok(spelled);
}

/** The name in an endpoint that has to be resolved before the endpoint can be judged; undefined where there is none. */
export function nameIn(endpoint: string): string | undefined {
  const url = new URL(endpoint);
  const { hostname } = url;
  if (!isHttp(url) || plainAddress(hostname) !== undefined || isLocalhost(hostname)) return undefined;
  return hostname;
}

/** Whether an endpoint is at `localhost`, which may be one address of this machine or another. */
export function isAtLocalhost(endpoint: string): boolean {
  const url = URL.parse(endpoint);
  return url !== null && isHttp(url) && isLocalhost(url.hostname);
}

/**
 * The endpoint as other agents, which have no pins, are told it: with the address in place of the name, so that the
 * name cannot lead them elsewhere. With https the name stays, for the certificate is made out to it and proves the
 * agent's identity.
 */
export function pinnedEndpoint(endpoint: string, pinned: string | undefined): string {
  if (pinned === undefined) return endpoint;
  const url = new URL(endpoint);
  if (url.protocol !== 'http:' || plainAddress(url.hostname) !== undefined) return endpoint;
  // Agents of this league call 127.0.0.1 by this name, and so it is written.
  if (isLocalhost(url.hostname) && pinned === literalOf(url)) return endpoint;
  url.hostname = pinned.includes(':') ? `[${pinned}]` : pinned;
  return url.href;
}

/** The rules by which an endpoint is taken or refused. */
export interface EndpointRules {
  readonly kind: 'local' | 'class';
  /** The networks that any registrant's agent may live in. */
  readonly networks: readonly string[];
  /** Whether the agent may live at any safe address, wherever its registration comes from. */
  readonly anyPlace?: boolean;
  /** The addresses of the manager's machine, beside loopback. */
  readonly machine: readonly string[];
  /** The manager's own address. */
  readonly manager: string;
}

/** The sender of a registration. */
export interface Registrant {
  /** The address it calls from. */
  readonly caller: string;
  /** The addresses that the name in its endpoint stands for. */
  readonly resolved: readonly string[];
  /** Whether its endpoint is one of the network, as the transport says. */
  readonly isRemote: boolean;
}

/**
 * Takes an endpoint that lies on the registrant's own machine or in a network the league allows, and is not the
 * manager's. The value is the address a name was taken for: it is called there and nowhere else.
 */
export function approve(endpoint: string, by: Registrant, rules: EndpointRules): Result<string | undefined, string> {
  const url = new URL(endpoint);
  if (!by.isRemote) return endpoint === rules.manager ? err(THE_MANAGER) : ok(undefined);
  if (!isHttp(url)) return err(NO_HOST);
  const form = rules.kind === 'class' ? wrongInClass(url) : undefined;
  if (form !== undefined) return err(form);
  const name = nameIn(endpoint);
  const addresses = name === undefined && by.resolved.length === 0 ? [literalOf(url)] : by.resolved;
  const objections = addresses.map((address) => objectionTo(address, url, by, rules));
  const good = objections.indexOf(undefined);
  if (good >= 0) return ok(by.resolved[good]);
  return err(objections[0] ?? `has the name ${url.hostname}, which stands for no address here; give an address`);
}

const NO_HOST = 'names no host of the network; write it as http://host:port/mcp';
const THE_MANAGER = 'is where the league manager itself listens; give the agent’s own';

/** Strangers' agents listen where the documents say, so that nothing else can be called in their name. */
function wrongInClass(url: URL): string | undefined {
  if (!/^\/mcp(?:\/|$)/i.test(url.pathname)) return 'must have the path /mcp';
  const port = portOf(url);
  return port === 80 || port === 443 || port >= 1_024 ? undefined : 'must have port 80, 443 or one from 1024 on';
}

function objectionTo(address: string, url: URL, { caller }: Registrant, rules: EndpointRules): string | undefined {
  const isHere = isOfMachine(address, rules);
  const manager = URL.parse(rules.manager);
  if (isHere && manager !== null && isHttp(manager) && portOf(url) === portOf(manager)) return THE_MANAGER;
  if (rules.networks.some((network) => isInNetwork(address, network))) return undefined;
  const unsafe = usualGuard(url.hostname, address);
  if (unsafe !== undefined) return `cannot be called: ${unsafe}`;
  if (rules.anyPlace || isSamePlace(address, caller) || (isHere && isOfMachine(caller, rules))) return undefined;
  const place = isHere ? placeHere(address) : address;
  return `is at ${place}, and you called from ${caller}: give the address you call from, or have the league file allow this one (participants.allowed_networks)`;
}

function placeHere(address: string): string {
  const isNamed = kindOf(plainAddress(address) ?? '') === 'loopback';
  return `the league manager’s own machine${isNamed ? ', as localhost is for every machine' : ''}`;
}

/** Whether an address is the manager's machine; a caller without a network is on it. */
export function isOfMachine(address: string, { machine }: Pick<EndpointRules, 'machine'>): boolean {
  const plain = plainAddress(address);
  return plain === undefined || kindOf(plain) === 'loopback' || machine.includes(plain);
}

/** One text for all spellings of a place, so that two agents cannot both be there. `pinned` is the address of a name. */
export function placeOf(endpoint: string, pinned: string | undefined, rules: Pick<EndpointRules, 'machine'>): string {
  const url = new URL(endpoint);
  if (!isHttp(url)) return endpoint;
  const address = pinned ?? (nameIn(endpoint) === undefined ? literalOf(url) : undefined);
  const where = address !== undefined && isOfMachine(address, rules) ? 'here' : (address ?? url.hostname);
  return `${where} ${portOf(url)} ${reachedPath(url.pathname)}`;
}

/**
 * A path as servers may understand it: however it is encoded, with or without parameters, empty segments and capitals.
 * The query is no part of it. Two agents whose paths differ in no more than that may be one listener.
 */
function reachedPath(path: string): string {
  let decoded = path;
  for (let before = ''; decoded !== before; ) {
    before = decoded;
    decoded = before.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  }
  const segments = decoded.split(/[/\\]/).map((segment) => segment.replace(/;.*/s, ''));
  return segments
    .filter((segment) => segment !== '' && segment !== '.')
    .join('/')
    .toLowerCase();
}

/**
 * Whether a request of this registrant may come from the agent at this endpoint. Off the network the wire itself proves
 * the caller's identity; on it, an endpoint without a host belongs to no caller.
 */
export function isOwnAddress(endpoint: string, by: Omit<Registrant, 'resolved'>, pinned?: string): boolean {
  const url = new URL(endpoint);
  if (!by.isRemote) return true;
  if (!isHttp(url)) return false;
  const home = pinned ?? (nameIn(endpoint) === undefined ? literalOf(url) : undefined);
  return home !== undefined && isSamePlace(home, by.caller);
}

/** Whether an address is one of this machine's own. */
export function isLoopback(address: string): boolean {
  return kindOf(address) === 'loopback';
}

/** The address of a host that needs no looking up. */
function literalOf({ hostname }: URL): string {
  return plainAddress(hostname) ?? '127.0.0.1';
}

function isHttp({ protocol }: URL): boolean {
  return protocol === 'http:' || protocol === 'https:';
}

function portOf({ port, protocol }: URL): number {
  if (port !== '') return Number(port);
  return protocol === 'https:' ? 443 : 80;
}
