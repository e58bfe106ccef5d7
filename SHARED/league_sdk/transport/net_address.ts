/** Addresses and host names: their plain form, what kind of network they are in, and which of them a connection may go to. */
import { BlockList, isIPv4, SocketAddress } from 'node:net';
import { networkInterfaces } from 'node:os';

/** `loopback`: this machine. `unfit`: no agent can live there, though something else may. `ordinary`: any other machine. */
type PlaceKind = 'loopback' | 'unfit' | 'ordinary';

/** An address in its one spelling. */
interface Address {
  readonly family: 'ipv4' | 'ipv6';
  readonly text: string;
}

/** Places no message should go to: what answers there is not an agent, and may be worth protecting. */
const UNFIT = [
  ['0.0.0.0/8', 'stands for no machine in particular'],
  ['169.254.0.0/16', 'is link-local, where clouds keep their secrets'],
  ['192.0.0.0/24', 'is reserved'],
  ['100.100.100.200/32', 'is where a cloud keeps its secrets'],
  ['168.63.129.16/32', 'is where a cloud keeps its secrets'],
  ['224.0.0.0/4', 'is multicast'],
  ['240.0.0.0/4', 'is reserved'],
  ['::/128', 'stands for no machine in particular'],
  ['64:ff9b:1::/48', 'is translated to another address'],
  ['100::/64', 'is discarded'],
  ['2001::/32', 'is tunnelled to another address'],
  ['fd00:ec2::/32', 'is where a cloud keeps its secrets'],
  ['fd20:ce::/32', 'is where a cloud keeps its secrets'],
  ['fe80::/10', 'is link-local'],
  ['ff00::/8', 'is multicast'],
] as const;
/** Made at the first question: a process that asks none need not pay for them at its start. */
let lists: ReturnType<typeof makeLists> | undefined;
function listed() {
  lists ??= makeLists();
  return lists;
}

function makeLists() {
  return {
    unfit: UNFIT.map(([network, why]) => ({ network: networkOf(network), why })),
    // One question for most addresses, which are in none of them.
    allUnfit: networkOf(...UNFIT.map(([network]) => network)),
    loopback: networkOf('127.0.0.0/8', '::1/128'),
  };
}

/** The one spelling of an IP address, an IPv4 one in IPv6 clothes being IPv4; undefined for anything else. */
export function plainAddress(text: string): string | undefined {
  return parse(text)?.text;
}

/** Of a plain address. */
export function familyOf(address: string): 4 | 6 {
  return address.includes(':') ? 6 : 4;
}

/** The kind of place that an address is; of an address that is reached through another, the worse of both. */
export function kindOf(address: string): PlaceKind {
  const forms = formsOf(address);
  if (forms.length === 0 || forms.some((form) => unfitIn(form) !== undefined)) return 'unfit';
  return forms.some(({ text, family }) => listed().loopback.check(text, family)) ? 'loopback' : 'ordinary';
}

/** Networks that anybody may use inside a home, an office or a provider, and that no other machine can call into. */
const INTERNAL = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7'] as const;

/** Whether an address is one of the open internet. */
export function isPublic(address: string): boolean {
  return kindOf(address) === 'ordinary' && !INTERNAL.some((network) => isInNetwork(address, network));
}

/** Why an address is unfit, as the end of a sentence about it. */
export function whyUnfit(address: string): string {
  const reasons = formsOf(address).map(unfitIn);
  return reasons.find((why) => why !== undefined) ?? 'is not an IP address';
}

/** Whether two addresses are the same, whatever their spelling; all addresses of loopback are one machine. */
export function isSamePlace(a: string, b: string): boolean {
  const plain = plainAddress(a);
  if (plain === undefined) return false;
  return plain === plainAddress(b) || (kindOf(a) === 'loopback' && kindOf(b) === 'loopback');
}

/** Whether a text is an address or a network such as 192.168.1.0/24. */
export function isNetwork(text: string): boolean {
  return networkIn(text) !== undefined;
}

/** Whether an address lies in a network; a network without a length is a single address. */
export function isInNetwork(address: string, network: string): boolean {
  const [of, within] = [parse(address), networkIn(network)];
  return of !== undefined && within !== undefined && networkOf(network).check(of.text, of.family);
}

/** The subnet that a limit per address holds for: an IPv4 address, or the 64 bits of IPv6 that one home or office has. */
export function subnetOf(address: string): string {
  const parsed = parse(address);
  if (parsed === undefined) return address;
  if (parsed.family === 'ipv4') return parsed.text;
  const [first, ...rest] = groupsOf(parsed.text).slice(0, 4);
  return `${[first?.toString(16), ...rest.map((group) => group.toString(16).padStart(4, '0'))].join('')}::/64`;
}

/** The address itself, and the IPv4 address that a translator or tunnel would make of it. */
function formsOf(text: string): readonly Address[] {
  const address = parse(text);
  if (address === undefined) return [];
  if (address.family === 'ipv4') return [address];
  const groups = groupsOf(address.text);
  const v4 = (high = 0, low = 0): Address => ({
    family: 'ipv4',
    text: [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.'),
  });
  const isZero = (from: number, to: number) => groups.slice(from, to).every((group) => group === 0);
  const [first, second, third] = groups;
  // The unspecified address and loopback look like old IPv4 addresses and are none.
  const isCompatible = isZero(0, 6) && !(isZero(6, 7) && (groups[7] ?? 0) <= 1);
  const isTranslated = first === 0x64 && second === 0xff9b && isZero(2, 6);
  if (isCompatible || isTranslated) return [address, v4(groups[6], groups[7])];
  return first === 0x2002 ? [address, v4(second, third)] : [address];
}

function unfitIn({ text, family }: Address): string | undefined {
  const { allUnfit, unfit } = listed();
  return allUnfit.check(text, family) ? unfit.find(({ network }) => network.check(text, family))?.why : undefined;
}

function networkIn(text: string): { readonly of: Address; readonly prefix: number } | undefined {
  const [head = '', length, ...more] = text.split('/');
  const of = parse(head);
  if (of === undefined || more.length > 0) return undefined;
  const bits = of.family === 'ipv4' ? 32 : 128;
  if (length === undefined) return { of, prefix: bits };
  const prefix = /^\d{1,3}$/.test(length) ? Number(length) : Number.POSITIVE_INFINITY;
  return prefix <= bits ? { of, prefix } : undefined;
}

function networkOf(...texts: readonly string[]): BlockList {
  const list = new BlockList();
  for (const text of texts) {
    const network = networkIn(text);
    if (network === undefined) throw new RangeError(`${text} is not a network`);
    list.addSubnet(network.of.text, network.prefix, network.of.family);
  }
  return list;
}

function parse(text: string): Address | undefined {
  const bare = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text;
  // What the system tells of a link-local neighbour ends in the name of the link.
  const address = bare.includes('%') ? bare.slice(0, bare.indexOf('%')) : bare;
  if (isIPv4(address)) return { family: 'ipv4', text: address };
  const plain = plainV6(address);
  if (plain === undefined) return undefined;
  const mapped = /^::ffff:([\d.]+)$/.exec(plain)?.[1];
  return mapped === undefined ? { family: 'ipv6', text: spelled(plain) } : { family: 'ipv4', text: mapped };
}

/** The spelling of the system, asked for at once: the pattern of `isIPv6` takes each process some milliseconds to compile. */
function plainV6(address: string): string | undefined {
  if (!address.includes(':') || !/^[\da-f:.]+$/i.test(address)) return undefined;
  try {
    return new SocketAddress({ address, family: 'ipv6' }).address;
  } catch {
    return undefined;
  }
}

/** As URLs spell it, in which an old IPv4 address at the end is two groups like any others. */
function spelled(address: string): string {
  return address.includes('.') ? new URL(`http://[${address}]/`).hostname.slice(1, -1) : address;
}

/** The eight groups of an IPv6 address without dots. */
function groupsOf(address: string): readonly number[] {
  const [head = '', tail] = address.split('::');
  const read = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)));
  const [before, after] = [read(head), read(tail ?? '')];
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

/** Reserved for use inside one network (RFC 6761, 6762, 8375 and the reservation of `internal`). */
const INSIDE = /\.(?:localhost|local|internal|home\.arpa|test)$/;

/** The name as it is compared: in lower case, without the dot that may end it. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}

/**
 * Whether a name cannot be owned on the internet: single words, and endings reserved for use inside a network.
 * Inside a network any machine may answer to such a name (mDNS, LLMNR), so it identifies none.
 */
export function isInsideName(name: string): boolean {
  const plain = plainName(name);
  return plain !== '' && (!plain.includes('.') || INSIDE.test(plain));
}

/** Whether a name stands for this machine by definition. */
export function isLocalhost(name: string): boolean {
  return /^(?:[^.]+\.)*localhost$/.test(plainName(name));
}

/**
 * The one address that `localhost` stands for, listening and calling, whatever the machine's own names say: the IPv4
 * one, and ::1 only on a machine whose loopback has no other. A stranger at the same port of ::1 is never called for it.
 */
export function localhostAddress(own: readonly string[] = ownAddresses()): string {
  return own.includes('::1') && !own.some((address) => address.startsWith('127.')) ? '::1' : '127.0.0.1';
}

let asked: readonly string[] | undefined;
function ownAddresses(): readonly string[] {
  asked ??= Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address));
  return asked;
}

/** The names of a machine inside its network, given what it calls itself. */
export function namesOf(hostname: string): readonly string[] {
  const name = plainName(hostname);
  const [word = ''] = name.split('.');
  if (word === '' || word === 'localhost') return name === '' ? [] : [name];
  return [...new Set([name, word, `${word}.local`])];
}

/** Why a host must not be called at an address it stands for; undefined when it may. */
export type Guard = (host: string, address: string) => string | undefined;

/** No place where agents cannot live, and no name of a stranger's choice that turns out to be this machine. */
export const usualGuard: Guard = (host, address) => {
  const kind = kindOf(address);
  if (kind === 'unfit') return `${address} ${whyUnfit(address)}`;
  if (kind === 'ordinary' || plainAddress(host) !== undefined || isInsideName(host)) return undefined;
  return `${host} stands for ${address}, which is this machine`;
};

/** The pin of an http or https URL: its host and port, without its path. */
export function pinOf({ hostname, port, protocol }: URL): string {
  const usualPort = protocol === 'https:' ? '443' : '80';
  return `${hostname}:${port === '' ? usualPort : port}`;
}
